"""Number words: sequences of words that spell a number, and Chinese numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.lexicon import PARTS_OF, TIMES, Lexicon

Spelled = tuple[int, int, Decimal, str]
"""First token, token after the last, value, and what was spelled: cardinal, ordinal, fraction or times."""

_ALONE = frozenset(
    {
        "one",
        "a",
        "ein",
        "eine",
        "un",
        "une",
        "una",
        "uno",
        "bir",
        "eins",
        "on",
        "mil",
        "bin",
        "once",
        "elf",
        "second",
        "seconde",
        "cent",
        "cents",
    }
)
_PLACED = frozenset("finished finish finishes came comes come placed ranked ranks was is in".split())
_DES = (["des"], ["du"], ["de"], ["d"])
"""What follows a French share: un cinqui\u00e8me des logements."""
_MORE = frozenset("more less fewer higher lower larger smaller cheaper dearer".split())
_ROOMS = frozenset(
    "room rooms bed beds bedroom cabin cabins occupancy glazing decker doors booking espresso chambre chambres cabine lit lits habitacion habitaciones cama camas camarote single triple".split()
)
"""What is double without being twice as much."""
_HALF_OF = frozenset({"halbe", "halben", "halber"})
"""German forms of half that are a number before a unit only: nach einem halben Jahr."""
_ONE_IN = {"one": ("in",), "un": ("sur",), "une": ("sur",), "uno": ("de", "cada"), "una": ("de", "cada")}
_ONE_DOES = frozenset(
    "stands lacks needs fails lies comes goes wants says owns uses lives works gets pays shows carries remains".split()
)
"""Verbs behind "one in four", which a plural noun is not."""
_HALVES = frozenset({"half", "halbes", "demi", "media", "yarim"})
_ONES = frozenset({"une", "ein", "a", "una", "bir"})
_DOZENS = frozenset({"dozen", "dutzend", "douzaine", "douzaines", "docena", "docenas", "duzine"})
_OVER_PARTS = {"bir": 1, "biri": 1, "birini": 1, "birine": 1, "birinden": 1, "birinin": 1, "iki": 2, "ikisi": 2, "ikisini": 2, "uc": 3, "ucu": 3, "ucunu": 3}  # fmt: skip
_THIRD = 3
_ARTICLES = frozenset({"a", "an"})
_GROUP = 1000
_BEFORE_UNITS = frozenset({"a", "per", "each", "every", "one", "half", "split"})
_BEFORE_QUARTERS = frozenset({"first", "last", "past", "next", "previous", "final"})
_BUILT = frozenset({"built", "included", "added"})
_MOST_PARTS = 20
_ROUND = frozenset({100, 1000})
_QUATRE, _VINGT = 4, 20


def spelled_numbers(tokens: Sequence[str], lexicon: Lexicon) -> Iterator[Spelled]:
    """Yield the numbers that folded tokens spell, left to right.

    A lone word that is more often something else (one, un, bir, second) is left out unless a scale follows.
    """
    begins = lexicon.numeric
    index = 0
    while index < len(tokens):
        found = _spelled(tokens, index, lexicon) if tokens[index] in begins else None
        if found is None:
            index += 1
        else:
            yield found
            index = found[1]


def _spelled(tokens: Sequence[str], first: int, lexicon: Lexicon) -> Spelled | None:
    token = tokens[first]
    if token in TIMES or token in PARTS_OF or token in _HALVES or token in _ONES or token in _ONE_IN:
        found = _said_in_a_word(tokens, first, lexicon)
        if found:
            return found
    start = first + 1 if token in _ARTICLES else first
    share = first + (token in _ARTICLES or token in _ONE_IN)
    if (
        first < share < len(tokens)
        and tokens[share] in lexicon.ordinals
        and _is_share(tokens, share, lexicon)
        and (lexicon.code != "fr" or tokens[share + 1 : share + 2] in _DES)
    ):
        start = share
        over, under = lexicon.fractions[tokens[start]]
        return first, start + 1, Decimal(over) / under, "fraction"
    reader = _Reader(tokens, start, lexicon)
    reader.read()
    if token in _ARTICLES and not (reader.begins_with_scale or _is_share(tokens, start, lexicon)):
        return None
    if part := _mixed(tokens, first, reader, lexicon) or _fraction(tokens, first, reader, lexicon):
        return part
    alone = reader.index == first + 1 and not reader.ordinal and token in _ALONE
    if not reader.seen or (alone and not _counts_units(tokens, first, lexicon)):
        return None
    return first, reader.index, Decimal(reader.total + reader.current), "ordinal" if reader.ordinal else "cardinal"


def _counts_units(tokens: Sequence[str], index: int, lexicon: Lexicon) -> bool:
    """Return whether the Turkish word for ten stands before a unit: on kat."""
    return (
        lexicon.code == "tr"
        and tokens[index] == "on"
        and tokens[index + 1 : index + 2] != []
        and tokens[index + 1] in lexicon.unit_starts
    )


def _said_in_a_word(tokens: Sequence[str], first: int, lexicon: Lexicon) -> Spelled | None:
    """Return "tenfold", "half a dozen" or the Turkish "d\u00f6rtte biri"; None for anything else."""
    token = tokens[first]
    if token in TIMES and not _ROOMS.isdisjoint(tokens[max(0, first - 1) : first + 2]):
        return None
    if token in TIMES:
        return first, first + 1, Decimal(TIMES[token]), "times"
    if token in PARTS_OF and lexicon.code == "tr":
        over = _OVER_PARTS.get(tokens[first + 1]) if first + 1 < len(tokens) else None
        return (first, first + 2, Decimal(over) / PARTS_OF[token], "fraction") if over else None
    if token in _ONE_IN and (share := _one_in(tokens, first, _ONE_IN[token], lexicon)):
        return share
    half = first + (token in _ONES)
    dozen = _dozen_at(tokens, half + 1) if half < len(tokens) and tokens[half] in _HALVES else 0
    return (first, dozen, Decimal(6), "cardinal") if dozen else None


def _one_in(tokens: Sequence[str], first: int, joined: tuple[str, ...], lexicon: Lexicon) -> Spelled | None:
    """Return "one in four", "un sur quatre" or "uno de cada cuatro" as a share."""
    if lexicon.code == "en" and tokens[first + 2 : first + 3] == ["in"]:
        # "One seat in four is": what is counted stands between, and no noun behind.
        behind = tokens[first + 4 : first + 5]
        noun = tokens[first + 1]
        if (
            noun in lexicon.unit_starts
            or noun in lexicon.stop
            or (behind and behind[0] not in lexicon.stop | _ONE_DOES)
        ):
            return None
        parts = lexicon.cardinals.get("".join(tokens[first + 3 : first + 4]), 0)
        return (first, first + 4, Decimal(1) / parts, "fraction") if 1 < parts <= _MOST_PARTS else None
    last = first + 1 + len(joined)
    parts = lexicon.cardinals.get(tokens[last], 0) if last < len(tokens) else 0
    if tuple(tokens[first + 1 : last]) != joined or not 1 < parts <= _MOST_PARTS:
        return None
    return first, last + 1, Decimal(1) / parts, "fraction"


def _dozen_at(tokens: Sequence[str], index: int) -> int:
    """Return the index after "dozen", an article before it or not; 0 where it is not there."""
    if index < len(tokens) and tokens[index] in _ARTICLES:
        index += 1
    return index + 1 if index < len(tokens) and tokens[index] in _DOZENS else 0


def _is_share(tokens: Sequence[str], index: int, lexicon: Lexicon) -> bool:
    """Return whether "a third of" is meant, not "a third time"."""
    if index >= len(tokens) or tokens[index] not in lexicon.fractions:
        return False
    if lexicon.code != "en" or _of(tokens, index + 1):
        return True
    # "Fell by a third", "a contingency of a fifth", "paid a third"; not "by a third party".
    before, after = tokens[index - 2] if index > 1 else "", tokens[index + 1] if index + 1 < len(tokens) else ""
    return not after or after in _MORE or (before in {"by", "of"} and (after in lexicon.stop or after in _BUILT))


def _mixed(tokens: Sequence[str], first: int, reader: _Reader, lexicon: Lexicon) -> Spelled | None:
    """Return "two and a half", or its Turkish "iki bu\u00e7uk", as one number."""
    index = reader.index
    if not reader.seen or reader.ordinal:
        return None
    joined = 2 if lexicon.code == "en" and list(tokens[index : index + 2]) == ["and", "a"] else 0
    last = index + joined
    if last >= len(tokens) or not ((joined and tokens[last] in lexicon.fractions) or tokens[last] == "bucuk"):
        return None
    over, under = lexicon.fractions[tokens[last]]
    return first, last + 1, reader.total + reader.current + Decimal(over) / under, "cardinal"


def _fraction(tokens: Sequence[str], first: int, reader: _Reader, lexicon: Lexicon) -> Spelled | None:
    """Return "two thirds", "half" or "a quarter of", read up to the word that names the parts."""
    index = reader.index
    if reader.ordinal and tokens[index : index + 1] == ["parte"] and reader.current >= _THIRD:
        # "La cuarta parte" is a quarter, "la segunda parte" the second.
        return first, index + 1, Decimal(1) / reader.current, "fraction"
    if reader.ordinal or index >= len(tokens) or tokens[index] not in lexicon.fractions:
        return None
    if _is_no_part(tokens, first, index, lexicon):
        return None
    word, value = tokens[index], reader.total + reader.current
    if word in lexicon.ordinals and not (word.endswith("s") or _of(tokens, index + 1) or tokens[first] == "one"):
        return None
    if reader.seen and value >= _MOST_PARTS:
        return None
    over, under = lexicon.fractions[word]
    return first, index + 1, Decimal(value or 1) * over / under, "fraction"


def _is_no_part(tokens: Sequence[str], first: int, index: int, lexicon: Lexicon) -> bool:
    """Return whether a fraction is none here: "the first two quarters" are of a year, "zum halben Preis" is no number."""
    if tokens[index] in _HALF_OF:
        return index + 1 >= len(tokens) or tokens[index + 1] not in lexicon.unit_starts
    return tokens[index] == "quarters" and (first == index or (first > 0 and tokens[first - 1] in _BEFORE_QUARTERS))


class _Reader:
    """Reads the number that tokens spell from `index` on; `total` holds finished scales, `current` what is being said."""

    def __init__(self, tokens: Sequence[str], index: int, lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.index = index
        self.lexicon = lexicon
        self.total = self.current = 0
        self.seen = self.ordinal = self.begins_with_scale = False

    def read(self) -> None:
        """Advance to the first word that does not belong to the number."""
        first = self.index
        while self.index < len(self.tokens) and not self.ordinal and self._take(self.tokens[self.index]):
            self.index += 1
        while self.index - 1 > first and self.tokens[self.index - 1] in self.lexicon.joiners:
            self.index -= 1

    def _take(self, word: str) -> bool:
        lex = self.lexicon
        if word in lex.cardinals:
            return self._take_cardinal(word, lex.cardinals[word])
        if word in lex.hundreds:
            return self._take_hundred()
        if word in lex.scales:
            return self._take_scale(word, lex.scales[word])
        if word in lex.ordinals:
            return self._take_ordinal(word, lex.ordinals[word])
        if word in lex.joiners and self.seen and self.current and self.index + 1 < len(self.tokens):
            following = lex.cardinals.get(self.tokens[self.index + 1])
            return following is not None and _joins(self.current, following, lex)
        return False

    def _take_cardinal(self, word: str, number: int) -> bool:
        if number == _VINGT and self.current % 100 == _QUATRE and self.tokens[self.index - 1] == "quatre":
            self.current += _QUATRE * _VINGT - _QUATRE
        elif word in _DOZENS and self.current:
            self.current *= number
        elif self.current and not _fits(self.current, number, self.lexicon):
            return False
        else:
            self.current += number
        self.seen = True
        return True

    def _take_hundred(self) -> bool:
        if self.current >= 100:  # noqa: PLR2004 -- nobody says two hundred hundred
            return False
        self.begins_with_scale = self.begins_with_scale or not self.seen
        self.current = max(1, self.current) * 100
        self.seen = True
        return True

    def _take_scale(self, word: str, scale: int) -> bool:
        following = self.tokens[self.index + 1] if self.index + 1 < len(self.tokens) else ""
        if not self.seen and word in _ALONE and following not in self.lexicon.scales:
            return False
        self.begins_with_scale = self.begins_with_scale or not self.seen
        if self.total and scale > _GROUP and not self.current:
            self.total *= scale
        else:
            self.total += max(1, self.current) * scale
        self.current, self.seen = 0, True
        return True

    def _take_ordinal(self, word: str, number: int) -> bool:
        lex = self.lexicon
        if (
            word in lex.fractions
            and (word.endswith("s") or _of(self.tokens, self.index + 1))
            and self.current < _MOST_PARTS
            and self.seen
        ):
            return False
        if not self.seen and word == "second" and not _counts_second(self.tokens, self.index, lex):
            return False
        if number in _ROUND and 1 < self.current < number:
            # Deux-centi\u00e8me, two hundredth.
            self.current *= number
        elif self.current and not _fits(self.current, number, lex):
            return False
        else:
            self.current += number
        self.seen = self.ordinal = True
        return True


def _fits(current: int, number: int, lexicon: Lexicon) -> bool:
    """Return whether a number word can follow one: twenty five, two hundred five; not five twenty."""
    low = current % 100
    if low == 0:
        return number < 100 or (current % 1000 == 0 and number < 1000)  # noqa: PLR2004 -- below the last place said
    if lexicon.code == "fr" and low in {60, 80} and number < 20:  # noqa: PLR2004 -- soixante-dix, quatre-vingt-dix
        return True
    # Tens and units; the Turkish for fourteen is two words, ten four.
    teen = lexicon.code == "tr" or (lexicon.code == "fr" and number >= 7)  # noqa: PLR2004 -- dix-huit
    return low % 10 == 0 and number < 10 and low >= (10 if teen else 20)  # noqa: PLR2004


def _joins(current: int, following: int, lexicon: Lexicon) -> bool:
    if lexicon.code == "en":
        return current % 100 == 0 and following < 100  # noqa: PLR2004 -- two hundred and five
    return _fits(current, following, lexicon)


def _of(tokens: Sequence[str], index: int) -> bool:
    return index < len(tokens) and tokens[index] == "of"


def _counts_second(tokens: Sequence[str], index: int, lexicon: Lexicon) -> bool:
    """Return whether "second" is an ordinal and no unit: the second law, a second coat; not every second, 5 second."""
    before, after = tokens[index - 1] if index else "", tokens[index + 1] if index + 1 < len(tokens) else ""
    if before == "a" and index > 1 and tokens[index - 2] not in lexicon.unit_starts:
        return after.isalpha() and after not in lexicon.stop and after not in lexicon.after
    return (
        (index + 1 < len(tokens) or before in _PLACED or before == "the")
        and before not in _BEFORE_UNITS
        and not before.isdigit()
    )


# --- Chinese ----------------------------------------------------------------------------------------------------------

HAN_NUMERAL = re.compile(
    "[\u96f6\u3007\u4e00\u4e8c\u4e24\u5169\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u4e07\u842c\u4ebf\u5104]+"
)
_HAN_DIGITS = dict(
    zip(
        "\u96f6\u3007\u4e00\u4e8c\u4e24\u5169\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d",
        (0, 0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9),
        strict=True,
    )
)
_HAN_SCALES = {"\u5341": 10, "\u767e": 100, "\u5343": 1000}
HAN_GROUPS = {"\u4e07": 10**4, "\u842c": 10**4, "\u4ebf": 10**8, "\u5104": 10**8}
_LONGEST = 40


def han_number(numeral: str) -> Decimal | None:
    """Return the value of a Chinese numeral: \u4e09\u767e\u4e8c\u5341\u4e00 is 321, \u4e8c\u3007\u4e8c\u516d is 2026; null for one too long to be one."""
    if len(numeral) > _LONGEST:
        return None
    if len(numeral) > 1 and all(c in _HAN_DIGITS for c in numeral):
        return Decimal("".join(str(_HAN_DIGITS[c]) for c in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in _HAN_DIGITS:
            digit = _HAN_DIGITS[character]
        elif character in _HAN_SCALES:
            section += (digit or 1) * _HAN_SCALES[character]
            digit = 0
        else:
            group = HAN_GROUPS[character]
            # 一万亿 is a product, 一亿二千万 a sum.
            total = (total + section + digit or 1) * group if group > total else total + (section + digit) * group
            section = digit = 0
    return Decimal(total + section + digit)

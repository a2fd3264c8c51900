"""Sentences: the first seed's plain rule, and a rule for many languages that needs neither a model nor the language.

Own code, because what a verifier and a chunker need is not what splitters offer: `pysbd` is unmaintained and slow, and
`sentencex`, well kept and fast, must be told the language, parts a citation marker from its sentence, splits Turkish
ordinals, and knows neither headings nor tables nor hard-wrapped lines.

Where the rule is in doubt it does not split: a sentence too long costs little, a sentence cut in two loses evidence.
Time is linear in the text: every pattern below either cannot backtrack or is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from harness.protocols import Cut
from harness.text.words import strip_span


def split_plain(text: str, enders: str = ".!?") -> list[Cut]:
    """Return `(start, end)` of each sentence by the plain rule: white space after one of `enders` ends a sentence.

    Sentences are stripped and not empty.
    """
    if not enders:
        return list(strip_span(text, 0, len(text)))
    cuts: list[Cut] = []
    start = 0
    for gap in _plain_gap(enders).finditer(text):
        cuts.extend(strip_span(text, start, gap.start()))
        start = gap.end()
    cuts.extend(strip_span(text, start, len(text)))
    return cuts


def split_sentences(text: str) -> list[Cut]:
    """Return `(start, end)` of each sentence, in order; every character but white space is in exactly one.

    Headings, list items, table rows, doctests and paragraphs end where their lines end; a fenced block is one sentence.
    Inside a paragraph a line break is white space. A citation marker after the full stop belongs to the sentence before.
    """
    ordinals = cache(lambda: _writes_ordinals(text))
    cuts: list[Cut] = []
    for start, end, verbatim in _blocks(text):
        first = start
        if not verbatim:
            for boundary in _boundaries(text, start, end, ordinals=ordinals):
                cuts.extend(strip_span(text, first, boundary))
                first = boundary
        cuts.extend(strip_span(text, first, end))
    return cuts


def fence_after(open_fence: str, line: str) -> str:
    """Return the fence that is open after `line`: the backquotes or tildes that opened it, or "" outside a block.

    The rule is CommonMark's: a block ends at a bare run of its own character at least as long, or with the text.
    """
    match = _FENCE.match(line)
    if match is None:
        return open_fence
    fence, rest = match.groups()
    if not open_fence:
        return "" if fence[0] == "`" and "`" in rest else fence
    closes = fence[0] == open_fence[0] and len(fence) >= len(open_fence) and not rest.strip()
    return "" if closes else open_fence


@lru_cache(maxsize=16)
def _plain_gap(enders: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=[{re.escape(enders)}])\s+")


# --- blocks: what ends where its lines end ----------------------------------------------------------------------------

_LINE = re.compile(r"[^\n\r\f\u2028\u2029]*+(?:\r\n|[\n\r\f\u2028\u2029]|\Z)")
_FENCE = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)(.*+)")
_KIND = re.compile(
    r"""\s*+(?:
        (?P<blank>\Z)
      | (?P<heading>\#{1,6}(?=\s))
      | (?P<rule>(?:-{3,}+|={3,}+|~{3,}+|\*{3,}+|_{3,}+)\s*+\Z)
      | (?P<row>\|)
      | (?P<doctest>>>>(?=\s))
      | (?P<bullet>[-*+\u2022\u2023\u25aa\u2013\u00b7](?=\s))
      | \(?(?P<number>\d{1,3}|[a-z])[.)](?=\s)
    )""",
    re.VERBOSE,
)


_VERBATIM = frozenset({"doctest", "fence", "row"})


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield `(start, end, verbatim)` of each block; together they cover the text."""
    start, kind, fence = 0, "", ""
    for line in _LINE.finditer(text):
        was_open, fence = fence, fence_after(fence, line[0])
        if was_open:
            if not fence:
                yield start, line.end(), True
                start, kind = line.end(), ""
            continue
        found = "fence" if fence else _line_kind(line[0], kind)
        if found == "rule":
            found, closes = kind, True
        else:
            closes = found in {"heading", "row", "blank"}
            if found and start < line.start():
                yield start, line.start(), kind in _VERBATIM
                start = line.start()
        kind = found or kind or "text"
        if closes:
            yield start, line.end(), kind in _VERBATIM
            start, kind = line.end(), ""
    if start < len(text):
        yield start, len(text), kind in _VERBATIM


def _line_kind(line: str, inside: str) -> str:
    """Return what the line starts, or "" where it continues the block it stands in."""
    match = _KIND.match(line)
    if match is None or match.lastgroup is None:
        return ""
    # A wrapped line may begin with a year or a date: only a first number can interrupt a paragraph.
    if match.lastgroup == "number" and inside not in {"", "number", "bullet"} and match["number"] not in {"1", "a"}:
        return ""
    return match.lastgroup


# --- boundaries inside a block ----------------------------------------------------------------------------------------

_CLOSERS = r"""["'\u201d\u2019\u00bb\u203a)\]}*_`\u300d\u300f\u3011\u3009\u300b\uff09\uff3d]"""
# Full stops that need no white space after them, most of them of scripts that write none.
_STRONG = "\u3002\uff01\uff1f\uff61\uff0e\u061f\u06d4\u0964\u0965\u0589\u104b\u17d4\u17d5\u1362"
_LABEL = r"[\[\u3010](?=[^\[\]\s]{0,120}?[\d.#\u2020])[^\[\]\s]{1,120}[\]\u3011]"
_LIST = r"\[S?\d++(?:[,;]\s?S?\d++){1,20}+\]"
_ENDER = re.compile(
    rf"(?P<ender>[.!?\u2026{_STRONG}]++)"
    rf"(?P<closers>{_CLOSERS}*+(?:[ \u00a0\u202f]\u00bb(?=\s|\Z))?)"
    rf"(?P<markers>(?:\s*+(?:{_LABEL}|{_LIST})(?![(:]))*+)"
)
_OPENERS = re.compile(r"""[\s"'\u201c\u2018\u201e\u00ab\u2039(\[{*_`\u00bf\u00a1\u300c\u300e\u2014\u2013-]*+""")
_NEXT = re.compile(r"[^\W_]++")
_TOKEN = re.compile(r"""[^\s"\u201c\u201e\u00ab\u2039(\[{*_`/\u2014\u2013]+\Z""")
_APOSTROPHES = "'\u2018\u2019"
_CODE = re.compile(r"\w*[_(A-Z]|\w+\.\w|\w+\d")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}")
_NUMBERING = re.compile(r"\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,4}|[^\W\d_]")
_ROMAN = re.compile(r"[IVXLC]{2,}")
_BARE = re.compile(r"\s*+[.!?\u2026]+(?=\s|\Z)")
_NOT_A_STARTER = frozenset({".", "'", "\u2019"})
_LOOK_BACK = 40
_SHORT_WORD = 3
_ORDINAL_DIGITS = 3
_DAY_DIGITS = 2


def _boundaries(text: str, start: int, end: int, *, ordinals: Callable[[], bool]) -> Iterator[int]:
    first = start
    for match in _ENDER.finditer(text, start, end):
        after = match.end()
        if after < end and _ends(text, match, (first, end), ordinals=ordinals):
            yield after
            first = after


def _ends(text: str, match: re.Match[str], sentence: Cut, *, ordinals: Callable[[], bool]) -> bool:
    """Return whether a sentence ends after `match`; `sentence` is its start and the end of its block."""
    ender, after = match["ender"], match.end()
    if ender[-1] in _STRONG:
        return _strong_ends(text, match)
    glued = not text[after].isspace() and not (match["markers"] and text[after].isupper())
    if glued or _BARE.match(text, after, sentence[1]):
        return False
    opened = _OPENERS.match(text, after, sentence[1])
    following = _NEXT.match(text, opened.end() if opened else after, sentence[1])
    before, earlier = _before(text, match.start(), sentence[0])
    if following is None:
        return ender != "." or _key(before) not in _ABBREVIATIONS
    word = following[0]
    if word[0].islower():
        code = bool(_CODE.match(text, following.start()))
        return not match["closers"] and _ends_before_lower(ender, before, code=code, ordinals=ordinals)
    opens = word.lower() in _STARTERS and text[following.end() : following.end() + 1] not in _NOT_A_STARTER
    return (
        ender != "." or bool(match["closers"]) or _full_stop_ends(before, earlier, word, opens=opens, ordinals=ordinals)
    )


def _strong_ends(text: str, match: re.Match[str]) -> bool:
    before, after = text[match.start() - 1 : match.start()], text[match.end()]
    if match["ender"] == "\uff0e" and before.isdigit() and after.isdigit():
        return False
    # After a closing quote, kana or a comma go on with the sentence that quotes.
    return not (match["closers"] and ("\u3040" <= after <= "\u309f" or after in "\u3001\uff0c,"))


def _ends_before_lower(ender: str, before: str, *, code: bool, ordinals: Callable[[], bool]) -> bool:
    if ender[-1] == "?":
        return True
    if ender[-1] == "!":
        return not before[:1].isupper()
    if ender != "." or _is_abbreviation(before):
        return False
    # Text typed without capitals; where ordinals end in a full stop, a small letter after one goes on.
    return code or (len(before) > _SHORT_WORD and before.isalpha() and before.islower() and not ordinals())


def _full_stop_ends(before: str, earlier: str, word: str, *, opens: bool, ordinals: Callable[[], bool]) -> bool:
    """Return whether the full stop after `before` ends a sentence although `word`, not in small letters, follows it."""
    if not earlier[-1:].isalnum() and _NUMBERING.fullmatch(before):
        return False
    if before.isdigit() and len(before) <= _ORDINAL_DIGITS:
        return not _is_date(before, word) and (opens or not ordinals())
    if _ROMAN.fullmatch(before) and ordinals():
        return opens
    key = _key(before)
    if key in _TITLES or key in _DOTTED_INSIDE or (_key(earlier.rstrip(".")), key) in _PAIRS:
        return False
    if key in _NUMBERED and len(key) > 1:
        return not (word[0].isdigit() or _ROMAN.fullmatch(word) or len(word) == 1)
    return opens or key in _CLOSING or (before == "I" and not ordinals()) or not _is_abbreviation(before)


def _is_abbreviation(token: str) -> bool:
    return (len(token) == 1 and token.isalpha()) or _key(token) in _ABBREVIATIONS or bool(_DOTTED.fullmatch(token))


def _is_date(before: str, word: str) -> bool:
    if word.isdigit():
        return len(before) <= _DAY_DIGITS and len(word) <= _DAY_DIGITS
    return word.lower() in _MONTHS


def _before(text: str, end: int, first: int) -> tuple[str, str]:
    """Return the word that ends at `end` and the one before it, looked for only a little way back."""
    tail = text[max(first, end - _LOOK_BACK) : end]
    token = _TOKEN.search(tail)
    if token is None:
        return "", ""
    earlier = tail[: token.start()].split()
    return token[0].lstrip(_APOSTROPHES), earlier[-1] if earlier else ""


def _key(token: str) -> str:
    return token.lower().replace("i\u0307", "i")


# --- what the languages abbreviate ------------------------------------------------------------------------------------


def _words(spaced: str) -> frozenset[str]:
    return frozenset(spaced.split())


_TITLES = _words(
    # Before a name: English, French, Spanish, German, Turkish, Italian.
    "dr mr mrs ms mx prof st ste gen col lt sgt capt cpt maj rev hon gov sen rep pres messrs mt "
    "m mm me mgr pr sr sra srta sres ud uds hr fr frl dipl ing sig dott do\u00e7 yrd av alb yzb uzm \u00f6\u011fr g\u00f6r "
    # Before anything.
    "vs cf ca approx aprox viz resp bzw bspw vgl sog zzgl inkl ggf evtl gem geb insb insbes allg "
    "bkz \u00f6rn krs haz \u00e7ev mah cad sok ed eds orig env incl excl"
)
_NUMBERED = _words(
    "no nos nr n\u00ba num n\u00fam fig figs eq eqs sec secs ch chap vol vols art arts abs abb tab bd p pp pg pag p\u00e1g "
    "s ss sf c sy para \u00a7 kap lit"
)
_MAY_CLOSE = _words(
    # May stand last, so that only a word that opens sentences shows the end of one.
    "inc ltd co corp bros jr esq al dept depto est min max avg jan feb mar apr jun jul aug sep sept oct nov dec okt dez "
    "mon tue wed thu fri sat sun mio mrd std tel str gmbh chr yy \u015fti a\u015f univ assn assoc misc ext ft lb oz "
    "hrsg verl aufl jh cont ibid seq govt intl coll trad"
)
_CLOSING = _words("etc usw vb vd ecc")
_DOTTED_INSIDE = _words("e.g i.e z.b d.h p.ex p.ej u.a i.d.r s.o s.u")
_PAIRS = frozenset(
    {("e", "g"), ("i", "e"), ("z", "b"), ("d", "h"), ("p", "ex"), ("par", "ex"), ("p", "ej"), ("por", "ej"), ("u", "a")}
)
_ABBREVIATIONS = _TITLES | _NUMBERED | _MAY_CLOSE | _CLOSING | _DOTTED_INSIDE | {"ex", "ej"}

_MONTHS = _words(
    "januar j\u00e4nner februar m\u00e4rz april mai juni juli august september oktober november dezember "
    "ocak \u015fubat mart nisan may\u0131s haziran temmuz a\u011fustos eyl\u00fcl ekim kas\u0131m aral\u0131k"
)
_STARTERS = _words(
    "a an the this that these those it he she they we you i in on at for from with as but and if when while however "
    "there here to by after before since so then thus what who why how where its his her their our my not all some "
    "many most each both although because during until such also moreover otherwise therefore "
    "der die das den dem ein eine er sie es wir ihr im am und aber wenn dies diese dieser dieses mit nach bei seit "
    "les une il elle ils elles ce cette ces nous vous dans les des "
    "el los las una en esta este estos "
    "bu bir ve ancak o \u015fu fakat ama ayr\u0131ca bunun b\u00f6ylece sonra"
)

_ORDINAL_WORDS = re.compile(
    r"\b(?:der|die|das|und|ist|ein|eine|nicht|von|ve|bir|bu|i\u00e7in|ile|olarak|og|det|ikke|ja|on|je|na|az|\u00e9s)\b"
    r"|[\u011f\u015f\u0131\u0130\u00df]"
)
_CARDINAL_WORDS = re.compile(r"\b(?:the|of|and|to|is|le|les|et|des|du|el|los|y|que|del|il|di|che|o|da|on)\b")
_SAMPLE = 4000


def _writes_ordinals(text: str) -> bool:
    """Return whether the text looks like a language that writes "3." for "third" (German, Turkish, Nordic, ...)."""
    sample = text[:_SAMPLE]
    return len(_ORDINAL_WORDS.findall(sample)) > len(_CARDINAL_WORDS.findall(sample))

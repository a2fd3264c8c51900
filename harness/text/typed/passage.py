"""A text made ready for comparing: normalised, cut into sentences, its words folded, its literals read when asked for."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Sequence

from harness.text.typed.captions import lift_captioned
from harness.text.typed.dates import day_comes_first, in_order
from harness.text.typed.fold import CJK, fold, normalise, without_notes
from harness.text.typed.kin import kin
from harness.text.typed.language import guess_language
from harness.text.typed.lazy import lazy
from harness.text.typed.lexicon import Lexicon, lexicon
from harness.text.typed.lines import lift_lines
from harness.text.typed.litotes import without_litotes
from harness.text.typed.measures import comparator_words
from harness.text.typed.names import Name, Verbatim, find_names, find_verbatim
from harness.text.typed.sayings import in_one_saying
from harness.text.typed.scan import find_typed, may_hold_literals, token_at
from harness.text.typed.tables import lift_money
from harness.text.typed.values import Typed, uses_decimal_comma

TOKEN = re.compile(f"[{CJK}]|[^\\W_{CJK}]+")
"""One word, or one character of a script without spaces."""
_ASCII_TOKEN = re.compile("[A-Za-z0-9]+")
"""The same in plain ASCII, where it is found three times faster."""

_ENDER = re.compile("[.!?\u3002\uff01\uff1f\n]")
_STOP, _HAN_STOP = ".!?", "\u3002\uff01\uff1f!?"
_AFTER_STOP = re.compile("[\"')\\]*]{0,3}\\s++(?=[\"'(\\[*\u00bf\u00a1-]{0,3}[^\\Wa-z_])")
_AFTER_HAN = re.compile("(?=[\u3400-\u9fff\u300c\u201c])")
_LINES = re.compile("\\n+\\s*+")
_ABBREVIATIONS = r"Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Jr|Sr|vs|ca|bzw|Abs|Art|Fig|Inc|Ltd|Co|Corp|approx|e\.g|i\.e|z\. ?B|Gen|Sen|Rep|Gov|Lt|Col|Mt|Av|Sra|Sgt|Rev|Hon|etc|al|Mio|Mrd|Tsd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Okt|Nov|Dec|Dez|Capt|Maj|Adm|Bros|[Dd]ept|Sec|Vol|Mme|Dra|Ing|Doç|Uzm"
_SHORTENED = re.compile(rf"(?:(?<!\u00b0)(?<!\d )\b[A-Z]\.\Z|\b(?:{_ABBREVIATIONS})\.\Z|(?<![\w.,])\d{{1,2}}\.\Z)")
_HALF_DAY, _ZONE = (
    re.compile(r"\d\s?[ap]\.?\s?m\.\Z"),
    re.compile(r"[A-Z]{2,4}T\b|UTC|GMT|(?:Eastern|Central|Pacific|Mountain|Greenwich) "),
)
"""What a time ends with, and how a time zone after it begins."""
_SHORT_ENDS = frozenset(short[-2:] for short in _ABBREVIATIONS.split("|"))
_LONGEST_SHORTENED = 12
_ORDINAL_CODES = frozenset({"de", "tr"})
_LETTER = re.compile(r"\w A(?![\w'])")
_ROW = re.compile(r"\s*\|")
_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_LABEL_WORDS = 8
_MANY_SENTENCES = 6
_TITLE_WORDS, _LONGEST_TITLE = 3, 60
_ANY_DIGIT = re.compile(r"\d")
_TOPIC = re.compile(r"(\w[^\s.,:;|]{0,24}(?:\s[^\s.,:;|]{1,24}){0,4}):\s")
_REACH, _HAN_REACH = 5, 8
_LONG_COPY = 10
_SEEN_BEFORE = 60
_AFTER_A_STOP = (". ", "! ", "? ", "; ")
_DISTANCING = frozenset(
    "deny denies denied false falsely wrong wrongly myth alleged allegedly claim claims claimed contrary unlike instead".split()
)
_BEFORE_A_STOP = frozenset({". ", "! ", "? ", ".", "!", "?"})
_TURNING = frozenset("but if unless until when only or aber wenn falls oder mais si ou pero o ama eger".split())
_SPACED_STOP = re.compile(r" (?=[,.;:!?]{1,3}(?:\s|\Z))")
_STOPS_FIRST = re.compile(r"[,.;:!?]{1,3}(?:\s|\Z)")
_SIGN, _STOPS = "#>*-\u2022 ", " .!?:;\u3002"
_HYPHENATED = re.compile(r"(?<![\w-])[^\W\d_]{1,30}(?:-[^\W\d_]{1,30}){1,4}(?![\w-])")
_GLUED_ON = re.compile(
    r"(?<=[\w)\"][.!?])(?=(?:The|This|These|It|In|He|She|They|We|But|And|For|At|On|If|When|While|However|There|A|An|Der|Die|Das|Les|Le|La|Il|Elle|El|Los) )"
)
"""The end of a sentence after which somebody forgot the space, before a word that opens sentences."""
_HEAD, _LAST_LETTER = 3, "\U0010ffff"
_MOST_ALIKE = 300
LONGEST = 4000
"""The most characters of a sentence; longer ones are cut, so that what is done with pairs inside one stays bounded."""
_SAMPLE, _SAMPLE_TOKENS = 3000, 400


class Sentence:
    """One sentence or line of a passage; everything but its text is read once, when asked for."""

    __slots__ = ("__dict__", "code", "day_first", "decimal_comma", "guess", "index", "label", "lexicon", "text")

    def __init__(self, text: str, index: int, code: str, decimal_comma: bool | None) -> None:  # noqa: FBT001 -- a third state is null
        self.text = text
        self.index = index
        self.code = code
        self.decimal_comma = decimal_comma
        self.guess = code
        self.lexicon: Lexicon = lexicon(code)
        self.label: tuple[str, ...] = ()
        self.day_first: bool | None = None

    @lazy
    def tokens(self) -> list[str]:
        """The folded words in order."""
        text = self.text
        found = folded_words(text)
        if self.code == "en" and " A" in text:
            _keep_letter(text, found)
        return found

    @lazy
    def starts(self) -> list[int]:
        """The offset of each word."""
        text = self.text
        return [m.start() for m in (_ASCII_TOKEN if text.isascii() else TOKEN).finditer(text)]

    @lazy
    def words(self) -> frozenset[str]:
        """The folded words as a set."""
        return frozenset(self.tokens)

    @lazy
    def capitals(self) -> frozenset[int]:
        """The indices of the words that begin with a capital."""
        text = self.text
        if text[1:].islower():
            return frozenset({0} if text[0].isupper() else ())
        return frozenset([i for i, start in enumerate(self.starts) if text[start].isupper()])

    @lazy
    def compounds(self) -> frozenset[str]:
        """The words that are joined to another by a hyphen: in and out of in-network and out-of-network tell them apart."""
        if "-" not in self.text:
            return frozenset()
        return frozenset(w for joined in _HYPHENATED.findall(fold(self.text)) for w in joined.split("-"))

    @lazy
    def content(self) -> dict[str, list[int]]:
        """The words that are no function words, each with its places among them."""
        found: dict[str, list[int]] = {}
        stop = self.lexicon.stop
        for place, token in enumerate([t for t in self.tokens if t not in stop]):
            if token in found:
                found[token].append(place)
            else:
                found[token] = [place]
        return found

    @lazy
    def typed(self) -> tuple[Typed, ...]:
        """The typed literals."""
        if not may_hold_literals(self.text, self.tokens, self.code):
            return ()
        found = find_typed(self.text, self.tokens, self.starts, self.code, decimal_comma=self.decimal_comma)
        if self.day_first is not None:
            found = tuple([in_order(x, day_first=self.day_first) for x in found])
        if not found or not self.masked:
            return found
        return tuple(
            [x for x in found if not any(a <= x.start < b and not self._has_port(x, b) for a, b in self.masked)]
        )

    def _has_port(self, literal: Typed, end: int) -> bool:
        """Return whether an identifier goes on after a technical name, as host.example.net:5672 does."""
        return literal.kind == "identifier" and literal.end > end and self.text[end] == ":"

    @lazy
    def masked(self) -> tuple[tuple[int, int], ...]:
        """Where technical names stand: their digits are no numbers."""
        return tuple([(v.start, v.end) for v in self.verbatim if not v.quoted])

    @lazy
    def verbatim(self) -> tuple[Verbatim, ...]:
        """The quoted strings and technical names."""
        return find_verbatim(self.text)

    @lazy
    def names(self) -> tuple[Name, ...]:
        """The proper names."""
        taken = [*self.masked, *((x.start, x.end) for x in self.typed)]
        return tuple(find_names(self.text, self.tokens, self.starts, self.lexicon, taken))

    @lazy
    def phrases(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The phrases of the thesaurus among its words: the group of each, and the indices of its words."""
        known = kin(self.code)
        return () if known.phrases.keys().isdisjoint(self.words) else tuple(known.find(self.tokens))

    @lazy
    def literal_words(self) -> frozenset[int]:
        """The indices of the words inside captions and typed literals other than identifiers, which are names."""
        first, last = self.__dict__.get("captioned", (0, 0))
        found = set(range(token_at(self.starts, first), token_at(self.starts, last)))
        for literal in self.typed:
            if literal.kind != "identifier":
                found.update(range(token_at(self.starts, literal.start), token_at(self.starts, literal.end)))
        return frozenset(found)

    @lazy
    def comparing(self) -> frozenset[int]:
        """The indices of the words that only compare: "at least", "or more", next to a literal that has a comparator."""
        found: set[int] = set()
        for literal in self.typed:
            if not (literal.comparator or literal.also):
                continue
            first, last = token_at(self.starts, literal.start), token_at(self.starts, literal.end)
            words = comparator_words(self.code)
            before = _REACH if self.code != "zh" else _HAN_REACH
            for index in (*range(max(0, first - before), first), *range(last, min(len(self.tokens), last + _REACH))):
                if self.tokens[index] in words:
                    found.add(index)
        return frozenset(found)

    @lazy
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The offsets of the cells of a table row; none for prose."""
        if "|" not in self.text:
            return ()
        if not (_ROW.match(self.text) or self.text.count("|") > 1):
            return ()
        edges = [m.start() for m in re.finditer(r"\|", self.text)]
        if not _ROW.match(self.text):
            edges = [-1, *edges]
        if edges[-1] < len(self.text.rstrip()) - 1:
            edges.append(len(self.text))
        return tuple([(a + 1, b) for a, b in itertools.pairwise(edges)])


def _keep_letter(text: str, tokens: list[str]) -> None:
    """Tell the letter of "Plan A" from the article: it stays a capital."""
    if _LETTER.search(text) is None or text.isupper():
        return
    surfaces = TOKEN.findall(text)
    for index, surface in enumerate(surfaces[1:], 1):
        if surface == "A":
            before = surfaces[index - 1]
            if before[0].isalpha() and f"{before} A" in text:
                tokens[index] = "A"


class Passage:
    """A text cut into sentences; its words are read when a claim is not found in it word for word."""

    def __init__(self, text: str, code: str = "") -> None:
        self.text = without_notes(normalise(text))
        self.guess = guess_language(self.text, folded_words(self.text[:_SAMPLE])[:_SAMPLE_TOKENS])
        self.code = self.guess or code or "en"
        read = self.text
        self.text = without_litotes(read, self.code)
        self.understated = self.text != read
        self.text = in_one_saying(self.text, self.code)
        known = self.guess or code
        comma = uses_decimal_comma(self.text, lexicon(known).decimal_comma if known else None)
        self.sentences: list[Sentence] = [
            Sentence(s, i, self.code, comma) for i, s in enumerate(_split(self.text, self.code))
        ]
        _label(self.sentences)
        if "|" in self.text:
            lift_money(self.sentences)
        if ":" in self.text and "(" in self.text:
            lift_lines(self.text, self.sentences)
        lift_captioned(self.text, self.sentences)
        if "/" in self.text and (first := day_comes_first(self.text)) is not None:
            for sentence in self.sentences:
                sentence.day_first = first

    @lazy
    def words(self) -> frozenset[str]:
        """All words of its sentences."""
        return frozenset(self.places)

    @lazy
    def with_literals(self) -> list[Sentence]:
        """The sentences that hold typed literals."""
        return [s for s in self.sentences if s.typed]

    @lazy
    def by_value(self) -> dict[object, list[tuple[Sentence, Typed]]]:
        """Each reading of a literal with where it stands."""
        found: dict[object, list[tuple[Sentence, Typed]]] = {}
        for sentence in self.with_literals:
            for literal in sentence.typed:
                for value in literal.values:
                    found.setdefault(value, []).append((sentence, literal))
        return found

    @lazy
    def flat(self) -> str:
        """The sentences folded and joined by spaces, with none before a mark that begins a line."""
        return "".join([gap + _one_line(s.text) for gap, s in zip(self.gaps, self.sentences, strict=True)])

    @lazy
    def gaps(self) -> list[str]:
        """What stands in `flat` before each sentence."""
        return ["" if not s.index or _STOPS_FIRST.match(s.text) else " " for s in self.sentences]

    @lazy
    def edges(self) -> tuple[frozenset[int], frozenset[int]]:
        """Where in `flat` each sentence begins (with and without its sign) and ends (with and without its full stop)."""
        begins: set[int] = set()
        ends: set[int] = set()
        length = 0
        for gap, sentence in zip(self.gaps, self.sentences, strict=True):
            piece = _one_line(sentence.text)
            length += len(gap)
            begins.update((length, length + len(piece) - len(piece.lstrip(_SIGN))))
            length += len(piece)
            ends.update((length, length - len(piece) + len(piece.rstrip(_STOPS))))
        return frozenset(begins), frozenset(ends)

    def copied(self, key: str) -> bool:
        """Return whether a folded text is one or more whole sentences of this passage, word for word.

        A long text may also start and stop inside a sentence, beside words that do not turn what was said.
        """
        text = self.flat
        at = text.find(key) if key else -1
        if at < 0:
            return False
        begins, ends = self.edges
        long = key.count(" ") >= _LONG_COPY
        while at >= 0:
            end = at + len(key)
            starts = at in begins or (long and self._may_start(text, at))
            if starts and (
                end in ends or (long and (text[end : end + 2] in _BEFORE_A_STOP or self._may_stop(text, end)))
            ):
                return True
            at = text.find(key, at + 1)
        return False

    def _may_start(self, text: str, at: int) -> bool:
        before = text[max(0, at - _SEEN_BEFORE) : at]
        if not before.endswith(" "):
            return not before
        # What stands before the last full stop is another statement, also where no capital follows it.
        opened = max(before.rfind(stop) for stop in _AFTER_A_STOP)
        lex = lexicon(self.code)
        turning = (lex.except_words, lex.only_words, lex.negators, _TURNING, _DISTANCING)
        words = TOKEN.findall(before[opened + 2 :] if opened >= 0 else before)
        return not any(word in kind for word in words for kind in turning)

    def _may_stop(self, text: str, end: int) -> bool:
        if not text[end - 1].isalpha() or text[end : end + 1].isalnum():
            return False
        lex = lexicon(self.code)
        following = TOKEN.search(text, end, end + 40)
        return following is None or not (
            following[0] in lex.except_words
            or following[0] in lex.only_words
            or following[0] in lex.negators
            or following[0] in _TURNING
        )

    @lazy
    def places(self) -> dict[str, list[int]]:
        """Each word with the indices of the sentences that hold it."""
        found: dict[str, list[int]] = {}
        for index, sentence in enumerate(self.sentences):
            # Most words stand in one sentence only, and those of one share a list.
            alone = [index]
            for word in sentence.tokens:
                held = found.get(word)
                if held is None:
                    found[word] = alone
                elif held[-1] != index:
                    if len(held) == 1:
                        found[word] = [*held, index]
                    else:
                        held.append(index)
        return found

    @lazy
    def topics(self) -> frozenset[str]:
        """The words that most of many sentences hold: what all of the passage is about tells no part of it from another."""
        if len(self.sentences) < _MANY_SENTENCES:
            return frozenset()
        stop = lexicon(self.code).stop
        least = max(_MANY_SENTENCES - 1, len(self.sentences) // 3)
        return frozenset(w for w, held in self.places.items() if len(held) >= least and w not in stop)

    def holding(self, claim: Sentence) -> list[Sentence]:
        """Return the sentences that hold every word of a claim; usually one look-up says there are none."""
        words, places = claim.words, self.places
        if not words <= places.keys():
            return []
        rarest = min([places[w] for w in words], key=len, default=[])
        return [s for i in rarest if words <= (s := self.sentences[i]).words]

    def holders(self, forms: frozenset[str]) -> list[int]:
        """Return the indices of the sentences that hold any of some words, in order."""
        places = self.places
        lists = [places[form] for form in forms if form in places]
        return lists[0] if len(lists) == 1 else sorted({i for found in lists for i in found})

    @lazy
    def forms(self) -> dict[tuple[str, str], frozenset[str]]:
        """Room to keep, for words of claims, their forms among this passage's words."""
        return {}

    @lazy
    def phrases(self) -> dict[int, frozenset[str]]:
        """The groups of phrases that may stand for other words, each with the most telling word of those that are here."""
        found: dict[int, frozenset[str]] = {}
        for sentence in self.sentences:
            tokens = sentence.tokens
            for group, places in sentence.phrases:
                told = [tokens[p] for p in places]
                mine = frozenset(told) if self.code == "zh" else frozenset({max(told, key=len)})
                found[group] = found.get(group, frozenset()) | mine
        return found

    @lazy
    def folded(self) -> str:
        """The whole text folded, white space collapsed, for verbatim search."""
        return " ".join(fold(self.text).split())

    @lazy
    def listed(self) -> list[str]:
        """The words in alphabetical order, so that those with one beginning stand together."""
        return sorted(self.places)

    def beginning(self, head: str) -> list[str]:
        """Return the words that begin with the three letters of `head`, the first few hundred; shorter words have no forms."""
        if len(head) < _HEAD:
            return []
        listed = self.listed
        first = bisect_left(listed, head)
        if first == len(listed) or not listed[first].startswith(head):
            return []
        last = bisect_left(listed, head + _LAST_LETTER, first)
        return listed[first : min(last, first + _MOST_ALIKE)]


def folded_words(text: str) -> list[str]:
    """Return the folded words of a text, in order."""
    return _ASCII_TOKEN.findall(text.lower()) if text.isascii() else [fold(w) for w in TOKEN.findall(text)]


def sentence_key(text: str) -> str:
    """Return a normalised sentence as `Passage.copied` looks for it."""
    return _one_line(text).lstrip(_SIGN).rstrip(_STOPS)


def _one_line(text: str) -> str:
    """Return a text folded on one line, without the blanks that tokenised corpora put before commas and full stops."""
    return _SPACED_STOP.sub("", " ".join(fold(text).split()))


def _split(text: str, code: str) -> list[str]:
    """Cut where a sentence surely ends; a cut too few or too many only moves what counts as near."""
    pieces: list[str] = []
    start = passed = 0
    for ender in _ENDER.finditer(text):
        begin, after = ender.span()
        if begin < passed:
            continue
        sign = ender[0]
        if sign == "\n":
            gap = _LINES.match(text, begin)
        else:
            gap = (_AFTER_STOP.match(text, after) or _GLUED_ON.match(text, after)) if sign in _STOP else None
            if gap is None and sign in _HAN_STOP:
                gap = _AFTER_HAN.match(text, after)
        if gap is None:
            continue
        cut, passed = gap.span()
        tail = text[max(start, cut - _LONGEST_SHORTENED) : cut]
        if tail.endswith("m.") and _HALF_DAY.search(tail) and _ZONE.match(text, passed):
            continue
        if (
            _may_be_short(tail)
            and _SHORTENED.search(tail)
            and "\n" not in gap[0]
            and (code in _ORDINAL_CODES or not tail[-3:-1].strip(" (").isdigit())
        ):
            continue
        pieces += cut_long(text[start:cut].strip())
        start = passed
    return pieces + cut_long(text[start:].strip())


def _may_be_short(tail: str) -> bool:
    """Return whether a text may end in what `_SHORTENED` finds: a look at two letters that says no of most."""
    return tail.endswith(".") and (tail[-3:-1] in _SHORT_ENDS or tail[-2:-1].isupper() or tail[-2:-1].isdigit())


def cut_long(text: str) -> list[str]:
    """Return a sentence in pieces of at most `LONGEST` characters, cut at white space where there is some."""
    start, end = 0, len(text)
    if end <= LONGEST:
        return [text] if text else []
    pieces: list[str] = []
    while end - start > LONGEST:
        cut = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = cut if cut > 0 else start + LONGEST
        pieces.append(text[start:cut])
        start = cut
        while start < end and text[start].isspace():
            start += 1
    return [*pieces, text[start:]] if start < end else pieces


def _label(sentences: Sequence[Sentence]) -> None:
    """Hand each line the heading it stands under, and each table row its table's head."""
    heading: tuple[str, ...] = ()
    for sentence in sentences:
        text = sentence.text
        if text.startswith("#") or (text.endswith(":") and len(sentence.tokens) <= _LABEL_WORDS):
            heading = tuple(sentence.tokens)
            continue
        if ": " in text and text[0] in _SIGN and (opening := _TOPIC.match(text.lstrip(_SIGN))):
            # What opens a line of a list is its own: "- Harbour: Mon 9:00-17:00, Tue 9:00-12:00".
            sentence.label = (*heading, *TOKEN.findall(fold(opening[1])))
            continue
        if ": " in text and (opening := _TOPIC.match(text)):
            heading = tuple(TOKEN.findall(fold(opening[1])))
        sentence.label = heading
        if (
            not sentence.index
            and len(text) < _LONGEST_TITLE
            and len(sentence.tokens) <= _TITLE_WORDS
            and text.endswith(".")
            and not _ANY_DIGIT.search(text)
        ):
            heading = tuple(sentence.tokens)


def is_rule(text: str) -> bool:
    """Return whether a line is the rule below a table's head."""
    return _RULE.fullmatch(text) is not None

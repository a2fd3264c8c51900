"""With which subject a literal stands: the words of its part of the sentence, of its table row and column, of its heading."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from harness.text.typed.measures import read_unit
from harness.text.typed.passage import Passage, Sentence, is_rule
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed

_CUT = re.compile(
    r"[,;:()\u2013\u2014\u3001\uff0c\uff1b]|(?<!\w)-(?!\w)|\b(?:(?:and|or)(?!\s(?:more|older|over|above|up|higher|greater|longer|later|newer|less|fewer|younger|under|below|lower|shorter|earlier)\b)|while|whereas|but|versus|vs|und|aber|w\u00e4hrend|oder|et|mais|ou|tandis|y|pero|mientras|ve|ama|ise)\b|\u800c|\u4f46|\u548c",
    re.IGNORECASE,
)
RESPECTIVELY = frozenset(
    {"respectively", "beziehungsweise", "jeweils", "respectivement", "respectivamente", "sirasiyla"}
)
_SAME_AGAIN = re.compile(
    r"\b(?:that is|i\.e\.|in other words|which is|equal to|equals|equivalent to|das sind|das hei\u00dft|d\. ?h\.|c'est-\u00e0-dire|soit|es decir|o sea|yani)(?!\w)|[=\u2248]",
    re.IGNORECASE,
)
_CURRENCIES = frozenset("eur usd gbp chf jpy cny inr try cad aud sek nok dkk pln us rs fr".split())
_BEGIN_COMPLEMENTS = frozenset(
    "for at on in from to up within by with after before f\u00fcr fur ab bei im am an auf nach vor pour en au aux \u00e0 a dans sur apres avant para por con desde".split()
)
BEGIN_PREDICATES = frozenset(
    "is are was were has have had can may must will shall should does did costs weighs measures hat ist wird kann muss darf a est peut doit tiene es puede debe".split()
)
_BEGAN = frozenset("sold bought won lost held made took gave became led kept began ran".split())
_SUBJECT_WORDS = 4
_ARTICLES = frozenset({"the", "a", "an"})
_HAN_EXCEPTED = re.compile("[\uff0c,\uff1b;(\uff08]?([^\uff0c\u3002\uff1b,;.]{1,12})\u9664\u5916")
_ITEMS = re.compile(r",?\s(?:and|und|et|y|ve)\s|,\s", re.IGNORECASE)
_DASHES = frozenset({"-", "\u2013", "\u2014", "to", "bis", "\u00e0", "a", "\u81f3", "\u5230", "ila"})
"""What stands between the two times of a range."""
_TABLE_COMMAS = 2
_BULLETS = "-*\u2022"
_UNIT_PLACES = re.compile(r"(?<=[(\[/])|\s(?=\S)|(?<=,)")
_COMPARED = frozenset(
    "after compared against versus up down from following gegenuber nach contre apres frente tras despues".split()
)
_PRONOUN_REACH = 14
_OPENING = 4
_MOST_ROWS = 300
_MOST_PRONOUNS = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A literal in a passage, with the literals of its sentence that it can be compared with, itself among them."""

    literal: Typed
    sentence: Sentence
    passage: Passage
    group: tuple[Typed, ...]


def zone_of(place: Place) -> frozenset[str]:
    """Return the folded words that a literal stands with. Kept with the sentence."""
    kept: dict[tuple[int, int, int], frozenset[str]] = place.sentence.__dict__.setdefault("zones", {})
    key = (place.literal.start, place.group[0].start, len(place.group))
    if key not in kept:
        cell = table_zone(place.passage, place.sentence, place.literal)
        if cell is None:
            cell = zones(place.sentence, place.group)[next(i for i, o in enumerate(place.group) if o is place.literal)]
        if place.sentence.code == "zh":
            cell -= _excepted(place.sentence, place.literal)
        kept[key] = (cell | _antecedent(place.passage, place.sentence)) - words_inside(place.sentence, place.literal)
    return kept[key]


def words_inside(sentence: Sentence, literal: Typed) -> frozenset[str]:
    """Return the words of a literal itself."""
    return _words(sentence, literal.start, literal.end)


def _excepted(sentence: Sentence, literal: Typed) -> frozenset[str]:
    """Return the words of what a Chinese clause right after a literal excepts from it."""
    match = _HAN_EXCEPTED.match(sentence.text, literal.end)
    return _words(sentence, match.start(1), match.end(1)) if match else frozenset()


def _antecedent(passage: Passage, sentence: Sentence) -> frozenset[str]:
    """Return the words of the sentence before, where a pronoun stands for its subject; of those before it, where one stands there too."""
    found: frozenset[str] = frozenset()
    for index in range(sentence.index, max(0, sentence.index - _MOST_PRONOUNS), -1):
        if not _speaks_of_it(passage.sentences[index]):
            break
        found |= frozenset(t for t in passage.sentences[index - 1].tokens if not any(c.isdigit() for c in t))
    return found


def _speaks_of_it(sentence: Sentence) -> bool:
    """Return whether a pronoun opens a sentence, or its main clause: "After approval by the council, it was built"."""
    pronouns = sentence.lexicon.pronouns
    if not pronouns.isdisjoint(sentence.tokens[:_OPENING]):
        return True
    comma = sentence.text.find(",")
    index = token_at(sentence.starts, comma) if comma >= 0 else 0
    return 0 < index < min(_PRONOUN_REACH, len(sentence.tokens)) and sentence.tokens[index] in pronouns


def zones(sentence: Sentence, literals: Sequence[Typed]) -> list[frozenset[str]]:
    """Return, for each of several comparable literals of a sentence, the words that belong to it rather than to another.

    One literal has the whole sentence. Several share it out at commas and conjunctions between them; where the subjects
    follow their values, what stands before the first value is everybody's.
    """
    if len(literals) < 2:  # noqa: PLR2004 -- nothing to share out
        return [sentence.words | frozenset(sentence.label) for _ in literals]
    listed = not RESPECTIVELY.isdisjoint(sentence.words) or "\u5206\u522b" in sentence.text
    if listed and (shared := _respectively(sentence, literals)):
        return shared
    stop = sentence.lexicon.stop
    groups, edges = _shares(sentence, literals)
    parts = [_words(sentence, a, b) for a, b in itertools.pairwise(edges)]
    before = [_words(sentence, a, group[0].start) - stop - _CURRENCIES for a, group in zip(edges, groups, strict=False)]
    after = [_words(sentence, group[-1].end, b) - stop for b, group in zip(edges[1:], groups, strict=True)]
    if literals[0].kind == "time" and not any(before[1:]) and not any(after[:-1]):
        # "At 00:15, 01:15 and 02:15 on Fridays": a list of times of one thing.
        parts = [sentence.words for _ in parts]
    elif not any(before[1:]) and any(after[1:]) and after[0]:
        parts = [part | before[0] for part in parts]
    elif sentence.code == "tr" and all(len(words) <= 1 for words in after[:-1]):
        # Only a case ending stands behind the others: the verb at the end is everybody's.
        parts = [part | after[-1] for part in parts]
    for place in range(1, len(parts)):
        parts[place] |= _left_out(sentence, edges[place - 1], edges[place])
    label = frozenset(sentence.label)
    return [part | label for part, group in zip(parts, groups, strict=True) for _ in group]


def front_of(place: Place) -> frozenset[str]:
    """Return the telling words before a literal in its part of a sentence: its subject and its verb. Kept with the sentence."""
    kept: dict[tuple[int, int, int], frozenset[str]] = place.sentence.__dict__.setdefault("fronts", {})
    key = (place.literal.start, place.group[0].start, len(place.group))
    if key not in kept:
        kept[key] = _front(place)
    return kept[key]


def _front(place: Place) -> frozenset[str]:
    groups, edges = _shares(place.sentence, place.group)
    for edge, group in zip(edges, groups, strict=False):
        if any(one is place.literal for one in group):
            return _words(place.sentence, edge, place.literal.start) - place.sentence.lexicon.stop
    return frozenset()


def _shares(sentence: Sentence, literals: Sequence[Typed]) -> tuple[list[list[Typed]], list[int]]:
    """Return the literals in groups that stand for one thing, and the offsets where the part of each begins and ends."""
    stop = sentence.lexicon.stop
    groups: list[list[Typed]] = [[literals[0]]]
    edges = [0]
    for left, right in itertools.pairwise(literals):
        cuts = list(_CUT.finditer(sentence.text, left.end, right.start))
        hours = left.kind == right.kind == "time" and sentence.text[left.end : right.start].strip() in _DASHES
        if hours or _SAME_AGAIN.search(sentence.text, left.end, right.start):
            groups[-1].append(right)
            continue
        if cuts and (close := _closing(cuts[0], left, right, sentence.text)):
            # "109 euros (low season), 139 euros (high season)": what is in brackets is of the value before.
            cuts = [c for c in cuts if c.start() > close]
            edges.append(cuts[-1].end() if cuts else close + 1)
        elif cuts:
            strong = [c for c in cuts if c[0] == ";"] or cuts
            edges.append(strong[-1].end() if _only_joins(strong, sentence, right) else strong[0].end())
        elif _words(sentence, left.end, right.start) <= stop:
            # "45 of the 120" is one thing.
            groups[-1].append(right)
            continue
        else:
            edges.append((left.end + right.start) // 2)
        groups.append([right])
    edges.append(len(sentence.text))
    return groups, edges


def _closing(cut: re.Match[str], left: Typed, right: Typed, text: str) -> int:
    """Return where a bracket closes that opens right behind a literal and has no other; 0 where none does."""
    opened = cut[0] == "(" and not text[left.end : cut.start()].strip()
    return max(0, text.find(")", cut.end(), right.start)) if opened else 0


def _left_out(sentence: Sentence, earlier: int, start: int) -> frozenset[str]:
    """Return the words of the part before that a part leaves out: "lasts 5 days at 4 degrees and 2 hours at 20"."""
    first, begin = token_at(sentence.starts, earlier), token_at(sentence.starts, start)
    tokens = sentence.tokens
    if begin + 1 >= len(tokens):
        return frozenset()
    opening, following = tokens[begin], tokens[begin + 1]
    if opening[0].isdigit():
        return frozenset(itertools.takewhile(lambda t: not t[0].isdigit(), tokens[first:begin]))
    if opening in _BEGIN_COMPLEMENTS | _COMPARED:
        same = [i for i in range(first, begin) if tokens[i] == opening]
        if not same and opening in _COMPARED:
            return _compared(sentence, first, begin)
        return frozenset(tokens[first : same[0]]) if same else frozenset()
    verb = opening in BEGIN_PREDICATES | _BEGAN or (
        sentence.code == "en" and opening.endswith(("s", "ed")) and following in sentence.lexicon.stop
    )
    if verb and sentence.text[: sentence.starts[begin]].rstrip()[-1:] == ",":
        # What a comma closes was put in: "a bag, if it is longer than 2 m, weighs at most 5 kg".
        return frozenset(tokens[first:begin])
    return _subject(sentence, first, begin) if verb else frozenset()


def _compared(sentence: Sentence, first: int, begin: int) -> frozenset[str]:
    """Return what is said of what something is compared with too: "a deficit of 2% in 2021, after a surplus of 1% in 2020"."""
    lex, tokens = sentence.lexicon, sentence.tokens
    other = frozenset().union(*[lex.facing[place] for t in tokens[begin:] for place in lex.opposites.get(t, ())])
    return frozenset(t for t in tokens[first:begin] if not t[0].isdigit()) - other


def _subject(sentence: Sentence, first: int, begin: int) -> frozenset[str]:
    tokens = sentence.tokens
    subject = [t for t in tokens[first : min(begin, first + 2 * _SUBJECT_WORDS)] if t not in _ARTICLES]
    ends = next((i for i, t in enumerate(subject) if t in BEGIN_PREDICATES or t in _BEGAN), 0)
    if not ends:
        subject = [t for t in tokens[first : min(begin, first + _SUBJECT_WORDS)] if t not in _ARTICLES]
        ends = next((i for i, t in enumerate(subject) if t in sentence.lexicon.stop), len(subject))
    return frozenset(subject[:ends])


def _only_joins(cuts: Sequence[re.Match[str]], sentence: Sentence, right: Typed) -> bool:
    """Return whether the words of a literal begin at the last of several cuts; a comma right before it is none."""
    told = _words(sentence, cuts[-1].end(), right.start) - sentence.lexicon.stop - _CURRENCIES
    return bool(told) or len(cuts) == 1


def _words(sentence: Sentence, start: int, end: int) -> frozenset[str]:
    return frozenset(sentence.tokens[token_at(sentence.starts, start) : token_at(sentence.starts, end)])


def _respectively(sentence: Sentence, literals: Sequence[Typed]) -> list[frozenset[str]] | None:
    pieces = _ITEMS.split(sentence.text[: literals[0].start])
    if len(pieces) < len(literals):
        return None
    items = pieces[-len(literals) :]
    subjects = [frozenset(w for w in Sentence(item, 0, sentence.code, None).tokens) for item in items]
    # The last item runs on into the verb, which is everybody's, as is what stands before the first.
    after = _words(sentence, literals[-1].end, len(sentence.text))
    tail = items[-1].split()
    subjects[-1] = frozenset(Sentence(" ".join(tail[:2]), 0, sentence.code, None).tokens)
    return [subject | after for subject in subjects]


def table_zone(passage: Passage, sentence: Sentence, literal: Typed) -> frozenset[str] | None:
    """Return the words of a cell's row name and column head, or null where the sentence is no table row."""
    if sentence.cells:
        cells, separator = sentence.cells, "|"
    elif sentence.text.count(",") >= _TABLE_COMMAS and _is_csv(passage, sentence):
        cells, separator = _comma_cells(sentence.text), ","
    else:
        return None
    column = next((i for i, (a, b) in enumerate(cells) if a <= literal.start < b), None)
    if column is None:
        return None
    zone = set(_words(sentence, *cells[0]))
    head = _head(passage, sentence, separator)
    if head is not None and head is not sentence:
        head_cells = head.cells if separator == "|" else _comma_cells(head.text)
        if column < len(head_cells):
            zone |= _words(head, *head_cells[column])
        zone |= _words(head, *head_cells[0])
    zone |= _words(sentence, *cells[column])
    return frozenset(zone) | frozenset(sentence.label)


def unit_of_column(passage: Passage, sentence: Sentence, literal: Typed, unit: str) -> bool:
    """Return whether the head over a table's cell says its unit: "Rainfall in mm", "Price (EUR)"."""
    column = next((i for i, (a, b) in enumerate(sentence.cells) if a <= literal.start < b), None)
    head = _head(passage, sentence, "|")
    if column is None or head is None or head is sentence or column >= len(head.cells):
        return False
    start, end = head.cells[column]
    return any(
        read_unit(head.text, m.start(), head.lexicon)[0] == unit for m in _UNIT_PLACES.finditer(head.text, start, end)
    )


def _head(passage: Passage, sentence: Sentence, separator: str) -> Sentence | None:
    first = sentence
    for index in range(sentence.index, max(-1, sentence.index - _MOST_ROWS), -1):
        other = passage.sentences[index]
        if is_rule(other.text):
            continue
        if other.cells if separator == "|" else other.text.count(",") == sentence.text.count(","):
            first = other
        else:
            break
    return first


def _comma_cells(text: str) -> tuple[tuple[int, int], ...]:
    edges = [-1, *[m.start() for m in re.finditer(",", text)], len(text)]
    return tuple([(a + 1, b) for a, b in itertools.pairwise(edges)])


def _is_csv(passage: Passage, sentence: Sentence) -> bool:
    if sentence.text[0] in _BULLETS:
        return False
    commas = sentence.text.count(",")
    neighbours = [s for s in passage.sentences[max(0, sentence.index - 1) : sentence.index + 2] if s is not sentence]
    return not sentence.text.rstrip().endswith(".") and any(s.text.count(",") == commas for s in neighbours)

"""Days of the week that a span abbreviates or has inside a range: Tuesdays of "Tue 9:00-20:00" and of "Mon-Wed"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence, folded_words
from harness.text.typed.scan import token_at
from harness.verify._whose.zones import Place

_NAMES = (
    "monday mondays mon montag montags mo lundi lun lunes pazartesi pzt 周一 星期一",
    "tuesday tuesdays tue tues dienstag dienstags di mardi mar martes sali sal 周二 星期二",
    "wednesday wednesdays wed mittwoch mittwochs mi mercredi mer miercoles mie carsamba car 周三 星期三",
    "thursday thursdays thu thur thurs donnerstag donnerstags do jeudi jeu jueves jue persembe per 周四 星期四",
    "friday fridays fri freitag freitags fr vendredi ven viernes vie cuma cum 周五 星期五",
    "saturday saturdays sat samstag samstags sa samedi sam sabado sab cumartesi cmt 周六 星期六",
    "sunday sundays sun sonntag sonntags so dimanche dim domingo dom pazar paz 周日 星期日",
)
_DAY = {name: number for number, names in enumerate(_NAMES) for name in names.split()}
_LONG = frozenset(name for name in _DAY if len(name) > 3)  # noqa: PLR2004 -- what is shorter is an abbreviation
_WORD = r"[^\W\d_]{2,10}\.?"
_MENTION = re.compile(rf"\b({_WORD})(?:\s?(?:[-\u2013\u2014]|to|through|bis|au?|al?)\s?({_WORD}))?", re.IGNORECASE)
_HAN_DAYS = "\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u65e5\u5929"
_HAN_MENTION = re.compile(
    rf"(?:\u5468|\u661f\u671f|\u793c\u62dc)([{_HAN_DAYS}])(?:\s?[\u81f3\u5230-]\s?(?:\u5468|\u661f\u671f|\u793c\u62dc)?([{_HAN_DAYS}]))?"
)
_WEEKDAYS, _WEEKEND, _ALL = frozenset(range(5)), frozenset({5, 6}), frozenset(range(7))
_PHRASES = (
    (re.compile(r"\b(?:weekdays?|werktags|wochentags|unter der Woche|en semaine|jours de semaine|entre semana|hafta i\u00e7i)\b|\u5de5\u4f5c\u65e5", re.IGNORECASE), _WEEKDAYS),
    (re.compile(r"\b(?:weekends?|week-ends?|Wochenenden?|fin(?:es)? de semana|hafta sonu)\b|\u5468\u672b", re.IGNORECASE), _WEEKEND),
    (re.compile(r"\b(?:daily|every day|seven days a week|t\u00e4glich|tous les jours|todos los d\u00edas|her g\u00fcn)\b|\u6bcf\u5929|\u6bcf\u65e5", re.IGNORECASE), _ALL),
)  # fmt: skip
"""What names several days of the week in one phrase."""
_SEVERAL = {
    **dict.fromkeys(("weekday", "weekdays", "werktags"), _WEEKDAYS),
    **dict.fromkeys(("weekend", "weekends", "wochenende", "wochenenden"), _WEEKEND),
}
_JOINED = re.compile(
    r",?\s?(?:(?:and|or|und|oder|sowie|et|ou|y|o|ve|veya)\s)?(?:on |am |le |les |el |los )?|\s?[,/&\u3001\u548c\u53ca]\s?",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r",?\s(?:except|but not|au\u00dfer|sauf|excepto|salvo|menos)(?: on| for| am| an| le| les| el| los)?\s",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:\sUhr|\s?h(?:eures?|oras)?|\s?[ap]\.?m\.?)?\s(?:on|am|an|le|les|el|los)\s(?:[^\W\d_]{3,8}\s)?", re.IGNORECASE
)
"""What stands between a time and its day where the day comes last: until 13:00 on Saturdays."""
_CLOCK = re.compile(r"\d")
_TIMED = re.compile(r":?\s?\d")
_WEEK, _SEVERAL_DAYS, _SHORT = 7, 2, 3
Mention = tuple[int, int, frozenset[int]]
"""Where the name of a day, or of several, begins and ends, and which days they are, Monday being 0."""


def spoken_day(word: str) -> int | None:
    """Return the number of the day that a word names in full, Monday being 0; null for another word."""
    return _DAY[word] if word in _LONG else None


def is_short_day(word: str) -> bool:
    """Return whether a folded word abbreviates a day of the week."""
    return word in _DAY and word not in _LONG


def has_day(day: int, passage: Passage) -> bool:
    """Return whether a passage names a day, abbreviated, in a phrase or inside a range."""
    return any(day in days for s in passage.sentences for _, _, days in mentions(s))


def names_day(word: str, sentence: Sentence) -> bool:
    """Return whether a word is a day of the week that a sentence names, in a range or a phrase too."""
    day = spoken_day(word)
    return day is not None and any(day in days for _, _, days in mentions(sentence))


def on_other_days(claimed: Iterable[str], sentence: Sentence, part: tuple[int, int]) -> bool:
    """Return whether a part of a sentence, between two of its words, names days and none of those that a claim's words name."""
    if _LONG.isdisjoint(claimed):
        return False
    days = {day for t in claimed if (day := spoken_day(t)) is not None}
    if not days or part == (0, len(sentence.tokens)):
        return False
    starts = [*sentence.starts, len(sentence.text)]
    theirs = [d for at, _, d in mentions(sentence) if starts[part[0]] <= at < starts[part[1]]]
    return bool(theirs) and all(days.isdisjoint(d) for d in theirs)


def mentions(sentence: Sentence) -> list[Mention]:
    """Return where a sentence names days, and which: those between the two of a range too. Kept with the sentence."""
    kept: list[Mention] | None = sentence.__dict__.get("weekdays")
    if kept is None:
        kept = sentence.__dict__["weekdays"] = _mentions(sentence.text)
    return kept


def days_in(text: str) -> frozenset[int]:
    """Return the days of the week that a text names, those between the two of a range too."""
    return frozenset().union(*[days for _, _, days in _mentions(text)])


def day_forms(word: str, passage: Passage) -> frozenset[str]:
    """Return the words with which a passage names a day without its name: those of a phrase or of a range that holds it."""
    day = spoken_day(word)
    if day is None and word not in _SEVERAL:
        return frozenset()
    wanted = _SEVERAL.get(word, frozenset({day}))
    told = [s.text[start:end] for s in passage.sentences for start, end, days in mentions(s) if wanted <= days]
    return frozenset([w for text in told for w in folded_words(text)])


def _mentions(text: str) -> list[Mention]:
    found = [m for pattern, days in _PHRASES for m in _phrases(text, pattern, days)]
    if found or "\u5468" in text or "\u661f\u671f" in text or "\u793c\u62dc" in text:
        found += _han_mentions(text)
    clock = _CLOCK.search(text) is not None
    for match in _MENTION.finditer(text):
        timed = _TIMED.match(text, match.end()) is not None
        first, last = (_day(g, timed=timed, clock=clock) if g else None for g in match.groups())
        if first is None:
            if last is not None:
                found.append((match.start(2), match.end(), frozenset({last})))
        elif last is None:
            found.append((match.start(), match.end(1), frozenset({first})))
        else:
            found.append((match.start(), match.end(), _from_to(first, last)))
    return _joined(text, sorted(found, key=lambda m: m[:2])) if len(found) > 1 else found


def _phrases(text: str, pattern: re.Pattern[str], days: frozenset[int]) -> list[Mention]:
    return [(m.start(), m.end(), days) for m in pattern.finditer(text)]


def _han_mentions(text: str) -> list[Mention]:
    found: list[Mention] = []
    for match in _HAN_MENTION.finditer(text):
        first, last = (min(_HAN_DAYS.index(g), _WEEK - 1) if g else None for g in match.groups())
        if first is not None:
            found.append((*match.span(), _from_to(first, first if last is None else last)))
    return found


def _from_to(first: int, last: int) -> frozenset[int]:
    return frozenset(d % _WEEK for d in range(first, last + 1 if last >= first else last + 1 + _WEEK))


def _joined(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return the mentions with those of a list made one, and those excepted taken off: daily except Mondays."""
    kept: list[Mention] = []
    last, excepted = -1, False
    for start, end, days in found:
        if kept and start >= last:
            begin, until, others = kept[-1]
            joined = _JOINED.fullmatch(text, last, start) is not None
            if joined or _EXCEPT.fullmatch(text, last, start):
                excepted = excepted or not joined
                kept[-1] = (begin, until, others - days) if excepted else (begin, end, others | days)
                last = end
                continue
        kept.append((start, end, days))
        last, excepted = end, False
    return kept


def _day(word: str, *, timed: bool, clock: bool) -> int | None:
    """Return the day that a word names; an abbreviation only in a text with digits, in small letters only right before a time, as in "sam 9h-13h"."""
    key = fold(word.rstrip("."))
    if key not in _DAY or (key not in _LONG and not (clock and (word[0].isupper() or timed))):
        return None
    return _DAY[key]


def on_another_day(claim: Sentence, places: Sequence[Sequence[Place]]) -> str | None:
    """Return the days of a claim whose times stand with other days there.

    `places` are those of the times of the claim, and of its hours.
    """
    if not places or not (told := _mentions(claim.text)):
        return None
    days = frozenset().union(*[found for _, _, found in told])
    if len(told) > 1 or not days:
        return None
    word = claim.text[told[0][0] : told[0][1]]
    if ";" in claim.text[told[0][1] :]:
        # What is said of the other days comes behind.
        return None
    for found in places:
        theirs = [there for p in found if (there := _days_at(p)) is not None]
        if theirs and not any(days <= there for there in theirs):
            return f"{found[0].literal.text} is not on {word}"
    return None


def _days_at(place: Place) -> frozenset[int] | None:
    """Return the days that are named right behind a time, last before it in its line, or else next; null where none are."""
    found = mentions(place.sentence)
    start, end, text = place.literal.start, place.literal.end, place.sentence.text
    behind = next((days for at, _, days in found if at > end and _BEHIND.fullmatch(text, end, at)), None)
    before = behind or next((days for at, _, days in reversed(found) if at < start), None)
    return before or next((days for at, _, days in found if at > end), None)


_PARTS = re.compile(r"[,;](?!\d)|\b(?:and|but|while|whereas|und|aber|w\u00e4hrend|et|mais|y|pero|ve)\b", re.IGNORECASE)


def day_of_another(claim: Sentence, forms: Mapping[str, frozenset[str]], best: Sequence[Sentence]) -> str | None:
    """Return the day of a claim that a sentence has with other things, where what the claim tells stands with another day; or None.

    `forms` are the words of the claim with their forms in the spans, `best` the sentences that hold most of them.
    """
    days = {t: day for t in claim.words & _LONG if (day := spoken_day(t)) is not None}
    if len(days) != 1:
        return None
    word, day = next(iter(days.items()))
    found: str | None = None
    for sentence in best:
        told = mentions(sentence)
        if len(told) < _SEVERAL_DAYS:
            continue
        edges = [0, *(m.start() for m in _PARTS.finditer(sentence.text)), len(sentence.text)]
        own: set[str] = set()
        other: set[str] = set()
        for start, end in pairwise(edges):
            named = [d for at, _, d in told if start <= at < end]
            tokens = sentence.tokens[token_at(sentence.starts, start) : token_at(sentence.starts, end)]
            (own if not named or any(day in d for d in named) else other).update(tokens)
        telling = [t for t in own - sentence.lexicon.stop if len(t) > _SHORT and t.isalpha() and t not in _DAY]
        if not any(day in d for _, _, d in told) or len(telling) < _SEVERAL_DAYS:
            # "..., Thursday 12pm-8pm" says of Thursday what is said of the other days.
            continue
        mine = {t: f for t, f in forms.items() if t != word and spoken_day(t) is None}
        bad = [t for t, f in mine.items() if not f.isdisjoint(other) and f.isdisjoint(own)]
        good = [t for t, f in mine.items() if not f.isdisjoint(own) and f.isdisjoint(other)]
        if good or not bad:
            return None
        found = found or f"{bad[0]} is on another day there, not on {word}"
    return found

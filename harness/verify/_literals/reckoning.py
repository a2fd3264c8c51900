"""Dates an answer reckons: the end of what began on a day and lasts so long, and how long it is from one day to another."""

from __future__ import annotations

import calendar
import datetime as dt
import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.verify._literals.equal import compare, is_year
from harness.verify._literals.rates import are_working_days
from harness.verify._literals.weekdays import days_in, mentions
from harness.verify._whose.zones import zones

ENDS = frozenset(
    fold(
        "end ends ended ending expire expires expired expiring expiry runs ran due matures finish finishes finished closes "
        "endet enden endete läuft abgelaufen fällig schließt expire expirera arrive échéance fin termine vence vencerá termina terminará "
        "expira finaliza sona biter bitecek bitiyor eriyor erer doluyor dolar"
    ).split()
)
"""Words that say that something ends, which a span may tell by how long it lasts."""
_UNTIL_THEN = frozenset("until till through to by bis zum au jusqu jusque hasta al el le den kadar".split())
"""Words right beside a date that say the same of it."""
_HAN_ENDS = ("到期", "结束", "截止", "届满", "至", "为止", "期满")
_LASTS = frozenset(
    fold(
        "lasts last lasted lasting duration dauert dauerte dauern dure durera durent duró dura durará durará sürer sürüyor sürecek sürdü"
    ).split()
)
_TERMS = (
    frozenset(
        fold(
            "term period runs run valid validity for fixed duration from after within expires later laufzeit gültig gilt frist nach für ab durée pour valable validité après terme "
            "plazo duración vigencia válido válida por después vigente süre süreli süresi süreyle geçerli geçerlidir sonra yıllık aylık"
        ).split()
    )
    | _LASTS
)
_HAN_TERMS = ("有效期", "期限", "为期", "持续", "期", "后", "内")
_STARTS = frozenset(
    fold(
        "granted awarded effective purchased bought registered approved delivered filed erteilt gekauft geliefert accord\u00e9 achet\u00e9 concedido comprado al\u0131nd\u0131 "
        "signed sign signing began begin begins starts started start opens opened opening issued issue from since commenced commences launched concluded taken dated "
        "unterzeichnet unterschrieben beginnt begann ab vom seit eröffnet ausgestellt geschlossen abgeschlossen signé signée débute débuté commence depuis délivré ouvre conclu "
        "firmó firmado firmada comienza comenzó empieza desde expedido abre suscrito imzalandı imzalanan başlar başladı itibaren verildi düzenlendi açılır"
    ).split()
)
_HAN_STARTS = ("签订", "签署", "开始", "自", "起", "开幕", "签发", "订立")
_IT = frozenset("it this that they he she er sie es dies il elle ils elles cela este esta bu o".split())
_AFTER = frozenset(fold("after later following nach später danach après plus despues después tras más sonra").split())
_BEFORE = frozenset(fold("before earlier prior ahead vor früher avant auparavant antes önce").split())
_CLOCK = {"minute": Decimal(1), "hour": Decimal(60)}
_CLOCK_ENDS = ENDS | frozenset({"to", "a", "au", "al"})
_ONE_THING = re.compile(r"\b(?:an?|any|every|ein|eine|une?|una?|cada|jede[rs]?|bir)\b", re.IGNORECASE)
_IN_TIME = re.compile(
    r"\b(?:on time|in time|punctual|accepted|considered|valid|meets the deadline|rechtzeitig|fristgerecht|p\u00fcnktlich|angenommen|\u00e0 temps|dans les d\u00e9lais|accept\u00e9e?|a tiempo|dentro del plazo|aceptad[ao]|zaman\u0131nda|kabul edilir)\b",
    re.IGNORECASE,
)
_LATE = re.compile(
    r"\b(?:late|too late|rejected|refused|returned|misses the deadline|zu sp\u00e4t|versp\u00e4tet|abgelehnt|trop tard|hors d\u00e9lai|refus\u00e9e?|tarde|fuera de plazo|rechazad[ao]|ge\u00e7|reddedilir)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\b(?:due(?: on| by)?|deadline (?:is|was)|f\u00e4llig am|no later than|not later than|by|until|before|bis(?: zum| um)?|sp\u00e4testens(?: um)?|avant|au plus tard(?: \u00e0)?|jusqu'\u00e0|antes de(?: las?)?|hasta(?: las?)?|a m\u00e1s tardar(?: a las?)?)\s$",
    re.IGNORECASE,
)
_UNTIL_REACH = 24
_UNITS = {"day": 1, "week": 7}
_MONTHS = {"month": 1, "year": 12, "decade": 120}
_RANGE = re.compile(
    r"\s?(?:[-\u2013\u2014]|to|until|through|bis(?: zum)?|au|jusqu'au|al|hasta(?: el)?|\u81f3|\u5230)\s?", re.IGNORECASE
)
_CUT = re.compile(r"[,;:()]|\b(?:and|but|und|aber|et|mais|y|pero|ve)\b", re.IGNORECASE)
_MOST, _WORDS, _STEM = 12, 6, 4
_YEARLESS, _LAST_YEAR = 2001, 3000
_PLENTY = 2


def ends_on(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "3 March 2022 + two years" for a date on which a claim has something end that began and lasts so long."""
    wanted = _parts(claimed)
    if wanted is None or not (_has(claim, ENDS, _HAN_ENDS) or _is_until(claimed, claim)):
        return None
    told = claim.words - claim.lexicon.stop - claim.lexicon.common - ENDS - frozenset(claim.lexicon.months)
    for sentence in sentences:
        lengths = [x for x in sentence.typed[:_MOST] if x.unit in _UNITS or x.unit in _MONTHS]
        if not lengths or not _has(sentence, _TERMS, _HAN_TERMS):
            continue
        if (
            claim.code != "zh"
            and told
            and told.isdisjoint(sentence.words)
            and not _IT & set(sentence.tokens[:1])
            and not any(_is_form(t, w, claim.code) for t in told for w in sentence.words)
        ):
            # How long another thing lasts.
            continue
        for begin in _begins(sentence, sentences):
            for length in lengths:
                if any(_is(wanted, day, begin) for day in _ends_of(begin, length, sentence)):
                    return f"{begin.text} + {length.text}"
    return None


def _is_form(word: str, other: str, code: str) -> bool:
    """Return whether two words of five letters or more are forms of one: delivered and delivery."""
    return len(other) > _STEM < len(word) and word[:3] == other[:3] and akin(*sorted((word, other)), code)


def _is_until(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a word beside a date says that something goes on until then."""
    first, last = token_at(claim.starts, claimed.start), token_at(claim.starts, claimed.end)
    beside = claim.tokens[max(0, first - 2) : first] + claim.tokens[last : last + 1]
    return not _UNTIL_THEN.isdisjoint(beside)


def _begins(sentence: Sentence, sentences: Sequence[Sentence]) -> list[Typed]:
    """Return the dates that a length of time may begin on: its sentence's, else those of sentences that tell of a start."""
    here = [x for x in sentence.typed[:_MOST] if x.kind == "date"]
    if here:
        return here
    dated = [(s, x) for s in sentences for x in s.typed[:_MOST] if x.kind == "date"]
    return [x for s, x in dated if len(dated) == 1 or _has(s, _STARTS, _HAN_STARTS)][:_MOST]


def _has(sentence: Sentence, words: frozenset[str], han: Sequence[str]) -> bool:
    return any(w in sentence.text for w in han) if sentence.code == "zh" else not words.isdisjoint(sentence.words)


def _ends_of(begin: Typed, length: Typed, sentence: Sentence) -> Iterator[dt.date]:
    """Yield the days on which something ends that begins on a date and lasts so long."""
    first, count = _day(begin.values[0]), length.values[0]
    if first is None or not isinstance(count, Decimal) or count != int(count) or not 0 < count < 1000:  # noqa: PLR2004 -- a length of time, no year
        return
    if length.unit in _UNITS:
        if are_working_days(length, sentence):
            return
        days = int(count) * _UNITS[length.unit]
        if length.unit != "day" or not _has(sentence, _LASTS, ("持续", "为期")):
            yield first + dt.timedelta(days)
        if _has(sentence, _LASTS, ("持续", "为期")):
            # What lasts four days from the 14th on ends on the 17th.
            yield first + dt.timedelta(days - 1)
        return
    end = _months_on(first, int(count) * _MONTHS[length.unit])
    yield end
    yield end - dt.timedelta(1)


def _months_on(day: dt.date, months: int) -> dt.date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    year = min(year, dt.MAXYEAR - 1)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _parts(literal: Typed) -> tuple[int | None, int | None, int | None] | None:
    value = literal.values[0]
    if is_year(literal) and isinstance(value, Decimal):
        return int(value), None, None
    return value if literal.kind == "date" and isinstance(value, tuple) else None


def _is(wanted: tuple[int | None, int | None, int | None], day: dt.date, begin: Typed) -> bool:
    """Return whether a day is the wanted one, as far as that and the date it is reckoned from say."""
    known = begin.values[0]
    if not isinstance(known, tuple) or (wanted[0] is not None and known[0] is None):
        return False
    if (wanted[2] is not None and known[2] is None) or (wanted[1] is not None and known[1] is None):
        return False
    return all(w is None or w == d for w, d in zip(wanted, (day.year, day.month, day.day), strict=True))


def _day(value: object) -> dt.date | None:
    if not isinstance(value, tuple) or (value[0] or 0) > _LAST_YEAR:
        return None
    try:
        return dt.date(value[0] or _YEARLESS, value[1] or 1, value[2] or 1)
    except ValueError:
        return None


def lies_between(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the two dates of a sentence that are as far apart as a claim says that one thing is after another."""
    wanted = claimed.values[0]
    if not isinstance(wanted, Decimal) or not (claimed.unit in _UNITS or claimed.unit in _MONTHS):
        return None
    before, after = _told(claimed, claim)
    then = token_at(claim.starts, claimed.end)
    apart = not (_AFTER | _BEFORE).isdisjoint(claim.tokens[then : then + 2])
    for sentence in sentences:
        dates = [x for x in sentence.typed[:_MOST] if x.kind == "date" and _exact(x)]
        shared = zones(sentence, dates) if len(dates) > 1 else []
        told_with = [
            (day, x, zone) for x, zone in zip(dates, shared, strict=False) if (day := _day(_with_year(x, dates)))
        ]
        for pair in itertools.combinations(told_with, 2):
            (first, one, mine), (last, other, theirs) = sorted(pair, key=lambda d: d[0])
            joined = bool(_RANGE.fullmatch(sentence.text, one.end, other.start))
            if not _far(first, last + dt.timedelta(joined and claimed.unit in _MONTHS), wanted, claimed):
                continue
            # Of two events, the one told first is the later one, unless it is told that it was earlier.
            ordered = apart or not (_AFTER | _BEFORE).isdisjoint(claim.words)
            told = _alike(before, theirs - mine) + _alike(after, mine - theirs)
            told -= _alike(before, mine - theirs) + _alike(after, theirs - mine)
            if (joined and not apart) or (told if ordered else 1) > 0 or (told == 0 and len(dates) == _PLENTY):
                return f"{one.text} to {other.text}"
    return None


def _with_year(literal: Typed, dates: Sequence[Typed]) -> object:
    """Return a date with the year that the next date of its sentence has, where it has none: 3 May to 17 May 2021."""
    value = literal.values[0]
    if not isinstance(value, tuple) or value[0] is not None:
        return value
    years = [x.values[0][0] for x in dates if isinstance(x.values[0], tuple) and x.values[0][0] is not None]
    later = [
        x.values[0][0] for x in dates if x.start > literal.start and isinstance(x.values[0], tuple) and x.values[0][0]
    ]
    return ((later or years or [None])[0], *value[1:])


def _exact(literal: Typed) -> bool:
    value = literal.values[0]
    return isinstance(value, tuple) and value[1] is not None and value[2] is not None


def _told(claimed: Typed, claim: Sentence) -> tuple[frozenset[str], frozenset[str]]:
    """Return the telling words of the two events that a length of time stands between, the later one first."""
    text = claim.text
    cuts = [m.end() for m in _CUT.finditer(text, 0, claimed.start)]
    first = token_at(claim.starts, cuts[-1] if cuts else 0)
    here, then = token_at(claim.starts, claimed.start), token_at(claim.starts, claimed.end)
    after = claim.tokens[then : then + 1 + _WORDS]
    cut = _CUT.search(text, claimed.end)
    if cut:
        after = claim.tokens[then : min(then + 1 + _WORDS, token_at(claim.starts, cut.start()))]
    stop = claim.lexicon.stop | claim.lexicon.common | _AFTER | _BEFORE
    left, right = frozenset(claim.tokens[first:here]) - stop, frozenset(after) - stop
    if claim.code == "tr":
        # "Onarımdan üç gün sonra yeniden açıldı": what came first is told first.
        left, right = right, left
    return (right, left) if not _BEFORE.isdisjoint(after[:2]) else (left, right)


def _alike(words: frozenset[str], zone: frozenset[str]) -> int:
    heads = {z[:_STEM] for z in zone if len(z) >= _STEM}
    return sum(w in zone or (len(w) > _STEM and w[:_STEM] in heads) for w in words)


def _far(first: dt.date, last: dt.date, wanted: Decimal, claimed: Typed) -> bool:
    """Return whether two days are as far apart as a length of time says, or less or more than that, but not by far."""
    if claimed.unit in _MONTHS:
        months = (last.year - first.year) * 12 + last.month - first.month
        exact = last.day == first.day
        gap = Decimal(months) / _MONTHS[claimed.unit] if exact else None
        if gap is None:
            gap = Decimal((last - first).days) * 12 / Decimal("365.25") / _MONTHS[claimed.unit]
            exact = False
    else:
        gap, exact = Decimal((last - first).days) / _UNITS[claimed.unit], True
    if claimed.comparator in {"<", "<="}:
        return wanted / 2 <= gap < wanted or (claimed.comparator == "<=" and gap == wanted)
    if claimed.comparator in {">", ">="}:
        return wanted < gap <= wanted * 2 or (claimed.comparator == ">=" and gap == wanted)
    if claimed.comparator == "~":
        return abs(gap - wanted) <= wanted / 10
    return exact and gap == wanted


def clock_at(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "14:00 + 90 minutes" for the time at which a claim has something end that begins at one and lasts so long."""
    if claimed.kind != "time":
        return None
    for sentence in sentences:
        times = [x for x in sentence.typed[:_MOST] if x.kind == "time"]
        lengths = [x for x in sentence.typed[:_MOST] if x.unit in _CLOCK and x.kind == "number"]
        if not times or not lengths or not (_has(sentence, _TERMS, _HAN_TERMS) and _has(claim, _CLOCK_ENDS, _HAN_ENDS)):
            continue
        for begin, length in itertools.product(times, lengths):
            lasted = length.values[0]
            if not isinstance(lasted, Decimal):
                continue
            for at in begin.values:
                ends = claimed.at_least_as(values=(int(at + lasted * _CLOCK[length.unit]),), unit=begin.unit)  # type: ignore[operator]
                if compare(claimed, ends) == "same":
                    return f"{begin.text} + {length.text}"
    return None


def _comparable(claimed: Typed, latest: Typed) -> tuple[int | None, int | None]:
    """Return two times, or two days, as numbers that compare; a year that only one of two days has is that of both."""
    mine, bound = claimed.values[0], latest.values[0]
    if isinstance(mine, int) and isinstance(bound, int):
        return mine, bound
    if not (isinstance(mine, tuple) and isinstance(bound, tuple)) or None in (*mine[1:], *bound[1:]):
        return None, None
    years = mine[0] or bound[0], bound[0] or mine[0]
    days = [_day((year, *value[1:])) for year, value in zip(years, (mine, bound), strict=True)]
    return tuple([day.toordinal() if day else None for day in days])  # type: ignore[return-value]


def keeps_time(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the latest time or day that a span allows, where a claim says of another that it is in time, or too late, as it is."""
    if claimed.kind not in {"time", "date"} or not _ONE_THING.search(claim.text, 0, claimed.start):
        return None
    in_time, late = (bool(words.search(claim.text)) for words in (_IN_TIME, _LATE))
    if in_time == late or not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    for sentence in sentences:
        for latest in sentence.typed[:_MOST]:
            if latest.kind != claimed.kind or not _UNTIL.search(
                sentence.text, max(0, latest.start - _UNTIL_REACH), latest.start
            ):
                continue
            if claimed.unit and latest.unit and claimed.unit != latest.unit:
                continue
            mine, bound = _comparable(claimed, latest)
            if mine is not None and bound is not None and mine != bound and (mine < bound) == in_time:
                return f"{'until' if in_time else 'after'} {latest.text}"
    return None


_OPEN_THEN = frozenset(
    fold(
        "open reach reached reachable available staffed staff served visit call callers get swim shop admitted possible allowed still offen geöffnet erreichbar besetzt möglich ouvert ouverte ouverts ouvertes joignable possible "
        "abierto abierta abiertos abiertas disponible posible açık ulaşılabilir"
    ).split()
)
_AT = re.compile(r"(?<!jusqu')\b(?:at|um|gegen|\u00e0|a las?|saat)\s$", re.IGNORECASE)
_HOURS = re.compile(r"\s?(?:[-\u2013\u2014]|to|until|till|bis|\u00e0|a|hasta)\s?(?:las? )?", re.IGNORECASE)
_NOT_THEN = ENDS | frozenset(
    "closed shut closes opens starts starting begins from until after before geschlossen offnet schliesst ferme fermee cerrado cierra abre kapali".split()
)


def within_hours(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the hours that a time is inside, at which a claim says that something is open or can be reached, on the claim's days."""
    if claimed.kind != "time" or not _AT.search(claim.text, 0, claimed.start) or _OPEN_THEN.isdisjoint(claim.words):
        return None
    if not claim.lexicon.negators.isdisjoint(claim.words) or not _NOT_THEN.isdisjoint(claim.words):
        return None
    days = days_in(claim.text)
    for sentence in sentences:
        told = mentions(sentence)
        for early, late in itertools.pairwise([x for x in sentence.typed[:_MOST] if x.kind == "time"]):
            opens, closes, at = early.values[0], late.values[-1], claimed.values
            if not _HOURS.fullmatch(sentence.text, early.end, late.start):
                continue
            theirs = next((d for start, _, d in reversed(told) if start < early.start), None)
            theirs = theirs or next((d for start, _, d in told if start > late.end), None)
            if days and theirs is not None and not days <= theirs:
                continue
            if (
                isinstance(opens, int)
                and isinstance(closes, int)
                and any(isinstance(v, int) and opens <= v < closes for v in at)
            ):
                return f"{early.text} to {late.text}"
    return None

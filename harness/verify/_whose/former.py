"""Former values: what a thing was lowered from, or what a superseded rule says, does not hold now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_FROM = {"en": {"from"}, "de": {"von"}, "fr": {"de"}, "es": {"de"}}
_TO = {"en": {"to"}, "de": {"auf", "zu"}, "fr": {"a"}, "es": {"a", "hasta"}}
_CHANGES = frozenset(
    "extends extend extending shortens lengthens raises lowers raise lower changed change changes changing moved moves move adjusted revised updated extended shortened lengthened brought went goes slipped postponed cut "
    "angehoben gesenkt erhoht geandert verschoben verlegt verlangert verkurzt steigt sinkt stieg sank klettert wachst gesunken gestiegen "
    "passe passera passent passait passee reduit reduite releve relevee porte portee abaisse abaissee ramene ramenee augmente augmentee "
    "pasa pasara paso pasan sube subira subio baja bajara bajo aumenta aumento reduce redujo elevo rebajo amplio "
    "yukseltildi yukseltilmistir cikarildi cikarilmistir dusuruldu dusurulmustur indirildi indirilmistir yukseldi dustu artirildi artirilmistir cikti indi degistirildi uzatildi".split()
)
_THEN = frozenset(
    "previously formerly before until earlier old former original originally was were had used initially then prior compared instead till once "
    "vorher fruher bisher bis zuvor alt alte alten ehemals war waren statt "
    "auparavant avant ancien ancienne etait etaient jusqu contre "
    "antes anterior anteriormente hasta era eran frente "
    "onceki eski eskiden idi".split()
)
"""Words of a claim that says itself that a value is the earlier one."""
_FUTURE = frozenset(
    "will shall plans planned proposed proposes would wird werden soll sollen sera seront va pasara subira bajara sera seran".split()
)
_NOW = frozenset(
    "now currently today present jetzt derzeit aktuell heute nunmehr maintenant actuellement aujourd desormais ahora actualmente hoy simdi artik gunumuzde".split()
)
_HAN_NOW = ("\u73b0\u5728", "\u76ee\u524d", "\u73b0\u884c", "\u5982\u4eca")
_SUPERSEDED = re.compile(
    r"\b(?:superseded by|superseded|replaced by|no longer (?:in force|valid|applies|applicable|current)|obsolete|outdated|withdrawn|expired|repealed|"
    r"nicht mehr (?:g\u00fcltig|in kraft)|au\u00dfer kraft|aufgehoben|abgel\u00f6st durch|ersetzt durch|veraltet|"
    r"abrog\u00e9e?|n'est plus en vigueur|remplac\u00e9e? par|p\u00e9rim\u00e9e?|"
    r"derogad[oa]|ya no est\u00e1 vigente|sustituid[oa] por|reemplazad[oa] por|"
    r"y\u00fcr\u00fcrl\u00fckten kald\u0131r\u0131|ge\u00e7ersiz)|\u5df2\u5e9f\u6b62|\u5df2\u5931\u6548|\u5df2\u88ab\u53d6\u4ee3",
    re.IGNORECASE,
)
_TURKISH_FROM = re.compile(r"[^\s]{0,4}['\u2019]?(?:y?d[ae]n|t[ae]n)(?!\w)", re.IGNORECASE)
_HAN_FROM, _HAN_TO = (
    re.compile("[\u4ece\u7531\u81ea]\\s*(?:\u539f\u6765\u7684|\u539f\u5148\u7684|\u539f)?\\s*\\Z"),
    re.compile(
        "(?:\u8c03\u6574|\u4e0a\u8c03|\u4e0b\u8c03|\u63d0\u9ad8|\u964d\u4f4e|\u63d0\u5347|\u964d|\u5347|\u589e\u52a0|\u51cf\u5c11|\u6539|\u6da8|\u589e|\u51cf|\u7f29\u77ed|\u5ef6\u957f)?(?:\u4e3a|\u5230|\u81f3|\u6210)\\s*\\Z"
    ),
)
_REACH, _NEAR = 3, 8


def former(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the value of a claim that its spans only give as what something changed from, or None.

    `placed` has each literal of the claim with where it stands. A claim that says itself that it was so before, or that
    gives the new value too, is none.
    """
    for literal, same in placed:
        if not literal.firm or literal.kind not in {"number", "time", "date"} or not same:
            continue
        news = [_new_value(p.sentence, p.literal) for p in same]
        if not all(news) or _says_then(claim, literal):
            continue
        new = news[0]
        if new is None or any(set(x.values) & set(new.values) for x in claim.typed if x is not literal):
            continue
        if _is_future(same[0].sentence) and not (_is_future(claim) or _shares_a_literal(placed, literal, same)):
            continue
        return f"{literal.text} is what it was before; {new.text} is the new value"
    if not _NOW.isdisjoint(claim.words) or (claim.code == "zh" and any(w in claim.text for w in _HAN_NOW)):
        return _superseded(claim, placed)
    return None


def _superseded(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the value that a claim says holds now, where all that say it are superseded."""
    if _SUPERSEDED.search(claim.text):
        return None
    for literal, same in placed:
        if literal.firm and same and all(_outdated(p) for p in same):
            return f"{literal.text} is of what no longer holds"
    return None


def _outdated(place: Place) -> bool:
    sentences = place.passage.sentences
    first = sentences[0] if len(sentences[0].tokens) <= _REACH**2 and len(sentences) > 1 else place.sentence
    return bool(_SUPERSEDED.search(place.sentence.text) or _SUPERSEDED.search(first.text))


def _shares_a_literal(placed: Sequence[tuple[Typed, Sequence[Place]]], literal: Typed, same: Sequence[Place]) -> bool:
    theirs = {id(p.sentence) for p in same}
    return any(other is not literal and any(id(p.sentence) in theirs for p in places) for other, places in placed)


def _is_future(sentence: Sentence) -> bool:
    return not _FUTURE.isdisjoint(sentence.words) or (sentence.code == "zh" and "\u5c06" in sentence.text)


def _says_then(claim: Sentence, literal: Typed) -> bool:
    """Return whether a claim says that a value was so before."""
    if claim.code == "zh":
        return any(w in claim.text for w in "\u539f\u66fe\u4ece\u7531\u524d") or "\u6b64\u524d" in claim.text
    if not _THEN.isdisjoint(claim.words):
        return True
    if claim.code == "tr":
        return _TURKISH_FROM.match(claim.text, literal.end) is not None
    index = token_at(claim.starts, literal.start)
    changing = claim.code in {"en", "de"} or not _CHANGES.isdisjoint(claim.words)
    return changing and claim.tokens[max(0, index - 1)] in _FROM.get(claim.code, set())


def _new_value(sentence: Sentence, literal: Typed) -> Typed | None:
    """Return what a value of a sentence changes to: 30 of "lowered from 60 to 30"; None where it is no such value."""
    kept: dict[int, Typed | None] = sentence.__dict__.setdefault("new_values", {})
    if literal.start not in kept:
        kept[literal.start] = _read(sentence, literal)
    return kept[literal.start]


def is_old(place: Place, new: Typed) -> bool:
    """Return whether what stands at a place is what changed to a value: it is not said of another thing."""
    found = _new_value(place.sentence, place.literal)
    return found is not None and bool(set(found.values) & set(new.values))


def _read(sentence: Sentence, literal: Typed) -> Typed | None:
    typed = sentence.typed
    place = next((i for i, x in enumerate(typed) if x.start == literal.start), None)
    following = typed[place + 1] if place is not None and place + 1 < len(typed) else None
    if following is None or following.kind != literal.kind or following.values == literal.values:
        return None
    if sentence.code == "zh":
        before, between = sentence.text[: literal.start], sentence.text[literal.end : following.start]
        return following if _HAN_FROM.search(before) and _HAN_TO.search(between) else None
    if sentence.code == "tr":
        changes = not _CHANGES.isdisjoint(sentence.tokens[token_at(sentence.starts, following.end) :][: _REACH + 1])
        is_from = _TURKISH_FROM.match(sentence.text, literal.end) or _TURKISH_FROM.fullmatch(
            literal.text.split()[-1][-4:]
        )
        return following if changes and is_from else None
    first, second = token_at(sentence.starts, literal.start), token_at(sentence.starts, following.start)
    moves = sentence.lexicon.moves
    opening, link = sentence.tokens[max(0, first - 2) : first], sentence.tokens[max(first, second - 2) : second]
    after = token_at(sentence.starts, following.end)
    near = {*sentence.tokens[max(0, first - _NEAR) : first], *sentence.tokens[after : after + _REACH]}
    is_change = not (_CHANGES.isdisjoint(near) and moves.isdisjoint(near))
    code = sentence.code
    if not is_change or _FROM[code].isdisjoint(opening) or _TO[code].isdisjoint(link) or second - first > _REACH * 2:
        return None
    return following

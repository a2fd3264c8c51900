"""Reads deeds where words stand in another order: German helpers and participles, Turkish endings, Chinese without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from harness.text.typed.passage import Sentence
from harness.verify._deeds.reader import Deed, first_of, is_cut, new_deed
from harness.verify._deeds.words import AUXILIARIES, BE, BY, ENDS, HAN, KINDS, TO, TURKISH, Kind, triggers_of

_GERMAN_RELATIVE = frozenset("den die das der dem".split())
_GERMAN_ARTICLES = frozenset("der die das den dem ein eine einen".split())
_PARTICIPLES = frozenset("erworben ubernommen verkauft verfasst erstellt ubersetzt entworfen durchgefuhrt erhoht beauftragt finanziert auftrag lektoriert redigiert herausgegeben begutachtet bezahlt bestellt besiegt verklagt ersetzt abgelost restauriert renoviert saniert repariert installiert eingebaut".split())  # fmt: skip
_HAN_TOWARDS = re.compile(
    "([^，。；、,;向]{2,8}?)向([^，。；、,;向]{2,8}?)(供应|支付|出售|提供|捐赠|转让|移交|出租|交付|借出|贷款)"
)
"""Chinese "A to B supplies": who gives and who gets."""
_PAIR, _TURKISH_WORDS = 2, 4


def german_deeds(sentence: Sentence) -> Iterator[Deed]:
    """Yield the deeds of a German sentence: its verb may stand at the end, its helper behind the first phrase."""
    tokens = sentence.tokens
    triggers = triggers_of("de")
    for index, token in enumerate(tokens):
        name = triggers.get(token)
        ordered = tokens[index - 1 : index + 1] == ["in", "auftrag"]
        if name is None or not index or (index in sentence.capitals and not ordered):
            continue
        kind = KINDS.get(name, Kind(name))
        begin = next(
            (
                i
                for i in range(index, 0, -1)
                if is_cut(sentence, i) or (tokens[i - 1] in {"und", "sowie"} and _german_verb(sentence, i - 1))
            ),
            0,
        )
        relative = begin > 0 and is_cut(sentence, begin) and tokens[begin] in _GERMAN_RELATIVE
        if relative and tokens[index + 1 : index + 2] and tokens[index + 1] in AUXILIARIES["de"]:
            # "den Mia Hart entdeckt hatte": only "den" is surely what it is done to.
            if tokens[begin] == "den":
                yield new_deed(sentence, kind.event, token, {kind.subject: frozenset(tokens[begin + 1 : index])}, name)
            continue
        helper = next((i for i in range(begin, index) if tokens[i] in BE["de"] | AUXILIARIES["de"]), None)
        end = next((i for i in range(index + 1, len(tokens)) if is_cut(sentence, i) or tokens[i] == "und"), len(tokens))
        inherited = helper is None and begin and tokens[begin - 1] == "und"
        first = next((i for i in range(begin) if tokens[i] in BE["de"]), None) if inherited else None
        passive = (
            helper is not None and tokens[helper] in BE["de"] and token.startswith("ge") | (token in _PARTICIPLES)
        ) or first is not None
        verb = helper if helper is not None else index
        span = (verb + 1, index) if helper is not None or first is not None else (index + 1, end)
        if first is not None:
            verb, span = first, (begin, index)
        opening = tokens[(0 if first is not None else begin) : verb]
        before = frozenset() if tokens[0] in ENDS["de"] else frozenset(opening)
        turned_about = not begin and (
            tokens[0] in ENDS["de"] or all(t.isdigit() or t in sentence.lexicon.stop for t in opening)
        )
        at = first_of(tokens, *span, BY["de"])
        goal = first_of(tokens, *span, TO["de"])
        marks = sorted(i for i in (at, goal) if i is not None)
        stops = [*marks, *[i for i in range(*span) if tokens[i] in ENDS["de"]], span[1]]
        direct = frozenset(tokens[span[0] : min(i for i in stops if i >= span[0])])
        after = {i: frozenset(tokens[i + 1 : min(j for j in stops if j > i)]) for i in marks}
        if turned_about:
            # "2019 übernahm A den B": both stand behind the verb, each with its article.
            phrase = tokens[span[0] : min(i for i in stops if i >= span[0])]
            articles = [
                i for i, t in enumerate(phrase) if i and t in _GERMAN_ARTICLES and phrase[i - 1] not in _GERMAN_ARTICLES
            ]
            cut = articles[-1] if articles else len(phrase)
            before, direct = frozenset(phrase if passive else phrase[:cut]), frozenset(phrase[cut:])
        if passive:
            parts = {kind.subject: after.get(at, frozenset()) if at is not None else frozenset(), kind.object: before}
        else:
            turned = tokens[begin] in {"den", "einen"}
            parts = {kind.subject: direct if turned else before, kind.object: before if turned else direct}
            if kind.source and at is not None:
                parts[kind.source] = after[at]
        if kind.goal and goal is not None:
            parts[kind.goal] = after[goal]
        parts.pop("", None)
        yield new_deed(sentence, kind.event, token, parts, name)


def _german_verb(sentence: Sentence, index: int) -> bool:
    triggers = triggers_of("de")
    return any(
        t in triggers or t in BE["de"] or t in AUXILIARIES["de"] or t == "gegeben" for t in sentence.tokens[:index]
    )


def turkish_deeds(sentence: Sentence) -> Iterator[Deed]:
    """Yield who does what in Turkish: the name before "tarafından", or any word that has no ending of an object."""
    tokens = sentence.tokens
    begin = 0
    for index, token in enumerate(tokens):
        name = next((kind for head, kind in TURKISH.items() if token.startswith(head)), None)
        if name is None:
            continue
        inside = range(begin, index)
        by = next((i for i in inside if tokens[i] == "tarafindan"), None)
        if by is not None:
            first = by - 1
            while first > begin and first in sentence.capitals and first - 1 in sentence.capitals and first - 1 > 0:
                first -= 1
            yield new_deed(sentence, name, token, {"doer": frozenset(tokens[max(begin, first) : by])}, name)
        elif index == len(tokens) - 1 and "il" not in token[-5:] and len(inside) <= _TURKISH_WORDS:
            yield new_deed(sentence, name, token, {"doer": frozenset(tokens[i] for i in inside)}, name)
        begin = index + 1


@cache
def _han_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    verbs = "|".join(HAN)
    run = "[^\uff0c\u3002\uff1b\u3001,;\u7531\u88ab\u4e86]"
    return (
        re.compile(f"\u7531({run}{{2,12}}?)({verbs})"),
        re.compile(f"({run}{{2,12}}?)\u88ab({run}{{2,12}}?)({verbs})"),
        re.compile(
            f"({run}{{2,12}}?)(?:\u5df2|\u5c06|\u6b63\u5728|\u8d1f\u8d23)?({verbs})(?:\u4e86|\u8fc7)?({run}{{0,12}})"
        ),
    )


def han_deeds(sentence: Sentence) -> Iterator[Deed]:
    """Yield who does what in Chinese: 由甲收购, 乙被甲收购, 甲收购了乙; parts are pairs of neighbouring characters."""
    by, passive, active = _han_patterns()
    text = sentence.text
    taken: list[tuple[int, int]] = []
    for match in _HAN_TOWARDS.finditer(text):
        taken.append(match.span())
        pairs = [_pairs(match[1]), _pairs(match[2])]
        yield Deed(
            "gift" + match[3], match[3], {"giver": pairs[0], "recipient": pairs[1]}, frozenset({"giver"}), "give"
        )
    for match in passive.finditer(text):
        kind = KINDS.get(HAN[match[3]], Kind(HAN[match[3]]))
        taken.append(match.span())
        yield _han_deed(kind, match[3], match[2], match[1])
    for match in by.finditer(text):
        kind = KINDS.get(HAN[match[2]], Kind(HAN[match[2]]))
        taken.append(match.span())
        yield _han_deed(kind, match[2], match[1], "")
    for match in active.finditer(text):
        if any(a < match.end(2) and match.start(1) < b for a, b in taken):
            continue
        kind = KINDS.get(HAN[match[2]], Kind(HAN[match[2]]))
        yield _han_deed(kind, match[2], match[1], match[3])


def _han_deed(kind: Kind, word: str, doer: str, thing: str) -> Deed:
    parts = {
        kind.subject: _pairs(doer),
        kind.object: _pairs(thing),
    }
    return Deed(kind.event, word, parts, frozenset({kind.subject}), kind.event)


def _pairs(text: str) -> frozenset[str]:
    return frozenset(text[i : i + _PAIR] for i in range(len(text) - 1))

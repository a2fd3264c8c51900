"""Two parties without names: who must notify, pay or lend to whom, where either may stand first and the verb may be another.

"The tenant must give the landlord three months' notice" and "the landlord has to be notified by the tenant" are one deed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.text.typed.fold import fold
from harness.text.typed.kin import kin
from harness.text.typed.passage import Passage, Sentence
from harness.verify._deeds.reader import Deed
from harness.verify._denied.clauses import sign_before

_VERBS = {
    "en": "notice=notify=notifies=notified=inform=informs=informed=tell=tells=told=warn=warns=warned=alert=alerts=alerted money=pay=pays=paid=owe=owes=owed=reimburse=reimburses=reimbursed=compensate=compensates=compensated=refund=refunds=refunded loan=lend=lends=lent give=give=gives=gave=given=send=sends=sent=hand=hands=handed=offer=offers=offered=grant=grants=granted",
    "de": "notice=informieren=informiert=informierte=benachrichtigen=benachrichtigt=unterrichten=unterrichtet=mitteilen=mitgeteilt=melden=meldet money=zahlen=zahlt=zahlte=gezahlt=bezahlt=schuldet=erstattet=erstatten loan=leiht=lieh=verleiht give=gibt=geben=gegeben=ubergibt=ubergeben",
    "fr": "notice=informer=informe=informee=informent=avertir=avertit=averti=avertie=prevenir=previent=prevenu=prevenue=notifier=notifie money=verser=verse=versee=versent=paie=paye=payer=rembourse=rembourser=remboursee loan=prete=preter=preta give=remet=remettre=remis=remise=donne=donner",
    "es": "notice=informar=informa=informado=informada=avisar=avisa=avisado=avisada=notificar=notifica=notificado=notificada money=pagar=paga=pagado=pagada=abona=abonar=reembolsa=reembolsar loan=presta=prestar=presto=prestado give=entrega=entregar=entregado=entregada",
}
_BACK = frozenset("borrow borrows borrowed receive receives received".split())
_BE = {
    "en": frozenset("is are was were be been being".split()),
    "de": frozenset("wird werden wurde wurden worden".split()),
    "fr": frozenset("est sont ete etre sera seront fut".split()),
    "es": frozenset("es son ser sera fue sido".split()),
}
_BY = {
    "en": frozenset({"by"}),
    "de": frozenset({"von", "vom"}),
    "fr": frozenset({"par"}),
    "es": frozenset({"por"}),
}
_TO = {
    "en": frozenset({"to"}),
    "de": frozenset({"an"}),
    "fr": frozenset({"a", "au", "aux"}),
    "es": frozenset({"a", "al"}),
}
_ARTICLES = {
    "en": frozenset("the a an each every any its their his her".split()),
    "de": frozenset("der die das dem den ein eine einem einen einer dieser jeder".split()),
    "fr": frozenset("le la les l un une chaque son sa".split()),
    "es": frozenset("el la los las un una cada su al".split()),
}
_PAID = frozenset(
    "leave holiday holidays vacation vacations break breaks absence internship internships plan plans".split()
)
_SUBJECTS = frozenset({"der", "ein", "die", "das"})
_OBJECTS, _REACH, _MOST = frozenset("dem den einem einen".split()), 6, 60
_HAN_PARTY = "买方|卖方|甲方|乙方|承租人|出租人|房东|租客|房客|雇主|雇员|员工|公司|客户|供应商|保险人|投保人|债权人|债务人|借款人|贷款人|用人单位|劳动者|银行|学校|家长|承包商|业主"
_HAN_BY = re.compile(f"({_HAN_PARTY})[^，。；由]{{0,4}}由({_HAN_PARTY})[^，。；]{{0,8}}?(通知|告知)")
_HAN = re.compile(
    f"({_HAN_PARTY})(?:(?!{_HAN_PARTY})[^，。；由]){{0,10}}?(通知|告知|支付给|付给|借给|欠)({_HAN_PARTY})"
)
_HAN_BORNE = re.compile(
    "([^，。；、,;由]{1,16})由([^，。；、,;由]{2,8}?)(?:承担|支付|负担|缴纳|负责|提供|安排|处理|保管|维修|报销|审批|批准)"
)
_TURKISH = re.compile(r"(bilgilendir|haberdar|uyar|bildir|ode)\w*")


def party_deeds(sentence: Sentence) -> Iterator[Deed]:
    """Yield who gives, tells or pays whom in a sentence, where both are told."""
    if sentence.code == "zh":
        yield from _han(sentence)
    elif sentence.code == "tr":
        yield from _turkish(sentence)
    elif len(sentence.tokens) <= _MOST:
        verbs = verbs_of_parties(sentence.code)
        for index, token in enumerate(sentence.tokens):
            if index and token in verbs and not _is_adjective(sentence, index):
                found = _read(sentence, index, verbs[token])
                if found:
                    yield found


def _is_adjective(sentence: Sentence, index: int) -> bool:
    """Return whether "paid" only says of what kind something is: paid leave."""
    return sentence.tokens[index] == "paid" and not _PAID.isdisjoint(sentence.tokens[index + 1 : index + 3])


def may_name_parties(sentence: Sentence) -> bool:
    """Return whether a sentence may tell such a deed: one look-up that says no of most."""
    if sentence.code == "zh":
        return any(w in sentence.text for w in ("通知", "告知", "给", "欠"))
    if sentence.code == "tr":
        return any(_TURKISH.fullmatch(t) for t in sentence.tokens[-1:])
    return not verbs_of_parties(sentence.code).keys().isdisjoint(sentence.words)


def verbs_of_parties(code: str) -> dict[str, str]:
    """Return the verbs of a language that pass something from one to another, each with what it passes."""
    kept = _READ.get(code)
    if kept is None:
        groups = [line.split("=") for line in _VERBS.get(code, "").split()]
        kept = _READ[code] = {fold(w): g[0] for g in groups for w in g[1:]}
        if code == "en":
            kept.update(dict.fromkeys(_BACK, "loan"))
    return kept


_READ: dict[str, dict[str, str]] = {}


def _read(sentence: Sentence, index: int, event: str) -> Deed | None:
    tokens = sentence.tokens
    begin, end = index, index + 1
    while begin and index - begin < _REACH * 2 and sign_before(sentence, begin) not in {",", ";", ":"}:
        begin -= 1
    while end < len(tokens) and sign_before(sentence, end) not in {",", ";", ":"}:
        end += 1
    giver, recipient = _sides(sentence, index, begin, end)
    if event == "give" and any(t in {"notice", "warning", "notification"} for t in tokens[index:end]):
        event = "notice"
    if not giver or not recipient or giver == recipient:
        return None
    return Deed(
        f"pass {event}",
        tokens[index],
        {"giver": frozenset({giver}), "recipient": frozenset({recipient})},
        frozenset(),
        "pass",
    )


def _sides(sentence: Sentence, index: int, begin: int, end: int) -> tuple[str, str]:
    """Return who gives and who gets in the clause of a verb, "" where that is not told."""
    tokens, code = sentence.tokens, sentence.code
    subject = _first_noun(sentence, begin, index)
    helped = tokens[begin:end] if code == "de" else tokens[max(begin, index - _REACH) : index]
    if any(t in _BE[code] for t in helped):
        by = next((i for i in range(begin, end) if tokens[i] in _BY[code]), None)
        if by is None:
            return "", ""
        object_ = _marked(sentence, begin, by, _OBJECTS) if code == "de" else ""
        return _first_noun(sentence, by + 1, end) or _german_name(sentence, by + 1), object_ or subject
    if code == "de":
        return _marked(sentence, begin, end, _SUBJECTS), _marked(sentence, begin, end, _OBJECTS)
    if tokens[index] in _BACK:
        source = next((i for i in range(index + 1, end) if tokens[i] == "from"), end)
        return _first_noun(sentence, source + 1, end), subject
    to = next((i for i in range(index + 1, min(end, index + 1 + _REACH)) if tokens[i] in _TO[code]), index)
    return subject, _first_noun(sentence, to + 1, end)


def _german_name(sentence: Sentence, index: int) -> str:
    """Return the German noun right behind "vom"."""
    found = sentence.tokens[index : index + 1]
    return found[0] if found and sentence.code == "de" and index in sentence.capitals else ""


def _first_noun(sentence: Sentence, begin: int, end: int) -> str:
    """Return the last word of the first phrase that an article opens near a place; "" for none."""
    tokens, articles, stop = sentence.tokens, _ARTICLES[sentence.code], sentence.lexicon.stop
    for i in range(begin, min(end, begin + _REACH)):
        if tokens[i] in articles or (i == begin and tokens[i] not in stop):
            words = [t for t in tokens[i + (tokens[i] in articles) : min(end, i + 3)][:1] if t not in stop]
            return words[0] if words else ""
        if tokens[i] not in stop:
            return ""
    return ""


def _marked(sentence: Sentence, begin: int, end: int, articles: frozenset[str]) -> str:
    """Return the German noun after one of some articles; "" for none."""
    tokens = sentence.tokens
    return next(
        (tokens[i + 1] for i in range(begin, end - 1) if tokens[i] in articles and i + 1 in sentence.capitals), ""
    )


def _han(sentence: Sentence) -> Iterator[Deed]:
    taken = [(m[2], m[1], m[3]) for m in _HAN_BY.finditer(sentence.text)]
    taken += [(m[1], m[3], m[2]) for m in _HAN.finditer(sentence.text)]
    for giver, recipient, verb in taken:
        event = "notice" if verb in {"通知", "告知"} else "loan" if verb == "借给" else "money"
        parts = {"giver": frozenset({giver}), "recipient": frozenset({recipient})}
        yield Deed(f"pass {event}", verb, parts, frozenset(), "pass")


def _turkish(sentence: Sentence) -> Iterator[Deed]:
    tokens = sentence.tokens
    match = _TURKISH.fullmatch(tokens[-1])
    if match is None or len(tokens) < _REACH // 2:
        return
    event = "money" if match[1] == "ode" else "notice"
    if "tarafindan" in tokens[2:]:
        giver, recipient = tokens[tokens.index("tarafindan") - 1], tokens[0]
    else:
        giver, recipient = tokens[0], tokens[1]
        if not recipient.endswith(("yi", "yu", "ye", "ya", "ni", "na", "ne")):
            return
    yield Deed(
        f"pass {event}",
        tokens[-1],
        {"giver": frozenset({giver}), "recipient": frozenset({recipient})},
        frozenset(),
        "pass",
    )


def other_bearer(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return who bears or does there what a Chinese claim says another does (换货运费由卖家承担), or None."""
    if claim.code != "zh" or not (mine := _HAN_BORNE.search(claim.text)):
        return None
    theirs = [m for p in passages for m in _HAN_BORNE.finditer(p.text)]
    shared = [len(set(mine[1]) & set(m[1])) for m in theirs]
    best = [m for m, n in zip(theirs, shared, strict=True) if n and n == max(shared)]
    known = kin("zh")
    groups = {g for g, _ in known.find(list(mine[2]))}
    if not best or any(
        set(mine[2]) & set(m[2]) - set("家方人") or groups & {g for g, _ in known.find(list(m[2]))} for m in best
    ):
        return None
    return f"{best[0][2]} there, {mine[2]} in the answer"

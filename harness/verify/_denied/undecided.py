"""What is not settled: "decided" for what is to be decided, "have to" for what is only encouraged, "proved" for what cannot be shown."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import sign_before
from harness.verify._words.support import COMMON, Support, Word

_DECIDED = {
    "en": "decided approved adopted resolved agreed confirmed voted opted announced",
    "de": "beschlossen entschieden beschloss entschied verabschiedet genehmigt",
    "fr": "decide adopte approuve vote acte",
    "es": "decidido aprobado decidio aprobo acordado acordo adoptado",
    "tr": "kararlastirdi kararlastirildi onayladi onaylandi",
}
_OPEN = {
    "en": "whether undecided pending",
    "de": "ob",
    "fr": "envisage envisagee examine examinera",
    "es": "si estudia baraja estudian",
    "tr": "degerlendiriyor degerlendiriliyor dusunuyor tartisiliyor inceleniyor verecek verilecek",
}
_OPEN_PHRASES = {
    "en": "under consideration; under discussion; under review; being considered; being discussed; to be decided; yet to decide; not yet decided; being weighed; will vote; due to vote; will decide; will consider; yet to vote",
    "de": "wird gepruft; im gesprach; wird erwogen; noch nicht entschieden; in prufung",
    "fr": "a l etude; en discussion; a l examen; reste a decider; se prononcera; votera",
    "es": "en estudio; por decidir; se estudia; en discusion",
    "tr": "karar verecek; karar verilecek; gundemde; degerlendirme asamasinda",
}
_DUTY = {
    "en": "must required mandatory obliged compulsory obligatory",
    "de": "muss mussen pflicht verpflichtet vorgeschrieben",
    "fr": "doit doivent obligatoire obligatoires oblige obliges",
    "es": "debe deben obligatorio obligatoria obligatorios obligatorias obligados",
    "tr": "zorunlu zorunludur zorunda gerekir",
}
_DUTY_PAIRS = frozenset(
    {("have", "to"), ("has", "to"), ("needs", "to"), ("need", "to"), ("tienen", "que"), ("tiene", "que")}
)
_ADVICE = {
    "en": "encouraged asked advised recommended invited suggested welcome urged optional voluntary",
    "de": "empfohlen gebeten geraten freiwillig erwunscht",
    "fr": "recommande conseille invites encourages facultatif facultative recommandee recommandes conseillee conseilles",
    "es": "recomienda aconseja recomendado invita voluntario opcional",
    "tr": "onerilir onerilmektedir tavsiye istege gonullu",
}
_OF_THINGS = frozenset(
    "recommended optional voluntary advised suggested empfohlen freiwillig erwunscht recommande recommandee conseille conseillee facultatif facultative recomendado opcional voluntario onerilir onerilmektedir".split()
)
"""What is said of a thing, which stands before it; others are said of persons, with the thing behind."""
_PROVED = frozenset(
    "proved proves prove proven showed shows shown established establishes demonstrated demonstrates confirmed confirms "
    "bewiesen beweist belegt nachgewiesen prouve prouvee demontre etabli demostrado demostro probado probo kanitladi kanitlandi".split()
)
_CANNOT = frozenset("cannot not unable no nicht kein keine ne pas impossible no".split())
_PROOF = frozenset(
    "known clear certain show shows showed prove proves proved establish demonstrate determine tell conclude confirm evidence proof causal "
    "zeigen beweisen belegen nachweisen feststellen prouver demontrer etablir conclure probar demostrar establecer determinar".split()
)
_SHARE, _MOST_SENTENCES, _REACH, _NEAR = 0.5, 4, 6, 8
_HAN_DECIDED = ("\u5df2\u51b3\u5b9a", "\u51b3\u5b9a", "\u5df2\u6279\u51c6", "\u5df2\u7ecf\u51b3\u5b9a")
_HAN_OPEN = (
    "\u662f\u5426",
    "\u6b63\u5728\u8003\u8651",
    "\u5728\u8003\u8651",
    "\u62df",
    "\u5f85\u5b9a",
    "\u6b63\u5728\u8ba8\u8bba",
    "\u6b63\u5728\u7814\u7a76",
)


def unsettled(claim: Sentence, support: Support) -> str | None:
    """Return what a claim says is decided, required or proved where its spans leave it open, or None."""
    if claim.code == "zh":
        return _unsettled_han(claim, support)
    return _decided(claim, support) or _required(claim, support) or _proved(claim, support)


def _decided(claim: Sentence, support: Support) -> str | None:
    decided = _words(_DECIDED, claim.code)
    word = next((t for t in claim.tokens if t in decided), None)
    word = word or (
        "karar"
        if claim.code == "tr" and "karar" in claim.words and not {"verecek", "verilecek"} & claim.words
        else None
    )
    if word is None or _is_open(claim) or not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    rest = [w for w in support.words if w.text not in decided and w.weight > COMMON and w.text != "karar"]
    found = ""
    for sentence in _holding(rest, support):
        if not decided.isdisjoint(sentence.words) and claim.code != "tr":
            return None
        found = found or _open_word(sentence)
        if not _open_word(sentence) and not _only_names(sentence, rest, support):
            return None
    return f"{word!r} in the answer, {found!r} there" if found else None


def _only_names(sentence: Sentence, rest: Sequence[Word], support: Support) -> bool:
    """Return whether a sentence has no more of some words than one: it need not tell what was decided."""
    return sum(not support.variants[w.text].isdisjoint(sentence.words) for w in rest) <= 1


def _is_open(sentence: Sentence) -> bool:
    return bool(_open_word(sentence))


def _open_word(sentence: Sentence) -> str:
    words = _words(_OPEN, sentence.code)
    text = f" {' '.join(sentence.tokens)} "
    phrase = next((p for p in _phrases(sentence.code) if f" {p} " in text), "")
    if phrase:
        return phrase
    word = next((t for t in sentence.tokens if t in words), "")
    if word == "si" and not {"decidira", "decidir", "estudia", "decide", "resolvera"} & sentence.words:
        return ""
    if (
        word == "ob"
        and not {"entscheidet", "entscheiden", "entscheidung", "pruft", "prufen", "beraten", "berat", "offen"}
        & sentence.words
    ):
        return ""
    if (
        word == "whether"
        and not {
            "decide",
            "decides",
            "deciding",
            "decision",
            "consider",
            "considers",
            "considering",
            "vote",
            "debate",
            "discuss",
            "review",
            "examine",
            "examining",
            "weighing",
            "rule",
        }
        & sentence.words
    ):
        return ""
    if word in {"verecek", "verilecek"} and "karar" not in sentence.words:
        return ""
    return word


def _required(claim: Sentence, support: Support) -> str | None:
    """Return the thing that a claim lists as required, where a span says in one clause that it is asked for and not required."""
    duty = _words(_DUTY, claim.code)
    tokens = claim.tokens
    at = next((i for i, t in enumerate(tokens) if t in duty or (t, *tokens[i + 1 : i + 2]) in _DUTY_PAIRS), None)
    if (
        at is None
        or not claim.lexicon.negators.isdisjoint(claim.words)
        or not _words(_ADVICE, claim.code).isdisjoint(claim.words)
    ):
        return None
    advice = _words(_ADVICE, claim.code)
    for sentence in [s for _, _, s in support.best[:_MOST_SENTENCES]]:
        if (
            advice.isdisjoint(sentence.words)
            or sentence.lexicon.negators.isdisjoint(sentence.words)
            or duty.isdisjoint(sentence.words)
        ):
            continue
        weak = next(i for i, t in enumerate(sentence.tokens) if t in advice)
        denied = next((i for i, t in enumerate(sentence.tokens) if t in sentence.lexicon.negators), 0)
        if not 0 < denied - weak < _NEAR or not duty & set(sentence.tokens[denied : denied + _REACH]):
            continue
        end = next(
            (i for i in range(denied + 1, len(sentence.tokens)) if sign_before(sentence, i) == ";"),
            len(sentence.tokens),
        )
        thing = sentence.tokens[weak] in _OF_THINGS
        asked = set(sentence.tokens[:weak] if thing else sentence.tokens[denied + 1 : end])
        asked -= sentence.lexicon.stop | duty
        others = {t for _, _, s in support.best if s is not sentence and not duty.isdisjoint(s.words) for t in s.tokens}
        others.update(sentence.tokens[end:])
        found = [
            w.text
            for w in support.words
            if support.variants[w.text] & asked and not support.variants[w.text] & others and w.weight > COMMON
        ]
        if thing and found:
            return f"{tokens[at]!r} in the answer, {sentence.tokens[weak]!r} there"
        if len(found) > 1 or (found and len(asked) == 1):
            return f"{tokens[at]!r} in the answer, {sentence.tokens[weak]!r} there"
    return None


def _proved(claim: Sentence, support: Support) -> str | None:
    word = next((t for t in claim.tokens if t in _PROVED), None)
    if word is None or not claim.lexicon.negators.isdisjoint(claim.words) or not _CANNOT.isdisjoint(claim.words):
        return None
    rest = [w for w in support.words if w.text not in _PROVED and w.weight > COMMON]
    if len(rest) < 2:  # noqa: PLR2004 -- what is proved is of several words
        return None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        if sum(not support.variants[w.text].isdisjoint(sentence.words) for w in rest) < 2:  # noqa: PLR2004 -- one word is no proof
            continue
        tokens = sentence.tokens
        for index, token in enumerate(tokens):
            if token in _CANNOT:
                near = tokens[index + 1 : index + 1 + _REACH // 2]
                if proof := next((t for t in near if t in _PROOF), None):
                    return f"{word!r} in the answer, '{token} {proof}' there"
    return None


def _holding(rest: Sequence[Word], support: Support) -> list[Sentence]:
    """Return the sentences among the best that hold half of the weight of some words, or the most of it that any holds."""
    total = sum(w.weight for w in rest)
    scored = [
        (sum(w.weight for w in rest if not support.variants[w.text].isdisjoint(s.words)), s)
        for _, _, s in support.best[:_MOST_SENTENCES]
    ]
    return [s for score, s in scored if total and score >= _SHARE * total]


def _unsettled_han(claim: Sentence, support: Support) -> str | None:
    word = next((w for w in _HAN_DECIDED if w in claim.text), None)
    if word is None or any(w in claim.text for w in _HAN_OPEN) or not support.best:
        return None
    best = support.best[0][2].text
    opened = next((w for w in _HAN_OPEN if w in best), None)
    if opened is None or any(w in best for w in _HAN_DECIDED if w != "\u51b3\u5b9a") or "\u5df2\u51b3\u5b9a" in best:
        return None
    return f"{word} in the answer, {opened} there"


def _words(table: dict[str, str], code: str) -> frozenset[str]:
    kept = _SETS.get((id(table), code))
    if kept is None:
        kept = _SETS[id(table), code] = frozenset(table.get(code, "").split())
    return kept


def _phrases(code: str) -> tuple[str, ...]:
    return tuple(p.strip() for p in _OPEN_PHRASES.get(code, "").split(";") if p.strip())


_SETS: dict[tuple[int, str], frozenset[str]] = {}

"""Which negators of a claim and of a span's sentence deny the same thing: the negated clause must be the one that says it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from harness.text.typed.lexicon import words as listed
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.verify._denied.clauses import Clause, clauses
from harness.verify._denied.exceptions import exceptions
from harness.verify._literals.equal import compare
from harness.verify._words.support import Support, Word

_FEW_TOKENS = 16
_SHORT_SENTENCE = 5
_MOST_SENTENCES = 12
_DENYING_WORDS = (
    "fail",
    "refus",
    "lack",
    "declin",
    "imposs",
    "impos",
    "unmog",
    "verweiger",
    "scheiter",
    "echou",
    "free",
)
"""Beginnings of verbs and adjectives that deny by themselves, beside which a negator denies once more."""
_HEAD = 4
_FREE = frozenset({"free", "complimentary", "gratis"})
_WAIVING = frozenset(
    "waived waives waive exempt exempted spared entfallt entfallen erlassen befreit exonere exonerees exemptes dispense dispenses exento exenta exentos exentas muaf".split()
)
_SHUT = frozenset(
    "closed shut geschlossen gesperrt ferme fermee fermes fermees cerrado cerrada cerrados cerradas kapali kapalidir".split()
)
_SHUT_OR_OPEN = _SHUT | frozenset(
    "open opened close opening closing offen geoffnet schliessen offnen ouvert ouverte ouvrir fermer abierto abierta abrir cerrar acik acilir".split()
)
_TO_WHOM = frozenset("to for fur aux a au para".split())
_PAY = frozenset("pay pays paid zahlen zahlt bezahlen paient paie payer pagan paga pagar".split())
_CAN = frozenset(
    "can may possible accessible accesible zuganglich besuchen betreten visite visiter visitar acceder kann konnen moglich peut peuvent possible puede pueden posible".split()
)
EXCLUDING = listed(
    "exclude excludes excluded excluding exclusion exclusions ausgeschlossen ausgenommen ausschluss exclut excluent exclu exclue exclus exclues "
    "excluye excluyen excluido excluida excluidos excluidas hari\u00e7 haricinde d\u0131\u015f\u0131ndad\u0131r d\u0131\u015f\u0131nda"
)
INCLUDING = listed(
    "cover covers covered include includes included insured part abgedeckt gedeckt versichert enthalten inbegriffen eingeschlossen umfasst deckt couvert couverts couverte couvertes couvre "
    "inclus incluse incluses compris comprise comprises cubierto cubiertos cubierta cubiertas cubre incluido incluida incluidos incluidas incluye dahil dahildir de\u011fildir kapsamaz kar\u015f\u0131lamaz "
    "kapsam\u0131yor i\u00e7ermez"
)
IF = frozenset("if unless until when wenn falls si cuando quand lorsque".split())
_AND = frozenset("and und et y ve".split())
OR = frozenset("or nor oder noch ou ni o u veya".split())
_FINITE = frozenset("ist sind war waren wird werden wurde wurden darf durfen kann konnen hat haben gilt gelten".split())
_NO_COMMAND = frozenset(
    "no none nobody nothing neither nor without ohne sans sin fail cannot unable it they he she".split()
)
_COMMANDING = frozenset("avoid refrain please evitez evite bitte vermeiden verzichten".split())
_CHARGES = frozenset("cost costs charge charges fee fees".split())


def negators(
    part: Clause,
    words: Sequence[Word],
    support: Support,
    regions: tuple[Sequence[Clause], Sequence[Clause]],
    pair: tuple[Sentence, Sentence],
) -> tuple[str | None, str | None]:
    """Return the negator of a statement of a claim and that of a span's sentence, each None where it denies nothing of this.

    `regions` are the clauses of the span that hold the claim's words, and those that hold most; `pair` is the claim and the source.
    """
    claim, source = pair
    held, focus = regions
    theirs = _negator_of(focus, source)
    mine = part.negator
    if mine and not theirs and _joined(part, claim):
        # Its own clause may be a small part of what is told: "and those under 12 do not pay".
        theirs = _negator_of(held, source)
    if theirs and not mine and (barred := told_not_to(source)):
        lex = source.lexicon
        done = [t for t in barred if t not in lex.stop and t not in lex.negators and t not in _COMMANDING][:2]
        if not any(t in forms for t in done for forms in support.variants.values()):
            # The soap, of "Do not use bleach on the awning".
            theirs = None
    if mine and any(part.first <= i < part.last for i in exceptions(claim)):
        return None, theirs
    if mine and not theirs:
        forms = support.variants.get(_denied_word(part, mine, words), frozenset())
        theirs = next((c.negator for c in held if c.negator and not forms.isdisjoint(c.tokens)), None)
    if mine and theirs:
        told = frozenset(t for c in focus for t in c.tokens)
        if _denies_more(mine, part.tokens, theirs):
            theirs = None
        elif _denies_more(theirs, told, mine):
            mine = None
    if (
        mine
        and not theirs
        and (
            _is_left_out(claim, support, source)
            or _is_free(part, source)
            or is_shut(claim, source)
            or _denied_in_another(part, claim, support, source)
        )
    ):
        return None, None
    return mine, theirs


def _denies_more(negator: str, tokens: Collection[str], other: str) -> bool:
    """Return whether a statement denies what the other side says with a word that denies: did not fail, of failed."""
    head = other[:_HEAD]
    return other.startswith(_DENYING_WORDS) and not negator.startswith(head) and any(t.startswith(head) for t in tokens)


def all_told(source: Sentence, support: Support) -> bool:
    """Return whether a short sentence of a span has no telling word that the claim has not: it is about nothing else."""
    if len(source.tokens) > _FEW_TOKENS:
        return False
    told = [t for t in source.tokens if t not in source.lexicon.stop and t not in source.lexicon.negators]
    if not 1 < len(told) <= _SHORT_SENTENCE:
        return False
    mine = frozenset().union(*support.variants.values())
    return all(t in mine for t in told)


def _negator_of(parts: Sequence[Clause], source: Sentence) -> str | None:
    aside = exceptions(source)
    return next((c.negator for c in parts if c.negator and not any(_only_excepts(c, i, source) for i in aside)), None)


def _only_excepts(clause: Clause, index: int, source: Sentence) -> bool:
    """Return whether the negator of a clause is what names an exception, and denies no more: not of "nobody except the registrar"."""
    if not clause.first <= index < clause.last:
        return False
    return clause.negator == source.tokens[index] or clause.negator not in source.tokens[clause.first : index]


def _is_free(part: Clause, source: Sentence) -> bool:
    """Return whether a statement says "at no cost" of what a span calls free."""
    return not _FREE.isdisjoint(source.words) and not _CHARGES.isdisjoint(part.tokens)


def is_shut(claim: Sentence, source: Sentence) -> bool:
    """Return whether a claim says that one cannot do something with what a span calls closed, and denies no more."""
    if _SHUT.isdisjoint(source.words) or _CAN.isdisjoint(claim.words):
        return False
    denying = [c.tokens for c in clauses(claim) if c.negator]
    return len(denying) == 1 and not _CAN.isdisjoint(denying[0]) and _SHUT_OR_OPEN.isdisjoint(denying[0])


def _is_left_out(claim: Sentence, support: Support, source: Sentence) -> bool:
    """Return whether a claim says that something is not covered which a span says is excluded, and covers nowhere."""
    facing = [claim.lexicon.facing[p] for t in claim.words for p in claim.lexicon.opposites.get(t, ())]
    if INCLUDING.isdisjoint(claim.words) or any(not f.isdisjoint(source.words) for f in facing):
        return False
    told = [s for _, _, s in support.best[:_MOST_SENTENCES]]
    left, rest = _left_out(told), [c.tokens for s in told for c in clauses(s)]
    rest = [c for c in rest if not any(c is tokens for tokens in left)]
    return bool(left) and any(
        any(not forms.isdisjoint(c) for c in left) and all(forms.isdisjoint(c) for c in rest)
        for forms in [support.variants[w.text] for w in support.words if w.text not in INCLUDING]
    )


def _left_out(told: Sequence[Sentence]) -> list[tuple[str, ...]]:
    """Return the words of each clause that says what is excluded, and of those that it goes on: "the tyres and the wipers are excluded"."""
    found: list[tuple[str, ...]] = []
    for sentence in told:
        if EXCLUDING.isdisjoint(sentence.words) or any(
            sentence.tokens[i] not in EXCLUDING for i in exceptions(sentence)
        ):
            continue
        run: list[tuple[str, ...]] = []
        for clause in clauses(sentence):
            run = [*run, clause.tokens] if clause.tokens[:1] and clause.tokens[0] in _AND else [clause.tokens]
            if not EXCLUDING.isdisjoint(clause.tokens):
                found += run
    return found


def open_to(claim: Sentence, source: Sentence) -> str | None:
    """Return who may go, in a claim, where a span says that it is closed to them, or None."""
    if _SHUT.isdisjoint(source.words) or _CAN.isdisjoint(claim.words) or not _SHUT_OR_OPEN.isdisjoint(claim.words):
        return None
    at = next(i for i, t in enumerate(source.tokens) if t in _SHUT)
    after = source.tokens[at + 1 : at + 1 + _HEAD]
    if not after or after[0] not in _TO_WHOM or not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    who = next((t for t in after[1:] if t not in source.lexicon.stop), "")
    return f"closed to {who} there" if who and who in claim.words else None


def is_waived(claim: Sentence, source: Sentence) -> bool:
    """Return whether a claim says that one does not pay what a span exempts from or calls free."""
    waived = not _WAIVING.isdisjoint(source.words) and not _PAY.isdisjoint(claim.words)
    return waived or (not _FREE.isdisjoint(source.words) and not _CHARGES.isdisjoint(claim.words))


def _denied_word(part: Clause, negator: str, words: Sequence[Word]) -> str:
    """Return the first telling word behind the negator of a statement: recommend, of "did not recommend a ban"; "" for none."""
    at = part.first + part.tokens.index(negator) if negator in part.tokens else part.last
    return next((w.text for w in words if w.index > at), "")


def _denied_in_another(part: Clause, claim: Sentence, support: Support, source: Sentence) -> bool:
    """Return whether another sentence denies what the denying clause of a claim says: "Do not freeze.", with all its words."""
    for clause in clauses(claim):
        if not clause.negator or not part.first <= clause.first < part.last:
            continue
        told = [w for w in support.words if clause.first <= w.index < clause.last]
        if not told or not all(support.variants[w.text] for w in told):
            continue
        if _is_told_not_to(clause, told, support):
            return True
        for _, _, sentence in support.best[:_MOST_SENTENCES]:
            if sentence is source or not any(
                (c.negator or not _WAIVING.isdisjoint(c.tokens))
                and all(not support.variants[w.text].isdisjoint(c.tokens) for w in told)
                for c in clauses(sentence)
            ):
                continue
            one = (
                all_told(sentence, support) or len(sentence.content) == 1 or _has_a_literal_of(clause, claim, sentence)
            )
            if len(told) > 1 or one:
                return True
    return False


def is_told_not_to(claim: Sentence, support: Support) -> bool:
    """Return whether a claim denies what a sentence tells one not to do."""
    if support.best and not any(told_not_to(s) for _, _, s in support.best[:_MOST_SENTENCES]):
        return False
    return any(
        c.negator and _is_told_not_to(c, [w for w in support.words if c.first <= w.index < c.last], support)
        for c in clauses(claim)
    )


def _is_told_not_to(clause: Clause, told: Sequence[Word], support: Support) -> bool:
    """Return whether a sentence tells one not to do what a clause denies, and leaves out with what: "Do not crush or chew them".

    No sentence may have the first word behind the negator without denying something.
    """
    at = clause.first + clause.tokens.index(clause.negator) if clause.negator in clause.tokens else clause.last
    behind = [w for w in told if w.index > at]
    if not behind:
        return False
    done = support.variants[behind[0].text]
    having = [
        s for _, _, s in support.best[:_MOST_SENTENCES] if not done.isdisjoint(s.words) and IF.isdisjoint(s.words)
    ]
    return bool(having) and all(
        all(not support.variants[w.text].isdisjoint(told_not_to(s)) for w in behind) for s in having
    )


def told_not_to(sentence: Sentence) -> list[str]:
    """Return the words of what a sentence tells one not to do, "Do not crush or chew them"; none where it tells something else."""
    parts = clauses(sentence)
    if not parts[0].negator or not _commands(sentence):
        return []
    tokens = list(parts[0].tokens)
    for part in parts[1:]:
        if part.tokens[:1] and part.tokens[0] not in OR:
            break
        tokens += part.tokens
    return tokens


def _commands(sentence: Sentence) -> bool:
    """Return whether a sentence tells one to do something: its first words deny, or in a short German one the last before the verb."""
    tokens, negators = sentence.tokens, sentence.lexicon.negators
    if not _COMMANDING.isdisjoint(tokens[:1]):
        return True
    if sentence.code == "de":
        return (
            len(tokens) <= _SHORT_SENTENCE
            and _FINITE.isdisjoint(tokens)
            and not negators.isdisjoint([*tokens[:1], *tokens[-2:]])
        )
    return not negators.isdisjoint(tokens[:2]) and not _NO_COMMAND.intersection(tokens[:2])


def _has_a_literal_of(clause: Clause, claim: Sentence, sentence: Sentence) -> bool:
    """Return whether a sentence has a literal of a clause of a claim: the fee is waived under 200, not on invoices below 200."""
    mine = [x for x in claim.typed if clause.first <= token_at(claim.starts, x.start) < clause.last]
    return any(compare(x, y) == "same" for x in mine for y in sentence.typed)


def _joined(part: Clause, claim: Sentence) -> bool:
    """Return whether a statement is of several clauses."""
    return any(c.first == part.first and len(c.tokens) < len(part.tokens) for c in clauses(claim))

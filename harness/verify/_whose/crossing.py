"""Two statements side by side whose subjects have changed places: one lays and the other guards, and the claim has it crossed."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import Clause, clauses
from harness.verify._denied.exceptions import exceptions
from harness.verify._words.novel import is_predicate
from harness.verify._words.support import Support, Word

_MOST_CLAUSES = 8
_PAIR = 2
_SUBJECT_REACH = 2
_SUBJECT_FIRST = frozenset({"en", "fr", "es"})
_AND = frozenset("and but while whereas et mais tandis y pero mientras".split())
_NO_NOUNS = ("ing", "ly", "ed")
_PERSONS = frozenset("i we you he she it they wir sie es er nous on il elle nosotros".split())


def crossed(claim: Sentence, sources: Sequence[Sentence], support: Support) -> str | None:
    """Return whose doing a claim gives to another, where two neighbouring clauses have each other's subject, or None.

    A word counts only where one clause of the claim and one of the spans' have it. Both clauses of the claim must open
    with a word of one clause of the spans and go on with words of the other alone.
    """
    mine = clauses(claim)
    theirs = [c for s in sources if s.code == claim.code for c in clauses(s)]
    if not _PAIR <= len(theirs) <= _MOST_CLAUSES or mine[0].negator or any(c.negator for c in theirs):
        return None
    inside = [frozenset(c.tokens) for c in theirs]
    before: list[tuple[str, int]] = []
    for clause in mine:
        told = _told(clause, claim, support, inside)
        if len({at for _, at in told}) < _PAIR:
            before = [] if told else before
            continue
        if before and (found := _exchanged(before, told, theirs, claim, support)):
            return found
        before = told
    return None


def _exchanged(
    one: Sequence[tuple[str, int]],
    other: Sequence[tuple[str, int]],
    theirs: Sequence[Clause],
    claim: Sentence,
    support: Support,
) -> str | None:
    (a, at_a), (b, at_b) = one[0], other[0]
    rest_a, rest_b = [t for t in one if t[1] != at_a], [t for t in other if t[1] != at_b]
    if at_a == at_b or rest_a[0][1] != at_b or rest_b[0][1] != at_a:
        return None
    if claim.code == "en" and (a.endswith(_NO_NOUNS) or b.endswith(_NO_NOUNS)):
        return None
    if not (_opens(theirs[at_a], a, claim, support) and _opens(theirs[at_b], b, claim, support)):
        return None
    return f"{b} goes with {rest_a[0][0]} there, {a} in the answer"


def _told(clause: Clause, claim: Sentence, support: Support, inside: Sequence[frozenset[str]]) -> list[tuple[str, int]]:
    """Return the telling words of a clause that one clause of the spans has, each with which; none where a pronoun opens it."""
    if not _PERSONS.isdisjoint(clause.tokens[:_SUBJECT_REACH]):
        return []
    found: list[tuple[str, int]] = []
    for word in support.words:
        if not clause.first <= word.index < clause.last or len(claim.content.get(word.text, ())) > 1:
            continue
        forms = support.variants[word.text]
        at = [i for i, words in enumerate(inside) if not forms.isdisjoint(words)]
        if len(at) == 1:
            found.append((word.text, at[0]))
    return found


def _opens(clause: Clause, word: str, claim: Sentence, support: Support) -> bool:
    told = [t for t in clause.tokens if t not in claim.lexicon.stop]
    return not support.variants[word].isdisjoint(told[:_SUBJECT_REACH])


def half_of_each(claim: Sentence, support: Support) -> str | None:
    """Return whose it is there, where a claim takes its subject from one statement of a sentence and the rest from the next.

    "Apples come from Chile", of "Apples come from Poland and pears come from Chile": the subject's own statement goes on
    with something else, and the other has another subject.
    """
    words = support.words
    if claim.code not in _SUBJECT_FIRST or len(words) < _PAIR or support.missing or len(clauses(claim)) > 1:
        return None
    wrong: str | None = None
    for _, _, sentence in support.best[:_MOST_CLAUSES]:
        if exceptions(sentence) or any(support.variants[w.text].isdisjoint(sentence.words) for w in words):
            continue
        found = _half_of_each(sentence, words, support)
        if found is None:
            return None
        wrong = wrong or found
    return wrong


def _half_of_each(sentence: Sentence, words: Sequence[Word], support: Support) -> str | None:
    pieces = _statements(sentence)
    inside = [frozenset(sentence.tokens[a:b]) for a, _, b in pieces]
    held = [[not support.variants[w.text].isdisjoint(tokens) for tokens in inside] for w in words]
    lead = next((place for place, row in enumerate(held[:_SUBJECT_REACH]) if sum(row) == 1), None)
    if lead is None or sum(held[-1]) != 1:
        return None
    one, other = held[lead].index(True), held[-1].index(True)
    if one == other or not all(row[other] for row in held[lead + 1 :]):
        return None
    mine = frozenset().union(*support.variants.values())

    skipped = mine | sentence.lexicon.stop | sentence.lexicon.quantifiers.keys()

    def own(first: int, last: int) -> list[str]:
        places = [i for i in range(first, last) if i not in sentence.literal_words and i not in sentence.comparing]
        return [sentence.tokens[i] for i in places if sentence.tokens[i] not in skipped]

    goes_on, subject = own(pieces[one][1] + 1, pieces[one][2]), own(pieces[other][0], pieces[other][1])
    return (
        f"{words[-1].text} goes with {subject[0]} there, {words[lead].text} in the answer"
        if goes_on and subject
        else None
    )


def _statements(sentence: Sentence) -> list[tuple[int, int, int]]:
    """Return where each statement with a subject and a verb of its own begins, has its verb and ends; none where there is one alone."""
    found: list[tuple[int, int, int]] = []
    for clause in clauses(sentence):
        verb = next(
            (i for i in range(clause.first + 1, clause.last) if is_predicate(sentence, sentence.tokens[i])), None
        )
        opens = clause.tokens[1:2] if clause.tokens[:1] and clause.tokens[0] in _AND else clause.tokens[:1]
        if found and (verb is None or (opens and is_predicate(sentence, opens[0]))):
            found[-1] = (*found[-1][:2], clause.last)
        elif verb is not None:
            found.append((clause.first, verb, clause.last))
    return found if len(found) >= _PAIR else []

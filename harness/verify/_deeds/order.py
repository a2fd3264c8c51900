"""Which came first, what caused what, and who did what to whom where no name tells: a claim must not turn it round."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._words.candidates import opens_with_pronoun

Forms = Mapping[str, frozenset[str]]

_LINKS = {
    "en": {
        "after": ("time", 1), "following": ("time", 1), "before": ("time", 0), "until": ("time", 0), "then": ("time", 0), "followed by": ("time", 0), "preceded by": ("time", 1), "after which": ("time", 0), "before which": ("time", 1), "once": ("time", 1), "later": ("time", 0), "subsequently": ("time", 0), "afterwards": ("time", 0),
        "because": ("cause", 1), "due to": ("cause", 1), "owing to": ("cause", 1), "caused by": ("cause", 1), "result of": ("cause", 1), "thanks to": ("cause", 1), "triggered by": ("cause", 1), "results from": ("cause", 1), "resulted from": ("cause", 1),
        "caused": ("cause", 0), "causes": ("cause", 0), "led to": ("cause", 0), "leads to": ("cause", 0), "resulted in": ("cause", 0), "results in": ("cause", 0), "triggered": ("cause", 0), "triggers": ("cause", 0), "forced": ("cause", 0), "prompted": ("cause", 0),
    },
    "de": {"nach": ("time", 1), "nachdem": ("time", 1), "vor": ("time", 0), "bevor": ("time", 0), "dann": ("time", 0), "danach": ("time", 0), "anschließend": ("time", 0), "anschliessend": ("time", 0), "woraufhin": ("time", 0), "sobald": ("time", 1), "weil": ("cause", 1), "wegen": ("cause", 1), "fuhrte zu": ("cause", 0), "verursachte": ("cause", 0)},
    "fr": {"apres": ("time", 1), "avant": ("time", 0), "puis": ("time", 0), "apres quoi": ("time", 0), "une fois": ("time", 1), "ensuite": ("time", 0), "parce": ("cause", 1), "en raison": ("cause", 1), "a cause": ("cause", 1), "a provoque": ("cause", 0), "a entraine": ("cause", 0)},
    "es": {"despues": ("time", 1), "tras": ("time", 1), "antes": ("time", 0), "luego": ("time", 0), "tras lo": ("time", 0), "una vez": ("time", 1), "porque": ("cause", 1), "debido": ("cause", 1), "provoco": ("cause", 0), "causo": ("cause", 0)},
}  # fmt: skip
"""What joins two events: of which kind it is, and whether what stands before it came second."""
_CLAUSE_ENDS = frozenset("and but while whereas because although if when which who that unless since so".split())
_AUXILIARIES = frozenset(
    "to can could may might must shall should will would not never has have had is are was were be been being do does did".split()
)
_BE = frozenset("is are was were be been being gets got".split())
_NO_SUBJECT = frozenset(
    "the a an this that these those its his her their our my your of in on at for from with by and or".split()
)
_BEFORE_OBJECTS = frozenset(
    "the a an this that these those its his her their it them him all some any each every no".split()
)
_PRONOUNS = frozenset("it they he she this them him".split())
_RELATIVE = frozenset({"who", "which", "that"})
_ADJUNCTS = frozenset("near close in on at during for since from with to after before".split())
_HAVE = frozenset("have has had having get gets got".split())
_TOGETHER = frozenset({"together", "along", "jointly", "conjunction", "partnership"})
_TAKING = frozenset(
    "rent rents rented renting lease leases leased hire hires hired borrow borrows borrowed buy buys bought purchase purchases purchased "
    "receive receives received get gets got obtain obtains obtained inherit inherits inherited".split()
)
_GIVING = frozenset(
    "lease leases leased let lets rent rents rented lend lends lent loan loans loaned sell sells sold give gives gave given supply supplies supplied deliver delivers "
    "delivered provide provides provided leave leaves left hand hands handed award awards awarded grant grants granted".split()
)
_TIME_WORDS = frozenset("after before once until nachdem bevor sobald apres avant despues tras antes".split())
_ASKING = frozenset("if when whenever unless once wenn falls sofern si cuando quand".split())
_NOT_BEFORE = frozenset("until before bevor avant antes".split())
_MODALS = frozenset(
    "may can cannot must should could might do don let kann konnen darf durfen muss mussen soll sollen peut peuvent doit doivent puede pueden debe deben".split()
)
_CONDITIONS = frozenset({"if", "when", "whenever"})
_MEANS = frozenset({"with", "using", "via", "through"})
_NOWHERE = [-1]
_MOST_SENTENCES = 8
_MOST_TOKENS = 120
_SUBJECT_REACH = 6
_PARTICIPLE = 4


def turned_round(
    claim: Sentence, source: Sentence, variants: Forms, passages: Sequence[Passage], agreed: frozenset[str]
) -> str | None:
    """Return what the claim turns round against a sentence of one of the passages, or None; `agreed` are verbs that do not."""
    told = _TIME_WORDS.isdisjoint(claim.words)
    if told and in_same_order(claim, source, variants) and len(claim.typed) < 2:  # noqa: PLR2004 -- two numbers may change places
        return None
    if len(claim.tokens) > _MOST_TOKENS or len(source.tokens) > _MOST_TOKENS or claim.code != source.code:
        return None
    return _linked_otherwise(claim, source, variants) or (
        _done_otherwise(claim, source, variants, sentence_before(passages, source))
        if claim.code == "en" and not agreed
        else None
    )


def in_same_order(claim: Sentence, source: Sentence, variants: Forms) -> bool:
    """Return whether the words of a claim come in a span's sentence in the same order, both active: nothing is turned round. Kept."""
    kept: dict[int, bool] = claim.__dict__.setdefault("in_order", {})
    found = kept.get(id(source))
    if found is None:
        found = kept[id(source)] = _in_order(claim, source, variants)
    return found


def _in_order(claim: Sentence, source: Sentence, variants: Forms) -> bool:
    if ("by" in claim.words) != ("by" in source.words):
        return False
    content = source.content
    last = -1
    for forms in variants.values():
        if len(forms) == 1:
            place = content.get(next(iter(forms)), _NOWHERE)[0]
        else:
            place = min([content[f][0] for f in forms if f in content], default=-1)
        if place < 0:
            continue
        if place < last:
            return False
        last = place
    return True


def sentence_before(passages: Sequence[Passage], source: Sentence) -> Sentence | None:
    """Return the sentence before one of the passages', or None."""
    for passage in passages:
        if source.index < len(passage.sentences) and passage.sentences[source.index] is source:
            return passage.sentences[source.index - 1] if source.index else None
    return None


def against_its_numbers(claim: Sentence) -> str | None:
    """Return what a claim says of a change that its own two values deny: rose from 5 to 3."""
    poles = claim.lexicon.poles
    up = not poles.get((0, 0), frozenset()).isdisjoint(claim.words)
    down = not poles.get((0, 1), frozenset()).isdisjoint(claim.words)
    if up == down or claim.code not in {"en", "de"}:
        return None
    ends = {"from": "from", "von": "from", "to": "to", "auf": "to"}
    found: dict[str, Typed] = {}
    for literal in claim.typed:
        index = token_at(claim.starts, literal.start)
        word = ends.get(claim.tokens[index - 1] if index else "")
        if word and literal.kind == "number":
            if word in found:
                return None
            found[word] = literal
    if len(found) < len(set(ends.values())) or found["from"].unit != found["to"].unit:
        return None
    before, after = found["from"].values[0], found["to"].values[0]
    if not (isinstance(before, Decimal) and isinstance(after, Decimal)) or is_year(found["to"]) or before == after:
        return None
    return None if (before < after) == up else f"{found['from'].text} to {found['to'].text} is no such change"


# --- first and second -------------------------------------------------------------------------------------------------


def _linked_otherwise(claim: Sentence, source: Sentence, variants: Forms) -> str | None:
    for mine, theirs in itertools.product(_link(claim), _link(source)):
        if mine.kind != theirs.kind:
            continue
        first, second = _told(mine.first, claim, variants), _told(mine.second, claim, variants)
        common = claim.lexicon.common
        crossed = (first & theirs.second) - theirs.first - common, (second & theirs.first) - theirs.second - common
        straight = (first & theirs.first) - theirs.second - common, (second & theirs.second) - theirs.first - common
        if all(crossed) and not all(straight):
            what = "comes before" if mine.kind == "time" else "is the cause of"
            return f"{min(crossed[1])} {what} {min(crossed[0])} there, the other way round in the answer"
    return None


def in_one_order(claim: Sentence, source: Sentence, variants: Forms) -> bool:
    """Return whether both join two events in time and name the same first or second: "A before B", "B after A"."""
    if not (_link(claim) and _link(source)):
        return False
    mine, theirs = _link(claim)[0], _link(source)[0]
    if mine.kind != "time" or theirs.kind != "time":
        return False
    first, second = _told(mine.first, claim, variants), _told(mine.second, claim, variants)
    straight = (first & theirs.first) - theirs.second, (second & theirs.second) - theirs.first
    # Who does both may be named once: "the owner may come in after he has given notice".
    opening = (
        frozenset([*source.content][:1]) & theirs.second
        if all(forms or w in claim.lexicon.common for w, forms in variants.items())
        else frozenset()
    )
    return all(straight) and not (first & theirs.second) - theirs.first - opening


@dataclass(frozen=True, slots=True)
class _Link:
    kind: str
    first: frozenset[str]
    second: frozenset[str]


def _link(sentence: Sentence) -> list[_Link]:
    """Return what comes first and what second where a sentence joins two events, or several in a row; kept with it."""
    kept: list[_Link] | None = sentence.__dict__.get("link")
    if kept is None:
        kept = sentence.__dict__["link"] = _read_link(sentence)
    return kept


def _read_link(sentence: Sentence) -> list[_Link]:
    links = _LINKS.get(sentence.code, {})
    tokens = sentence.tokens
    pairs = [" ".join(tokens[i : i + 2]) for i in range(len(tokens))]
    found = [(i, links[p], 2) for i, p in enumerate(pairs) if p in links]
    taken = {i + k for i, _, _ in found for k in range(2)}
    found += [(i, links[t], 1) for i, t in enumerate(tokens) if t in links and i not in taken]
    if not _CONDITIONS.isdisjoint(tokens):
        # "If X, then Y" says nothing of time.
        found = [x for x in found if tokens[x[0]] != "then"]
    if len(found) > 1 and all(link == ("time", 0) for _, link, _ in found):
        return _in_a_row(sentence, sorted((i, length) for i, _, length in found))
    if len(found) != 1:
        return []
    index, (kind, second_first), length = found[0]
    left, right = tokens[:index], tokens[index + length :]
    asks = not _ASKING.isdisjoint(tokens) or "longer" in left
    if tokens[index] in _NOT_BEFORE and not asks and not sentence.lexicon.negators.isdisjoint(left):
        # "Not A until B" is B before A.
        if tokens[index] != "until" and _MODALS.isdisjoint(left):
            # "It was not sealed before the storm" says nothing of what came first.
            return []
        second_first = 1
    if not index or _comma_before(sentence, index):
        # "After X, Y" is "Y after X".
        comma = next(
            (i for i in range(index + length, len(tokens)) if i > index + length and _comma_before(sentence, i)), None
        )
        if not index and comma is None:
            return []
        if not index:
            left, right = tokens[comma:], tokens[index + length : comma]
    sides = frozenset(left) - sentence.lexicon.stop, frozenset(right) - sentence.lexicon.stop
    return [_Link(kind, *(reversed(sides) if second_first else sides))]


def _in_a_row(sentence: Sentence, links: Sequence[tuple[int, int]]) -> list[_Link]:
    """Return each two neighbours of "first A, then B, then C"."""
    edges = [(0, 0), *links, (len(sentence.tokens), 0)]
    parts = [
        frozenset(sentence.tokens[a + length : b]) - sentence.lexicon.stop
        for (a, length), (b, _) in itertools.pairwise(edges)
    ]
    return [_Link("time", before, after) for before, after in itertools.pairwise(parts)]


def _comma_before(sentence: Sentence, index: int) -> bool:
    return sentence.text[: sentence.starts[index]].rstrip()[-1:] == ","


def _told(words: frozenset[str], claim: Sentence, variants: Forms) -> frozenset[str]:
    """Return the forms that a span has of the words of a claim, without those that say how often."""
    lex = claim.lexicon
    told = [w for w in words if not (w in lex.stop or w in lex.quantifiers or w in lex.not_always)]
    return frozenset(f for w in told for f in variants.get(w, (w,)))


# --- who did what to whom ---------------------------------------------------------------------------------------------


def acts_otherwise(
    claim: Sentence, best: Sequence[tuple[float, int, Sentence]], variants: Forms, passages: Sequence[Passage]
) -> str | None:
    """Return who does to whom what an English claim has the other way round, in any sentence that has its verb; None elsewhere.

    What a pronoun stands for there may be in the sentence before, so that the sentence alone has little of the claim.
    """
    if claim.code != "en" or len(claim.tokens) > _MOST_TOKENS:
        return None
    if not any(opens_with_pronoun(s) for _, _, s in best[:_MOST_SENTENCES]):
        return None
    verbs = [claim.tokens[verb] for verb, _, _ in _actions(claim)]
    found: str | None = None
    for _, _, sentence in best[:_MOST_SENTENCES]:
        if sentence.code != "en" or len(sentence.tokens) > _MOST_TOKENS or _PRONOUNS.isdisjoint(sentence.tokens):
            continue
        if all(variants.get(v, frozenset()).isdisjoint(sentence.words) for v in verbs):
            continue
        reason = _done_otherwise(claim, sentence, variants, sentence_before(passages, sentence))
        if reason is None or not reason.endswith("the other way round in the answer"):
            return None
        found = found or reason
    return found


def _done_otherwise(claim: Sentence, source: Sentence, variants: Forms, before: Sentence | None) -> str | None:
    for verb, doers, done_to in _actions(claim):
        told = variants.get(claim.tokens[verb], frozenset())
        for place in claim.lexicon.opposites.get(claim.tokens[verb], ()):
            told -= claim.lexicon.facing[place]
        forms = told - claim.lexicon.opposites.keys() or told
        mine, mine_to = _told(doers, claim, variants), _told(_before_means(verb, done_to, claim), claim, variants)
        # A number is compared by what it is worth: tenfold, by a factor of ten.
        mine, mine_to = mine - mine_to - claim.lexicon.cardinals.keys(), mine_to - mine - claim.lexicon.cardinals.keys()
        if not mine or not mine_to:
            continue
        reasons: list[str] = []
        for index, their_doers, their_done_to in _actions(source):
            if source.tokens[index] not in forms:
                continue
            sides = (their_doers, their_done_to)
            given = source.tokens[index] in _GIVING and claim.tokens[verb] in _TAKING
            if given and "from" in done_to and "to" in their_done_to:
                # A rents it from B where B leases it to A.
                sides = _converse(source, index, their_doers)
            theirs, theirs_to = (_resolved(side, source, index, before) - source.lexicon.stop for side in sides)
            crossed = (mine & theirs_to) - theirs, (mine_to & theirs) - theirs_to
            gone = not mine & (theirs | theirs_to) and bool(
                crossed[1] or (theirs and mine_to & theirs_to and mine <= source.words)
            )
            if not all(crossed) and not gone:
                reasons = []
                break
            if gone:
                reasons.append(f"{min(crossed[1] or theirs)} {source.tokens[index]} there, {min(mine)} in the answer")
                continue
            reasons.append(
                f"{min(crossed[1])} {source.tokens[index]} {min(crossed[0])} there, the other way round in the answer"
            )
        if reasons:
            return reasons[0]
    return None


def _converse(source: Sentence, verb: int, doers: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return who takes part as seen from the other side: of "B leases it to A", that A does, and it, from B."""
    right = source.tokens[verb + 1 : _clause_end(source, verb)]
    to = right.index("to")
    return frozenset(right[to + 1 :]), frozenset(right[:to]) | doers


def _before_means(verb: int, done_to: frozenset[str], claim: Sentence) -> frozenset[str]:
    """Return the words after a verb without those of the means: what one opens with a key, the key opens."""
    means = next((i for i in range(verb + 1, len(claim.tokens)) if claim.tokens[i] in _MEANS), None)
    return (
        done_to if means is None else done_to - (frozenset(claim.tokens[means:]) - frozenset(claim.tokens[verb:means]))
    )


def _resolved(side: frozenset[str], source: Sentence, verb: int, before: Sentence | None) -> frozenset[str]:
    """Return the words of a side; a pronoun that stands alone brings those of what was spoken of before."""
    begin = _clause_start(source, verb)
    follows = begin > 0 and source.tokens[begin] in {"who", "which", "that"} and source.tokens[begin] in side
    if not follows and (side - source.lexicon.stop or side.isdisjoint(_PRONOUNS | {"who", "which", "that"})):
        return side
    if begin and source.tokens[begin] == "that" and source.tokens[begin + 1] in _PRONOUNS:
        return side | frozenset(source.tokens[:begin])
    if begin and source.tokens[begin] in {"who", "which", "that"}:
        return side | frozenset(source.tokens[max(0, begin - 3) : begin])
    if begin:
        return side | frozenset(source.tokens[:begin])
    return side | frozenset(before.tokens[:_SUBJECT_REACH]) if before else side


def _actions(sentence: Sentence) -> Iterator[tuple[int, frozenset[str], frozenset[str]]]:
    """Yield, for each word that looks like a verb, its index, who does it and to whom, within its clause."""
    tokens = sentence.tokens
    for index in verbs_of(sentence):
        begin, end = _clause_start(sentence, index), _clause_end(sentence, index)
        left, right = tokens[begin:index], tokens[index + 1 : end]
        if left and left[0] in _RELATIVE and (first := _before_aside(sentence, begin, index)) is not None:
            left = tokens[first:begin]
        if left == ["and"]:
            # "A does this and does that": both are A's.
            first = next((v for v in verbs_of(sentence) if v >= _clause_start(sentence, begin - 1)), index)
            left = tokens[_clause_start(sentence, begin - 1) : min(first, begin)]
        if "by" in right and (
            not _BE.isdisjoint(left[-_PARTICIPLE:]) or right[0] == "by" or _has_it_done(left, tokens[index])
        ):
            by = right.index("by")
            doer = right[by + 1 :]
            end = next((i for i, t in enumerate(doer) if i and _ends_doer(doer, i)), len(doer))
            joined = next((i for i in range(end, len(doer)) if doer[i] == "and"), len(doer))
            yield index, frozenset(doer[:end] + doer[joined + 1 : joined + 3]), frozenset(left)
        elif _BE.isdisjoint(left[-2:]):
            yield index, frozenset(left), frozenset(right)


def _has_it_done(left: Sequence[str], verb: str) -> bool:
    """Return whether somebody has something done: the owner has the lift inspected by an engineer."""
    return bool(left) and verb.endswith("ed") and not _HAVE.isdisjoint(left[:-1]) and left[-1] not in _AUXILIARIES


def _ends_doer(doer: Sequence[str], index: int) -> bool:
    """Return whether a word ends the words of who did it: "by A near B"; "by A together with B" goes on."""
    if doer[index] == "with" and doer[index - 1] in _TOGETHER:
        return False
    return doer[index] in _ADJUNCTS or doer[index] in _BE


def _before_aside(sentence: Sentence, begin: int, verb: int) -> int | None:
    """Return where the subject of a verb begins whose relative clause has a verb of its own: "tenants who are late may not sublet"."""
    last = verb
    while last > begin and sentence.tokens[last - 1] in _AUXILIARIES:
        last -= 1
    inside = sentence.tokens[begin + 1 : last]
    return _clause_start(sentence, begin - 1) if begin and last < verb and not _AUXILIARIES.isdisjoint(inside) else None


def verbs_of(sentence: Sentence) -> list[int]:
    """Return the indices of the words that look like verbs; kept with the sentence."""
    kept: list[int] | None = sentence.__dict__.get("verbs")
    if kept is None:
        kept = [i for i in range(1, len(sentence.tokens) - 1) if _looks_like_verb(sentence, i)]
        sentence.__dict__["verbs"] = kept
    return kept


def _looks_like_verb(sentence: Sentence, index: int) -> bool:
    tokens, stop = sentence.tokens, sentence.lexicon.stop
    word, left, right = tokens[index], tokens[index - 1], tokens[index + 1]
    if word in stop or word == "based" or len(word) < _PARTICIPLE - 1 or (left == "to" and index in sentence.capitals):
        # "To New York" is no deed.
        return False
    if left in _AUXILIARIES or right == "by":
        return True
    if left in _NO_SUBJECT:
        joined = left == "and" and word.endswith(("s", "ed"))
        return joined and (right in _BEFORE_OBJECTS or index + 1 in sentence.capitals)
    if word.endswith("ed"):
        return True
    if not word.endswith("s") and not (index - 1 in sentence.capitals or left in _PRONOUNS or left.endswith("s")):
        return False
    return (word.endswith("s") or word in sentence.lexicon.synonyms) and (
        right in _BEFORE_OBJECTS
        or index + 1 in sentence.capitals
        or any(a <= sentence.starts[index + 1] < b for a, b in sentence.masked)
    )


def _clause_start(sentence: Sentence, index: int) -> int:
    for i in range(index, 0, -1):
        if sentence.tokens[i] in _CLAUSE_ENDS or (i <= index and _cut_before(sentence, i)):
            return i
    return 0


def _clause_end(sentence: Sentence, index: int) -> int:
    for i in range(index + 1, len(sentence.tokens)):
        if sentence.tokens[i] in _CLAUSE_ENDS - {"and", "that"} or _cut_before(sentence, i):
            return i
    return len(sentence.tokens)


def _cut_before(sentence: Sentence, index: int) -> bool:
    return sentence.text[: sentence.starts[index]].rstrip()[-1:] in {",", ";", ":"}

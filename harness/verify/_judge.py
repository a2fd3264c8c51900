"""One claim against the passages it is held to: literals, names, binding, polarity and words, in that order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.bilingual import language_by_words
from harness.text.typed.captions import lift_captioned
from harness.text.typed.fold import normalise, without_notes
from harness.text.typed.language import guess_language
from harness.text.typed.lexicon import lexicon
from harness.text.typed.litotes import in_plain_words, without_litotes
from harness.text.typed.names import HAN
from harness.text.typed.passage import TOKEN, Passage, Sentence, cut_long, folded_words
from harness.text.typed.sayings import in_one_saying
from harness.text.typed.scan import token_at
from harness.text.typed.units import dimension
from harness.text.typed.values import uses_decimal_comma
from harness.types import VerdictName
from harness.verify._against import bound_otherwise, denied, turned
from harness.verify._deeds.deeds import deeds_told
from harness.verify._denied.denials import HAVING, says_none
from harness.verify._denied.only_days import open_on_the_day
from harness.verify._literals.beyond import bounded_together, whichever_turned
from harness.verify._literals.columns import goes_in_row
from harness.verify._literals.dimensions import dimension_words
from harness.verify._literals.doses import LASTING
from harness.verify._literals.ends import said_by_ranges
from harness.verify._literals.follows import WORKED_OUT, Followed
from harness.verify._literals.having import having_words
from harness.verify._literals.instances import EXACTLY, told_of_instance
from harness.verify._literals.ledger import BILLING
from harness.verify._literals.listed import LISTING, listed_nouns
from harness.verify._literals.multiples import multiple
from harness.verify._literals.placed import Placed, place
from harness.verify._literals.places import SIGNS
from harness.verify._literals.prices import paying_words
from harness.verify._literals.ranked import RANKS, ranked
from harness.verify._literals.reckoning import ENDS
from harness.verify._literals.validity import validity_words
from harness.verify._whose.aliases import note_aliases
from harness.verify._whose.causes import cause_words
from harness.verify._whose.heads import heading_words
from harness.verify._words.abroad import judge_abroad
from harness.verify._words.acronyms import named_as_there
from harness.verify._words.framing import without_frame
from harness.verify._words.names import missing_cell, missing_name, missing_verbatim
from harness.verify._words.plain import plainly
from harness.verify._words.support import COMMON, Support, content_words, measure

SUPPORT = 0.46
"""The lexical support a claim without literals needs; docs/verifier.md has its ROC and how it was chosen."""
SUPPORT_WITH_LITERALS = 0.2
"""What a claim needs whose numbers and names all match: its words may be others, its subject may not."""
_LIST_SIGN = re.compile(r"\(?\d{1,2}[.)]\s+(?=[A-Z][a-z])")
_SURE = 2
_FEWEST_YEARS = 2
_FEW_WORDS = 8


class Finding(NamedTuple):
    """A verdict on one claim with its reason."""

    verdict: VerdictName
    reason: str


_NOTHING = Finding("unknown", "there is nothing to check")


def judge_claim(bare: str, passages: Sequence[Passage], where: str) -> Finding:
    """Return whether passages support a claim (its markers removed); `where` names them in the reason."""
    pieces = cut_long(bare)
    if len(pieces) == 1:
        return _judge_piece(pieces[0], passages, where)
    findings = [_judge_piece(piece, passages, where) for piece in pieces]
    return next((f for f in findings if f.verdict != "supported"), findings[0] if findings else _NOTHING)


def _judge_piece(bare: str, passages: Sequence[Passage], where: str) -> Finding:
    claim = _read(bare, passages)
    if not claim.tokens:
        return _NOTHING
    open_then = open_on_the_day(claim, passages)
    if open_then or plainly(claim, passages):
        return Finding("supported", f"what it says is in {where}")
    placed, followed, wrong = place(claim, passages, where)
    if open_then is not None:
        wrong = f"it is open on other days in {where}"
    if wrong is None and (narrowed := told_of_instance(claim, passages)):
        return _judge_piece(bare, narrowed, where)
    return _judge_placed(claim, placed, passages, where, followed=followed, wrong=wrong)


def _judge_placed(
    claim: Sentence,
    placed: Sequence[Placed],
    passages: Sequence[Passage],
    where: str,
    *,
    followed: Followed,
    wrong: str | None,
) -> Finding:
    """Return the verdict on a claim whose literals stand where they do, unless one of them does not (`wrong`)."""
    if wrong is None:
        other = _foreign(claim, passages)
        wrong = _missing(claim, passages, other, where)
        if wrong is None and other is not None:
            return _across_languages(claim, placed, passages, where)
    if wrong is not None:
        return Finding("unsupported", wrong)
    if found := _by_a_row(claim, passages, placed, where):
        return found
    return _by_meaning(claim, passages, placed, where, followed=followed)


def _by_a_row(claim: Sentence, passages: Sequence[Passage], placed: Sequence[Placed], where: str) -> Finding | None:
    """Return the verdict of a table's row that goes up or down from year to year, None where no row tells."""
    if len(placed) < _FEWEST_YEARS or not any("|" in p.text for p in passages):
        return None
    goes, wrong = goes_in_row(claim, passages)
    if goes:
        return Finding("supported", f"what it says is in {where}")
    return Finding("unsupported", wrong) if wrong else None


def _by_meaning(
    claim: Sentence, passages: Sequence[Passage], placed: Sequence[Placed], where: str, *, followed: Followed
) -> Finding:
    """Return the verdict on a claim whose literals and names are all there: binding, polarity and words."""
    ranged = frozenset(said_by_ranges(claim, [(one.literal, one.same) for one in placed]))
    if links := ranged | cause_words(claim, passages):
        claim.__dict__["comparing"] = claim.comparing | links
    said = _said_by_literals(claim, placed, followed)
    order = ranked(claim, passages)
    if order.wrong:
        return Finding("unsupported", f"{order.wrong} ({where})")
    said |= heading_words(claim, passages) | order.words
    if order.words:
        followed = followed or "counted"
    support = _measure_named(claim, passages, said)
    grown, wrong = multiple(claim, support, passages)
    if grown:
        support, followed = _measure_named(claim, passages, said | grown), followed or "derived"
    wrong = wrong or bound_otherwise(claim, support, placed, passages, where, followed=followed, said=said)
    wrong = wrong or whichever_turned(claim, [p.sentence for one in placed for p in one.same[:1]])
    if wrong is None and followed not in WORKED_OUT:
        wrong = denied(claim, support, placed, passages, where)
    elif wrong is None and followed in {"derived", "billed"}:
        wrong = turned(claim, support, placed, where)
    if wrong is not None:
        return Finding("unsupported", wrong)
    other = _language_of(claim, passages) if _only_names_found(claim, support) else None
    if other is not None:
        return _across_languages(claim, placed, passages, where)
    support = _without_agreed(claim, support, passages)
    return _by_words(claim, support, placed, where, followed=bool(followed))


def stands_with_another(bare: str, passages: Sequence[Passage], where: str) -> str | None:
    """Return with what a literal of a claim stands in the passages, where that is another thing than in the claim, or None."""
    claim = _read(bare, passages)
    placed, followed, wrong = place(claim, passages, where)
    if wrong is not None or not placed:
        return None
    said = _said_by_literals(claim, placed, followed)
    support = _measure_named(claim, passages, said)
    return bound_otherwise(claim, support, placed, passages, where, followed=followed, said=said)


def _without_agreed(claim: Sentence, support: Support, passages: Sequence[Passage]) -> Support:
    """Return the support without the words of deeds that were compared already: the builder, of what was built."""
    agreed = deeds_told(claim, support).agreed if support.missing else frozenset()
    if support.missing and not HAVING.isdisjoint(claim.words):
        agreed |= says_none(claim, support.best[0][2]) if support.best else frozenset()
    if not any(w.text in agreed for w in support.missing):
        return support
    return measure(claim, [w for w in support.words if w.text not in agreed], passages)


def _said_by_literals(claim: Sentence, placed: Sequence[Placed], followed: Followed) -> frozenset[str]:
    """Return the words of a claim that its literals say: a sign, an end, what is counted, that something has so many."""
    said = _sign_words(placed, claim)
    if any(one.literal.kind == "ordinal" for one in placed):
        said |= RANKS & claim.words
    if followed == "ends":
        said |= ENDS & claim.words
    if followed == "counted":
        said |= listed_nouns(claim) | (LISTING & claim.words)
    if followed == "billed":
        said |= BILLING & claim.words
    if followed == "derived" and any(dimension(x.unit) == "time" for x in claim.typed if x.unit):
        said |= LASTING & claim.words
    if placed:
        stand = [(one.literal, one.same) for one in placed]
        said |= (
            EXACTLY & claim.words
            | dimension_words(claim, stand)
            | having_words(claim, stand)
            | validity_words(claim, stand)
            | paying_words(claim, stand)
        )
    return said


def _missing(claim: Sentence, passages: Sequence[Passage], other: str | None, where: str) -> str | None:
    """Return the quotation or name that is in no passage; `other` is their language where it is not the claim's."""
    verbatim = missing_verbatim(claim, passages)
    if verbatim is not None:
        return f"{verbatim!r} is not in {where}"
    if other is None and claim.cells and (cell := missing_cell(claim, passages)):
        return f"{cell} is not in {where}"
    if other is None and claim.capitals - {0} and (name := missing_name(claim, passages)):
        return f"{name} is not in {where}"
    return None


def _measure_named(claim: Sentence, passages: Sequence[Passage], signs: frozenset[str]) -> Support:
    """Return the support of a claim whose names are all there; names found as acronyms and words that say a sign count as found."""
    words = content_words(claim)
    support = measure(claim, words, passages)
    found = {w for n in claim.names for w in n.words} | signs if claim.capitals - {0} or signs else set()
    if any(w.text in found and not support.variants[w.text] for w in words):
        return measure(claim, [w for w in words if w.text not in found or support.variants[w.text]], passages)
    return support


def _sign_words(placed: Sequence[Placed], claim: Sentence) -> frozenset[str]:
    """Return the words that say which sign a value of the claim has, where a span writes the sign: a loss of 4, -4."""
    if not placed or SIGNS.isdisjoint(claim.words):
        return frozenset()
    values = [v for one in placed for v in one.literal.values if isinstance(v, Decimal) and v]
    theirs = {p.literal.values[0] for one in placed for p in one.same}
    return SIGNS if any(-v in theirs for v in values) else frozenset()


def _read(bare: str, passages: Sequence[Passage]) -> Sentence:
    text = " ".join(without_notes(normalise(bare)).split())
    if sign := _LIST_SIGN.match(text):
        text = text[sign.end() :]
    text = without_frame(text)
    tokens = folded_words(text) if text.isascii() else [t.lower() for t in TOKEN.findall(text)]
    theirs = next((p.guess for p in passages if p.guess), "")
    guess = guess_language(text, tokens, prefer=theirs)
    if (
        theirs
        and (not guess or guess == theirs != "en")
        and len(tokens) <= _FEW_WORDS
        and lexicon(theirs).stop.isdisjoint(tokens)
    ):
        # A short sentence seldom has words that tell its language; what it speaks of may.
        guess = language_by_words(tokens, theirs) or guess
    code = guess or theirs or "en"
    if (plain := named_as_there(_without_litotes(text, code, passages), code, passages)) != text:
        text = plain
        tokens = folded_words(text) if text.isascii() else [t.lower() for t in TOKEN.findall(text)]
    known = guess or theirs
    claim = Sentence(text, 0, code, uses_decimal_comma(text, lexicon(known).decimal_comma if known else None))
    claim.guess = guess
    note_aliases(claim, passages)
    lift_captioned(text, [claim])
    if text.isascii() and " A" not in text:
        # Its words were read above; only a letter, as in "Plan A", would be told apart.
        claim.__dict__["tokens"] = tokens
    return claim


def _without_litotes(text: str, code: str, passages: Sequence[Passage]) -> str:
    """Return a claim said plainly, in the words of the spans that said the same by denying its opposite."""
    text = in_one_saying(without_litotes(text, code), code)
    for passage in passages:
        if passage.understated:
            text = in_plain_words(text, code, passage.text)
    return text


def _foreign(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the language of the passages where it is surely not the claim's, or None."""
    other, guess = _language_of(claim, passages), claim.guess
    if other is None or "zh" in {guess, other}:
        return other
    mine, their = lexicon(guess).stop, lexicon(other).stop
    own = [t for t in claim.tokens if t in mine and t not in their]
    if len(own) < _SURE or any(t in their and t not in mine for t in claim.tokens):
        return None
    return other if all(sum(t in their and t not in mine for t in p.words) >= _SURE for p in passages) else None


def _only_names_found(claim: Sentence, support: Support) -> bool:
    """Return whether no word of a claim but those of its names is in the spans: two languages share names."""
    found = {word for word, forms in support.variants.items() if forms}
    return not found or found <= {w for n in claim.names for w in n.words}


def _language_of(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return a language of the passages where it is likely not the claim's, or None."""
    theirs = {p.guess for p in passages}
    return None if not claim.guess or not theirs or claim.guess in theirs or "" in theirs else min(theirs)


def _across_languages(claim: Sentence, placed: Sequence[Placed], passages: Sequence[Passage], where: str) -> Finding:
    return Finding(*judge_abroad(claim, [(one.literal, one.same) for one in placed], passages, where))


def _score(claim: Sentence, support: Support) -> float:
    """Return the lexical support, 0 to 1: how much of the claim is in two neighbouring sentences, and in its order."""
    if claim.code == "zh" and HAN.search(claim.text):
        return support.near
    return (support.near + support.order) / 2


def lexical_score(bare: str, passages: Sequence[Passage]) -> float:
    """Return the lexical support of a claim alone, whatever its literals and its polarity: what `SUPPORT` is a level of."""
    claim = _read(bare, passages)
    return _score(claim, measure(claim, content_words(claim), passages))


def _in_its_row(placed: Sequence[Placed], support: Support) -> bool:
    """Return whether a value stands in a table's row whose name the claim has: a table has few words."""
    mine = frozenset().union(*support.variants.values())
    rows = [p.sentence for one in placed for p in one.same if p.sentence.cells]
    return any(t in mine for s in rows for t in s.tokens[: token_at(s.starts, s.cells[0][1])])


def _by_words(claim: Sentence, support: Support, placed: Sequence[Placed], where: str, *, followed: bool) -> Finding:
    if not support.words:
        return (
            Finding("supported", f"numbers and dates are in {where}")
            if placed or followed
            else Finding("unknown", "there is nothing to check")
        )
    score = _score(claim, support)
    needed = SUPPORT_WITH_LITERALS if placed or followed else SUPPORT
    if placed and (all(w.weight <= COMMON for w in support.words) or _in_its_row(placed, support)):
        # What is left says nothing by itself: "in total 40 people took part".
        needed = 0.0
    if score < needed and not (score and bounded_together([(one.literal, one.same) for one in placed])):
        missing = ", ".join([w.text for w in support.missing][:5])
        tail = f"; {missing} not there" if missing else "; its words are far apart there"
        return Finding("unsupported", f"too few of its words are together in {where}{tail}")
    return Finding("supported", f"what it says is in {where}")

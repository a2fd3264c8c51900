"""What is not so unless something is, is so if it is: "no visitors unless an officer comes" and "if an officer comes"."""

from __future__ import annotations

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import sign_before
from harness.verify._words.support import Support

_IF = frozenset({"if", "when", "provided", "once"})


def not_unless(claim: Sentence, support: Support, source: Sentence) -> str | None:
    """Return how a claim with "if" turns a sentence of "not ... unless": "" where they agree, None where there is nothing to compare."""
    marker = source.tokens.index("unless") if "unless" in source.words else 0
    start = next((i for i, t in enumerate(claim.tokens) if t in _IF), None)
    negators = source.lexicon.negators
    if not marker or start is None or "unless" in claim.words or negators.isdisjoint(source.tokens[:marker]):
        return None
    rest = range(start + 1, len(claim.tokens))
    end = next((i for i in rest if not start and sign_before(claim, i) == ","), len(claim.tokens))
    behind = frozenset(source.tokens[marker + 1 :])
    if all(support.variants[w.text].isdisjoint(behind) for w in support.words if start < w.index < end):
        return None
    inside = not negators.isdisjoint(claim.tokens[start:end])
    outside = not negators.isdisjoint([*claim.tokens[:start], *claim.tokens[end:]])
    return "" if inside == outside else f"{claim.tokens[start]!r} in the answer, 'unless' there"

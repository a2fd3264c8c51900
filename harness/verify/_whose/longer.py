"""A name that goes on where the claim's ends: what the Lumo 5 Max or the DX-40E has is not the Lumo 5's or the DX-40's."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_MOST_ROWS = 200


def of_a_longer_name(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the name of the row, or the identifier of the sentence, that a value of a claim stands in, where the claim's name is only its beginning."""
    named = [str(x.values[0]) for x, _ in placed if x.kind == "identifier"]
    for literal, places in placed:
        found = [_longer(claim, place) for place in places if place.sentence.cells]
        if found and len(found) == len(places) and all(found):
            return f"{literal.text} is {found[0]}'s"
        if len(named) == 1 and literal.kind != "identifier" and places:
            suffixed = [_suffixed(named[0], place.sentence) for place in places]
            if all(suffixed):
                return f"{literal.text} is {suffixed[0]}'s"
    return None


def _suffixed(name: str, sentence: Sentence) -> str:
    """Return the one identifier of a sentence that is another with letters behind it; "" where that stands there too."""
    there = [str(x.values[0]) for x in sentence.typed if x.kind == "identifier"]
    longer = [x for x in there if x.startswith(name) and x[len(name) :].isalpha()]
    return longer[0] if len(longer) == 1 and name not in there else ""


def _longer(claim: Sentence, place: Place) -> str:
    name = _name(place.sentence)
    if _has(claim, name):
        return ""
    rows = place.passage.sentences[max(0, place.sentence.index - _MOST_ROWS) : place.sentence.index + _MOST_ROWS]
    shorter = [other for s in rows if s.cells and s is not place.sentence and (other := _name(s))]
    named = any(len(other) < len(name) and name[: len(other)] == other and _has(claim, other) for other in shorter)
    return " ".join(name) if named else ""


def _name(row: Sentence) -> list[str]:
    """Return the words of a row's first cell."""
    return row.tokens[: token_at(row.starts, row.cells[0][1])]


def _has(claim: Sentence, name: Sequence[str]) -> bool:
    """Return whether a claim has the words of a name side by side."""
    size = len(name)
    return any(claim.tokens[i : i + size] == list(name) for i in range(len(claim.tokens) - size + 1))

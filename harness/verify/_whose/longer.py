"""A row of a table whose name goes on where the claim's ends: what the Lumo 5 Max has is not the Lumo 5's."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_MOST_ROWS = 200


def of_a_longer_name(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the name of the row that a value of a claim stands in, where the claim names another row whose name that one begins with."""
    for literal, places in placed:
        found = [_longer(claim, place) for place in places if place.sentence.cells]
        if found and len(found) == len(places) and all(found):
            return f"{literal.text} is {found[0]}'s"
    return None


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

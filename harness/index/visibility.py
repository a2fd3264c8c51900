"""The metadata filter: which chunks a search may see, and what hides each of the others."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pydantic import JsonValue

from harness.errors import InputError, SpellingError, nearest
from harness.protocols import Mask
from harness.text.counted import counted
from harness.types import Chunk, Metadata

_CLAUSE = re.compile(r"\s*(?P<field>[^=!\s]+)\s*(?P<sign>!?=)\s*(?P<values>.*?)\s*", re.DOTALL)
_VALUES_LISTED = 8


@dataclass(frozen=True, slots=True)
class Clause:
    """`field=a,b` (any of the values will do) or, `negated`, `field!=a,b` (none of them may be there)."""

    field: str
    values: tuple[str, ...]
    negated: bool

    def __str__(self) -> str:
        return f"{self.field}{'!=' if self.negated else '='}{','.join(self.values)}"

    def admits(self, metadata: Metadata) -> bool:
        """Return whether a chunk with this metadata is visible; one without the field passes only a negated clause."""
        return any(member in self.values for member in _members(metadata, self.field)) != self.negated

    def complaint(self, metadata: Metadata) -> str:
        """Return why this clause hides a chunk with this metadata."""
        held = ",".join(_members(metadata, self.field))
        return f"{self.field}={held} fails {self}" if held else f"no {self.field}, fails {self}"


@dataclass(frozen=True, slots=True)
class Visibility:
    """Which of the chunks a search may see.

    `mask` holds one bool per chunk, or is null where nothing is hidden; `count` is the number of visible chunks.
    """

    mask: Mask | None
    count: int
    _labels: tuple[str, ...] = ()
    _label_of: npt.NDArray[np.int32] | None = None

    def hidden_by(self, position: int) -> str | None:
        """Return the first thing that hides the chunk at `position`, or null where it is visible."""
        label = -1 if self._label_of is None else int(self._label_of[position])
        return None if label < 0 else self._labels[label]


def parse_filter(clauses: Sequence[str]) -> tuple[Clause, ...]:
    """Read `field=value`, `field=a,b` and `field!=value`; raise `InputError` for anything else."""
    return tuple(_parsed(clause) for clause in clauses)


def visible_mask(chunks: Sequence[Chunk], clauses: Sequence[Clause], as_of: dt.date | None) -> Visibility:
    """Apply every clause, and the validity dates where `as_of` is given, to the chunks' metadata.

    A field is a key of the metadata or a dotted path into it; values compare by their string form, booleans as `true`
    and `false`, and a list by its members. A chunk is valid from `valid_from` to `valid_to`, both days included, and a
    bound that is missing, null or empty is open.

    Raises `SpellingError` for a field that no chunk has, and `InputError` where nothing stays visible or a date cannot
    be read.
    """
    labels: dict[str, int] = {}
    label_of = np.full(len(chunks), -1, dtype=np.int32)
    _check_fields(chunks, clauses)
    for position, chunk in enumerate(chunks):
        complaint = _complaint(chunk, clauses, as_of)
        if complaint is not None:
            label_of[position] = labels.setdefault(complaint, len(labels))
    if not labels:
        return Visibility(mask=None, count=len(chunks))
    mask = label_of < 0
    if not mask.any():
        raise InputError(_nothing_left(chunks, clauses, as_of))
    return Visibility(mask, int(mask.sum()), tuple(labels), label_of)


def is_stale(metadata: Metadata, as_of: dt.date | None) -> bool:
    """Return whether a source is superseded: it has a status other than "current", or is not valid on `as_of`.

    Raises `InputError` where a date cannot be read.
    """
    status = metadata.get("status")
    members = (status,) if isinstance(status, str) else _members(metadata, "status")
    return (bool(members) and "current" not in members) or _outside(metadata, as_of) is not None


def _parsed(clause: str) -> Clause:
    match = _CLAUSE.fullmatch(clause)
    values = tuple(value.strip() for value in match["values"].split(",")) if match else ()
    if match is None or not all(values):
        raise InputError(f"--filter {clause!r} is not a filter; write field=value, field=a,b or field!=value")
    return Clause(match["field"], values, negated=match["sign"] == "!=")


def _check_fields(chunks: Sequence[Chunk], clauses: Sequence[Clause]) -> None:
    for clause in clauses:
        if chunks and not any(_members(chunk.metadata, clause.field) for chunk in chunks):
            known = {field for chunk in chunks for field in _fields(chunk.metadata)}
            raise SpellingError(
                f"--filter {str(clause)!r}: no chunk has a field {clause.field!r}; {nearest(clause.field, known)}"
            )


def _complaint(chunk: Chunk, clauses: Sequence[Clause], as_of: dt.date | None) -> str | None:
    for clause in clauses:
        if not clause.admits(chunk.metadata):
            return clause.complaint(chunk.metadata)
    try:
        return _outside(chunk.metadata, as_of)
    except InputError as error:
        raise InputError(f"document {chunk.doc_id!r}: {error}") from None


def _outside(metadata: Metadata, as_of: dt.date | None) -> str | None:
    if as_of is None:
        return None
    first, last = _day(metadata, "valid_from"), _day(metadata, "valid_to")
    if first is not None and as_of < first:
        return f"valid_from={first} is after {as_of}"
    if last is not None and last < as_of:
        return f"valid_to={last} is before {as_of}"
    return None


def _day(metadata: Metadata, field: str) -> dt.date | None:
    value = metadata.get(field)
    if value is None or value == "":
        return None
    try:
        return dt.datetime.fromisoformat(str(value)).date()
    except ValueError:
        raise InputError(f"{field} {value!r} is not a date; write YYYY-MM-DD, or leave it out") from None


def _members(metadata: Metadata, field: str) -> tuple[str, ...]:
    """Return the string forms of a field's value, one per member of a list; none where the field is not there."""
    value = _found(metadata, field)
    if isinstance(value, list):
        return tuple(_form(member) for member in value)
    return () if value is None or isinstance(value, dict) else (_form(value),)


def _found(metadata: Mapping[str, JsonValue], field: str) -> JsonValue:
    if field in metadata:
        return metadata[field]
    head, dot, rest = field.partition(".")
    inner = metadata.get(head) if dot else None
    return _found(inner, rest) if isinstance(inner, dict) else None


def _form(value: JsonValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fields(metadata: Mapping[str, JsonValue]) -> Iterator[str]:
    for name, value in metadata.items():
        if isinstance(value, dict):
            yield from (f"{name}.{inner}" for inner in _fields(value))
        elif value is not None:
            yield name


def _nothing_left(chunks: Sequence[Chunk], clauses: Sequence[Clause], as_of: dt.date | None) -> str:
    """Say which clause hides everything and what values there are, or that only the clauses together do."""
    for clause in clauses:
        if not any(clause.admits(chunk.metadata) for chunk in chunks):
            return f"--filter {clause} hides all {counted(len(chunks), 'chunk')}; {_values(chunks, clause.field)}"
    written = [f"--filter {clause}" for clause in clauses]
    if as_of is not None:
        written.append(f"--as-of {as_of}")
    left = [chunk for chunk in chunks if all(clause.admits(chunk.metadata) for clause in clauses)]
    nothing = f"{' and '.join(written)}: none of the {counted(len(chunks), 'chunk')} stays visible"
    if left:
        why = Counter(_outside(chunk.metadata, as_of) for chunk in left)
        return f"{nothing}; {', '.join(f'{reason} ({count})' for reason, count in why.most_common(_VALUES_LISTED))}"
    alone = (f"{clause} alone keeps {sum(clause.admits(c.metadata) for c in chunks)}" for clause in clauses)
    return f"{nothing}; {', '.join(alone)}"


def _values(chunks: Sequence[Chunk], field: str) -> str:
    counts = Counter(member for chunk in chunks for member in set(_members(chunk.metadata, field)))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    listed = ", ".join(f"{value} ({count})" for value, count in ranked[:_VALUES_LISTED])
    more = len(ranked) - _VALUES_LISTED
    return f"{field} is: {listed}" + (f" and {more} other values" if more > 0 else "")

"""Claims: the sentences of an answer, each with what it cites, whichever way the model wrote the citation.

Markers are taken out before sentences are looked for, so where a marker stands never changes what a claim says; it only
says which claim cites. A marker belongs to

- the sentence it stands in, or the one it follows, before or after the full stop;
- the sentence it precedes, where its line starts with a marker and does not end with one: `[S1] A. [S2] B.`;
- the paragraph or the whole list above it, where it stands on a line of its own (below it, where nothing is above);
- every item of a list, where it stands in the line that introduces the list, or in the last item and in no other;
- every claim that cites nothing, where it stands in a closing `Sources: [S1], [S2]`.

Only a claim that cites nothing itself takes a citation from elsewhere, and `inherited` says so. An introduction that ends
in a colon takes the citations of its list. A sentence never takes those of another sentence of its paragraph.

A list item, a table row and a line that ends without a full stop are claims of their own; a fenced block is one claim,
and so is a line that was only wrapped. Headings without a digit, lines that only say that an answer follows or open a list, rules, table
heads and reference lists are no claims.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from harness.protocols import Cut
from harness.text._citing import assign, inherit
from harness.text._drafts import CLAIMS, Draft, Removed, find_drafts
from harness.text._leads import only_opens_a_list
from harness.text.markers import Marker, find_markers
from harness.text.sentences import fence_after
from harness.text.words import UNSPACED


class ClaimText(NamedTuple):
    """One claim: as written, without markers and list signs, and the span numbers and source names it cites.

    `text` is a slice of the answer; `bare` has white space collapsed. Numbers keep their order, each once, and need not
    be spans that exist. `inherited` says that the claim has no marker of its own.
    """

    text: str
    bare: str
    cited: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    inherited: bool = False


def split_claims(answer: str, *, citation: str) -> tuple[ClaimText, ...]:
    """Return the claims of an answer, in order; `citation` is the template's own spelling, e.g. `[S{n}]`.

    Time is linear in the answer. An answer of markers alone has no claim.
    """
    if one := _one_sentence(citation).fullmatch(answer):
        return (ClaimText(answer, f"{one[1]}.", (int(one[2]),)),)
    return _split(answer, citation)


@cache
def _one_sentence(citation: str) -> re.Pattern[str]:
    """Return the pattern of the plainest answer: three words or more, the template's citation, a full stop; one look is enough."""
    before, _, after = citation.partition("{n}")
    return re.compile(
        rf"([A-Za-z0-9]++(?:,? [A-Za-z0-9]++){{2,}}+) {re.escape(before)}([1-9]\d{{0,3}}+){re.escape(after)}\."
    )


def _split(answer: str, citation: str) -> tuple[ClaimText, ...]:
    plain, removed = _without_markers(answer, find_markers(answer, citation, _code(answer)))
    drafts = assign(plain, find_drafts(plain, removed), removed)
    inherit(drafts)
    starts = [r.after for r in removed]
    claims = [draft for draft in drafts if draft.kind in CLAIMS]
    if any(draft.bare.endswith((":", "\uff1a")) for draft in claims[:-1]):
        claims = [d for d in claims if d is claims[-1] or not (only_opens_a_list(d.bare) and _borrows(d))]
    return tuple([_made(answer, draft, removed, starts) for draft in claims])


def _borrows(draft: Draft) -> bool:
    """Return whether a piece cites nothing itself."""
    return draft.inherited or not (draft.cited or draft.sources)


def strip_markers(text: str, *, citation: str) -> str:
    """Return a text as if no marker had been written: spaces and doubled full stops around them go too."""
    return _without_markers(text, find_markers(text, citation, _code(text)))[0]


# --- the answer without its markers -----------------------------------------------------------------------------------

_INLINE = re.compile(r"(?<!`)`(?!`)[^`\n]{1,400}`(?!`)")
_SPACE = " \t\u00a0\u202f\u3000"
_STOPS = ".,;:!?\u3002\uff0c\uff1b\uff1a\uff01\uff1f\u3001\u061f\u06d4\u060c"


def _code(answer: str) -> tuple[Cut, ...]:
    if "`" not in answer and "~~~" not in answer:
        return ()
    found: list[Cut] = []
    fence, opened, position = "", 0, 0
    for line in answer.splitlines(keepends=True):
        was_open, fence = fence, fence_after(fence, line)
        if fence and not was_open:
            opened = position
        elif was_open and not fence:
            found.append((opened, position + len(line)))
        elif not fence and "`" in line:
            found.extend(match.span() for match in _INLINE.finditer(answer, position, position + len(line)))
        position += len(line)
    if fence:
        found.append((opened, position))
    return tuple(found)


def _without_markers(answer: str, markers: Sequence[Marker]) -> tuple[str, list[Removed]]:
    """Return the answer as if no marker had been written, and where each stood."""
    pieces: list[str] = []
    removed: list[Removed] = []
    length = position = 0
    for marker in markers:
        left, right = marker.start, marker.end
        while left > position and answer[left - 1] in _SPACE:
            left -= 1
        while right < len(answer) and answer[right] in _SPACE:
            right += 1
        gap = answer[left : marker.start] or answer[marker.end : right]
        before = answer[left - 1 : left]
        after = answer[right : right + 1]
        if left == position and pieces and not before.isspace():
            before = pieces[-1][-1:] or before
        if not before or before == "\n" or not after or after == "\n":
            joint = answer[left : marker.start] if not before or before == "\n" else ""
        elif after in _STOPS and not answer[right + 1 : right + 2].isalnum():
            joint = ""
            # A full stop on either side of a marker is one full stop.
            right += before == after == "."
        elif gap:
            joint = gap[:1]
        else:
            joint = " " if _needs_space(before, after) else ""
        pieces += (answer[position:left], joint)
        length += left - position
        removed.append(Removed(marker, length, length + len(joint), right))
        length += len(joint)
        position = right
    pieces.append(answer[position:])
    return "".join(pieces), removed


def _needs_space(before: str, after: str) -> bool:
    return (before.isalnum() or before in _STOPS) and after.isalnum() and not UNSPACED.match(before + after)


def _made(answer: str, draft: Draft, removed: Sequence[Removed], starts: Sequence[int]) -> ClaimText:
    first, last = _original(draft.start, removed, starts), _original(draft.end - 1, removed, starts) + 1
    for mark in draft.markers:
        first, last = min(first, mark.marker.start), max(last, mark.marker.end)
    return ClaimText(answer[first:last], draft.bare, draft.cited, draft.sources, draft.inherited)


def _original(place: int, removed: Sequence[Removed], starts: Sequence[int]) -> int:
    """Return the offset in the answer of a character of the plain text."""
    index = bisect_right(starts, place) - 1
    return place if index < 0 else removed[index].resume + place - removed[index].after

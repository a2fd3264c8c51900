"""Who cites: markers to the pieces they stand in, and from there to the claims that have none of their own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from harness.text._drafts import CLAIMS, LINE_BREAK, Draft, Removed

_SIGN_WIDTH = 6


def assign(plain: str, drafts: Sequence[Draft], removed: Sequence[Removed]) -> list[Draft]:
    """Return the drafts with their markers; one that stands alone on its line becomes a draft of its own."""
    if not removed:
        return list(drafts)
    starts = [draft.start for draft in drafts]
    alone: list[Draft] = []
    for marker in removed:
        owner = _owner(plain, drafts, bisect_right(starts, marker.at) - 1, marker.at)
        if owner is None:
            owner = Draft(marker.at, marker.at, "marks", -1, "")
            alone.append(owner)
        owner.markers.append(marker)
    for line in _by_line(drafts):
        _lead(line)
    merged = (
        sorted([*drafts, *alone], key=lambda draft: (draft.start, draft.kind != "marks")) if alone else list(drafts)
    )
    for draft in merged:
        draft.cited = tuple(dict.fromkeys([n for r in draft.markers for n in r.marker.cited]))
        draft.sources = tuple(dict.fromkeys([s for r in draft.markers for s in r.marker.sources]))
    return merged


def _owner(plain: str, drafts: Sequence[Draft], index: int, at: int) -> Draft | None:
    before = drafts[index] if index >= 0 else None
    if before and before.start == at and index and drafts[index - 1].end == at:
        return drafts[index - 1]
    if before and (at <= before.end or not LINE_BREAK.search(plain, before.end, at)):
        return before
    after = drafts[index + 1] if index + 1 < len(drafts) else None
    return after if after and not LINE_BREAK.search(plain, at, after.start) else None


def _by_line(drafts: Iterable[Draft]) -> Iterator[list[Draft]]:
    line: list[Draft] = []
    for draft in drafts:
        if line and line[-1].line != draft.line:
            yield line
            line = []
        line.append(draft)
    if line:
        yield line


def _lead(line: Sequence[Draft]) -> None:
    """Move markers between the sentences of a line to the sentence they precede, where the line begins with a marker."""
    first, last = line[0], line[-1]
    opens = first.markers and first.markers[0].at - first.start <= _SIGN_WIDTH and first.markers[0].at < first.end
    if len(line) == 1 or not opens or any(r.at >= last.end for r in last.markers):
        return
    for here, following in reversed([*pairwise(line)]):
        moved = [r for r in here.markers if r.at >= here.end]
        here.markers = [r for r in here.markers if r.at < here.end]
        following.markers = moved + following.markers


def inherit(drafts: Sequence[Draft]) -> None:
    """Hand citations to the claims that have none, as the module docstring says."""
    index, shared = 0, False
    while index < len(drafts):
        draft = drafts[index]
        if draft.kind == "sources":
            _refer(drafts, index)
            if _cites(draft) and not shared:
                shared = True
                _give(draft, drafts)
        elif draft.kind == "marks":
            _give(draft, _above(drafts, index) or _below(drafts, index))
        elif draft.kind == "item":
            index = _inherit_list(drafts, index)
            continue
        index += 1


def _inherit_list(drafts: Sequence[Draft], first: int) -> int:
    """Share citations between a list, the line before it and the markers below it; return where the list ends."""
    end = first + 1
    while end < len(drafts) and (drafts[end].kind == "item" or drafts[end].line == drafts[end - 1].line):
        end += 1
    items = [draft for draft in drafts[first:end] if draft.kind in CLAIMS]
    before = drafts[first - 1] if first else None
    lead = before if before and before.kind != "marks" and before.bare.endswith((":", "\uff1a")) else None
    if end < len(drafts) and drafts[end].kind == "marks":
        _give(drafts[end], [*items, *([lead] if lead else [])])
    if lead and _cites(lead):
        _give(lead, items)
    elif before and before.kind == "marks" and not _above(drafts, first - 1):
        _give(before, items)
    elif len(items) > 1 and _cites(items[-1]) and not any(map(_cites, items[:-1])):
        _give(items[-1], items)
    if lead and not _cites(lead):
        lead.cited = tuple(dict.fromkeys(n for item in items for n in item.cited))
        lead.sources = tuple(dict.fromkeys(s for item in items for s in item.sources))
        lead.inherited = _cites(lead)
    return end


def _above(drafts: Sequence[Draft], index: int) -> list[Draft]:
    """Return the paragraph that ends before a draft."""
    found: list[Draft] = []
    while index > 0 and drafts[index - 1].kind == "claim":
        index -= 1
        if found and found[-1].line - drafts[index].line > 1 + drafts[index].bare.count("\n"):
            break
        found.append(drafts[index])
    return found


def _below(drafts: Sequence[Draft], index: int) -> list[Draft]:
    found: list[Draft] = []
    for following in range(index + 1, len(drafts)):
        draft = drafts[following]
        if draft.kind != "claim" or (found and draft.line - found[-1].line > 1):
            break
        found.append(draft)
    return found


def _refer(drafts: Sequence[Draft], index: int) -> None:
    """Take the list of references below a line that says so out of the claims."""
    for following in range(index + 1, len(drafts)):
        draft = drafts[following]
        if draft.kind == "sources":
            return
        opens = draft.markers and draft.markers[0].at - draft.start <= _SIGN_WIDTH
        if draft.kind == "claim" and not opens and draft.line != drafts[index].line:
            return
        draft.kind = "reference" if draft.kind in CLAIMS else draft.kind


def _cites(draft: Draft) -> bool:
    return bool(draft.cited or draft.sources)


def _give(giver: Draft, takers: Iterable[Draft]) -> None:
    for taker in takers:
        if not _cites(taker) and taker.kind in CLAIMS:
            taker.cited, taker.sources, taker.inherited = giver.cited, giver.sources, _cites(giver)

"""The gold first: what retrieval would do at its best, for ceilings and probes.

It reads the question's labels, so it is no retriever to ship. One visible carrier of each evidence group comes first, then
the other carriers, in corpus order; `oracle:bm25` goes on with that retriever's ranking, as distraction. Evidence that no
visible chunk carries stays unfound: the oracle's recall is what chunking and the filter leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import field_validator

from harness import plugins
from harness.errors import SpellingError
from harness.protocols import Hits, Index, LabelledIndex, Mask, Retriever
from harness.types import Frozen, Question

Carriers = Callable[[Question], Sequence[Sequence[int]]]


class Options(Frozen):
    """`then`: the retriever whose ranking follows the gold, spelled as it is alone; empty: nothing follows."""

    then: str = ""

    @field_validator("then")
    @classmethod
    def _is_a_retriever(cls, then: str) -> str:
        if then.split(":", maxsplit=1)[0] == "oracle":
            raise SpellingError(f"--retriever oracle:{then}: name another retriever, e.g. oracle:bm25")
        if then:
            plugins.part("retrieve", then)
        return then


def make(options: Options, *, carriers: Carriers, build: Callable[[str], Retriever]) -> LabelledIndex:
    """Return the oracle; `carriers` gives the positions of the chunks that carry each evidence group of a question."""
    then = build(options.then) if options.then else None
    if then is not None and not isinstance(then, Index):
        raise SpellingError(
            f"--retriever oracle:{options.then}: what follows the gold must be searched on this machine"
        )
    return _Oracle(carriers, then)


class _Oracle:
    def __init__(self, carriers: Carriers, then: Index | None) -> None:
        self._carriers = carriers
        self._then = then

    def top_for(self, question: Question, depth: int, visible: Mask | None) -> Hits:
        """Return the gold, then the rest, scored 1 / rank; nothing where the question has no labels and nothing follows."""
        groups = [[p for p in group if visible is None or visible[p]] for group in self._carriers(question)]
        order = dict.fromkeys(group[0] for group in groups if group)
        order |= dict.fromkeys(sorted(position for group in groups for position in group))
        if self._then is not None and len(order) < depth:
            order |= dict.fromkeys(p for p, _ in self._then.top(question.question, depth, visible))
        return [(position, 1 / rank) for rank, position in enumerate(list(order)[:depth], 1)]

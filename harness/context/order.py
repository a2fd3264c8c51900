"""The order of the spans in the prompt.

Models read the beginning and the end of a long context better than its middle (Liu et al. 2024, "Lost in the Middle",
TACL 12), so `ends` puts the best spans at both ends. Whether it helps yours is for a measurement to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from harness.errors import SpellingError, nearest

T = TypeVar("T")


def arrange(ranked: Sequence[T], order: str) -> list[T]:
    """Return the ranked items in prompt order: `best_first`, or `ends` (ranks 1, 3, 5, …, 6, 4, 2).

    Raises `SpellingError` for any other order.
    """
    try:
        arrangement = _ORDERS[order]
    except KeyError:
        raise SpellingError(f"--order {order!r} is not known; {nearest(order, _ORDERS)}") from None
    return arrangement(ranked)


def _best_first(ranked: Sequence[T]) -> list[T]:
    return list(ranked)


def _ends(ranked: Sequence[T]) -> list[T]:
    return [*ranked[::2], *reversed(ranked[1::2])]


_ORDERS: dict[str, Callable[[Sequence[Any]], list[Any]]] = {"best_first": _best_first, "ends": _ends}

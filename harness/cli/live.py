"""The live view of a run: a bar on a terminal, a plain line every few seconds where there is a server to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column

from harness.run import Progress as Counts
from harness.text.counted import counted

if TYPE_CHECKING:
    from harness.http.client import Client

LINE_SECONDS = 5.0
WIDE = 120
"""Columns of a terminal from which on the bar is long."""

Watch = Callable[[Counts], None]


@contextmanager
def live_view(console: Console, counts: Counts, client: Client | None) -> Iterator[Watch | None]:
    """Yield what is to be called with the counts a few times a second; None where nobody would look."""
    if console.is_terminal:
        with _bar(console, counts, client) as watch:
            yield watch
    elif client:
        yield _lines(console, client)
    else:
        yield None


@contextmanager
def _bar(console: Console, counts: Counts, client: Client | None) -> Iterator[Watch]:
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24 if console.width >= WIDE else 8),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[pace]}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
        console=console,
        expand=True,
        transient=True,
    ) as display:
        task = display.add_task("answering", total=counts.total, pace="")

        def watch(now: Counts) -> None:
            display.update(task, completed=now.done + now.skipped, pace=told(now, client))

        yield watch


def _lines(console: Console, client: Client) -> Watch:
    due = LINE_SECONDS

    def watch(now: Counts) -> None:
        nonlocal due
        if now.seconds >= due:
            due = now.seconds + LINE_SECONDS
            console.print(f"{told(now, client)} · {_left(now)}", soft_wrap=True)

    return watch


def told(now: Counts, client: Client | None) -> str:
    """Return one line: how far, what went wrong, what is under way, how fast; what a narrow screen cuts off comes last."""
    parts = [f"{now.done + now.skipped:,} of {now.total:,}"]
    if now.faults:
        parts.append(counted(now.faults, "fault"))
    if client:
        gauge = client.gauge
        parts.append(f"{gauge.under_way} in flight")
        if gauge.retrying:
            parts.append(f"{gauge.retrying} retrying")
        if int(client.limiter.places) < client.limiter.most:
            parts.append(f"slowed to {int(client.limiter.places)} at once")
        parts += [
            f"{gauge.tokens_per_second:,.0f} tokens/s",
            f"{gauge.prompt_tokens:,} + {gauge.answer_tokens:,} tokens",
        ]
    else:
        parts.append(f"{now.done / max(now.seconds, 1e-9):,.0f}/s")
    return " · ".join(parts)


def _left(now: Counts) -> str:
    if not now.done:
        return "no answer yet"
    seconds = (now.total - now.skipped - now.done) * now.seconds / now.done
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d} left" if hours else f"{minutes}:{seconds:02d} left"

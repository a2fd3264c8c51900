"""The live view of a run: what fits on a line, and what a narrow terminal keeps."""

from __future__ import annotations

import io
import re
from types import SimpleNamespace

import pytest
from rich.console import Console

from harness.cli.live import live_view, told
from harness.run import Progress

BUSY = SimpleNamespace(
    gauge=SimpleNamespace(
        under_way=64, retrying=3, tokens_per_second=1234.5, prompt_tokens=1_234_567, answer_tokens=98_765
    ),
    limiter=SimpleNamespace(places=32, most=64),
)
CALM = SimpleNamespace(
    gauge=SimpleNamespace(under_way=2, retrying=0, tokens_per_second=20.0, prompt_tokens=900, answer_tokens=80),
    limiter=SimpleNamespace(places=64, most=64),
)


@pytest.mark.parametrize(
    ("faults", "client", "line"),
    [
        (0, None, "500 of 10,000 · 50/s"),
        (0, CALM, "500 of 10,000 · 2 in flight · 20 tokens/s · 900 + 80 tokens"),
        (
            1,
            BUSY,
            "500 of 10,000 · 1 fault · 64 in flight · 3 retrying · slowed to 32 at once · 1,234 tokens/s · 1,234,567 + 98,765 tokens",
        ),
    ],
)
def test_what_went_wrong_stands_before_how_fast(monkeypatch, faults, client, line):
    """A narrow screen cuts off the end of it."""
    counts = Progress(total=10_000, done=500, faults=faults)
    monkeypatch.setattr(Progress, "seconds", 10.0)
    assert told(counts, client) == line


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_bar_keeps_to_one_line_with_the_time_that_is_left(width):
    """Whatever there is to tell, a person sees how far it is and how long it will take."""
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=width, color_system=None)
    counts = Progress(total=10_000, done=500, faults=7)
    with live_view(console, counts, BUSY) as watch:
        for _ in range(3):
            counts.done += 500
            watch(counts)
    drawn = [line for line in re.split(r"[\r\n]|\x1b\[[0-9;?]*[A-Za-z]", screen.getvalue()) if "answering" in line]
    assert drawn
    for line in drawn:
        assert len(line) <= width
        assert re.search(r"\d+% (?:-:--:--|\d:\d\d:\d\d)", line)
    assert "2,000 of 10,000 · 7 faults" in drawn[-1]

"""What probes found, for a terminal: statuses by attribution, repairs by change, then each failure with its conclusion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harness.probe.conclude import STATUSES
from harness.probe.interventions import Name
from harness.probe.table import Concluded, Judged, ProbeReport
from harness.report._lines import grid, print_trimmed, section
from harness.report.text import all_of, each_text, probe_lines
from harness.text.counted import agreeing, counted
from harness.types import RETRIEVAL_STAGES


def write(report: ProbeReport, console: Console, *, failures: int | None = None) -> None:
    """Print the report; `failures` limits how many are told in full (None: all)."""
    print_trimmed(console, _parts(ProbeReport.model_validate(each_text(report.model_dump())), failures))


def _parts(report: ProbeReport, failures: int | None) -> Iterator[RenderableType]:
    status = "" if report.status == "complete" else f" · {report.status}"
    yield Text.assemble((report.run_id, "bold"), (status, "bold yellow"), f"  {_asked(report)}")
    for note in report.notes:
        yield Text(note, "yellow")
    if report.left:
        yield Text(
            f"{counted(report.left, 'probe was', 'probes were')} not made; harness probe {report.run_id} goes on with {agreeing(report.left, 'it', 'them')}",
            "yellow",
        )
    if not report.failures:
        yield Text("no failures: there is nothing to probe", "green")
        return
    yield section("What the probes say of each attribution")
    yield Padding(_attributions(report), (0, 0, 0, 2))
    if report.interventions:
        yield section("What repaired how many")
        yield Padding(_interventions(report), (0, 0, 0, 2))
        if legend := _legend(report):
            yield Padding(Text(legend, "dim"), (0, 0, 0, 2))
        yield from (Text(f"  {told}", "bold") for told in in_words(report))
    yield from _conclusions(report, failures)


def in_words(report: ProbeReport) -> Iterator[str]:
    """Yield what the evidence alone repairs of each kind of miss, and how many remain, one sentence each."""
    for row in report.interventions:
        if row.intervention == "gold_only" and row.bucket.endswith("_miss"):
            repaired, of = row.repaired.numerator, row.repaired.denominator
            kind = agreeing(of, row.bucket.replace("_", " "), row.bucket.replace("_miss", " misses"))
            left = counted(of - repaired, "remains", "remain")
            yield f"the evidence alone repairs {repaired} of {of} {kind}; {left}"


def _asked(report: ProbeReport) -> str:
    cached = f", {counted(report.cached, 'answer')} from the cache" if report.cached else ""
    problems = f", {report.problems:,} with a problem" if report.problems else ""
    return f"{counted(report.failures, 'failure')}, {counted(report.calls, 'call')}{cached}{problems}"


_LEGEND: Mapping[Name, str] = {
    "repeat": "the same prompt again",
    "gold_only": "nothing but the evidence",
    "gold_first": "the evidence, then the context as it was",
    "untruncated": "a window that fits the prompt",
    "stale_removed": "without what is not current",
    "nothing": "no context at all",
    "drop": "one other chunk left out, each in turn",
}
"""What the names do not say themselves."""


def _legend(report: ProbeReport) -> str:
    tried = dict.fromkeys(row.intervention for row in report.interventions)
    return "; ".join(f"{name.replace('_', ' ')}: {_LEGEND[name]}" for name in tried if name in _LEGEND)


def _attributions(report: ProbeReport) -> Table:
    table = grid("", "failures", *STATUSES)
    for row in report.attributions:
        table.add_row(label(row), str(row.failures), *(str(row.statuses[status] or "") for status in STATUSES))
    return table


def _interventions(report: ProbeReport) -> Table:
    table = grid("", "", "repaired", "of", "95% interval")
    table.columns[1].justify = "left"
    before = ""
    for row in report.interventions:
        name = row.intervention.replace("_", " ")
        rate = row.repaired
        values = (
            ("–", "", "")
            if rate.value is None
            else (f"{rate.value:.3f}", f"{rate.numerator}/{rate.denominator}", f"{rate.low:.2f} – {rate.high:.2f}")
        )
        table.add_row("" if name == before else name, row.bucket.replace("_", " "), *values)
        before = name
    return table


def _conclusions(report: ProbeReport, limit: int | None) -> Iterator[RenderableType]:
    shown = _of_each_kind(report.conclusions, limit)
    if not shown:
        return
    total = len(report.conclusions)
    few = f"\n{len(shown)} of {total} failures, one of each kind first"
    yield Text(few if len(shown) < total else f"\n{all_of(total, 'failure')}", "bold cyan")
    for place, concluded in enumerate(shown):
        yield from ([Text()] if place else [])
        head = Text.assemble((f"{concluded.id}  ", "bold"), label(concluded), "\n")
        yield Padding(Text.assemble(head, probe_lines(concluded.probe)), (0, 0, 0, 2))
    if len(shown) < total:
        yield Text(f"\n  … {total - len(shown)} more: harness probe {report.run_id} --failures all", "dim")


def _of_each_kind(conclusions: Sequence[Concluded], limit: int | None) -> list[Concluded]:
    """Return all in the order they came; limited, one of each attribution and status, then the second of each."""
    kinds: dict[tuple[str, str], list[Concluded]] = {}
    for concluded in conclusions:
        kinds.setdefault((label(concluded), concluded.probe.status) if limit is not None else ("", ""), []).append(
            concluded
        )
    return [c for turn in zip_longest(*kinds.values()) for c in turn if c][:limit]


def label(what: Judged | Concluded) -> str:
    """Return an attribution in words, such as `retrieval miss at rerank (answered)`; where the model failed says the bucket."""
    stage = f" at {what.stage}" if what.stage in RETRIEVAL_STAGES else ""
    kind = f" ({what.sub_kind.replace('_', ' ')})" if what.sub_kind else ""
    return f"{what.bucket.replace('_', ' ')}{stage}{kind}"

"""Look a golden set over before trusting what it measures, or make questions from a corpus alone.

`check` finds evidence that no document holds or that a chunker cuts in two, labels that contradict each other,
questions that give their answer away, reuse the words of their evidence or are asked twice, unanswerable ones that the
corpus may answer, and slices too small to say anything. `make-queries` draws two kinds of question from a corpus: what a
document is about (its title or summary), and where a fact stands (a sentence's words, inflected otherwise).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from harness.cli import make_queries
from harness.errors import GoldenError
from harness.text.counted import counted
from harness.text.printable import one_line

if TYPE_CHECKING:
    from harness.golden.check import Checked
    from harness.golden.read import GoldenSet
    from harness.golden.reuse import Reuse

HELP = "check a golden set, or make questions from a corpus"

EXAMPLES = """examples:
  harness golden check fares                           golden/fares, without chunking
  harness golden check fares --chunker window:160:32   also: what does this chunker cut?
  harness golden check path/to/set --json              every finding, for a script
  harness golden make-queries mine -o mine-queries     up to 400 of each kind
  harness golden make-queries mine -o q --articles-from summary --facts 200 --seed 1

exit codes: 0 warnings at most · 1 faults · 2 the set cannot be read"""

_SHOWN = 20
_BINS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the sub-verbs and their flags."""
    verbs = parser.add_subparsers(dest="golden_verb", metavar="VERB", required=True)
    check = verbs.add_parser(
        "check",
        help="report faults and warnings",
        description=__doc__,
        epilog=EXAMPLES,
    )
    check.add_argument("golden", metavar="GOLDEN", help="a folder, or the name of one in golden/")
    check.add_argument("--chunker", metavar="SPELLING", help="also find evidence this chunker cuts, e.g. window:160:32")
    check.add_argument("--json", action="store_true", help="print one JSON document with every finding")
    check.set_defaults(golden_act=_check)
    make_queries.add_arguments(verbs.add_parser("make-queries", help="make questions from a corpus", epilog=EXAMPLES))


def run(args: argparse.Namespace) -> int:
    """Do what the sub-verb says; for `check`, 1 where there is a fault."""
    code: int = args.golden_act(args)
    return code


def _check(args: argparse.Namespace) -> int:
    from harness.golden.check import check_golden
    from harness.golden.read import read_golden

    try:
        golden = read_golden(args.golden)
    except GoldenError as first:
        raise _with_others(args.golden, first) from None
    chunks = None
    if args.chunker:
        from harness.wiring import make_chunks

        chunks = make_chunks(golden.documents, args.chunker)
    checked = check_golden(golden, chunks)
    lines = _json(golden, args.chunker, checked) if args.json else _fitted(_text(golden, args.chunker, checked))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(any(finding.severity == "fault" for finding in checked.findings))


def _with_others(path: str, first: GoldenError) -> GoldenError:
    """Print all lines that cannot be read, where there are several, and return what ends the check."""
    from harness.golden.unreadable import unreadable_lines

    try:
        errors = unreadable_lines(path)
    except GoldenError:
        return first
    if len(errors) <= 1:
        return first
    for error in errors[:_SHOWN]:
        print(f"harness golden: {one_line(error)}", file=sys.stderr)
    listed = f", the first {_SHOWN} of them listed" if len(errors) > _SHOWN else ""
    return GoldenError(f"{path}: {len(errors)} faults keep it from being read{listed}; correct them and check it again")


def _json(golden: GoldenSet, chunker: str | None, checked: Checked) -> Iterator[str]:
    from harness.golden.check import KINDS, resolution_points
    from harness.measure.differences import detectable

    findings = checked.findings
    counts = {severity: sum(f.severity == severity for f in findings) for severity in ("fault", "warning")}
    document = {
        "golden": golden.info.model_dump(),
        "documents": len(golden.documents),
        "chunker": chunker,
        "resolution_points": resolution_points(golden),
        "detectable": detectable(golden.info.answerable, 1).model_dump(),
        "reuse": [{**asdict(reuse), "score": reuse.score} for reuse in checked.reuse],
        "faults": counts["fault"],
        "warnings": counts["warning"],
        "kinds": {kind: sum(f.kind == kind for f in findings) for kind in KINDS},
        "findings": [asdict(finding) for finding in findings],
    }
    yield json.dumps(document, indent=2)


def _text(golden: GoldenSet, chunker: str | None, checked: Checked) -> Iterator[str]:
    from harness.golden.check import KINDS

    info, findings = golden.info, checked.findings
    faults = sum(f.severity == "fault" for f in findings)
    cut = f" · cut by {chunker}" if chunker else ""
    yield f"{info.name}: {counted(faults, 'fault')}, {counted(len(findings) - faults, 'warning')}"
    yield f"  {counted(info.questions, 'question')}: {info.answerable} answerable, {info.unanswerable} unanswerable"
    yield f"  {counted(len(golden.documents), 'document')}{cut}"
    if info.left_out:
        yield from _wrapped(
            f"{counted(len(info.left_out), 'question')} left out, e.g. {info.left_out[0]}", "  ", "    "
        )
    yield from _resolution(golden)
    yield from _reuse(checked.reuse)
    for kind, (severity, title) in KINDS.items():
        of_kind = [finding for finding in findings if finding.kind == kind]
        if not of_kind:
            continue
        yield ""
        yield f"{severity.upper()} {kind}: {title} ({len(of_kind)})"
        for finding in of_kind[:_SHOWN]:
            named = f"{finding.question_id}: " if finding.question_id is not None else ""
            yield from _wrapped(f"{named}{finding.message}", "  ", "    ")
        if len(of_kind) > _SHOWN:
            yield f"  … and {len(of_kind) - _SHOWN} more (--json lists all)"


def _resolution(golden: GoldenSet) -> Iterator[str]:
    from harness.golden.check import resolution_points
    from harness.measure.differences import detectable

    points = resolution_points(golden)
    if points is None:
        return
    yield f"  resolution: one answerable question is {points:.2f} points of accuracy"
    can = detectable(golden.info.answerable, 1)
    if can.alone is None:
        yield "  too few to show a difference of any size between two settings"
        return
    flips = (
        "" if can.among_flips is None else f", or {100 * can.among_flips:.2g} where 5% of them flip each way besides"
    )
    told = f"the smallest difference between two settings they can show: {100 * can.alone:.2g} points{flips}"
    yield from _wrapped(told, "  ", "    ")


def _reuse(scores: Sequence[Reuse]) -> Iterator[str]:
    from statistics import median

    from harness.report.plot import sparkline

    if not scores:
        return
    bins = [0] * _BINS
    for reuse in scores:
        bins[min(_BINS - 1, int(_BINS * reuse.score))] += 1
    told = f"reuse of the evidence's words: median {median(reuse.score for reuse in scores):.2f}"
    yield f"  {told}, from 0 to 1: {sparkline([float(count) for count in bins], max(bins))}"


def _fitted(lines: Iterator[str]) -> Iterator[str]:
    from harness.cli.console import wrapped

    for line in lines:
        yield from wrapped(one_line(line), "", "    ") or [""]


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    from harness.cli.console import wrapped

    return wrapped(text, first, rest)

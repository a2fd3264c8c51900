"""Look a golden set over before trusting what it measures.

`check` finds evidence that no document holds or that a chunker cuts in two, labels that contradict each other,
questions that give their answer away and slices too small to say anything.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from harness.text.printable import one_line

if TYPE_CHECKING:
    from harness.golden.check import Finding
    from harness.golden.read import GoldenSet

HELP = "check a golden set"

EXAMPLES = """examples:
  harness golden check fares                           golden/fares, without chunking
  harness golden check fares --chunker window:160:32   also: what does this chunker cut?
  harness golden check path/to/set --json              every finding, for a script

exit codes: 0 warnings at most · 1 faults · 2 the set cannot be read"""

_WIDTH = 80
_SHOWN = 20


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


def run(args: argparse.Namespace) -> int:
    """Check the set and print what was found; 1 where there is a fault."""
    from harness.golden.check import check_golden
    from harness.golden.read import read_golden

    golden = read_golden(args.golden)
    chunks = None
    if args.chunker:
        from harness.wiring import make_chunks

        chunks = make_chunks(golden.documents, args.chunker)
    findings = check_golden(golden, chunks)
    lines = _json(golden, args.chunker, findings) if args.json else map(one_line, _text(golden, args.chunker, findings))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(any(finding.severity == "fault" for finding in findings))


def _json(golden: GoldenSet, chunker: str | None, findings: Sequence[Finding]) -> Iterator[str]:
    from harness.golden.check import KINDS, resolution_points

    counts = {severity: sum(f.severity == severity for f in findings) for severity in ("fault", "warning")}
    document = {
        "golden": golden.info.model_dump(),
        "documents": len(golden.documents),
        "chunker": chunker,
        "resolution_points": resolution_points(golden),
        "faults": counts["fault"],
        "warnings": counts["warning"],
        "kinds": {kind: sum(f.kind == kind for f in findings) for kind in KINDS},
        "findings": [asdict(finding) for finding in findings],
    }
    yield json.dumps(document, indent=2)


def _text(golden: GoldenSet, chunker: str | None, findings: Sequence[Finding]) -> Iterator[str]:
    from harness.golden.check import KINDS, resolution_points

    info = golden.info
    faults = sum(f.severity == "fault" for f in findings)
    cut = f" · cut by {chunker}" if chunker else ""
    yield f"{info.name}: {_count(faults, 'fault')}, {_count(len(findings) - faults, 'warning')}"
    yield f"  {_count(info.questions, 'question')}: {info.answerable} answerable, {info.unanswerable} unanswerable"
    yield f"  {_count(len(golden.documents), 'document')}{cut}"
    if info.left_out:
        yield from _wrapped(f"{_count(len(info.left_out), 'question')} left out, e.g. {info.left_out[0]}", "  ", "    ")
    points = resolution_points(golden)
    if points is not None:
        yield f"  resolution: one answerable question is {points:.2f} points of accuracy"
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


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

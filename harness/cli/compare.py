"""Compare two runs of the same questions, pair by pair, and say PASS, FAIL or INCONCLUSIVE with the rule that decided.

A question passes when its answer is right and supported or, where it has no answer, when none was shown. FAIL: the drop is
shown to exceed --max-drop at --alpha (exact McNemar, one-sided: equal systems fail at most that often). PASS: no question
newly fails, or such a drop is excluded. A question missing or faulted counts against the candidate. Runs of different
golden sets are refused.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError

if TYPE_CHECKING:
    from harness.compare import Comparison
    from harness.gate import Rule
    from harness.log.reader import Log
    from harness.report.junit import Case

HELP = "compare two runs, paired, and gate"

EXAMPLES = """examples:
  harness compare baselines/20261101-020000-stdlib tonight
  harness compare before after --max-drop 2 --alpha 0.05 --inconclusive fail
  harness compare before after --format markdown > comment.md
  harness compare before after --format junit > compare.xml

exit codes: 0 PASS · 1 FAIL · 2 cannot be compared · INCONCLUSIVE: 0, or 1 with --inconclusive fail"""

FORMATS = ("text", "json", "markdown", "junit", "github")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness compare`."""
    parser.add_argument("base", metavar="BASE", help="run folder, or its name under --logs")
    parser.add_argument("candidate", metavar="CANDIDATE", help="the run that must not be worse")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument(
        "--format", default="text", choices=FORMATS, help="text (default), json, markdown, junit, github"
    )
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument(
        "--changes", default="20", metavar="N", help="changes told of each kind: a number or all (default 20)"
    )
    add_rule_flags(parser)


def add_rule_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the gate, shared with `harness nightly`."""
    gate = parser.add_argument_group("gate")
    gate.add_argument("--max-drop", default="0", metavar="PP", help="points the candidate may lose (default 0)")
    gate.add_argument("--alpha", default="0.05", metavar="A", help="level of every test (default 0.05)")
    gate.add_argument("--min-questions", default="20", metavar="N", help="with fewer, INCONCLUSIVE (default 20)")
    gate.add_argument(
        "--gate-slices", action="store_true", help="a question type may fail the gate too (Holm over all)"
    )
    gate.add_argument(
        "--inconclusive",
        default="pass",
        choices=("pass", "fail"),
        help="what INCONCLUSIVE exits with: 0 (pass, the default) or 1 (fail)",
    )
    gate.add_argument(
        "--allow-different-golden", action="store_true", help="compare runs of different golden sets, by question id"
    )


def run(args: argparse.Namespace) -> int:
    """Print the comparison and return what the verdict exits with."""
    from harness.compare import compare
    from harness.log.reader import find_run, open_log

    shown = "json" if args.json else args.format
    rule, limit = rule_from(args), _limit(args.changes)
    logs = Path(args.logs)
    base, candidate = (open_log(find_run(name, logs)) for name in (args.base, args.candidate))
    everything = shown in {"json", "junit"}
    compared = compare(
        base,
        candidate,
        rule,
        allow_different_golden=args.allow_different_golden,
        max_changes=None if everything else limit,
    )
    print_comparison(compared, shown, (base, candidate))
    return exit_code(compared.verdict, args.inconclusive)


def rule_from(args: argparse.Namespace) -> Rule:
    """Return the gate's rule; raise `InputError` naming the flag whose value is out of range."""
    from pydantic import ValidationError

    from harness.gate import Rule

    given = {name: getattr(args, name) for name in ("max_drop", "alpha", "min_questions", "gate_slices")}
    try:
        return Rule.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        flag = str(first["loc"][0]).replace("_", "-")
        raise InputError(f"--{flag} {first['input']!r}: {first['msg']}") from None


def exit_code(verdict: str, inconclusive: str) -> int:
    """Return 0 for PASS, 1 for FAIL, and for INCONCLUSIVE what was asked for."""
    return int(verdict == "FAIL" or (verdict == "INCONCLUSIVE" and inconclusive == "fail"))


def print_comparison(compared: Comparison, shown: str, logs: tuple[Log, Log]) -> None:
    """Print a comparison in one of `FORMATS`."""
    from harness.cli.console import stdout_console
    from harness.cli.document import print_json
    from harness.report import comparison, github, json, junit, markdown

    if shown == "text":
        comparison.write(compared, stdout_console())
    elif shown == "json":
        print_json(json.text(compared))
    elif shown == "markdown":
        print(markdown.comparison(compared), end="")
    elif shown == "github":
        print(github.comparison(compared), end="")
    else:
        suite = f"{compared.base.run_id} → {compared.candidate.run_id}"
        print(junit.document(suite, _cases(compared, logs)), end="")


def _cases(compared: Comparison, logs: tuple[Log, Log]) -> Iterator[Case]:
    from harness.report.junit import changed_cases, gate_case, unchanged_cases

    yield gate_case(compared)
    yield from changed_cases(compared)
    yield from unchanged_cases(compared, logs[1])


def _limit(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal():
        raise InputError(f"--changes {text!r}: must be a whole number or all")
    return int(text)

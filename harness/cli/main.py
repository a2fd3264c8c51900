"""`harness`: one verb, one file; this one finds the verb, turns errors into exit codes and nothing else."""

from __future__ import annotations

import argparse
import difflib
import errno
import gc
import importlib
import io
import os
import re
import sys
import textwrap
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

from harness import __version__
from harness.errors import HarnessError, InputError, InternalError
from harness.text.printable import one_line

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})

_WRITTEN = re.compile(r"invalid choice: '(.*?)' \(choose|unrecognized arguments: (.*)", re.DOTALL)
"""What the user wrote, in argparse's words; its own words are near to a flag here and there."""

COLLECTED_AFTER = 200_000
"""Objects made, beyond those freed, between two looks for cycles."""

VERBS = (
    "run",
    "report",
    "replay",
    "probe",
    "import",
    "compare",
    "nightly",
    "baseline",
    "history",
    "query",
    "export",
    "log",
    "verify",
    "selftest",
    "sweep",
    "needle",
    "golden",
    "ingest",
    "judge",
    "doctor",
    "cache",
)

EXIT_CODES = (
    "exit codes: 0 good · 1 a gate failed or a check found faults · 2 the input is wrong · 3 a fault of ours ·"
    " 130 interrupted (everything finished is kept)"
)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Refills prose to the terminal's width; an example stays one line, which a terminal folds and a copy keeps whole."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = [
            "\n".join(_fitted(line, width) for line in block.splitlines())
            if re.search(r"^\s", block, re.MULTILINE)
            else textwrap.fill(" ".join(block.split()), width)
            for block in text.split("\n\n")
        ]
        return textwrap.indent("\n\n".join(paragraphs), indent)


def _fitted(line: str, width: int) -> str:
    """Return one line of a list, broken where it is too long, under the second column where it has one."""
    if len(line) <= width or "harness " in line or line.startswith("  head "):
        return line
    column = re.match(r" *\S+(?: \S+)* {2,}| *", line)
    hang = len(column[0]) if column else 0
    return textwrap.fill(
        line, width, subsequent_indent=" " * (hang if hang < width // 2 else 4), break_on_hyphens=False
    )


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` whose errors are one line and name the nearest known flag or verb."""

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("formatter_class", _Help)
        keywords.setdefault("allow_abbrev", False)
        super().__init__(**keywords)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and what to type next; exit 2."""
        known = [flag for action in self._actions for flag in (*action.option_strings, *(action.choices or ()))]
        written = _WRITTEN.search(message)
        words = re.split(r"[\s=]+", "".join(filter(None, written.groups()))) if written else []
        close = [near for word in words if word not in known for near in difflib.get_close_matches(word, known, 1, 0.6)]
        hint = f"did you mean {close[0]}?" if close else f"see {self.prog} --help"
        self.exit(2, f"{self.prog}: {one_line(message)}; {hint}\n")

    def innermost(self, args: argparse.Namespace) -> Parser:
        """Return the parser of the verb of a verb that was given, down to the last."""
        for action in self._actions:
            inner = action.choices.get(getattr(args, action.dest)) if isinstance(action.choices, dict) else None
            if isinstance(inner, Parser):
                return inner.innermost(args)
        return self


def build_parser(names: Sequence[str] = VERBS) -> Parser:
    """Return the parser of these verbs; verbs import what is heavy only when they run."""
    parser = Parser(
        prog="harness",
        description="Run golden questions through a RAG pipeline and name the stage that failed each wrong answer.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("--version", action="version", version=f"harness {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for name in names:
        module = importlib.import_module(f"harness.cli.{name}")
        verb = verbs.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            epilog=module.EXAMPLES,
        )
        module.add_arguments(verb)
        verb.set_defaults(act=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return its exit code; a `HarnessError` is one line on stderr."""
    # Without a descriptor of its own (`>&-`) a stream is None, and what is printed to it could go to the other one.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 -- open until exit
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a lone surrogate must not end a run
    # What a run keeps (documents, chunks, terms) holds no cycles: to look for them after every 700 objects costs a fifth of a start.
    gc.set_threshold(COLLECTED_AFTER)
    words = sys.argv[1:] if arguments is None else arguments
    parser = build_parser(words[:1] if words[:1] and words[0] in VERBS else VERBS)
    args, unknown = parser.parse_known_args(words)
    if unknown:
        parser.innermost(args).error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        code: int = args.act(args)
        sys.stdout.flush()
    except HarnessError as error:
        print(f"harness {args.verb}: {one_line(str(error))}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"harness {args.verb}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _discard_stdout()
        return 0
    except Exception as error:  # noqa: BLE001 -- the last resort: a fault of ours must not look like a failed gate (exit 1)
        return _unforeseen(args.verb, error)
    return code


def _unforeseen(verb: str, error: Exception) -> int:
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        _discard_stdout()
        kept = "what is in a log is kept; make room, or print it elsewhere with harness report"
        print(f"harness {verb}: standard output: {error.strerror}; {kept}", file=sys.stderr)
        return InputError.exit_code
    traceback.print_exc()
    print(f"harness {verb}: this is a fault of the harness; please report it with the lines above", file=sys.stderr)
    return InternalError.exit_code


def _discard_stdout() -> None:
    # What is still buffered would fail once more when Python exits.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())

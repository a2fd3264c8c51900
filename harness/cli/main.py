"""`harness`: one verb, one file; this one finds the verb, turns errors into exit codes and nothing else."""

from __future__ import annotations

import argparse
import difflib
import importlib
import io
import os
import re
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from harness import __version__
from harness.errors import HarnessError

VERBS = ("run", "report", "verify", "sweep", "golden")

EXIT_CODES = """exit codes: 0 good · 1 a gate failed or a check found faults · 2 the input is wrong · 3 a fault of ours
            130 interrupted (everything finished is kept)"""


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` whose errors are one line and name the nearest known flag or verb."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and what to type next; exit 2."""
        known = [flag for action in self._actions for flag in (*action.option_strings, *(action.choices or ()))]
        words = re.findall(r"(?<![\w-])-{0,2}\w[\w-]*", message.replace("invalid choice", ""))
        close = [near for word in words if word not in known for near in difflib.get_close_matches(word, known, 1, 0.6)]
        hint = f"did you mean {close[0]}?" if close else f"see {self.prog} --help"
        self.exit(2, f"{self.prog}: {message}; {hint}\n")


def build_parser() -> Parser:
    """Return the parser of all verbs; verbs import what is heavy only when they run."""
    parser = Parser(
        prog="harness",
        description="Run golden questions through a RAG pipeline and name the stage that failed each wrong answer.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"harness {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for name in VERBS:
        module = importlib.import_module(f"harness.cli.{name}")
        verb = verbs.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(verb)
        verb.set_defaults(act=module.run, parser=verb)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return its exit code; a `HarnessError` is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a lone surrogate must not end a run
    args, unknown = build_parser().parse_known_args(arguments)
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        code: int = args.act(args)
        sys.stdout.flush()
    except HarnessError as error:
        print(f"harness {args.verb}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:  # noqa: BLE001 -- the last resort: a fault of ours must not look like a failed gate (exit 1)
        traceback.print_exc()
        print(
            f"harness {args.verb}: this is a fault of the harness; please report it with the lines above",
            file=sys.stderr,
        )
        return 3
    return code


if __name__ == "__main__":
    sys.exit(main())

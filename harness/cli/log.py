"""Look after logs: check them, mend what is damaged, make them small, take out what must not leave the building.

Every verb of harness reads a log however it is stored: plain, zstd or gzip, compacted or not. RUN is a run folder or its name
under --logs. No log is edited: what is made takes the old one's place in one step, or stands beside it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.text.counted import counted
from harness.text.printable import one_line

if TYPE_CHECKING:
    from harness.log.check import Checked
    from harness.log.lines import Problem

HELP = "check, mend, compact, redact or print logs"

EXAMPLES = """examples:
  harness log check tonight
  harness log repair tonight
  harness log compact tonight
  harness log redact tonight --pattern email --field generation.thinking --out for-them
  harness log cat tonight | jq .generation.answer

exit codes: 0 good · 1 problems found, or not all kept · 2 it cannot be read"""

CHECK = """Read logs from end to end and name every line that cannot be used: torn, damaged, of another run, said twice.

What is named is left out by every reader of logs; nothing else is."""

REPAIR = """Write a damaged log anew from what can be read of it, byte for byte.

The damaged file stays beside it as records.jsonl.damaged. A file that two runs were appended to is taken apart: the second one
gets a folder of its own."""

COMPACT = """Make a log small: texts that repeat are kept once, in passages.jsonl beside it, and the rest becomes zstd.

Every reader gets each line back byte for byte, which is checked before the old log goes. harness log cat prints it as it was."""

REDACT = """Write a copy of a log without what patterns match and fields hold; the log itself is only read.

What is taken out becomes [redacted 0a1b2c3d4e5f], the same for the same value within the copy. A pattern is a regular expression
or one of email, phone, iban, card, ipv4; it is sought in every string, so in prompts, chunks and answers alike. A field is a
path of names with dots: generation.thinking, chunks.chunk.text, question.extra.customer. Look at the copy before it leaves."""

CAT = """Print a log's lines as they were written, decompressed and with their passages, for jq, grep and other readers.

harness log cat RUN > elsewhere/records.jsonl is how a compacted log becomes a plain one again."""

_TOLD = 20
_SMALL_BYTES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the sub-verbs and their flags."""
    verbs = parser.add_subparsers(dest="log_verb", metavar="VERB", required=True)

    def add(name: str, words: str, description: str, example: str) -> argparse.ArgumentParser:
        verb = verbs.add_parser(name, help=words, description=description, epilog=f"example:\n  {example}")
        many: dict[str, Any] = {"nargs": "+"} if name == "check" else {}
        verb.add_argument("runs", metavar="RUN", help="run folder, or its name under --logs", **many)
        verb.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
        if name != "cat":
            verb.add_argument("--json", action="store_true", help="print one JSON document")
        return verb

    add("check", "name every line that cannot be used", CHECK, "harness log check tonight last-night")
    add("repair", "write a damaged log anew", REPAIR, "harness log repair tonight")
    compact = add("compact", "make a log small", COMPACT, "harness log compact tonight")
    compact.add_argument("--plain", action="store_true", help="leave it text: only what repeats is moved")
    compact.add_argument(
        "--unfinished", action="store_true", help="also a run that has not ended, if nothing writes it"
    )
    redact = add(
        "redact", "copy a log without what must not leave", REDACT, "harness log redact tonight --pattern email"
    )
    redact.add_argument(
        "--pattern", action="append", default=[], metavar="P", help="take out what matches; repeat for more"
    )
    redact.add_argument(
        "--field", action="append", default=[], metavar="F", help="take out this field; repeat for more"
    )
    redact.add_argument(
        "--out", metavar="RUN", help="the copy: a folder, or a name under --logs (default RUN-redacted)"
    )
    add("cat", "print a log's lines as they were written", CAT, "harness log cat tonight | jq .generation.answer")


def run(args: argparse.Namespace) -> int:
    """Do what the sub-verb says; 1 where check found problems or repair could not keep everything."""
    acts = {"check": _check, "repair": _repair, "compact": _compact, "redact": _redact, "cat": _cat}
    return acts[args.log_verb](args)


def _folder(args: argparse.Namespace, name: str) -> Path:
    from harness.log.reader import find_run

    return find_run(name, Path(args.logs))


def _check(args: argparse.Namespace) -> int:
    from harness.log.check import check_log
    from harness.log.files import records_file

    checked = [check_log(records_file(_folder(args, name))) for name in args.runs]
    if args.json:
        _print_json([{**asdict(one), "path": str(one.path)} for one in checked])
    else:
        for one in checked:
            _tell_checked(one)
    return int(any(one.problems for one in checked))


def _tell_checked(checked: Checked) -> None:
    stored = ["plain" if checked.compression == "none" else checked.compression]
    stored += ["compacted"] if checked.compacted else []
    count = len(checked.problems)
    found = f"{count:,} problem{'s' * (count != 1)}" if count else "nothing wrong"
    print(one_line(f"{checked.path}: {found}"))
    print(f"  {counted(checked.records, 'record')}, {checked.status}; {_size(checked.file_bytes)}, {', '.join(stored)}")
    _tell_problems(checked.problems)
    if count:
        print(one_line(f"  harness log repair {checked.path.parent} writes it anew, and keeps the damaged file"))


def _repair(args: argparse.Namespace) -> int:
    from harness.log.repair import repair

    done = repair(_folder(args, args.runs))
    if args.json:
        kept = str(done.kept_as) if done.kept_as else None
        _print_json({**asdict(done), "path": str(done.path), "kept_as": kept})
    elif done.kept_as is None:
        print(one_line(f"{done.path}: nothing wrong, nothing changed"))
    else:
        for run_id, count in done.written.items():
            print(one_line(f"run {run_id}: {counted(count, 'record')} written"))
        _tell_problems(done.left_out)
        print(one_line(f"the damaged file is kept as {done.kept_as}"))
    return int(bool(done.left_out))


def _compact(args: argparse.Namespace) -> int:
    from harness.log.compact import compact

    done = compact(_folder(args, args.runs), compress=not args.plain, unfinished=args.unfinished)
    if args.json:
        _print_json({**asdict(done), "path": str(done.path)})
        return 0
    each = f"{done.bytes_after / done.lines / 1000:.2f} kB a line" if done.lines else "no lines"
    print(one_line(f"{done.path}: {_size(done.bytes_before)} are now {_size(done.bytes_after)}, {each}"))
    print(f"  {done.passages:,} passages kept once; every line reads back byte for byte")
    return 0


def _redact(args: argparse.Namespace) -> int:
    from harness.errors import InputError
    from harness.log.reader import open_log
    from harness.log.redact import redact

    if not args.pattern and not args.field:
        raise InputError("nothing to take out; name it with --pattern or --field, see harness log redact --help")
    log = open_log(_folder(args, args.runs))
    out = Path(args.out) if args.out and Path(args.out).parent != Path() else None
    folder = out or Path(args.logs) / (args.out or f"{log.path.parent.name}-redacted")
    done = redact(log, folder, patterns=args.pattern, fields=args.field)
    if args.json:
        _print_json({**asdict(done), "path": str(done.path)})
        return 0
    print(one_line(f"{done.path}: {counted(done.records, 'record')}, {counted(done.values, 'value')} taken out"))
    _tell_problems(done.left_out)
    return 0


def _cat(args: argparse.Namespace) -> int:
    from harness.errors import LogError
    from harness.log.files import Lines, records_file

    path = records_file(_folder(args, args.runs))
    problems = 0
    sys.stdout.flush()
    try:
        for number, line in enumerate(Lines(path), 1):
            if isinstance(line, bytes):
                sys.stdout.buffer.write(line)
            else:
                problems += 1
                print(f"harness log: {one_line(f'{path} line {number}: {line.reason}')}", file=sys.stderr)
    except PermissionError as error:
        raise LogError(f"{path}: {error.strerror}; make it readable") from None
    return int(bool(problems))


def _tell_problems(problems: Sequence[Problem]) -> None:
    for problem in problems[:_TOLD]:
        print(one_line(f"  line {problem.line}: {problem.reason}"))
    if len(problems) > _TOLD:
        print(f"  and {len(problems) - _TOLD:,} more (--json tells all)")


def _print_json(told: object) -> None:
    from harness.cli.document import print_json

    print_json(json.dumps(told, indent=2, ensure_ascii=False))


def _size(count: int) -> str:
    return f"{count / 1e3:,.1f} kB" if count < _SMALL_BYTES else f"{count / 1e6:,.1f} MB"

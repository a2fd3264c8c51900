"""Check answers against the spans they were given, without a pipeline.

Reads one JSON object a line, {"id", "context": [spans], "answer"}, and writes one a line as soon as it is checked:
{"id", "verdict", "reason", "claims": [{"text", "verdict", "cited", "reason"}], "refusal"}. The first span is number 1. Verdicts
are supported, unsupported, abstained and unknown; `refusal` is none, full, partial, then_answer (it refuses, then answers) or
hedge. With "sources", the names of the spans, a source cited by name, [handbook.pdf], is looked up among them. A line that
cannot be read is named on stderr and left out.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from harness.errors import InputError

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from harness.protocols import Asking, Verifier

HELP = "check answers against the spans they cite"

EXAMPLES = """examples:
  harness verify answers.jsonl
  cat answers.jsonl | harness verify - --citations checked
  harness verify answers.jsonl --prompt documents        (citations look like [1])

exit codes: 0 every line was checked · 2 a line could not be read, or there is none"""

_SHAPE = '{"id", "context": [spans], "answer"}'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("file", metavar="FILE", help="JSONL of answers with their context, or - for standard input")
    parser.add_argument(
        "--citations",
        choices=("required", "checked", "ignored"),
        default="required",
        help="a sentence without a citation is refused (required, the default) or compared with all spans (checked); "
        "ignored compares every sentence with all spans",
    )
    parser.add_argument(
        "--verifier",
        default="typed",
        metavar="NAME",
        help="how claims are checked: typed (values, units, dates, names and what is said of them, the default) or literal "
        "(the same strings) or model:GENERATOR (a language model is asked)",
    )
    parser.add_argument(
        "--verifier-validation", metavar="FILE", help="what harness judge validate --save wrote of a model"
    )
    parser.add_argument("--unvalidated", action="store_true", help="ask a model that nobody compared with people")
    parser.add_argument("--base-url", action="append", default=[], metavar="URL", help="the server of a model")
    parser.add_argument(
        "--prompt",
        default="spans",
        metavar="NAME",
        help="the template whose citations and refusal the answers use: spans ([S1], the default), documents ([1]), "
        "or file:PATH",
    )


def run(args: argparse.Namespace) -> int:
    """Verify each line; return 0, or 2 if any line could not be read; raise `InputError` where there is none."""
    import asyncio

    with asyncio.Runner() as runner:
        return runner.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    from contextlib import AsyncExitStack

    from harness import plugins
    from harness.protocols import Asking

    prompt_module, prompt_options = plugins.part("prompt", args.prompt)
    template = prompt_module.make(prompt_options)
    verify_module, verify_options = plugins.part("verify", args.verifier)
    verifier = verify_module.make(
        verify_options, citation=template.citation, refusal=template.refusal, citations=args.citations
    )
    read = broken = 0
    async with AsyncExitStack() as stack:
        if isinstance(verifier, Asking):
            await _attach(verifier, args, stack)
        lines = stack.enter_context(_opened(args.file))
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            read += 1
            try:
                print(await _verified(line, number, verifier), flush=True)
            except _BrokenLine as error:
                broken += 1
                print(f"harness verify: {_where(args.file)}, line {number}: {error}", file=sys.stderr, flush=True)
    if not read:
        raise InputError(f"{_where(args.file)} holds no line; write one {_SHAPE} a line")
    return 2 if broken else 0


def _where(file: str) -> str:
    return "standard input" if file == "-" else repr(file)


class _BrokenLine(Exception):  # noqa: N818 -- caught a few lines above, it never leaves this module
    """A line that cannot be verified."""


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 -- closed below; the error is ours to word
    except OSError as error:
        raise InputError(f"{file!r}: {error.strerror}; name a JSONL file of {_SHAPE}, or - for stdin") from None
    with stream:
        yield stream


async def _attach(verifier: Asking, args: argparse.Namespace, stack: AsyncExitStack) -> None:
    from harness.settings import Settings
    from harness.wiring import attach

    settings = Settings(
        verifier=args.verifier,
        verifier_validation=args.verifier_validation,
        unvalidated=args.unvalidated,
        base_url=tuple(args.base_url),
    )
    await attach("verifier", verifier, settings, None, stack)


async def _verified(line: bytes, number: int, verifier: Verifier) -> str:
    from harness.protocols import AskedVerifier

    values = _read(line)
    asked = verifier.ask if isinstance(verifier, AskedVerifier) else None
    read = (values["answer"], values["context"], values.get("sources") or ())
    verdict = await asked(*read) if asked else verifier.verify(*read)
    # A terminal that is not UTF-8 would turn other characters into something that is not JSON.
    escape = sys.stdout.encoding.lower() not in {"utf-8", "utf8"}
    return json.dumps({"id": values.get("id", number), **verdict.model_dump(mode="json")}, ensure_ascii=escape)


def _read(line: bytes) -> dict[str, Any]:
    try:
        text = line.decode("utf-8-sig")
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _BrokenLine(f"not JSON ({error}); write one {_SHAPE} a line") from None
    if not isinstance(values, dict):
        raise _BrokenLine(f"a {type(values).__name__} where an object belongs; write one {_SHAPE} a line")
    answer, context, identity = values.get("answer"), values.get("context"), values.get("id")
    if not isinstance(answer, str):
        raise _BrokenLine(f'{_missing("answer", values)}; "answer" is the text to verify, a string')
    if not isinstance(context, list) or not all(isinstance(span, str) for span in context):
        raise _BrokenLine(f'{_missing("context", values)}; "context" is the list of spans, strings in prompt order')
    sources = values.get("sources") or []
    if not isinstance(sources, list) or not all(isinstance(name, str) for name in sources):
        raise _BrokenLine(
            '"sources" is of the wrong type; it is the list of the spans\' names, strings in prompt order'
        )
    if sources and len(sources) != len(context):
        raise _BrokenLine(f'"sources" names {len(sources)} of {len(context)} spans; name each, or leave it out')
    if isinstance(identity, dict | list) or (isinstance(identity, float) and not math.isfinite(identity)):
        raise _BrokenLine(f'"id" is {identity!r}; make it a string or a number')
    try:
        "".join([answer, *context, *sources, str(identity)]).encode()
    except UnicodeEncodeError:
        raise _BrokenLine("half a surrogate pair (\\ud800-\\udfff) is not text; write the character as UTF-8") from None
    return values


def _missing(key: str, values: dict[str, Any]) -> str:
    return f'"{key}" is of the wrong type' if key in values else f'"{key}" is missing'

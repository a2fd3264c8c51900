"""Compare a judge with people before trusting it.

`validate` reads JSONL of labelled answers, {"answer", "label", …} with "answers" (the accepted ones, and "question") or
"context" (a list of spans), judges each and prints how far judge and people agree: Cohen's kappa, balanced accuracy and
the confusion matrix, in all and by "type", with 95% intervals. Labels are correct, incorrect and refused for answers,
supported and unsupported for contexts; true and false will do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError
from harness.text.counted import counted

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from harness.measure.agreement import Agreement, Estimate
    from harness.protocols import Judge

HELP = "compare a judge with human labels"

EXAMPLES = """examples:
  harness judge validate labels.jsonl
  harness judge validate labels.jsonl --judge contains --json
  harness judge validate labels.jsonl --judge model:ollama:qwen3:8b --save qwen3.json

exit codes: 0 compared · 2 a line, the judge or the file cannot be used"""

_SHAPE = '{"answer", "label", "answers" or "context"}'
ANSWERS = ("correct", "incorrect", "refused")
CONTEXTS = ("supported", "unsupported")
_LABELS = {
    **{label: label for label in (*ANSWERS, *CONTEXTS)},
    "true": "yes", "false": "no", "1": "yes", "0": "no", "yes": "yes", "no": "no", "right": "correct", "wrong": "incorrect",
    "abstained": "refused", "not_attempted": "refused", "refusal": "refused", "attributable": "supported", "not attributable": "unsupported",
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the sub-verb and its flags."""
    verbs = parser.add_subparsers(dest="judge_verb", metavar="VERB", required=True)
    validate = verbs.add_parser(
        "validate",
        help="print the agreement of a judge with labels",
        description=__doc__,
        epilog=EXAMPLES,
    )
    validate.add_argument("labels", metavar="LABELS", help="JSONL of labelled answers, or - for standard input")
    validate.add_argument("--judge", default="tokens", metavar="SPELLING", help="the judge (default tokens)")
    validate.add_argument(
        "--verifier", default="typed", metavar="NAME", help="what judges lines with a context (default typed)"
    )
    validate.add_argument("--slice", default="type", metavar="FIELD", help="the field to break the figures down by")
    validate.add_argument(
        "--save",
        metavar="FILE",
        help="also write the JSON there, for --judge-validation or --verifier-validation of a run",
    )
    validate.add_argument("--json", action="store_true", help="print one JSON document")
    validate.add_argument(
        "--base-url", action="append", default=[], metavar="URL", help="the server of a model that judges"
    )


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line of the file."""

    answer: str
    label: str
    question: str
    answers: tuple[str, ...]
    context: tuple[str, ...] | None
    slice: str


def run(args: argparse.Namespace) -> int:
    """Judge every line and print the agreement."""
    from harness.judge._validation import validated_name
    from harness.measure.agreement import agreement

    lines = list(_read(args.labels, args.slice))
    if not lines:
        raise InputError(f"{args.labels!r} holds no labels; write one {_SHAPE} a line")
    with_context = [line for line in lines if line.context is not None]
    if with_context and len(with_context) < len(lines):
        raise InputError(f"{args.labels!r} mixes lines with answers and lines with a context; keep them apart")
    kinds = CONTEXTS if with_context else ANSWERS
    judge = validated_name("verifier", args.verifier) if with_context else validated_name("judge", args.judge)
    verdicts = asyncio.run(_verify(lines, args) if with_context else _judge(lines, args))
    pairs = [(line.label, verdict) for line, verdict in zip(lines, verdicts, strict=True)]
    used = tuple(kind for kind in kinds if any(kind in pair for pair in pairs))
    names = sorted({line.slice for line in lines})
    slices = {name: [p for line, p in zip(lines, pairs, strict=True) if line.slice == name] for name in names}
    found = {
        "judge": judge,
        "labels": args.labels,
        "all": agreement(pairs, used).model_dump(mode="json"),
        "slices": {name: agreement(part, used).model_dump(mode="json") for name, part in slices.items()},
    }
    document = json.dumps(found, indent=2, ensure_ascii=False)
    if args.save:
        _save(args.save, document)
    if args.json:
        from harness.cli.document import print_json

        print_json(document)
    else:
        _print(judge, agreement(pairs, used), {n: agreement(p, used) for n, p in slices.items()}, len(names) > 1)
    return 0


# --- reading ----------------------------------------------------------------------------------------------------------


def _read(file: str, field: str) -> Iterator[Labelled]:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"{file!r}: {error.strerror}; name a JSONL file of {_SHAPE}, or - for stdin") from None
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            try:
                yield _labelled(json.loads(line.decode("utf-8-sig")), field)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{file!r}, line {number}: {error}; write one {_SHAPE} a line") from None


def _labelled(values: object, field: str) -> Labelled:
    if not isinstance(values, Mapping):
        raise ValueError(f"a {type(values).__name__} where an object belongs")  # noqa: TRY004 -- the caller words it
    answer, context = values.get("answer"), values.get("context")
    if not isinstance(answer, str):
        raise ValueError('"answer" is missing or no string')  # noqa: TRY004 -- as above
    answers = values.get("answers", [])
    answers = [answers] if isinstance(answers, str) else answers
    texts = _strings(context, "context") if context is not None else None
    if texts is None and not answers:
        raise ValueError('neither "answers" nor "context" is there')
    label = _label(values.get("label"), CONTEXTS if texts is not None else ANSWERS)
    question = values.get("question", "")
    return Labelled(
        answer, label, str(question), _strings(answers, "answers"), texts, str(values.get(field, "untyped"))
    )


def _strings(values: object, name: str) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(f'"{name}" is not a list of strings')
    return tuple(values)


def _label(value: object, kinds: Sequence[str]) -> str:
    known = _LABELS.get(str(value).strip().lower(), "")
    known = {"yes": kinds[0], "no": kinds[1]}.get(known, known)
    if known not in kinds:
        raise ValueError(f'"label" is {value!r}, not one of {", ".join(kinds)}')
    return known


# --- judging ----------------------------------------------------------------------------------------------------------


async def _verify(lines: Sequence[Labelled], args: argparse.Namespace) -> list[str]:
    from contextlib import AsyncExitStack

    from harness import plugins
    from harness.protocols import AskedVerifier

    template = plugins.load("prompt", "spans")
    prompt = template.make(template.Options())
    module, options = plugins.part("verify", args.verifier)
    verifier = module.make(options, citation=prompt.citation, refusal=prompt.refusal, citations="ignored")
    async with AsyncExitStack() as stack:
        await _attach("verifier", verifier, args, stack)
        asks = isinstance(verifier, AskedVerifier)
        found = [
            await verifier.ask(line.answer, line.context) if asks else verifier.verify(line.answer, line.context)
            for line in lines
        ]
    # Where nothing can be decided, nothing was shown to be supported.
    return ["supported" if one.verdict == "supported" else "unsupported" for one in found]


async def _judge(lines: Sequence[Labelled], args: argparse.Namespace) -> list[str]:
    from contextlib import AsyncExitStack

    from harness import plugins

    module, options = plugins.part("judge", args.judge)
    judge = module.make(options)
    async with AsyncExitStack() as stack:
        await _attach("judge", judge, args, stack)
        return [await _verdict(line, judge) for line in lines]


async def _attach(part: str, asking: object, args: argparse.Namespace, stack: AsyncExitStack) -> None:
    """Give a model that judges or verifies the generator it names; nothing to what asks none."""
    from harness.protocols import Asking

    if not isinstance(asking, Asking):
        return
    from harness.settings import Settings
    from harness.wiring import attach_generator

    if not asking.generator:
        raise InputError(f"--{part} model names no generator; write model:GENERATOR, e.g. model:ollama:qwen3:8b")
    await attach_generator(asking, Settings(base_url=tuple(args.base_url)), None, stack, note="")


async def _verdict(line: Labelled, judge: Judge) -> str:
    from harness.protocols import AskedJudge
    from harness.text.refusals import refusal
    from harness.types import Question

    question = Question(id="label", question=line.question, answers=line.answers)
    if refusal(line.answer, line="").kind == "full":
        return "refused"
    if isinstance(judge, AskedJudge):
        judgement = await judge.ask(line.answer, question)
    else:
        judgement = judge.judge(line.answer, question)
    if judgement.correct is None:
        return "undecided"
    return "correct" if judgement.correct else "incorrect"


# --- printing ---------------------------------------------------------------------------------------------------------


def _save(file: str, document: str) -> None:
    try:
        Path(file).write_text(document + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--save {file!r}: {error.strerror}; name a file that can be written") from None


def _print(judge: str, whole: Agreement, slices: Mapping[str, Agreement], sliced: bool) -> None:  # noqa: FBT001 -- whether slices say more
    from rich.text import Text

    from harness.cli.console import stdout_console
    from harness.report._lines import grid, print_trimmed
    from harness.text.printable import printable

    console = stdout_console()
    console.print(Text(printable(f"{judge} against {counted(whole.items, 'label')}"), "bold"))
    table = grid("", "labels", "kappa", "balanced accuracy", "accuracy")
    for name, one in {"all": whole, **(slices if sliced else {})}.items():
        accuracy = f"{one.accuracy.value:.3f}" if one.accuracy.value is not None else "–"
        table.add_row(printable(name), str(one.items), _shown(one.kappa), _shown(one.balanced_accuracy), accuracy)
    verdicts = list(next(iter(whole.confusion.values())))
    matrix = grid("label \\ judged", *verdicts, "recall")
    for label, row in whole.confusion.items():
        recall = whole.recall[label].value
        matrix.add_row(label, *(str(row[v]) for v in verdicts), "–" if recall is None else f"{recall:.3f}")
    print_trimmed(console, [table, "", matrix])


def _shown(estimate: Estimate) -> str:
    if estimate.value is None:
        return "–"
    return f"{estimate.value:.3f} ({estimate.low:.2f} – {estimate.high:.2f})"

"""Check what a run would need, before it: the server, the model, its window against this golden set's prompts.

Give it the flags of the run. Without GOLDEN it cannot say whether the prompts fit.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harness.cli.flags import add_run_flags, api_key, settings_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.doctor import Finding
    from harness.settings import Settings

HELP = "say what is wrong with a server or model, and what to type"

EXAMPLES = """examples:
  harness doctor golden/stdlib --generator ollama:llama3.2
  harness doctor --generator openai:qwen --base-url http://127.0.0.1:8080/v1"""

MOST_PROMPTS = 2000

_MARKS = {"good": ("✓", "green"), "warning": ("!", "yellow"), "fault": ("✗", "red")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness doctor`."""
    parser.add_argument("golden", nargs="?", metavar="GOLDEN", help="golden set whose prompts are to fit")
    parser.add_argument("--json", action="store_true", help="print the findings as one JSON document")
    add_run_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Print the findings; 0 when nothing is wrong, 1 when a run would fail."""
    import asyncio

    from harness.doctor import examine

    settings, prompts = _prompts(args)
    findings = asyncio.run(examine(settings, prompts, key=api_key(args)))
    _print(findings, as_json=args.json)
    return 1 if any(finding.level == "fault" for finding in findings) else 0


def _prompts(args: argparse.Namespace) -> tuple[Settings, Sequence[str]]:
    """Return the settings and, for a golden set, the prompts that a run would make."""
    import asyncio
    from itertools import islice

    from harness.cli.session import open_search
    from harness.golden.read import read_golden
    from harness.pipeline import answer
    from harness.wiring import open_stages

    if not args.golden:
        return settings_from(args, "no golden set", {}), ()
    golden = read_golden(args.golden)
    settings = settings_from(args, args.golden, golden.defaults)
    search = open_search(golden, settings)

    async def prompts() -> list[str]:
        scripted = settings.model_copy(update={"generator": "scripted", "script": None})
        async with open_stages(golden, search, scripted, "doctor") as stages:
            asked = islice(golden.questions(), settings.limit or MOST_PROMPTS)
            records = [await answer(question, stages) for question in asked]
            return [record.prompt for record in records if record.prompt]

    return settings, asyncio.run(prompts())


def _print(findings: Sequence[Finding], *, as_json: bool) -> None:
    if as_json:
        from pydantic_core import to_json

        print(to_json({"findings": [f.model_dump() for f in findings]}, indent=2).decode())
        return
    from rich.text import Text

    from harness.cli.console import stdout_console

    console = stdout_console()
    for finding in findings:
        mark, style = _MARKS[finding.level]
        line = Text.assemble((f"{mark} ", style), (f"{finding.about}: ", "bold"), finding.says)
        console.print(line, soft_wrap=True)
        if finding.advice:
            console.print(f"  → {finding.advice}", style=style, soft_wrap=True)

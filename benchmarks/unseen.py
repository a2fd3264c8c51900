"""What the verifier makes of answers that nobody looked at while it was mended: tests/unseen, beside other tools.

    python benchmarks/unseen.py                          ours, typed and literal
    python benchmarks/unseen.py --peers-python PYTHON    and corroborate, dokis, contexttrace, of an environment that holds them

Each battery has 140 answers, 61 supported and 79 not: refusing all of them is right 79 times. It prints counts and names no answer,
so that running it shows nothing of what is in them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _common import ROOT, shown_goal

sys.path.insert(0, str(ROOT))

from harness.verify import literal, typed

BATTERIES = sorted((ROOT / "tests" / "unseen").glob("*.jsonl"))
PEERS = Path(__file__).parent / "peers" / "groundedness.py"
LEAST_RIGHT, MOST_PASSED = 120, 8


@dataclass(frozen=True, slots=True)
class Score:
    """How one tool decided one battery: as the labels say, supported against them, and refused against them."""

    tool: str
    battery: str
    right: int
    passed: int
    refused: int


def scored(tool: str, path: Path, said: Iterable[bool]) -> Score:
    """Count what a tool said of each answer of a battery, in order."""
    labels = [json.loads(line)["supported"] for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = Counter(zip(said, labels, strict=True))
    right = pairs[True, True] + pairs[False, False]
    return Score(tool, path.stem, right, pairs[True, False], pairs[False, True])


def ours(tool: str, module: Any, path: Path) -> Score:
    """Score one of our verifiers, which read the citations too."""
    made = module.make(module.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations="checked")
    items = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return scored(tool, path, [made.verify(i["answer"], i["spans"]).verdict == "supported" for i in items])


def peers(python: Path) -> list[Score]:
    """Score the tools that an environment holds."""
    if not python.is_file():
        sys.exit(
            f"{python}: no such interpreter; `pip install corroborate dokis contexttrace` in an environment of its own"
        )
    done = subprocess.run([python, PEERS, *BATTERIES], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{python}: {done.stderr.strip().rpartition(chr(10))[2]}")
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [scored(row["tool"], Path(row["battery"]), row["said"]) for row in rows]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--peers-python", type=Path, metavar="PATH", help="interpreter of an environment with the peers"
    )
    args = parser.parse_args(arguments)
    scores = [
        ours(tool, module, path) for tool, module in (("typed", typed), ("literal", literal)) for path in BATTERIES
    ]
    if args.peers_python:
        scores += peers(args.peers_python)
    print(f"{'':<14} {'battery':<10} {'right':>9} {'let through':>12} {'refused wrongly':>16}")
    for score in scores:
        reached = score.right >= LEAST_RIGHT and score.passed <= MOST_PASSED
        goal = f"  {shown_goal(reached, f'{LEAST_RIGHT} and {MOST_PASSED}')}" if score.tool == "typed" else ""
        print(
            f"{score.tool:<14} {score.battery:<10} {score.right:>5}/140 {score.passed:>9}/79 {score.refused:>13}/61{goal}"
        )
    print(f"{'refuse all':<14} {'each':<10} {79:>5}/140 {0:>9}/79 {61:>13}/61")


if __name__ == "__main__":
    main()

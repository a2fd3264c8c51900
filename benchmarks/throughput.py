"""What the harness costs around the model: questions a second, memory, and bytes written, beside its peers.

Three parts, each printed as it is measured:

end to end   24,000 chunks of 100 words, BM25, k 10, scripted generator, literal verifier, the full log, on one core;
             beside two bare loops over the same index that write the same record with one call a question
trivial      1,000, 10,000 and 50,000 questions over five short documents, each size in a fresh process of the real
             command line: wall seconds, peak memory, log size, bytes passed to write()
peers        other evaluation frameworks over the same questions: a model that answers at once, exact match, their own
             logs on, concurrency 64

Machines are noisy: read the ratios of one run, not its seconds. `--peers-python` names the interpreter of an environment
that holds the peers, `--peers-node` a folder in which npm installed them; a peer that is not there is skipped.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from _common import (
    CONCURRENCY,
    ROOT,
    Child,
    ChildError,
    folder_bytes,
    run_child,
    shown_goal,
    write_trivial_golden,
)

PEERS = Path(__file__).parent / "peers"
SIZES = (1_000, 10_000, 50_000)
PEER_SIZES = (1_000, 10_000)
LONG_SECONDS = 8
"""A child that takes longer is not repeated: what is noise at one second is not at ten."""
MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Measured:
    """One contender at one size: the medians over its repeats."""

    wall_seconds: float
    cpu_seconds: float
    peak_mb: float
    log_bytes: int
    write_ratio: float | None


class Contender:
    """A command that answers a questions file into a folder, measured in fresh processes."""

    def __init__(self, name: str, command: Callable[[Path, Path], list[str | Path]], **environment: str) -> None:
        self.name = name
        self._command = command
        self._environment = environment

    def once(self, golden: Path, folder: Path) -> tuple[Child, int]:
        """Run once; return what it used and the size of its log."""
        child = run_child(self._command(golden, folder), self._environment)
        size = folder_bytes(folder)
        shutil.rmtree(folder)
        # The scripts of `peers/` end with what they counted; fewer questions would be a cheaper run.
        last = child.output.strip().rpartition("\n")[2]
        if last.startswith("{") and json.loads(last)["questions"] != golden_size(golden):
            raise ChildError(f"it counted {last}, of {golden_size(golden)} questions")
        return child, size


def golden_size(golden: Path) -> int:
    """Return the number of questions of a golden set."""
    with (golden / "questions.jsonl").open("rb") as lines:
        return sum(1 for _ in lines)


def harness() -> Contender:
    """Return this project's own command line, with its report to nowhere."""
    return Contender(
        "harness",
        lambda golden, folder: [
            *(sys.executable, "-m", "harness.cli.main", "run", golden),
            *("--logs", folder.parent, "--run-id", folder.name),
            *("--chunker", "whole", "-k", "1", "--concurrency", str(CONCURRENCY)),
        ],
    )


def script(name: str, interpreter: str | Path, file: str, **environment: str) -> Contender:
    """Return a contender that is a script of `peers/`."""
    return Contender(
        name, lambda golden, folder: [interpreter, PEERS / file, golden / "questions.jsonl", folder], **environment
    )


def measure(contenders: Sequence[Contender], golden: Path, rounds: int) -> dict[str, Measured]:
    """Run the contenders in turn and return what each used; one that fails is reported and left out."""
    runs: dict[str, list[tuple[Child, int]]] = {}
    failed: set[str] = set()
    for number in range(rounds):
        for contender in contenders:
            done = runs.setdefault(contender.name, [])
            if contender.name in failed or (done and done[0][0].wall_seconds > LONG_SECONDS):
                continue
            try:
                done.append(contender.once(golden, golden.parent / f"run-{number}"))
            except (ChildError, OSError) as error:
                print(f"  {contender.name}: left out, {error}")
                failed.add(contender.name)
    return {name: _medians(done) for name, done in runs.items() if done}


def _medians(done: list[tuple[Child, int]]) -> Measured:
    written = [child.written_bytes / size for child, size in done if child.written_bytes is not None]
    return Measured(
        wall_seconds=statistics.median(child.wall_seconds for child, _ in done),
        cpu_seconds=statistics.median(child.cpu_seconds for child, _ in done),
        peak_mb=statistics.median(child.peak_mb for child, _ in done),
        log_bytes=round(statistics.median(size for _, size in done)),
        write_ratio=statistics.median(written) if written else None,
    )


# --- the three parts --------------------------------------------------------------------------------------------------


def end_to_end(chunks: int, questions: int, rounds: int) -> None:
    """Measure in a child, so that this process stays small."""
    print(f"END TO END: {chunks:,} chunks of 100 words, bm25, k 10, scripted, literal, full log, one core", flush=True)
    child = run_child([sys.executable, PEERS / "same_index.py", str(chunks), str(questions), str(rounds)])
    print(child.output)


def trivial(folder: Path, rounds: int) -> None:
    """Measure the real command line on growing sets."""
    print(f"TRIVIAL SET: five short documents, k 1, full log, concurrency {CONCURRENCY}, a fresh process each")
    print(f"  {'questions':>9} {'wall s':>7} {'CPU s':>7} {'peak MB':>8} {'log MB':>7} {'written/log':>11}", flush=True)
    measured: dict[int, Measured] = {}
    for size in SIZES:
        golden = write_trivial_golden(folder / f"trivial-{size}" / "golden", size)
        found = measured[size] = measure([harness()], golden, rounds)["harness"]
        ratio = "n/a" if found.write_ratio is None else f"{found.write_ratio:.4f}"
        print(
            f"  {size:>9,} {found.wall_seconds:>7.2f} {found.cpu_seconds:>7.2f} {found.peak_mb:>8.0f} "
            f"{found.log_bytes / MB:>7.1f} {ratio:>11}",
            flush=True,
        )
    middle, largest = measured[SIZES[1]], measured[SIZES[2]]
    growth = largest.peak_mb - middle.peak_mb
    print(f"  {shown_goal(middle.wall_seconds < 2, 'under 2 s at 10,000')} ({middle.wall_seconds:.2f} s)")
    print(f"  {shown_goal(middle.peak_mb < 120, 'under 120 MB at 10,000')} ({middle.peak_mb:.0f} MB)")
    print(f"  {shown_goal(growth <= 20, 'not 20 MB more at 50,000')} ({growth:+.1f} MB)")
    if largest.write_ratio is not None:
        print(f"  {shown_goal(largest.write_ratio <= 1.05, 'written within 1.05 of the log')}")
    print()


def peers(folder: Path, sizes: Sequence[int], rounds: int, installed: Sequence[Contender]) -> None:
    """Measure ours and the peers in turn, on the same questions."""
    print(f"PEERS: a model that answers at once, exact match, native logs on, concurrency {CONCURRENCY}")
    contenders = [harness(), script("bare loop", sys.executable, "bare_loop.py"), *installed]
    for size in sizes:
        golden = write_trivial_golden(folder / f"peers-{size}" / "golden", size)
        print(f"  {size:,} questions")
        print(
            f"    {'':<16} {'wall s':>7} {'CPU s':>7} {'peak MB':>8} {'log MB':>7} {'written/log':>11} "
            f"{'ours/its wall':>13} {'CPU':>5} {'memory':>6}",
            flush=True,
        )
        measured = measure(contenders, golden, rounds)
        ours = measured.get("harness")
        for name, found in measured.items():
            ratio = "n/a" if found.write_ratio is None else f"{found.write_ratio:.2f}"
            compared = (
                ""
                if ours is None or name == "harness"
                else f"{ours.wall_seconds / found.wall_seconds:>13.2f} {ours.cpu_seconds / found.cpu_seconds:>5.2f} "
                f"{ours.peak_mb / found.peak_mb:>6.2f}"
            )
            print(
                f"    {name:<16} {found.wall_seconds:>7.2f} {found.cpu_seconds:>7.2f} {found.peak_mb:>8.0f} "
                f"{found.log_bytes / MB:>7.2f} {ratio:>11} {compared}".rstrip(),
                flush=True,
            )


def _installed(python: Path | None, node: Path | None, only: Sequence[str] | None) -> list[Contender]:
    found = []
    for name, module, file in (
        ("pydantic-evals", "pydantic_evals", "pydantic_evals.py"),
        ("inspect-ai", "inspect_ai", "inspect_ai.py"),
        ("lm-eval", "lm_eval", "lm_eval.py"),
    ):
        if python and _imports(python, module):
            found.append(script(name, python, file))
        else:
            print(f"  {name}: skipped; `pip install {name}` in an environment of its own and pass --peers-python")
    modules = (node or Path()) / "node_modules"
    if node and (modules / "promptfoo").is_dir() and shutil.which("node"):
        found.append(script("promptfoo", "node", "promptfoo.mjs", NODE_PATH=str(modules.resolve())))
    else:
        print("  promptfoo: skipped; `npm install promptfoo` in a folder of its own and pass --peers-node FOLDER")
    return [contender for contender in found if not only or contender.name in only]


def _imports(python: Path, module: str) -> bool:
    try:
        run_child([python, "-c", f"import importlib.util, sys; sys.exit(not importlib.util.find_spec({module!r}))"])
    except (ChildError, OSError):
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=("end-to-end", "trivial", "peers"), help="only this part")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="repeats; medians are printed (default 3)")
    parser.add_argument("--chunks", type=int, default=24_000, metavar="N", help="chunks of the end-to-end part")
    parser.add_argument("--questions", type=int, default=3_000, metavar="N", help="questions of the end-to-end part")
    parser.add_argument(
        "--peers-python", type=Path, metavar="PATH", help="interpreter of an environment with the peers"
    )
    parser.add_argument("--peers-node", type=Path, metavar="FOLDER", help="folder with node_modules/promptfoo")
    parser.add_argument(
        "--size", type=int, action="append", metavar="N", help="questions of the peers part (default 1,000 and 10,000)"
    )
    parser.add_argument(
        "--peer", action="append", metavar="NAME", help="only this peer, by the name it is printed with"
    )
    args = parser.parse_args()
    parts = args.part or ("end-to-end", "trivial", "peers")
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as scratch:
        folder = Path(scratch)
        # Once for nothing: the first start of an interpreter compiles what it imports.
        harness().once(write_trivial_golden(folder / "warm" / "golden", 10), folder / "warm" / "run")
        if "end-to-end" in parts:
            end_to_end(args.chunks, args.questions, args.rounds)
        if "trivial" in parts:
            trivial(folder, args.rounds)
        if "peers" in parts:
            installed = _installed(args.peers_python, args.peers_node, args.peer)
            peers(folder, args.size or PEER_SIZES, args.rounds, installed)


if __name__ == "__main__":
    main()

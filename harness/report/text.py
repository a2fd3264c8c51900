"""The report for a terminal: readable at 80 columns, in colour or piped to a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harness.attribute.meanings import MEANINGS
from harness.measure.models import Failure, Loop, Probed, ProbeStatus, Scores, Summary
from harness.measure.recommend import FIXES
from harness.report._lines import duration, grid, print_trimmed, section
from harness.report.origin import at_stage, candidates_name, how_many, origin_lines
from harness.text.counted import agreeing, counted
from harness.text.printable import printable
from harness.types import Bucket, Rate, RefusalKind

NARROW, BAR_NARROW, BAR_WIDE = 100, 12, 30
"""Below the first number of columns, bars take the second; else the third."""

FAULTS = frozenset({"raised", "timeout", "empty"})
_FAULT_COLUMNS = 44

NAMED = 8
"""Questions that are named in one line; JSON has them all."""

LOST_AND_MISSES = "lost: questions whose evidence was lost there; misses: those that failed by it"

BUCKET_STYLES: dict[Bucket, tuple[str, str]] = {
    "correct": ("green", "right, supported, with evidence"),
    "right_without_evidence": ("yellow", "right, but not from the evidence"),
    "retrieval_miss": ("red", "evidence never reached the model"),
    "grounding_miss": ("red", "evidence there, answer not from it"),
    "synthesis_miss": ("red", "all supported, still wrong"),
    "true_abstention": ("green", "unanswerable, and it said so"),
    "blocked_answer": ("yellow", "unanswerable, stopped by verifier"),
    "false_answer": ("red", "unanswerable, answered and shown"),
    "harness_fault": ("magenta", "a stage raised or timed out"),
    "undecidable": ("dim", "labels or answers are missing"),
}


def write(summary: Summary, console: Console, *, failures: int | None = None) -> None:
    """Print the report on a console; `failures` limits how many are told in full (None: all)."""
    bar = BAR_NARROW if console.width < NARROW else BAR_WIDE
    print_trimmed(console, _parts(_printable(summary), failures, bar))


def _printable(summary: Summary) -> Summary:
    """Return the summary as a terminal may be given it: its texts come from documents, questions and models."""
    return Summary.model_validate(each_text(summary.model_dump()))


def each_text(value: Any) -> Any:
    """Return a dumped model with every text, keys included, as a terminal may be given it."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {each_text(key): each_text(item) for key, item in value.items()}
    return [each_text(item) for item in value] if isinstance(value, list | tuple) else value


def _parts(summary: Summary, failures: int | None, bar: int) -> Iterator[RenderableType]:
    yield _title(summary)
    yield from _problems(summary)
    yield section("How far it got")
    yield _rates(summary)
    yield section("What became of each question")
    yield _buckets(summary, bar)
    if any(summary.lost.values()):
        yield section("Where the evidence was lost")
        yield _stages(summary, bar)
    if summary.causes:
        yield section("Why questions failed")
        yield _causes(summary, wide=bar == BAR_WIDE)
    yield section("Evidence and answers (answerable questions)")
    yield _two_by_two(summary)
    yield section("Abstention")
    yield _abstention(summary)
    if summary.loop:
        yield section("What trying again did")
        yield _loop(summary.loop)
    if summary.scores:
        yield section("Scores (no judge needed)")
        yield _scores(summary.scores)
    if len(summary.slices) > 1:
        yield section("By question type")
        yield _slices(summary)
    yield section("Time per question")
    yield _seconds(summary)
    if summary.probes:
        yield section("What probes say of the attributions")
        yield _probes(summary.probes)
    yield from _failures(summary, failures)
    if summary.recommendation:
        yield Text()
        yield Text.assemble(("→ ", "bold cyan"), (summary.recommendation.text, "bold"))


def _title(summary: Summary) -> Text:
    golden = summary.golden
    status = "" if summary.status == "complete" else f" · {summary.status}"
    told = Text.assemble(
        (summary.run_id, "bold"),
        (f"{status}\n", "bold yellow"),
        f"{golden.name}: {how_many(summary)} ({golden.answerable} answerable, {golden.unanswerable} unanswerable)\n",
    )
    if summary.origin:
        whose, *rest = origin_lines(summary)
        return told.append(whose).append("".join(f"\n{line}" for line in rest), style="yellow")
    return told.append("\n".join(pipeline_lines(summary)))


def pipeline_lines(summary: Summary) -> Iterator[str]:
    """Yield what was searched and how answers came about, of a run of our own pipeline."""
    index, settings = summary.index, summary.settings
    yield (
        f"{counted(index.documents, 'document')} in {counted(index.chunks, 'chunk')} of {index.words_per_chunk:g} words"
        f" ({settings.get('chunker')}); {_filter(summary)}"
    )
    yield (
        f"{settings.get('retriever')} to depth {settings.get('candidates')}"
        f" → {settings.get('rerank') or 'no reranker'} → k {settings.get('k')}"
        f" → {settings.get('generator')} → {settings.get('verifier')}"
    )


def _filter(summary: Summary) -> str:
    clauses = summary.settings.get("filter") or ()
    words = [str(c) for c in clauses] if isinstance(clauses, list | tuple) else []
    if summary.settings.get("as_of"):
        words.append(f"valid on {summary.settings['as_of']}")
    if not words:
        return "no filter"
    return f"{' and '.join(words)}: {summary.index.visible_chunks:,} visible"


def _problems(summary: Summary) -> Iterator[Text]:
    for reason, ids in _by_reason(summary.golden.left_out).items():
        yield Text(f"left out {len(ids)}: {', '.join(ids)} ({reason})", style="dim")
    for misspelt in summary.golden.misspelt:
        yield Text(printable(misspelt), style="yellow")
    for problem in summary.problems:
        yield Text(f"log: {problem}", style="yellow")
    if summary.unlabelled:
        yield Text(
            f"{_answerable(summary.unlabelled)} no evidence labels: stages cannot be named for {agreeing(summary.unlabelled, 'it', 'them')}",
            style="yellow",
        )
    if summary.unjudged:
        yield Text(
            f"{_answerable(summary.unjudged)} no accepted answers: nobody can say whether {agreeing(summary.unjudged, 'it is', 'they are')} right",
            style="yellow",
        )
    if summary.served and summary.served.cut_answers:
        yield Text(
            f"{counted(summary.served.cut_answers, 'answer was', 'answers were')} cut at the limit; see --num-predict",
            style="yellow",
        )
    if summary.served and summary.served.cut_prompts:
        yield Text(
            f"{counted(summary.served.cut_prompts, 'prompt')} did not fit the model's window; see --num-ctx",
            style="yellow",
        )
    if faults := summary.attribution["harness_fault"]:
        counts = agreeing(faults, "it counts", "they count")
        told = f"{counted(faults, 'question')} ended in a fault; {counts} in every denominator below"
        yield Text(told, style="magenta")


def _answerable(count: int) -> str:
    return counted(count, "answerable question has", "answerable questions have")


def _by_reason(lines: Iterable[str]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for line in lines:
        question_id, _, reason = line.partition(": ")
        grouped.setdefault(reason, []).append(question_id)
    return grouped


def _indented(renderable: RenderableType) -> Padding:
    return Padding(renderable, (0, 0, 0, 2))


def _rates(summary: Summary) -> Padding:
    table = grid("", "value", "of", "95% interval", "")
    table.columns[-1].justify = "left"
    for k, recall in summary.recall.items():
        _add_rate(table, f"recall@{k}", recall, "evidence in the first k chunks" if k == "1" else "")
    _add_rate(table, candidates_name(summary), summary.candidates.recall, "before the reranker")
    _add_rate(table, "ceiling", summary.ceiling, "evidence in the prompt", style="bold")
    _add_rate(table, "accuracy", summary.accuracy, _right(summary), style="bold")
    _add_rate(table, "stale contexts", summary.stale_contexts, "hold a superseded chunk")
    return _indented(table)


def _right(summary: Summary) -> str:
    """Return what counts as right: without the texts of answers their support cannot count."""
    outcomes_only = summary.origin and "generate" in summary.origin.undecidable
    return "recorded as right" if outcomes_only else "right and supported"


def _add_rate(table: Table, name: str, rate: Rate, note: str, style: str = "") -> None:
    if rate.value is None:
        table.add_row(Text(name, style), "–", "", "", Text(rate.reason or "", "dim"))
        return
    table.add_row(
        Text(name, style),
        Text(f"{rate.value:.3f}", style),
        f"{rate.numerator}/{rate.denominator}",
        f"{rate.low:.2f} – {rate.high:.2f}",
        Text(note, "dim"),
    )


def _buckets(summary: Summary, bar: int) -> Padding:
    table = grid("", "", "", "")
    table.columns[2].justify = table.columns[3].justify = "left"
    total = max(1, summary.questions)
    for bucket, (style, meaning) in BUCKET_STYLES.items():
        count = summary.attribution[bucket]
        if count:
            table.add_row(
                Text(_words(bucket), style), str(count), Text(_bar(count, total, bar), style), Text(meaning, "dim")
            )
    return _indented(table)


def _bar(count: int, total: int, columns: int) -> str:
    return "█" * max(1, round(columns * count / total))


def _stages(summary: Summary, bar: int) -> Padding:
    table = grid("", "lost", "misses", "", "")
    table.columns[3].justify = table.columns[4].justify = "left"
    total = sum(summary.lost.values())
    for stage, lost in summary.lost.items():
        if lost:
            misses = summary.stages[stage]
            look = Text(
                "which stage is not in the log" if stage == "undecidable" else f"look at {FIXES[stage][0]}", "dim"
            )
            table.add_row(Text(stage, "red"), str(lost), str(misses), Text(_bar(lost, total, bar), "red"), look)
    notes = [Text(LOST_AND_MISSES, "dim")]
    if summary.reunited:
        notes.append(Text(f"{summary.reunited} cut by a chunk boundary but reunited in the prompt", "dim"))
    return _indented(Group(table, *notes))


def _causes(summary: Summary, *, wide: bool) -> Padding:
    table = grid("", "", "", "")
    table.columns[2].justify = table.columns[3].justify = "left"
    for cause, count in sorted(summary.causes.items(), key=lambda item: -item[1]):
        meaning, look = MEANINGS[cause]
        if cause in FAULTS:  # the message says more
            meaning = next((_clip(f.proof, _FAULT_COLUMNS) for f in summary.failures if f.cause == cause), meaning)
        table.add_row(_words(cause), str(count), Text(meaning, "dim"), Text(f"look at {look}" if wide else "", "dim"))
    return _indented(table)


def _two_by_two(summary: Summary) -> Padding:
    cells = summary.two_by_two
    table = grid("", _right(summary), "not")
    table.add_row("evidence in the prompt", str(cells["evidence_correct"]), str(cells["evidence_wrong"]))
    table.add_row("evidence lost", str(cells["no_evidence_correct"]), str(cells["no_evidence_wrong"]))
    notes = [Text(f"{cells['undecidable']} undecidable", "dim")] if cells["undecidable"] else []
    had = summary.wrong_answers_had
    if had and any(had.values()):
        told = (
            f"of the wrong answers {had['all']} had all of their evidence, {had['part']} a part, {had['none']} nothing"
        )
        notes.append(Text(told, "dim"))
    return _indented(Group(table, *notes))


def _abstention(summary: Summary) -> Padding:
    table = grid("", "answered", "abstained", "refused", "fault")
    for kind, counts in summary.abstention.items():
        shown = [str(n) for n in counts.values()]
        table.add_row(kind, *shown)
    wrong = summary.attribution["false_answer"]
    asked = sum(summary.abstention["unanswerable"].values())
    if not asked:
        note = Text("no unanswerable questions: whether the system abstains was not measured", "yellow")
    else:
        note = Text(
            f"{wrong} of {asked} {agreeing(asked, 'unanswerable question', 'unanswerable questions')} got a confident answer",
            "red" if wrong else "green",
        )
    manners = _manners(summary)
    return _indented(Group(table, note, *([Text(manners, "yellow")] if manners else [])))


MANNERS: dict[RefusalKind, str] = {
    "hedge": "hedged",
    "partial": "partial (the rest refused)",
    "then_answer": "refused and then answered",
}


def _manners(summary: Summary) -> str:
    """Return how many answers hedged, refused in part, or refused and answered all the same; "" for none."""
    counts = {kind: sum(part.get(kind, 0) for part in summary.refusals.values()) for kind in MANNERS}
    told = ", ".join(f"{count} {MANNERS[kind]}" for kind, count in counts.items() if count)
    return f"answers in between: {told}" if told else ""


def _loop(loop: Loop) -> Padding:
    passing = grid("passing", "value", "of", "95% interval", "")
    for name, passed in (("first attempt", loop.first), ("last attempt", loop.last)):
        _add_rate(passing, name, passed, "")
    moves = grid("", "tried", "repaired", "broke")
    for again in loop.moves:
        moves.add_row(_words(again.move), str(again.questions), str(again.repaired), str(again.broke))
    moves.add_row("any", str(loop.tried_again), str(loop.repaired), str(loop.broke))
    told = [
        f"it repaired {loop.repaired} and broke {loop.broke} of {counted(loop.questions, 'question')}: exact McNemar p = {loop.p:.2g}"
    ]
    told += [
        f"{name}: {', '.join(ids[:NAMED])}{' …' if len(ids) > NAMED else ''}" for name, ids in _changed(loop) if ids
    ]
    tokens = "" if loop.extra_tokens is None else f", {loop.extra_tokens:,} tokens"
    seconds = duration(loop.extra_seconds / max(1, loop.tried_again))
    told.append(
        f"cost: {counted(loop.extra_answers, 'more answer')}{tokens}, {seconds} more for each question tried again"
    )
    return _indented(Group(passing, Text(), moves, Text("\n".join(told), "dim")))


def _changed(loop: Loop) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "repaired", loop.repaired_ids
    yield "broke", loop.broke_ids


SCORE_NOTES = {
    "faithfulness": "claims the spans support",
    "citation_precision": "of claims that cite",
    "citation_recall": "of all claims",
    "answer_relevance": "claims on the question",
    "context_precision": "carriers first in the context",
    "context_recall": "evidence groups in the prompt",
    "refusal_rate": "of all questions",
}


def score_cells(scores: Scores) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield name, value, of how many, interval and note of each score."""
    for name, note in SCORE_NOTES.items():
        score = getattr(scores, name)
        if score.value is None:
            yield _words(name), "–", "", "", score.reason or ""
        elif isinstance(score, Rate):
            of = f"{score.numerator}/{score.denominator}"
            yield _words(name), f"{score.value:.3f}", of, f"{score.low:.2f} – {score.high:.2f}", note
        else:
            yield _words(name), f"{score.value:.3f}", str(score.questions), "", note


def _scores(scores: Scores) -> Padding:
    table = grid("", "value", "of", "95% interval", "")
    table.columns[-1].justify = "left"
    for *cells, note in score_cells(scores):
        table.add_row(*cells, Text(note, "dim"))
    return _indented(table)


def _slices(summary: Summary) -> Padding:
    table = grid("", "questions", "ceiling", "accuracy", "most frequent failure")
    table.columns[-1].justify = "left"
    for name, part in summary.slices.items():
        table.add_row(
            name,
            str(part.questions),
            _short(part.ceiling),
            _short(part.accuracy),
            most_frequent_failure(part.attribution),
        )
    return _indented(table)


def _short(rate: Rate) -> str:
    return "–" if rate.value is None else f"{rate.value:.2f}"


def most_frequent_failure(attribution: Mapping[Bucket, int]) -> str:
    """Return the bucket that most questions failed by, and how many; "" where none failed."""
    failing = {b: n for b, n in attribution.items() if b not in {"correct", "true_abstention"} and n}
    worst = max(failing, key=lambda b: failing[b], default=None)
    return f"{_words(worst)} ({failing[worst]})" if worst else ""


def _seconds(summary: Summary) -> Padding:
    table = grid("", "p50", "p95", "p99")
    for step, p in summary.seconds.items():
        table.add_row(step, *(duration(s) for s in (p.p50, p.p95, p.p99)))
    tokens = summary.tokens
    counted = tokens.prompt is not None
    note = f"tokens: {tokens.prompt:,} prompt, {tokens.answer:,} answer" if counted else f"tokens: {tokens.reason}"
    return _indented(Group(table, Text(note, "dim"), *_served(summary)))


def _served(summary: Summary) -> Iterator[Text]:
    served = summary.served
    if not served:
        return
    if model := served.model:
        servers = ", ".join(f"{url} ({version})" for url, version in model.servers.items())
        yield Text(f"model: {model.name}, digest {(model.digest or 'unknown')[:12]}, on {servers}", "dim")
    told = (
        f"{counted(served.cached, 'answer')} from the cache, {counted(served.retried, 'question')} asked more than once"
    )
    yield Text(told, "yellow" if served.retried else "dim")


def _probes(probes: Mapping[Bucket, Mapping[ProbeStatus, int]]) -> Padding:
    table = grid("", *PROBE_STYLES)
    for bucket, counts in probes.items():
        table.add_row(_words(bucket), *(str(counts[status] or "") for status in PROBE_STYLES))
    return _indented(table)


def _failures(summary: Summary, limit: int | None) -> Iterator[RenderableType]:
    total = len(summary.failures) + summary.failures_left_out
    shown = summary.failures if limit is None else summary.failures[:limit]
    if not total or not shown:
        return
    yield section(
        f"{len(shown)} of {total} failures, one of each kind first" if len(shown) < total else all_of(total, "failure")
    )
    for place, failure in enumerate(shown):
        yield from ([Text()] if place else [])
        yield _failure(failure)
    if len(shown) < total:
        yield Text(f"\n  … {total - len(shown)} more: harness report {summary.run_id} --failures all", style="dim")


def _failure(failure: Failure) -> Padding:
    style = BUCKET_STYLES[failure.bucket][0]
    where = at_stage(failure.stage)
    kind = f" ({_words(failure.sub_kind)})" if failure.sub_kind else ""
    told = Text.assemble(
        (f"{failure.id}  ", "bold"),
        (f"{_words(failure.bucket)}{where}{kind}\n", style),
        f"{_clip(failure.question)}\n",
        ("answer    ", "dim"),
        f"{_clip(failure.answer) if failure.answer else '–'}\n",
    )
    if failure.expected:
        told.append_text(Text.assemble(("expected  ", "dim"), f"{_clip(' | '.join(failure.expected))}\n"))
    told.append_text(Text.assemble(("why       ", "dim"), _clip(failure.why, 600)))
    if failure.cause:
        # What the reason says already is not told twice.
        known = failure.proof.rpartition(": ")[2] in failure.why
        proof = "" if known else f": {_clip(failure.proof)}"
        told.append_text(Text.assemble(("\ncause     ", "dim"), f"{_words(failure.cause)}{proof}"))
    for other in failure.also:
        where = f"{_words(other.stage)}, " if other.stage else ""
        told.append_text(Text.assemble(("\nalso      ", "dim"), f"{where}{_words(other.cause)}: ", _clip(other.proof)))
    if failure.probe:
        told.append_text(Text.assemble("\n", probe_lines(failure.probe)))
    return _indented(told)


def all_of(total: int, noun: str) -> str:
    """Return the heading of all there are: `All 3 failures`, `The one failure`."""
    return f"All {counted(total, noun)}" if total > 1 else f"The one {noun}"


PROBE_STYLES: dict[ProbeStatus, str] = {
    "confirmed": "green",
    "refuted": "red",
    "unstable": "yellow",
    "not run": "dim",
}


def probe_lines(probe: Probed) -> Text:
    """Return what probes say of one attribution: the status, the smallest repair, and what fails besides."""
    told = Text.assemble(
        ("probed    ", "dim"), (probe.status, PROBE_STYLES[probe.status]), f": {_clip(probe.why, 400)}"
    )
    if probe.repair and probe.repair not in probe.why:
        told.append_text(Text.assemble(("\nrepair    ", "dim"), _clip(probe.repair)))
    if probe.secondary:
        told.append_text(Text.assemble(("\nalso      ", "dim"), _clip(probe.secondary, 400)))
    return told


def in_full(probe: Probed) -> str:
    """Return all that probes say of one attribution beside its status, as one line."""
    repair = f"repair: {probe.repair}" if probe.repair and probe.repair not in probe.why else None
    also = f"also: {probe.secondary}" if probe.secondary else None
    return "; ".join(filter(None, (probe.why, repair, also)))


def _clip(text: str, limit: int = 300) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


def _words(name: str) -> str:
    return name.replace("_", " ")

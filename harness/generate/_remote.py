"""What generators on servers have in common: the cache, the cut prompt, the refused one, the answer's making."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.generate._answers import render_json, split_thinking
from harness.generate._window import cut_reason, likely_tokens
from harness.http.errors import RefusedError
from harness.types import Generation, Prompt, Retry

Reply = dict[str, Any]
"""`answer`, `thinking`, `finish`, `prompt_tokens`, `answer_tokens`, `load_seconds`: a reply of any server."""

TOO_LONG = "prompt_too_long"
_TOO_LONG = ("context length", "context size", "context window", "prompt is too long", "longer than the context")


def is_too_long(error: RefusedError) -> bool:
    """Return whether a refusal means that the prompt does not fit the window."""
    return any(words in str(error).lower() for words in _TOO_LONG)


def refused_unread(prompt: Prompt, model: str, window: int | None, error: RefusedError) -> Generation:
    """Return the generation of a prompt that the server refused to cut: nothing was read, nothing answered."""
    expected = likely_tokens(prompt.text)
    of = f"a window of {window:,} tokens" if window else "the model's window"
    return Generation(
        answer="",
        model=model,
        finish=TOO_LONG,
        expected_tokens=expected,
        window_tokens=window,
        prompt_cut=(
            f"the prompt of about {expected:,} tokens does not fit {of}, and the server refused it unread"
            f" ({error}); raise --num-ctx, or lower -k or --budget"
        ),
        retries=error.retries,
        attempts=1 + len(error.retries),
    )


def generation_of(
    reply: Mapping[str, Any],
    prompt: Prompt,
    *,
    model: str,
    as_json: bool,
    window: int | None,
    windows: tuple[int, ...],
    cached: bool = False,
    server: str | None = None,
    retries: tuple[Retry, ...] = (),
) -> Generation:
    """Return what a reply means."""
    answer, inline = split_thinking(reply["answer"])
    raw = None
    if as_json:
        raw, rendered = answer, render_json(answer, prompt)
        answer = answer if rendered is None else rendered
    return Generation(
        answer=answer,
        model=model,
        thinking=reply.get("thinking") or inline,
        finish=reply["finish"],
        prompt_tokens=reply.get("prompt_tokens"),
        answer_tokens=reply.get("answer_tokens"),
        attempts=1 + len(retries),
        cached=cached,
        expected_tokens=likely_tokens(prompt.text),
        window_tokens=window,
        prompt_cut=cut_reason(reply.get("prompt_tokens"), prompt.text, windows),
        raw=raw,
        server=server,
        load_seconds=reply.get("load_seconds"),
        retries=retries,
    )

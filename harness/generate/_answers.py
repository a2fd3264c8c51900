"""From what a model wrote to an answer: thinking kept apart, JSON turned into cited sentences."""

from __future__ import annotations

import re
from typing import Any

from pydantic_core import from_json

from harness.text.citations import citation_pattern, show_citation, strip_citations
from harness.types import Prompt

_OPEN, _CLOSE = "<think>", "</think>"
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def answer_schema(spans: int) -> dict[str, Any]:
    """Return what `--answer-format json` asks for: whether the spans answer, and up to two sentences, each with its span."""
    span = {"type": "integer", "enum": list(range(1, spans + 1))} if spans else {"type": "integer"}
    sentence = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "span": span},
        "required": ["text", "span"],
    }
    return {
        "type": "object",
        "properties": {
            "answerable": {"type": "boolean"},
            "sentences": {"type": "array", "maxItems": 2, "items": sentence},
        },
        "required": ["answerable", "sentences"],
    }


def split_thinking(text: str) -> tuple[str, str | None]:
    """Return `(answer, thinking)` of a text that may begin with `<think>…</think>`, as older servers leave it.

    An opening mark alone means that the thinking was cut, a closing one alone that the template opened it.
    """
    start = text.lstrip()
    if start.startswith(_OPEN):
        thinking, closed, answer = start[len(_OPEN) :].partition(_CLOSE)
        return (answer.strip() if closed else ""), thinking.strip()
    if _CLOSE in text and _OPEN not in text:
        thinking, _, answer = text.partition(_CLOSE)
        return answer.strip(), thinking.strip()
    return text, None


def render_json(raw: str, prompt: Prompt) -> str | None:
    """Return the answer that a JSON reply means, as prose with citations; None where it is not such JSON."""
    try:
        value = from_json(raw)
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("sentences"), list):
        return None
    if value.get("answerable") is False:
        return prompt.refusal
    sentences = [_cited(sentence, prompt) for sentence in value["sentences"]]
    return None if None in sentences else " ".join(filter(None, sentences))


def _cited(sentence: Any, prompt: Prompt) -> str | None:
    if not isinstance(sentence, dict) or not isinstance(sentence.get("text"), str):
        return None
    text = " ".join(strip_citations(sentence["text"], citation_pattern(prompt.citation)).split())
    span = sentence.get("span")
    if not isinstance(span, int) or isinstance(span, bool) or span < 0:
        return text
    mark = show_citation(prompt.citation, span)
    return " ".join(f"{part.rstrip(' .')} {mark}." for part in _SENTENCE_END.split(text) if part)

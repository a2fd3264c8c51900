"""What a prompt template is, and how it becomes the text a model reads.

Retrieved text is data. It is put into the template in one pass, so that a span which contains `{question}` keeps it as
it is; and it stands in a fence that it cannot close: a run of backquotes longer than any in it (CommonMark 0.31, 4.5).
Inside the fence it is literal, so evidence that reached the prompt can be found there again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from harness.context.assemble import Context
from harness.errors import InputError, nearest
from harness.text.citations import show_citation
from harness.types import Frozen, Prompt

_PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
_BACKQUOTES = re.compile("`+")
_LABEL_CHARACTERS = 200

_KNOWN: Mapping[str, frozenset[str]] = {
    "template": frozenset({"spans", "question", "refusal", "citation"}),
    "span": frozenset({"n", "text", "source", "title"}),
    "citation": frozenset({"n"}),
    "refusal": frozenset(),
}
_ONCE: Mapping[str, tuple[str, ...]] = {
    "template": ("spans", "question"),
    "span": ("n", "text"),
    "citation": ("n",),
    "refusal": (),
}


class PromptTemplate(Frozen):
    """A grounded prompt: its text, how a span is shown, how it is cited, and the line that declines to answer.

    `template` holds `{spans}` and `{question}` once each, and may use `{refusal}` and `{citation}` (an example);
    `span` holds `{n}` and `{text}` once each, and may use `{source}` and `{title}`; `citation` holds `{n}`.
    """

    name: str
    template: str
    span: str
    citation: str
    refusal: str


def check(template: PromptTemplate) -> PromptTemplate:
    """Return the template if it can be filled, cited and refused; raise `InputError` that names the key otherwise."""
    for key, known in _KNOWN.items():
        used = _PLACEHOLDER.findall(getattr(template, key))
        for name in used:
            if name not in known:
                hint = nearest(name, known) if known else "it is a fixed line and takes none"
                raise InputError(f"{template.name}: {key}: placeholder {{{name}}} is not known; {hint}")
        for name in _ONCE[key]:
            if used.count(name) != 1:
                times = "is missing" if name not in used else f"stands {used.count(name)} times"
                raise InputError(f"{template.name}: {key}: {{{name}}} {times}; write it once")
    if not template.refusal.strip() or template.refusal != template.refusal.strip():
        raise InputError(
            f"{template.name}: refusal: must be a line without white space around it, got {template.refusal!r}; "
            "write what the model says when the spans do not answer"
        )
    if not re.sub(r"[\s\w]", "", template.citation.replace("{n}", "")):
        raise InputError(
            f"{template.name}: citation: {template.citation!r} would be taken for a plain number or word; "
            "put a mark around {n}, e.g. [S{n}]"
        )
    return template


def build_prompt(template: PromptTemplate, question_id: str, question: str, context: Context) -> Prompt:
    """Return the exact text the model reads, with the spans it holds."""
    sources = [_label(chunk.source or chunk.doc_id) for chunk in context.chunks]
    titles = [_label(chunk.title) for chunk in context.chunks]
    fence = fence_for([*context.texts, *sources, *titles])
    parts = _parts(template.span, fenced=True)
    shown = [
        _fill(parts, {"n": str(span.number), "text": f"{fence}\n{text}\n{fence}", "source": source, "title": title})
        for span, text, source, title in zip(context.spans, context.texts, sources, titles, strict=True)
    ]
    text = _fill(
        _parts(template.template),
        {
            "spans": "\n\n".join(shown) or "(nothing was found)",
            "question": question,
            "refusal": template.refusal,
            "citation": show_citation(template.citation, 1),
        },
    )
    return Prompt(
        question_id=question_id,
        question=question,
        text=text,
        spans=context.spans,
        texts=context.texts,
        template=template.name,
        citation=template.citation,
        refusal=template.refusal,
    )


def fence_for(texts: Sequence[str]) -> str:
    """Return the shortest fence, three backquotes or more, that none of the texts can close."""
    longest = max((len(run) for text in texts if "```" in text for run in _BACKQUOTES.findall(text)), default=2)
    return "`" * (longest + 1)


@lru_cache(maxsize=64)
def _parts(template: str, *, fenced: bool = False) -> tuple[str, ...]:
    """Split at placeholders: literal, name, literal, …, literal; a fenced `{text}` gets lines of its own."""
    parts = _PLACEHOLDER.split(template)
    if fenced:
        at = parts.index("text", 1)
        before, after = parts[at - 1], parts[at + 1]
        parts[at - 1] = before if before.endswith("\n") or (at == 1 and not before) else before.rstrip(" ") + "\n"
        parts[at + 1] = after if after.startswith("\n") or (at + 2 == len(parts) and not after) else "\n" + after
    return tuple(parts)


def _fill(parts: Sequence[str], values: Mapping[str, str]) -> str:
    return "".join([values[part] if place % 2 else part for place, part in enumerate(parts)])


@lru_cache(maxsize=4096)
def _label(text: str) -> str:
    """Return a source or title as one short line: outside the fence, a line break would let it pass for a span."""
    line = " ".join(text.split())
    return line if len(line) <= _LABEL_CHARACTERS else line[: _LABEL_CHARACTERS - 1] + "…"

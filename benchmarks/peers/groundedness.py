"""Other deterministic groundedness checks on batteries of answers, those of them that are installed.

`python groundedness.py BATTERY.jsonl ...` prints one JSON line a tool and battery: which answers, in order, it calls supported.
Answers are given without their citations, which some of these tools read as numbers; a tool that raises has refused.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

Check = Callable[[list[str], str], bool]

QUERY = "What does the text say?"
_CITATION = re.compile(r"\s*[\[(\u3010]\^?(?:S|Source )?\d+[^\])\u3011]*[\])\u3011]")


def corroborate() -> Check:
    tool = import_module("corroborate")
    return lambda spans, answer: tool.check_answer(query=QUERY, retrieved_chunks=spans, answer=answer).ok()


def dokis() -> Check:
    tool = import_module("dokis")

    def check(spans: list[str], answer: str) -> bool:
        chunks = [tool.Chunk(content=span, source_url=f"https://example.org/{n}") for n, span in enumerate(spans)]
        return not tool.audit(QUERY, chunks, answer).violations

    return check


def contexttrace() -> Check:
    verify = import_module("contexttrace.verify")
    load = import_module("contexttrace.verify.schema").load_trace

    def check(spans: list[str], answer: str) -> bool:
        contexts = [{"id": f"c{n}", "text": span} for n, span in enumerate(spans)]
        claims = verify.verify_trace(load({"query": QUERY, "answer": answer, "contexts": contexts}))["claims"]
        return bool(claims) and all(claim["verdict"] == "supported" for claim in claims)

    return check


TOOLS: dict[str, Callable[[], Check]] = {"corroborate": corroborate, "dokis": dokis, "contexttrace": contexttrace}


def says(check: Check, item: dict[str, Any]) -> bool:
    """Return whether a tool calls an answer supported."""
    try:
        return bool(check(item["spans"], _CITATION.sub("", item["answer"])))
    except Exception:  # noqa: BLE001 -- whatever a tool does, the others go on
        return False


def main(paths: list[str]) -> None:
    logging.disable()
    for name, make in TOOLS.items():
        try:
            check = make()
        except ImportError:
            continue
        for path in paths:
            items = map(json.loads, Path(path).read_text(encoding="utf-8").splitlines())
            print(json.dumps({"tool": name, "battery": path, "said": [says(check, item) for item in items]}))


if __name__ == "__main__":
    main(sys.argv[1:])

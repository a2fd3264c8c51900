"""Citation markers: what a template's citation looks like in an answer.

These know one spelling, the template's, and are what the `literal` rules use; `markers.py` knows what models write instead.
"""

from __future__ import annotations

import re
from functools import lru_cache

_FAR = 10**9


@lru_cache(maxsize=64)
def citation_pattern(citation: str) -> re.Pattern[str]:
    """Return the pattern of a citation such as `[S{n}]`; its one group is the span number.

    A citation that does not begin with a mark, `{n})`, is only found where a number begins.
    """
    before, _, after = citation.partition("{n}")
    start = re.escape(before) if before else r"(?<!\d)"
    return re.compile(rf"{start}(\d++){re.escape(after)}")


def show_citation(citation: str, number: int) -> str:
    """Return a template's citation of one span, e.g. `[S3]`."""
    return citation.replace("{n}", str(number))


def cited_numbers(text: str, pattern: re.Pattern[str]) -> tuple[int, ...]:
    """Return the span numbers that `text` cites, in order, repeats kept; absurdly large ones as 1,000,000,000."""
    return tuple([read_number(digits) for digits in pattern.findall(text)])


def strip_citations(text: str, pattern: re.Pattern[str]) -> str:
    """Return `text` without its citation markers, everything else untouched."""
    return pattern.sub("", text)


def read_number(digits: str) -> int:
    """Return the number of a citation; an absurdly large one as 1,000,000,000."""
    # The interpreter refuses to read numbers of thousands of digits, and no prompt has a billion spans.
    significant = digits.lstrip("0") or "0"
    return int(significant) if len(significant) < len(str(_FAR)) else _FAR

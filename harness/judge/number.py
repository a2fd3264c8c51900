"""Right if the answer holds the accepted number, compared by value: 1,000 is 1000 and 0.60 is 0.6.

Commas and dots are read as English writes them, except where they cannot be: "1.000.000" and "1.000,5" are grouped by
dots, "0,6" has a decimal comma. "v1.9.2" is a name. An accepted answer with several numbers needs all of them.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from harness.judge._normalise import no_accepted_answers, quoted
from harness.protocols import Judge
from harness.types import Frozen, Judgement, Question

# A sign counts where no number or word stands before it: 3-5 is a range. Letters may follow (9th, 48h), a word that
# goes on with digits (3a5) is a name.
_NUMBER = re.compile(
    r"(?<![\w.])(?<!\d,)(?P<sign>(?<![\w)\]])[-+\u2212])?(?P<body>\d++(?:[.,]\d++)*+)"
    r"(?P<exponent>[eE][-+]?\d{1,3}(?!\w))?(?![^\W\d]++\d)(?!_)"
)
_GROUPED_BY_COMMA = re.compile(r"\d{1,3}(?:,\d{3})++(?:\.\d++)?")
_GROUPED_BY_DOT = re.compile(r"\d{1,3}(?:(?:\.\d{3})++,\d++|(?:\.\d{3}){2,}+)")
_SIMPLE = re.compile(r"\d++(?:[.,]\d++)?")
_GROUPING_SPACE = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Judge:
    """Return the judge."""
    return Number()


class Number:
    """Compares numbers by value."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Compare the numbers of `answer` with those of the accepted answers; units are not compared."""
        if not question.answers:
            return no_accepted_answers("number")
        wanted = [(accepted, numbers) for accepted in question.answers if (numbers := read_numbers(accepted))]
        if not wanted:
            reason = f"no accepted answer holds a number: {quoted(question.answers)}"
            return Judgement(correct=None, judge="number", reason=reason)
        given = read_numbers(answer)
        for accepted, numbers in wanted:
            if all(number in given for number in numbers):
                return Judgement(
                    correct=True, judge="number", reason=f"{quoted([accepted])} equals a number of the answer"
                )
        shown = quoted(accepted for accepted, _ in wanted)
        return Judgement(correct=False, judge="number", reason=f"no number of the answer equals {shown}")


def read_numbers(text: str) -> list[Decimal]:
    """Return the values of the numbers in a text, in order; versions, names with digits and the like are none."""
    plain = unicodedata.normalize("NFKC", _GROUPING_SPACE.sub("", text))
    values = [_value(match) for match in _NUMBER.finditer(plain)]
    return [value for value in values if value is not None]


def _value(match: re.Match[str]) -> Decimal | None:
    body = match["body"]
    if _GROUPED_BY_COMMA.fullmatch(body):
        body = body.replace(",", "")
    elif _GROUPED_BY_DOT.fullmatch(body):
        body = body.replace(".", "").replace(",", ".")
    elif _SIMPLE.fullmatch(body):
        body = body.replace(",", ".")
    else:
        return None
    sign = "-" if match["sign"] in {"-", "\u2212"} else ""
    return Decimal(sign + body + (match["exponent"] or ""))

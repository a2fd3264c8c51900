"""The error tree.

HarnessError                 anything this package raises on purpose
├── InputError               the user's input is wrong: exit 2, one line that says what, where and what next
│   ├── GoldenError          a golden set that cannot be read
│   ├── LogError             a run that cannot be read or written
│   ├── SpellingError        a flag, part name or option that is not known; names the nearest one that is
│   └── RunStoppedError      nothing more can be answered (every server is down): ends the run, keeps its log
└── InternalError            a fault of ours: exit 3

A stage that fails while a question is answered is not an exception: it becomes a `harness.types.Fault` in the record.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class HarnessError(Exception):
    """The root of every error this package raises on purpose."""

    exit_code = 3


class InputError(HarnessError):
    """The user's input is wrong; the message says what, where and what next."""

    exit_code = 2


class GoldenError(InputError):
    """A golden set cannot be read as it is."""


class LogError(InputError):
    """A run folder or log file cannot be read or written."""


class SpellingError(InputError):
    """A name the user wrote is not one we know."""


class RunStoppedError(InputError):
    """Nothing more can be answered: the run ends with this one message, and what was finished stays."""


class InternalError(HarnessError):
    """An invariant of ours does not hold."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message: "did you mean 'x'?" for the closest known name, else the list of names."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known: {', '.join(names)}" if names else "none are known"

"""One process that adds up parts of a log: a job on stdin, a tally a part on stdout. `python -m harness.measure.tally_worker`.

Job and tallies are pickled: both ends are this program, and nothing else can write to either.
"""

from __future__ import annotations

import os
import pickle
import sys

from harness.measure.tally import count


def main() -> None:
    """Do the job that stands on stdin."""
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # a library that prints must not be taken for an answer
        path, run_id, empty, parts = pickle.load(sys.stdin.buffer)  # noqa: S301
        for between in parts:
            pickle.dump(count(path, run_id, empty, between), answers)
            answers.flush()


if __name__ == "__main__":
    main()

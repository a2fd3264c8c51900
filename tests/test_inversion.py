"""The published tables of the inversion are what its one command prints today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_every_line_of_the_tables_is_printed(shared, tmp_path):
    """Two minutes: three sets, eleven chunkings, two kinds of question; every row and test in docs/inversion.md, in order."""
    command = [sys.executable, str(ROOT / "benchmarks/inversion.py"), str(shared), str(tmp_path / "inversion.svg")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    told = (ROOT / "docs/inversion.md").read_text(encoding="utf-8").split("## The tables")[1]
    assert [line for line in done.stdout.splitlines() if line] == [line for line in told.splitlines() if line]
    assert (tmp_path / "inversion.svg").read_text() == (ROOT / "docs/inversion.svg").read_text()


def test_a_folder_without_the_sets_is_refused(tmp_path):
    """In a line that names what is missing."""
    command = [sys.executable, str(ROOT / "benchmarks/inversion.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "covid_qa" in done.stderr

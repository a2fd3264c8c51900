"""The log: records in and out as JSONL, however it is stored, and diagnostics beside them.

from harness.log import open_run

run = open_run("tonight")                # a folder, or its name in logs/
for record in run.records():             # typed, streamed, in the order they were written
    ...
run.problems                             # what could not be read, line by line
"""

from harness.log.files import Lines
from harness.log.lines import Problem
from harness.log.reader import Log, find_run, open_log, open_run
from harness.log.writer import LogWriter

__all__ = ["Lines", "Log", "LogWriter", "Problem", "find_run", "open_log", "open_run"]

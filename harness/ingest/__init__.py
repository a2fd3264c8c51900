"""Files to documents: parsed by well-kept libraries, each file in a process that may fail, with a report."""

"""Verifiers: is the answer supported by the spans it cites? One file, one verifier."""

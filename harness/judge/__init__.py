"""Judges: is the answer right? One file, one judge."""

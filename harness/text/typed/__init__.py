"""Typed literals: numbers, units, dates, names and what negates them, in several languages."""

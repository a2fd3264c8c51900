"""Measures: ranking, intervals, paired tests."""

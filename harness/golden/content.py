"""The content words of a text, as stems: what questions, evidence and each other are compared by."""

from __future__ import annotations

from harness import plugins
from harness.analyze._languages import analyzer_for
from harness.protocols import Analyzer


def content_analyzer(language: str, *, stopwords: bool = False) -> Analyzer:
    """Return the analyzer for a golden set's language: stems, without stopwords unless asked for; words without a stemmer."""
    spelling = content_spelling(language)
    module, options = plugins.part("analyze", f"{spelling}:keep" if stopwords and ":" in spelling else spelling)
    analyzer: Analyzer = module.make(options)
    return analyzer


def content_spelling(language: str) -> str:
    """Return how that analyzer is spelled, stopwords dropped."""
    return analyzer_for(language) or "snowball:english"

"""What each cause means in a few words, and what to look at: for reports and documentation."""

from __future__ import annotations

from harness.types import Cause

MEANINGS: dict[Cause, tuple[str, str]] = {
    "not_in_corpus": ("no document holds the evidence", "the label, or the corpus"),
    "lost_in_parsing": ("the raw file holds it, its text does not", "the parser"),
    "cut_by_chunking": ("no chunk holds the evidence whole", "chunk size, overlap, structure"),
    "hidden_by_filter": ("the filter hides every carrier", "the metadata, or the filter"),
    "below_depth": ("not among the candidates", "the retriever, or its depth"),
    "beyond_k": ("a candidate, not among the final k", "the reranker, or k"),
    "duplicate": ("dropped as a copy of another chunk", "gold_doc_ids, or dedupe"),
    "weak": ("dropped by the weak cut", "--weak-cut"),
    "over_budget": ("dropped for want of room", "--budget, or k"),
    "beyond_window": ("cut from the prompt by the model's window", "--num-ctx, or --budget"),
    "false_refusal": ("the evidence was there, it declined", "the prompt, or the model"),
    "format": ("no citation, or a cut answer", "the prompt, or --num-predict"),
    "wrong_citation": ("another span supports the claim", "the prompt's citation rule"),
    "arithmetic": ("a sum that is wrong", "let code do the sums"),
    "invented": ("a number, name or words in no span", "the prompt, or the model"),
    "contradicted_evidence": ("another value than the evidence has", "the model"),
    "unsupported": ("not supported, for no clearer reason", "the claim and its spans"),
    "off_question": ("supported, about something else", "the prompt, or retrieval noise"),
    "stale_source": ("rests on a source that is not current", "a filter on status or date"),
    "conflicting_sources": ("two current sources disagree", "the corpus"),
    "label_error": ("the label disagrees with its evidence", "the label"),
    "source_error": ("one current source says otherwise", "the source, or the label"),
    "incomplete": ("part of the evidence is not in it", "the prompt, or decomposition"),
    "combined": ("all parts there, wrongly combined", "decomposition"),
    "ignored_evidence": ("the evidence was there, it used another", "the prompt, order, noise"),
    "answered_unanswerable": ("the corpus has no answer, it gave one", "the prompt, the verifier"),
    "raised": ("a stage raised", "the fault's message"),
    "timeout": ("a stage took too long", "--timeout-seconds, the server"),
    "empty": ("a stage returned nothing usable", "the fault's message"),
}
"""Per cause: what happened, and where to look."""

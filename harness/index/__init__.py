"""From documents to a searchable index: chunks, term counts, postings, visibility."""

"""Rerankers: a second look at the candidates. One file, one reranker."""

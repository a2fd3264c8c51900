"""Chunkers: where a document is cut. One file, one chunker."""

"""Builders of corpora: one module each, named in the `[builder]` table of a golden set's `golden.toml`."""

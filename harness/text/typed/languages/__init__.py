"""One module a language."""

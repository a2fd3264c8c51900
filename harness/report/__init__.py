"""One summary, several renderings."""

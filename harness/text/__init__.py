"""Text as every stage sees it: literals, words, sentences."""

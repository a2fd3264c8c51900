"""Prompt templates. One file, one template."""

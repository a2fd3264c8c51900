"""Prompt templates. One file, one template."""

from harness.prompt._template import PromptTemplate, build_prompt, fence_for

__all__ = ["PromptTemplate", "build_prompt", "fence_for"]

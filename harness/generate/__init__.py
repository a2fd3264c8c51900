"""Generators: who answers. One file, one generator."""

"""Analyzers: how text becomes index terms. One file, one analyzer."""

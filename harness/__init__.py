"""Run golden questions through a RAG pipeline and name the stage that failed each wrong answer."""

__version__ = "0.1.0"
__all__ = ["__version__"]

"""First-stage retrievers. One file, one retriever."""

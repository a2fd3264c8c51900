"""From the final chunks to the spans the model reads: dedupe, weak cut, order, budget."""

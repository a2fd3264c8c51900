"""Counterfactual reruns of a run's failures: what, changed alone, makes the answer right."""

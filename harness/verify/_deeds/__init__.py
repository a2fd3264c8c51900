"""Who did what to whom, and what came first."""

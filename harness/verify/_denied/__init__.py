"""What is denied, limited, excepted, weakened or still open: whether a claim says yes where a span says no."""

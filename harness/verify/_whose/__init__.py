"""Whose a value, a post, a feature or a cause is: with what subject something stands in the spans."""

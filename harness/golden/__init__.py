"""Golden sets: reading, checking and building them."""

"""One file a format: where each of our fields stands in it, and how the file becomes rows."""

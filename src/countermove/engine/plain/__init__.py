"""The textbook's searches, compiled, with their root."""

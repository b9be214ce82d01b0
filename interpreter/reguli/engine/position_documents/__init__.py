"""A document to a position, and back."""

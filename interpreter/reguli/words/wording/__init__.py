"""A sentence with gaps, and values, to text."""

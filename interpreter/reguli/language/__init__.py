"""Rules text to frozen nodes with spans, and back."""

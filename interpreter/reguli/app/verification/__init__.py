"""``reguli verify``: its parts brought together, what they came to kept, answered and told."""

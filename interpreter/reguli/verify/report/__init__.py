"""What all parts of verification have in common: what they look at, what they say, what they may spend."""

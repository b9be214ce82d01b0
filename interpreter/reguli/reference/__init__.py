"""The language reference: every form, function, word and key with its meaning, and an example that runs."""

"""A rule to what a sentence may say of it."""

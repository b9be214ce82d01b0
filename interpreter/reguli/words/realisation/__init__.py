"""A rule to a sentence that nobody wrote."""

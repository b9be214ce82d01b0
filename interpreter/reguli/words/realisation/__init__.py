"""A rule to a sentence that is made from it."""

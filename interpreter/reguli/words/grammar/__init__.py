"""Grammar of nouns and numbers, independent of any game."""

"""Lexicon and style to a language ready to speak."""

"""Nouns and numbers to forms; knows no game."""

"""Checks of a resolved ruleset: an explicit list of small ones."""

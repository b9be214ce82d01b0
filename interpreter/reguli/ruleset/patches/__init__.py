"""Patches that variants apply to the documents of a base."""

"""Typesetting and printing with Typst, with output checks."""

"""Binding of names, kinds and units, file by file."""

"""Conversion of PO files to wordings, and back."""

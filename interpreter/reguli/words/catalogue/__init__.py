"""PO files to wordings, and back."""

"""Names, kinds and units resolved, file by file."""

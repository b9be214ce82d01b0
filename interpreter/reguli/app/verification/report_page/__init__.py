"""The report of verification as a page and as a spreadsheet: what it says, as plain data in the language of whoever reads it."""

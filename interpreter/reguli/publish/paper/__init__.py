"""Pages to sheets, by Typst, and proved."""

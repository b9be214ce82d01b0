"""Publishing of a resolved ruleset in a language as cards and books: Markdown, HTML, and Typst pages as PDF, PNG and SVG."""

"""A resolved ruleset and a language to cards and books: Markdown, HTML, and pages by Typst as PDF, PNG and SVG."""

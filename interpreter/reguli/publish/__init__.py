"""A resolved ruleset and a language to cards, as Markdown and HTML."""

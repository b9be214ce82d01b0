"""A ruleset and a layout to a planned product: card, book, pieces, change sheet."""

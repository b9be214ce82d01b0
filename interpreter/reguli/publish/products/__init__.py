"""Planning of products from a ruleset and a layout: card, book, pieces, change sheet."""

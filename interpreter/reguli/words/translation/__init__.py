"""All wordings of a ruleset: how far they are, what is wrong with them."""

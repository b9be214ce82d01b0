"""Documents to one resolved ruleset: names bound, kinds and units known."""

"""The resolved ruleset built from documents: names bound, kinds and units known."""

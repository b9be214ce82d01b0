"""A resolved ruleset to diagnostics, by an explicit list of small checks."""

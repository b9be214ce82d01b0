"""A resolved ruleset to basic blocks over a flat state, and their interpreter."""

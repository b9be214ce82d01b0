"""A first difference between two rulesets, shrunk to a position of a few places and offered as an example with two readings."""

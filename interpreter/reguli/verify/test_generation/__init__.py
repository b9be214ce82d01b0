"""Test generation: a difference between two rulesets, shrunk to a small position and offered as an example with two readings."""

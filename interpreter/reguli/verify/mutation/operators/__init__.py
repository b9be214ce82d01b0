"""Faults: what may be wrong in rules, where each stands in a ruleset, and how it is planted."""

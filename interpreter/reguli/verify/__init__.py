"""Verification of rulesets by worked examples and the parts built on them."""

"""Lowering of rulesets to basic blocks over a flat state; their interpreter."""

"""Lowering of rules to basic blocks."""

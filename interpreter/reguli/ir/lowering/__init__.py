"""Bound rules to blocks over a flat state."""

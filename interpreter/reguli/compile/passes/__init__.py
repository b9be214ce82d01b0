"""Optimisation passes, one per file, each with its rationale."""

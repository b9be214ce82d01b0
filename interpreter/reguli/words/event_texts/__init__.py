"""Moves, events and refusals to sentences."""

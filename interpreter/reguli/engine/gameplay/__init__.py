"""Decisions, legal moves and refusal reasons."""

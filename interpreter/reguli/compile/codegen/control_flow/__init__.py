"""Blocks as code: how a program goes on, chance, what is settled."""

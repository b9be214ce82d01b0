"""Worked examples: what a program does is held to what must come of it."""

"""Chance: where it decides, what it brings, how it is prescribed."""

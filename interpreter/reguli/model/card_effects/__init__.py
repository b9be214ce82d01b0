"""Rules that stand on pieces: when they are in force, and what their heads name."""

"""Fuzzing: many random games, each checked for impossible states, and the rules that no game reaches."""

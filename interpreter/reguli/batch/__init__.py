"""Batches of games: played by number, distributed over processes, written as rows."""

"""Batches of games between bots. What is needed to play a stored one is light; the rest is loaded where a ruleset has to be read."""

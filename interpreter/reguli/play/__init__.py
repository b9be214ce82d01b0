"""Play by people and bots: the terminal playtest."""

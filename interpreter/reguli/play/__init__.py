"""People and bots at a table: the terminal playtest."""

"""Library functions that play games: moves, bots, chance, all-or-nothing decisions and the rows of a batch."""

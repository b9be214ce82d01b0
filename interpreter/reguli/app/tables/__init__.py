"""Games at a table: begun, taken from saves and positions, asked about, told again."""

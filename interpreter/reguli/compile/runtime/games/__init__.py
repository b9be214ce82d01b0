"""Functions of the library that play: moves listed, chosen and made, chance, what is all or nothing, rows of a batch."""

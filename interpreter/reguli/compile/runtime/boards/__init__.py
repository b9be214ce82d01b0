"""Functions of the library that need a board: ways, neighbours, marks."""

"""The functions of the language that need a board, by the walker."""

"""Makes code of a program: terms, statements, blocks and options become functions of the lower form."""

"""The command line: it sees everything, and nobody sees it."""

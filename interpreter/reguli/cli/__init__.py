"""The command line: it may import every package, and no package imports it."""

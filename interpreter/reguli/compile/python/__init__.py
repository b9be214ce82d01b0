"""LIR as Python: printed as source, compiled on first use, and run in place of the interpreter."""

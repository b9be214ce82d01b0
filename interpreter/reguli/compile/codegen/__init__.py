"""Code generation: expressions, statements, blocks and options of a program become LIR functions."""

"""Terms and statements as closures: the walker, the obviously right twin of generated code."""

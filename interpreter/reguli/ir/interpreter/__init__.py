"""Terms and statements as closures: the interpreter, the obviously right twin of generated code."""

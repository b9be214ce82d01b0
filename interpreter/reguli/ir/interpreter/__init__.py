"""The interpreter: terms and statements as closures, a simple reference for generated code."""

"""From the IR to Python: source written from bound terms, compiled once, run instead of the interpreter."""

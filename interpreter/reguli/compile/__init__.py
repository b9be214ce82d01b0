"""From the IR to Python: source written from bound terms and statements, compiled once, run instead of the walker."""

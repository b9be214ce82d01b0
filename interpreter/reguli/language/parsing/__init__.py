"""The parser: text to tokens to nodes, driven by tables, and its grammar."""

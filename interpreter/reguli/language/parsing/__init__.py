"""Text to tokens, by tables to nodes: the parser, and the grammar it is made from."""

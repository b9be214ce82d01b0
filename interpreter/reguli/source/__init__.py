"""Source files to text, YAML nodes, diagnostics and their catalogue."""

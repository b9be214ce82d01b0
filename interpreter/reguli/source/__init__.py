"""Files to text, YAML nodes with places, diagnostics and their catalogue."""

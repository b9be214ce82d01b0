"""YAML nodes to documents as written, a reader for each sort."""

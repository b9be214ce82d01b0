"""Readers from YAML nodes to documents as written, one for each sort."""

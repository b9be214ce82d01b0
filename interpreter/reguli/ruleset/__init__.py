"""YAML nodes to documents as written; variants laid over; positions."""

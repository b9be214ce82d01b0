"""Bound terms and statements, and their traversal."""

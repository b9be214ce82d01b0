"""Bound terms and statements, and walks over them."""

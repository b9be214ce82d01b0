"""Shapes of YAML values, defined once: used to read documents, and to describe them to editors."""

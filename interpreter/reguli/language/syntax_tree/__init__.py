"""The syntax tree of rules text: frozen nodes with spans."""

"""What rules text says, as frozen nodes with their places."""

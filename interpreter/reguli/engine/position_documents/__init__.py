"""Position documents, both ways."""

"""A program to decisions, legal moves, reasons."""

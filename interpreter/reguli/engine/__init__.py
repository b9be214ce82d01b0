"""A program to decisions, moves, reasons, journal, views and saves."""

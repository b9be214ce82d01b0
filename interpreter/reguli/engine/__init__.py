"""The engine: decisions, moves, reasons, journal, views and saves."""

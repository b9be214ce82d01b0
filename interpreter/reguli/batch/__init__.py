"""Many games at once: played by number, spread over processes, written as rows."""

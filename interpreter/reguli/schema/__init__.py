"""What a value of a YAML document must be, said once: read by it, described to editors by it."""

"""Everything that is printed of a ruleset: ordered, written, laid out to be checked."""

"""Printed products of a ruleset: ordered, written, or laid out as a check."""

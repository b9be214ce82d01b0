"""Decisions and whole games as code: options, bots, columns, parts that are all or nothing."""

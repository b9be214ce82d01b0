"""Statements as code: what rules do."""

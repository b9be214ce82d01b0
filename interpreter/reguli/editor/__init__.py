"""The language server: findings, completion, meanings, places and renaming for rulesets in an editor."""

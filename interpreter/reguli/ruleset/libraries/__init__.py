"""Libraries: parameterised rules, included in a ruleset under a name."""

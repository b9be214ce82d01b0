"""Libraries: rules with parameters, brought into a ruleset under a name."""

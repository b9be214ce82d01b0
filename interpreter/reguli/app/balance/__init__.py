"""How balanced a ruleset is: the use case, and its report in words."""

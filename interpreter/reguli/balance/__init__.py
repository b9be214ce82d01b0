"""Games of bots, row by row → figures with intervals, and differences between rulesets that chance does not explain."""

"""Double entry: counts and data entered a second time from the printed game, compared with the rules."""

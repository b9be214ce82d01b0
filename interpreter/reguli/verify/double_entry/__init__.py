"""What was entered a second time from the printed game: how many there are of what, and the data themselves, held against the rules."""

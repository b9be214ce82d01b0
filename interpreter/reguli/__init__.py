"""Board-game rules as data: one source is played, printed and verified."""

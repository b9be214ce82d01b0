"""Numbers that the batch loop and whoever reads its rows agree on."""

from __future__ import annotations

DONE, FULL, PAUSED = 0, 1, 2
"""Why ``play_on`` gives back: all games were played, there is room for no more rows, so many moves were made."""
ENDED, UNFINISHED, ROUND = 0, 1, 2
"""How a game ended: by its rules, by the bound on moves; or it has not, and a round has."""
GOES_ON, STOPPED, UNCLEAR = 0, 1, 2
"""What a fault did."""
HEAD = 5
"""Numbers of a row before the places."""

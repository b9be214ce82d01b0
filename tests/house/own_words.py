"""The language's own words: those a ruleset may use as ids and the interpreter says all the same.

No other id of a ruleset occurs in the interpreter; a test of the house holds it. A word comes in when the language cannot do
without it, never because a game is convenient to name.
"""

from __future__ import annotations

from typing import Final

GAME_WORDS: Final = (
    *("bank", "board", "box", "card", "cell", "colour", "column", "corner", "deck", "die", "direction", "east"),
    *("edge", "grid", "hand", "height", "latitude", "longitude", "mark", "market", "money", "north", "phase"),
    *("piece", "player", "player_count", "purse", "rank", "round", "row", "score", "seat", "south", "space"),
    *("stack", "stage", "supply", "tile", "token", "track", "turn", "way_round", "west", "width", "winner", "zone"),
)
"""What board games are made of, as rulebooks call it, in the singular."""

PLAIN_WORDS: Final = (
    *(
        "advance",
        "alone",
        "amount",
        "aside",
        "connection",
        "cost",
        "drop",
        "first",
        "fuel",
        "hold",
        "large",
        "line",
        "line_end",
    ),
    *("lose", "map", "name", "need", "number", "old", "origin", "out", "overflow", "place", "play", "power"),
    *("production", "put", "resource", "room", "second", "set_of", "set_up", "size", "small", "standard", "storage"),
    *("target", "third", "unused"),
)
"""English and programming: words the interpreter says in another sense than the ruleset that has them as ids."""

EXAMPLE_WORDS: Final = (
    *("bid", "bought", "building", "buy", "fire", "hex", "house", "last_round", "many_points", "not_yours"),
    *("pass_offer", "pawn", "price", "purchase", "region", "road", "start_money", "too_expensive"),
    *("turn_order",),
)
"""What the wrong and right examples of the catalogue of findings speak of: any board game, and none."""

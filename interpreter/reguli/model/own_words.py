"""The language's own words: those a ruleset may use as ids and the interpreter says all the same.

No other id of a ruleset occurs in the interpreter; a test of the house holds it. A word comes in when the language cannot do
without it, never because a game is convenient to name.
"""

from __future__ import annotations

from typing import Final

GAME_WORDS: Final = (
    *("bank", "board", "box", "card", "cell", "deck", "die", "edge", "corner", "grid", "hand", "market", "money", "piece"),
    *("player", "player_count", "purse", "rank", "round", "phase", "score", "seat", "space", "stack", "stage", "supply"),
    *("tile", "token", "track", "turn", "winner", "zone"),
)
"""What board games are made of, as rulebooks call it, in the singular."""

PLAIN_WORDS: Final = (
    *("alone", "amount", "cost", "first", "second", "third", "lose", "map", "name", "need", "number", "old", "out"),
    *("overflow", "place", "power", "production", "resource", "room", "storage"),
)
"""English and programming: words the interpreter says in another sense than the ruleset that has them as ids."""

EXAMPLE_WORDS: Final = (
    *("bid", "bought", "building", "buy", "fire", "house", "price", "purchase", "region", "set_up", "start_money"),
    *("too_expensive", "turn_order"),
)
"""What the wrong and right examples of the catalogue of findings speak of: any board game, and none."""

"""Games as Python games of OpenSpiel, with the extra ``openspiel``: ``reguli.openspiel.load_game("my_game")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reguli.adapters.extras import required_extra

if TYPE_CHECKING:
    from reguli.adapters.openspiel_game import ReguliGame


def register() -> None:
    """Register the game ``reguli``: then ``pyspiel.load_game("reguli(ruleset=my_game)")`` knows it. Raises ``Refused`` (X210) without the extra."""
    with required_extra("openspiel"):
        # It is loaded where somebody plays: nothing else needs the extra.
        from reguli.adapters import openspiel_game
    openspiel_game.register()


def load_game(
    ruleset: str, players: int | None = None, options: Mapping[str, str | bool] | None = None, **settings: Any
) -> ReguliGame:
    """Return a game of OpenSpiel.

    ``ruleset``, ``options``: as for ``reguli.load``. ``players``: the fewest when left out. ``settings``: ``seed`` of the batch of its games (0); ``play_forced``, as for
    ``Game.start``; ``max_actions``, after which a game is cut off (10,000). Raises what ``reguli.load`` raises, ``UnfitPlayers``, and ``Refused`` (X210) without the extra.
    """
    with required_extra("openspiel"):
        # As above.
        from reguli.adapters import openspiel_game
    return openspiel_game.load_registered(ruleset, players, options or {}, settings)

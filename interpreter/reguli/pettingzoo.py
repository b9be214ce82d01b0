"""Games as environments of PettingZoo, with the extra ``pettingzoo``: ``reguli.pettingzoo.env("my_game")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reguli.adapters.extras import required_extra

if TYPE_CHECKING:
    from reguli.adapters.pettingzoo_env import GameEnv


def raw_env(
    ruleset: str, players: int | None = None, options: Mapping[str, str | bool] | None = None, **settings: Any
) -> GameEnv:
    """Return the environment of a game; an action that is not legal raises ``IllegalMove``.

    ``ruleset``, ``options``: as for ``reguli.load``. ``players``: the fewest when left out. ``settings``: ``play_forced``, as for ``Game.start``; ``max_actions``, after which a
    game is cut off (10,000). Raises what ``reguli.load`` raises, ``UnfitPlayers``, and ``Refused`` (X210) without the extra.
    """
    with required_extra("pettingzoo"):
        # They are loaded where somebody plays: nothing else needs the extra.
        from reguli.adapters import episode, pettingzoo_env
    return pettingzoo_env.GameEnv(episode.number_game(ruleset, players, options), **settings)


def env(
    ruleset: str, players: int | None = None, options: Mapping[str, str | bool] | None = None, **settings: Any
) -> Any:
    """Return ``raw_env`` in the wrappers of the library: an action that is not legal ends the game, with reward -1 for its agent."""
    with required_extra("pettingzoo"):
        # As above.
        from reguli.adapters import pettingzoo_env
    return pettingzoo_env.wrapped(raw_env(ruleset, players, options, **settings))

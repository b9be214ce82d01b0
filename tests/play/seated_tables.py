"""Games of shipped rulesets for tests of the room play."""

from __future__ import annotations

from functools import cache

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import Playable
from reguli.model.binding.bot_binding import bind_bots
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import Bot, available_bots
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.source.diagnostic import Bag


@cache
def program(name: str, players: int = 2, options: tuple[tuple[str, str | bool], ...] = ()) -> Playable:
    """A shipped ruleset, ready to be played."""
    return LoadedRuleset(name, dict(options)).program(players)


def bots(name: str, players: int = 2, options: tuple[tuple[str, str | bool], ...] = ()) -> dict[str, Bot]:
    """The bots of a shipped ruleset by name."""
    bag = Bag()
    own = bind_bots(program(name, players, options).ruleset, load_all_bots(LoadedRuleset(name).layers, bag), bag)
    assert not bag
    return {who: bot for who, bot in available_bots(program(name, players, options), own).items() if bot is not None}


def played(game: Playable, who: list[Bot], seed: int) -> GamePlaythrough:
    """A whole game, one bot for each seat."""
    playthrough = start_playthrough(game, seed)
    while not playthrough.over:
        playthrough.apply(who[playthrough.actor].choose(playthrough))
    return playthrough

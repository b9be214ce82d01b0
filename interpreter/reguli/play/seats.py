"""Who sits where: people, and bots by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from reguli.ir.program import Program
from reguli.model.bind_bots import BoundBot
from reguli.play.bots import Bot, GreedyBot, RandomBot
from reguli.play.preferences import preferring

PERSON: Final = "person"
RANDOM: Final = "random"
GREEDY: Final = "greedy"


class UnknownBot(Exception):  # noqa: N818 - it says what was asked for
    """No bot has this name; ``known`` are those there are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.name, self.known = name, tuple(known)


def bots_of(program: Program, own: Sequence[BoundBot]) -> Mapping[str, Bot | None]:
    """Give who can sit at a table by name: ``person`` is ``None``.

    ``greedy`` is the first bot the ruleset brings; without one it looks a move ahead by itself.
    """
    preferred: dict[str, Bot] = {bot.id: preferring(program, bot) for bot in own}
    greedy = next(iter(preferred.values()), GreedyBot())
    return {PERSON: None, RANDOM: RandomBot(), GREEDY: greedy, **preferred}


def seated(names: Sequence[str], known: Mapping[str, Bot | None], players: int) -> list[Bot | None]:
    """Seat players by name, one name for all or one for each seat. Raises ``UnknownBot``; other counts are a ValueError."""
    for name in names:
        if name not in known:
            raise UnknownBot(name, tuple(known))
    if len(names) not in (1, players):
        raise ValueError(len(names))
    return [known[name] for name in (list(names) * players if len(names) == 1 else names)]

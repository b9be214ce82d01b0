"""Who sits where: people, and bots by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from reguli.ir.executable_program import Playable
from reguli.model.binding.bot_binding import BoundBot
from reguli.play.bot_policies import Bot, GreedyBot, RandomBot, UniformBot
from reguli.play.preference_bots import preferring
from reguli.source.base_error import Trouble
from reguli.source.diagnostic import finding
from reguli.source.message_arguments import Said, some_of
from reguli.source.name_suggestions import near

PERSON: Final = "person"
RANDOM: Final = "random"
UNIFORM: Final = "uniform"
GREEDY: Final = "greedy"


class UnknownBot(Trouble, LookupError):  # noqa: N818 - it says what was wrong
    """No bot of a ``ruleset`` has this ``name``; ``known`` are those there are."""

    def __init__(self, name: str, ruleset: str, known: Sequence[str]) -> None:
        """Take the name as it was written."""
        super().__init__(name, ruleset, tuple(known))
        self.name, self.ruleset, self.known = name, ruleset, tuple(known)
        listed = Said("list.one_of", names=some_of(self.known))
        self.told = finding("X114", near=near(name, self.known), name=name, ruleset=ruleset, known=listed)


class UnfitSeats(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """The number of names given for seats (``found``) is neither one nor that of the ``players``."""

    def __init__(self, found: int, players: int) -> None:
        """Take both numbers."""
        super().__init__(found, players)
        self.found, self.players = found, players
        self.told = finding("X115", found=found, players=players)


def bots_of(program: Playable, own: Sequence[BoundBot]) -> Mapping[str, Bot | None]:
    """Give who can sit at a table by name: ``person`` is ``None``.

    ``random`` chooses by lot first an option and then a move, ``uniform`` among all moves. ``greedy`` is the first bot the ruleset brings; without one it looks a move ahead by itself.
    """
    preferred: dict[str, Bot] = {bot.id: preferring(program, bot) for bot in own}
    greedy = next(iter(preferred.values()), GreedyBot())
    return {PERSON: None, RANDOM: RandomBot(), UNIFORM: UniformBot(), GREEDY: greedy, **preferred}


def seated(names: Sequence[str], known: Mapping[str, Bot | None], program: Playable) -> list[Bot | None]:
    """Seat players by name, one name for all or one for each seat. Raises ``UnknownBot`` and ``UnfitSeats``."""
    for name in names:
        if name not in known:
            raise UnknownBot(name, program.ruleset.id, tuple(known))
    if len(names) not in (1, program.players):
        raise UnfitSeats(len(names), program.players)
    return [known[name] for name in (list(names) * program.players if len(names) == 1 else names)]

"""Player names at a table: single words that can be typed, all different."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.source.diagnostic import Trouble, make_finding
from reguli.source.finding_catalogue import ENGLISH, Said, abbreviated_list

LONGEST_NAME: Final = 40


class UnfitNames(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """Invalid player names: ``names`` as given, the number of ``players``, and ``why``."""

    def __init__(self, names: Sequence[str], players: int, why: Said) -> None:
        """Store the names and the reason."""
        super().__init__(tuple(names), players, why)
        self.names, self.players, self.why = tuple(names), players, ENGLISH.say(why)
        self.told = make_finding(
            "X131", names=abbreviated_list(self.names), why=why, players=players, longest=LONGEST_NAME
        )


class UnfitPlayers(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """An invalid player count of a ruleset (``name``): ``found`` is not in ``low`` to ``high``."""

    def __init__(self, name: str, found: int, low: int, high: int) -> None:
        """Store the count and bounds."""
        super().__init__(name, found, low, high)
        self.name, self.found, self.low, self.high = name, found, low, high
        self.told = make_finding("X104", name=name, found=found, low=low, high=high)


def assign_player_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return all players' names by seat; empty for unnamed players. Raises ``UnfitNames``."""
    if not names:
        return ()
    if len(names) != players:
        raise UnfitNames(names, players, Said("why.number_of_names", count=len(names)))
    for name in names:
        if not name.isprintable() or name.split() != [name] or len(name) > LONGEST_NAME:
            raise UnfitNames(names, players, Said("why.not_one_word", name=repr(name)))
    if len({name.lower() for name in names}) < len(names):
        raise UnfitNames(names, players, Said("why.one_name_twice"))
    return tuple(names)

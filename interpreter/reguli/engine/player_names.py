"""What players are called at a table: one word each, so that it can be typed, and no two alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.source.diagnostic import Trouble, make_finding
from reguli.source.finding_catalogue import ENGLISH, Said, abbreviated_list

LONGEST_NAME: Final = 40


class UnfitNames(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """Players cannot be called so: ``names`` as given, for how many ``players``, and ``why`` not."""

    def __init__(self, names: Sequence[str], players: int, why: Said) -> None:
        """Take the names and what is wrong with them."""
        super().__init__(tuple(names), players, why)
        self.names, self.players, self.why = tuple(names), players, ENGLISH.say(why)
        self.told = make_finding(
            "X131", names=abbreviated_list(self.names), why=why, players=players, longest=LONGEST_NAME
        )


class UnfitPlayers(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """A ruleset (``name``) is not for so many players (``found``), but for ``low`` to ``high``."""

    def __init__(self, name: str, found: int, low: int, high: int) -> None:
        """Take the number and the bounds."""
        super().__init__(name, found, low, high)
        self.name, self.found, self.low, self.high = name, found, low, high
        self.told = make_finding("X104", name=name, found=found, low=low, high=high)


def assign_player_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names of all players by seat, none for players without names. Raises ``UnfitNames``."""
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

"""Board-game rules as data: one source is played, printed and verified.

``reguli.load(name_or_path, options)`` gives a game; see ``reguli.api`` for everything a program may use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reguli.api import (
        Bounds,
        ChanceRefused,
        ChanceSite,
        ChanceTold,
        Decision,
        Difference,
        Expression,
        Findings,
        Game,
        IllegalMove,
        JournalEntry,
        MoveFamily,
        Place,
        Playthrough,
        PrescribedTwice,
        Refusal,
        Refused,
        RulesFault,
        State,
        Trouble,
        Unanswerable,
        UnfitNames,
        UnfitPlayers,
        UnfitSeats,
        UnknownBot,
        UnknownPlayer,
        UnknownRuleset,
        UnknownSite,
        Unreadable,
        UnusedChance,
        from_json,
        load,
        load_save,
    )

__all__ = [
    "Bounds",
    "ChanceRefused",
    "ChanceSite",
    "ChanceTold",
    "Decision",
    "Difference",
    "Expression",
    "Findings",
    "Game",
    "IllegalMove",
    "JournalEntry",
    "MoveFamily",
    "Place",
    "Playthrough",
    "PrescribedTwice",
    "Refusal",
    "Refused",
    "RulesFault",
    "State",
    "Trouble",
    "Unanswerable",
    "UnfitNames",
    "UnfitPlayers",
    "UnfitSeats",
    "UnknownBot",
    "UnknownPlayer",
    "UnknownRuleset",
    "UnknownSite",
    "Unreadable",
    "UnusedChance",
    "from_json",
    "load",
    "load_save",
]


def __getattr__(name: str) -> object:
    """Give a name of ``reguli.api``."""
    if name not in __all__:
        raise AttributeError(f"module 'reguli' has no attribute {name!r}")
    # Loaded late: the parser and the libraries behind it take longer than the command's --version may.
    from reguli import api

    return getattr(api, name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)

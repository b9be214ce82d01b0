"""Positions that an example may begin at, from the end of a game back to its set-up, each with the moves that lead on from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.writing import Step, document_of, outcomes_since
from reguli.ir.playable import Playable
from reguli.verify.offering.attempt import Attempt, attempt_of

FURTHEST: Final = 80
"""So many moves are gone back at most."""
IN_VAIN: Final = 2
"""A decision that so many documents did not lead to is passed over."""
SEEDS: Final = (1, 2, 3)
"""Other chance, by which it is found whether an example hangs on what the set-up deals or on what comes later."""


def on_the_way_back(
    played: Playthrough, steps: Sequence[Step], in_vain: Mapping[str, int]
) -> Iterator[tuple[str, Attempt]]:
    """Give positions of a game, the nearest first, each with what is decided there; the set-up comes last.

    ``steps`` are all moves of the game, and any that are made from where it stands; ``in_vain`` counts by decision the documents that came to nothing.
    """
    back = played.branch()
    for _ in range(FURTHEST):
        name = "" if back.decision is None else back.decision.ask.name
        if back.phase is not None and in_vain[name] < IN_VAIN:
            yield from _from(
                document_of(back, (0, *SEEDS)), steps[len(back.moves) :], played, len(back.chance.log), name
            )
        if not back.undo():
            break
    if len(steps) <= FURTHEST:
        yield from _from(box(played.program), steps, played, 0)


def at_beginning(begun: Playthrough) -> Iterator[tuple[str, Attempt]]:
    """Give the set-up, as chance falls and as it fell."""
    yield from _from(box(begun.program), (), begun, 0)


def box(program: Playable) -> dict[str, object]:
    """Give the set-up as a document."""
    options = {"options": dict(program.ruleset.options)} if program.ruleset.options else {}
    return {"players": program.players, **options, "setup": "initial"}


def _from(
    document: dict[str, object], steps: Sequence[Step], played: Playthrough, since: int, name: str = ""
) -> Iterator[tuple[str, Attempt]]:
    """Give a position with chance as it falls, and with what it brought in this game."""
    chance = outcomes_since(played, since)
    for outcomes in ({}, chance) if chance else ({},):
        found = attempt_of({**document, "chance": outcomes} if outcomes else document, steps)
        if found is not None:
            yield name, found

"""Programs that run as generated Python."""

from __future__ import annotations

from typing import Final

from reguli.compile.expressions import Written
from reguli.compile.listing import written_lister
from reguli.compile.statements import WrittenEffects
from reguli.ir.make import make_program
from reguli.ir.playable import Makers, Playable, playable
from reguli.model.ruleset import Ruleset

WRITTEN: Final = Makers(Written, WrittenEffects, written_lister, remembers=True)


def write_program(ruleset: Ruleset, players: int) -> Playable:
    """Make a program of generated Python; of the walker where Python cannot nest as deep as the rules do."""
    program = make_program(ruleset, players)
    try:
        return playable(program, WRITTEN)
    except (SyntaxError, RecursionError, MemoryError):
        return playable(program)

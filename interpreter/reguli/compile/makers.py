"""Programs that run as generated Python."""

from __future__ import annotations

from reguli.compile.expressions import Written
from reguli.ir.make import make_program
from reguli.ir.playable import Playable, playable
from reguli.model.ruleset import Ruleset


def write_program(ruleset: Ruleset, players: int) -> Playable:
    """Make a program of generated Python; of the walker where Python cannot nest as deep as the rules do."""
    program = make_program(ruleset, players)
    try:
        return playable(program, Written)
    except (SyntaxError, RecursionError, MemoryError):
        return playable(program)

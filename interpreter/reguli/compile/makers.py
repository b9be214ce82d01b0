"""Programs that run as generated Python."""

from __future__ import annotations

from reguli.compile.python.playing import written
from reguli.ir.make import make_program
from reguli.ir.playable import Playable
from reguli.model.ruleset import Ruleset


def write_program(ruleset: Ruleset, players: int) -> Playable:
    """Make a program of generated Python."""
    return written(make_program(ruleset, players))

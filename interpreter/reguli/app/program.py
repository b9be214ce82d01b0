"""The program of a ruleset: the blocks that its rules are run as."""

from __future__ import annotations

from typing import Any

from reguli.app.opening import bound, players_of
from reguli.ir.make import make_program
from reguli.ir.printing import program_data, program_lines
from reguli.ir.program import Program
from reguli.pipeline import Loaded


def program_in_lines(loaded: Loaded, players: int | None = None) -> list[str]:
    """Say the program in lines, for people; for the fewest players unless it is said for how many.

    Raises ``Trouble`` for a number of players that cannot play.
    """
    return program_lines(_program(loaded, players))


def program_as_data(loaded: Loaded, players: int | None = None) -> dict[str, Any]:
    """Give the program as plain data, for programs; with it the id, place and digest of the meaning of each rule.

    Raises ``Trouble`` for a number of players that cannot play.
    """
    return program_data(_program(loaded, players))


def _program(loaded: Loaded, players: int | None) -> Program:
    ruleset = bound(loaded)
    return make_program(ruleset, players_of(ruleset, players))

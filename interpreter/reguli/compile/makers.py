"""Programs that run as generated Python."""

from __future__ import annotations

from collections.abc import Callable

from reguli.compile.python.module import Codes
from reguli.compile.python.playing import written
from reguli.ir.make import make_program
from reguli.ir.playable import Playable
from reguli.ir.program import Program
from reguli.model.ruleset import Ruleset


def write_program(
    ruleset: Ruleset, players: int, codes: Codes | None = None, lower: Callable[[Ruleset, int], Program] = make_program
) -> Playable:
    """Make a program of generated Python; ``codes`` are shared by programs that are alike, so that what they have in common is compiled once.

    ``lower`` gives a program that is lowered already.
    """
    return written(lower(ruleset, players), codes)

"""Programs that run as generated Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reguli.ir.executable_program import Playable, build_program
from reguli.ir.program import Program
from reguli.model.resolved_ruleset import Ruleset

if TYPE_CHECKING:
    # What writes code costs a twentieth of a second, and only who plays needs it.
    from reguli.compile.python.python_module import CodeCache

Lower = Callable[[Ruleset, int], Program]


def generate_python_program(
    ruleset: Ruleset, players: int, codes: CodeCache | None = None, lower: Lower = build_program
) -> Playable:
    """Generate a Python program; similar programs share ``codes``, so that their common functions are compiled once.

    ``lower`` gives a program that is lowered already.
    """
    # As above.
    from reguli.compile.python.generated_program import compile_to_python

    return compile_to_python(lower(ruleset, players), codes)


def shared_program_factory(lower: Lower = build_program) -> Callable[[Ruleset, int], Playable]:
    """Return a factory for similar programs."""
    shared: list[CodeCache] = []

    def make(ruleset: Ruleset, players: int) -> Playable:
        # As above.
        from reguli.compile.python.python_module import CodeCache

        if not shared:
            shared.append(CodeCache())
        return generate_python_program(ruleset, players, shared[0], lower)

    return make

"""The parts of verification that fall into pieces which hang on nothing but the ruleset: examples, looks at the rules, what was entered twice.

They are done side by side, and come to the same on any number of cores.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from reguli.app.verification.example_part import Worked, of_example
from reguli.app.verification.part_registry import Work
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.frozen_values import Kept, kept
from reguli.verify.double_entry.double_entry_part import entered
from reguli.verify.report.finding_types import Found, Holds, Part
from reguli.verify.report.step_budget import EXAMPLE, Budget, silent
from reguli.verify.report.verification_outcome import Ran
from reguli.verify.static_analysis.static_part import static


@kept
class Came(Kept):
    """What came of a piece: what it found, what holds, the example that ran; the steps it took, and how much it left out for want of them."""

    found: tuple[Found | Holds | Ran, ...]
    taken: int
    cut: int = 0


@kept
class Piece(Kept):
    """A piece of a part: what is told of it while it is done, and what does it."""

    what: str
    do: Callable[[], Came]
    table: Hashable = None
    """Of an example: what programs are made for."""
    long: bool = False
    """Whether it takes much longer than an example."""


def _examples(work: Work, steps: int) -> Iterator[Piece]:
    """Run each example; none is left out for want of steps."""
    worked = Worked(work.subject)
    for example in work.subject.examples:
        yield Piece(example.id, partial(_example, worked, work, example), example.position.table)


def _example(worked: Worked, work: Work, example: ExampleDecl) -> Came:
    result = worked.run(example)
    ran = Ran(result.id, result.cites, result.span, result.passed)
    return Came((ran, *of_example(result, worked, work.sources)), EXAMPLE)


def _static(work: Work, steps: int) -> Iterator[Piece]:
    """Look at the rules and, in another piece, at what was entered twice."""
    # The library of spreadsheets is loaded where there is one to read.
    from reguli.words.translation.spreadsheet_files import read_table

    def rules(budget: Budget) -> Iterator[Found | Holds]:
        return static(work.subject, budget, silent)

    def entries(budget: Budget) -> Iterator[Found | Holds]:
        return entered(work.subject, budget, silent, sheets=read_table, origin=work.origin)

    yield Piece("rules", partial(_wholly, rules, steps), long=True)
    yield Piece("facts", partial(_wholly, entries, steps), long=True)


def _wholly(look: Callable[[Budget], Iterator[Found | Holds]], steps: int) -> Came:
    budget = Budget(steps)
    return Came(tuple(look(budget)), steps - budget.left, budget.cut)


PIECES: Final[Mapping[Part, Callable[[Work, int], Iterator[Piece]]]] = MappingProxyType(
    {"examples": _examples, "static": _static}
)
"""Gives the pieces of a part, each of which may take so many steps; in the order in which they are told: they come before all others."""

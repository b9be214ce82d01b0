"""What the library raises beside what the engine does; ``reguli.Trouble`` is the base of all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reguli.engine.chance_nodes import as_typed
from reguli.engine.chance_source import ChanceRefused
from reguli.engine.fault_diagnostics import fault_span
from reguli.ir.program import Program
from reguli.ir.runtime_faults import RulesFault
from reguli.source.diagnostic import Trouble, finding
from reguli.source.finding_catalogue import Said, some_of
from reguli.source.name_suggestions import near
from reguli.source.source_excerpt import Sources


class UnknownPlayer(Trouble, LookupError):  # noqa: N818 - it says what was wrong
    """Nobody at the table has this ``name`` or seat; ``known`` are the names there are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Take the name or seat as it was given."""
        super().__init__(name, tuple(known))
        self.name, self.known = name, tuple(known)
        what, listed = Said("thing.player"), some_of(self.known)
        self.told = finding("X111", near=near(name, self.known), word=name, what=what, expected=listed)


@contextmanager
def placed(program: Program, sources: Sources, names: Sequence[str] = ()) -> Iterator[None]:
    """Give what is raised within its place in the rules, the texts of these, and the words that players type."""
    try:
        yield
    except RulesFault as fault:
        # What a question asks stands in no rule.
        fault.span, fault.sources = fault_span(program, fault) if fault.rule else None, sources
        raise
    except ChanceRefused as refused:
        told = as_typed(program, refused, names)
        told.sources = sources
        raise told from None
    except Trouble as trouble:
        if trouble.sources is None:
            trouble.sources = sources
        raise

"""What can go wrong while rules run: a mistake of the ruleset, found with the position at hand."""

from __future__ import annotations

from typing import Final

from reguli.model.bound_tree.bound_terms import Term
from reguli.source.diagnostic import Diagnostic, Trouble
from reguli.source.finding_catalogue import Value, finding_catalogue, gaps_of
from reguli.source.source_excerpt import Span

UNKNOWN: Final = "…"
"""What stands for a value that is not known."""


class RulesFault(Trouble):
    """The rules asked for something impossible; the move is dropped whole.

    ``code`` is an entry of the catalogue (E3xx); ``values`` are its arguments, ``rule`` is the id of the rule that asked
    and ``span`` its place, as soon as they are known.
    """

    def __init__(self, code: str, **values: Value) -> None:
        """Take the code and its arguments."""
        super().__init__(code)
        self.values = values
        self.rule = ""
        self.span: Span | None = None
        self.broken: Term | None = None
        """The condition that does not hold: the caller adds its values, as ``found``."""

    @property
    def code(self) -> str:
        """Return the code of the finding, for which nothing need be read."""
        return str(self.args[0])

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the finding; what is not known of it stands as an ellipsis."""
        told = finding_catalogue()[self.args[0]]
        names = (gap.name for text in (told.message, told.expected, told.remedy) for gap in gaps_of(text))
        lacking = {name: UNKNOWN for name in names if name is not None and name not in self.values}
        return (Diagnostic(self.args[0], self.span, (*self.values.items(), *lacking.items())),)


class Failed(RulesFault):
    """A fault of which generated code knows the code only: the interpreter meets the same one again, with all that is to be said of it."""

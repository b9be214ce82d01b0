"""Runtime faults of rules: errors in the ruleset, detected in a specific position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reguli.source.diagnostic import Diagnostic, Trouble
from reguli.source.finding_catalogue import Value, finding_catalogue, gaps_of
from reguli.source.source_excerpt import Span

if TYPE_CHECKING:
    from reguli.model.bound_tree.bound_terms import Term

UNKNOWN: Final = "…"
"""What stands for a value that is not known."""


class RulesFault(Trouble):
    """A runtime error in the rules; the whole move is discarded.

    ``code`` is an entry of the catalogue (E3xx); ``values`` are its arguments, ``rule`` is the id of the rule that asked
    and ``span`` its place, as soon as they are known.
    """

    def __init__(self, code: str, **values: Value) -> None:
        """Set the code and its arguments."""
        super().__init__(code)
        self.values = values
        self.rule = ""
        self.span: Span | None = None
        self.broken: Term | None = None
        """The condition that does not hold: the caller adds its values, as ``found``."""

    @property
    def code(self) -> str:
        """Return the finding's code, without loading the catalogue."""
        return str(self.args[0])

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the finding; unknown values appear as an ellipsis."""
        told = finding_catalogue()[self.args[0]]
        names = (gap.name for text in (told.message, told.expected, told.remedy) for gap in gaps_of(text))
        lacking = {name: UNKNOWN for name in names if name is not None and name not in self.values}
        return (Diagnostic(self.args[0], self.span, (*self.values.items(), *lacking.items())),)


class Failed(RulesFault):
    """A fault of generated code, known only by its code; replaying it in the interpreter yields the full details."""

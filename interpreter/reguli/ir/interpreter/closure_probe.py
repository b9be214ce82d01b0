"""The one place where the interpreter can be watched or changed: a probe sees every closure while a program is made.

Coverage, step budgets and mutants are probes. A program without a probe has the same closures as if there were none: nothing is asked while it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reguli.ir.program import Block, Slots
from reguli.ir.program_interface import Closure, Effect, Planned
from reguli.model.bound_tree.bound_statements import BoundStatement
from reguli.model.bound_tree.bound_terms import Term

if TYPE_CHECKING:
    from reguli.ir.interpreter.block_interpreter import Blocks
    from reguli.ir.interpreter.expression_interpreter import Values
    from reguli.ir.interpreter.statement_interpreter import Effects


class Probe:
    """A probe that changes nothing; a subclass returns other closures than those that ``values``, ``effects`` or ``blocks`` make."""

    def term(self, values: Values, term: Term) -> Closure:
        """Return the closure of a term; terms within it come to the probe, too."""
        return values.made(term)

    def collection(self, values: Values, term: Term) -> Callable[[Slots], Sequence[int]]:
        """Return the closure of a collection that is gone through."""
        return values.looked_through(term)

    def define(self, name: str, value: Closure) -> Closure:
        """Return the closure of the value of a define."""
        return value

    def statement(self, effects: Effects, statement: BoundStatement) -> Effect:
        """Return the closure of a statement."""
        return effects.made(statement)

    def block(self, blocks: Blocks, block: Block) -> Planned:
        """Return the layout of a block."""
        return blocks.laid_out(block)

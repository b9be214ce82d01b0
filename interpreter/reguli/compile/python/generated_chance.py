"""Points of chance as generated Python."""

from __future__ import annotations

from reguli.compile.codegen.control_flow import chance_node_codegen
from reguli.compile.python.lazy_functions import Written
from reguli.ir.program import Chance, Journal, Program, Slots
from reguli.ir.program_interface import Cast, Casting
from reguli.model.bound_tree.bound_terms import Tracked


class WrittenCasting(Casting):
    """The chance at the end of a block."""

    def __init__(self, written: Written, program: Program, block: int) -> None:
        """Make what it asks."""
        end = program.blocks[block].end
        assert isinstance(end, Chance), end
        self.end = end
        self.several = (
            end.form != "lot" and isinstance(end.source, Tracked) and program.layout.fields[end.source.field].several
        )
        self._module = written.module
        self._candidates = written.made(lambda: chance_node_codegen.candidates_function(written.making, block))
        self._chosen = written.made(lambda: chance_node_codegen.chosen_function(written.making, block))

    def cast(self, s: Slots) -> Cast:
        """Count the cast, and give what may come."""
        count = self._candidates(s)
        known, place = self._known(chance_node_codegen.OCCURRENCE), self._known(chance_node_codegen.PLACE)
        candidates = self._module.area(chance_node_codegen.CANDIDATES)
        if not count:
            return Cast(candidates[:1], None, place, known, known=True)
        weighed = self.end.form == "tokens" or self.end.weighing is not None
        weights = self._module.area(chance_node_codegen.WEIGHTS)[:count] if weighed else None
        if not self.end.capacity:
            return Cast(candidates[:count], weights, place, known)
        width = self.end.capacity + 1
        groups = [tuple(candidates[at + 1 : at + 1 + candidates[at]]) for at in range(0, count * width, width)]
        return Cast(groups, weights, place, known)

    def chosen(self, s: Slots, j: Journal, cast: Cast, index: int) -> None:
        """Write the candidate that came into its slot, and tell it."""
        self._chosen(s, j, index)

    def _known(self, name: str) -> int:
        found: int = self._module.shared.namespace[self._module.shared.known(name)]
        return found

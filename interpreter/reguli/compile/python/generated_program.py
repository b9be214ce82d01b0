"""Programs that run as generated Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import count
from typing import Any

from reguli.compile.codegen import block_codegen, chance_node_codegen, option_codegen
from reguli.compile.codegen.block_codegen import HOLD, BlockCodegen
from reguli.compile.codegen.expression_codegen import PAST
from reguli.compile.codegen.statement_codegen import procedure_function
from reguli.compile.python.expression_printer import PAST as KEPT
from reguli.compile.python.generated_options import GeneratedOption, LazyFunctions
from reguli.compile.python.python_module import CodeCache, PythonModule
from reguli.ir.executable_program import Playable, make_executable, reads_earlier_position
from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.program import Chance, Journal, Program, Slots
from reguli.ir.program_interface import Cast, Casting, Earlier, Made, Performing, Searching, Way
from reguli.ir.state_layout import EPOCH
from reguli.model.bound_tree.bound_terms import Tracked
from reguli.model.bound_tree.tree_traversal import all_procedures
from reguli.model.types import BundleType

# -- Points of chance as generated Python ----------------------------------------------------------------------------


class GeneratedChance(Casting):
    """A chance node ending a block."""

    def __init__(self, written: LazyFunctions, program: Program, block: int) -> None:
        """Prepare its functions."""
        end = program.blocks[block].end
        assert isinstance(end, Chance), end
        self.end = end
        self.several = (
            end.form != "lot" and isinstance(end.source, Tracked) and program.layout.fields[end.source.field].several
        )
        self._module = written.module
        self._candidates = written.made(lambda: chance_node_codegen.candidates_function(written.making, block))
        self._chosen = written.made(lambda: chance_node_codegen.take_candidate_function(written.making, block))

    def cast(self, s: Slots) -> Cast:
        """Count the draw and return the candidates."""
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
        """Write the drawn candidate to its slot and journal it."""
        self._chosen(s, j, index)

    def _known(self, name: str) -> int:
        found: int = self._module.shared.namespace[self._module.shared.known(name)]
        return found


# -- generated program -----------------------------------------------------------------------------------------------


def compile_to_python(program: Program, codes: CodeCache | None = None) -> Playable:
    """Make a program executable as generated Python, without changing it. Similar programs share ``codes``."""
    numbers, distances = count(1), Distances()
    code = LazyFunctions.of(program, numbers, codes)
    making = code.making
    choices = {one.entry: (decision, at) for decision in program.decisions for at, one in enumerate(decision.choices)}

    @cache
    def twin() -> Playable:
        return make_executable(program)

    @cache
    def searching() -> Searching:
        # Most rulesets never search.
        from reguli.compile.python.generated_search import GeneratedSearch

        return GeneratedSearch(code)

    def remember(s: Slots) -> None:
        if not s[EPOCH]:
            at = program.layout.stamp_slots
            s[EPOCH] = now = next(numbers)
            s[at] = [now] * len(s[at])

    return Playable(
        **{name: getattr(program, name) for name in Program.__match_args__},
        go=_Going(code).go,
        castings=Made(partial(GeneratedChance, code, program)),
        actors=Made(
            lambda number: code.made(lambda: option_codegen.deciding_player_function(making, program.decisions[number]))
        ),
        choices=Made(lambda entry: GeneratedOption(code, *choices[entry])),
        effects=Made(lambda name: _performing(code, name)),
        ranking=Made(lambda number: code.made(lambda: block_codegen.ranking_value_function(making, number))),
        audiences=Made(lambda name: code.made(lambda: block_codegen.viewers_function(making, name))),
        invariants=Made(lambda number: code.made(lambda: block_codegen.invariant_function(making, number))),
        asking=code.beside,
        distances=distances,
        earlier=_Earlier(code.module, asked=reads_earlier_position(program.ruleset)),
        remember=remember,
        forget=lambda s: None,
        twin=twin,
        searching=searching,
    )


class _Going:
    """Executes block functions one after another."""

    def __init__(self, code: LazyFunctions) -> None:
        blocks = BlockCodegen(code.making)
        self._functions: Made[int, Callable[[Slots, Journal], int]] = Made(
            lambda number: code.made(lambda: blocks.function(number))
        )
        self._namespace, shared = code.module.shared.namespace, code.module.shared
        self._hold = shared.known(HOLD)

    def go(self, s: Slots, j: Journal, way: Way) -> None:
        """Continue (``ir.program_interface.Going``); each function counts as one block."""
        functions, at, stop = self._functions, way.at, way.stop
        self._namespace[self._hold] = int(way.hold)
        for left in range(way.left, 0, -1):
            if at == stop:
                way.at, way.left = at, left
                return
            at = functions[at](s, j)
            if at < 0:
                # Here the position stands still.
                way.at, way.left = -1 - at, left
                return
        way.at, way.left = at, 0


class _Earlier(Earlier):
    """The position at the move's start, if generated code reads it."""

    def __init__(self, module: PythonModule, *, asked: bool) -> None:
        super().__init__(asked=asked)
        self._module = module
        module.shared.namespace[KEPT] = []

    def keep(self, slots: Sequence[int]) -> None:
        """Store a position."""
        super().keep(slots)
        shared = self._module.shared
        shared.namespace[KEPT][:] = slots
        shared.namespace[shared.known(PAST)] = int(bool(slots))


def _performing(code: LazyFunctions, name: str) -> Performing:
    """Return a function that runs a non-suspending procedure with arguments; a bundle becomes one number per variety."""
    procedure = next(one for one in all_procedures(code.making.ruleset) if one.id == name)
    run = code.made(lambda: procedure_function(code.making, procedure))
    bundled = [isinstance(one.type, BundleType) for one in procedure.parameters]

    def perform(s: Slots, j: Journal, arguments: Sequence[Any]) -> None:
        given = [part for one, value in zip(bundled, arguments, strict=True) for part in (value if one else (value,))]
        run(s, j, *given)

    return perform

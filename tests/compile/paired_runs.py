"""A program run twice: block by block by the interpreter, and by the functions of its blocks; slots and journal are compared wherever these hand over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from reguli.compile.codegen import block_codegen, chance_node_codegen
from reguli.compile.codegen.block_codegen import BlockCodegen, write_block_functions
from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.expression_codegen import PAST
from reguli.compile.codegen.statement_codegen import procedure_function
from reguli.compile.python.expression_printer import PAST as PAST_SLOTS
from reguli.compile.python.python_module import PythonModule
from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.legal_actions import legal_action_sets, write_move_arguments
from reguli.engine.gameplay.program_execution import PC, draw_outcomes
from reguli.engine.gameplay.program_execution import _hold as hold
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.block_interpreter import Walk
from reguli.ir.interpreter.block_interpreter import _go_on as go_on
from reguli.ir.interpreter.set_numbering import encode_bundle
from reguli.ir.program import Chance, Decide, Fork, Halt, Journal, Jump, Program, Return, Settled, Switch
from reguli.ir.rng import Stream, chance_key, derive_key, uniform_below
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS, NONE
from reguli.model.types import BundleType


class BothFail(Exception):  # noqa: N818
    """The interpreter and generated code have failed with the same code."""


def tried(call: Callable[[], Any]) -> tuple[Any, str]:
    """Return what is given, or the code of the fault."""
    try:
        return call(), ""
    except RulesFault as fault:
        return None, fault.args[0]


def made_of(program: Program) -> CodegenContext:
    """Write the functions of blocks and of procedures that wait for nobody."""
    making = CodegenContext(program)
    write_block_functions(making)
    for name, entry in program.entries.items():
        if entry.block is None:
            procedure_function(making, making.procedures[name])
    for number in range(len(making.ruleset.ranking)):
        block_codegen.ranking_value_function(making, number)
    for name in making.ruleset.audiences:
        block_codegen.viewers_function(making, name)
    return making


@dataclass
class Coded:
    """A position that is run by generated functions."""

    program: Program
    making: CodegenContext
    numbers: Any = field(default_factory=lambda: count(1))
    journal: Journal = field(default_factory=list)

    def __post_init__(self) -> None:
        self.slots = list(self.program.first)
        self.module = PythonModule(
            self.making.functions, self.making.areas, width=self.program.width, numbers=self.numbers
        )
        self.module.take("blocks")

    def known(self, name: str) -> int:
        """Return a number beside the position."""
        return int(self.module.shared.namespace.get(self.module.shared.known(name), 0))

    def know(self, name: str, value: int) -> None:
        """Assign a value to a number beside the position."""
        self.module.shared.namespace[self.module.shared.known(name)] = value

    def call(self, name: str, *given: Any) -> Any:
        """Call a function."""
        besides = [self.journal for _ in self.module.besides(name)]
        return self.module.take(name)(self.slots, *besides, *given)

    def told(self) -> Journal:
        """Return the journal as the interpreter writes it: runs are tuples, of bundles their numbers."""
        found: Journal = []
        for note, *values in self.journal:
            types = self.program.notes[note].types
            whole = [tuple(one) if isinstance(one, Sequence) else one for one in values]
            if types and isinstance(types[-1], BundleType) and isinstance(whole[-1], tuple):
                whole[-1] = encode_bundle(whole[-1])
            found.append((note, *whole))
        return found

    def stamp(self, slots: Sequence[int]) -> None:
        """Take over what somebody else has changed, stamped."""
        layout, due = self.program.layout, set[str]()
        for name, one in layout.fields.items():
            if (
                self.slots[one.base : one.base + one.stride * one.places]
                != slots[one.base : one.base + one.stride * one.places]
            ):
                due.add(name)
            first = layout.places.get(one.declared.of or "")
            if first is not None and one.declared.form == "zone":
                last = first + layout.size_of(one.declared.of or "")
                if self.slots[first:last] != slots[first:last]:
                    due.add(name)
        self.slots[: self.program.saved] = slots[: self.program.saved]
        for name in due:
            self.slots[layout.stamps[name]] = next(self.numbers)

    def begin(self, past: Sequence[int]) -> None:
        """Make ready for a run."""
        if not self.slots[EPOCH]:
            at = self.program.layout.stamp_slots
            self.slots[EPOCH] = now = next(self.numbers)
            self.slots[at] = [now] * len(self.slots[at])
        self.slots[BUDGET] = LOOKS
        self.know(block_codegen.HOLD, 1)
        self.know(PAST, int(bool(past)))
        self.module.shared.namespace[PAST_SLOTS] = list(past)


class Lockstep:
    """Runs both, and compares."""

    def __init__(self, walked: Playable, making: CodegenContext, seed: int) -> None:
        self.walked = walked
        walk = walked.go.__self__  # type: ignore[attr-defined]
        assert isinstance(walk, Walk)
        self.plan = walk._plan
        self.blocks = BlockCodegen(making)
        self.coded = Coded(walked, making)
        self.slots = list(walked.first)
        self.journal: Journal = []
        self.chance = ChanceSource(seed)
        self.lots = Stream(seed)
        self.decisions = 0

    def play(self, decisions: int) -> None:
        """Play moves by lot until it is over, or so many."""
        while (decision := self.run()) is not None and self.decisions < decisions:
            self.decisions += 1
            if not self.move(decision):
                return

    def move(self, decision: Decide) -> bool:
        """Take one of the moves that there are, as the interpreter lists and enters them; tell whether both go on from there."""
        moves = [
            (family.choice, move)
            for family in legal_action_sets(self.walked, decision, self.slots)
            for move in family.moves()
        ]
        if not moves:
            if decision.otherwise is None:
                return False
            self.slots[PC] = decision.otherwise
        else:
            choice, move = moves[uniform_below(self.lots, len(moves))]
            self.slots[BUDGET] = LOOKS
            write_move_arguments(self.walked, choice, self.slots, self.journal, move)
            self.slots[PC] = choice.entry
        self.coded.journal[:] = list(self.journal)
        self.coded.stamp(self.slots)
        return True

    def run(self, stop: int = NONE) -> Decide | None:
        """Run both to where the position stands still."""
        self.slots[BUDGET] = LOOKS
        self.walked.forget(self.slots)
        past = () if self.slots[PC] == self.walked.first[PC] else tuple(self.slots)
        self.walked.earlier.keep(past)
        self.coded.begin(past)
        at = self.slots[PC]
        while at != stop:
            found, coded = tried(lambda at=at: self.coded.call(f"block {at}"))
            at = self.both(coded, *tried(lambda at=at: self.walk(at)))
            assert found == at
            self.compare(f"behind {at}")
            if at < 0:
                end = self.walked.blocks[-1 - at].end
                if not isinstance(end, Chance):
                    return end if isinstance(end, Decide) else None
                at = self.cast(-1 - at)
                self.compare(f"chance before {at}")
        return None

    def both(self, coded: str, walked: Any, fault: str) -> Any:
        """Return what the interpreter gives; where it fails, generated code must have failed likewise, and nothing goes on."""
        assert coded == fault
        if fault:
            raise BothFail(fault)
        return walked

    def compare(self, where: str) -> None:
        """Compare slots and journal."""
        walked, coded = self.slots[: self.walked.saved], self.coded.slots[: self.walked.saved]
        unlike = [
            (slot, one, other) for slot, (one, other) in enumerate(zip(walked, coded, strict=True)) if one != other
        ]
        assert not unlike, (where, unlike)
        told = self.coded.told()
        assert [list(entry) for entry in self.journal] == [list(entry) for entry in told], where
        del self.journal[:]
        del self.coded.journal[:]

    def walk(self, at: int) -> int:
        """Let the interpreter run the blocks of one function; give where it comes to, as functions of blocks do."""
        way: tuple[int, ...] = (at,)
        while True:
            effects, end, kind, what, yes, no = self.plan[at]
            for _, effect in effects:
                effect(self.slots, self.journal)
            if isinstance(end, Decide | Halt):
                self.slots[PC] = at
            if isinstance(end, Decide | Halt | Chance):
                return -1 - at
            if kind is Settled:
                hold(self.walked, self.slots)
            if kind is Fork:
                at = yes if what(self.slots) else no
            else:
                at = yes if kind in (Jump, Settled) else go_on(end, what, self.slots)
            if kind in (Return, Switch) or not self.blocks.stays(at, way):
                return at
            way = (*way, at)

    def cast(self, block: int) -> int:
        """Let chance fall by the interpreter, and by the candidates, tickets and constants of generated code."""
        casting = self.walked.castings[block]
        drawn = len(self.chance.log)
        candidates, coded = tried(lambda: self.coded.call(f"candidates {block}"))
        self.both(coded, *tried(lambda: draw_outcomes(self.walked, casting, self.slots, self.journal, self.chance)))
        self.walked.forget(self.slots)
        assert bool(candidates) == (len(self.chance.log) > drawn)
        return int(self.coded.call(f"chosen {block}", self.least(candidates) if candidates else 0))

    def least(self, count_of: int) -> int:
        """Return the candidate with the least ticket."""
        key = chance_key(
            self.chance.seed,
            self.coded.known(chance_node_codegen.SITE),
            self.coded.known(chance_node_codegen.OCCURRENCE),
        )
        tickets = []
        for at in range(count_of):
            first = derive_key(key, self.coded.module.area(chance_node_codegen.KEYS)[at] & (1 << 64) - 1)
            weight = self.coded.module.area(chance_node_codegen.WEIGHTS)[at]
            tickets.append(min([first, *(derive_key(first, number) for number in range(1, weight))]))
        return tickets.index(min(tickets))

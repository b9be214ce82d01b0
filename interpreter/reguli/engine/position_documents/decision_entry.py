"""Entry at a decision of a phase: the names around it are bound, and nothing that stands before it is run.

A position states what is true when the decision is asked. So the way from the beginning of the phase to the decision is searched, not
played: loops, branches and calls are followed, and names get their values, but no statement on the way changes the state, no card is
drawn and nothing settles. Decisions on the way are passed over without a move.

A condition on the way is asked of the stated position. It decides, unless a statement on the way would have changed what it reads, or a
name it reads has no value: then the search tries the way that the condition says first, and the other one after it.

A name has no value where chance, a draw or a move before the decision would have given it. ``with:`` states it, or ``chance:`` for a lot,
or ``by:`` where it names the player who decides. Only names that are read from the decision on must be stated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.program_execution import PC, draw_outcomes
from reguli.engine.position_documents.document_placement import PlacementReader
from reguli.ir import program as p
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.block_interpreter import Blocks
from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.interpreter.builtin_functions import read_list_members, write_list_members
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.interpreter.statement_interpreter import Effects
from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, FACTS, LOOKS, Storage
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Local, Placed, Term, Variable
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_statements,
    called_procedures,
    field_of_place,
    fields_read,
    fields_written,
    nested_statements,
    procedure_effects,
    statement_terms,
    variables_bound_by,
    variables_read,
)
from reguli.model.types import (
    CollectionType,
    ElementType,
    ManyType,
    NumberType,
    PlaceType,
    TruthType,
    UnknownType,
    type_text,
)
from reguli.ruleset.declarations.example_files import Given
from reguli.source.frozen_values import FrozenValue, frozen_class

STEPS: Final = 50_000
"""So many blocks are looked at on the search for a decision."""
UNWATCHED: Final = 60
"""Behind so many blocks the search looks whether it has been there before; most searches are shorter."""
FARTHEST: Final = 1_000_000
OWN_FACTS: Final = frozenset(FACTS.index(name) for name in ("at_turn", "settling", "holding"))
"""Facts that belong to the rules under way; the others are part of the stated position."""
HOLDING: Final = FACTS.index("holding")
WRITTEN: Final = object()
"""Stands for the value that a statement has written itself."""


@dataclass(slots=True)
class Entered:
    """The result of a search.

    ``decision`` is ``None`` where none was found. ``named`` are the names bound around the decision that was found, or around
    the last that the wanted player had; ``unbound`` those that must be stated.
    """

    slots: Slots
    chance: ChanceSource
    decision: p.Decide | None = None
    named: Mapping[str, Variable] = field(default_factory=dict)
    unbound: tuple[str, ...] = ()
    other: str = ""
    """A stated name with another value wherever the decision was come to."""


@frozen_class
class Wanted(FrozenValue):
    """The decision to enter: its name or any, its player or any, and the stated values by name."""

    phase: str
    decision: str | None
    seat: int | None
    given: tuple[tuple[str, Given], ...]


def search_decision(
    program: Playable, slots: Slots, chance: ChanceSource, wanted: Wanted, reader: PlacementReader
) -> Entered:
    """Search a decision from the beginning of its phase, at which ``slots`` stand; findings on stated values go to the reader."""
    if "entry" not in program.asked:
        program.asked["entry"] = _Plan(program)
    for inside in (False, True):
        subgraph = program.asked["entry"].subgraph(wanted.phase, wanted.decision, inside=inside)
        found = _Search(program.asked["entry"], subgraph, wanted, reader).run(slots, chance)
        if found.decision is not None or found.named:
            break
    return found


# -- what leads where, and what is read on the way -------------------------------------------------------------------


@frozen_class
class _Subgraph(FrozenValue):
    """The decisions wanted, and the blocks from which one of them is come to.

    ``inside`` leads through the options of decisions and through settle points too.
    """

    targets: frozenset[int]
    towards: frozenset[int]
    inside: bool


def _onward(end: p.End, *, inside: bool) -> tuple[int, ...]:
    """Return the blocks behind an end; what is called counts as come back from."""
    match end:
        case p.Fork(p.Unsettled(), _, no) if not inside:
            return (no,)
        case p.Call(_, _, entry, back):
            return entry, back
        case p.Decide(choices=choices, exit=leaving, otherwise=otherwise):
            options = (*(choice.entry for choice in choices), *(() if otherwise is None else (otherwise,)))
            return (leaving, *options) if inside else (leaving,)
        case p.Jump() | p.Settled() | p.Fork() | p.Switch() | p.Chance() | p.Return() | p.Halt():
            return tuple(p.followed_by(end, {}))


def _reached(first: Iterable[int], onward: Callable[[int], Iterable[int]]) -> set[int]:
    reached = set(first)
    waiting = list(reached)
    while waiting:
        fresh = set(onward(waiting.pop())) - reached
        reached |= fresh
        waiting += fresh
    return reached


def _terms(node: object) -> Iterator[Term | p.Slot | p.Power]:
    """Yield the terms and slots that a node of a program reads."""
    if isinstance(node, b.BoundStatement):
        for one in nested_statements((node,)):
            yield from statement_terms(one)
    elif isinstance(node, Placed | p.Slot | p.Power):
        yield node  # type: ignore[misc]
    elif isinstance(node, tuple):
        for one in node:
            yield from _terms(one)
    elif isinstance(node, FrozenValue) and not isinstance(node, Variable):
        yield from _terms(node.__content__(node))


@dataclass(slots=True)
class _Plan:
    """What the searches of one program share; what is known of a node stands under its identity, beside the node itself."""

    program: Playable
    walker: Playable = field(init=False)
    blocks: Blocks = field(init=False)
    names: dict[int, Variable] = field(init=False)
    """By slot."""
    _subgraphs: dict[tuple[str, str | None, bool], _Subgraph] = field(default_factory=dict)
    _written: dict[_Subgraph, frozenset[str]] = field(default_factory=dict)
    _read: dict[int, tuple[object, frozenset[int], frozenset[str]]] = field(default_factory=dict)
    _made: dict[int, tuple[object, Callable[[Slots], Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the closures' factory, and find the names."""
        program, storage = self.program, self.program.layout.storage
        self.walker = program if program.twin is None else program.twin()
        values = Values(program.ruleset, program.layout, Distances())
        self.blocks = Blocks(program, values, Effects(values, program))
        variables = [one for procedure in all_procedures(program.ruleset) for one in procedure.parameters]
        variables += [one for statement in all_statements(program.ruleset) for one in variables_bound_by(statement)]
        self.names = {storage[one.key].slot: one for one in variables if one.key in storage and one.name}

    def subgraph(self, phase: str, decision: str | None, *, inside: bool) -> _Subgraph:
        """Return the blocks between the beginning of a phase and its decisions of a name."""
        key = phase, decision, inside
        if key not in self._subgraphs:
            program, first, stop = self.program, self.program.phase_entries[phase], self.program.phase_exits[phase]
            onward: dict[int, tuple[int, ...]] = {stop: ()}

            def behind(at: int) -> tuple[int, ...]:
                return onward.setdefault(at, _onward(program.blocks[at].end, inside=inside))

            ends = {at: program.blocks[at].end for at in _reached((first,), behind) if at != stop}
            calls, before = p.returns_by_slot(ends.values()), dict[int, list[int]]()
            for at, end in ends.items():
                for following in p.followed_by(end, calls) if isinstance(end, p.Return) else behind(at):
                    before.setdefault(following, []).append(at)
            targets = {at for at, end in ends.items() if isinstance(end, p.Decide) and decision in (None, end.ask.name)}
            towards = _reached(targets, lambda at: before.get(at, ()))
            self._subgraphs[key] = _Subgraph(frozenset(targets), frozenset(towards), inside)
        return self._subgraphs[key]

    def written(self, subgraph: _Subgraph) -> frozenset[str]:
        """Return the state fields that some block of a subgraph would change."""
        if subgraph not in self._written:
            lines = (line for at in subgraph.towards for _, line in self.program.blocks[at].lines)
            self._written[subgraph] = frozenset(name for line in lines for name in self._changed(line))
        return self._written[subgraph]

    def _changed(self, line: p.Statement) -> Iterator[str]:
        """Yield the state fields that one statement of a block changes."""
        ruleset = self.program.ruleset
        match line:
            case p.Do(bound):
                for one in nested_statements((bound,)):
                    yield from fields_written(ruleset, one)
                    yield from procedure_effects(ruleset, called_procedures(ruleset, one)).written
            case p.Run(procedure):
                run = (one for one in all_procedures(ruleset) if one.id == procedure)
                yield from procedure_effects(ruleset, run).written
            case p.Deal(_, source, target):
                yield from (name for zone in (source, target) if (name := field_of_place(zone)) is not None)
            case p.Fill(first) | p.Set(first):
                fields = self.program.layout.fields.values()
                yield from (one.name for one in fields if one.base <= first < one.base + one.stride * one.places)
            case p.Add() | p.Store() | p.Pick() | p.PickGroup() | p.Pop() | p.ZeroFrames() | p.Hold() | p.LetGo():
                pass  # frames
            case p.Enough() | p.Record() | p.Arrive() | p.NoCase():
                pass

    def read(self, node: object) -> tuple[frozenset[int], frozenset[str]]:
        """Return the slots of names, and the state fields, that a node reads."""
        if id(node) not in self._read:
            storage, found = self.program.layout.storage, list(_terms(node))
            terms: list[Term] = [one for one in found if not isinstance(one, p.Slot | p.Power)]
            slots = {one.slot for one in found if isinstance(one, p.Slot | p.Power)}
            slots |= {storage[key].slot for term in terms for key in variables_read(term) if key in storage}
            self._read[id(node)] = node, frozenset(slots), fields_read(self.program.ruleset, *terms)
        return self._read[id(node)][1:]

    def made(self, node: p.Test | p.Value | p.Statement) -> Callable[[Slots], Any]:
        """Return the closure of a test, a value or a statement; a statement gives ``True``."""
        if id(node) not in self._made:
            if isinstance(node, p.Test):
                closure = self.blocks.test(node)
            elif isinstance(node, p.Value):
                closure = self.blocks.value(node)
            else:
                effect = self.blocks.effect(node)
                closure = lambda s: effect(s, []) or True  # noqa: E731
            self._made[id(node)] = node, closure
        return self._made[id(node)][1]

    def live(self, slot: int, at: int) -> bool:
        """Return whether a slot may be read from a decision on before it is written."""
        blocks = self.program.blocks
        calls = p.returns_by_slot(block.end for block in blocks)

        def onward(here: int) -> Iterable[int]:
            end = blocks[here].end
            for _, line in blocks[here].lines if here != at else ():
                if slot in self.read(line)[0] or self._rewrites(line, slot):
                    return ()
            if isinstance(end, p.Chance) and end.slot == slot:
                return ()
            return p.followed_by(end, calls) if isinstance(end, p.Return) else _onward(end, inside=True)

        return any(self._reads_first(slot, here, whole=here != at) for here in _reached((at,), onward))

    def _reads_first(self, slot: int, at: int, *, whole: bool) -> bool:
        """Return whether a block reads a slot before it writes it."""
        block = self.program.blocks[at]
        for _, line in block.lines if whole else ():
            if slot in self.read(line)[0] or self._rewrites(line, slot):
                return slot in self.read(line)[0]
        return slot in self.read(block.end)[0]

    def _rewrites(self, line: p.Statement, slot: int) -> bool:
        if isinstance(line, p.Do):
            given = line.statement
            return isinstance(given, b.Give) and self.program.layout.storage[given.variable.key].slot == slot
        if isinstance(line, p.Fill):
            return line.first <= slot < line.last
        return isinstance(line, p.Set | p.Pick) and line.slot == slot


# -- the search ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Path:
    """A way from the beginning of the phase: where it is, and what is bound there."""

    at: int
    slots: Slots
    chance: ChanceSource
    unknown: frozenset[int] = frozenset()
    """Slots without a value."""
    named: Mapping[str, Variable] = field(default_factory=dict)
    """By name: what was bound last."""

    def on(self, at: int) -> list[_Path]:
        """Go on at another block, the only one."""
        self.at = at
        return [self]

    def to(self, at: int) -> _Path:
        """Return a copy that goes on at another block."""
        other = copy(self)
        other.at, other.slots = at, list(self.slots)
        return other


class _Search:
    """One search, depth first: the way that the rules would take comes first."""

    def __init__(self, plan: _Plan, subgraph: _Subgraph, wanted: Wanted, reader: PlacementReader) -> None:
        self._plan, self._subgraph, self._wanted, self._reader = plan, subgraph, wanted, reader
        self._storage = plan.program.layout.storage
        self._given = dict(wanted.given)
        self._values: dict[tuple[str, int], object] = {}
        self._near: Entered | None = None

    def run(self, slots: Slots, chance: ChanceSource) -> Entered:
        """Return the first decision that fits."""
        program, seen = self._plan.program, set[tuple[object, ...]]()
        path = _Path(slots[PC], list(slots), chance)
        path.slots[BUDGET], path.slots[EPOCH] = LOOKS, 0
        waiting = [path] if self._subgraph.targets else []
        for step in range(STEPS):
            if not waiting:
                break
            path = waiting.pop()
            for _, line in program.blocks[path.at].lines:
                self._follow(path, line)
            end = program.blocks[path.at].end
            if step > UNWATCHED and isinstance(end, p.Fork | p.Decide | p.Switch):
                key = path.at, tuple(path.slots[program.frames : program.logical]), path.unknown
                if key in seen:
                    continue
                seen.add(key)
            found = self._fits(path, end) if isinstance(end, p.Decide) and path.at in self._subgraph.targets else None
            if found is not None:
                return found
            waiting += [one for one in reversed(self._onward(path, end)) if one.at in self._subgraph.towards]
        return self._near or Entered(slots, chance)

    def _fits(self, path: _Path, decision: p.Decide) -> Entered | None:
        """Return the decision with what is bound there, if it is the wanted one."""
        plan, seat, slots = self._plan, self._wanted.seat, list(path.slots)
        actor, unknown = decision.ask.actor, path.unknown
        if isinstance(actor, Local) and seat is not None and self._storage[actor.variable.key].slot in unknown:
            slots[self._storage[actor.variable.key].slot] = seat
            unknown -= {self._storage[actor.variable.key].slot}
        if (
            seat is not None
            and not plan.read(actor)[0] & unknown
            and plan.walker.actors[decision.number](slots) != seat
        ):
            return None
        found = Entered(slots, path.chance, decision, path.named)
        for name in self._given:
            variable = path.named.get(name)
            if variable is None or self._value(name, variable) != self._stored(slots, variable):
                self._near = replace(found, decision=None, other=name)
                return None
        slots[PC] = path.at
        missing = (plan.names[slot].name for slot in sorted(unknown) if slot in plan.names and plan.live(slot, path.at))
        found.unbound = tuple(dict.fromkeys(missing))
        return found

    def _onward(self, path: _Path, end: p.End) -> list[_Path]:
        """Return the ways on, the one that the rules would take first; the path itself may be one of them."""
        match end:
            case p.Fork(test, yes, no) if not isinstance(test, p.Unsettled) or self._subgraph.inside:
                return self._forked(path, test, (no, yes))
            case p.Switch(value, targets, other):
                index = None if path.unknown & self._plan.read(value)[0] else self._asked(path, value)
                if index is not None:
                    return path.on(targets[index] if 0 <= index < len(targets) else other)
                return [path.to(target) for target in (*targets, other)]
            case p.Call(passing, return_slot, entry, back):
                for place, value, found in [(place, value, self._asked(path, value)) for place, value in passing]:
                    self._bind(path, place, found, self._plan.read(value)[0])
                path.slots[return_slot] = back
                return path.on(entry)
            case p.Return(return_slot, frame):
                onward = path.slots[return_slot]
                for first, last in frame:
                    self._zero(path, first, last, 0)
                return path.on(onward)
            case p.Chance():
                self._cast(path, end)
                return path.on(end.next)
            case p.Decide(choices=choices, exit=leaving, otherwise=otherwise) if self._subgraph.inside:
                inside = [self._taken(path, choice) for choice in choices]
                return [path.to(leaving), *inside, *(path.to(one) for one in (otherwise,) if one is not None)]
            case p.Jump() | p.Settled() | p.Fork() | p.Decide() | p.Halt():
                return [one for at in _onward(end, inside=self._subgraph.inside) for one in path.on(at)]

    def _forked(self, path: _Path, test: p.Test, ways: tuple[int, int]) -> list[_Path]:
        before = path.to(path.at) if isinstance(test, p.Advance) else path
        found = self._asked(path, test)
        if isinstance(test, p.Advance) and found:
            self._bind(path, Storage(test.slot), path.slots[test.slot], frozenset({test.ring.slot}))
        if ways[not found] not in self._subgraph.towards or not self._is_doubtful(before, test, found):
            return path.on(ways[bool(found)])
        return [path.to(ways[bool(found)]), before.to(ways[not found])]

    def _is_doubtful(self, path: _Path, test: p.Test, found: object) -> bool:
        """Return whether a test might have another result if what stands before it had been run."""
        slots, fields = self._plan.read(test)
        return (
            found is None or bool(path.unknown & slots) or bool(fields and self._plan.written(self._subgraph) & fields)
        )

    def _taken(self, path: _Path, choice: p.Choice) -> _Path:
        """Go into an option, whose parameters have no value but what is stated."""
        path = path.to(choice.entry)
        for step in (choice.steps[number] for number in choice.written):
            if isinstance(step, p.ParameterStep):
                self._bind(path, Storage(step.slot, step.room), None)
            elif isinstance(step, p.GiveStep):
                self._follow(path, p.Do(step.give))
        return path

    def _cast(self, path: _Path, end: p.Chance) -> None:
        """Bind what chance gives: the stated value, of a lot the prescribed one, else none."""
        variable, place = self._plan.names.get(end.slot), Storage(end.slot, end.capacity)
        stated = variable is not None and variable.name in self._given
        if stated or end.form != "lot" or end.site not in path.chance.prescribed:
            self._bind(path, place, None)
            return
        path.chance = path.chance.branch()
        try:
            draw_outcomes(self._plan.walker, self._plan.walker.castings[path.at], path.slots, [], path.chance)
        except RulesFault:
            self._bind(path, place, None)
        else:
            self._bind(path, place, WRITTEN)
        path.slots[EPOCH] = 0

    # -- statements on the way: those that bind names, and no others ------------------------------------------------

    def _follow(self, path: _Path, line: p.Statement) -> None:
        read, own = self._plan.read(line)[0], self._plan.program.frames
        match line:
            case p.Do(b.Give(variable=variable) | b.Write(place=Local(variable=variable))):
                place = self._storage[variable.key]
            case p.Set(slot) | p.Add(slot) if slot >= own or slot in OWN_FACTS:
                place = Storage(slot)
            case p.Fill(first, last, p.Number(number)) if first >= own:
                self._zero(path, first, last, number)
                return
            case p.Store(place):
                pass
            case p.Pick(slot, members):
                place, read = Storage(slot), frozenset({members.slot})
            case p.PickGroup(place, members):
                read = frozenset({members.slot})
            case p.Hold() | p.LetGo():
                place = Storage(HOLDING)
            case p.Do() | p.Set() | p.Add() | p.Fill() | p.Run() | p.Deal() | p.Enough() | p.Record() | p.Pop():
                return
            case p.ZeroFrames() | p.Arrive() | p.NoCase():
                return
        known = not read & path.unknown and self._asked(path, line) is not None
        self._bind(path, place, WRITTEN if known else None)

    def _asked(self, path: _Path, node: p.Test | p.Value | p.Statement) -> Any:
        """Return a value in the position; ``None`` if the rules fail to give one."""
        try:
            return self._plan.made(node)(path.slots)
        except (RulesFault, IndexError):
            return None

    def _bind(self, path: _Path, place: Storage, value: object, read: frozenset[int] = frozenset()) -> None:
        """Bind a slot to a value, or to what is written there already; without a value, to the stated one, if any."""
        variable = self._plan.names.get(place.slot)
        if variable is not None:
            path.named = {**path.named, variable.name: variable}
        if value is None or read & path.unknown:
            stated = variable is not None and variable.name in self._given
            value = self._value(variable.name, variable) if variable is not None and stated else None
            if value is None:
                path.unknown |= {place.slot}
                return
        path.unknown -= {place.slot}
        if isinstance(value, list | tuple | range):
            write_list_members(path.slots, place.slot, value, place.capacity)
        elif value is not WRITTEN:
            path.slots[place.slot] = int(value)  # type: ignore[call-overload]

    def _zero(self, path: _Path, first: int, last: int, number: int) -> None:
        """Forget names whose scope ends."""
        path.slots[first:last] = [number] * (last - first)
        path.named = {name: one for name, one in path.named.items() if not first <= self._storage[one.key].slot < last}
        path.unknown = frozenset(slot for slot in path.unknown if not first <= slot < last)

    def _value(self, name: str, variable: Variable) -> object:
        """Return a stated value in the engine's form; ``None`` with a finding if it cannot be read."""
        if (name, variable.key) not in self._values:
            self._values[name, variable.key] = read_stated_value(self._reader, name, variable, self._given[name])
        return self._values[name, variable.key]

    def _stored(self, slots: Slots, variable: Variable) -> object:
        place = self._storage[variable.key]
        return list(read_list_members(slots, place.slot)) if place.capacity else slots[place.slot]


def read_stated_value(reader: PlacementReader, name: str, variable: Variable, given: Given) -> int | list[int] | None:
    """Read the stated value of a name by its type. Findings: E502, E503, E507."""
    match variable.type:
        case NumberType():
            return reader.number(given, name, -FARTHEST, FARTHEST)
        case TruthType():
            return reader.truth(given, name)
        case ElementType(kind):
            return reader.element(given, kind, name, none=True)
        case CollectionType(kind):
            return reader.elements(given, kind, name)
        case ManyType() | PlaceType() | UnknownType():
            reader.wrong(given, name, type_text(variable.type))
            return None

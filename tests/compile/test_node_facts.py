"""What statements declare to read, write, bind and wait for holds in games that are played: nothing else is touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from interpreter_pairs import FOLDERS, ruleset

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import build_program, make_executable
from reguli.ir.interpreter.expression_interpreter import Probe
from reguli.ir.program import Block, Chance, Decide, Program
from reguli.ir.program_interface import Effect, Planned
from reguli.ir.state_layout import Layout
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_statements,
    called_procedures,
    changed_variables,
    fields_read,
    fields_written,
    statement_terms,
    variables_bound_by,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ZoneType
from reguli.play.bot_policies import RandomOptionBot

MOVES = 40
"""Enough to come through every phase of the small games and some rounds of the large ones."""
FORMS = (*get_args(t.Term), *get_args(b.BoundStatement))


class Watched:
    """Slots that note which of them are read and written."""

    def __init__(self, slots: list[int], read: set[int], written: set[int]) -> None:
        self.slots, self.read, self.written = slots, read, written

    def _at(self, index: int | slice) -> range:
        size = len(self.slots)
        return range(size)[index] if isinstance(index, slice) else range(index % size, index % size + 1)

    def __len__(self) -> int:
        return len(self.slots)

    def __iter__(self) -> Iterator[int]:
        return iter(self[:])

    def __getitem__(self, index: Any) -> Any:
        self.read.update(self._at(index))
        return self.slots[index]

    def index(self, value: int, first: int, last: int) -> int:
        self.read.update(range(first, last))
        return self.slots.index(value, first, last)

    def __setitem__(self, index: Any, value: Any) -> None:
        # What is written as it was is no change: a stretch is put back whole where one of it changes.
        before = self.slots.copy()
        self.slots[index] = value
        self.written.update(at for at in self._at(index) if before[at] != self.slots[at])


class Watching(Probe):
    """Notes for each statement that is run what it touches itself, without what stands in it or is called."""

    def __init__(self, rules: Ruleset) -> None:
        self.by_rule = {one.rule: one for one in all_statements(rules)}
        self.touched: dict[int, tuple[b.BoundStatement, set[int], set[int]]] = {}
        self.size = 0

    def statement(self, make: Callable[[b.BoundStatement], Effect], statement: b.BoundStatement) -> Effect:
        assert not statement.suspends, statement.rule
        return self._watched(make(statement), statement)

    def block(self, make: Callable[[Block], Planned], block: Block) -> Planned:
        """Watch what waits, too: it is lowered to statements of blocks, which keep its rule."""
        effects, *rest = make(block)
        watched = tuple(
            (rule, self._watched(effect, self.by_rule[rule]) if rule in self.by_rule else effect)
            for rule, effect in effects
        )
        return (watched, *rest)  # type: ignore[return-value]

    def _watched(self, made: Effect, statement: b.BoundStatement) -> Effect:
        _, read, written = self.touched.setdefault(id(statement), (statement, set(), set()))

        def run(s: Any, j: Any) -> Any:
            slots = s.slots if isinstance(s, Watched) else s
            self.size = len(slots)
            return made(Watched(slots, read, written), j)

        return run


def _fields_at(layout: Layout) -> dict[int, str]:
    """By slot the state field that lies there."""
    return {
        slot: name
        for name, field in layout.fields.items()
        for slot in range(field.base, field.base + field.stride * field.places)
    }


def _kinds_at(layout: Layout) -> dict[int, str]:
    """By slot the kind of the piece whose place stands there."""
    return {slot: kind for kind, first in layout.places.items() for slot in range(first, first + layout.size_of(kind))}


def _variables_at(layout: Layout, keys: set[int], size: int) -> dict[int, int]:
    """By slot the variable that begins there, where no other one shares the slot."""
    found: dict[int, set[int]] = {}
    for key, storage in layout.storage.items():
        found.setdefault(storage.slot % size, set()).add(key)
    return {slot: key for slot, (key, *others) in found.items() if not others and key in keys}


def _undeclared(program: Program, found: Watching) -> list[str]:
    """Name what statements touched that they do not declare."""
    layout, rules = program.layout, program.ruleset
    at, pieces = _fields_at(layout), _kinds_at(layout)
    bound = {one.key for statement in all_statements(rules) for one in variables_bound_by(statement)}
    variables = _variables_at(layout, bound, found.size)
    wrong = []
    for statement, read, written in found.touched.values():
        writes = set(fields_written(rules, statement))
        reads = {*fields_read(rules, *statement_terms(statement)), *writes}
        changed = {one.key for one in (*variables_bound_by(statement), *changed_variables(statement))}
        changed |= {one.key for called in called_procedures(rules, statement) for one in called.parameters}
        for what, declared, slots in (("reads", reads, read), ("writes", writes, written)):
            lying = {kind for name in declared if (kind := _pieces_of(rules, name))}
            wrong += [f"{statement.rule} {what} {name}" for name in {at[one] for one in slots if one in at} - declared]
            wrong += [
                f"{statement.rule} {what} where each {kind} lies"
                for kind in {pieces[one] for one in slots if one in pieces} - lying
            ]
        # What is left forgets its variables: they are set to 0, which is no value that anybody reads.
        given = set() if isinstance(statement, b.Leave) else {variables[one] for one in written if one in variables}
        wrong += [f"{statement.rule} gives variable {key} a value" for key in given - changed]
    return wrong


def _pieces_of(rules: Ruleset, field: str) -> str | None:
    found = rules.state_types.get(field)
    return found.pieces if isinstance(found, ZoneType) else None


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_statements_touch_what_they_declare(folder: Path) -> None:
    rules = ruleset(folder)
    found = Watching(rules)
    program = make_executable(build_program(rules, rules.players[0]), found)
    playthrough, bot = start_playthrough(program, seed=5), RandomOptionBot()
    for _ in range(MOVES):
        if playthrough.over:
            break
        playthrough.apply(bot.choose(playthrough))
    assert sorted(_undeclared(program, found)) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_play_waits_where_a_statement_declares_it(folder: Path) -> None:
    rules = ruleset(folder)
    program = build_program(rules, rules.players[0])
    declared = {one.rule: one.suspends for one in all_statements(rules)}
    for block in program.blocks:
        if isinstance(block.end, Decide):
            assert block.end.ask.suspends == "decision"
        elif isinstance(block.end, Chance) and block.end.rule in declared:
            assert declared[block.end.rule] == "chance", block.end.rule


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_what_a_node_declares_are_fields_of_it(form: type) -> None:
    """It binds each of its fields that is a variable; only the value of one names a variable that something else binds."""
    names = {one.name: str(one.type) for one in fields(form)}  # type: ignore[arg-type]
    assert set(form.binds) == {name for name, kind in names.items() if "Variable" in kind and form is not t.Local}  # type: ignore[attr-defined]
    assert set(form.reads) <= set(names)  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", get_args(b.BoundStatement), ids=lambda form: form.__name__)
def test_a_statement_declares_what_it_writes_and_waits_for(form: type[b.Ruled]) -> None:
    """There is no default: whoever adds a statement says it, in its class or by its family."""
    names = {one.name: str(one.type) for one in fields(form)}  # type: ignore[arg-type]
    assert all("Term" in names[name] for name in form.writes)
    assert form.suspends in {"", "decision", "chance", "settle"}

"""The walker with somebody who looks over its shoulder: which rules it runs, which way conditions go, which cells it reads.

It is slow, so not every move is made by it: one that looks like others before it (the same option, nothing told that was not told before) is
watched now and then only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.gameplay.illegal_moves import IllegalMove
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough, begin
from reguli.ir.executable_program import Playable, playable
from reguli.ir.interpreter.block_interpreter import Blocks
from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.interpreter.integer_arithmetic import looked_up
from reguli.ir.interpreter.statement_interpreter import Effects
from reguli.ir.program import Block, Chance, Decide, Journal, Program, Slots
from reguli.ir.program_interface import Closure, Effect, Planned
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import Layout
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.rule_ids import as_written
from reguli.model.types import BundleType, NumberType
from reguli.verify.fuzzing.rule_coverage import Near, Reached, conditions_of
from reguli.verify.report.step_budget import Budget

STEPS: Final = 12
"""What it takes to watch a move, in moves that are not watched."""
ALIKE: Final = 2
"""So many moves that look alike are all watched."""
SELDOM: Final = 40
"""Of further ones each of so many."""


class WatchedValues(Values):
    """Makes closures that take note of what they are asked."""

    def __init__(self, ruleset: Ruleset, layout: Layout, distances: Distances, *, reached: Reached) -> None:
        """Find the conditions that are watched."""
        super().__init__(ruleset, layout, distances)
        self._reached = reached
        self._conditions: Mapping[int, str] = {id(term): key for key, term in conditions_of(ruleset)}

    def closure(self, term: t.Term) -> Closure:
        """Make the closure of a term; of a condition that is watched one that notes which way it goes."""
        made = super().closure(term)
        key = self._conditions.get(id(term))
        return made if key is None else self._watching(key, made, term)

    def _watching(self, key: str, made: Closure, term: t.Term) -> Closure:
        sides, measures = self._reached.sides, list[Callable[[Slots], Near]]()

        def ask(s: Slots) -> Any:
            found = made(s)
            way = bool(found)
            if (key, not way) not in sides:
                if not measures:
                    measures.append(self._near(term))
                self._reached.missed(key, measures[0](s))
            sides.add((key, way))
            return found

        return ask

    def _near(self, term: t.Term) -> Callable[[Slots], Near]:
        """Make what measures how little a condition lacked: how many of its parts fail, and by how much the first of them does."""
        parts = [(super(WatchedValues, self).closure(part), self._sides(part), part.span) for part in _parts(term)]

        def measure(s: Slots) -> Near:
            failing, first = 0, Near(len(parts), span=term.span)
            try:
                for holds, sides, span in parts:
                    if holds(s) and len(parts) > 1:
                        continue
                    failing += 1
                    if failing == 1:
                        left, right = (None, None) if sides is None else (int(sides[0](s)), int(sides[1](s)))
                        first = Near(1, left, right, span)
            except RulesFault:
                return Near(len(parts), span=term.span)
            return replace(first, failing=max(1, failing))

        return measure

    def _sides(self, part: t.Term) -> tuple[Closure, Closure] | None:
        if isinstance(part, t.Compare) and isinstance(part.left.type, NumberType):
            return super().closure(part.left), super().closure(part.right)
        return None

    def _define(self, name: str) -> Closure:
        if name in self._defines:
            return self._defines[name]
        value, asked, written = super()._define(name), self._reached.defines, as_written(name)

        def ask(s: Slots) -> Any:
            asked.add(written)
            return value(s)

        self._defines[name] = ask
        return ask

    def _cell(self, term: t.Cell) -> Closure:
        if isinstance(term.type, BundleType):
            return super()._cell(term)
        table, keys = self.ruleset.tables[term.table], [self.closure(key) for key in term.keys]
        read = self._reached.cells.setdefault(term.table, set())

        def look(s: Slots) -> int:
            at = [key(s) for key in keys]
            read.add(tuple(at))
            return looked_up(table, at)

        return look


class WatchedEffects(Effects):
    """Makes effects that take note of being run."""

    def __init__(self, values: Values, program: Program, *, reached: Reached) -> None:
        """Take where it is noted."""
        super().__init__(values, program)
        self._reached = reached

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Make the closure of a statement."""
        made, rules, rule = super().effect(statement), self._reached.rules, as_written(statement.rule)

        def run(s: Slots, j: Journal) -> Any:
            rules.add(rule)
            return made(s, j)

        return run


class WatchedBlocks(Blocks):
    """Lays out blocks that take note of being run, with the option that begins there."""

    def __init__(self, program: Program, values: Values, effects: Effects, *, reached: Reached) -> None:
        """Find where options begin."""
        super().__init__(program, values, effects)
        self._reached = reached
        entries = {choice.entry: choice.option.rule for one in program.decisions for choice in one.choices}
        self._options = {id(program.blocks[entry]): rule for entry, rule in entries.items()}

    def planned(self, block: Block) -> Planned:
        """Lay out a block."""
        effects, *rest = super().planned(block)
        names = {rule for rule, _ in block.lines if rule} | {self._options.get(id(block), "")}
        match block.end:
            case Chance(rule=rule):
                names.add(rule)
            case Decide(ask=ask):
                names.add(ask.rule)
        run, written = self._reached.rules, {as_written(name) for name in names if name}
        if not written:
            return (effects, *rest)

        def note(s: Slots, j: Journal) -> None:
            run.update(written)

        return ((("", note), *effects), *rest)


def _parts(condition: t.Term) -> list[t.Term]:
    """Give the parts of a conjunction."""
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def watched(program: Program, reached: Reached) -> Playable:
    """Make a program that the walker runs under watch."""
    return playable(
        program,
        partial(WatchedValues, reached=reached),
        partial(WatchedEffects, reached=reached),
        partial(WatchedBlocks, reached=reached),
    )


@dataclass(slots=True)
class Watch:
    """Decides which moves are watched, and makes them once more by the walker."""

    reached: Reached
    _programs: dict[int, Playable] = field(default_factory=dict)
    _alike: Counter[object] = field(default_factory=Counter)
    _told: dict[int, set[int]] = field(default_factory=dict)
    _read: dict[int, int] = field(default_factory=dict)
    """How far the journal of the game under way was read."""

    def set_up(self, program: Playable, seed: int, budget: Budget) -> None:
        """Watch a set-up."""
        budget.spend(STEPS)
        try:
            begin(self._program(program), seed)
        except (RulesFault, ChanceRefused):
            return

    def look(self, after: Playthrough, move: Move, budget: Budget) -> None:
        """Watch the last move that was made, unless it looks like others."""
        known = self._read.get(id(after), 0)
        told = {number for number, *_ in after.journal[known:]}
        self._read = {id(after): len(after.journal)}
        seen = self._told.setdefault(id(after.program), set())
        key = id(after.program), move.option
        self._alike[key] += 1
        often, fresh = self._alike[key], not told <= seen
        seen |= told
        if not fresh and often > ALIKE and often % SELDOM:
            return
        budget.spend(STEPS)
        before = after.branch()
        if not before.undo():
            return
        again = replace(before, program=self._program(after.program))
        try:
            again.apply(move)
        except (RulesFault, ChanceRefused, IllegalMove):
            return

    def _program(self, program: Playable) -> Playable:
        known = self._programs.get(id(program))
        if known is None:
            known = self._programs[id(program)] = watched(program, self.reached)
        return known

"""Right rules that are watched while they run: which faults would have made a difference there.

Wherever a term is asked that has faults, it is asked with each of them, too, in the same position: by a second walker, so that what the faults ask is
not watched again. A fault that gave another value once, or whose statement was run, is *met*; whether anybody notices is found out by running the rules with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from reguli.ir.executable_program import Playable, playable
from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.interpreter.statement_interpreter import Effects
from reguli.ir.program import Journal, Program, Slots
from reguli.ir.program_interface import Closure, Earlier, Effect, Way
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, Layout
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.frozen_values import Kept, kept
from reguli.verify.mutation.operators.mutant import Change, Fault, Key, key_of, ran
from reguli.verify.mutation.step_counter import ASKED, BLOCK, CLOSURE, DEFINE, LOOK, Effort, Endless

BROKEN: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    Endless,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a fault may come to besides a fault of the rules: it asks for what no rule that is bound can ask for."""
MOST_BLOCKS: Final = 30_000
"""Blocks that rules with a fault may run without anybody deciding: what needs more has no end."""
MOST_LOOKS: Final = 500_000
"""Elements that they may look at before somebody decides."""


def unheard(rule: str) -> None:
    """Take no note of what a loop asks."""


@kept
class Watched(Kept):
    """A fault that is looked for at a node: by number, and what the term is with it (``None``: to be there is enough)."""

    number: int
    change: Change | None


@dataclass(slots=True)
class Watch:
    """What is looked for where, and what was met since the last time somebody began anew."""

    at: dict[Key, list[Watched]] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    """Faults that would have made a difference."""
    come_by: set[int] = field(default_factory=set)
    """Faults whose place was come by."""

    @classmethod
    def of(cls, faults: Sequence[Fault], numbers: Iterable[int]) -> Watch:
        """Look for some faults of a list, by their numbers in it."""
        watch = cls()
        for number in numbers:
            for sign in faults[number].signs:
                watch.at.setdefault(sign.key, []).append(Watched(number, sign.change))
        return watch

    def anew(self) -> None:
        """Forget what was met."""
        self.met.clear()
        self.come_by.clear()

    def drop(self, number: int) -> None:
        """Look no more for a fault."""
        for wanted in self.at.values():
            wanted[:] = [one for one in wanted if one.number != number]


class BoundedValues(Values):
    """The walker over expressions, its work counted, which looks at no more than rules need that are right."""

    def __init__(
        self, effort: Effort, ruleset: Ruleset, layout: Layout, distances: Distances, earlier: Earlier | None = None
    ) -> None:
        """Begin with nothing made."""
        super().__init__(ruleset, layout, distances, earlier)
        self.effort = effort

    def counted(self, term: t.Term) -> Callable[[Slots], Sequence[int]]:
        """Make a closure for a collection that will be gone through."""
        items, add = super().counted(term), self.effort.add

        def spend(s: Slots) -> Sequence[int]:
            s[BUDGET] = min(s[BUDGET], MOST_LOOKS)
            found = items(s)
            add(LOOK * len(found))
            return found

        return spend

    def closure(self, term: t.Term) -> Closure:
        """Make the closure of a term, which is work, too."""
        value, add = super().closure(term), self.effort.add
        add(CLOSURE)
        if not isinstance(term, t.Apply):
            return value

        def ask(s: Slots) -> Any:
            add(DEFINE)
            return value(s)

        return ask


class WatchedValues(BoundedValues):
    """The walker over expressions, watched."""

    def __init__(self, watch: Watch, effort: Effort, ruleset: Ruleset, layout: Layout, distances: Distances) -> None:
        """Begin with nothing made."""
        super().__init__(effort, ruleset, layout, distances)
        self.watch = watch
        self._quiet = BoundedValues(effort, ruleset, layout, distances, self.earlier)

    def closure(self, term: t.Term) -> Closure:
        """Make the closure of a term that looks for faults, if there are any."""
        value, wanted = super().closure(term), self.watch.at.get(key_of(term))
        if wanted is None:
            return value
        return _Looking(self.watch, wanted, term, value, self._quiet).value


class _Looking:
    """Asks a term, and what it would be with each of its faults."""

    __slots__ = ("_add", "_asked", "_made", "_quiet", "_term", "_wanted", "_watch")

    def __init__(self, watch: Watch, wanted: list[Watched], term: t.Term, asked: Closure, quiet: BoundedValues) -> None:
        self._watch, self._wanted, self._term, self._asked, self._quiet = watch, wanted, term, asked, quiet
        self._made: dict[int, Closure | None] = {}
        self._add = quiet.effort.add

    def value(self, s: Slots) -> Any:
        """Give the value that right rules give."""
        found, met, come_by = self._asked(s), self._watch.met, self._watch.come_by
        for one in self._wanted:
            if one.number not in met:
                come_by.add(one.number)
                self._add(ASKED)
                if one.change is None or self._differs(one, s, found):
                    met.add(one.number)
        return found

    def _differs(self, one: Watched, s: Slots, right: Any) -> bool:
        left = s[BUDGET]
        try:
            asked = self._with(one)
            return asked is None or _plain(asked(s)) != _plain(right)
        except (RulesFault, *BROKEN):
            return True
        finally:
            s[BUDGET] = left

    def _with(self, one: Watched) -> Closure | None:
        assert one.change is not None
        if one.number not in self._made:
            try:
                self._made[one.number] = self._quiet.closure(one.change(self._term))
            except BROKEN:
                self._made[one.number] = None
        return self._made[one.number]


def _plain(value: Any) -> Any:
    """Give a value by which two are compared; what a collection may hold at most is not gone through."""
    return tuple(value) if isinstance(value, list | range) else value


class WatchedEffects(Effects):
    """The walker over statements, watched."""

    def __init__(self, watch: Watch, values: Values, program: Program) -> None:
        """Begin with nothing made."""
        super().__init__(values, program)
        self._watch = watch

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Make the closure of a statement that takes note of its being run."""
        done, wanted = super().effect(statement), self._watch.at.get(ran(statement.rule))
        if wanted is None:
            return done
        watch, numbers = self._watch, frozenset(one.number for one in wanted)

        def run(s: Slots, j: Journal) -> Any:
            watch.met |= numbers
            watch.come_by |= numbers
            return done(s, j)

        return run


class AskedEffects(Effects):
    """The walker over statements, which says of each loop that it asks what it keeps."""

    def __init__(self, noted: Callable[[str], None], values: Values, program: Program) -> None:
        """Begin with nothing made."""
        super().__init__(values, program)
        self._noted = noted

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Make the closure of a statement."""
        done, noted = super().effect(statement), self._noted
        if not isinstance(statement, b.Claim):
            return done

        def ask(s: Slots, j: Journal) -> Any:
            noted(statement.rule)
            return done(s, j)

        return ask


def watched(program: Program, watch: Watch, effort: Effort) -> Playable:
    """Make a program of right rules that is watched."""
    made = playable(program, partial(WatchedValues, watch, effort), partial(WatchedEffects, watch))
    return bounded(made, effort)


def plain(program: Program, effort: Effort, noted: Callable[[str], None] = unheard) -> Playable:
    """Make a program that is not watched, its work counted; ``noted`` hears which loops ask what they keep."""
    return bounded(playable(program, partial(BoundedValues, effort), partial(AskedEffects, noted)), effort)


def bounded(program: Playable, effort: Effort) -> Playable:
    """Give a program that comes to an end: what goes on for long without anybody deciding fails."""
    going = program.go

    def go(s: Slots, j: Journal, way: Way) -> None:
        left = way.left = min(way.left, MOST_BLOCKS)
        s[BUDGET] = min(s[BUDGET], MOST_LOOKS)
        going(s, j, way)
        effort.add(BLOCK * (1 + left - way.left))

    return with_parts(program, go=go)


def with_parts(program: Playable, **other: Any) -> Playable:
    """Give a program of which some parts are others."""
    return Playable(**{name: other.get(name, getattr(program, name)) for name in Playable.__match_args__})

"""Rules taken away, one at a time, in the bound model: which worked example notices?

A rule is what cites a statement: a procedure does nothing, an option or guard is not there, a named value is nothing, a number is greater by one.
Of examples those come first that cite the same statements, then those that noticed much before. What no example notices is a gap.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any

import yaml

from reguli.ir.faults import RulesFault
from reguli.ir.make import make_program
from reguli.ir.playable import Playable, playable
from reguli.model import types as ty
from reguli.model.ruleset import (
    BoundDefine,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    BoundTrigger,
    ConstantValue,
    Ruleset,
)
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Constant, Listed, Placed, Term
from reguli.pipeline import Loaded
from reguli.ruleset.declared.examples import ExampleDecl, load_all_examples
from reguli.source.diagnostic import Bag
from reguli.source.kept import Kept
from reguli.verify.examples import Programs, run_example
from reguli.words.offers.citers import AdjustRule, Citer, Node, StageRule, WaiveRule, citers

ACCEPTED = "verify.yaml"
LONGEST = 20
"""Seconds that an example may take: without a rule some games never end."""


class Gone:
    """Stands for what is left out of the tuple it stood in."""


GONE = Gone()


class TooLong(BaseException):
    """An example did not come to its end."""


@dataclass
class Examples:
    """The examples of a ruleset, and which of them notice most."""

    loaded: Loaded
    found: Sequence[ExampleDecl]
    programs: Programs
    ruleset: Ruleset
    noticed: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How much each noticed, in a decision or at all."""

    def failing(self, programs: Programs, example: ExampleDecl) -> bool:
        """Tell whether an example fails, or cannot be played to its end."""
        try:
            with at_most(LONGEST):
                return not run_example(programs, example, self.loaded.sources).passed
        except (RulesFault, RecursionError, TooLong):
            return True

    def unnoticed(self, rule: Citer) -> bool:
        """Tell whether no example fails without a rule; one that holds or not is noticed when it always holds, too."""
        return any(not self._noticed(rule, way) for way in range(len(ways_without(self.ruleset, rule.id))))

    def _noticed(self, rule: Citer, way: int) -> bool:
        programs = self.programs.anew(lambda ruleset, players: without(ruleset, rule.id, way, players))
        place = rule.id.rpartition("/")[0]

        def promise(example: ExampleDecl) -> tuple[int, ...]:
            alike = len({*example.cites} & {*rule.cites})
            return -self.noticed[place, example.id], -alike, -self.noticed["", example.id]

        for example in sorted(self.found, key=promise):
            if self.failing(programs, example):
                self.noticed.update([(place, example.id), ("", example.id)])
                return True
        return False


def opened(folder: Path) -> Examples:
    """Open a ruleset whose examples all hold."""
    loaded = Loaded(str(folder))
    assert loaded.documents is not None
    assert loaded.ruleset is not None, loaded.bag.codes
    found = load_all_examples(loaded.layers, Bag(), sources=loaded.sources).values()
    programs = Programs(loaded.documents, loaded.options)
    return Examples(loaded, [one for one in found if not one.abstract], programs, loaded.ruleset)


def accepted(folder: Path) -> Mapping[str, str]:
    """Read which gaps a ruleset accepts, and why."""
    path = folder / ACCEPTED
    if not path.is_file():
        return {}
    said = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert list(said) == ["accept"]
    assert all(isinstance(why, str) and why for why in said["accept"].values())
    return dict(said["accept"])


def rules_of(ruleset: Ruleset) -> list[Citer]:
    """Give every rule that cites a statement, and every number that a rule names; not what is nothing as it is."""
    found = [one for one in citers(ruleset).values() if one.cites]
    return [one for one in found if ways_without(ruleset, one.id)]


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Break off what takes longer."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# -- without a rule ----------------------------------------------------------------------------------------------


def without(ruleset: Ruleset, rule: str, way: int, players: int) -> Playable:
    """Make a program of a ruleset without a rule; what is not there for a number of players changes nothing."""
    ways = ways_without(ruleset, rule)
    return playable(make_program(ways[way] if way < len(ways) else ruleset, players))


def ways_without(ruleset: Ruleset, rule: str) -> list[Ruleset]:
    """Give the ruleset without a rule: once, twice where it holds or not, and not at all where that is the same."""
    citer = citers(ruleset).get(rule)
    ways = () if citer is None else _ways(ruleset, rule, citer.node)
    return [one for one in ways if one is not ruleset]


def _ways(ruleset: Ruleset, rule: str, node: Node) -> Iterator[Ruleset]:
    match node:
        case ConstantValue(id=name, value=value):
            # In the rules it stands as a number that knows where it comes from.
            yield _everywhere(ruleset, lambda one: _greater(one, name, value), terms=True)
        case AdjustRule(define=name):
            define, called = ruleset.defines[name], rule.removeprefix("rule:adjust.")
            kept = tuple(adjust for adjust in define.adjusts if adjust[0].name != called)
            yield replace(ruleset, defines={**ruleset.defines, name: replace(define, adjusts=kept)})
        case WaiveRule(guard=guard):
            called = rule.removeprefix("rule:waive.")
            left = tuple(one for one in guard.waivers if not one.rule.endswith(f"/{called}"))
            yield _everywhere(ruleset, lambda one: replace(one, waivers=left) if one is guard else one)
        case StageRule(at=at, bound=BoundStage(when=when, card=card)) if when is not None or card is not None:
            never = replace(ruleset.stages[at], when=Constant(ty.TRUTH, 0), card=None, deck=None)
            yield replace(ruleset, stages=(*ruleset.stages[:at], never, *ruleset.stages[at + 1 :]))
        case BoundDefine(value=value):
            for other in nothings(node.type):
                changed = value if value == other else other
                yield _everywhere(ruleset, lambda one, said=changed: _saying(one, said) if one is node else one)
        case BoundProcedure():
            yield _everywhere(ruleset, lambda one: replace(one, body=()) if one is node else one)
        case b.Ask() | b.BoundOption() | b.Guard() | BoundTrigger() | BoundRanking():
            yield _everywhere(ruleset, lambda one: GONE if one is node else one)


def _saying(define: BoundDefine, value: Term) -> BoundDefine:
    return define if define.value is value else replace(define, value=value)


def nothings(kind: ty.Type) -> tuple[Term, ...]:
    """Give what is nothing of a type: 0, no element, an empty collection; of what holds or not, that it never and always does."""
    match kind:
        case ty.TruthType():
            return Constant(kind, 0), Constant(kind, 1)
        case ty.CollectionType():
            return (Listed(kind, ()),)
        case ty.ElementType():
            return (Constant(kind, -1, "none"),)
        case _:
            return (Constant(kind, 0),)


def _greater(one: object, name: str, value: int) -> object:
    match one:
        case Constant(type=ty.NumberType(), value=known, origin=origin) if origin == name and known == value:
            return replace(one, value=value + 1)
        case _:
            return one


Change = Callable[[Any], Any]
PARTS = (
    "defines",
    "procedures",
    "piece_rules",
    "piece_conditions",
    "phases",
    "setup",
    "triggers",
    "events",
    "moments",
    "at_any_time",
    "stages",
    "ranking",
    "starts",
)


def _everywhere(ruleset: Ruleset, change: Change, *, terms: bool = False) -> Ruleset:
    """Change nodes wherever they stand; terms are looked into only where one may be meant."""
    said = {name: getattr(ruleset, name) for name in PARTS}
    other = {name: _changed(value, change, terms) for name, value in said.items()}
    other = {name: value for name, value in other.items() if value is not said[name]}
    return replace(ruleset, **other) if other else ruleset


def _changed(value: Any, change: Change, terms: bool) -> Any:
    if isinstance(value, tuple):
        items = tuple(one for one in (_changed(one, change, terms) for one in value) if one is not GONE)
        return value if len(items) == len(value) and all(map(_same, items, value)) else items
    if isinstance(value, Mapping):
        found = {key: _changed(one, change, terms) for key, one in value.items()}
        return value if all(found[key] is one for key, one in value.items()) else found
    if not isinstance(value, Kept) or isinstance(value, ty.Type) or (isinstance(value, Placed) and not terms):
        return value
    found = change(value)
    if found is not value:
        return found
    parts = {name: getattr(value, name) for name in value.__match_args__ if name not in ("span", "node", "declared")}
    other = {name: _changed(part, change, terms) for name, part in parts.items()}
    other = {name: None if part is GONE else part for name, part in other.items() if part is not parts[name]}
    return replace(value, **other) if other else value


def _same(one: object, other: object) -> bool:
    return one is other

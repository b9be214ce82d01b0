"""Action ids that mean the same in every game of one ruleset, under the same options and for as many players.

An argument is a row of numbers: an element its place in its kind, a set 0 or 1 for each element, a bundle how many of each variety. Each number is a digit of the range that
interval analysis proves. Where none is proved, or it is large, it has decimal digits, and one for the sign where it may be negative: room for any number of a game.

An option with few rows of digits is one block of ids: a move is one action, its digits a number of mixed radix. An option with more is a compound decision: one action chooses
the option, and further ones its digits in order. A digit that is settled by those before it is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain
from math import prod
from typing import Final

from reguli.compile.passes.interval_analysis import OPEN, Interval, interval_union
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.notation import element_text
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.set_numbering import Sets, decode_bundle, encode_bundle, encode_set
from reguli.model import types as ty
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import source_procedures
from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.verify.static_analysis.value_bounds import BoundEvaluator, BoundsPropagation, Facts

LARGEST_BLOCK: Final = 10_000
"""An option with more rows of digits than this is a compound decision, and a number with a larger range has decimal digits."""
DECIMALS: Final = (10,) * 16
"""Room for every number of a game."""
Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as digits of mixed radix: those of its distance from ``low``, the most significant first; ``words`` name the values of a single digit."""

    label: str
    low: int
    radices: Digits
    words: tuple[str, ...] = ()

    def digits(self, value: int) -> Digits:
        """Return the digits of a value."""
        left, found = value - self.low, list[int]()
        for radix in reversed(self.radices):
            left, digit = divmod(left, radix)
            found.append(digit)
        assert left == 0, (self.label, value)
        return tuple(reversed(found))

    def value(self, digits: Digits) -> int:
        """Return the value of digits; of first digits the least value that begins with them."""
        padded = (*digits, *(0,) * (len(self.radices) - len(digits)))
        return self.low + reduce(
            lambda found, pair: found * pair[0] + pair[1], zip(self.radices, padded, strict=True), 0
        )

    def word(self, at: int, digit: int) -> str:
        """Return the name of a digit's value."""
        room = prod(self.radices[at + 1 :])
        if self.words or len(self.radices) == 1:
            return self.words[digit] if self.words else str(self.low + digit)
        return f"{('<', '>=')[digit]} 0" if room == prod(DECIMALS) else f"{digit} * {room}"


@dataclass(frozen=True, slots=True)
class Block:
    """The ids of an option, from ``first`` on: of its moves, or, if ``compound``, of the option itself and then of each digit's values."""

    option: str
    arguments: tuple[tuple[ty.Type, tuple[Number, ...]], ...]
    first: int
    radices: Digits
    compound: bool

    @property
    def size(self) -> int:
        """Return the number of ids."""
        return 1 + sum(self.radices) if self.compound else prod(self.radices)

    @property
    def ids(self) -> range:
        """Return all ids."""
        return range(self.first, self.first + self.size)

    def digits(self, values: Sequence[int]) -> Digits:
        """Return the digits of the first arguments."""
        found: list[int] = []
        for (kind, numbers), value in zip(self.arguments, values, strict=False):
            row: Sequence[int] = (value,)
            if isinstance(kind, ty.CollectionType):
                row = [value >> element & 1 for element in range(len(numbers))]
            elif isinstance(kind, ty.BundleType):
                row = decode_bundle(value, len(numbers))
            found.extend(chain.from_iterable(one.digits(part) for one, part in zip(numbers, row, strict=True)))
        return tuple(found)

    def move(self, digits: Digits) -> Move:
        """Return the move of all digits."""
        values, left = list[int](), iter(digits)
        for kind, numbers in self.arguments:
            row = [number.value(tuple(next(left) for _ in number.radices)) for number in numbers]
            chosen = encode_set([element for element, there in enumerate(row) if there])
            single = row[0] if len(row) == 1 else chosen
            values.append(chosen if isinstance(kind, ty.CollectionType) else single)
            if isinstance(kind, ty.BundleType):
                values[-1] = encode_bundle(row)
        return Move(self.option, tuple(values))

    def following(self, family: ActionSet, digits: Digits) -> set[int]:
        """Return the digits that may follow some first ones in a family of moves."""
        settled = self.digits(family.arguments)
        at, common = len(digits), min(len(settled), len(digits))
        if settled[:common] != digits[:common]:
            return set()
        if at < len(settled) or family.span is None:
            return {*settled[at : at + 1]}
        span, rest, number = family.span, digits[len(settled) :], self.arguments[-1][1][0]
        if type(span) is Sets:
            chosen, element = sum(rest), len(rest)
            later = sum(one > element for one in span.elements)
            joins = element in span.elements and chosen < span.most and chosen + 1 + later >= span.least
            return {digit for digit, fits in enumerate((chosen + later >= span.least, joins)) if fits}
        if isinstance(span, range):
            room = prod(number.radices[len(rest) + 1 :])
            firsts = ((digit, number.value((*rest, digit))) for digit in range(number.radices[len(rest)]))
            return {digit for digit, first in firsts if first <= span[-1] and first + room > span[0]}
        rows = (self.digits((*family.arguments, value)) for value in span)
        return {row[at] for row in rows if row[:at] == digits}

    def name(self, action: int) -> str:
        """Return what an id means: a move nearly as it is typed, or a step of a compound decision."""
        numbers = [number for _, row in self.arguments for number in row]
        places = [(number, at) for number in numbers for at in range(len(number.radices))]
        left = action - self.first
        if not self.compound:
            digits = Number(self.option, 0, self.radices).digits(left)
            named = (number.word(at, digit) for (number, at), digit in zip(places, digits, strict=True))
            return " ".join([self.option, *filter(None, named)])
        for number, at in places:
            if 0 < left <= number.radices[at]:
                return f"{self.option} … {number.label}: {number.word(at, left - 1) or 'no'}"
            left -= number.radices[at]
        return f"{self.option} …"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen of a compound decision: its option, and its first digits."""

    block: Block
    digits: Digits

    def action(self, digit: int) -> int:
        """Return the id of the next digit."""
        return self.block.first + 1 + sum(self.block.radices[: len(self.digits)]) + digit

    @property
    def actions(self) -> tuple[int, ...]:
        """Return the ids of all steps."""
        steps = (Chosen(self.block, self.digits[:at]).action(digit) for at, digit in enumerate(self.digits))
        return self.block.first, *steps


_Key = tuple[str, tuple[ty.Type, ...]]
"""An option by its name and the types of its arguments: decisions that offer the same one share its ids."""


@dataclass(frozen=True, slots=True)
class MoveIds:
    """The ids of all moves of a program, from 0 to ``count`` - 1; ``remarks`` name numbers for which no range is proved (X211)."""

    program: Playable
    blocks: Mapping[_Key, Block]
    count: int
    remarks: tuple[Diagnostic, ...]

    def name(self, action: int) -> str:
        """Return what an id means. Raises ``StopIteration`` for a number that is none."""
        return next(block for block in self.blocks.values() if action in block.ids).name(action)

    def legal(self, families: Sequence[ActionSet], chosen: Chosen | None) -> Mapping[int, Move | Chosen]:
        """Return, by id in ascending order, the legal actions, and what each comes to: a move, or a further step of its decision."""
        found: dict[int, Move | Chosen] = {}
        if chosen is not None:
            for digit in self._following(families, chosen):
                found[chosen.action(digit)] = Chosen(chosen.block, (*chosen.digits, digit))
            return found
        for family in families:
            block = self.blocks[_key(family.choice.option)]
            if block.compound:
                found[block.first] = Chosen(block, ())
            else:
                whole = Number(block.option, block.first, block.radices)
                found.update((whole.value(block.digits(move.arguments)), move) for move in family.moves())
        return dict(sorted(found.items()))

    def after(self, families: Sequence[ActionSet], step: Move | Chosen) -> Move | Chosen:
        """Return what an action comes to, with all digits that are settled by it."""
        while isinstance(step, Chosen):
            if len(step.digits) == len(step.block.radices):
                return step.block.move(step.digits)
            following = self._following(families, step)
            if len(following) > 1:
                return step
            step = Chosen(step.block, (*step.digits, *following))
        return step

    def _following(self, families: Sequence[ActionSet], chosen: Chosen) -> list[int]:
        first, found = chosen.block.first, set[int]()
        for family in families:
            if self.blocks[_key(family.choice.option)].first == first:
                found |= chosen.block.following(family, chosen.digits)
        return sorted(found)


# -- ranges of arguments -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _ParameterBounds(BoundsPropagation):
    """Bounds of all parameters by the key of their variables, with what the guards of their options tell."""

    found: dict[int, Interval] = field(default_factory=dict)

    def option(self, option: b.BoundOption, facts: Facts) -> Facts | None:
        known = BoundsPropagation.option(self, option, facts)
        for variable in (one.variable for one in option.parameters if known is not None):
            interval = self.bounds.knowing(known or {}).of(t.Local(variable.type, variable))
            self.found[variable.key] = interval_union(self.found.get(variable.key, interval), interval)
        return known


def number_moves(program: Playable) -> MoveIds:
    """Return the ids of all moves of a program."""
    # The options of this game are settled: without their names, constants that they give are what they are.
    ruleset, remarks = replace(program.ruleset, options={}), dict[Diagnostic, None]()
    bounds = _ParameterBounds(ruleset, BoundEvaluator(ruleset, program.players), lambda *_: None)
    for procedure in source_procedures(ruleset):
        bounds.procedure(procedure)
    options: dict[_Key, list[b.BoundOption]] = {}
    for choice in chain.from_iterable(decision.choices for decision in program.decisions):
        options.setdefault(_key(choice.option), []).append(choice.option)
    blocks, first = dict[_Key, Block](), 0
    for key, same in options.items():
        arguments = []
        for parameters in zip(*(option.parameters for option in same), strict=True):
            intervals = [bounds.found.get(one.variable.key, OPEN) for one in parameters]
            numbers = tuple(_numbers(program, parameters[0], reduce(interval_union, intervals)))
            arguments.append((parameters[0].variable.type, numbers))
            for one, interval in zip(parameters, intervals, strict=True):
                if isinstance(one.variable.type, ty.NumberType) and None in interval:
                    remarks[make_finding("X211", one.span, name=one.variable.name, option=key[0])] = None
        radices = tuple(radix for _, row in arguments for number in row for radix in number.radices)
        blocks[key] = Block(key[0], tuple(arguments), first, radices, prod(radices) > LARGEST_BLOCK)
        first += blocks[key].size
    return MoveIds(program, blocks, first, tuple(remarks))


def _key(option: b.BoundOption) -> _Key:
    return option.name, tuple(parameter.variable.type for parameter in option.parameters)


def _numbers(program: Playable, parameter: b.BoundParameter, interval: Interval) -> Iterator[Number]:
    """Yield the numbers of a parameter."""
    name, kinds = parameter.variable.name, program.ruleset.kinds
    match parameter.variable.type:
        case ty.ElementType(kind):
            words = element_words(program, kind)
            yield Number(name, 0, (len(words),), words)
        case ty.CollectionType(kind):
            yield from (Number(word, 0, (2,), ("", word)) for word in element_words(program, kind))
        case ty.BundleType(pieces, kind):
            for word, supply in zip(element_words(program, kind), kinds[pieces].supply, strict=False):
                yield _number(f"{name} {word}", (0, supply))
        case ty.NumberType():
            yield _number(name, interval)
        case ty.TruthType() | ty.NumbersType() | ty.GroupsType() | ty.PlaceType() | ty.UnknownType():
            raise AssertionError(parameter)


def _number(label: str, interval: Interval) -> Number:
    low, high = interval
    if low is not None and high is not None and high - low < LARGEST_BLOCK:
        return Number(label, low, (high - low + 1,))
    return (
        Number(label, 0, DECIMALS) if low is not None and low >= 0 else Number(label, -prod(DECIMALS), (2, *DECIMALS))
    )


def element_words(program: Playable, kind: str) -> tuple[str, ...]:
    """Return the typed form of each element of a kind."""
    return tuple(element_text(program, kind, one) for one in range(program.layout.size_of(kind)))

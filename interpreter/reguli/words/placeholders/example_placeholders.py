"""What the wording of a worked example may speak of: its players, what is given, what is done, what comes of it.

============================  ===================================================================================
``a``, ``b``, …               its players, called as in each language
``given.players``             how many play
``given.PLACE``               what the position puts there: ``given.a.cards``, ``given.pool``, ``given.stage``
``move.N.PARAMETER``          the arguments of the step of that number, a move
``then.CLAIM``                a value that is claimed, by its words: ``value_of(a, hill)`` is ``then.value_of.a.hill``
``legal.N.PARAMETER``         what a claim of legal moves lists for a parameter
``refused.N.PARAMETER``       the arguments of a move that is refused
``allowed.N.PARAMETER``       the arguments of a move that is claimed to be allowed
``KIND.ELEMENT``              every element that is named
============================  ===================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree.bound_statements import BoundOption
from reguli.model.types import ElementType, Type
from reguli.ruleset.declarations.example_files import AllowedClaim, ExampleDecl, LegalClaim, RefusedClaim, ValueClaim
from reguli.ruleset.declarations.position_files import Given
from reguli.words.grammar.grammar_values import Name
from reguli.words.placeholders.element_values import PLAYER, element_kind, element_value
from reguli.words.placeholders.placeholder_values import Offer, element_offer, unknown
from reguli.words.placeholders.rule_citations import Citer
from reguli.words.wording.wording_values import Kind, Value

GIVEN, MOVE, THEN, LEGAL, REFUSED, ALLOWED = "given", "move", "then", "legal", "refused", "allowed"
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BETWEEN: Final = re.compile(r"[^A-Za-z0-9_]+")

Named = tuple[str, Offer]


def claim_name(text: str) -> str:
    """Name the value that a claim is about, as wordings call it: ``value_of(a, hill)`` is ``then.value_of.a.hill``."""
    return f"{THEN}.{_name(text)}"


def example_offers(example: ExampleDecl, ruleset: m.Ruleset, citers: Iterable[Citer]) -> Iterator[Named]:
    """Offer what an example says of itself."""
    options = {citer.node.name: citer.node for citer in citers if isinstance(citer.node, BoundOption)}
    yield from _Reader(example, ruleset, options).offers()


class _Reader:
    """Reads one example; ``said`` are the words that its position, its steps and its claims use."""

    def __init__(self, example: ExampleDecl, ruleset: m.Ruleset, options: Mapping[str, BoundOption]) -> None:
        self.example = example
        self.ruleset = ruleset
        self.options = options
        self.said: set[str] = set()

    def offers(self) -> Iterator[Named]:
        """Offer the players, what lies where, the arguments of moves, what is claimed, and every element that is named."""
        position = self.example.position
        for player, called in self.example.names:
            yield player, unknown("name", sample=next((Name(name) for _, name in called), None))
        if position.players is not None:
            yield f"{GIVEN}.{PLAYER}s", Offer("number", position.players, PLAYER)
        for place in position.state:
            self._hear(place.text, str(place.value.plain()))
            yield from self._given(f"{GIVEN}.{_name(place.text)}", place.value)
        for number, step in enumerate(self.example.when, 1):
            self._hear(step.text)
            if step.form == "move":
                yield from self._arguments(f"{MOVE}.{number}", (step.text,))
        yield from self._claims()
        for kind in self.ruleset.kinds.values():
            for index, element in enumerate(kind.elements if kind.id != PLAYER else ()):
                if element in self.said:
                    yield element_offer(self.ruleset, kind, index, element_kind(kind))

    def _claims(self) -> Iterator[Named]:
        refused, allowed, legal = count(1), count(1), count(1)
        for claim in self.example.then:
            match claim:
                case ValueClaim():
                    self._hear(claim.text, str(claim.wanted.plain()))
                    yield from self._given(claim_name(claim.text), claim.wanted)
                case RefusedClaim():
                    self._hear(claim.move)
                    yield from self._arguments(f"{REFUSED}.{next(refused)}", (claim.move,))
                case AllowedClaim():
                    self._hear(claim.move)
                    yield from self._arguments(f"{ALLOWED}.{next(allowed)}", (claim.move,))
                case LegalClaim():
                    self._hear(*claim.moves)
                    yield from self._arguments(f"{LEGAL}.{next(legal)}", claim.moves)
                case _:
                    continue

    def _hear(self, *texts: str) -> None:
        self.said.update(word for text in texts for word in _WORD.findall(text))

    def _given(self, name: str, value: Given) -> Iterator[Named]:
        """Offer a value as written: a number, an element, a list of elements; of a group each part by its key."""
        for key, part in value.entries or ():
            yield from self._given(f"{name}.{key}", part)
        if value.items is not None:
            found = [self._value(item.value) for item in value.items]
            if all(item is not None for item in found):
                yield name, Offer("list", tuple(item for _, item in (one for one in found if one is not None)))
        elif value.value is not None and (one := self._value(value.value)) is not None:
            yield name, Offer(one[0], one[1])

    def _value(self, written: int | bool | str | None) -> tuple[Kind, Value] | None:
        """Say a plain value; None for a truth, a player, and what is no element."""
        if isinstance(written, bool) or written is None:
            return None
        if isinstance(written, int):
            return "number", written
        for kind in self.ruleset.kinds.values():
            if kind.id != PLAYER and written in kind.elements:
                return element_kind(kind), element_value(kind, kind.elements.index(written))
        return None

    def _arguments(self, name: str, moves: tuple[str, ...]) -> Iterator[Named]:
        """Offer the arguments of typed moves of one option by parameter: one value, or the list of all."""
        columns: dict[str, list[tuple[Kind, Value]]] = {}
        for move in moves:
            option, *words = move.split()
            known = self.options.get(option)
            for parameter, word in zip(() if known is None else known.parameters, words, strict=False):
                found = self._argument(parameter.variable.type, word)
                column = columns.setdefault(parameter.variable.name, [])
                if found is not None and found not in column:
                    column.append(found)
        for parameter_name, column in columns.items():
            if len(moves) == 1 and column:
                yield f"{name}.{parameter_name}", Offer(column[0][0], column[0][1])
            elif column:
                yield f"{name}.{parameter_name}", Offer("list", tuple(value for _, value in column))

    def _argument(self, wanted: Type, word: str) -> tuple[Kind, Value] | None:
        if not isinstance(wanted, ElementType):
            return ("number", int(word)) if word.isascii() and word.isdigit() else None
        kind = self.ruleset.kinds.get(wanted.kind)
        index = None if kind is None or kind.id == PLAYER else _place(kind, word)
        return None if kind is None or index is None else (element_kind(kind), element_value(kind, index))


def _place(kind: m.Kind, word: str) -> int | None:
    """Give the index of an element by its label or its id."""
    for known in (kind.typed, kind.elements):
        if word in known:
            return list(known).index(word)
    return None


def _name(text: str) -> str:
    """Make a name of an expression: its words, joined by points."""
    return _BETWEEN.sub(".", text).strip(".")

"""Values offered by effects, elements and examples to the optional wordings of a ruleset.

``effect:RULE`` says in the past what one effect of a rule did, for the journal: ``effect:selling/pay``. It may name ``amount``
(of tokens), ``piece`` (or ``variety``), ``giver`` and ``taker`` (the players whose zones they are), ``owner`` and ``value`` (of
what is set), ``element`` (of what joins, leaves or is drawn by lot). Without one the tool says it as it says all effects.
``element:KIND/ID`` is what one element is called where the lexicon has no term for it and it has no name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Final, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import BoundOption
from reguli.model.types import CollectionType, ElementType, Type, ZoneType, key_type
from reguli.ruleset.declarations.example_files import (
    AllowedClaim,
    AskedClaim,
    ExampleDecl,
    Given,
    LegalClaim,
    RankingClaim,
    RefusedClaim,
    ValueClaim,
)
from reguli.ruleset.document_nodes import KindDecl
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.placeholder_values import (
    NAME_FIELD,
    PLAYER,
    PlaceholderValue,
    element_kind,
    element_placeholder,
    element_value,
    element_wording,
    placeholder_kind,
    playtime_placeholder,
)
from reguli.words.placeholders.rule_citations import CitingRule
from reguli.words.wording_parser import Kind, Value

AMOUNT, PIECE, VARIETY, GIVER, TAKER = "amount", "piece", "variety", "giver", "taker"
OWNER, VALUE, ELEMENT = "owner", "value", "element"
Line: TypeAlias = b.Relocate | b.Transfer | b.TakeTop | b.Write | b.Enlist | b.Cast
TOLD: Final = (b.Relocate, b.Transfer, b.TakeTop, b.Write, b.Enlist, b.Cast)
"""The statements that a journal tells of one by one."""
MOST_ELEMENTS: Final = 200
"""Of a kind with more elements none is worded one by one."""


def effect_offers(statement: Line, ruleset: m.Ruleset) -> dict[str, PlaceholderValue]:
    """Return the values that the wording of an effect may name."""
    return {name: offer for name, offer in _offers(statement, ruleset) if offer is not None}


def _offers(statement: Line, ruleset: m.Ruleset) -> Iterator[tuple[str, PlaceholderValue | None]]:
    match statement:
        case b.Relocate(source=source, target=target) | b.TakeTop(source=source, target=target):
            yield PIECE, _of_type(_moved(statement), ruleset)
            yield from _ends(source, target, ruleset)
        case b.Transfer(source=source, target=target):
            kind = _pieces_of(source)
            yield AMOUNT, playtime_placeholder("number", kind)
            variety = ruleset.kinds[kind].variety if kind in ruleset.kinds else None
            yield VARIETY, None if variety is None else _of_type(ElementType(variety), ruleset)
            yield from _ends(source, target, ruleset)
        case b.Write(place=place):
            yield OWNER, _owner_of(place, ruleset)
            yield from _keys_of(place, ruleset)
            yield VALUE, _of_type(place.type, ruleset)
        case b.Enlist(place=place, item=item):
            yield OWNER, _owner_of(place, ruleset)
            yield from _keys_of(place, ruleset)
            yield ELEMENT, _of_type(item.type, ruleset)
        case b.Cast(variable=variable):
            yield ELEMENT, _of_type(variable.type, ruleset)


def _moved(statement: b.Relocate | b.TakeTop) -> Type:
    if isinstance(statement, b.TakeTop):
        return statement.variable.type
    found = statement.pieces.type
    return ElementType(found.kind) if isinstance(found, CollectionType) else found


def _pieces_of(source: t.Term) -> str:
    return source.type.pieces if isinstance(source.type, ZoneType) else ""


def _ends(
    source: t.Term | None, target: t.Term | None, ruleset: m.Ruleset
) -> Iterator[tuple[str, PlaceholderValue | None]]:
    for name, end in ((GIVER, source), (TAKER, target)):
        yield name, None if end is None else _owner_of(end, ruleset)


def _owner_of(place: t.Term, ruleset: m.Ruleset) -> PlaceholderValue | None:
    """Return an offer of a place's owner; None where there is none."""
    match place:
        case t.Tracked(owner=owner) if owner is not None:
            return _of_type(owner.type, ruleset)
        case t.Variety(zone=zone):
            return _owner_of(zone, ruleset)
        case t.LeafTerm() | t.LookupTerm() | t.Contents() | t.Occupant() | t.Amount() | t.ComputedTerm():
            return None


def _keys_of(place: t.Term, ruleset: m.Ruleset) -> Iterator[tuple[str, PlaceholderValue | None]]:
    """Yield an offer of each key of a place, by its name."""
    inner = place.zone if isinstance(place, t.Contents) else place
    if isinstance(inner, t.Tracked):
        for key in ruleset.state[inner.field].by:
            yield key.name, _of_type(key_type(key.name, key.low), ruleset)


def _of_type(found: Type, ruleset: m.Ruleset) -> PlaceholderValue | None:
    kind = placeholder_kind(found, ruleset)
    if kind is None:
        return None
    if not isinstance(found, ElementType):
        return playtime_placeholder(kind, getattr(found, "unit", None) or "")
    return playtime_placeholder(
        kind, found.kind, None if found.kind == PLAYER else _sample(ruleset.kinds[found.kind], kind)
    )


def _sample(kind: m.Kind, said: Kind) -> int | str | None:
    value = element_value(kind, 0) if kind.elements and said != "name" else None
    return value if isinstance(value, int | str) else None


def individually_worded_ids(kinds: Iterable[KindDecl]) -> Mapping[str, KindDecl]:
    """Return the ids of the elements that may be worded individually: those of kinds whose elements have no names of their own."""
    found: dict[str, KindDecl] = {}
    for kind in kinds:
        named = any(field.id == NAME_FIELD and field.form == "text" for field in kind.fields)
        if named or kind.form in ("edges", "grid", "tokens") or len(kind.elements) > MOST_ELEMENTS:
            continue
        found.update({element_wording(kind.id, element.id): kind for element in kind.elements})
    return found


# -- example placeholders --------------------------------------------------------------------------------------------
# What the wording of a worked example may speak of: its players, what is given, what is done, what comes of it.
#
# ============================  ===================================================================================
# ``a``, ``b``, …               its players, called as in each language
# ``given.players``             how many play
# ``given.PLACE``               what the position puts there: ``given.a.cards``, ``given.pool``, ``given.stage``
# ``move.N.PARAMETER``          the arguments of the step of that number, a move
# ``then.CLAIM``                a value that is claimed, by its words: ``value_of(a, hill)`` is ``then.value_of.a.hill``
# ``legal.N.PARAMETER``         what a claim of legal moves lists for a parameter
# ``refused.N.PARAMETER``       the arguments of a move that is refused
# ``allowed.N.PARAMETER``       the arguments of a move that is claimed to be allowed
# ``KIND.ELEMENT``              every element that is named
# ============================  ===================================================================================


GIVEN, MOVE, THEN, LEGAL, REFUSED, ALLOWED = "given", "move", "then", "legal", "refused", "allowed"
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BETWEEN: Final = re.compile(r"[^A-Za-z0-9_]+")

Named = tuple[str, PlaceholderValue]


def claim_placeholder_name(text: str) -> str:
    """Return the wording's name for the value of a claim: ``value_of(a, hill)`` is ``then.value_of.a.hill``."""
    return f"{THEN}.{_name(text)}"


def example_placeholders(example: ExampleDecl, ruleset: m.Ruleset, citers: Iterable[CitingRule]) -> Iterator[Named]:
    """Yield the offers of an example."""
    options = {citer.node.name: citer.node for citer in citers if isinstance(citer.node, BoundOption)}
    yield from _Reader(example, ruleset, options).offers()


class _Reader:
    """Reader of one example; ``said`` collects the words in its position, steps and claims."""

    def __init__(self, example: ExampleDecl, ruleset: m.Ruleset, options: Mapping[str, BoundOption]) -> None:
        self.example = example
        self.ruleset = ruleset
        self.options = options
        self.said: set[str] = set()

    def offers(self) -> Iterator[Named]:
        """Yield offers of the players, the position, the arguments of moves, the claims, and every element named."""
        position = self.example.position
        for player, called in self.example.names:
            yield player, playtime_placeholder("name", sample=next((ProperName(name) for _, name in called), None))
        if position.players is not None:
            yield f"{GIVEN}.{PLAYER}s", PlaceholderValue("number", position.players, PLAYER)
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
                    yield element_placeholder(self.ruleset, kind, index, element_kind(kind))

    def _claims(self) -> Iterator[Named]:
        refused, allowed, legal = count(1), count(1), count(1)
        for claim in self.example.then:
            match claim:
                case ValueClaim():
                    self._hear(claim.text, str(claim.wanted.plain()))
                    yield from self._given(claim_placeholder_name(claim.text), claim.wanted)
                case RefusedClaim():
                    self._hear(claim.move)
                    yield from self._arguments(f"{REFUSED}.{next(refused)}", (claim.move,))
                case AllowedClaim():
                    self._hear(claim.move)
                    yield from self._arguments(f"{ALLOWED}.{next(allowed)}", (claim.move,))
                case LegalClaim():
                    self._hear(*claim.moves)
                    yield from self._arguments(f"{LEGAL}.{next(legal)}", claim.moves)
                case AskedClaim() | RankingClaim():
                    continue

    def _hear(self, *texts: str) -> None:
        self.said.update(word for text in texts for word in _WORD.findall(text))

    def _given(self, name: str, value: Given) -> Iterator[Named]:
        """Yield the offer of a written value: a number, an element, a list of elements; for a group, each part by its key."""
        for key, part in value.entries or ():
            yield from self._given(f"{name}.{key}", part)
        if value.items is not None:
            found = [self._value(item.value) for item in value.items]
            if all(item is not None for item in found):
                yield (
                    name,
                    PlaceholderValue("list", tuple(item for _, item in (one for one in found if one is not None))),
                )
        elif value.value is not None and (one := self._value(value.value)) is not None:
            yield name, PlaceholderValue(one[0], one[1])

    def _value(self, written: int | bool | str | None) -> tuple[Kind, Value] | None:
        """Return the kind and value of a plain value; None for a truth value, a player, or a word that names no element."""
        if isinstance(written, bool) or written is None:
            return None
        if isinstance(written, int):
            return "number", written
        for kind in self.ruleset.kinds.values():
            if kind.id != PLAYER and written in kind.elements:
                return element_kind(kind), element_value(kind, kind.elements.index(written))
        return None

    def _arguments(self, name: str, moves: tuple[str, ...]) -> Iterator[Named]:
        """Yield the arguments of typed moves of one option by parameter: one value, or the list of all."""
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
                yield f"{name}.{parameter_name}", PlaceholderValue(column[0][0], column[0][1])
            elif column:
                yield f"{name}.{parameter_name}", PlaceholderValue("list", tuple(value for _, value in column))

    def _argument(self, wanted: Type, word: str) -> tuple[Kind, Value] | None:
        if not isinstance(wanted, ElementType):
            return ("number", int(word)) if word.isascii() and word.isdigit() else None
        kind = self.ruleset.kinds.get(wanted.kind)
        index = None if kind is None or kind.id == PLAYER else _place(kind, word)
        return None if kind is None or index is None else (element_kind(kind), element_value(kind, index))


def _place(kind: m.Kind, word: str) -> int | None:
    """Return the index of an element by its label or its id."""
    for known in (kind.typed, kind.elements):
        if word in known:
            return list(known).index(word)
    return None


def _name(text: str) -> str:
    """Return a name made from an expression: its words, joined by dots."""
    return _BETWEEN.sub(".", text).strip(".")

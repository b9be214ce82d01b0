"""Columns of a batch: expressions of the rules by name, asked of the game, or of each player where they speak of ``player``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from reguli.engine.expression_queries import Questions, bound_question, parts_of
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import Plain
from reguli.ir.executable_program import Playable
from reguli.ir.program import Program
from reguli.ir.runtime_faults import RulesFault
from reguli.language.parsing.parser import parse_expression
from reguli.model.binding.query_binding import bind_question
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NumberType, TruthType, Type, ZoneType
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said

PLAYER: Final = "player"
"""How an expression calls each player in turn."""
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}")
WORD: Final = re.compile(r"[a-z0-9_]+")
UNBOUND: Final = "R215"
"""What is found where ``player`` is said and nobody is meant."""
Form = Literal["number", "truth", "text"]
"""What is written: sets and tokens as texts."""
ALWAYS: Final = ("game", "seed", "players", "outcome", "rounds", "moves", "winners")
"""The columns of every batch, before the places of the players and the columns asked for."""
TEXTS: Final = ("outcome", "winners")
"""Those of them that are no numbers."""


@dataclass(frozen=True, slots=True)
class Column:
    """An expression by the name of its column, and what it gives; ``each``: it is asked of each player."""

    name: str
    text: str
    each: bool
    form: Form


def seat_names(players: int) -> tuple[str, ...]:
    """Give what the seats are called."""
    return tuple(f"seat_{seat + 1}" for seat in range(players))


def header(columns: Sequence[Column], players: int) -> tuple[str, ...]:
    """Give the names of all columns in order; one that is asked of each player is as many, ``NAME_seat_1`` and so on."""
    seats = seat_names(players)
    own = (f"{one.name}_{seat}" if seat else one.name for one in columns for seat in (seats if one.each else ("",)))
    return (*ALWAYS, *(f"place_{seat}" for seat in seats), *own)


def default_columns(ruleset: Ruleset) -> dict[str, str]:
    """Give what the ranking asks of each player, named by the words of it."""
    found: dict[str, str] = {}
    for criterion in ruleset.ranking:
        words = [word for word in WORD.findall(criterion.text) if word != PLAYER]
        name = "_".join(words)[:50] or "value"
        name = name if NAME.fullmatch(name) else f"by_{name}"
        number = sum(one == name or one.startswith(f"{name}_") for one in found)
        found[f"{name}_{number + 1}" if number else name] = criterion.text
    return found


def read_columns(ruleset: Ruleset, given: Mapping[str, str], players: int, bag: Bag) -> tuple[Column, ...]:
    """Read columns by name; what is wrong with names (X145) and expressions goes into the bag, the texts as files ``column NAME``."""
    found: list[Column] = []
    for name, text in given.items():
        before = len(bag)
        if not NAME.fullmatch(name):
            bag.add("X145", None, name=name, why=Said("why.no_column_name"))
        term, each = _bound(ruleset, name, text, players, bag)
        if term is not None and len(bag) == before:
            column = Column(name, text, each, _form(term.type))
            taken = {*header(found, players)} & {*header([column], players)[len(ALWAYS) + players :]}
            if taken:
                bag.add("X145", None, name=name, why=Said("why.column_taken", name=min(taken)))
            found.append(column)
    return tuple(found)


def forms(columns: Sequence[Column], players: int) -> tuple[Form, ...]:
    """Give what stands in each column of the header."""
    always: list[Form] = [("text" if name in TEXTS else "number") for name in ALWAYS]
    own = [one.form for one in columns for _ in range(players if one.each else 1)]
    places: list[Form] = ["number"] * players
    return (*always, *places, *own)


def _form(kind: Type) -> Form:
    if isinstance(kind, NumberType) or (isinstance(kind, ZoneType) and kind.counted and kind.variety is None):
        return "number"
    return "truth" if isinstance(kind, TruthType) else "text"


def file_of(name: str) -> str:
    """Give what the text of a column is called as a file."""
    return f"column {name}"


def _bound(ruleset: Ruleset, name: str, text: str, players: int, bag: Bag) -> tuple[Term | None, bool]:
    """Bind an expression as it stands, else with ``player`` for one of the players; tell whether it was so."""
    file, own = file_of(name), Bag()
    node = parse_expression(text, file, own)
    if node is not None:
        term = bind_question(ruleset, node, own, seated=players, texts=((file, text),))
        if term is not None:
            return term, False
        if any(one.code == UNBOUND for one in own):
            own = Bag()
            term = bind_question(ruleset, node, own, players=_called(0), seated=players, texts=((file, text),))
            if term is not None:
                return term, True
    bag.extend(own)
    return None, False


@dataclass(frozen=True, slots=True)
class Asked:
    """A column of one player, or of the game, bound: its type, and what is asked; for tokens of several varieties of each of them."""

    type: Type
    parts: tuple[Term, ...]


def asked_of(program: Program, columns: Sequence[Column]) -> tuple[Asked, ...]:
    """Bind every column once, those of each player for every seat."""
    found = []
    for column in columns:
        for seat in range(program.players if column.each else 1):
            names = _called(seat) if column.each else ()
            term = bound_question(program.ruleset, column.text, names, program.players)
            found.append(Asked(term.type, parts_of(program, term)))
    return tuple(found)


class Cells:
    """The columns of one program, asked of its positions."""

    def __init__(self, program: Playable, columns: Sequence[Column]) -> None:
        """Bind every column once, those of each player for every seat."""
        self._questions = Questions(program)
        self._cells = [
            self._questions.read(column.text, _called(seat) if column.each else ())
            for column in columns
            for seat in range(program.players if column.each else 1)
        ]

    def of(self, playthrough: Playthrough) -> Iterator[Plain]:
        """Give the values in order; ``None`` where there is none."""
        for question in self._cells:
            try:
                yield self._questions.answer(question, playthrough)
            except RulesFault:
                yield None


def _called(seat: int) -> tuple[str, ...]:
    """Give the names of the players where ``player`` is the one of a seat; no other can be said."""
    return (*(f" {other}" for other in range(seat)), PLAYER)

"""The tables that are played at: every number of players under the options as they are, and under each other value of one option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Final

from reguli.compile.python.python_module import Codes
from reguli.compile.python_programs import write_program
from reguli.ir.executable_program import Playable
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.verify.example_runner import Programs
from reguli.verify.report.step_budget import Budget
from reguli.verify.report.verification_target import Guide, Subject

MADE: Final = 150
"""Steps that it takes to make a program and to compile what play comes to."""
Options = tuple[tuple[str, str | bool], ...]


@kept
class Table(Kept):
    """A number of players and the options that are not as they are by default."""

    options: Options
    players: int

    @property
    def said(self) -> Said:
        """Say it."""
        if not self.options:
            return Said("at_games.table", players=self.players)
        options = ", ".join(f"{name}={_text(value)}" for name, value in self.options)
        return Said("at_games.table_with", players=self.players, options=options)


def _text(value: str | bool) -> str:
    return value if isinstance(value, str) else "true" if value else "false"


@dataclass(slots=True)
class Tables:
    """All tables of a ruleset; programs are made when they are asked for, and kept."""

    subject: Subject
    all: tuple[Table, ...] = ()
    _programs: dict[Table, Playable | None] = field(default_factory=dict)
    _guides: dict[Table, Sequence[Guide]] = field(default_factory=dict)
    _made: Programs = field(init=False)

    def __post_init__(self) -> None:
        """Find the tables."""
        documents = self.subject.opened.documents
        assert documents is not None
        self._made = self.subject.programs.anew(partial(write_program, codes=Codes()))
        self.all = self.all or tuple(_tables(documents, self.subject.opened.options))

    def program(self, table: Table, budget: Budget) -> Playable | None:
        """Give the program of a table, made out of the budget; ``None`` where its rules cannot be bound."""
        if table not in self._programs:
            budget.spend(MADE)
            self._programs[table] = self._made.at(dict(table.options), table.players, Bag())
        return self._programs[table]

    def guides(self, table: Table) -> Sequence[Guide]:
        """Give the bots of a table at which somebody sat down."""
        if table not in self._guides:
            program = self._programs[table]
            self._guides[table] = () if program is None else self.subject.guides(program)
        return self._guides[table]

    @property
    def any_program(self) -> Playable | None:
        """Give the program of some table that was played at."""
        return next((one for one in self._programs.values() if one is not None), None)

    @property
    def unseen(self) -> int:
        """Give how many tables nobody sat down at."""
        return len(self.all) - len(self._programs)

    def in_turn(self) -> Iterator[Table]:
        """Give one table after the other without end: by default options every other time, the rest in turn."""
        usual = [one for one in self.all if not one.options]
        others = [one for one in self.all if one.options]
        # Another number of players for each other value, before any has all.
        mixes = list(dict.fromkeys(one.options for one in others))
        others.sort(key=lambda one: ((one.players + mixes.index(one.options)) % len(usual), mixes.index(one.options)))
        for number in count():
            yield usual[number % len(usual)]
            if others:
                yield others[number % len(others)]


def _tables(documents: Documents, given: Mapping[str, str | bool]) -> Iterator[Table]:
    low, high = documents.game.players
    mixes: list[Options] = [()]
    for option in (one for one in documents.game.options if one.id not in given):
        mixes += [((option.id, value),) for value in _values(option) if value != option.default]
    for players in range(low, high + 1):
        yield from (Table(mix, players) for mix in mixes)


def _values(option: OptionDecl) -> tuple[str | bool, ...]:
    return (True, False) if option.form == "switch" else tuple(value.id for value in option.values)

"""The tables at which counts are asked: settings of the options and numbers of players, each made once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from reguli.engine.gameplay.playthrough import begin
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.model.binding.standalone_expressions import Aside
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.source.diagnostic import Bag
from reguli.verify.double_entry.count_files import When
from reguli.verify.report.verification_target import Subject
from reguli.verify.setup_runs import options_of_set_up

SEEDS: Final = (0, 1, 2)
"""What a set-up leaves where must be so whatever chance brings: so many set-ups are looked at."""
Settings = tuple[tuple[str, str | bool], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """One table: the settings of all options, and how many play; without a number it is the box with all that any number has."""

    settings: Settings
    players: int | None


@dataclass(slots=True)
class Tables:
    """The tables of one ruleset."""

    subject: Subject
    bag: Bag = field(default_factory=Bag)
    """What is found while counts are bound."""
    programs: dict[Seat, Playable | None] = field(default_factory=dict)
    positions: dict[tuple[Seat, When], tuple[Slots, ...]] = field(default_factory=dict)
    asides: dict[int, Aside] = field(default_factory=dict)
    asked: frozenset[str] | None = None
    """The options that the rules of the set-up ask for, once somebody wanted to know."""

    @property
    def documents(self) -> Documents:
        """Give what was read."""
        documents = self.subject.opened.documents
        assert documents is not None
        return documents

    def seats(self, when: When, by: Collection[str], *, by_players: bool) -> Iterator[Seat]:
        """Give the tables at which a count is asked: under each option that it may hang on, the others as they are by default."""
        low, high = self.documents.game.players
        every: tuple[int | None, ...] = tuple(range(low, high + 1))
        if when == "counts" and not by_players:
            every = (None,) if self.documents.by_players else (low, high)
        for settings in self._settings(when, by):
            for players in dict.fromkeys(every):
                yield Seat(settings, players)

    def _settings(self, when: When, by: Collection[str]) -> tuple[Settings, ...]:
        options = self.documents.game.options
        given = self.subject.opened.options
        base = {option.id: given.get(option.id, option.default) for option in options}
        named = [option for option in options if option.id in by and option.id not in given]
        asked = self._asked_in_set_up() if when == "set_up" else frozenset()
        found: dict[Settings, None] = {}
        for chosen in product(*(values_of(option) for option in named)):
            here = base | dict(zip((option.id for option in named), chosen, strict=True))
            found[tuple(here.items())] = None
            for option in options:
                if option not in named and option.id not in given and (_changes(option) or option.id in asked):
                    found |= {tuple((here | {option.id: value}).items()): None for value in values_of(option)}
        return tuple(found)

    def _asked_in_set_up(self) -> frozenset[str]:
        if self.asked is None:
            self.asked = options_of_set_up(self.subject.ruleset)
        return self.asked

    def program(self, seat: Seat) -> Playable | None:
        """Give the program of a table."""
        if seat not in self.programs:
            ruleset = self.subject.programs.ruleset(dict(seat.settings), seat.players, Bag())
            players = self.documents.game.players[1] if seat.players is None else seat.players
            self.programs[seat] = None if ruleset is None else self.subject.opened.settings.walked(ruleset, players)
        return self.programs[seat]

    def lying(self, seat: Seat, when: When, program: Playable) -> tuple[Slots, ...]:
        """Give the positions that are looked at: the box, or what the set-up leaves. Raises ``RulesFault``."""
        if (seat, when) not in self.positions:
            self.positions[seat, when] = (list(program.first),) if when == "counts" else _after_set_up(program)
        return self.positions[seat, when]

    def aside(self, ruleset: Ruleset) -> Aside:
        """Give what binds counts beside a ruleset."""
        if id(ruleset) not in self.asides:
            sources = self.subject.opened.sources
            names = {f"{path.name}/counts.yaml" for path in self.subject.opened.layers.folders}
            texts = tuple((name, text) for name in sorted(names) if (text := sources.text(name)) is not None)
            self.asides[id(ruleset)] = Aside(ruleset, self.bag, texts=texts)
        return self.asides[id(ruleset)]


def _after_set_up(program: Playable) -> tuple[Slots, ...]:
    return tuple(begin(program, seed, play_forced=False).slots for seed in SEEDS)


def _changes(option: OptionDecl) -> bool:
    """Tell whether a value of an option changes what there is."""
    return any(value.boards or value.constants for value in option.values)


def values_of(option: OptionDecl) -> tuple[str | bool, ...]:
    """Give every value of an option."""
    return (True, False) if option.form == "switch" else tuple(value.id for value in option.values)

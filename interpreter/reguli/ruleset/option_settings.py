"""Settings: which values of options go together, and the settings that cover every pair of values and numbers of players.

A setting has a value for each option and a number of players. ``excludes:`` and ``needs:`` relate a value of an option to values of
another, so each declaration is a set of forbidden pairs. Faults come from single values or from two together far more often than from
three, so a covering array of strength two is looked at: each pair of values that can occur, of two options or of an option and the number
of players, occurs in one of its settings. It is made greedily, as AETG does (Cohen et al., IEEE TSE 23, 1997), and without lots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from reguli.ruleset.document_nodes import Documents, OptionDecl, OptionTerm
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name

Choice = str | bool
Options = dict[str, Choice]
MOST_TRIES: Final = 20_000
"""So many values are tried at most to complete one setting; declarations that need more count as impossible."""
PLAYERS: Final = ""
"""The name of the number of players among the names of options."""


@frozen_class
class Conflict(FrozenValue):
    """Two values that cannot be chosen together, with the declaration that says so."""

    option: OptionDecl
    value: Choice
    term: OptionTerm
    other: Choice

    @property
    def what(self) -> Said:
        """Return the conflict as a phrase."""
        values = ", ".join(map(choice_text, self.term.values))
        chosen, other = choice_text(self.value), choice_text(self.other)
        form = "settings.excludes" if self.term.excludes else "settings.needs"
        return Said(form, option=self.option.id, value=chosen, other=self.term.option, found=other, values=values)


def choice_text(value: Choice) -> str:
    """Return the value of an option as it is typed."""
    return value if isinstance(value, str) else "true" if value else "false"


def option_conflicts(options: Sequence[OptionDecl], chosen: Mapping[str, Choice]) -> Iterator[Conflict]:
    """Yield the declarations that some chosen values violate; options without a chosen value are left out."""
    for option in options:
        for value, term in option.terms:
            other = chosen.get(term.option)
            if chosen.get(option.id) == value and other is not None and (other in term.values) == term.excludes:
                yield Conflict(option, value, term, other)


def check_option_terms(options: Sequence[OptionDecl], bag: Bag, own: str | None = None) -> None:
    """Report declarations of ``excludes:`` and ``needs:`` that name nothing (R420), the option itself (R421), or let nothing be played (R422, R423).

    With ``own``, the file of a variant, names are looked up for declarations of that file: what a variant removes relates to nothing.
    """
    known, before = {option.id: option for option in options}, len(bag)
    for option in options:
        for _, term in option.terms:
            other = known.get(term.option)
            if term.option == option.id:
                bag.add("R421", term.span, name=option.id)
            elif own not in (None, term.span.file):
                continue
            elif other is None:
                names = ", ".join(known)
                bag.add("R420", term.span, near=closest_name(term.option, known), name=term.option, known=names)
            else:
                values = [choice_text(value) for value in other.every_value]
                for wrong in (choice_text(value) for value in term.values if value not in other.every_value):
                    near, one = closest_name(wrong, values), f"{term.option}: {wrong}"
                    bag.add("R420", term.span, near=near, name=one, known=", ".join(values))
    if len(bag) > before or not any(option.terms for option in options):
        return
    for conflict in option_conflicts(options, {option.id: option.default for option in options}):
        bag.add("R422", conflict.term.span, what=conflict.what)
        return
    for option in options:
        for value in option.every_value:
            if complete_setting(options, {option.id: value}) is None:
                bag.add("R423", option.span, name=option.id, value=choice_text(value))


def complete_setting(options: Sequence[OptionDecl], chosen: Mapping[str, Choice]) -> Options | None:
    """Return the setting nearest to the defaults with some values chosen; ``None`` if there is none."""
    factors = {
        option.id: (option.default, *(one for one in option.every_value if one != option.default)) for option in options
    }
    return _Completion(options, factors).complete(chosen)


@dataclass(slots=True)
class _Completion:
    """The search for a setting with some values given; ``factors`` holds the values of each option, the preferred first."""

    options: Sequence[OptionDecl]
    factors: Mapping[str, Sequence[Choice]]
    _tries: int = 0

    def complete(self, chosen: Mapping[str, Choice]) -> Options | None:
        """Return all options with a value; ``None`` if the declarations allow no such setting."""
        self._tries = 0
        return self._complete(dict(chosen))

    def _complete(self, chosen: Options) -> Options | None:
        self._tries += 1
        if self._tries > MOST_TRIES or next(option_conflicts(self.options, chosen), None) is not None:
            return None
        name = next((name for name in self.factors if name not in chosen), None)
        if name is None:
            return {option.id: chosen[option.id] for option in self.options}
        tried = (self._complete({**chosen, name: value}) for value in self.factors[name])
        return next((found for found in tried if found is not None), None)


# -- covering array --------------------------------------------------------------------------------------------------


Setting = tuple[Options, int]
"""The value of every option, and the number of players."""
Cell = tuple[str, Choice | int]
Pair = tuple[Cell, Cell]


@frozen_class
class SettingCover(FrozenValue):
    """Settings that cover every possible pair, the defaults for each number of players first, and the pairs that cannot occur."""

    settings: tuple[Setting, ...]
    impossible: tuple[tuple[str, str], ...] = ()

    @property
    def what(self) -> Said:
        """Return the settings as a phrase of a claim."""
        if len(self.settings) == 1:
            return Said("settings.one")
        return Said("settings.cover", count=len(self.settings), impossible=self.impossible_text)

    @property
    def impossible_text(self) -> Said | str:
        """Return that pairs cannot occur, as part of a phrase."""
        if not self.impossible:
            return ""
        return Said(
            "settings.impossible",
            count=len(self.impossible),
            pairs=", ".join(f"{one} + {other}" for one, other in self.impossible[:3]),
        )

    def to_json(self) -> dict[str, object]:
        """Return the settings and the impossible pairs as JSON-ready values."""
        settings = [{"players": players, "options": options} for options, players in self.settings]
        return {"covers": "pairs", "settings": settings, "impossible": [list(pair) for pair in self.impossible]}


def cover_settings(
    options: Sequence[OptionDecl],
    players: Sequence[int],
    given: Mapping[str, Choice],
    values: Mapping[str, Sequence[Choice]] | None = None,
) -> SettingCover:
    """Return a covering array of strength two; options that are ``given`` keep their value.

    ``values`` restricts the values of options.
    """
    factors: dict[str, tuple[Choice, ...]] = {}
    for option in options:
        free = option.every_value if values is None else values.get(option.id, ())
        default = given.get(option.id, option.default)
        factors[option.id] = (default, *(one for one in free if one != default and option.id not in given))
    return _Cover(_Completion(options, factors), tuple(players)).made()


@dataclass(slots=True)
class _Cover:
    """The greedy algorithm: pairs not covered yet, in order, and the settings so far."""

    completion: _Completion
    players: Sequence[int]
    missing: dict[Pair, None] = field(default_factory=dict)
    settings: list[Setting] = field(default_factory=list)

    def made(self) -> SettingCover:
        """Construct the array."""
        factors: dict[str, Sequence[Choice | int]] = {PLAYERS: self.players, **self.completion.factors}
        for (one, mine), (other, its) in combinations(factors.items(), 2):
            self.missing.update(dict.fromkeys(((one, a), (other, b)) for a in mine for b in its))
        first = self.completion.complete({})
        for players in self.players if first is not None else ():
            assert first is not None
            self._add(first, players)
        impossible: list[tuple[str, str]] = []
        while self.missing:
            pair = next(iter(self.missing))
            row = self._row(dict(pair))
            if row is None:
                del self.missing[pair]
                impossible.append(tuple(f"{name}={choice_text(value)}" for name, value in pair))  # type: ignore[arg-type]
            else:
                self._add(*row)
        return SettingCover(tuple(self.settings), tuple(impossible))

    def _add(self, options: Options, players: int) -> None:
        self.settings.append((options, players))
        cells: list[Cell] = [(PLAYERS, players), *options.items()]
        for pair in combinations(cells, 2):
            self.missing.pop(pair, None)

    def _row(self, chosen: dict[str, Choice | int]) -> Setting | None:
        """Return a setting with a pair, each other value chosen so that as many missing pairs as possible come with it."""
        players = chosen.pop(PLAYERS, None)
        options = self.completion.complete(chosen)  # type: ignore[arg-type]
        if options is None:
            return None
        if players is None:
            players = max(self.players, key=lambda one: self._count_new((PLAYERS, one), chosen))
        row: dict[str, Choice | int] = {PLAYERS: players, **chosen}
        for name, values in self.completion.factors.items():
            for value in sorted(values, key=lambda one: -self._count_new((name, one), row)) if name not in row else ():
                fixed = {key: one for key, one in row.items() if key != PLAYERS}
                found = self.completion.complete({**fixed, name: value})  # type: ignore[dict-item]
                if found is not None:
                    row[name], options = value, found
                    break
        return options, int(players)

    def _count_new(self, cell: Cell, row: Mapping[str, Choice | int]) -> int:
        others: list[Cell] = list(row.items())
        return sum((other, cell) in self.missing or (cell, other) in self.missing for other in others)


def documents_cover(documents: Documents, given: Mapping[str, Choice]) -> SettingCover:
    """Return the covering array of a ruleset with some options given."""
    low, high = documents.game.players
    return cover_settings(documents.game.options, range(low, high + 1), given)

"""Settings: which values of options go together, and the settings that cover every pair of values and numbers of players.

A setting has a value for each option and a number of players. ``excludes:`` and ``needs:`` relate a value of an option to values of
another, so each declaration is a set of forbidden pairs. Faults come from single values or from two together far more often than from
three, so a covering array of strength two is looked at: each pair of values that can occur, of two options or of an option and the number
of players, occurs in one of its settings. It is made greedily, as AETG does (Cohen et al., IEEE TSE 23, 1997), and without lots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Final

from reguli.ruleset.document_nodes import Documents, OptionDecl, OptionTerm
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name

Choice = str | bool
Options = dict[str, Choice]
MOST_TRIES: Final = 1_000_000
"""So many forbidden pairs are looked at in all: declarations that are harder are refused, and pairs that are harder left out."""
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
    completion = _completion(options)
    for option in options:
        for value in option.every_value:
            if completion.complete({option.id: value}) is None:
                bag.add("R423", option.span, name=option.id, value=choice_text(value))
                if completion.spent:
                    return


def settings_of_each_value(
    options: Sequence[OptionDecl], given: Mapping[str, Choice]
) -> Iterator[tuple[OptionDecl, Choice, Options]]:
    """Yield each value that is no default of an option that is not given, with the setting nearest to the defaults that has it."""
    completion = _completion(options)
    for option in options:
        for value in option.every_value:
            if option.id not in given and value != option.default:
                found = completion.complete({**given, option.id: value})
                if found is not None:
                    yield option, value, found


def _completion(options: Sequence[OptionDecl]) -> _Completion:
    """Return the search for settings that have the defaults where they can."""
    return _Completion(
        options,
        {one.id: (one.default, *(value for value in one.every_value if value != one.default)) for one in options},
    )


@dataclass
class _Completion:
    """The search for settings with some values given; ``factors`` holds the values of each option, the preferred first.

    Each value that is chosen takes the values away that it forbids, and an option that has one left is chosen with that.
    """

    options: Sequence[OptionDecl]
    factors: Mapping[str, Sequence[Choice]]
    tries: int = 0
    _forbidden: dict[tuple[str, Choice], dict[str, set[Choice]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Turn the declarations into forbidden pairs."""
        for option in self.options:
            for value, term in option.terms:
                for other in self.factors.get(term.option, ()):
                    if (other in term.values) == term.excludes:
                        self._forbidden.setdefault((option.id, value), {}).setdefault(term.option, set()).add(other)
                        self._forbidden.setdefault((term.option, other), {}).setdefault(option.id, set()).add(value)

    @property
    def spent(self) -> bool:
        """Return whether as much was tried as may be."""
        return self.tries >= MOST_TRIES

    def complete(self, chosen: Mapping[str, Choice]) -> Options | None:
        """Return all options with a value; ``None`` if the declarations allow no such setting, or too much was tried."""
        first: dict[str, tuple[Choice, ...]] | None = {name: tuple(values) for name, values in self.factors.items()}
        for option, given in chosen.items():
            first = None if first is None or given not in first[option] else self._chosen(first, option, given)
        waiting = [] if first is None else [first]
        while waiting and not self.spent:
            here = waiting.pop()
            name = next((name for name in self.factors if len(here[name]) > 1 and name in self.related), None)
            if name is None:
                return {option.id: here[option.id][0] for option in self.options}
            after = (self._chosen(here, name, value) for value in reversed(here[name]))
            waiting += [one for one in after if one is not None]
        return None

    def changed(self, setting: Options, fixed: Options, name: str, value: Choice) -> Options | None:
        """Return a setting with one more value chosen beside the fixed ones, near to a setting that has these."""
        forbidden = self._forbidden.get((name, value), {})
        if not any(setting[other] in gone for other, gone in forbidden.items()):
            return {**setting, name: value}
        return self.complete({**fixed, name: value})

    @cached_property
    def related(self) -> frozenset[str]:
        """Return the options of which some value forbids others; all other options have their preferred value."""
        return frozenset(name for name, _ in self._forbidden)

    def _chosen(
        self, left: Mapping[str, tuple[Choice, ...]], name: str, value: Choice
    ) -> dict[str, tuple[Choice, ...]] | None:
        """Return the values left once a value is chosen; ``None`` if an option has none."""
        found, waiting = {**left, name: (value,)}, [(name, value)]
        while waiting:
            for other, gone in self._forbidden.get(waiting.pop(), {}).items():
                self.tries += 1
                rest = tuple(one for one in found[other] if one not in gone)
                if not rest:
                    return None
                if len(rest) == 1 < len(found[other]):
                    waiting.append((other, rest[0]))
                found[other] = rest
        return found


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
    left_out: int = 0
    """How many pairs were too hard to decide."""

    @property
    def what(self) -> Said:
        """Return the settings as a phrase of a claim."""
        if self.left_out:
            return Said("settings.part", count=len(self.settings), left=self.left_out)
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
        impossible = [list(pair) for pair in self.impossible]
        return {"covers": "pairs", "settings": settings, "impossible": impossible, "left_out": self.left_out}


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
            if self.completion.spent:
                break
            if row is None:
                del self.missing[pair]
                impossible.append(tuple(f"{name}={choice_text(value)}" for name, value in pair))  # type: ignore[arg-type]
            else:
                self._add(*row)
        return SettingCover(tuple(self.settings), tuple(impossible), len(self.missing))

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
                found = self.completion.changed(options, fixed, name, value)  # type: ignore[arg-type]
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

"""Rulesets between the base and now: with some changes as now and the others as before, bound and made to play.

A setting is a mix of options with a number of players; both sides must have it. Programs are made when they are asked for, and kept.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from reguli.compile.python.python_module import Codes
from reguli.compile.python_programs import write_program
from reguli.ir.executable_program import Playable
from reguli.ir.settings_cache import Settings
from reguli.model.binding.ruleset_binding import bind
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.ruleset.option_selection import chosen_options, select
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag
from reguli.source.source_texts import Sources
from reguli.verify.differential.paired_programs import Pair
from reguli.verify.regression.cell_difference import Block, with_cells
from reguli.verify.regression.document_difference import ROWS, Change, laid_together
from reguli.verify.regression.expected_changes import Judged, id_of

CITING: Final = frozenset({"R340", "R341", "R342", "R343"})
"""Findings about what cites what: they keep nobody from playing."""
Options = tuple[tuple[str, str | bool], ...]
Setting = tuple[Options, int]


@dataclass(slots=True)
class Version:
    """One state of a ruleset: its documents, and cells that are as another version has them."""

    documents: Documents
    given: Mapping[str, str | bool] = field(default_factory=dict)
    cells: tuple[Block, ...] = ()
    of: Version | None = None
    codes: Codes = field(default_factory=Codes)
    """Shared by versions that are compared."""
    _rulesets: dict[tuple[Options, int | None], Ruleset | None] = field(default_factory=dict)
    _programs: dict[Setting, Playable | None] = field(default_factory=dict)

    def ruleset(self, options: Options, players: int) -> Ruleset | None:
        """Bind it for a setting; None where it cannot be."""
        key = options, players if self.documents.by_players else None
        if key not in self._rulesets:
            bag = Bag()
            chosen = chosen_options(self.documents, {**self.given, **dict(options)}, bag)
            selected = None if chosen is None else select(self.documents, chosen, bag, players=key[1])
            found = None if selected is None or chosen is None else bind(selected, bag, options=chosen)
            if found is not None and self.cells and self.of is not None:
                other = self.of.ruleset(options, players)
                found = None if other is None else with_cells(found, other, self.cells)
            self._rulesets[key] = None if any(one.code not in CITING for one in bag) else found
        return self._rulesets[key]

    def program(self, options: Options, players: int) -> Playable | None:
        """Make a program for a setting; None where the rules cannot be bound, or not so many can play."""
        key, (low, high) = (options, players), self.documents.game.players
        if key not in self._programs:
            ruleset = self.ruleset(options, players) if low <= players <= high else None
            self._programs[key] = None if ruleset is None else write_program(ruleset, players, self.codes)
        return self._programs[key]


@dataclass(slots=True)
class VersionSettings(Settings):
    """The settings of a version, whose cells may be those of another version."""

    version: Version = field(kw_only=True)

    def ruleset(self, options: Mapping[str, str | bool], players: int | None, bag: Bag) -> Ruleset | None:
        """Return the version bound for a setting; None where it cannot be bound, without a finding."""
        settled = chosen_options(self.documents, options, bag)
        if settled is None:
            return None
        return self.version.ruleset(tuple(sorted(settled.items())), players or self.documents.game.players[1])


@dataclass(slots=True)
class Reopened:
    """A version, opened as the ruleset that it was made from was opened."""

    options: Mapping[str, str | bool]
    sources: Sources
    examples: Mapping[str, ExampleDecl]
    found_in_examples: Bag
    layers: Layers
    documents: Documents
    settings: Settings


def between(before: Version, now: Version, judged: Sequence[Judged], back: Sequence[Judged]) -> Version:
    """Give now with some changes as they were before."""
    returned = {one.id for one in back}
    kept_cells = {one.what.table for one in judged if isinstance(one.what, Block) and one.id not in returned}

    def keep(change: Change) -> bool:
        if change.sort == ROWS:
            return change.name in kept_cells
        return change.sort == "statement" or id_of(change) not in returned

    documents = laid_together(before.documents, now.documents, keep)
    # Rules of both sides cite what they cite.
    there = {entry.id for entry in documents.inventory}
    others = (entry for entry in before.documents.inventory + now.documents.inventory if entry.id not in there)
    documents = dataclasses.replace(
        documents, inventory=(*documents.inventory, *{one.id: one for one in others}.values())
    )
    cells = tuple(one.what for one in back if isinstance(one.what, Block) and one.what.table in kept_cells)
    digest = blake2b("\n".join([now.documents.digest, *sorted(returned)]).encode(), digest_size=32).hexdigest()
    return Version(dataclasses.replace(documents, digest=digest), now.given, cells, before, before.codes)


def settings_of(before: Documents, now: Documents) -> list[Setting]:
    """Give the settings that both have: each number of players, by default options first, then with each other value of one option alone."""
    low = max(before.game.players[0], now.game.players[0])
    high = min(before.game.players[1], now.game.players[1])
    known = {option.id: option for option in before.game.options}
    mixes: list[Options] = [()]
    for option in now.game.options:
        other = known.get(option.id)
        if other is not None:
            mixes += [
                ((option.id, value),)
                for value in _values(option)
                if value in _values(other) and value != option.default
            ]
    return [(mix, players) for mix in mixes for players in range(low, high + 1)]


def _values(option: OptionDecl) -> tuple[str | bool, ...]:
    return (True, False) if option.form == "switch" else tuple(value.id for value in option.values)


class Pairs(Sequence[Pair]):
    """Pairs of programs by setting, made when they are asked for; ``made`` counts them."""

    def __init__(self, before: Version, now: Version, settings: Sequence[Setting]) -> None:
        """Take two versions, and the settings that both can be bound for."""
        self._before, self._now = before, now
        self._settings = [one for one in settings if before.ruleset(*one) and now.ruleset(*one)]
        self._pairs: dict[int, Pair] = {}

    def __len__(self) -> int:
        """Give how many settings there are."""
        return len(self._settings)

    @property
    def made(self) -> int:
        """Give how many pairs were made."""
        return len(self._pairs)

    def __getitem__(self, at: int) -> Pair:  # type: ignore[override]
        """Give the pair of a setting."""
        if not 0 <= at < len(self._settings):
            raise IndexError(at)
        if at not in self._pairs:
            programs = [version.program(*self._settings[at]) for version in (self._before, self._now)]
            assert programs[0] is not None
            assert programs[1] is not None
            self._pairs[at] = Pair(programs[0], programs[1])
        return self._pairs[at]

    def __iter__(self) -> Iterator[Pair]:
        """Give all of them."""
        return (self[at] for at in range(len(self)))

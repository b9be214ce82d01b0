"""Reads the values a layout refers to out of a ruleset, for one number of players or for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from reguli.model.ruleset import Kind, Ruleset
from reguli.publish.document.cells import (
    PLAYER_COUNT,
    Keys,
    by_players,
    cell_given,
    cells_along,
    element_given,
    from_to,
    key_texts,
    rows_of,
)
from reguli.publish.document.moments import missing_in, moment_value
from reguli.publish.document.sayable import Given, GivenRows, Pair
from reguli.publish.layouts.card import FromTo, Named, Reference, Say
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.span import Span
from reguli.words.grammar.noun import Name

EXCEPTIONS: Final = "_exceptions"
"""After the name of a value: its other values, by number of players."""
ROOTS: Final = ("constants", "tables", "phases", "stages", "moments", "players", "kinds", "options")


class Reader:
    """Evaluates references; one that leads nowhere is a finding at its place (W402), so is one that does not fit (W403)."""

    def __init__(self, ruleset: Ruleset, players: int | None, bag: Bag) -> None:
        """Read for a number of players, or None for every number."""
        self.ruleset = ruleset
        self.players = players
        self.bag = bag

    def values(self, named: Named) -> dict[str, Given | GivenRows]:
        """Give the values of a wording by name.

        A table with one key left free gives rows. One by number of players gives its commonest value, and the others
        under the name with ``_exceptions``: no rows where the number of players is settled.
        """
        found: dict[str, Given | GivenRows] = {}
        for name, spec in named:
            if isinstance(spec, FromTo):
                first, last = self.scalar(spec.first), self.scalar(spec.last)
                if first is not None and last is not None:
                    found[name] = from_to(first, last)
            elif spec.path[0] == "tables":
                found.update(self._from_table(name, spec))
            elif (value := self._plain(spec)) is not None:
                found[name] = value
        return found

    def cited(self, say: Say) -> tuple[str, ...]:
        """Give the ids of the statements that a sentence says in short; one that the rulebook has not is a finding (W402)."""
        for name in say.cites:
            self.is_stated(name, say.span)
        return tuple(f"statement:{name}" for name in say.cites)

    def is_stated(self, name: str, span: Span) -> bool:
        """Tell whether the rulebook has a statement of this number; one that it has not is a finding (W402)."""
        known = [entry.id for entry in self.ruleset.documents.inventory]
        if name not in known:
            self.bag.add("W402", span, near=near(name, known), text=name, name=name)
        return name in known

    def _from_table(self, name: str, reference: Reference) -> dict[str, Given | GivenRows]:
        keys = self.keys(reference)
        if keys is None:
            return {}
        by_number = PLAYER_COUNT in keys.free
        keys = self.settled(keys)
        match keys.free:
            case ():
                exceptions: dict[str, Given | GivenRows] = {name + EXCEPTIONS: rows_of(())} if by_number else {}
                return {name: cell_given(self.ruleset, keys), **exceptions}
            case (one,) if one == PLAYER_COUNT:
                base, others = by_players(self.ruleset, keys)
                return {name: base, name + EXCEPTIONS: others}
            case (one,):
                return {name: rows_of(cells_along(self.ruleset, keys, one))}
            case _:
                self._open(reference, keys)
                return {}

    def _open(self, reference: Reference, keys: Keys) -> None:
        self.unfit(reference, Said("why.leaves_open", keys=", ".join(keys.free)))

    def unfit(self, reference: Reference, why: Said) -> None:
        """Report a reference that does not fit where it stands."""
        self.bag.add("W403", reference.span, text=reference.text, why=why)

    def settled(self, keys: Keys) -> Keys:
        """Fill in the number of players where it is settled."""
        if self.players is None:
            return keys
        return keys.filled({PLAYER_COUNT: self.players - self.ruleset.players[0]})

    def along(self, keys: Keys, free: str) -> tuple[Pair, ...]:
        """Give the cells along the one free key, each with the key's value."""
        return cells_along(self.ruleset, keys, free)

    def scalar(self, reference: Reference) -> Given | None:
        """Give one value; a table's keys must all be given, but for a settled number of players."""
        if reference.path[0] != "tables":
            found = self._plain(reference)
            if isinstance(found, GivenRows):
                self.unfit(reference, Said("why.no_single_value"))
                return None
            return found
        keys = self.keys(reference)
        keys = None if keys is None else self.settled(keys)
        if keys is not None and keys.free:
            self._open(reference, keys)
            return None
        return None if keys is None else cell_given(self.ruleset, keys)

    def _plain(self, reference: Reference) -> Given | GivenRows | None:
        """Give a value that stands in no table."""
        if reference.keys:
            self.unfit(reference, Said("why.only_tables_have_keys"))
            return None
        match reference.path:
            case ("constants", name):
                constant = self.ruleset.constants.get(name)
                if constant is not None:
                    return Given(constant.value, (f"constant:{name}",))
                self.absent(reference, name, self.ruleset.constants)
            case ("players", *end):
                return self._players(reference, tuple(end))
            case ("kinds", name):
                kind = self.ruleset.kinds.get(name)
                if kind is not None:
                    return _elements(kind)
                self.absent(reference, name, self.ruleset.kinds)
            case ("options", name):
                if name in self.ruleset.options:
                    return Given(self.ruleset.options[name], (f"option:{name}",))
                self.absent(reference, name, self.ruleset.options)
            case ("phases" | "stages" | "moments", *_):
                return self._moment(reference)
            case (str(name), element, field):
                return self._field(reference, name, element, field)
            case _:
                self.absent(reference, reference.path[0], ROOTS)
        return None

    def _moment(self, reference: Reference) -> Given | GivenRows | None:
        found = moment_value(self.ruleset, reference.path)
        if found is None:
            word, meant = missing_in(self.ruleset, reference.path)
            self.bag.add("W402", reference.span, near=meant, text=reference.text, name=word)
        return found

    def player_counts(self) -> Given:
        """Give how many play: a number where it is settled, or the range that is possible."""
        low, high = self.ruleset.players
        if self.players is not None:
            return Given(self.players, (f"players:{self.players}",))
        return from_to(Given(low, ("players:min",)), Given(high, ("players:max",)))

    def _players(self, reference: Reference, end: tuple[str, ...]) -> Given | None:
        low, high = self.ruleset.players
        match end:
            case ("min",):
                return Given(low, ("players:min",))
            case ("max",):
                return Given(high, ("players:max",))
            case ():
                return self.player_counts()
            case _:
                self.absent(reference, end[0], ("min", "max"))
                return None

    def _field(self, reference: Reference, name: str, element: str, field: str) -> Given | None:
        kind = self.ruleset.kinds.get(name)
        if kind is None:
            self.absent(reference, name, (*ROOTS, *self.ruleset.kinds))
            return None
        index = kind.index(element)
        if index is None or field not in kind.fields:
            self.absent(reference, *((element, kind.elements) if index is None else (field, kind.fields)))
            return None
        value = self._said(kind, field, index)
        if value is None:
            self.unfit(reference, Said("why.unsayable"))
            return None
        return Given(value, (f"field:{name}.{element}.{field}",))

    def _said(
        self, kind: Kind, field: str, index: int
    ) -> bool | int | str | Name | tuple[int | str | Name, ...] | None:
        """Give the fixed field of an element as a wording says it."""
        declared, value = kind.fields[field], kind.values[field][index]
        target = None if declared.of is None else self.ruleset.kinds.get(declared.of)
        match value:
            case int() if declared.form == "truth":
                return bool(value)
            case int() if declared.form == "number":
                return value
            case int() if declared.form == "kind" and target is not None:
                return _element(target, value)
            case str() if declared.form == "text":
                return Name(value)
            case tuple() if target is not None:
                return tuple(_element(target, member) for member in value)
            case _:
                return None

    def absent(self, reference: Reference, name: str, known: Iterable[str]) -> None:
        """Report a reference that leads nowhere."""
        self.bag.add("W402", reference.span, near=near(name, known), text=reference.text, name=name)

    def keys(self, reference: Reference) -> Keys | None:
        """Give the keys of a reference to a table; None with a finding where table or keys are unknown."""
        if len(reference.path) != 2 or reference.path[0] != "tables":
            self.unfit(reference, Said("why.no_table"))
            return None
        table = self.ruleset.tables.get(reference.path[1])
        if table is None:
            self.absent(reference, reference.path[1], self.ruleset.tables)
            return None
        if len(reference.keys) != len(table.key_names):
            self.unfit(reference, Said("why.keys_are", table=table.id, keys=", ".join(table.key_names)))
            return None
        at: list[int | None] = []
        for position, key in enumerate(reference.keys):
            known = key_texts(self.ruleset, table, position)
            if key == table.key_names[position]:
                at.append(None)
            elif key in known:
                at.append(known.index(key))
            else:
                self.absent(reference, key, (*known, table.key_names[position]))
                return None
        return Keys(table, tuple(at))


def _element(kind: Kind, index: int) -> int | str | Name:
    value = element_given(kind, index).value
    assert isinstance(value, int | str | Name)
    return value


def _elements(kind: Kind) -> Given:
    return Given(tuple(_element(kind, index) for index in range(len(kind.elements))), (f"kind:{kind.id}",))

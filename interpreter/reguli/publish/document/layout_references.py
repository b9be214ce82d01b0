"""Reads the values a layout refers to out of a ruleset, for one number of players or for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.publish.document import table_cells
from reguli.publish.document.inline_nodes import Given, GivenRows, Pair
from reguli.publish.layouts.card_layout import FromTo, Named, Reference, Say
from reguli.ruleset.document_nodes import StageDecl
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near
from reguli.source.span import Span

EXCEPTIONS: Final = "_exceptions"
"""After the name of a value: its other values, by number of players."""
ITSELF: Final = ""
"""The name of what a word says that other words may follow: ``players``, ``stages.late``."""
UNSAYABLE: Final = ("procedure", "condition", "amount")
"""Forms of fields that hold rules."""
Known: TypeAlias = "Mapping[str, Known] | Given | GivenRows | None"
ROOTS: Final = ("constants", "tables", "phases", "stages", "moments", "players", "kinds", "options")


class Reader:
    """Evaluates references; one that leads nowhere is a finding at its place (W402), so is one that does not fit (W403)."""

    def __init__(self, ruleset: Ruleset, players: int | None, bag: Bag) -> None:
        """Read for a number of players, or None for every number."""
        self.ruleset = ruleset
        self.players = players
        self.bag = bag
        self._read: dict[str, Known] = {}

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
                    found[name] = table_cells.from_to(first, last)
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
        match keys.free:
            case ():
                exceptions: dict[str, Given | GivenRows] = (
                    {name + EXCEPTIONS: table_cells.rows_of(())} if table_cells.PLAYER_COUNT in reference.keys else {}
                )
                return {name: table_cells.cell_given(self.ruleset, keys), **exceptions}
            case (one,) if one == table_cells.PLAYER_COUNT:
                base, others = table_cells.by_players(self.ruleset, keys)
                return {name: base, name + EXCEPTIONS: others}
            case (one,):
                return {name: table_cells.rows_of(table_cells.cells_along(self.ruleset, keys, one))}
            case _:
                self._open(reference, keys)
                return {}

    def _open(self, reference: Reference, keys: table_cells.Keys) -> None:
        self.unfit(reference, Said("why.leaves_open", keys=", ".join(keys.free)))

    def unfit(self, reference: Reference, why: Said) -> None:
        """Report a reference that does not fit where it stands."""
        self.bag.add("W403", reference.span, text=reference.text, why=why)

    def scalar(self, reference: Reference) -> Given | None:
        """Give one value; a table's keys must all be given, but for a settled number of players."""
        if reference.path[0] != "tables":
            found = self._plain(reference)
            if isinstance(found, GivenRows):
                self.unfit(reference, Said("why.no_single_value"))
                return None
            return found
        keys = self.keys(reference)
        if keys is not None and keys.free:
            self._open(reference, keys)
            return None
        return None if keys is None else table_cells.cell_given(self.ruleset, keys)

    def _plain(self, reference: Reference) -> Given | GivenRows | None:
        """Give a value that stands in no table."""
        if reference.keys:
            self.unfit(reference, Said("why.only_tables_have_keys"))
            return None
        root, *path = reference.path
        found = self._under(root)
        if found is None:
            self.absent(reference, root, (*ROOTS, *self.ruleset.kinds))
            return None
        while path or isinstance(found, Mapping):
            word, names = path.pop(0) if path else ITSELF, found if isinstance(found, Mapping) else {}
            if word not in names:
                self.absent(reference, word or reference.path[-1], names)
                return None
            found = names[word]
        if found is None:
            self.unfit(reference, Said("why.unsayable"))
        return found

    def _under(self, root: str) -> Known:
        """Give what stands under the first word of a reference, each once: by name, and what that says by itself; None under no such word."""
        if root not in self._read:
            self._read[root] = self._roots(root)
        return self._read[root]

    def _roots(self, root: str) -> Known:
        ruleset, game, (low, high) = self.ruleset, self.ruleset.documents.game, self.ruleset.players
        match root:
            case "constants":
                return {name: Given(one.value, (f"constant:{name}",)) for name, one in ruleset.constants.items()}
            case "players":
                ends = {"min": Given(low, ("players:min",)), "max": Given(high, ("players:max",))}
                return {ITSELF: self.player_counts(), **ends}
            case "kinds":
                return {name: _elements(kind) for name, kind in ruleset.kinds.items()}
            case "options":
                return {name: Given(chosen, (f"option:{name}",)) for name, chosen in ruleset.options.items()}
            case "phases":
                return {name: self._phase(name) for name in game.round}
            case "moments":
                said = {one.procedure.id.removeprefix("at."): one.moment.of for one in ruleset.moments}
                return {name: self._phase(of, f"moment:{name}") for name, of in said.items() if of in game.round}
            case "stages":
                return {stage.id: dict(self._stage(stage, at)) for at, stage in enumerate(game.stages, 1)}
            case _:
                return _fields(ruleset, ruleset.kinds[root]) if root in ruleset.kinds else None

    def _phase(self, phase: str, value_id: str = "") -> Given:
        """Give the place of a phase in the round, from 1."""
        return Given(self.ruleset.documents.game.round.index(phase) + 1, (value_id or f"phase:{phase}",))

    def _stage(self, stage: StageDecl, number: int) -> Iterator[tuple[str, Known]]:
        """Give the number of a stage, and those of the phases in which it is checked and begins.

        Its ``cases`` are the rows of a card drawn: the phase it is drawn in, and the phase from which the stage holds (None: from
        the next round); a draw between phases is part of what the phase before them does.
        """
        order, where = self.ruleset.documents.game.round, f"stage:{stage.id}"
        yield ITSELF, Given(number, (where,))
        for name, moment in (("checked", stage.checked), ("effective", stage.effective)):
            if moment is not None and moment.of in order:
                yield name, self._phase(moment.of, f"{where}.{name}")
        pairs = (
            Pair(self._phase(case.of), Given(self._from(case.effective.of), (f"{where}.cases.{case.of}",)))
            for case in stage.cases
            if case.edge == "during" and case.of in order
        )
        if stage.cases:
            yield "cases", table_cells.rows_of(tuple(pairs))

    def _from(self, phase: str) -> int | None:
        order = self.ruleset.documents.game.round
        return order.index(phase) + 1 if phase in order else None

    def player_counts(self) -> Given:
        """Give how many play: a number where it is settled, or the range that is possible."""
        low, high = self.ruleset.players
        if self.players is not None:
            return Given(self.players, (f"players:{self.players}",))
        return table_cells.from_to(Given(low, ("players:min",)), Given(high, ("players:max",)))

    def absent(self, reference: Reference, name: str, known: Iterable[str]) -> None:
        """Report a reference that leads nowhere."""
        self.bag.add("W402", reference.span, near=near(name, known), text=reference.text, name=name)

    def keys(self, reference: Reference) -> table_cells.Keys | None:
        """Give the keys of a reference to a table, a settled number of players filled in; None with a finding where table or keys are unknown."""
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
            known = table_cells.key_texts(self.ruleset, table, position)
            if key == table.key_names[position]:
                at.append(None)
            elif key in known:
                at.append(known.index(key))
            else:
                self.absent(reference, key, (*known, table.key_names[position]))
                return None
        keys, low = table_cells.Keys(table, tuple(at)), self.ruleset.players[0]
        return keys if self.players is None else keys.filled({table_cells.PLAYER_COUNT: self.players - low})


def _elements(kind: Kind) -> Given:
    return Given(
        tuple(table_cells.element_said(kind, index) for index in range(len(kind.elements))), (f"kind:{kind.id}",)
    )


def _fields(ruleset: Ruleset, kind: Kind) -> Known:
    """Give the fixed fields of every element, by element and field, and what leads back to it by a name of its own; None for one that no wording can say."""
    back = tuple(_ways_back(ruleset, kind))
    return {
        element: {field: _field(ruleset, kind, field, index) for field in kind.fields}
        | {name: _back(kind, name, index, other, field) for name, other, field in back}
        for index, element in enumerate(kind.elements)
    }


def _ways_back(ruleset: Ruleset, kind: Kind) -> Iterator[tuple[str, Kind, str]]:
    """Give the fields of other kinds that name an element of this one and say what that is called from here."""
    for other in ruleset.kinds.values():
        for field, declared in other.fields.items():
            if declared.form == "kind" and declared.of == kind.id and declared.inverse is not None:
                yield declared.inverse, other, field


def _back(kind: Kind, name: str, index: int, other: Kind, field: str) -> Given:
    """Give the elements that name this one, as a list."""
    found = (table_cells.element_said(other, at) for at, value in enumerate(other.values[field]) if value == index)
    return Given(tuple(found), (f"field:{kind.id}.{kind.elements[index]}.{name}",))


def _field(ruleset: Ruleset, kind: Kind, field: str, index: int) -> Given | None:
    said = None if kind.fields[field].form in UNSAYABLE else table_cells.field_given(ruleset, kind, field, index)
    return None if said is None else Given(said.value, (f"field:{kind.id}.{kind.elements[index]}.{field}",))

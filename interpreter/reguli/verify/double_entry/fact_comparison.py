"""Facts as a part of verification: what another hand entered from the printed game agrees with the rules, or both places are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.position_files import PositionDecl
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.folder_contents import FACTS, Folder
from reguli.ruleset.variant_layers import file_prefixes, lies_in
from reguli.source.diagnostic import Bag, Diagnostic, finding
from reguli.source.message_arguments import Said, some_of
from reguli.source.name_suggestions import near
from reguli.source.span import NOWHERE, Span
from reguli.verify.double_entry.entered_cells import Entered, ReadSheet
from reguli.verify.double_entry.entered_files import files_of, read_entered, unsigned
from reguli.verify.double_entry.entry_comparison import Compared, Differing, compared, differences, named
from reguli.verify.double_entry.entry_table import Key, Thing, Value
from reguli.verify.double_entry.entry_tables import COPIES, PLAYERS, Things
from reguli.verify.double_entry.variant_origin import OpenOrigin, no_origin
from reguli.verify.report.finding_types import Found, Holds, Level, Severity, made_id
from reguli.verify.report.verification_target import Subject

PROPERTY = "data"
"""The property of a table, a constant or a field that its values are those of the printed game."""


@dataclass(frozen=True, slots=True)
class FactsFile:
    """A file in which something is entered: its name, the folder of the ruleset that it lies in, and its path."""

    name: str
    folder: Path
    path: Path


def facts_files(subject: Subject) -> tuple[FactsFile, ...]:
    """Give the files of a ruleset and of what it is a variant of; of two with one name the variant's own."""
    found: dict[str, FactsFile] = {}
    for folder in subject.opened.layers.folders:
        for path in files_of(folder):
            name = f"{FACTS}/{path.name}"
            found.setdefault(name, FactsFile(name, folder, path))
    return tuple(sorted(found.values(), key=lambda one: one.name))


def things_of(subject: Subject) -> Things:
    """Give everything that can be entered of a ruleset, with each board on the table where it lies there by choice."""
    documents = subject.opened.documents
    assert documents is not None
    return Things(documents, dict(_bound(subject, documents)))


def _bound(subject: Subject, documents: Documents) -> Iterator[tuple[str | None, Ruleset]]:
    """Bind the ruleset once for each board that needs it."""
    there: Ruleset = subject.ruleset
    yield None, there
    for board in sorted(_boards(documents) - _boards(there.documents)):
        program = subject.programs.program(_with(documents, board), Bag())
        if program is not None:
            yield board, program.ruleset


def _boards(documents: Documents) -> set[str]:
    boards = {kind.board for kind in documents.kinds} | {table.board for table in documents.tables}
    return {board for board in boards if board is not None}


def _with(documents: Documents, board: str) -> PositionDecl:
    """Give a position that has a board on the table."""
    options = [
        (option.id, value.id, NOWHERE)
        for option in documents.game.options
        for value in option.values
        if board in value.boards
    ]
    players = next((one.players[0] for one in documents.game.boards if board in one.boards), None)
    return PositionDecl(NOWHERE, players=players, options=tuple(options[:1]))


@dataclass(slots=True)
class Facts:
    """Everything that was entered of one ruleset."""

    subject: Subject
    sheets: ReadSheet
    things: Things
    open_origin: OpenOrigin = no_origin
    _origin: list[tuple[Things | None, Things | None]] = field(default_factory=list)

    def compared(self, file: FactsFile) -> Iterator[Found | Holds]:
        """Say what one file finds, and what it holds."""
        bag = Bag()
        folder = Folder(file.folder, bag, self.subject.opened.sources)
        entered = read_entered(file.path, folder, self.sheets, bag)
        for told in bag:
            yield _found("error", told, file.name, f"{told.args}")
        if entered is None:
            return
        thing = self._thing(entered)
        if isinstance(thing, Diagnostic):
            yield _found("error", thing, file.name, "of")
        else:
            yield from self._told(compared(thing, entered), file)

    def _thing(self, entered: Entered) -> Thing | Diagnostic:
        name, board = entered.said("of"), entered.said("board")
        known = self.things.listed
        several = [one for one, other in known if one == name and other is not None]
        boards = [str(other) for one, other in known if one == name]
        if several and board not in boards:
            why = Said("why.which_board", name=name, known=", ".join(boards))
            return finding(
                "V156", entered.head.get("board", entered.head["of"]).span, near=near(board, boards), why=why
            )
        thing = self.things.thing(name, board or None)
        if thing is None:
            why = Said("why.no_thing", name=name, known=some_of(list(dict.fromkeys(one for one, _ in known))))
            return finding("V156", entered.head["of"].span, near=near(name, [one for one, _ in known]), why=why)
        return thing

    def _told(self, result: Compared, file: FactsFile) -> Iterator[Found | Holds]:
        """Say what came of a comparison; what a variant above the file says is another matter than a mistake."""
        above = self._above(file)
        wanted: list[tuple[Span, Said]] = []
        spans = result.thing.spans
        for told, one in differences(result):
            if lies_in(one.held.span, above) or (above and self._follows(result.thing, one)):
                wanted.append((one.held.span, Said("here.variant_says", name=one.place)))
            else:
                yield _found("error", told, file.name, one.place)
        for told, about in result.found:
            places = [span for span, _ in told.related] if told.code == "V153" else []
            if any(lies_in(span, above) for span in places) or (
                told.code == "V152" and self._gone(result.thing, above)
            ):
                wanted.append((told.related[0][0], Said("here.variant_says", name=about)))
            else:
                yield _found("error", told, file.name, about)
        wanted += [
            (spans[key], Said("here.variant_says", name=named(key)))
            for key in result.lacking
            if lies_in(spans[key], above)
        ]
        lacking = [key for key in result.lacking if not lies_in(spans[key], above)]
        if lacking:
            yield _found("error", _lacking(lacking, result), file.name, " ".join(map(named, lacking)))
        if wanted:
            told = finding("V159", result.entered.span, related=wanted, thing=result.thing.id, count=len(wanted))
            yield _found("note", told, file.name, "")
        yield from self._signed(result, file)

    def _signed(self, result: Compared, file: FactsFile) -> Iterator[Found | Holds]:
        """Say what is not entered yet, who must sign, and what holds."""
        entered, filled = result.entered, sum(result.agreed.values()) + len(result.differing)
        if result.open:
            told = finding("V160", entered.span, open=result.open, all=result.open + filled, thing=result.thing.id)
            yield _found("note", told, file.name, "")
        lacking = unsigned(entered)
        if lacking and filled:
            told = finding("V156", entered.span, near=None, why=Said("why.head_lacks", names=", ".join(lacking)))
            yield _found("error", told, file.name, "head")
            return
        yield from _held(result)

    def _above(self, file: FactsFile) -> tuple[str, ...]:
        """Give the beginnings of the names of files that variants above a file have."""
        documents = self.subject.opened.documents
        assert documents is not None
        return file_prefixes(documents, self.subject.opened.layers.folders.index(file.folder))

    def _follows(self, thing: Thing, one: Differing) -> bool:
        """Return whether the base agrees with what was entered, and the wanted changes alone make the value what it is here."""
        if not self._origin:
            origin = self.open_origin()
            known = (None, None) if origin is None else (origin.base, origin.wanted)
            base, wanted = (None if subject is None else things_of(subject) for subject in known)
            self._origin.append((base, wanted))
        values = [_value(things, thing, one) for things in self._origin[0]]
        return values == [one.entered, one.held.value]

    def _gone(self, thing: Thing, above: tuple[str, ...]) -> bool:
        """Tell whether a variant takes something away from a thing."""
        documents = self.subject.opened.documents
        assert documents is not None
        name = thing.id.partition(".")[2]
        gone = [span for path, span in documents.taken if path.startswith((thing.id, f"{name}."))]
        return any(lies_in(span, above) for span in gone)


def _lacking(keys: Sequence[Key], result: Compared) -> Diagnostic:
    """Say which rows nobody entered, and where the first of them stands."""
    related = [(result.thing.spans[keys[0]], Said("here.row_not_entered"))]
    names = some_of([named(key) for key in keys])
    return finding("V153", result.entered.span, related=related, thing=result.thing.id, count=len(keys), names=names)


def _value(things: Things | None, thing: Thing, one: Differing) -> Value | Said:
    """Return the value of a cell in another ruleset; ``Said`` where it has none."""
    other = None if things is None else things.thing(thing.id, thing.board)
    row = {} if other is None else other.rows.get(one.key, {})
    held = row.get(one.column.name)
    return Said("differs.nothing") if held is None else held.value


def _held(result: Compared) -> Iterator[Holds]:
    """Say which columns hold: those of which every cell was entered and agrees."""
    thing, said = result.thing, result.entered.said
    by = Said("why.entered_by", name=said("who"), when=said("when"), source=said("print"))
    for column, agreed in result.agreed.items():
        if thing.partial or agreed == len(thing.rows):
            yield Holds(thing.rule(column), PROPERTY, Level.ENTERED_TWICE, by)


def _found(severity: Severity, told: Diagnostic, file: str, about: str) -> Found:
    return Found(made_id("static", told.code, file, about), "static", severity, told)


def unheld(things: Things, held: Mapping[str, object]) -> Iterator[Holds]:
    """Say of which data nobody has entered anything a second time."""
    for name, board in things.listed:
        thing = things.thing(name, board)
        if thing is not None:
            columns = [key[0] for key in thing.rows] if thing.partial else [one.name for one in thing.values]
            for column in columns:
                rule = thing.rule(column)
                if rule not in held and column not in (PLAYERS, COPIES):
                    yield Holds(rule, PROPERTY, Level.UNCHECKED, Said("why.not_entered", name=name))

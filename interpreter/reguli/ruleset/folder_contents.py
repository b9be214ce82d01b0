"""A ruleset folder on disk: its files and their texts."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import field
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from reguli.language.parsing.parser import parse_rules
from reguli.language.syntax_tree.statements import with_statement_names
from reguli.language.syntax_tree.top_level_items import Define, RulesFile
from reguli.ruleset.document_nodes import Documents, ElementDecl, KindDecl, OptionDecl, OptionValue, TableDecl
from reguli.ruleset.option_settings import check_option_terms, option_conflicts
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import NO_STATEMENTS, NodeReader
from reguli.schema.shapes import ValueContext, ValueShape, read_document
from reguli.source.bounded_files import (
    escapes_folder,
    folder_has_entry,
    list_files,
    read_bytes_or_report,
    read_text_or_report,
    relative_name,
    unreadable_reason,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import SHEET, Sources, Span
from reguli.source.spreadsheet_files import LARGEST
from reguli.source.table_files import TABLE_ENDINGS, Row, Table, make_table, read_rows
from reguli.source.yaml_reader import Node, read_yaml

T = TypeVar("T")
LAYOUTS: Final = ("aid.yaml", "book.yaml", "card.yaml", "pieces.yaml", "setup.yaml", "summary.yaml")
"""How printed products are laid out."""
BESIDES: Final = ("bots.yaml", *LAYOUTS)
"""What is no rule."""
ICONS: Final = "icons"
"""The folder of a ruleset with the icons of its texts."""
SCALES: Final = "scale.yaml"
"""Small instances of the game, every position of which is looked at."""
ANSWERS: Final = "verify.yaml"
"""What a designer decided about what verification found."""
COUNTS: Final = "counts.yaml"
"""How many there are of what, from the printed game."""
FACTS: Final = "facts"
"""The folder in which data are entered a second time, by another hand."""
FILES: Final = (
    "game.yaml",
    "constants.yaml",
    "tables.yaml",
    "state.yaml",
    "inventory.yaml",
    *BESIDES,
    SCALES,
    ANSWERS,
    COUNTS,
)
FREE: Final = (".md", ".txt")
"""Endings of files that may lie anywhere and are not read."""
BASELINE_FILE: Final = "verify.blessed.json"
"""The baseline of a ruleset: only verification reads it."""


@frozen_class
class Contents(FrozenValue):
    """The files read from a folder: by name or ending (``*.rules``), and the contents of subfolders (``*``: any)."""

    files: tuple[str, ...]
    folders: Mapping[str, Contents] = field(default_factory=lambda: MappingProxyType({}))

    def has_file(self, name: str) -> bool:
        """Return whether a file of this name is read."""
        return any(fnmatchcase(name, known) for known in self.files)

    def folder(self, name: str) -> Contents | None:
        """Return the contents of a subfolder of this name, if any is read."""
        return self.folders.get(name) or self.folders.get(ANY)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the allowed names as a user would write them, folders with a trailing slash."""
        return (*self.files, *(f"{name}/" for name in self.folders))

    def names_like(self, name: str) -> tuple[str, ...]:
        """Return the known names that may be meant by a misspelt one."""
        stem = name.partition(".")[0]
        return (*(known.replace(ANY, stem, 1) for known in self.files), *(set(self.folders) - {ANY}))


ANY: Final = "*"
ANYTHING: Final = Contents((ANY,), MappingProxyType({ANY: Contents((ANY,))}))
_YAML: Final = Contents(("*.yaml",))
_WORDS: Final = Contents(
    ("*.pot",),
    MappingProxyType({ANY: Contents(("lexicon.yaml", "wordings.po", "wordings.po.before", "confirmed.tsv"))}),
)
_BOTH: Final = MappingProxyType(
    {
        "boards": _YAML,
        "components": _YAML,
        "examples": _YAML,
        FACTS: Contents(("*.yaml", "*.csv", "*.tsv", "*.xlsx")),
        "positions": _YAML,
        "rules": Contents(("*.rules",)),
        "pictures": ANYTHING,
        ICONS: Contents((ANY,)),
        "themes": ANYTHING,
        "words": _WORDS,
    }
)
LIBRARY: Final = Contents(
    ("library.yaml", "state.yaml", "words.yaml"),
    MappingProxyType({"rules": Contents(("*.rules",)), "game": Contents(FILES, _BOTH)}),
)
"""What is read of the folder of a library; in ``game`` lies a small game of its own, with examples."""
_LIBRARIES: Final = MappingProxyType({"library": Contents((), MappingProxyType({ANY: LIBRARY}))})
RULESET: Final = Contents(
    FILES,
    MappingProxyType({**_BOTH, **_LIBRARIES, "variants": Contents(("*.yaml",), ANYTHING.folders)}),
)
"""What is read of the folder of a ruleset; tables of a spreadsheet are read where a document names them."""
VARIANT_FOLDER: Final = Contents(("variant.yaml", *FILES[1:]), MappingProxyType({**_BOTH, **_LIBRARIES}))
"""What is read of the folder of a variant."""
UNPLAYED: Final = ("inventory.yaml", "words.yaml", *BESIDES, SCALES, ANSWERS, COUNTS)
MOST_FILES: Final = 500


class Folder:
    """An opened ruleset folder; names are relative to it, spans begin with the folder's own name."""

    __slots__ = ("bag", "names_read", "path", "played", "reader", "root", "sources", "texts")

    def __init__(
        self,
        path: Path,
        bag: Bag,
        sources: Sources,
        root: Path | None = None,
        statements: Mapping[str, str] = NO_STATEMENTS,
    ) -> None:
        """Open a folder without reading it. Names in findings are relative to ``root``, by default the parent folder.

        ``statements`` gives the full names of statements by the numbers that the folder's files call them by.
        """
        self.path = path.resolve()
        self.root = self.path.parent if root is None else root
        self.bag = bag
        self.sources = sources
        self.reader = NodeReader(bag, sources, self.table, statements)
        self.played: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.names_read: set[str] = set()
        """What was read, or tried to be: what is wrong with that is said elsewhere."""

    def span_name(self, name: str) -> str:
        """Return the name of a file as used in spans."""
        return f"{relative_name(self.path, self.root)}/{name}" if self.path.name else name

    def has(self, name: str) -> bool:
        """Return whether a file exists."""
        return folder_has_entry(self.path / name)

    def names(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Return the sorted files of a subfolder; at most a fixed number is read."""
        found = [f"{folder}/{path.name}" for path in self.listed(folder, suffix)]
        if len(found) > MOST_FILES:
            self.bag.add("R120", self.whole(folder), name=folder, limit=MOST_FILES)
        return tuple(found[:MOST_FILES])

    def listed(self, folder: str, suffix: str = "") -> tuple[Path, ...]:
        """Return the files directly in a subfolder; a folder that may not be listed is a finding."""
        try:
            return list_files(self.path / folder, suffix)
        except OSError as error:
            self.bag.add("Y105", self.whole(folder), name=self.span_name(folder), why=unreadable_reason(error))
            return ()

    def whole(self, name: str) -> Span:
        """Return the span of a whole file."""
        return Span(self.span_name(name), 0, 0, 0, 0)

    def text(self, name: str, named_at: Span | None = None) -> str | None:
        """Read one file of the folder, once."""
        if name in self.played:
            return self.played[name]
        self.names_read.add(name)
        file = self.span_name(name)
        path, within = self.path / name, self.path
        text = read_text_or_report(
            path, self.bag, root=self.root, sources=self.sources, named_at=named_at, within=within
        )
        if text is None:
            return None
        self.texts[file] = text
        if name not in UNPLAYED:
            self.played[name] = text
        return text

    def node(self, name: str) -> Node | None:
        """Read one YAML file of the folder."""
        text = self.text(name)
        return None if text is None else read_yaml(text, self.span_name(name), self.bag)

    def read(self, name: str, shape: ValueShape[T], what: Value, *, needed: bool = True) -> T | None:
        """Read one YAML file by its shape, under a name for findings; ``None`` if it is unreadable, or missing and optional."""
        node = self.node(name) if needed or self.has(name) else None
        return None if node is None else read_document(shape, node, ValueContext(what), self.reader)

    def rules(self) -> tuple[RulesFile, ...]:
        """Read the rules; a file with errors is omitted."""
        texts = [(name, self.text(name)) for name in self.names("rules", ".rules")]
        parsed = [parse_rules(text, self.span_name(name), self.bag) for name, text in texts if text is not None]
        names = self.reader.statements
        return tuple(
            RulesFile(file.file, with_statement_names(file.items, names)) for file in parsed if file is not None
        )

    def table(self, name: str, named_at: Span) -> Table | None:
        """Read a table named by a document, ``cards.csv`` or ``cards.xlsx:Sheet``: relative to the document, or to the folder."""
        name, mark, sheet = name.partition(SHEET)
        name += mark[:-1]
        beside = named_at.file.removeprefix(self.span_name("")).rpartition("/")[0]
        choices = [name] if "/" in name or not beside else [f"{beside}/{name}", name]
        path = next((choice for choice in choices if self.has(choice)), choices[0])
        if "\\" in name:
            self.bag.add("Y102", named_at, name=name)
            return None
        if not path.lower().endswith(TABLE_ENDINGS):
            self.bag.add("Y117", named_at, name=name, known=", ".join(TABLE_ENDINGS))
            return None
        rows = self.cells(path, sheet.strip() or None, named_at)
        return None if rows is None else make_table(rows, self.whole(path), self.bag)

    def cells(self, name: str, sheet: str | None = None, named_at: Span | None = None) -> tuple[Row, ...] | None:
        """Read the cells of a table file; the text of a sheet counts for the digest of the ruleset, not the bytes of its workbook."""
        self.names_read.add(name)
        file = self.span_name(name)
        whole = named_at or self.whole(name)
        raw = read_bytes_or_report(self.path / name, self.bag, root=self.path, name=file, span=whole, most=LARGEST)
        if raw is None:
            return None
        read, rows = read_rows(raw, file, self.bag, self.sources, sheet)
        text = self.sources.text(read)
        if text is not None:
            self.texts[read] = text
            if not name.startswith(f"{FACTS}/"):
                self.played[f"{name}{read.removeprefix(file)}"] = text
        return rows

    def look_round(self, contents: Contents) -> None:
        """Report unread entries in the folder, usually misspelt names. To be called when everything has been read."""
        if self.path.is_dir():
            self._look(self.path, contents)

    def _look(self, folder: Path, contents: Contents) -> None:
        try:
            found = sorted(folder.iterdir(), key=lambda path: path.name)
        except OSError:
            return  # who reads the folder says so
        for path in found:
            name = relative_name(path, self.path)
            if (
                path.name.startswith((".", "_", "~", "#"))
                or path.suffix in FREE
                or name in (BASELINE_FILE, *self.names_read)
            ):
                continue
            if path.is_symlink() and escapes_folder(path, self.path):
                self.bag.add("Y102", self.whole(name), name=self.span_name(name))
                continue
            inside = contents.folder(path.name) if path.is_dir() else None
            if inside is LIBRARY:
                continue  # who opens a library looks round in it
            if inside is not None:
                self._look(path, inside)
            elif path.is_dir() or not contents.has_file(path.name):
                meant = closest_name(path.name, contents.names_like(path.name))
                self.bag.add("R121", self.whole(name), near=meant, name=name, known=", ".join(contents.names))


def open_folders(
    layers: Layers, file: str, names: Callable[[Folder], Iterable[str]], bag: Bag, sources: Sources | None
) -> tuple[tuple[Folder, tuple[Node, ...]], ...]:
    """Open the folders of a ruleset, the game's own first; each with its documents of one sort, edits applied."""
    known = Sources() if sources is None else sources
    opened = {path: Folder(path, bag, known, statements=layers.names(path)) for path in layers.folders}
    read = {path: [folder.node(name) for name in names(folder)] for path, folder in opened.items()}
    written = {path: tuple(node for node in nodes if node is not None) for path, nodes in read.items()}
    edited = layers.edited(file, {path: nodes for path, nodes in written.items() if nodes}, bag)
    return tuple((opened[path], edited.get(path, ())) for path in reversed(layers.folders))


SHORT_DIGEST: Final = 8
"""How many digits of a digest are printed, and how many name a state of a ruleset."""


def ruleset_digest(texts: Mapping[str, str]) -> str:
    """Return a digest of a ruleset: the SHA-256, in hexadecimal, over the file names and texts in name order.

    Line breaks count as one sort, so that a copy made on another system is the same ruleset.
    """
    found = hashlib.sha256()
    for name in sorted(texts):
        raw = texts[name].replace("\r\n", "\n").encode("utf-8")
        found.update(f"{name}\0{len(raw)}\0".encode())
        found.update(raw)
    return found.hexdigest()


# -- Names declared twice where one thing only can be meant ----------------------------------------------------------


@frozen_class
class Taken(FrozenValue):
    """A name in use, its referent, and the board it belongs to."""

    name: str
    what: Value
    span: Span
    board: str | None = None


def check_names(documents: Documents, bag: Bag) -> None:
    """Check that names that rules can write bare differ, as must the elements, and the fields and state, of one kind.

    Elements are found by their kind: they share their names with nothing.
    """
    _differ(_bare(documents), documents, bag)
    for owner in sorted({kind.id for kind in documents.kinds} | {state.owner for state in documents.state} - {"game"}):
        kinds = [kind for kind in documents.kinds if kind.id == owner]
        element, field = Said("thing.an_element_of", kind=owner), Said("thing.a_field_of", kind=owner)
        _differ(
            (Taken(one.id, element, one.span, kind.board) for kind in kinds for one in kind.elements), documents, bag
        )
        owned = [Taken(one.id, field, one.span, kind.board) for kind in kinds for one in kind.fields]
        tracked = (state for state in documents.state if state.owner == owner)
        owned += (Taken(state.id, Said("thing.state_of", owner=owner), state.span) for state in tracked)
        _differ(owned, documents, bag)


def _bare(documents: Documents) -> Iterator[Taken]:
    yield from (Taken(one.id, Said("thing.a_constant"), one.span) for one in documents.constants)
    yield from (Taken(one.id, Said("thing.a_table"), one.span, one.board) for one in documents.tables)
    yield from (Taken(one.id, Said("thing.an_option"), one.span) for one in documents.game.options)
    tracked = (one for one in documents.state if one.owner == "game")
    yield from (Taken(one.id, Said("thing.state_of_game"), one.span) for one in tracked)
    for kind in documents.kinds:
        yield Taken(kind.id, Said("thing.a_kind"), kind.span, kind.board)
        if kind.plural != kind.id:
            yield Taken(kind.plural, Said("thing.plural_of", kind=kind.id), kind.span, kind.board)
    for file in documents.rules:
        for item in file.items:
            if isinstance(item, Define):
                yield Taken(item.name, Said("thing.a_define"), item.span)


def _differ(names: Iterable[Taken], documents: Documents, bag: Bag) -> None:
    seen: dict[str, list[Taken]] = {}
    for found in names:
        others = seen.setdefault(found.name, [])
        clash = next((other for other in others if not _apart(other.board, found.board, documents)), None)
        if clash is not None:
            related = [(clash.span, Said("here.is", what=clash.what))]
            bag.add("R125", found.span, related=related, name=found.name, what=found.what, other=clash.what)
        else:
            others.append(found)


def _apart(first: str | None, second: str | None, documents: Documents) -> bool:
    """Return whether two boards are never used together: different values of one option, or different player counts."""
    if first is None or second is None or first == second:
        return False
    at_once = [{board for board in (first, second) if board in one.boards} for one in documents.game.boards]
    if {first} in at_once and {second} in at_once and {first, second} not in at_once:
        return True
    for option in documents.game.options:
        holding = [{board for board in (first, second) if board in value.boards} for value in option.values]
        if {first} in holding and {second} in holding and {first, second} not in holding:
            return True
    return False


# -- Options settled: the boards that are used, the constants that an option sets ------------------------------------


NO_TEXT: Final = ("Y101", "Y102", "Y103", "Y104", "Y105", "Y113", "Y114", "Y115", "Y117", "W503")
"""Findings about a file whose text could not be had."""

ENDS: Final = ("first", "second")


def resolve_option_values(
    documents: Documents, options: Mapping[str, str | bool], bag: Bag
) -> dict[str, str | bool] | None:
    """Return the value of every option, by default its own; ``None`` with findings if a choice is impossible.

    A switch may be given as a truth or as ``yes``, ``no``, ``on``, ``off``, ``true``, ``false``.
    """
    known = {option.id: option for option in documents.game.options}
    sound = True
    for name in options:
        if name not in known:
            bag.add(
                "R122", None, near=closest_name(name, known), name=name, known=", ".join(known) or Said("list.none")
            )
            sound = False
    found: dict[str, str | bool] = {}
    for option in known.values():
        values = _values(option)
        value = _settled(option, options.get(option.id, option.default))
        if value is None and option.id not in options:
            # That the default is no value was reported where it stands; the first one stands in.
            found[option.id] = values[0] if values else option.default
        elif value is None:
            given = str(options[option.id])
            bag.add(
                "R123", None, near=closest_name(given, values), name=option.id, found=given, choices=", ".join(values)
            )
            sound = False
        else:
            found[option.id] = value
    for conflict in option_conflicts(documents.game.options, found):
        # That the defaults do not go together is reported where that is declared.
        if (conflict.value, conflict.other) != (conflict.option.default, known[conflict.term.option].default):
            bag.add("R424", None, related=[(conflict.term.span, Said("settings.declared"))], what=conflict.what)
            sound = False
    return found if sound else None


def filter_valid_options(documents: Documents, options: Mapping[str, str | bool]) -> dict[str, str | bool]:
    """Return the choices that are possible here: the option exists and has that value."""
    known = {option.id: option for option in documents.game.options}
    return {
        name: value for name, value in options.items() if name in known and _settled(known[name], value) is not None
    }


def _values(option: OptionDecl) -> tuple[str, ...]:
    return ("true", "false") if option.form == "switch" else tuple(value.id for value in option.values)


def _settled(option: OptionDecl, given: str | bool) -> str | bool | None:
    if option.form == "choose":
        return given if isinstance(given, str) and given in _values(option) else None
    if isinstance(given, bool):
        return given
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(given)


def non_switch_choices(documents: Documents, options: Mapping[str, str | bool]) -> tuple[OptionValue, ...]:
    """Return the chosen value of every option except switches."""
    return tuple(
        value
        for option in documents.game.options
        for value in option.values
        if value.id == options.get(option.id, option.default)
    )


def optional_boards(documents: Documents) -> frozenset[str]:
    """Return the boards that an option value or player count names; all others are always used."""
    chosen = [board for option in documents.game.options for value in option.values for board in value.boards]
    return frozenset((*chosen, *(board for one in documents.game.boards for board in one.boards)))


def apply_option_choices(
    documents: Documents, options: Mapping[str, str | bool], bag: Bag, *, players: int | None = None
) -> Documents | None:
    """Apply the options: drop the boards not chosen, set the constants of the chosen values.

    For a number of ``players`` what that number does not have is dropped too; without one the whole box is there, on the
    boards of the fewest players. None with findings when an option or value does not exist.
    """
    settled = resolve_option_values(documents, options, bag)
    if settled is None:
        return None
    values = non_switch_choices(documents, settled)
    count = documents.game.players[0] if players is None else players
    by_players = {board for one in documents.game.boards if count in one.players for board in one.boards}
    left_out = optional_boards(documents) - by_players - {board for value in values for board in value.boards}
    numbers = {name: number for value in values for name, number in value.constants}
    kinds = tuple(kind for kind in documents.kinds if kind.board not in left_out)
    sizes = [size for kind in documents.kinds if kind.grid is not None for _, size, _ in kind.grid.sizes]
    away = (element for kind in documents.kinds if kind.board in left_out for element in kind.elements)
    sizes += [cell.value for element in away for _, cell in element.cells if isinstance(cell.value, str)]
    if documents.by_players:
        other = {board for one in documents.game.boards for board in one.boards} - by_players
        boards: tuple[KindDecl | TableDecl, ...] = (*documents.kinds, *documents.tables)
        there = tuple(_at(kind, players) for kind in kinds)
        gone = _absent(documents.kinds, there, other)
        whole, kinds = kinds, tuple(_joined(kind, gone) for kind in there)
        documents = dataclasses.replace(
            documents,
            players=players,
            whole=whole,
            absent=_absent(documents.kinds, kinds, other),
            elsewhere=tuple(one for one in boards if one.board in other),
        )
    return dataclasses.replace(
        documents,
        sizes=documents.sizes | {size for size in sizes if isinstance(size, str)},
        kinds=kinds,
        tables=tuple(table for table in documents.tables if table.board not in left_out),
        constants=tuple(
            dataclasses.replace(constant, value=numbers.get(constant.id, constant.value))
            for constant in documents.constants
        ),
    )


def _at(kind: KindDecl, players: int | None) -> KindDecl:
    """Return a kind with its elements at a player count."""
    there = tuple(one for one in kind.elements if _is_at(one, players))
    if kind.grid is None:
        return kind if len(there) == len(kind.elements) else dataclasses.replace(kind, elements=there)
    named = (one.id for one in kind.elements if not _is_at(one, players))
    drawn = (cell.point for cell in kind.grid.drawn or () if not _is_at(cell.letter, players))
    return dataclasses.replace(kind, grid=dataclasses.replace(kind.grid, without=(*named, *drawn)), elements=there)


def _is_at(element: ElementDecl, players: int | None) -> bool:
    return element.players is None or players is None or players in element.players


def _joined(kind: KindDecl, absent: Collection[tuple[str, str]]) -> KindDecl:
    """Return a kind of edges with only those between existing elements."""
    if kind.joins is None or not absent:
        return kind
    gone = {name for joined, name in absent if joined == kind.joins}
    there = (one for one in kind.elements if not any(end in ENDS and cell.value in gone for end, cell in one.cells))
    return dataclasses.replace(kind, elements=tuple(there))


def _absent(every: tuple[KindDecl, ...], there: tuple[KindDecl, ...], other: set[str]) -> tuple[tuple[str, str], ...]:
    """Return the elements that exist only at other player counts, on the boards of these or on any."""
    known = {(kind.id, element.id) for kind in there for element in kind.elements}
    boards = {kind.board for kind in there} | other
    found = ((kind.id, element.id) for kind in every if kind.board in boards for element in kind.elements)
    return tuple(dict.fromkeys(pair for pair in found if pair not in known))


def has_unread_files(documents: Documents, bag: Bag) -> bool:
    """Return whether the text of some file is unknown, so that it may contain any declaration."""
    known = {file for file, _ in documents.texts}
    return any(found.code.startswith(NO_TEXT) and found.span and found.span.file not in known for found in bag)


def check_cross_references(documents: Documents, bag: Bag) -> None:
    """Check names, player counts and drawn parts across documents; to be called when all are read or overlaid."""
    check_choices(documents, bag)
    check_counts(documents, bag)
    check_names(documents, bag)
    check_board_parts(documents, bag)


def check_choices(documents: Documents, bag: Bag) -> None:
    """Report unknown boards and constants in the values of options.

    Silent where the name stands in a file with findings: it may have been declared there.
    """
    if has_unread_files(documents, bag):
        return
    doubtful = {finding.span.file for finding in bag if finding.span is not None} - {documents.game.span.file}
    unread = "\n".join(text for file, text in documents.texts if file in doubtful)
    boards = {kind.board for kind in documents.kinds if kind.board is not None}
    constants = {constant.id for constant in documents.constants}
    for option in documents.game.options:
        values = [value.id for value in option.values]
        if values and option.default not in values:
            bag.add("R162", option.span, name=option.id, value=str(option.default), choices=", ".join(values))
        for value in option.values:
            where = Said("part.field", name=value.id, where=Said("part.option", name=option.id))
            named = [(Said("thing.board"), board, boards) for board in value.boards]
            named += [(Said("thing.constant"), name, constants) for name, _ in value.constants]
            _known(named, value.span, where, unread, bag)
    own = documents.variants[-1].span.file if documents.variants else None
    check_option_terms(documents.game.options, bag, own)
    for one in documents.game.boards:
        where = Said("part.field", name="boards", where=Said("part.game"))
        _known([(Said("thing.board"), board, boards) for board in one.boards], one.span, where, unread, bag)


def _known(named: Iterable[tuple[Said, str, Collection[str]]], span: Span, where: Said, unread: str, bag: Bag) -> None:
    for what, name, known in named:
        if name not in known and name not in unread:
            bag.add("R124", span, near=closest_name(name, known), where=where, what=what, name=name)


def check_counts(documents: Documents, bag: Bag) -> None:
    """Check named player counts against those of the game: none is out of range (R132), and none is missing (R133)."""
    low, high = documents.game.players
    game, known = Said("part.field", name="boards", where=Said("part.game")), range(low, high + 1)
    for one in documents.game.boards:
        _within(one.players, one.span, game, documents, bag)
    if documents.game.boards:
        said = {count for one in documents.game.boards for count in one.players}
        _complete(said, known, documents.game.boards[0].span, game, bag)
    for kind in documents.kinds:
        for element in {element.span: element for element in reversed(kind.elements)}.values():
            what = Said("part.entry", name=element.id, where=Said("part.kind", name=kind.id))
            _within(element.players or (), element.span, what, documents, bag)
            if element.counted is not None:
                _complete(element.counted, known, element.span, what, bag)


def check_board_parts(documents: Documents, bag: Bag) -> None:
    """Report drawn parts that belong to no joined board (R146); silent after any finding, as a board may be unread."""
    if bag:
        return
    joined = {kind.join.parts for kind in documents.kinds if kind.join is not None}
    for kind in documents.kinds:
        drawn = next((element for element in kind.elements if element.map), None)
        if drawn is not None and kind.id not in joined:
            bag.add("R146", drawn.span, near=closest_name(kind.id, joined), name=drawn.id, kind=kind.id)


def _within(counts: Iterable[int], span: Span, what: Said, documents: Documents, bag: Bag) -> None:
    low, high = documents.game.players
    other = next((count for count in counts if not low <= count <= high), None)
    if other is not None:
        bag.add("R132", span, what=what, count=other, low=low, high=high)


def _complete(said: Container[int], wanted: Iterable[int], span: Span, what: Said, bag: Bag) -> None:
    missing = [str(count) for count in wanted if count not in said]
    if missing:
        bag.add("R133", span, what=what, missing=", ".join(missing))

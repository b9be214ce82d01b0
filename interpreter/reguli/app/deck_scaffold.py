"""Scaffolding of a game from a spreadsheet of cards: the sheet is its source, and its cards are printed at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.app.errors import UnusableRuleset, make_refusal
from reguli.app.loading import bind_for_players, open_playable
from reguli.app.scaffold import GAME, TESTING, new_folder, printed_title, title_as_yaml
from reguli.app.user_files import file_write_errors, read_limited_bytes, write_texts_to_folder
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.publish.document.document_tree import icon_name, icons_in
from reguli.publish.layouts.default_faces import OTHERS, default_face, default_pieces, other_fields, pieces_yaml
from reguli.ruleset.declarations.kind_files import DOCUMENT
from reguli.ruleset.declarations.sheet_kinds import NAME, find_copies_head
from reguli.ruleset.declarations.state_file import OTHER
from reguli.ruleset.document_nodes import KindDecl
from reguli.ruleset.folder_contents import ICONS
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.bounded_files import list_files, write_folder_atomically
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.spreadsheet_files import (
    LARGEST,
    NoSuchSheet,
    SheetValues,
    SpreadsheetsUnavailable,
    read_sheet_values,
)
from reguli.source.table_files import TABLE_ENDINGS, WORKBOOK, Table, fold_name, make_table, read_rows
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.languages import language_codes

COMPONENTS: Final = "components"
CARDS: Final = "components/cards.yaml"
KIND: Final = "card"
PICTURES: Final = "pictures"
PNG: Final = ".png"
MOST_SHEETS: Final = 20
RULES: Final = """\
phase play:
    end game
"""
"""The least that is a game."""


@frozen_class
class Deck(FrozenValue):
    """A game made from a sheet: its files, how many cards there are of how many rows, the languages of their texts.

    ``roles`` are the heads of the columns by where they stand on a card: title, corner, label, picture, body, facts; or
    ``untranslated``, ``headed`` (printed themselves), ``copies``. With them are ``unprinted`` languages, names ``doubled`` in two
    rows, and the number of rows ``left_out``. ``icons`` are those that texts name and that
    have no picture yet.
    """

    files: tuple[Path, ...]
    cards: int
    rows: int
    languages: tuple[str, ...]
    roles: Mapping[str, tuple[str, ...]]
    icons: tuple[str, ...] = ()


def create_deck(
    name: str,
    table: str,
    home: str = ".",
    *,
    sheet: str = "",
    with_faces: bool = False,
    remarks: Sequence[str] = (),
    title: str | None = None,
) -> Deck:
    """Create a game whose cards are the rows of a table file, which is copied into its folder with the pictures and icons it names.

    ``remarks`` are lines of comment above the kind file, ``title`` is printed as the name of the game. Raises ``Refused`` for what cannot be read or is there already, and
    ``UnusableRuleset`` with the findings of a sheet; then nothing is written.
    """
    target, source, printed = new_folder(name, home), Path(table), title_as_yaml(printed_title(name, title))
    if source.suffix.lower() not in TABLE_ENDINGS:
        raise make_refusal("X165", file=table, known=", ".join(TABLE_ENDINGS))
    raw, bag, sources = read_limited_bytes(source, LARGEST + 1), Bag(), Sources()
    named = source.name + (f":{chosen}" if (chosen := _chosen_sheet(raw, table, sheet)) else "")
    text = "".join(f"# {remark}\n" for remark in remarks)
    text += f"kinds:\n  {KIND}:\n    sheet: {json.dumps(named, ensure_ascii=False)}\n"
    _, cells = read_rows(raw, table, bag, sources, chosen or None)
    read = None if cells is None else make_table(cells, Span(table, 0, 0, 0, 0), bag)
    kind = None if read is None else _kind(text, read, bag, sources)
    pictures = {} if kind is None else dict(_pictures(kind, source.parent, bag))
    if bag or kind is None or read is None:
        raise UnusableRuleset(bag.diagnostics, sources)
    game = f"ruleset: {name}\nlanguage: 2\nversion: 1.0.0\nname: {printed}\nplayers: {{min: 1, max: 4}}\n"
    with file_write_errors(target), write_folder_atomically(target) as folder:
        files: dict[str, str | bytes] = {
            GAME: f"{game}round: [play]\nranking: []\n",
            CARDS: text,
            f"{COMPONENTS}/{source.name}": raw,
            "rules/play.rules": RULES,
            **{f"{PICTURES}/{one}": read_limited_bytes(path, LARGEST) for one, path in pictures.items()},
        }
        write_texts_to_folder(folder, files)
        ruleset = bind_for_players(open_playable(str(folder), {}))
        icons = _icons(kind, source.parent / ICONS, {one for other in ruleset.kinds.values() for one in other.elements})
        drawn = {f"{ICONS}/{path.name}": read_limited_bytes(path, LARGEST) for path in icons.values() if path}
        faces = default_pieces(ruleset) if with_faces else None
        files |= drawn | ({} if faces is None else {"pieces.yaml": pieces_yaml(faces)})
        write_texts_to_folder(folder, {**files, **TESTING})
    rows = len({element.span for element in kind.elements})
    languages = tuple(code for code in language_codes() if code in _codes(kind)) or ("en",)
    told = MappingProxyType(_roles(ruleset, kind, read))
    made = tuple(target / one for one in (*files, *TESTING))
    bare = tuple(icon for icon, path in icons.items() if path is None)
    return Deck(made, len(kind.elements), rows, languages, told, bare)


def _chosen_sheet(raw: bytes, file: str, wanted: str) -> str:
    """Return the sheet of a workbook to be named, empty if it has one sheet. Raises ``Refused`` (X166, X167) where it is not clear which."""
    if not file.lower().endswith(WORKBOOK):
        if wanted:
            raise make_refusal("X167", file=file, name=wanted)
        return ""
    try:
        listed = read_sheet_values(raw, "")
    except SpreadsheetsUnavailable as error:
        raise make_refusal("W503") from error
    if not isinstance(listed, NoSuchSheet) or wanted:
        return wanted
    found = (read_sheet_values(raw, one) for one in listed.known[:MOST_SHEETS])
    filled = [one.title for one in found if isinstance(one, SheetValues) and one.rows]
    if len(filled) > 1:
        raise make_refusal("X166", file=file, known=", ".join(filled), name=filled[0])
    return filled[0] if filled and len(listed.known) > 1 else ""


def _kind(text: str, table: Table, bag: Bag, sources: Sources) -> KindDecl | None:
    """Read the kind file with a table in place of the file that it names."""
    node = read_yaml(text, CARDS, bag)
    reader = NodeReader(bag, sources, lambda name, named_at: table)
    found = None if node is None else DOCUMENT.read(node, ValueContext(Said("part.named", name=CARDS)), reader)
    return None if found is None else found[0][0]


def _pictures(kind: KindDecl, beside: Path, bag: Bag) -> Iterator[tuple[str, Path]]:
    """Yield the pictures that a sheet names, with their files; one that is not there is R408, one that is no PNG R412."""
    fields = {field.id for field in kind.fields if field.picture}
    cells = {cell.span: cell.value for one in kind.elements for name, cell in one.cells if name in fields}
    folders = [folder for folder in (beside / PICTURES, beside) if folder.is_dir()]
    for span, said in cells.items():
        if not isinstance(said, str):
            continue
        name = said if "." in said else said + PNG
        path = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if not name.lower().endswith(PNG):
            bag.add("R412", span, name=name)
        elif path is not None:
            yield name, path
        else:
            known = [one.name for folder in folders for one in sorted(folder.iterdir()) if one.suffix.lower() == PNG]
            bag.add("R408", span, near=closest_name(name, known), name=name)


def _icons(kind: KindDecl, home: Path, elements: Collection[str]) -> dict[str, Path | None]:
    """Return the icons that texts of a kind name and that are no elements, each with its file in a folder."""
    cells = [cell for one in kind.elements for _, cell in one.cells]
    texts = [
        text for cell in cells for text in (cell.value, *(text for _, text in cell.texts)) if isinstance(text, str)
    ]
    files = {icon_name(path.stem): path for path in reversed(list_files(home, PNG))}
    return {icon: files.get(icon) for text in texts for icon in icons_in(text) if icon not in elements}


def _codes(kind: KindDecl) -> set[str]:
    return {code for one in kind.elements for _, cell in one.cells for code, _ in cell.texts} - {OTHER}


def _is_translated(ruleset: Ruleset, kind: Kind, name: str) -> bool:
    field = kind.fields[name]
    if field.form == "kind":
        return _is_translated(ruleset, ruleset.kinds[str(field.of)], NAME)
    return any(kind.translations(name, index) for index in range(len(kind.elements)))


def _roles(ruleset: Ruleset, declared: KindDecl, table: Table) -> dict[str, tuple[str, ...]]:
    """Return the heads of the columns by where they stand on a card, and what else ``Deck`` has beside them."""
    kind, spoken = ruleset.kinds[KIND], bool(_codes(declared) - {"en"})
    face = default_face(kind)
    texts = [name for name, field in kind.fields.items() if field.form in ("text", "kind") and not field.picture]
    facts = tuple(other_fields(kind, face)) if OTHERS in face.facts else ()
    truths = [name for name in face.labels if kind.fields[name].form == "truth"]
    found = {
        "title": [str(face.title)],
        "corner": [face.number] if face.number else [],
        "label": face.labels,
        "picture": [name for name, field in kind.fields.items() if field.picture][:1],
        "body": [line for line in face.text if isinstance(line, str)],
        "facts": facts,
        "untranslated": [one for one in texts if spoken and not _is_translated(ruleset, kind, one)],
        "headed": [one for one in (*facts, *truths) if spoken and fold_name(kind.fields[one].title)],
    }
    cells = {element.span: dict(element.cells).get(NAME) for element in declared.elements}
    named = Counter(str(cell.value) for cell in cells.values() if cell is not None)
    said = {role: tuple(kind.fields[one].title for one in names) for role, names in found.items()} | {
        "copies": (find_copies_head(table),),
        "unprinted": tuple(sorted(_codes(declared) - set(language_codes()))),
        "doubled": tuple(name for name, times in named.items() if times > 1),
        "left_out": (str(len(table.rows) - len(cells) or ""),),
    }
    return {role: heads for role, heads in said.items() if any(heads)}

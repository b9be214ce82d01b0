"""Kinds whose fields and elements come from a spreadsheet, as a designer keeps it: heads of one's own, one row for each card.

Each column is a field. Its form is guessed from its cells: whole numbers, yes or no, files of pictures, words of a small closed set
(which become the elements of a kind ``KIND_COLUMN``), else text. Fields that the kind declares have the form that they declare.
Columns whose heads differ only in a language, ``Text`` and ``Text (ro)``, are one text. Elements are called by their names:
``Küche & Bad`` is ``kuche_bad``; a name that is there already gets a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Final, Literal

from reguli.ruleset.declarations.element_rows import MOST_COPIES
from reguli.ruleset.declarations.state_file import OTHER, TAKEN
from reguli.ruleset.document_nodes import Cell, ElementDecl, FieldDecl, KindDecl, Source
from reguli.schema.node_reader import ID, LONGEST_ID, NO_NAMES, NodeReader
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name, edit_distance
from reguli.source.source_excerpt import number_as_letters
from reguli.source.table_files import HEAD_ALIASES, Row, Table, TableCell, fold_name, match_head
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

NAME: Final = "name"
COPIES: Final = "copies"
OWN: Final = ("id", NAME, COPIES)
"""Columns with a meaning of their own."""
NAMES: Final = ("card", "card_name", "carte", "kartya", "cim")
"""What else the column of names is headed, where none is headed as a name."""
NUMBERING: Final = ("", "number", "numar")
"""Heads of copies, as ``fold_name`` writes them (the first is ``#``), that may as well number the cards."""
_CODES: Final = "en ro hu de fr it es pt pl cs sk uk ru bg sr hr sl el tr nl sv da fi et lv eo ja zh ko"
_NAMES: Final = "english:en romanian:ro romana:ro hungarian:hu magyar:hu"
LANGUAGES: Final[Mapping[str, str]] = {one.partition(":")[0]: one[-2:] for one in f"{_CODES} {_NAMES}".split()}
"""What a head may have in brackets, as ``fold_name`` writes it, with the code of the language."""
TRUTHS: Final[Mapping[str, bool]] = MappingProxyType(
    {
        **dict.fromkeys(("yes", "true", "x", "✓", "✔", "da", "adevărat", "igen", "igaz", "ja"), True),
        **dict.fromkeys(("no", "false", "-", "–", "nu", "fals", "nem", "hamis", "nein"), False),
    }
)
PICTURED: Final = ("art", "artwork", "picture", "image", "illustration", "imagine", "poza", "ilustratie", "kep")
"""Heads of pictures, as ``fold_name`` writes them, whose cells may all lack the ending of a file."""
PICTURE: Final = re.compile(r"[^/\\:*?\"<>|]+\.(?:png|jpe?g|svg|webp|gif)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[-\u2212]?(0|[1-9][0-9]{0,17})")
_IN_BRACKETS: Final = re.compile(r"(.*\S)\s*[(\[]\s*([^\W\d_]{2,12})\s*[)\]]")
_AT_THE_END: Final = re.compile(r"(.*[^\s_])[\s_]+([A-Za-z]{2})")
_SENTENCE: Final = re.compile(r"[.!?:;,\n]")
_LISTED: Final = re.compile(r"[^,;|]+")
_FILE_STEM: Final = re.compile(r"[^/\\:*?\"<>|.\n]+")
_DECIMAL: Final = re.compile(r"[-\u2212]?[0-9]+(?:([.,])(?:[0-9]{3}(?![0-9])|([0-9]+)))?")
"""A number with the sign of its fraction; of three digits, which may be thousands, there is no second group."""
SHORTEST: Final = 4
"""A head of fewer letters is no misspelling of another; fewer letters in brackets are meant as a language."""
_STRANGE: Final = re.compile(r"[^a-z0-9]+")
MOST_WORDS: Final = 40
"""A column of more different words is no closed set."""
LONGEST_WORD: Final = 3
"""A cell of more words is a text."""
NUMERIC: Final = 4 / 5
"""A column is a number where so many of its filled cells are; the others are mistakes."""


@frozen_class
class SheetColumn(FrozenValue):
    """A column by its id: its head without the language, its position, and the positions of its languages by code."""

    id: str
    head: TableCell
    title: str
    at: int
    languages: tuple[tuple[str, int], ...] = ()
    decimal: bool = False
    """Whether its texts are decimal numbers, which each language prints with its own sign."""

    @property
    def marked(self) -> bool:
        """Return whether even the first of its columns names a language."""
        return any(at == self.at for _, at in self.languages)


@frozen_class
class SheetKind(FrozenValue):
    """What a sheet says of a kind: its fields, its rows as nodes by field, and the kinds of its words."""

    fields: tuple[FieldDecl, ...]
    rows: tuple[MappingNode, ...]
    words: tuple[KindDecl, ...]
    told_apart: bool
    """Whether no two rows have one name."""


def read_sheet_kind(table: Table, kind: str, declared: Sequence[FieldDecl], reader: NodeReader) -> SheetKind | None:
    """Read a table as the fields and elements of a kind; ``None`` with findings R400, R402 where its heads do not say enough."""
    columns = {column.id: column for column in _columns(table, kind, reader)}
    said = {field.id: field for field in declared}
    free = [column for column in columns.values() if column.id not in said]
    slips = dict(_slips(free, columns, table))
    for column, meant in slips.items():
        reader.bag.add("R409", column.head.span, near=meant, head=column.title, other=meant, field=column.id, kind=kind)
    if NAME not in columns and "id" not in columns:
        if not slips:
            heads = ", ".join(column.title for column in columns.values())
            reader.bag.add("R400", table.heads[0].span.to(table.heads[-1].span), heads=heads, kind=kind)
        return None
    if not table.rows:
        reader.bag.add("R407", table.heads[0].span.to(table.heads[-1].span))
    _report_unknown_languages(table, free, reader)
    words: list[KindDecl] = []
    fields: dict[str, FieldDecl] = {}
    for column in tuple(columns.values()):
        if column.id in ("id", COPIES):
            continue
        if column.id in said:
            fields[column.id] = replace(said[column.id], title=column.title)
            continue
        fields[column.id] = _derived(column, table, kind)
        if fields[column.id].form == "text" and column.id != NAME and not column.languages:
            columns[column.id] = _with_decimals(column, table, kind, reader)
        if fields[column.id].of == f"{kind}_{column.id}":
            words.append(_word_kind(column, table, f"{kind}_{column.id}", reader))
    fields |= {name: field for name, field in said.items() if name not in fields}
    rows = tuple(_rows(table, kind, columns, fields, reader))
    names = [row[columns[NAME].at].text for row in table.rows] if NAME in columns else []
    told_apart = bool(names) and len(set(names)) == len(names)
    return SheetKind(tuple(fields.values()), rows, tuple(words), told_apart)


# -- Heads -----------------------------------------------------------------------------------------------------------


def _columns(table: Table, kind: str, reader: NodeReader) -> Iterator[SheetColumn]:
    """Yield the columns, those of one text in several languages as one; a head that stands twice is R402."""
    stems = [fold_name(head.text) for head in table.heads]
    copies = find_copies_head(table)
    found: dict[str, SheetColumn] = {}
    for at, head in enumerate(table.heads):
        title, code = _language(head.text, stems)
        name = _column_id(title, at, kind, copies)
        before = found.get(name)
        if before is None:
            found[name] = SheetColumn(name, head, title, at, ((code, at),) if code else ())
        elif (before.marked and not code) or (code and code not in dict(before.languages)):
            first = at if not code else before.at
            languages = (*before.languages, (code, at)) if code else before.languages
            found[name] = replace(before, at=first, languages=languages)
        else:
            here = [(before.head.span, Said("here.stands_first"))]
            reader.bag.add("R402", head.span, related=here, head=head.text, other=before.title)
    if NAME not in found:
        meant = next((name for name in (kind, *NAMES) if name in found), None)
        if meant is not None:
            found = {NAME if name == meant else name: column for name, column in found.items()}
            found[NAME] = replace(found[NAME], id=NAME)
    yield from found.values()


def _language(head: str, stems: Sequence[str]) -> tuple[str, str]:
    """Return a head without the language at its end, and the code of that, or ''; without brackets there must be such another head."""
    within, after = _IN_BRACKETS.fullmatch(head), _AT_THE_END.fullmatch(head)
    if within is not None and fold_name(within[2]) in LANGUAGES:
        return within[1], LANGUAGES[fold_name(within[2])]
    if after is not None and after[2].lower() in LANGUAGES:
        stem = fold_name(after[1])
        if sum(one == stem or (one[:-2] == f"{stem}_" and one[-2:] in LANGUAGES) for one in stems) > 1:
            return after[1], after[2].lower()
    return head, ""


def _report_unknown_languages(table: Table, columns: Sequence[SheetColumn], reader: NodeReader) -> None:
    """Report heads such as ``Text (xx)`` beside ``Text``, whose brackets hold no language (R410)."""
    stems = [fold_name(head.text) for head in table.heads]
    for column in columns:
        within = _IN_BRACKETS.fullmatch(column.title)
        if within is not None and len(within[2]) < SHORTEST and fold_name(within[1]) in stems:
            near = next((one for one in _CODES.split()[:3] if edit_distance(within[2].lower(), one) == 1), None)
            reader.bag.add("R410", column.head.span, near=near, language=within[2], head=within[1])


def find_copies_head(table: Table) -> str:
    """Return the head of the column of copies, or '': an exact one before a usual one before one that may number the cards.

    The last, such as ``#``, numbers them where no two cells are alike.
    """
    found = [(at, fold_name(head.text)) for at, head in enumerate(table.heads) if match_head(head.text, OWN) == COPIES]
    ranked = [
        (head in NUMBERING, head != COPIES, at)
        for at, head in found
        if head not in NUMBERING or len({row[at].text for row in table.rows}) < max(len(table.rows), 2)
    ]
    return table.heads[min(ranked)[-1]].text if ranked else ""


def _column_id(title: str, at: int, kind: str, copies: str) -> str:
    meant = match_head(title, OWN)
    if meant in OWN and (meant != COPIES or (copies and fold_name(title) == fold_name(copies))):
        return meant
    name = make_id(title, f"column_{at + 1}", kind)
    return f"{kind}_{name}" if name in (*TAKEN, *OWN) else name


def _slips(
    free: Sequence[SheetColumn], columns: Mapping[str, SheetColumn], table: Table
) -> Iterator[tuple[SheetColumn, str]]:
    """Yield the columns whose heads are almost another one, with that: of names or copies, or of a text and its languages."""
    for column in free:
        word = fold_name(column.title)
        meant = COPIES if all(_NUMBER.fullmatch(text) for text in _filled(column, table)) else NAME
        if column.id not in OWN and meant not in columns and SHORTEST <= len(word) <= LONGEST_ID:
            words = (meant, *(one for one, means in HEAD_ALIASES.items() if means == meant and one not in NUMBERING))
            near = next((one for one in words if len(one) >= SHORTEST and edit_distance(word, one) == 1), None)
            if near is not None:
                yield column, near.capitalize()
        if column.marked and "en" not in dict(column.languages):
            others = {other.title: other for other in columns.values() if other.id != column.id}
            near = closest_name(column.title, others)
            often = near is not None and len(column.languages) > max(1, len(others[near].languages))
            if near is not None and column.id not in OWN and not often:
                yield column, near
            elif near is not None and others[near] in free:
                yield others[near], column.title


def make_id(text: str, otherwise: str, before: str) -> str:
    """Return an id made of a text, with ``before`` in front where it would be none; ``otherwise`` where nothing is left of it."""
    found = _STRANGE.sub("_", fold_name(text)).strip("_")[: LONGEST_ID - 10].strip("_")
    if not found:
        return otherwise
    return found if ID.fullmatch(found) and found not in NO_NAMES else f"{before}_{found}"


# -- Fields ----------------------------------------------------------------------------------------------------------


def _filled(column: SheetColumn, table: Table) -> list[str]:
    return [text for row in table.rows if (text := row[column.at].text)]


def _derived(column: SheetColumn, table: Table, kind: str) -> FieldDecl:
    """Return the field of a column by what stands in it; an empty cell has no value."""
    texts = _filled(column, table)
    form: Literal["number", "truth", "kind", "text"] = "text"
    of, picture = None, False
    if column.id == NAME or not texts:
        pass
    elif _are_pictures(texts, named=fold_name(column.title) in PICTURED):
        picture = True
    elif all(text.casefold() in TRUTHS for text in texts):
        form = "truth"
    elif not column.languages and sum(_NUMBER.fullmatch(text) is not None for text in texts) >= NUMERIC * len(texts):
        form, of = "number", "number"
    elif _is_closed(texts):
        form, of = "kind", f"{kind}_{column.id}"
    return FieldDecl(
        column.head.span,
        column.id,
        form,
        of,
        default=False if form == "truth" else None,
        has_default=True,
        picture=picture,
        title=column.title,
    )


def _are_pictures(texts: Sequence[str], *, named: bool) -> bool:
    """Return whether texts are names of pictures; a few may lack the ending, below a head of pictures all."""
    ended = sum(PICTURE.fullmatch(text) is not None for text in texts)
    fit = all(PICTURE.fullmatch(one) or _FILE_STEM.fullmatch(one) for one in texts)
    return fit and (named or ended >= NUMERIC * len(texts))


def _with_decimals(column: SheetColumn, table: Table, kind: str, reader: NodeReader) -> SheetColumn:
    """Return a column, marked where it holds decimal numbers; a cell among them that is none is R403."""
    texts = _filled(column, table)
    numbers = [text for text in texts if _DECIMAL.fullmatch(text)]
    decimal = len(numbers) >= NUMERIC * len(texts) and _are_decimals(numbers)
    for cell in (row[column.at] for row in table.rows if decimal):
        if cell.text and cell.text not in numbers:
            reader.bag.add("R403", cell.span, text=cell.text, head=column.title, field=column.id, kind=kind)
    return replace(column, decimal=decimal)


def _are_decimals(texts: Sequence[str]) -> bool:
    """Return whether texts are numbers, some of them with a decimal sign, and that is one sign."""
    found = [_DECIMAL.fullmatch(text) for text in texts]
    signs = {one[1] for one in found if one is not None and one[1]}
    return all(found) and len(signs) == 1 and any(one[2] for one in found if one is not None)


def _is_closed(texts: Sequence[str]) -> bool:
    """Return whether texts are words of a small set: short ones, each there twice on average."""
    different = {fold_name(text) for text in texts}
    short = all(len(text.split()) <= LONGEST_WORD and not _SENTENCE.search(text) for text in texts)
    return short and len(different) <= MOST_WORDS and 2 * len(different) <= len(texts)


def _word_kind(column: SheetColumn, table: Table, kind: str, reader: NodeReader) -> KindDecl:
    """Return the kind of the words of a column; a word with two translations is R404."""
    found: dict[str, ElementDecl] = {}
    for row in table.rows:
        cell = row[column.at]
        if not cell.text:
            continue
        name = make_id(cell.text, _unnamed(kind, row), kind)
        said = dict(_translations(column, row))
        if name in found:
            known = dict(found[name].cells[0][1].texts)
            for code, text in said.items():
                at = dict(column.languages).get(code, column.at)
                if known.get(code, text) != text and at != column.at:
                    reader.bag.add("R404", row[at].span, word=cell.text, text=text, other=known[code], language=code)
            said |= known
        written = found[name].cells[0][1].value if name in found else cell.text
        value = Cell(found[name].span if name in found else cell.span, written, texts=tuple(said.items()))
        found[name] = ElementDecl(value.span, name, ((NAME, value),))
    named = FieldDecl(column.head.span, NAME, "text")
    return KindDecl(
        span=column.head.span,
        id=kind,
        plural=f"{kind}s",
        form="elements",
        fields=(named,),
        elements=tuple(found.values()),
        label=NAME,
        rank=None,
        ring=False,
        joins=None,
        tokens=None,
        grid=None,
        starts=None,
        source=Source(),
    )


def _translations(column: SheetColumn, row: Row) -> Iterator[tuple[str, str]]:
    """Yield the texts of a row by language; what names none is English, or where there is English for all others."""
    if column.decimal and (number := row[column.at].text.replace(",", ".")):
        yield from ((OTHER, number.replace(".", ",")), ("en", number))
    if not column.languages:
        return
    if not column.marked and row[column.at].text:
        yield OTHER if "en" in dict(column.languages) else "en", row[column.at].text
    yield from ((code, row[at].text) for code, at in column.languages if row[at].text)


def _unnamed(kind: str, row: Row) -> str:
    """Return the id of an element whose name has no letter that an id can have: the line it stands on."""
    return f"{kind}_{row[0].span.line}"


# -- Rows ------------------------------------------------------------------------------------------------------------


def _rows(
    table: Table, kind: str, columns: Mapping[str, SheetColumn], fields: Mapping[str, FieldDecl], reader: NodeReader
) -> Iterator[MappingNode]:
    """Yield the rows as groups of values by field; one of no copies is left out, one without a name is R401."""
    taken: set[str] = set()
    for row in table.rows:
        copies = row[columns[COPIES].at] if COPIES in columns else None
        if copies is not None and copies.text == "0":
            continue
        called = row[columns["id" if "id" in columns else NAME].at]
        if not called.text:
            reader.bag.add("R401", called.span, head=columns["id" if "id" in columns else NAME].title)
            continue
        times = 1
        if copies is not None and copies.text:
            said = _scalar(copies, int(copies.text) if _NUMBER.fullmatch(copies.text) else copies.text)
            what = Said("part.field", name=COPIES, where=Said("part.named", name=called.text))
            times = reader.number(said, what, 0, MOST_COPIES) or 1
        name = called.text if "id" in columns else _free(called.text, _unnamed(kind, row), kind, times, taken)
        nodes = {"id": _scalar(called, name)}
        if copies is not None and copies.text:
            nodes[COPIES] = _scalar(copies, times)
        values: dict[str, Node] = {**nodes}
        for column in columns.values():
            if column.id in fields:
                values[column.id] = _value(column, row, fields[column.id], kind, reader)
        heads = {column.id: column.head for column in columns.values()}
        entries = (MappingEntry(_scalar(heads.get(name, called), name), node) for name, node in values.items())
        yield MappingNode(called.span, tuple(entries), called.start, called.end)


def _free(text: str, otherwise: str, kind: str, times: int, taken: set[str]) -> str:
    """Return an id for a name that none of the elements before it has, nor any of its copies, and take it."""
    plain = make_id(text, otherwise, kind)
    for number in count(1):
        name = plain if number == 1 else f"{plain}_{number_as_letters(number)}"
        copies = {name, *(f"{name}_{copy}" for copy in range(1, times + 1) if times > 1)}
        if not copies & taken:
            break
    taken |= copies
    return name


def _scalar(cell: TableCell, value: str | int | bool | None) -> ScalarNode:
    if isinstance(value, str):
        return ScalarNode(cell.span, value, value, "double", cell.start, cell.end)
    return ScalarNode(cell.span, value, cell.text, "plain", cell.start, cell.end)


def _value(column: SheetColumn, row: Row, field: FieldDecl, kind: str, reader: NodeReader) -> Node:
    """Return a cell as a node of the form that its field has."""
    cell = row[column.at]
    text = cell.text
    match field.form:
        case "text":
            return _text(column, row)
        case "truth":
            return _scalar(cell, TRUTHS.get(text.casefold(), text) if text else None)
        case "number" | "amount" if _NUMBER.fullmatch(text):
            return _scalar(cell, int(text.replace("\u2212", "-")))
        case "number" if text and field.span == column.head.span:
            reader.bag.add("R403", cell.span, text=text, head=column.title, field=field.id, kind=kind)
            return _scalar(cell, None)
        case "kind":
            return _scalar(cell, make_id(text, _unnamed(field.of or kind, row), field.of or kind) if text else None)
        case "set":
            found = (one[0].strip() for one in _LISTED.finditer(text))
            items = tuple(_scalar(cell, make_id(one, one, field.of or kind)) for one in found if one)
            return SequenceNode(cell.span, items, cell.start, cell.end, flow=True)
        case _:
            return _scalar(cell, text or None)


def _text(column: SheetColumn, row: Row) -> Node:
    """Return a text, or the texts by language where the column has any."""
    cell = row[column.at]
    entries = []
    for code, text in _translations(column, row):
        place = row[dict(column.languages).get(code, column.at)]
        entries.append(MappingEntry(_scalar(place, code), _scalar(place, text)))
    if entries:
        return MappingNode(cell.span, tuple(entries), cell.start, cell.end)
    return _scalar(cell, cell.text or None)

"""Reads ``pieces.yaml``: what is printed on cards.

    icons:
      coin: {colour: "#b8860b", paths: ["M12 2 A10 10 0 1 0 12 22 A10 10 0 1 0 12 2 Z"]}
    pieces:
      - piece: worker
        kind: card                                  # one card for each of its elements …
        where: is_worker                            # … of which this holds (or, with 'unless', does not)
        number: rank                                # the large number in the corner
        title: worker_name                          # a line beside it: the id of a wording, or {say: …, with: …}
        icons: {of: goods, times: need, none: coin, join: or} # the elements of a set, each so many times: any of them, or 'and'
        text: [worker_rule]
        result: {number: gain, icon: coin, say: worker_gain, with: {gain: gain}}
        back: {icon: coin, say: worker_back}
        table:                                      # how all of them are listed: terms over values, ':many' for a plural
          title: worker:many
          columns: [{head: rank, cell: rank}, {head: "good:many", say: worker_needs, with: {goods: goods}}]

A value is a field of the kind, or stands elsewhere in the ruleset: ``constants.ID``, …. Icons are drawn on a square of 24 by
24, in the commands of SVG paths; those of elements have the ids of the elements. An element without one, as a variant may
add it, is shown by a neutral mark with the first letter of its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.publish.layouts.card import Say
from reguli.publish.layouts.card_reader import read_say, values_with
from reguli.publish.layouts.look import Picture
from reguli.ruleset.schema import ID, Fields, Schema
from reguli.source.yaml_nodes import Mapping as Group
from reguli.source.yaml_nodes import Node, Scalar

Join: TypeAlias = Literal["or", "and"]
JOINS: Final[tuple[Join, ...]] = ("or", "and")
MOST_PIECES: Final = 50
MOST_COLUMNS: Final = 12
MANY: Final = "many"
MOST_PATHS: Final = 12
LONGEST_PATH: Final = 1_500
PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.\-]*")
COLOUR: Final = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class IconRow:
    """The icons of the elements of a set (the field ``of``), each as many times as the field ``times`` says; ``none`` without any.

    ``join`` says whether any one row is enough (``or``) or all are meant (``and``), so that a word stands between them.
    """

    of: str
    times: str
    none: str
    join: Join | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What a card is good for: a large number beside an icon, and a line."""

    number: str
    icon: str
    line: Say


@dataclass(frozen=True, slots=True)
class Back:
    """The back of a card: an icon and a line."""

    icon: str
    line: Say


@dataclass(frozen=True, slots=True)
class TermHead:
    """A term as a heading, in its plural where there are many."""

    term: str
    many: bool


@dataclass(frozen=True, slots=True)
class PieceColumn:
    """A column of the list of all cards of a sort: its heading, and a field or a line."""

    head: TermHead
    cell: str | Say


@dataclass(frozen=True, slots=True)
class PieceTable:
    """How all cards of a sort are listed in a text; the first column heads the rows."""

    title: TermHead
    columns: tuple[PieceColumn, ...]


@dataclass(frozen=True, slots=True)
class PieceDecl:
    """One sort of cards: those elements of a kind of which a truth holds, or does not, and what is printed on them."""

    id: str
    kind: Scalar
    field: Scalar | None
    holds: bool
    number: str
    title: Say | None
    icons: IconRow | None
    text: tuple[Say, ...]
    result: Result | None
    back: Back
    table: PieceTable | None = None


@dataclass(frozen=True, slots=True)
class PiecesLayout:
    """All sorts of cards, and the icons by id."""

    icons: Mapping[str, Picture]
    pieces: tuple[PieceDecl, ...]


def read_pieces(node: Node, schema: Schema) -> PiecesLayout | None:
    """Read a layout of pieces; None with findings (R1, W401, W410) where it has none."""
    fields = schema.fields(node, "the pieces", ["pieces"], ["icons"])
    listed = None if fields is None else fields.get("pieces")
    items = None if listed is None else schema.items(listed, "'pieces'")
    if fields is None or items is None:
        return None
    icons = dict(_icons(fields.get("icons"), schema))
    reader = _Reader(schema, icons)
    pieces = tuple(found for item in items[:MOST_PIECES] if (found := reader.piece(item)) is not None)
    return PiecesLayout(MappingProxyType(icons), pieces)


def _icons(node: Node | None, schema: Schema) -> Iterator[tuple[str, Picture]]:
    for entry in () if node is None else schema.entries(node, "'icons'") or ():
        what = f"the icon '{entry.key.text}'"
        name, found = schema.id(entry.key, what), drawn_in(entry.value, what, schema)
        if name is not None and found is not None:
            yield name, found


def drawn_in(node: Node, what: str, schema: Schema) -> Picture | None:
    """Read a picture of one colour; None with findings (R1, W410) where it is none."""
    fields = schema.fields(node, what, ["colour", "paths"])
    colour = None if fields is None else fields.get("colour")
    listed = None if fields is None else fields.get("paths")
    if colour is None or listed is None:
        return None
    paths = [matched(item, what, PATH, schema) for item in (schema.items(listed, what) or ())[:MOST_PATHS]]
    found = matched(colour, what, COLOUR, schema)
    whole = tuple(path for path in paths if path is not None)
    return Picture(found, whole) if found is not None and paths and all(paths) else None


def matched(node: Node, what: str, pattern: re.Pattern[str], schema: Schema) -> str | None:
    """Read a colour or a path; W410 where it is none, since it is written into pictures as it stands."""
    text = schema.text(node, what)
    if text is None:
        return None
    if len(text) > LONGEST_PATH or pattern.fullmatch(text) is None:
        schema.bag.add("W410", node.span, text=text[:40], what=what)
        return None
    return text


class _Reader:
    """Reads sorts of cards."""

    def __init__(self, schema: Schema, icons: Mapping[str, Picture]) -> None:
        self.schema = schema
        self.icons = icons

    def piece(self, node: Node) -> PieceDecl | None:
        """Read one sort of cards."""
        optional = ["where", "unless", "number", "title", "icons", "text", "result", "table"]
        fields = self.schema.fields(node, "a piece", ["piece", "kind", "back"], optional)
        if fields is None:
            return None
        name, kind, back = fields.get("piece"), fields.get("kind"), self.back(fields.get("back"))
        where, unless = fields.get("where"), fields.get("unless")
        found = None if name is None else self.schema.id(name, fields.what("piece"))
        if found is None or not isinstance(kind, Scalar) or back is None:
            return None
        chosen = where if where is not None else unless
        return PieceDecl(
            id=found,
            kind=kind,
            field=chosen if isinstance(chosen, Scalar) else None,
            holds=where is not None,
            number=self.word(fields, "number"),
            title=self.line(fields.get("title")),
            icons=self.icon_row(fields.get("icons")),
            text=tuple(line for item in self.items(fields, "text") if (line := self.line(item)) is not None),
            result=self.result(fields.get("result")),
            back=back,
            table=self.table(fields.get("table")),
        )

    def items(self, fields: Fields, name: str) -> tuple[Node, ...]:
        """Read a list."""
        node = fields.get(name)
        return () if node is None else self.schema.items(node, fields.what(name)) or ()

    def word(self, fields: Fields, name: str) -> str:
        """Read the id of a field; empty without one."""
        node = fields.get(name)
        return "" if node is None else self.schema.id(node, fields.what(name)) or ""

    def icon(self, fields: Fields, name: str) -> str:
        """Read the id of an icon; an unknown one is a finding (R110)."""
        node = fields.get(name)
        return "" if node is None else self.schema.word(node, fields.what(name), tuple(self.icons)) or ""

    def line(self, node: Node | None) -> Say | None:
        """Read a line."""
        return None if node is None else read_say(node, self.schema)

    def said(self, fields: Fields) -> Say | None:
        """Read the line among other fields."""
        node = fields.get("say")
        name = None if node is None else self.schema.id(node, fields.what("say"))
        return None if name is None or node is None else Say(node.span, name, values_with(fields, self.schema))

    def icon_row(self, node: Node | None) -> IconRow | None:
        """Read a row of icons."""
        fields = None if node is None else self.schema.fields(node, "a row of icons", ["of", "times"], ["none", "join"])
        if fields is None:
            return None
        join = fields.get("join")
        word = None if join is None else self.schema.word(join, fields.what("join"), JOINS)
        chosen = next((one for one in JOINS if one == word), None)
        return IconRow(self.word(fields, "of"), self.word(fields, "times"), self.icon(fields, "none"), chosen)

    def result(self, node: Node | None) -> Result | None:
        """Read a result."""
        required = ["number", "icon", "say"]
        fields = None if node is None else self.schema.fields(node, "the result of a piece", required, ["with"])
        line = None if fields is None else self.said(fields)
        return (
            None
            if fields is None or line is None
            else Result(self.word(fields, "number"), self.icon(fields, "icon"), line)
        )

    def table(self, node: Node | None) -> PieceTable | None:
        """Read how all cards of a sort are listed."""
        fields = None if node is None else self.schema.fields(node, "the table of a piece", ["title", "columns"])
        title = None if fields is None else self.head(fields, "title")
        if fields is None or title is None:
            return None
        columns = tuple(found for item in self.items(fields, "columns") if (found := self.column(item)) is not None)
        return PieceTable(title, columns[:MOST_COLUMNS]) if columns else None

    def column(self, node: Node) -> PieceColumn | None:
        """Read a column: the term over it, and a field or a line."""
        plain = isinstance(node, Group) and node.get("cell") is not None
        own = ["head", "cell"] if plain else ["head", "say"]
        fields = self.schema.fields(node, "a column of the table of a piece", own, [] if plain else ["with"])
        head = None if fields is None else self.head(fields, "head")
        cell = None if fields is None else self.word(fields, "cell") if plain else self.said(fields)
        return None if head is None or not cell else PieceColumn(head, cell)

    def head(self, fields: Fields, name: str) -> TermHead | None:
        """Read a term, ``worker`` or ``worker:many``."""
        node = fields.get(name)
        text = None if node is None else self.schema.text(node, fields.what(name))
        if text is None or node is None:
            return None
        term, _, form = text.partition(":")
        if ID.fullmatch(term) is None or form not in ("", MANY):
            self.schema.bag.add("R104", node.span, what=fields.what(name), name=text)
            return None
        return TermHead(term, bool(form))

    def back(self, node: Node | None) -> Back | None:
        """Read a back."""
        fields = None if node is None else self.schema.fields(node, "the back of a piece", ["icon", "say"], ["with"])
        line = None if fields is None else self.said(fields)
        return None if fields is None or line is None else Back(self.icon(fields, "icon"), line)

"""Reads ``pieces.yaml``: what is printed on cards.

    icons:
      coin: {colour: "#b8860b", paths: ["M12 2 A10 10 0 1 0 12 22 A10 10 0 1 0 12 2 Z"]}
    pieces:
      - piece: meeple
        kind: card                                  # one card for each of its elements …
        where: is_meeple                            # … of which this holds (or, with 'unless', does not)
        number: rank                                # the large number in the corner
        title: meeple_name                          # a line beside it: the id of a wording, or {say: …, with: …}
        icons: {of: goods, times: need, none: coin, join: or} # the elements of a set, each so many times: any one, or 'and', 'and_or'
        text: [meeple_rule]
        result: {number: output, icon: coin, say: meeple_output, with: {output: output}}
        back: {icon: coin, say: meeple_back}
        heading: meeples                            # what heads them in a text (else the title of a single one, or the back)
        table:                                      # how all of them are listed: terms over values, ':many' for a plural
          title: meeple:many
          columns: [{head: rank, cell: rank}, {head: "good:many", say: meeple_needs, with: {goods: goods}}]

A value is a field of the kind, or what leads back to its element under a name of its own (``inverse``), or stands elsewhere in the
ruleset: ``constants.ID``, …. A ``result`` of nought is not printed; where several cards read alike in the list, they are one row,
with their number. Icons are drawn on a square of 24 by
24, in the commands of SVG paths; those of elements have the ids of the elements. An element without one, as a variant may
add it, is shown by a neutral mark with the first letter of its word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.publish.document.inline_nodes import Given, Head
from reguli.publish.layouts.card_layout import SAY, WITH, Say
from reguli.publish.layouts.visual_style import Picture
from reguli.schema.mapping_shapes import WHOLE, Beside, Field, Found, Group, Signed, must
from reguli.schema.node_reader import ID, Reader
from reguli.schema.scalar_shapes import NAME, TEXT, matching, word
from reguli.schema.value_shapes import Held, ListOf, One, pairs
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.yaml_nodes import Node, Scalar

Join: TypeAlias = Literal["or", "and", "and_or"]
JOINS: Final[tuple[Join, ...]] = ("or", "and", "and_or")
MOST_PIECES: Final = 50
MOST_COLUMNS: Final = 12
MANY: Final = "many"
MOST_PATHS: Final = 12
LONGEST_PATH: Final = 1_500
PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.\-]*")
COLOUR: Final = re.compile(r"#[0-9a-f]{6}")


@kept
class IconRow(Kept):
    """The icons of the elements of a set (the field ``of``), each as many times as the field ``times`` says; ``none`` without any.

    ``join`` says whether any one row is enough (``or``), all are meant (``and``), or so many of them in any mix (``and_or``), so that
    a word stands between them.
    """

    of: str
    times: str
    none: str
    join: Join | None = None


@kept
class Result(Kept):
    """What a card is good for: a large number beside an icon, and a line."""

    number: str
    icon: str
    line: Say


@kept
class Back(Kept):
    """The back of a card: an icon and a line."""

    icon: str
    line: Say


@kept
class PieceColumn(Kept):
    """A column of the list of all cards of a sort: its heading, and a field or a line."""

    head: Head
    cell: str | Say


@kept
class PieceTable(Kept):
    """How all cards of a sort are listed in a text; the first column heads the rows."""

    title: Head
    columns: tuple[PieceColumn, ...]


@kept
class PieceDecl(Kept):
    """One sort of cards: those elements of a kind of which a truth holds, or does not, what is printed on them, and what heads them in a text."""

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
    heading: Say | None = None


@kept
class PiecesLayout(Kept):
    """All sorts of cards, and the icons by id."""

    icons: Mapping[str, Picture]
    pieces: tuple[PieceDecl, ...]


def _head(reader: Reader, node: Node, what: Value) -> Head | None:
    """Read a term, ``meeple`` or ``meeple:many``."""
    text = reader.text(node, what)
    term, _, form = (text or "").partition(":")
    if text is not None and (ID.fullmatch(term) is None or form not in ("", MANY)):
        reader.bag.add("R104", node.span, what=what, name=text)
        return None
    return None if text is None else Head(Given(term), bool(form))


def _scalar(reader: Reader, node: Node, what: Value) -> Scalar | None:
    if isinstance(node, Scalar):
        return node
    reader.wrong(node, what, Said("sort.name"))
    return None


def _known(icons: tuple[tuple[str, Picture], ...], node: Node, what: Value, reader: Reader) -> Mapping[str, Picture]:
    """Keep the icons; pieces may name them."""
    reader.known = tuple(name for name, _ in icons)
    return MappingProxyType(dict(icons))


def _chosen(found: Found) -> bool:
    """Find the field that says which elements are meant."""
    where, unless = found.values.pop("where"), found.values.pop("unless")
    found.values |= {"field": where or unless, "holds": "where" in found.entries}
    return True


COLOURED: Final = matching(COLOUR, "W410", LONGEST_PATH, given="text", shown=40)
PATHS: Final = ListOf(matching(PATH, "W410", LONGEST_PATH, given="text", shown=40), most=MOST_PATHS, whole=True)
DRAWN: Final = Group(Picture, (must("colour", COLOURED, called=WHOLE), must("paths", PATHS, called=WHOLE)))
"""A picture of one colour; colours and paths are written into pictures as they stand."""
FIELD: Final = One(_scalar, NAME.schema)
HEAD: Final = One(_head, TEXT.schema)
ICON: Final = One(lambda reader, node, what: reader.word(node, what, reader.known), NAME.schema)
LINE: Final = Group(Say, (must("say", NAME, "id"), WITH), span="say")
LINED: Final = Beside("line", LINE, vital=True)
ROW: Final = Group(
    IconRow,
    (must("of", NAME), must("times", NAME), Field("none", ICON, default=""), Field("join", word(*JOINS))),
    called="part.row_of_icons",
)
RESULT: Final = Group(Result, (must("number", NAME), must("icon", ICON), LINED), called="part.result_of_piece")
BACK: Final = Group(Back, (must("icon", ICON), LINED), called="part.back_of_piece")
COLUMN: Final = Signed(
    {
        "cell": Group(PieceColumn, (must("head", HEAD), must("cell", NAME))),
        "say": Group(PieceColumn, (must("head", HEAD), Beside("cell", LINE, vital=True))),
    },
    usual="say",
)
COLUMNS: Final = ListOf(COLUMN, "part.column_of_piece", MOST_COLUMNS)
LISTED: Final = Group(
    PieceTable,
    (must("title", HEAD), must("columns", COLUMNS)),
    settle=lambda found: bool(found.values["columns"]),
    called="part.table_of_piece",
)
PIECE: Final = Group(
    PieceDecl,
    (
        must("piece", NAME, "id"),
        must("kind", FIELD),
        must("back", BACK),
        Field("where", FIELD),
        Field("unless", FIELD),
        Field("number", NAME, default=""),
        Field("title", SAY),
        Field("icons", ROW),
        Field("text", ListOf(SAY), default=()),
        Field("result", RESULT),
        Field("table", LISTED),
        Field("heading", SAY),
    ),
    settle=_chosen,
)
ICONS: Final = Held(pairs(NAME, DRAWN, called="part.icon"), _known)
PIECES: Final = Group(
    PiecesLayout,
    (
        Field("icons", ICONS, default=MappingProxyType({}), called="part.named"),
        must("pieces", ListOf(PIECE, "part.a_piece", MOST_PIECES), called="part.named"),
    ),
    called="part.pieces",
)
"""The whole of the pieces; none, with findings (R1, W401, W410), where there is no list of them."""

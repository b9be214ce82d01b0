"""Reader of ``pieces.yaml``, which defines the content of cards.

    icons:
      coin: {colour: "#b8860b", paths: ["M12 2 A10 10 0 1 0 12 22 A10 10 0 1 0 12 2 Z"]}
    pieces:
      - piece: meeple
        kind: card                                  # one card for each of its elements …
        size: poker                                 # of its face: a name, or W x H mm, or D mm for a round token
        picture: art                                # a field with the name of a PNG in the folder pictures/, or 'id' for that of the element
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
add it, is shown by a neutral mark with the first letter of its word. In every text of a face ``:coin:`` is that icon, and ``::`` a colon.
A file ``icons/coin.png`` beside ``pieces.yaml`` is the icon ``coin``, with or without a ``pieces.yaml``.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.publish.document.inline_nodes import HeadingText, LiteralValue
from reguli.publish.layouts.card_layout import SAY, WITH, CardStatement
from reguli.publish.paper.paper_sizes import (
    FACE_NAMES,
    LARGEST_FACE,
    POKER,
    SMALLEST_SIDE,
    Paper,
    closest_face,
    face_by_name,
)
from reguli.publish.paper.sfnt import Font, read_font
from reguli.schema.node_reader import ID, NodeReader
from reguli.schema.shapes import (
    NAME,
    NAMES,
    TEXT,
    WHOLE,
    AdjacentEntry,
    DerivedShape,
    ListOf,
    MappingField,
    MappingShape,
    ParsedMapping,
    ParsedValue,
    TaggedMapping,
    enum_schema,
    named_value_pairs_schema,
    pattern_schema,
    required_field,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.yaml_reader import Node, ScalarNode

# -- visual style ----------------------------------------------------------------------------------------------------
# How products look: colours, fonts, logo, icons. A theme replaces some of it; what it leaves out stays as the package has it.


FONTS: Final = Path(__file__).parents[1] / "fonts"
COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ink": "#1d2326",
        "faint": "#525b60",
        "rule": "#aab5ba",
        "tint": "#e8eef0",
        "accent": "#0b5563",
        "on_accent": "#ffffff",
        "made": "#8a3b00",
        "paper": "#ffffff",
        "card": "#f6f3ec",
    }
)
"""What each colour is for: letters, quiet letters, lines, tinted grounds, headings, letters on those, marks; paper; the ground of cards."""
IN_HTML: Final[Mapping[str, str]] = MappingProxyType({**COLOURS, "rule": "#c9d0d3", "tint": "#eef2f3"})
"""On a screen lines and grounds are lighter; a theme sets both."""
LETTERS: Final = (
    ("ink", "paper"), ("ink", "tint"), ("ink", "card"), ("faint", "paper"), ("faint", "tint"), ("accent", "paper"),
    ("accent", "tint"), ("accent", "card"), ("on_accent", "accent"), ("made", "paper"),
)  # fmt: skip
"""Which colour stands on which somewhere in a product."""
READABLE: Final = 4.5
"""The least contrast of letters and their ground: WCAG 2, level AA."""


@frozen_class
class IconPicture(FrozenValue):
    """A picture on a 24 by 24 square: single-colour paths, or a PNG."""

    colour: str
    paths: tuple[str, ...]
    png: bytes = b""
    shape: tuple[int, int] = (24, 24)

    @property
    def svg(self) -> str:
        """Return the picture as SVG; colour and paths hold only content admitted by the layout and theme readers."""
        if self.png:
            width, height = self.shape
            code = base64.b64encode(self.png).decode("ascii")
            inner = f'<image width="{width}" height="{height}" href="data:image/png;base64,{code}"/>'
        else:
            width = height = 24
            inner = "".join(
                f'<path fill="{escape(self.colour)}" fill-rule="evenodd" d="{escape(path)}"/>' for path in self.paths
            )
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{inner}</svg>'


@frozen_class
class FontFile(FrozenValue):
    """A font of a theme: its metadata and its bytes."""

    font: Font
    raw: bytes


@frozen_class
class VisualTheme(FrozenValue):
    """A visual theme; ``fonts`` is empty for the package's fonts, ``own`` holds the colours that the theme sets."""

    own: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    fonts: tuple[FontFile, ...] = ()
    logo: IconPicture | None = None
    icons: Mapping[str, IconPicture] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def colours(self) -> Mapping[str, str]:
        """Return all colours."""
        return MappingProxyType({**COLOURS, **self.own})

    @property
    def family(self) -> str:
        """Return the font family."""
        return self.fonts[0].font.family if self.fonts else package_fonts()[0].family

    @property
    def covers(self) -> frozenset[int]:
        """Return the letters that at least one font has."""
        fonts = [one.font for one in self.fonts] or list(package_fonts())
        return frozenset[int]().union(*(font.covers for font in fonts))

    def as_data(self) -> str:
        """Return the theme data for page templates, as JSON."""
        data = {"colours": dict(self.colours), "family": self.family, "logo": self.logo and self.logo.svg}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @property
    def css(self) -> str:
        """Return the CSS that follows a page's styles: the fonts (the package's as web fonts) and the theme's colours."""
        faces = "".join(_face(one) for one in self.fonts) if self.fonts else web_font_css()
        names = "".join(f"  --{name.replace('_', '-')}: {colour};\n" for name, colour in self.own.items())
        family = f'body, svg {{ font-family: "{self.family}", sans-serif; }}\n'
        return faces + (f":root {{\n{names}}}\n" if names else "") + family


def _face(one: FontFile) -> str:
    return _written(one.font, one.raw, "otf" if one.raw.startswith(b"OTTO") else "ttf")


def _written(font: Font, raw: bytes, kind: str) -> str:
    """Return a font embedded as a CSS font face, without other files."""
    code = base64.b64encode(raw).decode("ascii")
    style = "italic" if font.italic else "normal"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {style}; '
        f"src: url(data:font/{kind};base64,{code}); }}\n"
    )


@cache
def web_font_css() -> str:
    """Return the package's fonts as CSS, read once per process: Latin subsets, renamed in the file as the licence requires."""
    # Cut out by fontTools (Latin to U+021B, general punctuation, arrows; tabular and lining figures, kerning), packed as WOFF2.
    return "".join(
        _written(read_font((FONTS / f"SourceSansPro-{cut}.otf").read_bytes()), path.read_bytes(), "woff2")
        for path in sorted(FONTS.glob("*.woff2"))
        for cut in (path.stem.rpartition("-")[2],)
    )


@cache
def package_fonts() -> tuple[Font, ...]:
    """Return the package's fonts, read once per process, since they never change."""
    return tuple(read_font(path.read_bytes()) for path in sorted(FONTS.glob("*.otf")))


PLAIN: Final = VisualTheme()


def contrast_ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, ``#rrggbb``, from 1 to 21, as defined by WCAG 2."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable_text_colour(colour: str, look: VisualTheme) -> str:
    """Return the more readable text colour on a background: ink or white."""
    return max((look.colours["ink"], "#ffffff"), key=lambda letters: contrast_ratio(letters, colour))


# -- piece layout ----------------------------------------------------------------------------------------------------


Join: TypeAlias = Literal["or", "and", "and_or"]
JOINS: Final[tuple[Join, ...]] = ("or", "and", "and_or")
MOST_PIECES: Final = 50
MOST_COLUMNS: Final = 12
MANY: Final = "many"
MOST_PATHS: Final = 12
LONGEST_PATH: Final = 1_500
PATH: Final = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.\-]*")
COLOUR: Final = re.compile(r"#[0-9a-f]{6}")


@frozen_class
class IconRow(FrozenValue):
    """The icons of a set's elements (field ``of``), each repeated by the field ``times``; ``none`` is the text for an empty set.

    ``join`` says whether any one row is enough (``or``), all are meant (``and``), or so many of them in any mix (``and_or``), so that
    a word stands between them.
    """

    of: str
    times: str
    none: str
    join: Join | None = None


FaceLine: TypeAlias = CardStatement | str
"""A line of a face: a statement, or the field whose value it is."""


@frozen_class
class IconNumberLayout(FrozenValue):
    """The yield of a card: a large number next to an icon, and a line."""

    number: str
    icon: str
    line: CardStatement


@frozen_class
class CardBackLayout(FrozenValue):
    """The back of a card: an icon and a line."""

    icon: str
    line: CardStatement


@frozen_class
class PieceColumn(FrozenValue):
    """A column in the list of all cards of a sort: its heading, and a field or a line."""

    head: HeadingText
    cell: str | CardStatement


@frozen_class
class PieceTable(FrozenValue):
    """The table that lists all cards of a sort in a text; the first column heads the rows."""

    title: HeadingText
    columns: tuple[PieceColumn, ...]


@frozen_class
class PieceDecl(FrozenValue):
    """One sort of cards: the elements of a kind with a truth field set or unset, the printed content, and the headings in a text."""

    id: str
    kind: ScalarNode
    field: ScalarNode | None
    holds: bool
    number: str = ""
    title: FaceLine | None = None
    icons: IconRow | None = None
    text: tuple[FaceLine, ...] = ()
    result: IconNumberLayout | None = None
    back: CardBackLayout | None = None
    table: PieceTable | None = None
    picture: ScalarNode | None = None
    size: Paper = POKER
    heading: FaceLine | None = None
    labels: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


@frozen_class
class PiecesLayout(FrozenValue):
    """All sorts of cards, and the icons by id."""

    icons: Mapping[str, IconPicture]
    pieces: tuple[PieceDecl, ...]


def _head(reader: NodeReader, node: Node, what: Value) -> HeadingText | None:
    """Read a term, alone or with ``:many`` for its plural."""
    text = reader.text(node, what)
    term, _, form = (text or "").partition(":")
    if text is not None and (ID.fullmatch(term) is None or form not in ("", MANY)):
        reader.bag.add("R104", node.span, what=what, name=text)
        return None
    return None if text is None else HeadingText(LiteralValue(term), bool(form))


def _scalar(reader: NodeReader, node: Node, what: Value) -> ScalarNode | None:
    if isinstance(node, ScalarNode):
        return node
    reader.wrong(node, what, Said("sort.name"))
    return None


def _size(reader: NodeReader, node: Node, what: Value) -> Paper | None:
    """Read the size of a face; W412 for an unknown one."""
    text = reader.text(node, what)
    found = None if text is None else face_by_name(text)
    if text is not None and found is None:
        wide, high = LARGEST_FACE
        near, names = closest_face(text), ", ".join(FACE_NAMES)
        reader.bag.add(
            "W412", node.span, near=near, text=text[:40], names=names, least=SMALLEST_SIDE, wide=wide, high=high
        )
    return found


def _known(
    icons: tuple[tuple[str, IconPicture], ...], node: Node, what: Value, reader: NodeReader
) -> Mapping[str, IconPicture]:
    """Return the icons by id, and register them for the pieces."""
    reader.known += tuple(name for name, _ in icons)
    return MappingProxyType(dict(icons))


def _chosen(found: ParsedMapping) -> bool:
    """Set the field that selects the elements, and whether it must hold."""
    where, unless = found.values.pop("where"), found.values.pop("unless")
    found.values |= {"field": where or unless, "holds": "where" in found.entries}
    return True


COLOURED: Final = pattern_schema(COLOUR, "W410", LONGEST_PATH, given="text", shown=40)
PATHS: Final = ListOf(pattern_schema(PATH, "W410", LONGEST_PATH, given="text", shown=40), most=MOST_PATHS, whole=True)
DRAWN: Final = MappingShape(
    IconPicture, (required_field("colour", COLOURED, called=WHOLE), required_field("paths", PATHS, called=WHOLE))
)
"""A picture of one colour; colours and paths are written into pictures as they stand."""
FIELD: Final = ParsedValue(_scalar, NAME.schema)
SIZE: Final = ParsedValue(_size, {"type": "string"})
HEAD: Final = ParsedValue(_head, TEXT.schema)
ICON: Final = ParsedValue(lambda reader, node, what: reader.word(node, what, reader.known), NAME.schema)
LINE: Final = MappingShape(CardStatement, (required_field("say", NAME, "id"), WITH), span="say")
CELL: Final = MappingShape(lambda cell: cell, (required_field("cell", NAME),))
FACE: Final[TaggedMapping[FaceLine]] = TaggedMapping({"cell": CELL, "say": SAY}, usual="say")
LINED: Final = AdjacentEntry("line", LINE, vital=True)
ROW: Final = MappingShape(
    IconRow,
    (
        required_field("of", NAME),
        required_field("times", NAME),
        MappingField("none", ICON, default=""),
        MappingField("join", enum_schema(*JOINS)),
    ),
    called="part.row_of_icons",
)
RESULT: Final = MappingShape(
    IconNumberLayout,
    (required_field("number", NAME), required_field("icon", ICON), LINED),
    called="part.result_of_piece",
)
BACK: Final = MappingShape(CardBackLayout, (required_field("icon", ICON), LINED), called="part.back_of_piece")
COLUMN: Final = TaggedMapping(
    {
        "cell": MappingShape(PieceColumn, (required_field("head", HEAD), required_field("cell", NAME))),
        "say": MappingShape(PieceColumn, (required_field("head", HEAD), AdjacentEntry("cell", LINE, vital=True))),
    },
    usual="say",
)
COLUMNS: Final = ListOf(COLUMN, "part.column_of_piece", MOST_COLUMNS)
LISTED: Final = MappingShape(
    PieceTable,
    (required_field("title", HEAD), required_field("columns", COLUMNS)),
    settle=lambda found: bool(found.values["columns"]),
    called="part.table_of_piece",
)
PIECE: Final = MappingShape(
    PieceDecl,
    (
        required_field("piece", NAME, "id"),
        required_field("kind", FIELD),
        MappingField("back", BACK),
        MappingField("where", FIELD),
        MappingField("unless", FIELD),
        MappingField("number", NAME, default=""),
        MappingField("title", FACE),
        MappingField("labels", NAMES, default=()),
        MappingField("icons", ROW),
        MappingField("text", ListOf(FACE), default=()),
        MappingField("facts", NAMES, default=()),
        MappingField("result", RESULT),
        MappingField("table", LISTED),
        MappingField("picture", FIELD),
        MappingField("size", SIZE, default=POKER),
        MappingField("heading", FACE),
    ),
    settle=_chosen,
)
ICONS: Final = DerivedShape(named_value_pairs_schema(NAME, DRAWN, called="part.icon"), _known)
PIECES: Final = MappingShape(
    PiecesLayout,
    (
        MappingField("icons", ICONS, default=MappingProxyType({}), called="part.named"),
        MappingField("pieces", ListOf(PIECE, "part.a_piece", MOST_PIECES), default=(), called="part.named"),
    ),
    called="part.pieces",
)
"""The whole of the pieces; without a list of them cards have their default faces. Findings: R1, W401, W410."""

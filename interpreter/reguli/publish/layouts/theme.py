"""Reader of a theme: a folder with ``theme.yaml``, its fonts and its pictures.

    theme: night
    fonts: [fonts/Body-Regular.otf, fonts/Body-Bold.otf, fonts/Body-Italic.otf]     # one family, regular, bold, slanted
    colours: {ink: "#10202a", accent: "#7a1f3d", paper: "#fffdf7"}                  # any of those in look.py
    logo: logo.png                                                                  # or {colour, paths} as in pieces.yaml
    icons:
      coin: {colour: "#7a1f3d", paths: ["M2 2 L22 2 L12 22 Z"]}                     # by the ids of icons and elements
      meeple: icons/meeple.png

Everything may be left out but the name. Files lie in the folder and nowhere else. Letters must be readable on their grounds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.publish.layouts import piece_layout as looks
from reguli.publish.layouts.piece_layout import COLOURED, DRAWN
from reguli.publish.paper import sfnt
from reguli.publish.pictures import png_validation
from reguli.ruleset.folder_contents import Folder
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    NAME,
    TEXT,
    EitherShape,
    ListOf,
    MappingField,
    MappingShape,
    ParsedValue,
    named_value_pairs_schema,
    schema_with_location,
)
from reguli.source.bounded_files import UnreadableFile, read_bounded_file
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import Node, ScalarNode

THEME: Final = "theme.yaml"
MOST_FONTS: Final = 8
MOST_ICONS: Final = 100
MOST_BESIDE: Final = 2_000
"""Of so many files one may be meant by a name that no file has."""
_FAMILY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.\-]{0,60}")
Named: TypeAlias = tuple[str, Span]


@frozen_class
class ThemeDecl(FrozenValue):
    """A theme as written: file names with their places, colours, and pictures drawn or named."""

    fonts: tuple[Named, ...]
    colours: Mapping[str, Named]
    logo: looks.IconPicture | Named | None
    icons: tuple[tuple[str, tuple[looks.IconPicture | Named, Span]], ...]


def _icon(reader: NodeReader, node: Node, what: Value) -> str | None:
    """Read the id of an icon or element; W402 for an unknown one."""
    name = node.text if isinstance(node, ScalarNode) else ""
    if name in reader.known:
        return name
    reader.bag.add("W402", node.span, near=closest_name(name, reader.known), text=name, name=name)
    return None


def _colours(**found: Named | None) -> Mapping[str, Named]:
    return MappingProxyType({name: colour for name, colour in found.items() if colour is not None})


PICTURE: Final[EitherShape[looks.IconPicture | Named]] = EitherShape(DRAWN, schema_with_location(TEXT))
PALETTE: Final = MappingShape(
    _colours, tuple(MappingField(name, schema_with_location(COLOURED), called="part.colour") for name in looks.COLOURS)
)
ICONS: Final = named_value_pairs_schema(
    ParsedValue(_icon, NAME.schema), schema_with_location(PICTURE), called="part.icon"
)
DOCUMENT: Final = MappingShape(
    ThemeDecl,
    (
        MappingField("theme", NAME, "-", needed=True),
        MappingField("fonts", ListOf(schema_with_location(TEXT), "part.font_of_theme", MOST_FONTS), default=()),
        MappingField("colours", PALETTE, default=MappingProxyType({}), called="part.colours_of_theme"),
        MappingField("logo", PICTURE, called="part.logo"),
        MappingField("icons", ICONS, default=()),
    ),
)


def read_theme(path: Path, known_icons: Collection[str], bag: Bag, sources: Sources) -> looks.VisualTheme | None:
    """Read the theme in a folder; None with findings if it is invalid.

    Findings: R1, Y1, W402 for icons that the ruleset has neither as icons nor as elements, W410 for colours and paths,
    W431 for letters that cannot be read on their ground, W432 for fonts, W433 for pictures.
    """
    before = len(bag)
    folder = Folder(path, bag, sources)
    folder.reader.known = tuple(known_icons)
    said = folder.read(THEME, DOCUMENT, Said("part.theme"))
    look = None if said is None else _look(said, folder)
    return look if len(bag) == before else None


def _look(decl: ThemeDecl, folder: Folder) -> looks.VisualTheme:
    """Read the files of a theme and check the contrast of its colours."""
    own = MappingProxyType({name: colour for name, (colour, _) in decl.colours.items()})
    logo = None if decl.logo is None else _picture(decl.logo, folder)
    look = looks.VisualTheme(own, tuple(_fonts(decl, folder)), logo)
    _contrasts(look, decl, folder.bag)
    return looks.VisualTheme(own, look.fonts, logo, MappingProxyType(dict(_icons(look, decl, folder))))


def _contrasts(look: looks.VisualTheme, decl: ThemeDecl, bag: Bag) -> None:
    """Report unreadable colour pairs that the theme sets at least in part, on paper or on a screen (W431)."""
    for letters, ground in looks.LETTERS:
        if not {letters, ground} & look.own.keys():
            continue
        least = min(
            looks.contrast_ratio(every[letters], every[ground])
            for every in (look.colours, {**looks.IN_HTML, **look.own})
        )
        if least < looks.READABLE:
            _, span = decl.colours[letters if letters in look.own else ground]
            bag.add("W431", span, letters=letters, ground=ground, found=f"{least:.1f}", least=f"{looks.READABLE:g}")


def _fonts(decl: ThemeDecl, folder: Folder) -> Iterator[looks.FontFile]:
    """Read the fonts, all of one family; W432 for an invalid font, or one of another family."""
    first = ""
    for name, span in decl.fonts:
        raw = _read(name, span, sfnt.LARGEST, folder, font=True)
        if raw is None:
            continue
        try:
            font = sfnt.read_font(raw)
        except sfnt.InvalidFontError:
            folder.bag.add("W432", span, name=name, why=Said("why.no_font"))
            continue
        first = first or font.family
        if _FAMILY.fullmatch(font.family) is None:
            folder.bag.add("W432", span, name=name, why=Said("why.family_name"))
        elif font.family != first:
            folder.bag.add("W432", span, name=name, why=Said("why.other_family", family=font.family, first=first))
        else:
            yield looks.FontFile(font, raw)


def _icons(look: looks.VisualTheme, decl: ThemeDecl, folder: Folder) -> Iterator[tuple[str, looks.IconPicture]]:
    """Read the icons; W431 for one without sufficient contrast to any ground."""
    for name, (picture, span) in decl.icons[:MOST_ICONS]:
        found = _picture(picture, folder)
        if found is None:
            continue
        best = looks.contrast_ratio(looks.readable_text_colour(found.colour, look), found.colour)
        if best < looks.READABLE:
            folder.bag.add("W431", span, letters="any", ground=name, found=f"{best:.1f}", least=f"{looks.READABLE:g}")
        yield name, found


def _picture(written: looks.IconPicture | Named, folder: Folder) -> looks.IconPicture | None:
    """Return a drawn picture unchanged, or read the named PNG."""
    return written if isinstance(written, looks.IconPicture) else read_picture(*written, folder)


def read_picture(name: str, span: Span, folder: Folder) -> looks.IconPicture | None:
    """Read a PNG of a folder, named at a place. Findings: as ``_read``, and W433 for an invalid one."""
    raw = _read(name, span, png_validation.LARGEST, folder)
    if raw is None:
        return None
    try:
        return looks.IconPicture(looks.COLOURS["accent"], (), raw, png_validation.size_of_png(raw))
    except png_validation.InvalidPngError as error:
        folder.bag.add("W433", span, name=name, why=error.why)
        return None


def _read(name: str, span: Span, limit: int, folder: Folder, *, font: bool = False) -> bytes | None:
    """Read a file of the folder up to a size limit. Findings: Y101, Y102, Y105, and W432 or W433 for a larger one."""
    bag, at = folder.bag, folder.path
    if "\\" in name:
        bag.add("Y102", span, name=name)
        return None
    try:
        return read_bounded_file(at / name, limit, at, name=name)
    except UnreadableFile as unread:
        if unread.code == "Y104":
            why = Said("why.too_many_bytes", limit=limit)
            bag.add("W432", span, name=name, why=why) if font else bag.add("W433", span, name=name, why=why)
            return None
        beside = chain(at.glob("*.*"), at.glob("*/*.*")) if unread.code == "Y101" else ()
        names = sorted(found.relative_to(at).as_posix() for found in islice(beside, MOST_BESIDE))
        bag.extend([unread.at(span, closest_name(name, names))])
        return None

"""Reads a theme: a folder with ``theme.yaml``, its fonts and its pictures.

    theme: night
    fonts: [fonts/Body-Regular.otf, fonts/Body-Bold.otf, fonts/Body-Italic.otf]     # one family, regular, bold, slanted
    colours: {ink: "#10202a", accent: "#7a1f3d", paper: "#fffdf7"}                  # any of those in look.py
    logo: logo.png                                                                  # or {colour, paths} as in pieces.yaml
    icons:
      coin: {colour: "#7a1f3d", paths: ["M2 2 L22 2 L12 22 Z"]}                     # by the ids of icons and elements
      worker: icons/worker.png

Everything may be left out but the name. Files lie in the folder and nowhere else. Letters must be readable on their grounds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.publish.layouts.look import (
    COLOURS,
    IN_HTML,
    LETTERS,
    READABLE,
    FontFile,
    Look,
    Picture,
    contrast,
    letters_on,
)
from reguli.publish.layouts.pieces import COLOUR, drawn_in, matched
from reguli.publish.paper.sfnt import LARGEST as LARGEST_FONT
from reguli.publish.paper.sfnt import NoFont, read_font
from reguli.publish.pictures.png import LARGEST as LARGEST_PICTURE
from reguli.publish.pictures.png import NoPicture, size_of_png
from reguli.ruleset.folder import Folder
from reguli.ruleset.schema import Fields
from reguli.source.diagnostic import Bag
from reguli.source.files import why_unread
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node

THEME: Final = "theme.yaml"
MOST_FONTS: Final = 8
MOST_ICONS: Final = 100
_ENTRIES: Final = ("fonts", "colours", "logo", "icons")
_FAMILY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.\-]{0,60}")


def read_theme(path: Path, known_icons: Collection[str], bag: Bag, sources: Sources) -> Look | None:
    """Read the theme in a folder; None with findings where it has none.

    Findings: R1, Y1, W402 for icons that the ruleset has neither as icons nor as elements, W410 for colours and paths,
    W431 for letters that cannot be read on their ground, W432 for fonts, W433 for pictures.
    """
    before = len(bag)
    folder = Folder(path, bag, sources)
    node = folder.node(THEME)
    fields = None if node is None else folder.schema.fields(node, "the theme", ["theme"], _ENTRIES)
    if fields is None:
        return None
    reader = _Reader(folder, fields, known_icons)
    look = reader.look()
    return look if len(bag) == before else None


class _Reader:
    """Reads the entries of one theme."""

    def __init__(self, folder: Folder, fields: Fields, known_icons: Collection[str]) -> None:
        self.folder = folder
        self.schema = folder.schema
        self.bag = folder.bag
        self.fields = fields
        self.known_icons = known_icons

    def look(self) -> Look:
        """Read everything, and look whether it can be read."""
        name = self.fields.get("theme")
        if name is not None:
            self.schema.id(name, self.fields.what("theme"))
        colours = dict(self.colours())
        fonts = tuple(self.fonts())
        logo = self.fields.get("logo")
        look = Look(
            MappingProxyType(colours),
            fonts,
            None if logo is None else self.picture(logo, "the logo"),
        )
        self.contrasts(look)
        return Look(look.own, fonts, look.logo, MappingProxyType(dict(self.icons(look))))

    def colours(self) -> Iterator[tuple[str, str]]:
        """Read the colours."""
        node = self.fields.get("colours")
        group = None if node is None else self.schema.fields(node, "the colours of the theme", (), tuple(COLOURS))
        for entry in () if group is None else group.entries:
            what = f"the colour '{entry.key.text}'"
            found = matched(entry.value, what, COLOUR, self.schema) if entry.key.text in COLOURS else None
            if found is not None:
                yield entry.key.text, found

    def contrasts(self, look: Look) -> None:
        """Report letters that the theme makes hard to read, on paper or on a screen; what it does not touch is not its fault."""
        node = self.fields.get("colours")
        for letters, ground in LETTERS:
            if not {letters, ground} & look.own.keys():
                continue
            least = min(contrast(every[letters], every[ground]) for every in (look.colours, {**IN_HTML, **look.own}))
            if least < READABLE:
                named = letters if letters in look.own else ground
                self.bag.add(
                    "W431",
                    _span_of(node, named, self.fields.span),
                    letters=letters,
                    ground=ground,
                    found=f"{least:.1f}",
                    least=f"{READABLE:g}",
                )

    def fonts(self) -> Iterator[FontFile]:
        """Read the fonts, all of one family; W432 for what is none, or of another family."""
        node = self.fields.get("fonts")
        items = () if node is None else self.schema.items(node, self.fields.what("fonts")) or ()
        first = ""
        for item in items[:MOST_FONTS]:
            name = self.schema.text(item, "a font of the theme")
            raw = None if name is None else self.read(name, item.span, LARGEST_FONT)
            if name is None or raw is None:
                continue
            try:
                font = read_font(raw)
            except NoFont:
                self.bag.add("W432", item.span, name=name, why="it is no font in OpenType or TrueType, or a broken one")
                continue
            first = first or font.family
            if _FAMILY.fullmatch(font.family) is None:
                self.bag.add(
                    "W432", item.span, name=name, why="the name of its family holds other signs than letters and digits"
                )
            elif font.family != first:
                self.bag.add("W432", item.span, name=name, why=f"it is of the family {font.family}, not {first}")
            else:
                yield FontFile(font, raw)

    def icons(self, look: Look) -> Iterator[tuple[str, Picture]]:
        """Read the icons; one that nothing would show is a finding (W402)."""
        node = self.fields.get("icons")
        entries = () if node is None else self.schema.entries(node, self.fields.what("icons")) or ()
        for entry in entries[:MOST_ICONS]:
            name = entry.key.text
            if name not in self.known_icons:
                self.bag.add("W402", entry.key.span, near=near(name, self.known_icons), text=name, name=name)
                continue
            found = self.picture(entry.value, f"the icon '{name}'")
            if found is None:
                continue
            best = contrast(letters_on(found.colour, look), found.colour)
            if best < READABLE:
                self.bag.add(
                    "W431", entry.value.span, letters="any", ground=name, found=f"{best:.1f}", least=f"{READABLE:g}"
                )
            yield name, found

    def picture(self, node: Node, what: str) -> Picture | None:
        """Read a picture: paths of one colour, or the name of a PNG."""
        if isinstance(node, Mapping):
            return drawn_in(node, what, self.schema)
        name = self.schema.text(node, what)
        raw = None if name is None else self.read(name, node.span, LARGEST_PICTURE)
        if name is None or raw is None:
            return None
        try:
            return Picture(COLOURS["accent"], (), raw, size_of_png(raw))
        except NoPicture as error:
            self.bag.add("W433", node.span, name=name, why=str(error))
            return None

    def read(self, name: str, span: Span, limit: int) -> bytes | None:
        """Read a file of the folder, to a limit; an ordinary one, so that reading it ends. Findings: Y101, Y102, Y105."""
        try:
            path = (self.folder.path / name).resolve()
            if not path.is_relative_to(self.folder.path) or "\\" in name:
                self.bag.add("Y102", span, name=name)
            elif not path.exists():
                self.bag.add("Y101", span, near=near(name, self.names()), name=name)
            elif not path.is_file():
                self.bag.add("Y105", span, name=name, why="it is no ordinary file")
            else:
                with path.open("rb") as stream:
                    raw = stream.read(limit + 1)
                if len(raw) <= limit:
                    return raw
                self.bag.add("Y105", span, name=name, why=f"it is larger than {limit} bytes")
        except (OSError, RuntimeError, ValueError) as error:
            self.bag.add("Y105", span, name=name, why=why_unread(error))
        return None

    def names(self) -> list[str]:
        """Give the names of the files of the folder and of its folders, for a near one."""
        found = [*self.folder.path.glob("*.*"), *self.folder.path.glob("*/*.*")]
        return sorted(path.relative_to(self.folder.path).as_posix() for path in found[:MOST_ICONS])


def _span_of(node: Node | None, name: str, otherwise: Span) -> Span:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((entry.value.span for entry in entries if entry.key.text == name), otherwise)

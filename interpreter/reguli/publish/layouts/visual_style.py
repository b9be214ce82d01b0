"""How products look: colours, fonts, logo, icons. A theme replaces some of it; what it leaves out stays as the package has it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.publish.paper.sfnt import Font, read_font
from reguli.source.frozen_values import Kept, kept

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


@kept
class Picture(Kept):
    """A picture on a square of 24 by 24: paths of one colour, or a PNG."""

    colour: str
    paths: tuple[str, ...]
    png: bytes = b""
    shape: tuple[int, int] = (24, 24)

    @property
    def svg(self) -> str:
        """Draw it; colour and paths hold nothing but what the readers of layouts and themes let through."""
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


@kept
class FontFile(Kept):
    """A font of a theme: what it says of itself, and its bytes."""

    font: Font
    raw: bytes


@kept
class Look(Kept):
    """A whole look; ``fonts`` is empty for those of the package, ``own`` are the colours that a theme sets."""

    own: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    fonts: tuple[FontFile, ...] = ()
    logo: Picture | None = None
    icons: Mapping[str, Picture] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def colours(self) -> Mapping[str, str]:
        """All colours."""
        return MappingProxyType({**COLOURS, **self.own})

    @property
    def family(self) -> str:
        """The name of the fonts."""
        return self.fonts[0].font.family if self.fonts else package_fonts()[0].family

    @property
    def covers(self) -> frozenset[int]:
        """The letters that some font has."""
        fonts = [one.font for one in self.fonts] or list(package_fonts())
        return frozenset[int]().union(*(font.covers for font in fonts))

    def as_data(self) -> str:
        """Give what the templates of pages take, as JSON."""
        data = {"colours": dict(self.colours), "family": self.family, "logo": self.logo and self.logo.svg}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @property
    def css(self) -> str:
        """Give what comes after the styles of a page in HTML: the fonts, those of the package in letters for the web, and the colours of a theme."""
        faces = "".join(_face(one) for one in self.fonts) if self.fonts else web_faces()
        names = "".join(f"  --{name.replace('_', '-')}: {colour};\n" for name, colour in self.own.items())
        family = f'body, svg {{ font-family: "{self.family}", sans-serif; }}\n'
        return faces + (f":root {{\n{names}}}\n" if names else "") + family


def _face(one: FontFile) -> str:
    return _written(one.font, one.raw, "otf" if one.raw.startswith(b"OTTO") else "ttf")


def _written(font: Font, raw: bytes, kind: str) -> str:
    """Write a font into a page, so that it needs no other file."""
    code = base64.b64encode(raw).decode("ascii")
    style = "italic" if font.italic else "normal"
    return (
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weight}; font-style: {style}; '
        f"src: url(data:font/{kind};base64,{code}); }}\n"
    )


@cache
def web_faces() -> str:
    """Write the fonts of the package, read once a process: the Latin letters of each, under another name in the file, as its licence asks."""
    # Cut out by fontTools (Latin to U+021B, general punctuation, arrows; tabular and lining figures, kerning), packed as WOFF2.
    return "".join(
        _written(read_font((FONTS / f"SourceSansPro-{cut}.otf").read_bytes()), path.read_bytes(), "woff2")
        for path in sorted(FONTS.glob("*.woff2"))
        for cut in (path.stem.rpartition("-")[2],)
    )


@cache
def package_fonts() -> tuple[Font, ...]:
    """Give the fonts of the package, read once a process: they never change."""
    return tuple(read_font(path.read_bytes()) for path in sorted(FONTS.glob("*.otf")))


PLAIN: Final = Look()


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours, ``#rrggbb``, from 1 to 21, as WCAG 2 reckons it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def letters_on(colour: str, look: Look) -> str:
    """Give the colour of letters on a ground of any colour: ink or white, what can be read better."""
    return max((look.colours["ink"], "#ffffff"), key=lambda letters: contrast(letters, colour))

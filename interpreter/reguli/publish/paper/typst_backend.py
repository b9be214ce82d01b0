"""Typesetting with Typst from the package's templates, with checks of input and output; the only module that uses Typst.

What a page says is handed over as JSON, never as code, and only the fonts in this package are used, so that the same data give the same
bytes on every computer. Typst itself refuses a letter that no font has in a PDF only; a picture would show an empty box. So each letter
is asked for before anything is printed, for every form alike. A PDF by Typst keeps its dictionaries as plain text and compresses streams
only, so that a few facts can be read from it without a library.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, TypeAlias

from reguli.publish.layouts.piece_layout import FONTS, PLAIN, VisualTheme
from reguli.source.finding_catalogue import ENGLISH, Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class

PrintForm: TypeAlias = Literal["pdf", "png", "svg"]
DOTS_PER_INCH: Final = 300
FOLDER: Final = Path(__file__).parents[1]
TEMPLATES: Final = FOLDER / "templates"
MEASURED: Final = "<measured>"
ACCESSIBLE: Final = "ua-1"
"""The standard every PDF keeps: tagged, with language and title, every letter with a glyph, every font inside."""
UNSAID: Final = frozenset(
    {"kind", "lang", "part", "width", "icon", "colour", "alt", "form", "anchor", "shape", "picture", "ink", "field"}
)
"""Entries that are no text on a page. Of a picture (``svg``) the texts in it are."""
INVISIBLE: Final = frozenset("\u00ad\u200b\u2060\u200d\ufeff\n\t ")
"""What needs no glyph."""
BY_TYPST: Final = frozenset("⟨⟩")
"""Signs that stand in the font which Typst brings, named second in the templates: the brackets round a gloss."""
LONGEST: Final = 40
_TEXT: Final = re.compile(r"<text\b[^>]*>([^<]*)</text>")
TOO_HIGH: Final = 0.2
"""By how many points a text may be higher than its box: less than can be seen."""
_PAGE: Final = re.compile(rb"/Type\s*/Page\b")
_LANGUAGE: Final = re.compile(rb"/Lang\s*\(([^)]*)\)")
_TITLE: Final = re.compile(rb"/DisplayDocTitle\s+true")
_TAGS: Final = re.compile(rb"/StructTreeRoot\s+\d+ 0 R")
_MARKED: Final = re.compile(rb"/Marked\s+true")
_FONT: Final = re.compile(rb"/Type\s*/FontDescriptor\b")
_EMBEDDED: Final = re.compile(rb"/FontFile[23]?\s+\d+ 0 R")


class NoTypst(Exception):  # noqa: N818 - it says what is missing
    """Error: Typst is not installed."""


class TypstRefusal(Exception):  # noqa: N818 - it says what the data are
    """Error: Typst rejects its input, for example a letter that no font has; ``why`` is the reason."""

    def __init__(self, why: Value) -> None:
        """Set the English message, for callers without a language."""
        super().__init__(ENGLISH.say(why))
        self.why = why


def _library() -> Any:
    try:
        # An extra: whoever prints nothing does not need its 80 MB, and Markdown and HTML are made without it.
        import typst
    except ImportError as error:
        raise NoTypst from error
    return typst


def render_typst_template(
    template: str,
    data: Mapping[str, object],
    form: PrintForm,
    *,
    dots_per_inch: float = DOTS_PER_INCH,
    look: VisualTheme = PLAIN,
) -> tuple[bytes, ...]:
    """Render data by a template, as one PDF or one picture per page.

    Raises ``NoTypst``, and ``TypstRefusal`` for a letter without a glyph.
    """
    check_missing_glyphs(data, look)
    options: dict[str, object] = {"pdf_standards": ACCESSIBLE} if form == "pdf" else {}
    if form == "png":
        options["ppi"] = dots_per_inch
    with _opened(template, data, look) as (library, world):
        made, warnings = library.compile_with_warnings(format=form, **world, **options)
    assert not warnings, [str(warning) for warning in warnings]
    return (made,) if isinstance(made, bytes) else tuple(made)


def check_missing_glyphs(data: object, look: VisualTheme = PLAIN) -> None:
    """Raise ``TypstRefusal`` if a text to be printed has a letter that no font has."""
    missing = first_missing_glyph(data, look.covers)
    if missing is not None:
        raise TypstRefusal(
            Said("why.no_glyph", font=look.family, sign=missing.sign, code=missing.code, text=missing.text)
        )


def measure_template(template: str, data: Mapping[str, object], look: VisualTheme = PLAIN) -> list[Any]:
    """Return all measurements of a template, in order. Raises ``NoTypst``, and ``TypstRefusal`` for a broken picture."""
    with _opened(template, data, look) as (library, world):
        answer = library.query(selector=MEASURED, field="value", **world)
    found: list[Any] = json.loads(answer)
    return found


def typst_version() -> str:
    """Return the version of Typst, on which the bytes of a page depend. Raises ``NoTypst``."""
    return str(_library().__version__)


@contextmanager
def _opened(template: str, data: Mapping[str, object], look: VisualTheme) -> Iterator[tuple[Any, dict[str, object]]]:
    """Yield the library and its arguments; a rejected input raises ``TypstRefusal``.

    Typst takes whole folders of fonts, so those of a theme lie in one that holds those it names and nothing else.
    """
    library = _library()
    with TemporaryDirectory(prefix="reguli-") as folder:
        for at, one in enumerate(look.fonts):
            (Path(folder) / f"{at}.otf").write_bytes(one.raw)
        world: dict[str, object] = {
            "input": str(TEMPLATES / template),
            "root": str(TEMPLATES),
            "font_paths": [folder if look.fonts else str(FONTS)],
            "ignore_system_fonts": True,
            "sys_inputs": {"data": json.dumps(data, ensure_ascii=False, separators=(",", ":")), "look": look.as_data()},
        }
        try:
            yield library, world
        except library.TypstError as error:
            raise TypstRefusal(error.message) from error


@frozen_class
class MissingGlyph(FrozenValue):
    """A character that no font has, and the text that contains it."""

    sign: str
    text: str

    @property
    def code(self) -> str:
        """Return the character's Unicode code point."""
        return f"U+{ord(self.sign):04X}"


def first_missing_glyph(data: object, covers: frozenset[int]) -> MissingGlyph | None:
    """Return the first character to be printed that has no glyph; None where all have one."""
    for text in printed_texts(data):
        for sign in text:
            if ord(sign) not in covers and sign not in INVISIBLE and sign not in BY_TYPST:
                return MissingGlyph(sign, _around(text, sign))
    return None


def printed_texts(data: object) -> Iterator[str]:
    """Yield every printed text in data for Typst, in order."""
    for name, text in texts_with_entry_names(data):
        if name == "svg":
            yield from (unescape(one) for one in _TEXT.findall(text))
        elif name not in UNSAID:
            yield text


def texts_with_entry_names(data: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in data for Typst with the name of its entry, in order; the runs of a line are one text."""
    match data:
        case str():
            yield name, data
        case Mapping():
            for key, value in data.items():
                said = "".join(str(run[0]) for run in value) if key == "runs" else value
                yield from texts_with_entry_names(said, str(key))
        case list() | tuple():
            for value in data:
                yield from texts_with_entry_names(value, name)
        case _:
            return


def _around(text: str, sign: str) -> str:
    """Return the part of a text around a character."""
    at = text.index(sign)
    begin = max(0, at - LONGEST // 2)
    stretch = text[begin : begin + LONGEST]
    return "".join("�" if unicodedata.category(one) == "Cc" else one for one in stretch)


def find_pdf_faults(pdf: bytes, codes: Iterable[str], pages: int | None = None) -> Iterator[Said]:
    """Yield the faults of a PDF with an expected number of pages and expected languages, the first page's language first."""
    found = len(_PAGE.findall(pdf))
    if pages is not None and found != pages:
        yield Said("why.pages", found=found, pages=pages)
    languages = _LANGUAGE.findall(pdf)
    for code in codes:
        if code.encode() not in languages:
            yield Said("why.page_language", code=code)
    for pattern, fault in (
        (_TAGS, Said("why.no_tags")),
        (_MARKED, Said("why.not_tagged")),
        (_TITLE, Said("why.no_title")),
    ):
        if pattern.search(pdf) is None:
            yield fault
    fonts, embedded = len(_FONT.findall(pdf)), len(_EMBEDDED.findall(pdf))
    if not fonts or embedded < fonts:
        yield Said("why.fonts_not_embedded", count=fonts - embedded, all=fonts)


def find_overfull_boxes(template: str, data: Mapping[str, object], look: VisualTheme) -> Iterator[Mapping[str, Any]]:
    """Yield the boxes that are too small for their text, as measured by Typst. Raises ``NoTypst``."""
    yield from (box for box in measure_template(template, data, look) if box["height"] > box["room"] + TOO_HIGH)

"""Pages by Typst, from the templates beside this file: the only door to it. What a page says is handed over as JSON, never as code.

Only the fonts in this package are used, so that the same data give the same bytes on every computer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, TypeAlias

from reguli.publish.layouts.look import FONTS, PLAIN, Look
from reguli.publish.paper.glyphs import without_glyph
from reguli.source.said import Said, Value
from reguli.source.translation import ENGLISH

PrintForm: TypeAlias = Literal["pdf", "png", "svg"]
PRINT_FORMS: Final[tuple[PrintForm, ...]] = ("pdf", "png", "svg")
DOTS_PER_INCH: Final = 300
FOLDER: Final = Path(__file__).parents[1]
TEMPLATES: Final = FOLDER / "templates"
MEASURED: Final = "<measured>"
ACCESSIBLE: Final = "ua-1"
"""The standard every PDF keeps: tagged, with language and title, every letter with a glyph, every font inside."""


class NoTypst(Exception):  # noqa: N818 - it says what is missing
    """Typst is not installed."""


class Unprintable(Exception):  # noqa: N818 - it says what the data are
    """Typst refuses what it was given, a letter that no font has for example, and ``why``."""

    def __init__(self, why: Value) -> None:
        """Say why in English to whoever asks for no language."""
        super().__init__(ENGLISH.say(why))
        self.why = why


def _library() -> Any:
    try:
        # An extra: whoever prints nothing does not need its 80 MB, and Markdown and HTML are made without it.
        import typst
    except ImportError as error:
        raise NoTypst from error
    return typst


def printed(
    template: str,
    data: Mapping[str, object],
    form: PrintForm,
    *,
    dots_per_inch: float = DOTS_PER_INCH,
    look: Look = PLAIN,
) -> tuple[bytes, ...]:
    """Lay data out by a template, as one PDF or one picture a page.

    Raises ``NoTypst``, and ``Unprintable`` for a letter without a glyph.
    """
    refuse_unprintable(data, look)
    library = _library()
    options: dict[str, object] = {"pdf_standards": ACCESSIBLE} if form == "pdf" else {}
    if form == "png":
        options["ppi"] = dots_per_inch
    try:
        with _fonts_of(look) as fonts:
            world = _world(template, data, look, fonts)
            made, warnings = library.compile_with_warnings(format=form, **world, **options)
    except library.TypstError as error:
        raise Unprintable(error.message) from error
    assert not warnings, [str(warning) for warning in warnings]
    return (made,) if isinstance(made, bytes) else tuple(made)


def refuse_unprintable(data: object, look: Look = PLAIN) -> None:
    """Raise ``Unprintable`` where something that is to be printed has a letter which no font has."""
    missing = without_glyph(data, look.covers)
    if missing is not None:
        raise Unprintable(
            Said("why.no_glyph", font=look.family, sign=missing.sign, code=missing.code, text=missing.text)
        )


def measured(template: str, data: Mapping[str, object], look: Look = PLAIN) -> list[Any]:
    """Give everything a template has measured, in its order. Raises ``NoTypst``, and ``Unprintable`` for a broken picture."""
    library = _library()
    try:
        with _fonts_of(look) as fonts:
            answer = library.query(selector=MEASURED, field="value", **_world(template, data, look, fonts))
    except library.TypstError as error:
        raise Unprintable(error.message) from error
    found: list[Any] = json.loads(answer)
    return found


def version() -> str:
    """Give the version of Typst, which the bytes of a page depend on. Raises ``NoTypst``."""
    return str(_library().__version__)


@contextmanager
def _fonts_of(look: Look) -> Iterator[str]:
    """Give the folder with the fonts: of a theme one that holds those it names and nothing else, since Typst takes whole folders."""
    if not look.fonts:
        yield str(FONTS)
        return
    with TemporaryDirectory(prefix="reguli-") as folder:
        for at, one in enumerate(look.fonts):
            (Path(folder) / f"{at}.otf").write_bytes(one.raw)
        yield folder


def _world(template: str, data: Mapping[str, object], look: Look, fonts: str) -> dict[str, object]:
    return {
        "input": str(TEMPLATES / template),
        "root": str(TEMPLATES),
        "font_paths": [fonts],
        "ignore_system_fonts": True,
        "sys_inputs": {
            "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")),
            "look": look.as_data(),
        },
    }

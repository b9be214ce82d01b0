"""Pages by Typst, from the templates beside this file: the only door to it. What a page says is handed over as JSON, never as code.

Only the fonts in this package are used, so that the same data give the same bytes on every computer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

PrintForm: TypeAlias = Literal["pdf", "png", "svg"]
PRINT_FORMS: Final[tuple[PrintForm, ...]] = ("pdf", "png", "svg")
DOTS_PER_INCH: Final = 300
FOLDER: Final = Path(__file__).parent
TEMPLATES: Final = FOLDER / "templates"
FONTS: Final = FOLDER / "fonts"
MEASURED: Final = "<measured>"
ACCESSIBLE: Final = "ua-1"
"""The standard every PDF keeps: tagged, with language and title, every letter with a glyph, every font inside."""


class NoTypst(Exception):  # noqa: N818 - it says what is missing
    """Typst is not installed."""


class Unprintable(Exception):  # noqa: N818 - it says what the data are
    """Typst refuses what it was given, a letter that no font has for example; the text says why."""


def _library() -> Any:
    try:
        # An extra: whoever prints nothing does not need its 80 MB, and Markdown and HTML are made without it.
        import typst
    except ImportError as error:
        raise NoTypst from error
    return typst


def printed(
    template: str, data: Mapping[str, object], form: PrintForm, *, dots_per_inch: float = DOTS_PER_INCH
) -> tuple[bytes, ...]:
    """Lay data out by a template, as one PDF or one picture a page.

    Raises ``NoTypst``, and ``Unprintable`` for a letter without a glyph, which only a PDF finds.
    """
    library = _library()
    options: dict[str, object] = {"pdf_standards": ACCESSIBLE} if form == "pdf" else {}
    if form == "png":
        options["ppi"] = dots_per_inch
    try:
        made, warnings = library.compile_with_warnings(format=form, **_world(template, data), **options)
    except library.TypstError as error:
        raise Unprintable(error.message) from error
    assert not warnings, [str(warning) for warning in warnings]
    return (made,) if isinstance(made, bytes) else tuple(made)


def measured(template: str, data: Mapping[str, object]) -> list[Any]:
    """Give everything a template has measured, in its order. Raises ``NoTypst``."""
    library = _library()
    found: list[Any] = json.loads(library.query(selector=MEASURED, field="value", **_world(template, data)))
    return found


def version() -> str:
    """Give the version of Typst, which the bytes of a page depend on. Raises ``NoTypst``."""
    return str(_library().__version__)


def _world(template: str, data: Mapping[str, object]) -> dict[str, object]:
    return {
        "input": str(TEMPLATES / template),
        "root": str(TEMPLATES),
        "font_paths": [str(FONTS)],
        "ignore_system_fonts": True,
        "sys_inputs": {"data": json.dumps(data, ensure_ascii=False, separators=(",", ":"))},
    }

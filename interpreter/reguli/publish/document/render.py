"""A spoken card to Markdown and HTML, by the templates beside this file; the only door to Jinja."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from reguli.publish.document.spoken import Group, Line, SpokenCard, SpokenRow, SpokenTable
from reguli.publish.layouts.look import PLAIN, Look

FORMATS: Final = ("md", "html")
TEMPLATES: Final = Path(__file__).parents[1] / "templates"
_MARKDOWN_SIGNS: Final = re.compile(r"([\\`*_\[\]|])")
_BLOCK: Final = re.compile(r"^(\d*)([.)\-+#>])(?=\s)")
"""What would begin a list, a heading or a quotation at the start of a line."""


def render_card(card: SpokenCard, form: str, command: str, look: Look = PLAIN) -> str:
    """Lay out a card as ``md`` or ``html``; ``command`` is what the first line says has made the file.

    Everything that comes from a ruleset or a wording is escaped; the result ends with a line break.
    """
    return (
        _environment()
        .get_template(f"card.{form}.j2")
        .render(
            card=card,
            command=command,
            parted=parted,
            css=Markup(look.css),  # noqa: S704 - colours and names that the reader of themes let through
            logo=logo_of(look),
        )
    )


def logo_of(look: Look) -> Markup:
    """Give the logo as it stands in a page, empty without one."""
    return Markup("" if look.logo is None else look.logo.svg)  # noqa: S704 - drawn by us


@cache
def _environment() -> Environment:
    """Give what reads the templates of this package, each once a process: they never change."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html.j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["markdown"] = markdown
    return environment


def markdown(line: Line | str, *, first: bool = False) -> str:
    """Write a text as Markdown, its signs made harmless; ``first`` where it begins a line."""
    text = line if isinstance(line, str) else line.text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", " ")
    text = _MARKDOWN_SIGNS.sub(r"\\\1", text)
    return _BLOCK.sub(r"\1\\\2", text) if first else text


def parted(table: SpokenTable) -> tuple[tuple[Line | None, SpokenTable], ...]:
    """Part a table at its grouped columns, each part with the heading of its group, for formats without such headings."""
    if not table.groups:
        return ((None, table),)
    return tuple((group.line, _part(table, group)) for group in table.groups)


def _part(table: SpokenTable, group: Group) -> SpokenTable:
    inside = slice(group.first, group.first + group.span)
    rows = tuple(SpokenRow(row.headings, row.cells[inside]) for row in table.rows)
    return replace(table, groups=(), columns=table.columns[inside], rows=rows)

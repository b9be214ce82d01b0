"""The Jinja templates of this package and their helper functions; the only module that uses Jinja."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from reguli.publish.document.document_tree import DocumentRow, DocumentSection, DocumentTable, TextLine

TEMPLATES: Final = Path(__file__).parents[1] / "templates"
_MARKDOWN_SIGNS: Final = re.compile(r"([\\`*_\[\]|])")
_BLOCK: Final = re.compile(r"^(\d*)([.)\-+#>])(?=\s)")
"""What would begin a list, a heading or a quotation at the start of a line."""


@cache
def _environment() -> Environment:
    """Return the Jinja environment, which loads each template once per process and escapes HTML and SVG."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html.j2", "svg.j2", "html.jinja")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["markdown"] = escape_markdown
    environment.globals.update(parted=split_column_groups, side_of=column_alignment, title_of=section_heading)
    return environment


def load_page_template(name: str) -> Template:
    """Return a template by the name of its file."""
    return _environment().get_template(name)


def read_page_file(name: str) -> str:
    """Return the text of a script or style file that pages include."""
    return (TEMPLATES / name).read_text("utf-8")


def escape_markdown(line: TextLine | str, *, first: bool = False) -> str:
    """Return a text as Markdown with its special characters escaped; ``first`` where it begins a line."""
    text = line if isinstance(line, str) else line.text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", " ")
    text = _MARKDOWN_SIGNS.sub(r"\\\1", text)
    return _BLOCK.sub(r"\1\\\2", text) if first else text


def split_column_groups(table: DocumentTable[TextLine]) -> tuple[tuple[TextLine | None, DocumentTable[TextLine]], ...]:
    """Split a table at its grouped columns, each part with its group heading, for formats without group headings."""
    if not table.groups:
        return ((None, table),)
    found, at = [], 0
    for group in table.groups:
        inside = slice(at, at := at + group.span)
        rows = tuple(DocumentRow(row.headings, row.cells[inside]) for row in table.rows)
        found.append((group.line, replace(table, groups=(), columns=table.columns[inside], rows=rows)))
    return tuple(found)


def column_alignment(table: DocumentTable[TextLine], at: int) -> str:
    """Return the Markdown alignment of a column: words to the left, numbers to the right."""
    words = any(any(sign.isalpha() for sign in row.cells[at].text) for row in table.rows)
    return "---" if words else "---:"


def section_heading(section: DocumentSection[TextLine]) -> str:
    """Return the full heading of a section as one text; the phase's heading, with its number, is put in brackets."""
    return section.heading.text if section.phase is None else f"{section.heading.text} ({section.phase.text})"

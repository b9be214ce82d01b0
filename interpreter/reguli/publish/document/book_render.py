"""A spoken rulebook to Markdown, HTML and PDF, by the templates beside this file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from reguli.publish.document.book_pages import book_data
from reguli.publish.document.book_plan import Mark
from reguli.publish.document.book_spoken import SpokenBoard, SpokenBook, SpokenRound
from reguli.publish.document.render import logo_of, markdown, parted
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.paper.typst_page import printed, refuse_unprintable
from reguli.publish.pictures.drawing import Drawn, draw_board, draw_round

BOOK_FORMATS: Final = ("md", "html", "pdf")
TEMPLATES: Final = Path(__file__).parents[1] / "templates"
MARKS: Final[Mapping[Mark, str]] = {"ruled": "†", "transcribed": "‡"}
"""What stands beside the number of a statement."""


def render_book(book: SpokenBook, form: str, command: str, look: Look = PLAIN) -> Iterator[tuple[str, str | bytes]]:
    """Lay out a book as ``md``, ``html`` or ``pdf``: names of files and what is in them; with Markdown come its pictures.

    ``command`` is what the first line says has made the file. Raises ``NoTypst`` for PDF, ``Unprintable`` for it and for pictures.
    """
    name = book_name(book, form)
    if form == "pdf":
        drawn = pictures_of(book, embedded=True, look=look)
        (made,) = printed("book.typ", book_data(book, MARKS, drawn), "pdf", look=look)
        yield name, made
        return
    pictures = pictures_of(book, embedded=form == "html", look=look)
    refuse_unprintable([{"svg": drawn.svg} for drawn in pictures.values()], look)
    files = {key: f"{book_name(book, key)}.svg" for key in pictures}
    yield (
        name,
        environment()
        .get_template(f"book.{form}.j2")
        .render(
            book=book,
            command=command,
            signs=MARKS,
            pictures={key: Markup(drawn.svg) for key, drawn in pictures.items()},  # noqa: S704 - drawn and escaped here
            broad=frozenset(key for key, drawn in pictures.items() if drawn.wide),
            says={key: drawn.says for key, drawn in pictures.items()},
            files=files,
            parted=parted,
            css=Markup(look.css),  # noqa: S704 - colours and names that the reader of themes let through
            logo=logo_of(look),
        ),
    )
    if form == "md":
        yield from ((files[key], drawn.svg) for key, drawn in pictures.items())


def book_name(book: SpokenBook, form: str) -> str:
    """Name the file of a book, or of one of its pictures."""
    players = "" if book.players is None else f"{book.players}."
    return f"book.{players}{book.code}.{form}"


def pictures_of(book: SpokenBook, *, embedded: bool, look: Look = PLAIN) -> Mapping[str, Drawn]:
    """Draw every picture of a book, by a name of its own."""
    found: dict[str, Drawn] = {}
    for chapter in book.chapters:
        for block in chapter.blocks:
            if isinstance(block, SpokenRound):
                found["round"] = draw_round(block, embedded=embedded, look=look)
            elif isinstance(block, SpokenBoard):
                found[f"board_{block.id}"] = draw_board(block, embedded=embedded, look=look)
    return found


def environment() -> Environment:
    """Open the templates; texts are escaped in HTML."""
    opened = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html.j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    opened.filters["markdown"] = markdown
    return opened

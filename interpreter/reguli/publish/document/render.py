"""Said documents to Markdown, HTML and PDF, by the templates beside this file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup

from reguli.publish.document.figures import Figure
from reguli.publish.document.templates import template
from reguli.publish.document.tree import Block, Board, Round, SaidDocument
from reguli.publish.document.units import MARKS, changes_data
from reguli.publish.document.walk import every
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.paper.book_pages import book_pages
from reguli.publish.paper.typst_page import printed, refuse_unprintable
from reguli.publish.pictures.boards import Drawn, draw_board, draw_round
from reguli.publish.pictures.figures import draw_figure

FORMATS: Final = ("md", "html")
BOOK_FORMATS: Final = ("md", "html", "pdf")


def render_card(card: SaidDocument, form: str, command: str, look: Look = PLAIN) -> str:
    """Lay out a card as ``md`` or ``html``; ``command`` is what the first line says has made the file.

    Everything that comes from a ruleset or a wording is escaped; the result ends with a line break.
    """
    return _rendered(f"card.{form}.j2", card, command, look)


def _rendered(name: str, document: SaidDocument, command: str, look: Look, **more: object) -> str:
    return template(name).render(
        document=document,
        command=command,
        signs=MARKS,
        css=Markup(look.css),  # noqa: S704 - colours and names that the reader of themes let through
        logo=Markup("" if look.logo is None else look.logo.svg),  # noqa: S704 - drawn by us
        **more,
    )


def render_book(
    book: SaidDocument, form: str, command: str, look: Look = PLAIN, *, stem: str = "book"
) -> Iterator[tuple[str, str | bytes]]:
    """Lay out a book as ``md``, ``html`` or ``pdf``: names of files and what is in them; with Markdown come its pictures.

    ``command`` is what the first line says has made the file; a change sheet has templates of another ``stem``. Raises ``NoTypst`` for PDF,
    ``Unprintable`` for it and for pictures.
    """
    name = _name(book, stem, form)
    pictures = pictures_of(book, embedded=form != "md", look=look)
    if form == "pdf":
        data = changes_data(book) if stem == "changes" else book_pages(book, pictures, look)
        (made,) = printed(f"{stem}.typ", data, "pdf", look=look)
        yield name, made
        return
    refuse_unprintable([{"svg": drawn.svg} for drawn in pictures.values()], look)
    files = {key: _name(book, stem, f"{key}.svg") for key in pictures}
    drawings = {key: Markup(drawn.svg) for key, drawn in pictures.items()}  # noqa: S704 - drawn and escaped here
    yield name, _rendered(f"{stem}.{form}.j2", book, command, look, pictures=pictures, drawings=drawings, files=files)
    if form == "md":
        yield from ((files[key], drawn.svg) for key, drawn in pictures.items())


def _name(book: SaidDocument, stem: str, end: str) -> str:
    """Name the file of a book, or of one of its pictures."""
    edition = "annotated." if book.annotated else ""
    return f"{stem}.{edition}{'' if book.players is None else f'{book.players}.'}{book.code}.{end}"


def pictures_of(book: SaidDocument, *, embedded: bool, look: Look = PLAIN) -> Mapping[str, Drawn]:
    """Draw every picture of a book, by its name."""
    found: dict[str, Drawn] = {}
    for block in every(book, Block):
        if isinstance(block, Round):
            found[block.name] = draw_round(block, embedded=embedded, look=look)
        elif isinstance(block, Figure):
            found[block.name] = draw_figure(block, embedded=embedded, look=look)
        elif isinstance(block, Board):
            found[block.name] = draw_board(block, embedded=embedded, look=look)
    return found

"""A spoken rulebook as plain data for Typst."""

from __future__ import annotations

from collections.abc import Mapping

from reguli.publish.book_plan import Mark
from reguli.publish.book_spoken import SpokenBook


def book_data(book: SpokenBook, marks: Mapping[Mark, str]) -> Mapping[str, object]:
    """Give everything that the template of the book prints."""
    return {"title": book.name, "lang": book.code}

"""The committed rulebooks are what the rules and wordings give now, byte for byte, with the version of Typst that made them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cards import CODES, TOP
from rulebooks import book_source_of

from reguli.publish.book import write_books
from reguli.publish.book_render import BOOK_FORMATS
from reguli.publish.typst_page import version
from reguli.shipped import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

COMMITTED = TOP / "generated_docs"
LARGEST = 4_500_000
MEND = "write them anew with: reguli book all"


def _books(folder: Path, name: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / name).glob("book.*"))}


@pytest.mark.parametrize("name", shipped_rulesets())
def test_what_is_committed_is_fresh(name: str, tmp_path: Path) -> None:
    bag = Bag()
    write_books(book_source_of(name), CODES, BOOK_FORMATS, tmp_path, bag=bag, sources=Sources())
    assert not bag, bag.codes
    fresh, committed = _books(tmp_path, name), _books(COMMITTED, name)
    assert sorted(fresh) == sorted(committed), MEND
    made_with = {one[1].decode() for content in committed.values() if (one := re.search(rb"Typst ([0-9.]+)", content))}
    compared = [one for one in fresh if not one.endswith(".pdf") or made_with == {version()}]
    assert [one for one in compared if fresh[one] != committed[one]] == [], MEND


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_language_and_format_is_there(name: str) -> None:
    wanted = {f"book.{code}.{form}" for code in CODES for form in BOOK_FORMATS}
    assert wanted <= _books(COMMITTED, name).keys()


def test_all_books_together_are_of_modest_size() -> None:
    assert sum(path.stat().st_size for path in COMMITTED.glob("*/book.*")) < LARGEST

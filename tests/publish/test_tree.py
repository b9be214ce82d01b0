"""One tree for every product: what a new kind of block takes, and that no kind is forgotten anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Generic

import pytest
from cards import CODES, source_of, spoken
from jinja2 import DictLoader
from pages import VOICES, faces_in
from rulebooks import spoken_book

from reguli.publish.document import book_units, document_tree
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import (
    DocumentBlock,
    DocumentSection,
    Leaf,
    ProductDocument,
    SaidDocument,
    TextLine,
)
from reguli.publish.document.inline_nodes import (
    DocumentNode,
    HeadingText,
    JoinedInline,
    LiteralValue,
    WordingStatement,
    find_blocks,
)
from reguli.publish.document.page_units import MARKS, split_into_units, to_plain_data
from reguli.publish.document.templates import TEMPLATES, load_page_template
from reguli.publish.products.reference_card import plan_card
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import frozen_class
from reguli.source.source_excerpt import NOWHERE
from reguli.words.grammar.languages import language_by_code

KINDS = tuple(
    kind
    for kind in {**vars(document_tree), **vars(book_units)}.values()
    if isinstance(kind, type) and issubclass(kind, DocumentBlock) and kind is not DocumentBlock
)
TEXTS = ("html", "md")
NO_TEXT = {"piece"}
"""Cards are printed as cards; in a text their sorts are tables and listings."""


# A new kind of block is a node, and a macro for each format: nothing else of the tree is told of it.


@frozen_class
class Aside(DocumentBlock, Generic[Leaf]):
    """What somebody might want next."""

    form = "aside"
    title: Leaf
    notes: tuple[Leaf, ...]


MACROS = {
    "html": "{% macro aside(block) %}\n<aside>{{ said(block.title) }}: {{ block.notes | map(attribute='text') | join('+') }}</aside>\n{% endmacro %}\n",
    "md": "{% macro aside(block, titled) %}\n!!! {{ block.title | markdown }}: {{ block.notes | map(attribute='text') | join('+') }}\n{% endmacro %}\n",
}


def _with_aside() -> tuple[SaidDocument, Bag]:
    notes = (LiteralValue(3), HeadingText(LiteralValue("house")), JoinedInline((LiteralValue(1), LiteralValue(2)), "/"))
    aside = Aside(WordingStatement("card.yes", NOWHERE, shared=True), notes)
    foot = WordingStatement("card.no", NOWHERE, shared=True)
    plan = ProductDocument("power_grid", "Power Grid", None, (foot,), (DocumentSection("a", foot, (aside,)),), (foot,))
    language, bag = language_by_code("en"), Bag()
    assert language is not None
    return realise_plan(plan, VOICES.tongue(language, bag), bag), bag


def test_a_new_kind_of_block_is_said_found_and_checked_like_all_others() -> None:
    said, bag = _with_aside()
    assert not bag, bag.codes
    assert [line.text for line in find_blocks(said, TextLine)] == ["no", "no", "yes", "3", "House", "1/2", "no"]
    (found,) = find_blocks(said, Aside)
    shown = to_plain_data(found)
    assert list(shown) == ["kind", "title", "notes"]
    assert shown["kind"] == "aside"
    assert [note["runs"] for note in shown["notes"]] == [
        [["3", False]],
        [["House", False]],
        [["1", False], ["/", False], ["2", False]],
    ]


@pytest.mark.parametrize(
    ("form", "text"), [("html", "<aside>yes: 3+House+1/2</aside>"), ("md", "!!! yes: 3+House+1/2")]
)
@pytest.mark.parametrize("product", ["card", "book"])
def test_a_new_kind_of_block_is_printed_by_one_macro(product: str, form: str, text: str) -> None:
    files = {path.name: path.read_text("utf-8") for path in TEMPLATES.iterdir() if path.suffix in (".j2", ".css")}
    files[f"parts.{form}.j2"] += MACROS[form]
    environment = load_page_template(f"card.{form}.j2").environment.overlay(loader=DictLoader(files))
    source = environment.from_string(f'{{% import "parts.{form}.j2" as parts with context %}}{_loop(product, form)}')
    assert text in source.render(document=_with_aside()[0], signs=MARKS)


def test_pages_do_not_leave_out_what_they_cannot_show() -> None:
    with pytest.raises(TypeError, match="'aside'"):
        split_into_units(_with_aside()[0], slim=False)


def _loop(product: str, form: str) -> str:
    """Return the line of a template that prints a block."""
    (line,) = re.findall(r"\{\{ parts\[.*\}\}", (TEMPLATES / f"{product}.{form}.j2").read_text("utf-8"))
    of = "{% for section in document.sections %}{% for block in section.blocks %}"
    return f"{of}{line}{{% endfor %}}{{% endfor %}}"


# No kind is forgotten


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.form)
def test_every_kind_of_block_has_a_macro_in_each_format(kind: type[DocumentBlock]) -> None:
    for form in TEXTS:
        macros = re.findall(r"\{% macro ([a-z]+)\(block", (TEMPLATES / f"parts.{form}.j2").read_text("utf-8"))
        assert macros.count(kind.form) == (kind.form not in NO_TEXT)


def test_no_macro_is_left_over() -> None:
    for form in TEXTS:
        macros = re.findall(r"\{% macro ([a-z]+)\(block", (TEMPLATES / f"parts.{form}.j2").read_text("utf-8"))
        assert set(macros) == {kind.form for kind in KINDS} - NO_TEXT


def test_every_form_is_the_name_of_one_kind() -> None:
    assert len({kind.form for kind in KINDS}) == len(KINDS) > 10


def _nodes(node: object) -> Iterator[DocumentNode]:
    if isinstance(node, DocumentNode):
        yield node
    parts = tuple(getattr(node, one.name) for one in fields(node)) if is_dataclass(node) else node  # type: ignore[arg-type]
    for part in parts if isinstance(parts, tuple) else ():
        yield from _nodes(part)


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_left_unsaid(code: str) -> None:
    """A document in a language is the tree that was planned, with a line at every leaf."""
    plan, said = plan_card(source_of("power_grid"), None, Bag()), spoken(source_of("power_grid"), code)
    assert [type(node) for node in _nodes(plan)] == [type(node) for node in _nodes(said)]
    for document in (said, spoken_book("power_grid", code), faces_in(code)):
        assert document.code == code
        assert list(find_blocks(document, WordingStatement)) == list(find_blocks(document, LiteralValue)) == []
        assert all(line.text for line in find_blocks(document, TextLine))


def test_what_is_said_is_walked_in_one_place() -> None:
    """Whoever adds a second walk finds the first one here."""
    folder = Path(document_tree.__file__).parents[1]
    walkers = [path.name for path in folder.rglob("*.py") if re.search(r"\bfields\(node\)", path.read_text("utf-8"))]
    assert sorted(walkers) == ["inline_nodes.py", "page_units.py"]

"""Reads ``book.yaml``.

    sections:
      - section: setup
        parts:
          - P10                                        # one statement, a paragraph of its own
          - [P11, P12]                                 # a paragraph of two
          - steps: [P13, [P14, P15]]                   # done one after the other; `list:` where the order means nothing
          - {heading: first_round}
          - counted: {coin: coin.count}                # a term and its number, called as wordings call it
          - {table: by_players, rows: player_count, columns: ["tables.limit[player_count]"], states: P16}    # as on a card
          - board
          - {examples: [E1]}
      - phase: planning
        parts: [P20]
    without: [E2]                                      # worked examples that are not printed

``states`` names statements that say nothing else than the table does. Examples stand where the layout puts them, or after the last of the statements they cite. Ids of wordings are
``section:ID`` for headings, ``statement:ID``, ``example:ID``, ``card:ID`` for the titles of tables.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, get_args

from reguli.publish.layouts.book import (
    BookLayout,
    BookPart,
    BookSectionDecl,
    CountedPart,
    ExamplesPart,
    HeadingPart,
    ListPart,
    Made,
    MadePart,
    ParagraphPart,
    SaidStatement,
    TabledPart,
)
from reguli.publish.layouts.card import StripPart, TablePart
from reguli.publish.layouts.card_reader import read_part
from reguli.ruleset.schema import CITE, Schema, unique
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

SIGNS: Final = ("steps", "list", "heading", "counted", "table", "strip", "examples")
MOST_PARTS: Final = 500
_EXAMPLE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_BOOK: Final = "the book"


def read_book_layout(node: Node, schema: Schema) -> BookLayout | None:
    """Read a book; None with findings (R1) when it has no sections."""
    fields = schema.fields(node, _BOOK, ["sections"], ["without"])
    listed = None if fields is None else fields.get("sections")
    items = None if fields is None or listed is None else schema.items(listed, "'sections' of the book")
    if fields is None or items is None:
        return None
    sections = tuple(found for item in items[:MOST_PARTS] if (found := _section(item, schema)) is not None)
    headed = [(section.id, section.span) for section in sections]
    headed += [(part.id, part.span) for section in sections for part in section.parts if isinstance(part, HeadingPart)]
    unique(headed, "the headings of the book", schema.bag)
    without = fields.get("without")
    return BookLayout(sections, () if without is None else _examples(without, "'without' of the book", schema))


def _section(node: Node, schema: Schema) -> BookSectionDecl | None:
    phase = isinstance(node, Mapping) and node.get("phase") is not None
    sign = "phase" if phase else "section"
    fields = schema.fields(node, "a section of the book", [sign, "parts"])
    if fields is None:
        return None
    named, listed = fields.get(sign), fields.get("parts")
    assert named is not None
    assert listed is not None
    name = schema.id(named, fields.what(sign))
    items = schema.items(listed, fields.what("parts"))
    if name is None or items is None:
        return None
    parts = tuple(found for item in items[:MOST_PARTS] if (found := _part(item, schema)) is not None)
    return BookSectionDecl(named.span, name, phase, parts)


def _part(node: Node, schema: Schema) -> BookPart | None:
    match node:
        case Sequence():
            return _paragraph(node, schema)
        case Scalar():
            return _bare(node, schema)
        case Mapping():
            return _signed(node, schema)


def _bare(node: Scalar, schema: Schema) -> BookPart | None:
    made = next((what for what in get_args(Made) if what == node.text), None)
    return _paragraph(node, schema) if made is None else MadePart(node.span, made)


def _signed(node: Mapping, schema: Schema) -> BookPart | None:
    signs = [name for name in SIGNS if node.get(name) is not None]
    if len(signs) != 1:
        choices = ", ".join(SIGNS)
        schema.bag.add("R111", node.span, where="a part of the book", found=len(signs), choices=choices)
        return None
    (sign,) = signs
    if sign in {"table", "strip"}:
        return _tabled(node, schema)
    fields = schema.fields(node, "a part of the book", [sign])
    value = None if fields is None else fields.get(sign)
    if fields is None or value is None:
        return None
    match sign:
        case "steps" | "list":
            return _list(value, sign == "steps", fields.what(sign), schema)
        case "heading":
            name = schema.id(value, fields.what(sign))
            return None if name is None else HeadingPart(value.span, name)
        case "counted":
            return _counted(value, fields.what(sign), schema)
        case _:
            return ExamplesPart(value.span, _examples(value, fields.what(sign), schema))


def _tabled(node: Mapping, schema: Schema) -> TabledPart | None:
    states = node.get("states")
    part = read_part(replace(node, entries=tuple(one for one in node.entries if one.key.text != "states")), schema)
    said = None if states is None else _paragraph(states, schema)
    if not isinstance(part, TablePart | StripPart):
        return None
    return TabledPart(part.span, part, () if said is None else said.statements)


def _list(node: Node, ordered: bool, what: str, schema: Schema) -> ListPart | None:
    items = schema.items(node, what)
    if items is None:
        return None
    found = tuple(paragraph for item in items if (paragraph := _paragraph(item, schema)) is not None)
    return ListPart(node.span, found, ordered)


def _paragraph(node: Node, schema: Schema) -> ParagraphPart | None:
    items = (node,) if isinstance(node, Scalar) else schema.items(node, "a paragraph of the book")
    found = []
    for item in items or ():
        text = schema.text(item, "a statement of the book")
        if text is not None and CITE.fullmatch(text):
            found.append(SaidStatement(item.span, text))
        elif text is not None:
            schema.bag.add("R110", item.span, what=_BOOK, found=text)
    return ParagraphPart(node.span, tuple(found)) if found else None


def _counted(node: Node, what: str, schema: Schema) -> CountedPart | None:
    entries = schema.entries(node, what)
    if entries is None:
        return None
    found: list[tuple[str, str, Span]] = []
    for entry in entries:
        term, name = schema.id(entry.key, "a term"), schema.text(entry.value, f"the number of '{entry.key.text}'")
        if term is not None and name is not None:
            found.append((term, name, entry.value.span))
    return CountedPart(node.span, tuple(found))


def _examples(node: Node, what: str, schema: Schema) -> tuple[tuple[str, Span], ...]:
    items = (node,) if isinstance(node, Scalar) else schema.items(node, what) or ()
    found: list[tuple[str, Span]] = []
    for item in items:
        text = schema.text(item, what)
        if text is not None and _EXAMPLE.fullmatch(text):
            found.append((text, item.span))
        elif text is not None:
            schema.bag.add("E101", item.span, what=what, name=text)
    unique(found, what, schema.bag)
    return tuple(found)

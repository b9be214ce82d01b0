"""Layouts of rulebooks: every mistake found at its place, every kind of part read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks import book_source_of

from reguli.publish.document.document_tree import StatementBlock
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.book_layout import (
    BOOK,
    BookLayout,
    ExamplesPart,
    GeneratedPart,
    HeadingPart,
    ListPart,
    ParagraphPart,
    QuantityListPart,
    TableFigurePart,
)
from reguli.publish.layouts.card_layout import StripPart, TablePart
from reguli.publish.products.book_planner import plan_book
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml


def _read(text: str) -> tuple[BookLayout | None, Bag]:
    bag = Bag()
    node = read_yaml(text, "book.yaml", bag)
    assert node is not None
    return BOOK.read(node, ValueContext(""), NodeReader(bag, Sources())), bag


def _book(*parts: str) -> str:
    return "sections:\n  - section: aim\n    parts:\n" + "".join(f"      - {part}\n" for part in parts)


def test_every_kind_of_part_is_read() -> None:
    layout, bag = _read(
        _book(
            "P1",
            "[P2, P3]",
            "steps: [P4, [P5, P6]]",
            "list: [P7]",
            "{heading: more}",
            "counted: {coin: coin.count}",
            "{examples: [E1]}",
            "board",
            "{table: fees, rows: player_count, columns: ['tables.fee[player_count]'], states: P8}",
            "{strip: pay, of: 'tables.pay[points]', states: [P9, P10]}",
        )
        + "without: [E2]\n"
    )
    assert not bag, bag.codes
    assert layout is not None
    kinds = [
        ParagraphPart,
        ParagraphPart,
        ListPart,
        ListPart,
        HeadingPart,
        QuantityListPart,
        ExamplesPart,
        GeneratedPart,
        TableFigurePart,
        TableFigurePart,
    ]
    parts = layout.sections[0].parts
    assert [type(part) for part in parts] == kinds
    steps, strip = parts[2], parts[9]
    assert isinstance(steps, ListPart)
    assert [[said.id for said in item.statements] for item in steps.items] == [["P4"], ["P5", "P6"]]
    assert steps.ordered
    assert isinstance(strip, TableFigurePart)
    assert isinstance(strip.part, StripPart)
    assert isinstance(parts[8], TableFigurePart)
    assert isinstance(parts[8].part, TablePart)
    assert [said.id for said in strip.states] == ["P9", "P10"]
    assert [name for name, _ in layout.without] == ["E2"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("parts: []\n", ("R101", "R102")),
        ("sections:\n  - parts: [P1]\n", ("R102",)),
        (_book("{heading: more, list: [P1]}"), ("R111",)),
        (_book("{chapter: more}"), ("R111",)),
        (_book("p1"), ("R110",)),
        (_book("[P1, not_a_statement]"), ("R110",)),
        (_book("{examples: ['no id']}"), ("E101",)),
        (_book("{examples: [E1, E1]}"), ("R109",)),
        (_book("{table: fees}"), ("R102",)),
        (_book("{heading: aim}"), ("R109",)),
        (_book("counted: [coin]"), ("R103",)),
    ],
)
def test_mistakes_are_found(text: str, codes: tuple[str, ...]) -> None:
    _, bag = _read(text)
    assert bag.codes == codes


def _planned(text: str) -> tuple[list[str], Bag]:
    layout, bag = _read(text)
    assert layout is not None
    assert not bag, bag.codes
    source = book_source_of("tic_tac_toe")
    plan = plan_book(replace(source.material, examples=()), layout, bag)
    said = [f"statement:{sentence.label}" for sentence in find_blocks(plan, StatementBlock)]
    assert said == [sentence.line.id for sentence in find_blocks(plan, StatementBlock)]
    return said, bag


def test_a_statement_that_is_left_out_is_found() -> None:
    said, bag = _planned(_book("[T1, T2, T3]", "list: [T4, [T5, T6], T8]"))
    assert said == [f"statement:T{number}" for number in (*range(1, 7), 8)]
    assert bag.codes == ("W421",)
    (found,) = bag
    assert dict(found.args) == {"name": "T7"}


def test_a_statement_that_stands_twice_is_found_and_said_once() -> None:
    said, bag = _planned(_book("[T1, T2, T3, T4, T5]", "[T6, T7, T8, T1]"))
    assert said == [f"statement:T{number}" for number in range(1, 9)]
    assert bag.codes == ("R109",)


@pytest.mark.parametrize(
    ("part", "codes"),
    [
        ("T9", ("W422",)),
        ("{examples: [E99]}", ("W422",)),
        ("counted: {mark: mark.cuont}", ("W402",)),
        ("{table: fees, rows: player_count, columns: ['tables.nothing[player_count]']}", ("W403", "W402")),
    ],
)
def test_what_the_ruleset_does_not_have_is_found(part: str, codes: tuple[str, ...]) -> None:
    _, bag = _planned(_book("[T1, T2, T3, T4, T5, T6, T7, T8]", part))
    assert set(bag.codes) <= set(codes)
    assert bag.codes[0] == codes[0]


def test_a_phase_that_is_none_is_found() -> None:
    _, bag = _planned(_book("[T1, T2, T3, T4, T5, T6, T7, T8]") + "  - phase: paly\n    parts: []\n")
    assert bag.codes == ("W422",)
    (found,) = bag
    assert found.near == "play"

"""Reads ``card.yaml``, and the layouts of the other cards, which are written alike.

    paper: a5                                                   # its usual size; without it that of the product
    pages: {a4: 1, poker: 6}                                    # how many it may take at most
    sections:
      - section: start
        wide: true
        parts:
          - first_player                                        # a statement without values
          - {say: income, with: {sum: constants.start_sum}, cites: [K4]}   # says K4 of the rulebook in short
          - {statement: P12}                                    # a statement of the rulebook, as the rulebook says it
          - phases: {planning: [draw_cards], scoring: []}
          - {table: by_players, rows: player_count, columns: ["tables.limit[player_count]"]}
          - {table: income, rows: player_count, across: [stage], cell: "tables.income[player_count, stage]"}
          - {table: track, rows: suit, spread: "tables.fee[suit, place]"}
          - {strip: pay, of: "tables.pay[points]", wrap: 7}
          - ranking
          - options
          - numbers

Ids are those of wordings: ``section:ID`` for headings, ``card:ID`` for statements and titles of tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from reguli.publish.layouts.card import (
    Column,
    FromTo,
    Layout,
    Named,
    NumbersPart,
    OptionsPart,
    Part,
    PhasesPart,
    Quote,
    RankingPart,
    Reference,
    Say,
    SectionDecl,
    Spec,
    StripPart,
    TablePart,
)
from reguli.publish.paper.sizes import PAPER_NAMES
from reguli.ruleset.citations import statements
from reguli.ruleset.schema import Fields, Schema, unique
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar

SIGNS: Final = ("say", "statement", "phases", "table", "strip")
"""The names by which a part says what it is."""
WIDEST: Final = 40
MOST_PARTS: Final = 500
MOST_PAGES: Final = 60
_PATH: Final = re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z0-9][a-z0-9_]*){0,3})(?:\[([^\[\]]*)\])?")
_WHERE: Final = "the card"


def read_layout(node: Node, schema: Schema) -> Layout | None:
    """Read a card; None with findings (R1) when it has no sections."""
    fields = schema.fields(node, _WHERE, ["sections"], ["pages", "paper"])
    listed = None if fields is None else fields.get("sections")
    items = None if listed is None else schema.items(listed, "'sections' of the card")
    if items is None:
        return None
    sections = tuple(found for item in items if (found := _section(item, schema)) is not None)
    said = [(part.id, part.span) for section in sections for part in _named_parts(section)]
    unique([(section.id, section.span) for section in sections], "'sections' of the card", schema.bag)
    unique(said, "what the card says", schema.bag)
    named = None if fields is None else fields.get("paper")
    paper = "" if named is None else schema.word(named, "'paper' of the card", PAPER_NAMES) or ""
    return Layout(sections, pages=MappingProxyType(dict(_pages(fields, schema))), paper=paper)


def _pages(fields: Fields | None, schema: Schema) -> Iterator[tuple[str, int]]:
    node = None if fields is None else fields.get("pages")
    for entry in () if node is None else schema.entries(node, "'pages' of the card") or ():
        paper = schema.word(entry.key, "'pages' of the card", PAPER_NAMES)
        count = schema.number(entry.value, f"the pages of '{entry.key.text}'", 1, MOST_PAGES)
        if paper is not None and count is not None:
            yield paper, count


def _named_parts(section: SectionDecl) -> list[Say | TablePart | StripPart]:
    found: list[Say | TablePart | StripPart] = []
    for part in section.parts:
        if isinstance(part, PhasesPart):
            found += [say for _, _, says in part.said for say in says]
        elif isinstance(part, Say | TablePart | StripPart):
            found.append(part)
    return found


def _section(node: Node, schema: Schema) -> SectionDecl | None:
    fields = schema.fields(node, "a section of the card", ["section", "parts"], ["with", "wide", "ordered"])
    if fields is None:
        return None
    named, listed, wide = fields.get("section"), fields.get("parts"), fields.get("wide")
    assert named is not None
    assert listed is not None
    name = schema.id(named, fields.what("section"))
    items = schema.items(listed, fields.what("parts"))
    if name is None or items is None:
        return None
    parts = tuple(found for item in items[:MOST_PARTS] if (found := read_part(item, schema)) is not None)
    is_wide = wide is not None and bool(schema.truth(wide, fields.what("wide")))
    ordered = fields.get("ordered")
    in_order = ordered is not None and bool(schema.truth(ordered, fields.what("ordered")))
    return SectionDecl(named.span, name, is_wide, values_with(fields, schema), parts, in_order)


def read_part(node: Node, schema: Schema) -> Part | None:
    """Read one part of a card; None with findings."""
    if isinstance(node, Scalar):
        return _bare_part(node, schema)
    if not isinstance(node, Mapping):
        schema.wrong(node, "a part of the card", "the id of a statement, or a group of names and values")
        return None
    signs = [name for name in SIGNS if node.get(name) is not None]
    if len(signs) != 1:
        choices = ", ".join(SIGNS)
        schema.bag.add("R111", node.span, where="a part of the card", found=len(signs), choices=choices)
        return None
    match signs[0]:
        case "say":
            return read_say(node, schema)
        case "statement":
            return _quote(node, schema)
        case "phases":
            return _phases(node, schema)
        case "table":
            return _table(node, schema)
        case _:
            return _strip(node, schema)


def _bare_part(node: Scalar, schema: Schema) -> Part | None:
    name = schema.id(node, "a part of the card")
    match name:
        case None:
            return None
        case "ranking":
            return RankingPart(node.span)
        case "options":
            return OptionsPart(node.span)
        case "numbers":
            return NumbersPart(node.span)
        case _:
            return Say(node.span, name, ())


def read_say(node: Node, schema: Schema) -> Say | None:
    """Read a statement that only cards make, by its id or with its values; None with findings."""
    if isinstance(node, Scalar):
        name = schema.id(node, "a statement of the card")
        return None if name is None else Say(node.span, name, ())
    fields = schema.fields(node, "a statement of the card", ["say"], ["with", "cites"])
    if fields is None:
        return None
    named, cited = fields.get("say"), fields.get("cites")
    assert named is not None
    name = schema.id(named, fields.what("say"))
    cites = () if cited is None else statements(cited, fields.what("cites"), schema)
    return None if name is None else Say(named.span, name, values_with(fields, schema), cites)


def _quote(node: Node, schema: Schema) -> Quote | None:
    fields = schema.fields(node, "a statement of the rulebook", ["statement"])
    named = None if fields is None else fields.get("statement")
    text = None if named is None else schema.text(named, "the number of a statement")
    return None if text is None or named is None else Quote(named.span, text)


def _phases(node: Node, schema: Schema) -> PhasesPart | None:
    fields = schema.fields(node, "the phases of the card", ["phases"])
    group = None if fields is None else fields.get("phases")
    entries = None if group is None else schema.entries(group, "'phases' of the card")
    if entries is None:
        return None
    said = []
    for entry in entries:
        items = schema.items(entry.value, f"the statements of '{entry.key.text}'") or ()
        says = tuple(found for item in items[:MOST_PARTS] if (found := read_say(item, schema)) is not None)
        said.append((entry.key.text, entry.key.span, says))
    return PhasesPart(node.span, tuple(said))


def _table(node: Node, schema: Schema) -> TablePart | None:
    optional = ["across", "cell", "spread", "columns", "with"]
    fields = schema.fields(node, "a table of the card", ["table", "rows"], optional)
    if fields is None:
        return None
    named = fields.get("table")
    assert named is not None
    name = schema.id(named, fields.what("table"))
    crossed = [fields.get(key) is not None for key in ("across", "cell")]
    if name is None or (any(crossed) and not all(crossed)):
        if name is not None:
            missing = "cell" if crossed[0] else "across"
            schema.bag.add("R102", named.span, where=f"the table '{name}'", name=missing)
        return None
    listed = fields.get("columns")
    items = () if listed is None else schema.items(listed, fields.what("columns")) or ()
    return TablePart(
        span=named.span,
        id=name,
        values=values_with(fields, schema),
        rows=schema.placed_ids(fields.get("rows"), fields.what("rows")),
        across=schema.placed_ids(fields.get("across"), fields.what("across")),
        cell=_optional_reference(fields, "cell", schema),
        spread=_optional_reference(fields, "spread", schema),
        columns=tuple(found for item in items if (found := _column(item, schema)) is not None),
    )


def _optional_reference(fields: Fields, name: str, schema: Schema) -> Reference | None:
    node = fields.get(name)
    return None if node is None else reference(node, fields.what(name), schema)


def _column(node: Node, schema: Schema) -> Column | None:
    if isinstance(node, Scalar):
        found = reference(node, "a column of the card", schema)
        return None if found is None else Column(found, ())
    fields = schema.fields(node, "a column of the card", ["cell"], ["with"])
    if fields is None:
        return None
    cell = _optional_reference(fields, "cell", schema)
    return None if cell is None else Column(cell, values_with(fields, schema))


def _strip(node: Node, schema: Schema) -> StripPart | None:
    fields = schema.fields(node, "a strip of the card", ["strip", "of"], ["wrap", "with"])
    if fields is None:
        return None
    named, wrap = fields.get("strip"), fields.get("wrap")
    assert named is not None
    name = schema.id(named, fields.what("strip"))
    of = _optional_reference(fields, "of", schema)
    width = None if wrap is None else schema.number(wrap, fields.what("wrap"), 1, WIDEST)
    if name is None or of is None:
        return None
    return StripPart(named.span, name, values_with(fields, schema), of, width or WIDEST)


def values_with(fields: Fields, schema: Schema) -> Named:
    """Read the values that stand under ``with``."""
    node = fields.get("with")
    entries = () if node is None else schema.entries(node, fields.what("with")) or ()
    found: list[tuple[str, Spec]] = []
    for entry in entries:
        name = schema.id(entry.key, "the name of a value")
        spec = _spec(entry.value, f"the value '{entry.key.text}'", schema)
        if name is not None and spec is not None:
            found.append((name, spec))
    return tuple(found)


def _spec(node: Node, what: str, schema: Schema) -> Spec | None:
    if isinstance(node, Scalar):
        return reference(node, what, schema)
    fields = schema.fields(node, what, ["from", "to"])
    if fields is None:
        return None
    first = _optional_reference(fields, "from", schema)
    last = _optional_reference(fields, "to", schema)
    return None if first is None or last is None else FromTo(node.span, first, last)


def reference(node: Node, what: str, schema: Schema) -> Reference | None:
    """Read where a value is found; W401 where the text is no such place."""
    text = schema.text(node, what)
    return None if text is None else reference_of(text, node.span, schema)


def reference_of(text: str, span: Span, schema: Schema) -> Reference | None:
    """Read a reference such as ``tables.income[player_count, early]``; W401 where the text is none."""
    found = _PATH.fullmatch(text.strip())
    keys = () if found is None or found[2] is None else tuple(key.strip() for key in found[2].split(","))
    if found is None or not all(re.fullmatch(r"[a-z0-9_]+", key) for key in keys):
        schema.bag.add("W401", span, text=text)
        return None
    return Reference(span, text, tuple(found[1].split(".")), keys)

"""Reader of examples: a given position, steps, and claims."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, Literal

from reguli.language.syntax_tree.expressions import Expression
from reguli.ruleset.document_nodes import Declared, Written
from reguli.ruleset.folder_contents import Folder, open_folders
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import NodeReader, report_duplicates
from reguli.schema.shapes import (
    ANY_NAME,
    CITES,
    EXAMPLE_ID,
    HERE,
    NAME,
    NAMES,
    NOTE,
    OPTION_CHOICE,
    TEXT,
    TRUTH,
    VALUE,
    AdjacentEntry,
    DerivedShape,
    EitherShape,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedMapping,
    ParsedValue,
    TaggedMapping,
    ValueContext,
    enum_schema,
    named_value_pairs_schema,
    number_schema,
    read_document,
    required_field,
    schema_with_conversion,
    schema_with_location,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

# -- Positions set up from a document: what is named; the rest is as at the beginning --------------------------------


Plain = int | bool | str | None | list["Plain"] | dict[str, "Plain"]
"""A value without its places."""
MOST_SEATS: Final = 20


@frozen_class
class Given(Written):
    """A value as written: one value, a list, or a group by name."""

    value: int | bool | str | None = None
    items: tuple[Given, ...] | None = None
    entries: tuple[tuple[str, Given], ...] | None = None

    def plain(self) -> Plain:
        """Return the value without its places."""
        if self.items is not None:
            return [item.plain() for item in self.items]
        if self.entries is not None:
            return {key: item.plain() for key, item in self.entries}
        return self.value


@frozen_class
class PlaceDecl(Written):
    """The content of one place, or the value of one state field."""

    text: str
    """The place as written, without blanks."""
    place: Expression
    value: Given


@frozen_class
class EntryDecl(Written):
    """The start of play: a phase, a decision in it, its player, values of names around the decision."""

    phase: str
    decision: str | None
    by: str | None
    given: tuple[tuple[str, Given], ...] = ()


@frozen_class
class PositionDecl(Written):
    """A position as far as specified; ``None`` or empty is unspecified."""

    players: int | None = None
    options: tuple[tuple[str, str | bool, Span], ...] = ()
    seats: tuple[tuple[str, int], ...] = ()
    """Seats by player, counted from 0."""
    chance: tuple[tuple[str, Given], ...] = ()
    """Outcomes prescribed by chance site."""
    at: EntryDecl | None = None
    initial: bool = False
    """Whether the set-up of the game is played before anything is put in its place."""
    state: tuple[PlaceDecl, ...] = ()

    @property
    def table(self) -> tuple[tuple[tuple[str, str | bool], ...], int]:
        """Return the key of the program needed: the named options, and the player count."""
        return tuple((name, value) for name, value, _ in self.options), self.players or len(self.seats)


def keep_written_value(node: Node) -> Given:
    """Convert a node to the value as written."""
    match node:
        case ScalarNode(span=span, value=value):
            return Given(span, value)
        case SequenceNode(span=span, items=items):
            return Given(span, items=tuple(keep_written_value(item) for item in items))
        case MappingNode(span=span, entries=entries):
            return Given(span, entries=tuple((entry.key.text, keep_written_value(entry.value)) for entry in entries))


def merge_positions(own: PositionDecl, base: PositionDecl) -> PositionDecl:
    """Return a position completed by another; options, seats, chance and places are merged one by one."""
    state = {place.text: place for place in base.state}
    state.update({place.text: place for place in own.state})
    return PositionDecl(
        span=own.span,
        players=base.players if own.players is None else own.players,
        options=tuple({option[0]: option for option in (*base.options, *own.options)}.values()),
        seats=tuple({**dict(base.seats), **dict(own.seats)}.items()),
        chance=tuple({**dict(base.chance), **dict(own.chance)}.items()),
        at=own.at or base.at,
        initial=own.initial or base.initial,
        state=tuple(state.values()),
    )


def _apart(
    seats: tuple[tuple[str, int, Span], ...], node: Node, what: Value, reader: NodeReader
) -> tuple[tuple[str, int], ...]:
    """Report players who share a seat."""
    report_duplicates([(str(seat), span) for _, seat, span in seats], reader.bag, what=what)
    return tuple((name, seat) for name, seat, _ in seats)


GIVEN: Final = ParsedValue(lambda reader, node, what: keep_written_value(node), {})
CHOSEN: Final = NamedValuesShape(
    NAME,
    OPTION_CHOICE,
    "part.name_of_option",
    "part.option",
    lambda key, name, chosen: (name, chosen, key.span),
)
SEATED: Final = NamedValuesShape(
    NAME,
    schema_with_location(number_schema(0, MOST_SEATS - 1)),
    "part.a_player",
    "part.seat",
    lambda _, name, seat: (name, *seat),
)
LISTED: Final = ListOf(schema_with_location(NAME), distinct=True)
SEATS: Final = EitherShape(
    DerivedShape(SEATED, _apart),
    schema_with_conversion(LISTED, lambda found: tuple((name, seat) for seat, (name, _) in enumerate(found))),
)
"""Seats as a group of numbers or as a list of players clockwise."""
AT: Final = MappingShape(
    EntryDecl,
    (
        required_field("phase", NAME),
        MappingField("decision", NAME),
        MappingField("by", NAME),
        MappingField("with", named_value_pairs_schema(NAME, GIVEN), "given", default=()),
    ),
    span=HERE,
)
STATE: Final = NamedValuesShape(
    VALUE,
    GIVEN,
    "part.place",
    "",
    lambda key, place, value: PlaceDecl(key.span, re.sub(r"\s+", "", key.text), place, value),
)
POSITION: Final = MappingShape(
    PositionDecl,
    (
        MappingField("players", number_schema(1, MOST_SEATS)),
        MappingField("options", CHOSEN, default=()),
        MappingField("seats", SEATS, default=()),
        MappingField("chance", named_value_pairs_schema(ANY_NAME, GIVEN), default=()),
        MappingField("at", AT),
        MappingField("setup", schema_with_conversion(enum_schema("initial"), lambda _: True), "initial", default=False),
        MappingField("state", STATE, default=()),
    ),
    span=HERE,
)


# -- example files ---------------------------------------------------------------------------------------------------


@frozen_class
class StepDecl(Written):
    """One step: a typed move, a procedure that runs, a phase that is played."""

    form: Literal["move", "run", "phase"]
    text: str
    """The move, or the name of the phase, or the procedure as written."""
    by: str | None = None
    call: Expression | None = None
    """The procedure, with its arguments if any."""


@frozen_class
class ValueClaim(Written):
    """The claim that a value is as stated; ``printed`` if the rulebook prints it."""

    text: str
    value: Expression
    wanted: Given
    printed: bool


@frozen_class
class RefusedClaim(Written):
    """A claim that a move is refused, for one of these or for any reason."""

    move: str
    by: str | None
    because: tuple[str, ...]


@frozen_class
class AllowedClaim(Written):
    """A claim that a move is legal."""

    move: str
    by: str | None


@frozen_class
class AskedClaim(Written):
    """A claim that this decision is asked now, of the named player; ``none``: no decision is open."""

    decision: str
    by: str | None
    wanted: bool


@frozen_class
class LegalClaim(Written):
    """The claim that an option offers exactly these moves, in any order."""

    option: str
    by: str | None
    moves: tuple[str, ...]


@frozen_class
class RankingClaim(Written):
    """The claimed final ranking, first to last; players of one group share a place."""

    groups: tuple[tuple[str, ...], ...]


Claim = ValueClaim | RefusedClaim | AllowedClaim | LegalClaim | AskedClaim | RankingClaim


@frozen_class
class ExampleDecl(Declared):
    """One example, its position laid over that of its base."""

    cites: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """What each player is called, by language."""
    abstract: bool
    """Whether it only serves as a base."""
    base: str | None
    base_span: Span | None
    position: PositionDecl
    when: tuple[StepDecl, ...]
    then: tuple[Claim, ...]


CALLED: Final = named_value_pairs_schema(ANY_NAME, TEXT)
PLAYERS: Final = MappingField(
    "names", named_value_pairs_schema(NAME, CALLED, "part.a_player", "part.names"), default=()
)
BY: Final = MappingField("by", NAME)
ASKED: Final = DerivedShape(
    VALUE, lambda value, node, what, reader: (node.text if isinstance(node, ScalarNode) else "", value)
)
"""What is asked, as written and as parsed."""
STEP: Final[TaggedMapping[StepDecl]] = TaggedMapping(
    {
        "move": MappingShape(partial(StepDecl, form="move"), (required_field("move", TEXT, "text"), BY), span=HERE),
        "run": MappingShape(partial(StepDecl, form="run"), (required_field("run", ASKED, "text call"),), span=HERE),
        "phase": MappingShape(partial(StepDecl, form="phase"), (required_field("phase", NAME, "text"),), span=HERE),
    }
)
VALUE_CLAIM: Final = MappingShape(
    ValueClaim,
    (
        required_field("value", ASKED, "text value"),
        required_field("is", GIVEN, "wanted"),
        MappingField("printed", TRUTH, default=False),
    ),
    span=HERE,
)
REFUSED_CLAIM: Final = MappingShape(
    RefusedClaim, (required_field("refused", TEXT, "move"), BY, MappingField("because", NAMES, default=())), span=HERE
)
ALLOWED_CLAIM: Final = MappingShape(AllowedClaim, (required_field("allowed", TEXT, "move"), BY), span=HERE)
ASKED_CLAIM: Final = MappingShape(
    AskedClaim,
    (required_field("asked", NAME, "decision"), BY, MappingField("is", TRUTH, "wanted", default=True)),
    span=HERE,
)
LEGAL_CLAIM: Final = MappingShape(
    LegalClaim, (required_field("legal", TEXT, "option"), required_field("is", ListOf(TEXT), "moves"), BY), span=HERE
)
RANKING_CLAIM: Final = MappingShape(RankingClaim, (required_field("ranking", ListOf(NAMES), "groups"),), span=HERE)
CLAIM: Final[TaggedMapping[Claim]] = TaggedMapping(
    {
        "value": VALUE_CLAIM,
        "refused": REFUSED_CLAIM,
        "allowed": ALLOWED_CLAIM,
        "legal": LEGAL_CLAIM,
        "asked": ASKED_CLAIM,
        "ranking": RANKING_CLAIM,
    }
)


def _claims_something(found: ParsedMapping) -> bool:
    """Report an example without claims, unless it only serves as a base."""
    then = found.given("then")
    if not found.values["abstract"] and (then is None or (isinstance(then, SequenceNode) and not then.items)):
        found.reader.bag.add("E104", found.values["span"], name=found.values["id"])
    return True


EXAMPLE: Final = MappingShape(
    ExampleDecl,
    (
        required_field("id", EXAMPLE_ID),
        MappingField("cites", CITES, default=()),
        MappingField("sources", named_value_pairs_schema(ANY_NAME, TEXT, called="part.inside"), default=()),
        PLAYERS,
        MappingField("abstract", TRUTH, default=False),
        MappingField("base", schema_with_location(EXAMPLE_ID), "base base_span", default=(None, None)),
        MappingField("when", ListOf(STEP, "part.a_step"), default=()),
        MappingField("then", ListOf(CLAIM, "part.a_claim"), default=()),
        NOTE,
        AdjacentEntry("position", POSITION),
    ),
    span="id",
    renamed="part.example",
    settle=_claims_something,
)
DOCUMENT: Final = MappingShape(
    lambda examples: examples, (required_field("examples", ListOf(EXAMPLE, "part.an_example"), called="part.named"),)
)
ALONE: Final = MappingShape(
    lambda names, position: (names, position), (PLAYERS, NOTE, AdjacentEntry("position", POSITION))
)
"""A position in a file of its own."""


def load_all_examples(layers: Layers, bag: Bag, *, sources: Sources | None = None) -> dict[str, ExampleDecl]:
    """Read the examples of a ruleset and its bases, by id, its own last; on equal ids the variant's own wins.

    Those of a folder lie in every file under ``examples/``, in order of names; their ids differ over all of them.
    """
    return {example.id: example for folder in _all_written(layers, bag, sources) for example in folder.values()}


def _all_written(layers: Layers, bag: Bag, sources: Sources | None) -> Iterator[dict[str, ExampleDecl]]:
    """Yield the examples of each folder, completed by their bases in the same folder or in those of the rulesets below."""
    opened = open_folders(layers, "examples", lambda folder: folder.names("examples", ".yaml"), bag, sources)
    known: dict[str, ExampleDecl] = {}
    for folder, nodes in opened:
        yield {example.id: example for example in _examples(nodes, folder.reader, known)}


def load_example_file(
    path: Path, bag: Bag, *, sources: Sources | None = None, layers: Layers | None = None
) -> tuple[ExampleDecl, ...]:
    """Read one file: examples, or a single position, which yields one example without claims, named after the file.

    With the ruleset's ``layers``, its examples in other files may be bases too.
    """
    opened = Folder(path.resolve().parent, bag, Sources() if sources is None else sources)
    node = opened.node(path.name)
    if node is None:
        return ()
    if isinstance(node, MappingNode) and node.get("examples") is not None:
        known = {} if layers is None else load_all_examples(layers, Bag())
        return _examples((node,), opened.reader, known)
    alone = ALONE.read(node, ValueContext(Said("part.position")), opened.reader)
    if alone is None:
        return ()
    names, where = alone
    return (ExampleDecl(node.span, path.stem, (), (), names, True, None, None, where, (), ()),)


def read_examples(text: str, file: str, bag: Bag, sources: Sources) -> tuple[ExampleDecl, ...]:
    """Read examples from a text not yet in a file, under the given file name."""
    sources.add(file, text)
    node = read_yaml(text, file, bag)
    if node is None:
        return ()
    return _examples((node,), NodeReader(bag, sources))


def _examples(
    nodes: Iterable[Node], reader: NodeReader, known: dict[str, ExampleDecl] | None = None
) -> tuple[ExampleDecl, ...]:
    """Read documents of examples, whose ids must differ; each example is completed by its chain of bases.

    A base stands in one of the documents, or is ``known``, to which the examples as written are added.
    """
    read = [
        one
        for node in nodes
        for one in read_document(DOCUMENT, node, ValueContext(Said("part.examples")), reader) or ()
    ]
    known = {} if known is None else known
    known.update((example.id, example) for example in reversed(read))
    found = [_over_base(example, known, reader.bag) for example in read]
    report_duplicates([(example.id, example.span) for example in found], reader.bag, "E105", "here.given_first")
    return tuple(found)


def _over_base(example: ExampleDecl, by_id: dict[str, ExampleDecl], bag: Bag) -> ExampleDecl:
    """Complete an example by its chain of bases; a missing base or a cycle ends the chain with a finding."""
    where, names = example.position, dict(example.names)
    seen = [example.id]
    below = example
    while below.base is not None and below.base_span is not None:
        base = by_id.get(below.base)
        if base is None:
            bag.add("E102", below.base_span, near=closest_name(below.base, by_id), name=below.base)
            break
        if base.id in seen:
            if base.id == example.id:  # an example that only leads into a ring leaves the finding to its members
                bag.add("E103", example.base_span, name=base.id)
            break
        seen.append(base.id)
        where = merge_positions(where, base.position)
        names = {**dict(base.names), **names}
        below = base
    return dataclasses.replace(example, position=where, names=tuple(names.items()))

"""Reads examples: given a position, when this is done, then that holds."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from reguli.language.tree.expressions import Expression
from reguli.ruleset.citations import statements
from reguli.ruleset.declared.positions import POSITION_KEYS, Given, PositionDecl, given, laid_over, position
from reguli.ruleset.folder import Folder
from reguli.ruleset.phrases import expression
from reguli.ruleset.schema import LONGEST_ID, Fields, Schema
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_OPTIONAL: Final = ("cites", "sources", "names", "abstract", "base", "when", "then", "note", *POSITION_KEYS)
_STEPS: Final = ("move", "run", "phase")
_CLAIMS: Final = ("value", "refused", "legal", "ranking")


@dataclass(frozen=True, slots=True)
class StepDecl:
    """What is done: a move that is typed, a procedure that runs, a phase that is played."""

    span: Span
    form: Literal["move", "run", "phase"]
    text: str
    """The move, or the name of the phase, or the procedure as written."""
    by: str | None = None
    call: Expression | None = None
    """The procedure, with its arguments if any."""


@dataclass(frozen=True, slots=True)
class ValueClaim:
    """A value is what the example says; ``printed`` when the rulebook prints it."""

    span: Span
    text: str
    value: Expression
    wanted: Given
    printed: bool


@dataclass(frozen=True, slots=True)
class RefusedClaim:
    """A move is not allowed, for one of these reasons; none named is any reason."""

    span: Span
    move: str
    by: str | None
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LegalClaim:
    """The moves that an option offers are these, in any order."""

    span: Span
    option: str
    by: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankingClaim:
    """The final ranking, first to last; players of one group share a place."""

    span: Span
    groups: tuple[tuple[str, ...], ...]


Claim = ValueClaim | RefusedClaim | LegalClaim | RankingClaim


@dataclass(frozen=True, slots=True)
class ExampleDecl:
    """One example, its position laid over that of its base."""

    span: Span
    id: str
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


def load_examples(folder: Path, bag: Bag, *, sources: Sources | None = None) -> tuple[ExampleDecl, ...]:
    """Read every file under ``examples/`` of a ruleset folder, in order of names; ids differ over all of them."""
    opened = Folder(folder, bag, Sources() if sources is None else sources)
    found: list[ExampleDecl] = []
    for name in opened.names("examples", ".yaml"):
        node = opened.node(name)
        found += () if node is None else examples(node, opened.schema)
    _differ(found, bag)
    return tuple(found)


def load_all_examples(layers: Iterable[Path], bag: Bag, *, sources: Sources | None = None) -> dict[str, ExampleDecl]:
    """Read the examples of a ruleset and of what it is a variant of, by id, its own last: of two with one id the variant's own."""
    read = (example for folder in reversed(tuple(layers)) for example in load_examples(folder, bag, sources=sources))
    return {example.id: example for example in read}


def load_example_file(path: Path, bag: Bag, *, sources: Sources | None = None) -> tuple[ExampleDecl, ...]:
    """Read one file: examples, or a position alone, which gives one example without claims, called as the file."""
    opened = Folder(path.resolve().parent, bag, Sources() if sources is None else sources)
    node = opened.node(path.name)
    if node is None:
        return ()
    if isinstance(node, Mapping) and node.get("examples") is not None:
        found = examples(node, opened.schema)
        _differ(found, bag)
        return found
    fields = opened.schema.fields(node, "the position", (), ["names", "note", *POSITION_KEYS])
    if fields is None:
        return ()
    where = position(fields, opened.schema)
    names = _names(fields, opened.schema)
    return (ExampleDecl(fields.span, path.stem, (), (), names, True, None, None, where, (), ()),)


def examples(node: Node, schema: Schema) -> tuple[ExampleDecl, ...]:
    """Read the examples of one file, each laid over its base."""
    fields = schema.fields(node, "a file of examples", ["examples"])
    listed = None if fields is None else fields.get("examples")
    items = () if listed is None else schema.items(listed, "'examples'") or ()
    found = [example for item in items if (example := _example(item, schema)) is not None]
    return _laid(found, schema.bag)


def _example(node: Node, schema: Schema) -> ExampleDecl | None:
    fields = schema.fields(node, "an example", ["id"], _OPTIONAL)
    if fields is None:
        return None
    named, base, cites = fields.get("id"), fields.get("base"), fields.get("cites")
    assert named is not None
    name = _id(named, fields.what("id"), schema)
    if name is None:
        return None
    fields = Fields(fields.span, f"the example '{name}'", fields.entries)
    abstract, then = fields.get("abstract"), fields.get("then")
    example = ExampleDecl(
        span=named.span,
        id=name,
        cites=() if cites is None else statements(cites, fields.what("cites"), schema),
        sources=_sources(fields, schema),
        names=_names(fields, schema),
        abstract=abstract is not None and schema.truth(abstract, fields.what("abstract")) is True,
        base=None if base is None else _id(base, fields.what("base"), schema),
        base_span=None if base is None else base.span,
        position=position(fields, schema),
        when=_steps(fields, schema),
        then=_claims(fields, schema),
    )
    if not example.abstract and (then is None or (isinstance(then, Sequence) and not then.items)):
        schema.bag.add("E104", named.span, name=name)
    return example


def _id(node: Node, what: str, schema: Schema) -> str | None:
    """Read the name of an example, which may have capitals: ``E6a_the_cheapest``."""
    text = schema.text(node, what)
    if text is None or (_ID.fullmatch(text) and len(text) <= LONGEST_ID):
        return text
    schema.bag.add("E101", node.span, what=what, name=text)
    return None


def _sources(fields: Fields, schema: Schema) -> tuple[tuple[str, str], ...]:
    node = fields.get("sources")
    entries = () if node is None else schema.entries(node, fields.what("sources")) or ()
    return tuple(
        (entry.key.text, text)
        for entry in entries
        if (text := schema.text(entry.value, f"'{entry.key.text}' in {fields.what('sources')}")) is not None
    )


def _names(fields: Fields, schema: Schema) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    node = fields.get("names")
    found: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    for entry in () if node is None else schema.entries(node, fields.what("names")) or ():
        player = schema.id(entry.key, "a player")
        what = f"the names of '{entry.key.text}'"
        called = [(said.key.text, schema.text(said.value, what)) for said in schema.entries(entry.value, what) or ()]
        if player is not None:
            found.append((player, tuple((language, text) for language, text in called if text is not None)))
    return tuple(found)


def _sort(node: Node, where: str, choices: tuple[str, ...], schema: Schema) -> str | None:
    """Give the one key that says what a step or claim is."""
    entries = schema.entries(node, where)
    if entries is None:
        return None
    said = [entry.key.text for entry in entries if entry.key.text in choices]
    if len(said) == 1:
        return said[0]
    schema.bag.add("R111", node.span, where=where, found=len(said), choices=", ".join(choices))
    return None


def _listed(fields: Fields, name: str, schema: Schema) -> tuple[Node, ...]:
    node = fields.get(name)
    return () if node is None else schema.items(node, fields.what(name)) or ()


def _text(fields: Fields, name: str, schema: Schema) -> str | None:
    node = fields.get(name)
    return None if node is None else schema.text(node, fields.what(name))


def _by(fields: Fields, schema: Schema) -> str | None:
    node = fields.get("by")
    return None if node is None else schema.id(node, fields.what("by"))


def _steps(fields: Fields, schema: Schema) -> tuple[StepDecl, ...]:
    found = [_step(item, f"a step of {fields.where}", schema) for item in _listed(fields, "when", schema)]
    return tuple(step for step in found if step is not None)


def _step(node: Node, where: str, schema: Schema) -> StepDecl | None:
    sort = _sort(node, where, _STEPS, schema)
    fields = None if sort is None else schema.fields(node, where, [sort], ["by"] if sort == "move" else [])
    if fields is None:
        return None
    match sort:
        case "move":
            move = _text(fields, "move", schema)
            return None if move is None else StepDecl(node.span, "move", move, _by(fields, schema))
        case "run":
            written = fields.get("run")
            assert written is not None
            call = expression(written, fields.what("run"), schema)
            text = written.text if isinstance(written, Scalar) else ""
            return None if call is None else StepDecl(node.span, "run", text, call=call)
        case _:
            named = fields.get("phase")
            phase = None if named is None else schema.id(named, fields.what("phase"))
            return None if phase is None else StepDecl(node.span, "phase", phase)


def _claims(fields: Fields, schema: Schema) -> tuple[Claim, ...]:
    found = [_claim(item, f"a claim of {fields.where}", schema) for item in _listed(fields, "then", schema)]
    return tuple(claim for claim in found if claim is not None)


def _claim(node: Node, where: str, schema: Schema) -> Claim | None:
    match _sort(node, where, _CLAIMS, schema):
        case "value":
            return _value_claim(node, where, schema)
        case "refused":
            fields = schema.fields(node, where, ["refused"], ["by", "because"])
            move = None if fields is None else _text(fields, "refused", schema)
            if fields is None or move is None:
                return None
            because = schema.ids(fields.get("because"), fields.what("because"))
            return RefusedClaim(node.span, move, _by(fields, schema), because)
        case "legal":
            fields = schema.fields(node, where, ["legal", "is"], ["by"])
            option = None if fields is None else _text(fields, "legal", schema)
            if fields is None or option is None:
                return None
            texts = [schema.text(item, fields.what("is")) for item in _listed(fields, "is", schema)]
            moves = tuple(text for text in texts if text is not None)
            return LegalClaim(node.span, option, _by(fields, schema), moves)
        case "ranking":
            fields = schema.fields(node, where, ["ranking"])
            if fields is None:
                return None
            listed = _listed(fields, "ranking", schema)
            return RankingClaim(node.span, tuple(schema.ids(item, fields.what("ranking")) for item in listed))
        case _:
            return None


def _value_claim(node: Node, where: str, schema: Schema) -> ValueClaim | None:
    fields = schema.fields(node, where, ["value", "is"], ["printed"])
    if fields is None:
        return None
    written, wanted, printed = fields.get("value"), fields.get("is"), fields.get("printed")
    assert written is not None
    assert wanted is not None
    value = expression(written, fields.what("value"), schema)
    if value is None:
        return None
    text = written.text if isinstance(written, Scalar) else ""
    known = printed is not None and schema.truth(printed, fields.what("printed")) is True
    return ValueClaim(node.span, text, value, given(wanted), known)


def _laid(found: list[ExampleDecl], bag: Bag) -> tuple[ExampleDecl, ...]:
    """Lay each example over its base, the base itself laid over its own."""
    by_id = {example.id: example for example in reversed(found)}
    return tuple(_over_base(example, by_id, bag) for example in found)


def _over_base(example: ExampleDecl, by_id: dict[str, ExampleDecl], bag: Bag) -> ExampleDecl:
    """Walk down to the lowest base; a missing base and a ring of bases end the walk with a finding."""
    where, names = example.position, dict(example.names)
    seen = [example.id]
    below = example
    while below.base is not None and below.base_span is not None:
        base = by_id.get(below.base)
        if base is None:
            bag.add("E102", below.base_span, near=near(below.base, by_id), name=below.base)
            break
        if base.id in seen:
            if base.id == example.id:  # an example that only leads into a ring leaves the finding to its members
                bag.add("E103", example.base_span, name=base.id)
            break
        seen.append(base.id)
        where = laid_over(where, base.position)
        names = {**dict(base.names), **names}
        below = base
    return dataclasses.replace(example, position=where, names=tuple(names.items()))


def _differ(found: Iterable[ExampleDecl], bag: Bag) -> None:
    first: dict[str, Span] = {}
    for example in found:
        if example.id in first:
            bag.add("E105", example.span, related=[(first[example.id], "here it is given first")], name=example.id)
        first.setdefault(example.id, example.span)

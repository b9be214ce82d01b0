"""Names declared twice where one thing only can be meant."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.language.syntax_tree.top_level_items import Define
from reguli.ruleset.document_nodes import Documents
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span


@kept
class Taken(Kept):
    """A name, what it names, and the board it belongs to."""

    name: str
    what: Value
    span: Span
    board: str | None = None


def check_names(documents: Documents, bag: Bag) -> None:
    """Names that a rule can write bare must differ; so must the elements, and the fields and state, of one kind.

    Elements are found by their kind: they share their names with nothing.
    """
    _differ(_bare(documents), documents, bag)
    for kind in sorted({kind.id for kind in documents.kinds}):
        _differ(_elements(documents, kind), documents, bag)
    for owner in sorted({kind.id for kind in documents.kinds} | {state.owner for state in documents.state} - {"game"}):
        _differ(_owned(documents, owner), documents, bag)


def _bare(documents: Documents) -> Iterator[Taken]:
    yield from (Taken(one.id, Said("thing.a_constant"), one.span) for one in documents.constants)
    yield from (Taken(one.id, Said("thing.a_table"), one.span, one.board) for one in documents.tables)
    yield from (Taken(one.id, Said("thing.an_option"), one.span) for one in documents.game.options)
    tracked = (one for one in documents.state if one.owner == "game")
    yield from (Taken(one.id, Said("thing.state_of_game"), one.span) for one in tracked)
    for kind in documents.kinds:
        yield Taken(kind.id, Said("thing.a_kind"), kind.span, kind.board)
        if kind.plural != kind.id:
            yield Taken(kind.plural, Said("thing.plural_of", kind=kind.id), kind.span, kind.board)
    for file in documents.rules:
        for item in file.items:
            if isinstance(item, Define):
                yield Taken(item.name, Said("thing.a_define"), item.span)


def _elements(documents: Documents, owner: str) -> Iterator[Taken]:
    for kind in documents.kinds:
        if kind.id == owner:
            for element in kind.elements:
                yield Taken(element.id, Said("thing.an_element_of", kind=owner), element.span, kind.board)


def _owned(documents: Documents, owner: str) -> Iterator[Taken]:
    for kind in documents.kinds:
        if kind.id == owner:
            for field in kind.fields:
                yield Taken(field.id, Said("thing.a_field_of", kind=owner), field.span, kind.board)
    for state in documents.state:
        if state.owner == owner:
            yield Taken(state.id, Said("thing.state_of", owner=owner), state.span)


def _differ(names: Iterator[Taken], documents: Documents, bag: Bag) -> None:
    seen: dict[str, list[Taken]] = {}
    for found in names:
        others = seen.setdefault(found.name, [])
        clash = next((other for other in others if not _apart(other.board, found.board, documents)), None)
        if clash is not None:
            related = [(clash.span, Said("here.is", what=clash.what))]
            bag.add("R125", found.span, related=related, name=found.name, what=found.what, other=clash.what)
        else:
            others.append(found)


def _apart(first: str | None, second: str | None, documents: Documents) -> bool:
    """Say whether two boards are never on the table together: of different values of one option, or numbers of players."""
    if first is None or second is None or first == second:
        return False
    at_once = [{board for board in (first, second) if board in one.boards} for one in documents.game.boards]
    if {first} in at_once and {second} in at_once and {first, second} not in at_once:
        return True
    for option in documents.game.options:
        holding = [{board for board in (first, second) if board in value.boards} for value in option.values]
        if {first} in holding and {second} in holding and {first, second} not in holding:
            return True
    return False

"""Options settled: the boards that are used, the constants that an option sets."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Container, Iterable, Mapping
from typing import Final

from reguli.ruleset.document_nodes import Documents, OptionDecl, OptionValue, TableDecl
from reguli.ruleset.kind_nodes import ElementDecl, KindDecl
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near
from reguli.source.span import Span

NO_TEXT: Final = ("Y101", "Y102", "Y103", "Y104", "Y105")
"""Findings about a file whose text could not be had."""

ENDS: Final = ("first", "second")


def chosen_options(documents: Documents, options: Mapping[str, str | bool], bag: Bag) -> dict[str, str | bool] | None:
    """Give the value of every option, the default where none is given; None with findings when a choice is impossible.

    A switch may be given as a truth or as ``yes``, ``no``, ``on``, ``off``, ``true``, ``false``.
    """
    known = {option.id: option for option in documents.game.options}
    sound = True
    for name in options:
        if name not in known:
            bag.add("R122", None, near=near(name, known), name=name, known=", ".join(known) or Said("list.none"))
            sound = False
    found: dict[str, str | bool] = {}
    for option in known.values():
        values = _values(option)
        value = _settled(option, options.get(option.id, option.default))
        if value is None and option.id not in options:
            # That the default is no value was reported where it stands; the first one stands in.
            found[option.id] = values[0] if values else option.default
        elif value is None:
            given = str(options[option.id])
            bag.add("R123", None, near=near(given, values), name=option.id, found=given, choices=", ".join(values))
            sound = False
        else:
            found[option.id] = value
    return found if sound else None


def possible_options(documents: Documents, options: Mapping[str, str | bool]) -> dict[str, str | bool]:
    """Give those of some choices that can be made here, where there are such an option and such a value."""
    known = {option.id: option for option in documents.game.options}
    return {
        name: value for name, value in options.items() if name in known and _settled(known[name], value) is not None
    }


def _values(option: OptionDecl) -> tuple[str, ...]:
    return ("true", "false") if option.form == "switch" else tuple(value.id for value in option.values)


def _settled(option: OptionDecl, given: str | bool) -> str | bool | None:
    if option.form == "choose":
        return given if isinstance(given, str) and given in _values(option) else None
    if isinstance(given, bool):
        return given
    return {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(given)


def chosen_values(documents: Documents, options: Mapping[str, str | bool]) -> tuple[OptionValue, ...]:
    """Give the chosen value of every option that is no switch."""
    return tuple(
        value
        for option in documents.game.options
        for value in option.values
        if value.id == options.get(option.id, option.default)
    )


def optional_boards(documents: Documents) -> frozenset[str]:
    """Give the boards that some option's value or number of players names; the others always lie on the table."""
    chosen = [board for option in documents.game.options for value in option.values for board in value.boards]
    return frozenset((*chosen, *(board for one in documents.game.boards for board in one.boards)))


def select(
    documents: Documents, options: Mapping[str, str | bool], bag: Bag, *, players: int | None = None
) -> Documents | None:
    """Settle the options: drop the boards that were not chosen, set the constants that the chosen values set.

    For a number of ``players`` what that number does not have is dropped too; without one the whole box is there, on the
    boards of the fewest players. None with findings when an option or value does not exist.
    """
    settled = chosen_options(documents, options, bag)
    if settled is None:
        return None
    values = chosen_values(documents, settled)
    count = documents.game.players[0] if players is None else players
    by_players = {board for one in documents.game.boards if count in one.players for board in one.boards}
    left_out = optional_boards(documents) - by_players - {board for value in values for board in value.boards}
    numbers = {name: number for value in values for name, number in value.constants}
    kinds = tuple(kind for kind in documents.kinds if kind.board not in left_out)
    sizes = (size for kind in documents.kinds if kind.grid is not None for _, size, _ in kind.grid.sizes)
    if documents.by_players:
        other = {board for one in documents.game.boards for board in one.boards} - by_players
        there = tuple(_at(kind, players) for kind in kinds)
        gone = _absent(documents.kinds, there, other)
        kinds = tuple(_joined(kind, gone) for kind in there)
        boards: tuple[KindDecl | TableDecl, ...] = (*documents.kinds, *documents.tables)
        documents = dataclasses.replace(
            documents,
            players=players,
            absent=_absent(documents.kinds, kinds, other),
            elsewhere=tuple(one for one in boards if one.board in other),
        )
    return dataclasses.replace(
        documents,
        sizes=documents.sizes | {size for size in sizes if isinstance(size, str)},
        kinds=kinds,
        tables=tuple(table for table in documents.tables if table.board not in left_out),
        constants=tuple(
            dataclasses.replace(constant, value=numbers.get(constant.id, constant.value))
            for constant in documents.constants
        ),
    )


def _at(kind: KindDecl, players: int | None) -> KindDecl:
    """Give a kind with the elements that a number of players has."""
    there = tuple(one for one in kind.elements if _is_at(one, players))
    if kind.grid is None:
        return kind if len(there) == len(kind.elements) else dataclasses.replace(kind, elements=there)
    named = (one.id for one in kind.elements if not _is_at(one, players))
    drawn = (cell.point for cell in kind.grid.drawn or () if not _is_at(cell.letter, players))
    grid = dataclasses.replace(kind.grid, without=(*named, *drawn))
    return dataclasses.replace(kind, grid=grid, elements=there)


def _is_at(element: ElementDecl, players: int | None) -> bool:
    return element.players is None or players is None or players in element.players


def _joined(kind: KindDecl, absent: Collection[tuple[str, str]]) -> KindDecl:
    """Give a kind of edges with those that join what is there."""
    if kind.joins is None or not absent:
        return kind
    gone = {name for joined, name in absent if joined == kind.joins}
    there = (one for one in kind.elements if not any(end in ENDS and cell.value in gone for end, cell in one.cells))
    return dataclasses.replace(kind, elements=tuple(there))


def _absent(every: tuple[KindDecl, ...], there: tuple[KindDecl, ...], other: set[str]) -> tuple[tuple[str, str], ...]:
    """Give the elements that only other numbers of players have, on the boards of these or on any."""
    known = {(kind.id, element.id) for kind in there for element in kind.elements}
    boards = {kind.board for kind in there} | other
    found = ((kind.id, element.id) for kind in every if kind.board in boards for element in kind.elements)
    return tuple(dict.fromkeys(pair for pair in found if pair not in known))


def has_unread_files(documents: Documents, bag: Bag) -> bool:
    """Say whether of some file not even the text is known, so that anything may be declared in it."""
    known = {file for file, _ in documents.texts}
    return any(found.code.startswith(NO_TEXT) and found.span and found.span.file not in known for found in bag)


def check_choices(documents: Documents, bag: Bag) -> None:
    """Report boards and constants that the values of options name and that do not exist.

    Silent where the name stands in a file with findings: it may have been declared there.
    """
    if has_unread_files(documents, bag):
        return
    doubtful = {finding.span.file for finding in bag if finding.span is not None} - {documents.game.span.file}
    unread = "\n".join(text for file, text in documents.texts if file in doubtful)
    boards = {kind.board for kind in documents.kinds if kind.board is not None}
    constants = {constant.id for constant in documents.constants}
    for option in documents.game.options:
        values = [value.id for value in option.values]
        if values and option.default not in values:
            bag.add("R162", option.span, name=option.id, value=str(option.default), choices=", ".join(values))
        for value in option.values:
            where = Said("part.field", name=value.id, where=Said("part.option", name=option.id))
            named = [(Said("thing.board"), board, boards) for board in value.boards]
            named += [(Said("thing.constant"), name, constants) for name, _ in value.constants]
            _known(named, value.span, where, unread, bag)
    for one in documents.game.boards:
        where = Said("part.field", name="boards", where=Said("part.game"))
        _known([(Said("thing.board"), board, boards) for board in one.boards], one.span, where, unread, bag)


def _known(named: Iterable[tuple[Said, str, Collection[str]]], span: Span, where: Said, unread: str, bag: Bag) -> None:
    for what, name, known in named:
        if name not in known and name not in unread:
            bag.add("R124", span, near=near(name, known), where=where, what=what, name=name)


def check_counts(documents: Documents, bag: Bag) -> None:
    """Hold the numbers of players that are named to those of the game: none is another (R132), and none is left out (R133)."""
    low, high = documents.game.players
    game, known = Said("part.field", name="boards", where=Said("part.game")), range(low, high + 1)
    for one in documents.game.boards:
        _within(one.players, one.span, game, documents, bag)
    if documents.game.boards:
        said = {count for one in documents.game.boards for count in one.players}
        _complete(said, known, documents.game.boards[0].span, game, bag)
    for kind in documents.kinds:
        for element in {element.span: element for element in reversed(kind.elements)}.values():
            what = Said("part.entry", name=element.id, where=Said("part.kind", name=kind.id))
            _within(element.players or (), element.span, what, documents, bag)
            if element.counted is not None:
                _complete(element.counted, known, element.span, what, bag)


def check_parts(documents: Documents, bag: Bag) -> None:
    """Report drawn parts of which no board is joined (R146); silent where anything was found, for a board may not have been read."""
    if bag:
        return
    joined = {kind.join.parts for kind in documents.kinds if kind.join is not None}
    for kind in documents.kinds:
        drawn = next((element for element in kind.elements if element.map), None)
        if drawn is not None and kind.id not in joined:
            bag.add("R146", drawn.span, near=near(kind.id, joined), name=drawn.id, kind=kind.id)


def _within(counts: Iterable[int], span: Span, what: Said, documents: Documents, bag: Bag) -> None:
    low, high = documents.game.players
    other = next((count for count in counts if not low <= count <= high), None)
    if other is not None:
        bag.add("R132", span, what=what, count=other, low=low, high=high)


def _complete(said: Container[int], wanted: Iterable[int], span: Span, what: Said, bag: Bag) -> None:
    missing = [str(count) for count in wanted if count not in said]
    if missing:
        bag.add("R133", span, what=what, missing=", ".join(missing))

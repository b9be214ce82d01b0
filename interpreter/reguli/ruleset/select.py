"""Options settled: the boards that are used, the constants that an option sets."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Final

from reguli.ruleset.documents import Documents, OptionDecl, OptionValue
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said

NO_TEXT: Final = ("Y101", "Y102", "Y103", "Y104", "Y105")
"""Findings about a file whose text could not be had."""


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
        value = _settled(option, options.get(option.id, option.default))
        if value is None:
            values = _values(option)
            given = str(options[option.id])
            bag.add("R123", None, near=near(given, values), name=option.id, found=given, choices=", ".join(values))
            sound = False
        else:
            found[option.id] = value
    return found if sound else None


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
    """Give the boards that some option's value names; the others always lie on the table."""
    return frozenset(board for option in documents.game.options for value in option.values for board in value.boards)


def select(documents: Documents, options: Mapping[str, str | bool], bag: Bag) -> Documents | None:
    """Settle the options: drop the boards that were not chosen, set the constants that the chosen values set.

    None with findings when an option or value does not exist.
    """
    settled = chosen_options(documents, options, bag)
    if settled is None:
        return None
    values = chosen_values(documents, settled)
    left_out = optional_boards(documents) - {board for value in values for board in value.boards}
    numbers = {name: number for value in values for name, number in value.constants}
    return dataclasses.replace(
        documents,
        kinds=tuple(kind for kind in documents.kinds if kind.board not in left_out),
        constants=tuple(
            dataclasses.replace(constant, value=numbers.get(constant.id, constant.value))
            for constant in documents.constants
        ),
    )


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
            for what, name, known in named:
                if name not in known and name not in unread:
                    bag.add("R124", value.span, near=near(name, known), where=where, what=what, name=name)

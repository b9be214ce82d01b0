"""What a ruleset settles beside its data, as another hand can enter it: what each option may be, and of what is tracked who sees it, how much and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from reguli.ruleset.document_nodes import Lasting, OptionDecl, OptionValue, Seeing, StateDecl
from reguli.source.span import Span
from reguli.verify.double_entry.entered_cells import plainly
from reguli.verify.double_entry.entry_table import UNLIMITED, Column, Held, Key, Thing

OPTIONS: Final = "options"
STATE: Final = "state"
DEFAULT: Final = "default"
TRUTHS: Final = ("true", "false")


def _names(names: Sequence[str]) -> dict[str, str]:
    return {plainly(name): name for name in names}


def options_entered(options: Sequence[OptionDecl]) -> Thing:
    """Give the options: under each option and value whether it is so by default, and the constants that it sets."""
    listed = [(option, value) for option in options for value in _values(option)]
    constants = list(dict.fromkeys(name for _, value in listed for name, _ in value.constants))
    rows: dict[Key, dict[str, Held]] = {}
    spans: dict[Key, Span] = {}
    for option, value in listed:
        key = (option.id, value.id)
        default = Held(value.id == _written(option.default), option.span)
        rows[key] = {DEFAULT: default} | {name: Held(dict(value.constants).get(name), value.span) for name in constants}
        spans[key] = value.span
    keys = (
        Column("option", "name", _names([option.id for option in options])),
        Column("value", "name", _names([value.id for _, value in listed])),
    )
    values = (Column(DEFAULT, "truth"), *(Column(name, "number") for name in constants))
    return Thing(OPTIONS, None, options[0].span, keys, values, rows, spans, partial=True)


def _values(option: OptionDecl) -> Sequence[OptionValue]:
    """Give the values of an option; a switch is one or the other."""
    return option.values or tuple(OptionValue(option.span, truth) for truth in TRUTHS)


def _written(value: str | bool) -> str:
    return TRUTHS[not value] if isinstance(value, bool) else value


def state_entered(state: Sequence[StateDecl], options: Sequence[OptionDecl]) -> Thing:
    """Give what is tracked: who sees it, by which option and else who, how much there may be of it, and how long it stands."""
    named = {f"{one.owner}.{one.id}": one for one in state}
    rows: dict[Key, dict[str, Held]] = {}
    spans: dict[Key, Span] = {}
    for name, one in named.items():
        seen = one.visible
        held = {"visible": seen.who, "when": seen.option, "otherwise": seen.otherwise, "lasts": one.lasts}
        capacity = UNLIMITED if one.capacity is None else one.capacity
        key = (name,)
        rows[key] = {column: Held(value, one.span) for column, value in {**held, "capacity": capacity}.items()}
        spans[key] = one.span
    values = (
        Column("visible", "name", _names(get_args(Seeing))),
        Column("when", "name", _names([option.id for option in options])),
        Column("otherwise", "name", _names(get_args(Seeing))),
        Column("capacity", "supply"),
        Column("lasts", "name", _names(get_args(Lasting))),
    )
    return Thing(
        STATE, None, state[0].span, (Column("place", "name", _names(list(named))),), values, rows, spans, partial=True
    )

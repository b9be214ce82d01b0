"""What each rule of the grammar for items becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from reguli.language.parsing.build_expressions import Children, present
from reguli.language.tree.items import (
    Adjust,
    Always,
    At,
    Define,
    Event,
    Item,
    Moment,
    OptionGroup,
    Parameter,
    Phase,
    Procedure,
    Waive,
    When,
    Whenever,
)
from reguli.source.span import Span


def _define(span: Span, c: Children) -> Item:
    name, parameters, unit, value, cites = c
    return Define(span, name.text, parameters, unit.text if unit else None, value, cites)


def _when(span: Span, c: Children) -> Item:
    name, event, variables, where, cites, body = c
    return When(span, name.text, event.text, variables, where, body, cites)


def _at(span: Span, c: Children) -> Item:
    moment, order, name, cites, body = c
    return At(span, name.text, moment, int(order.text) if order else 0, body, cites)


def _moment(span: Span, c: Children) -> Moment:
    if len(c) == 1:
        return Moment(span, "before", c[0].text)
    return Moment(span, c[0].text, c[1].text)


def _adjust(span: Span, c: Children) -> Item:
    name, target, parameters, amount, condition, cites = c
    return Adjust(span, name.text, target.text, parameters, amount, condition, cites)


def _waive(span: Span, c: Children) -> Item:
    name, option, reason, condition, cites, body = c
    return Waive(span, name.text, option.text, reason.text, condition, body or (), cites)


ITEM_RULES: Final[Mapping[str, Callable[[Span, Children], Any]]] = {
    "start_item": lambda _span, c: c[0],
    "phase": lambda span, c: Phase(span, c[0].text, c[2], c[1]),
    "procedure": lambda span, c: Procedure(span, c[0].text, c[1], c[3], c[2]),
    "define": _define,
    "option_group": lambda span, c: OptionGroup(span, c[0].text, c[1], tuple(c[2:])),
    "whenever": lambda span, c: Whenever(span, c[0].text, c[1], c[3], c[2]),
    "when": _when,
    "at": _at,
    "moment": _moment,
    "adjust": _adjust,
    "waive": _waive,
    "always": lambda span, c: Always(span, c[0], c[1], c[2]),
    "event": lambda span, c: Event(span, c[0].text, c[1]),
    "parameters": lambda _span, c: present(c),
    "parameter": lambda span, c: Parameter(span, c[0].text, c[1].text if c[1] else None),
    "names": lambda _span, c: tuple(token.text for token in present(c)),
}

"""What each rule of the grammar for statements becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reguli.language.parsing.build_expressions import Children, present
from reguli.language.parsing.tokens import Token
from reguli.language.tree.expressions import Call, Name
from reguli.language.tree.statements import (
    Announce,
    Assign,
    Change,
    Citation,
    Decide,
    Draw,
    For,
    If,
    Include,
    InTurn,
    Let,
    ListChange,
    Lot,
    Mark,
    MoveAmount,
    MovePiece,
    Needs,
    Option,
    OptionParameter,
    Pay,
    Reason,
    Repeat,
    Run,
    Shuffle,
    Simple,
    Sort,
    Statement,
    While,
)
from reguli.source.span import Span


@dataclass(frozen=True, slots=True)
class _ElseIf:
    """One further condition of an ``if``, before they are nested."""

    span: Span
    condition: Any
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class _Otherwise:
    """What is done when nothing else applies."""

    body: tuple[Statement, ...]


def _if(span: Span, c: Children) -> Statement:
    condition, then, *rest = c
    otherwise: tuple[Statement, ...] = ()
    for part in reversed(rest):
        if isinstance(part, _Otherwise):
            otherwise = part.body
        else:
            otherwise = (If(part.span, part.condition, part.body, otherwise),)
    return If(span, condition, then, otherwise)


def _move_piece(span: Span, c: Children) -> Statement:
    piece, source, place, target = c
    return MovePiece(span, piece, source, target, place)


def _move_amount(span: Span, c: Children) -> Statement:
    up_to = isinstance(c[0], Token)
    amount, variety, source, place, target = c[1:] if up_to else c
    return MoveAmount(span, amount, up_to, variety, source, target, place)


def _move_all(span: Span, c: Children) -> Statement:
    variety, source, place, target = c
    return MoveAmount(span, None, False, variety, source, target, place)


def _draw(span: Span, c: Children) -> Statement:
    variable, source, place, target = c
    return Draw(span, variable.text, source, target, place)


def _run(span: Span, called: Any, *, later: bool) -> Statement:
    if isinstance(called, Call):
        return Run(span, called.function, called.arguments, later)
    return Run(span, called, (), later)


def _in_turn(span: Span, c: Children) -> Statement:
    variable, turning, start_word, start, among, until, body = c
    return InTurn(
        span, variable.text, turning.text == "clockwise", start_word.text == "from", start, among, until, body
    )


def _option_parameter(span: Span, c: Children) -> OptionParameter:
    name, domain, where, reason = c
    return OptionParameter(span, name.text, domain, where, reason)


def _decide(span: Span, c: Children) -> Statement:
    name, actor, flags, cites, *rest = c
    otherwise = rest.pop().body if isinstance(rest[-1], _Otherwise) else None
    return Decide(
        span,
        name.text,
        actor,
        repeatedly="repeatedly" in flags,
        secretly="secretly" in flags,
        all_or_nothing="all or nothing" in flags,
        options=tuple(rest),
        otherwise=otherwise,
        cites=cites,
    )


STATEMENT_RULES: Final[Mapping[str, Callable[[Span, Children], Any]]] = {
    "start_body": lambda _span, c: tuple(c),
    "block": lambda _span, c: tuple(c),
    "cites": lambda span, c: tuple(Citation(token.span(span.file), token.text) for token in present(c)),
    "reason": lambda span, c: Reason(span, c[0].text, c[1] or ()),
    "place": lambda _span, c: c[0].text if c[0] is not None else None,
    "let": lambda span, c: Let(span, c[0].text, c[1]),
    "needs": lambda span, c: Needs(span, c[0], c[1], c[2]),
    "assign": lambda span, c: Assign(span, c[0], c[1]),
    "assign_none": lambda span, c: Assign(span, c[0], Name(span, "none")),
    "change_up": lambda span, c: Change(span, c[1], c[0], negative=False),
    "change_down": lambda span, c: Change(span, c[1], c[0], negative=True),
    "mark": lambda span, c: Mark(span, c[0], on=True),
    "clear": lambda span, c: Mark(span, c[0], on=False),
    "move_piece": _move_piece,
    "move_amount": _move_amount,
    "move_all": _move_all,
    "pay": lambda span, c: Pay(span, c[0], c[1], c[2]),
    "draw": _draw,
    "shuffle": lambda span, c: Shuffle(span, c[0]),
    "lot": lambda span, c: Lot(span, c[0].text, c[1], c[2]),
    "append": lambda span, c: ListChange(span, c[0], c[1], adding=True),
    "remove": lambda span, c: ListChange(span, c[0], c[1], adding=False),
    "sort": lambda span, c: Sort(span, c[0].text, c[1], c[2]),
    "run": lambda span, c: _run(span, c[0], later=False),
    "later_run": lambda span, c: _run(span, c[0], later=True),
    "announce": lambda span, c: Announce(span, c[0].text, c[1]),
    "simple": lambda span, c: Simple(span, c[0].text),
    "if": _if,
    "else_if": lambda span, c: _ElseIf(span, c[0], c[1]),
    "else_block": lambda _span, c: _Otherwise(c[0]),
    "for": lambda span, c: For(span, c[0].text, c[1], c[2], c[3]),
    "while": lambda span, c: While(span, c[0], c[1]),
    "repeat": lambda span, c: Repeat(span, c[0], c[1]),
    "in_turn": _in_turn,
    "decide": _decide,
    "flags": lambda _span, c: frozenset(token.text for token in c),
    "option": lambda span, c: Option(span, c[0].text, c[1], c[3], c[2]),
    "option_parameters": lambda _span, c: present(c),
    "option_parameter": _option_parameter,
    "include": lambda span, c: Include(span, c[0].text, c[1]),
    "otherwise": lambda _span, c: _Otherwise(c[0]),
}

"""The line each statement, option and item begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from reguli.language.expression_text import RANGE, WHOLE, arguments_text, keys_text, text_at
from reguli.language.expressions import Expression
from reguli.language.items import (
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
from reguli.language.statements import (
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


@dataclass(frozen=True, slots=True)
class Head:
    """A line in three parts; the middle one is a value that may stand in parentheses when the line is too long."""

    before: str
    value: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.before}{self.value}{self.after}"


def statement_head(node: Statement | Option | Include) -> Head:
    """Write a statement, or its first line when a block follows."""
    match node:
        case Let():
            return Head(f"let {node.name} = ", _value(node.value))
        case Needs():
            return Head("needs ", _value(node.condition), f" because {reason_text(node.reason)}{_cites(node.cites)}")
        case Assign():
            return Head(f"set {_value(node.target)} to ", _value(node.value))
        case If():
            return Head("if ", _value(node.condition), ":")
        case While():
            return Head("while ", _value(node.condition), ":")
        case For():
            domain = text_at(node.domain, RANGE, "where" if node.where else "end")
            return _narrowed(f"for {node.variable} in {domain}", node.where, ":")
        case Repeat():
            return Head(f"repeat {_value(node.count)} times:")
        case InTurn():
            return Head(_in_turn(node))
        case Decide():
            return Head(_decide(node))
        case Option():
            return Head(_option(node))
        case Include():
            return Head(f"include {node.group}({arguments_text(node.arguments)})")
        case _:
            return Head(_effect(node))


def _effect(
    node: Change
    | Mark
    | MovePiece
    | MoveAmount
    | Pay
    | Draw
    | Shuffle
    | Lot
    | ListChange
    | Sort
    | Run
    | Announce
    | Simple,
) -> str:
    match node:
        case Change():
            word, joint = ("subtract", "from") if node.negative else ("add", "to")
            return f"{word} {_value(node.amount)} {joint} {_value(node.target)}"
        case Mark():
            return f"{'mark' if node.on else 'clear'} {_value(node.target)}"
        case MovePiece():
            source = f" from {_value(node.source)}" if node.source else ""
            return f"move {_value(node.piece)}{source} to {_place(node.place)}{_value(node.target)}"
        case MoveAmount():
            return _move_amount(node)
        case Pay():
            return f"pay {_value(node.amount)} from {_value(node.source)} to {_value(node.target)}"
        case Draw():
            target = f" to {_place(node.place)}{_value(node.target)}" if node.target else ""
            return f"draw {node.variable} from {_value(node.source)}{target}"
        case Shuffle():
            return f"shuffle {_value(node.zone)}"
        case Lot():
            domain = text_at(node.domain, WHOLE, "where" if node.where else "end")
            return f"by lot {node.variable} in {domain}{_where(node.where)}"
        case ListChange():
            word, joint = ("append", "to") if node.adding else ("remove", "from")
            return f"{word} {_value(node.item)} {joint} {_value(node.target)}"
        case Sort():
            return f"sort {node.variable} in {_value(node.target)} by {keys_text(node.keys, 'end')}"
        case Run():
            arguments = f"({arguments_text(node.arguments)})" if node.arguments else ""
            return f"{'later ' if node.later else ''}run {_value(node.procedure)}{arguments}"
        case Announce():
            return f"announce {node.event}({arguments_text(node.arguments)})"
        case Simple():
            return node.what
        case _:
            assert_never(node)


def _value(node: Expression) -> str:
    return text_at(node, WHOLE, "end")


def _narrowed(before: str, condition: Expression | None, after: str) -> Head:
    return Head(f"{before} where ", _value(condition), after) if condition else Head(f"{before}{after}")


def _where(condition: Expression | None) -> str:
    return f" where {_value(condition)}" if condition else ""


def _place(place: str | None) -> str:
    return f"{place} of " if place else ""


def _move_amount(node: MoveAmount) -> str:
    zones = f"from {_value(node.source)} to {_place(node.place)}{_value(node.target)}"
    if node.amount is None:
        return f"move all {f'of {_value(node.variety)} ' if node.variety else ''}{zones}"
    assert node.variety is not None
    return f"move {'up to ' if node.up_to else ''}{_value(node.amount)} of {_value(node.variety)} {zones}"


def _in_turn(node: InTurn) -> str:
    turning = "clockwise" if node.clockwise else "counterclockwise"
    first = "from" if node.inclusive else "after"
    until = f" until {_value(node.until)}" if node.until else ""
    return f"in turn {node.variable} {turning} {first} {_value(node.start)} among {_value(node.among)}{until}:"


def _decide(node: Decide) -> str:
    flags = "".join(
        f", {word}"
        for word, on in (
            ("repeatedly", node.repeatedly),
            ("secretly", node.secretly),
            ("all or nothing", node.all_or_nothing),
        )
        if on
    )
    return f"decide {node.name} by {_value(node.actor)}{flags}{_cites(node.cites)}:"


def _option(node: Option) -> str:
    parameters = ", ".join(_option_parameter(parameter) for parameter in node.parameters)
    return f"{node.name}{f'({parameters})' if parameters else ''}{_cites(node.cites)}:"


def _option_parameter(node: OptionParameter) -> str:
    domain = text_at(node.domain, RANGE, "where" if node.where else "comma")
    because = f" because {reason_text(node.reason)}" if node.reason else ""
    return f"{node.name} in {domain}{_where(node.where)}{because}"


def reason_text(reason: Reason) -> str:
    """Write the name of a refusal and its values."""
    return f"{reason.name}({arguments_text(reason.arguments)})" if reason.arguments else reason.name


def _cites(cites: tuple[Citation, ...]) -> str:
    return f" cites {', '.join(citation.id for citation in cites)}" if cites else ""


def item_head(node: Item) -> Head:
    """Write an item, or its first line when a block follows."""
    match node:
        case Phase():
            return Head(f"phase {node.name}{_cites(node.cites)}:")
        case Procedure():
            return Head(f"procedure {node.name}{_parameters(node.parameters)}{_cites(node.cites)}:")
        case Define():
            unit = f" -> {node.unit}" if node.unit else ""
            head = f"define {node.name}{_parameters(node.parameters)}{unit} = "
            return Head(head, _value(node.value), _cites(node.cites))
        case OptionGroup():
            return Head(f"options {node.name}{_parameters(node.parameters)}:")
        case Whenever():
            return Head(f"whenever {node.name}: ", _value(node.condition), f"{_cites(node.cites)} then:")
        case When():
            event = f"{node.event}({', '.join(node.variables)})"
            return _narrowed(f"when {node.name}: {event}", node.where, f"{_cites(node.cites)} then:")
        case At():
            order = f", order {node.order}" if node.order else ""
            return Head(f"at {_moment(node.moment)}{order} {node.name}{_cites(node.cites)}:")
        case Adjust():
            target = f"{node.target}({', '.join(node.parameters)})"
            head = f"adjust {node.name}: {target} by {_value(node.amount)} while "
            return Head(head, _value(node.condition), _cites(node.cites))
        case Waive():
            head = f"waive {node.name}: {node.option}.{node.reason} while "
            return Head(head, _value(node.condition), f"{_cites(node.cites)}{' then:' if node.body else ''}")
        case Always():
            return Head("always ", _value(node.condition), f" because {reason_text(node.reason)}{_cites(node.cites)}")
        case Event():
            return Head(f"event {node.name}{_parameters(node.parameters)}")
        case _:
            assert_never(node)


def _moment(moment: Moment) -> str:
    return f"before {moment.of}" if moment.edge == "before" else f"{moment.edge} of {moment.of}"


def _parameters(parameters: tuple[Parameter, ...]) -> str:
    if not parameters:
        return ""
    written = (f"{one.name}: {one.kind}" if one.kind else one.name for one in parameters)
    return f"({', '.join(written)})"

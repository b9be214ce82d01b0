"""One-line texts of expressions, with no more parentheses than the reader of them needs."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, assert_never

from reguli.language.expressions import (
    Aggregate,
    AllOf,
    Binary,
    Call,
    Divide,
    Expression,
    Field,
    IfElse,
    Index,
    Member,
    Name,
    Negative,
    Not,
    Number,
    Quantified,
    Range,
    SetOf,
    SortKey,
    State,
)

# How tightly each form holds together, from a whole range to a single word.
RANGE: Final = 0
WHOLE: Final = 1
OR: Final = 2
AND: Final = 3
NOT: Final = 4
COMPARISON: Final = 5
SET: Final = 6
SUM: Final = 7
PRODUCT: Final = 8
UNARY: Final = 9
POSTFIX: Final = 10

_BINARY: Final = MappingProxyType(
    {
        "or": OR,
        "and": AND,
        **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), COMPARISON),
        **dict.fromkeys(("union", "without", "common"), SET),
        "+": SUM,
        "-": SUM,
        "*": PRODUCT,
    }
)

# What stands right behind an expression: nothing that could belong to it, an operator, or a word or comma that could.
Follower = Literal["end", "operator", "where", "has", "by", "comma"]


def expression_text(node: Expression) -> str:
    """Write an expression on one line, as the parser reads it; a range stands where a set may."""
    return text_at(node, RANGE, "end")


def text_at(node: Expression, level: int, follower: Follower) -> str:
    """Write an expression where forms looser than ``level`` need parentheses and ``follower`` comes next."""
    if _level(node) < level or _runs_on(node, follower):
        return f"({_text(node, 'end')})"
    return _text(node, follower)


def domain_text(node: Expression, follower: Follower) -> str:
    """Write a set behind ``in`` of an expression: a range, or nothing looser than a set operation."""
    if isinstance(node, Range):
        return f"{text_at(node.low, SET, 'operator')} .. {text_at(node.high, SET, follower)}"
    return text_at(node, SET, follower)


def keys_text(keys: tuple[SortKey, ...], follower: Follower) -> str:
    """Write the criteria of an order."""
    parts: list[str] = []
    for index, key in enumerate(keys):
        last: Follower = follower if index == len(keys) - 1 else "comma"
        parts.append(f"{_whole(key.value, 'end')} descending" if key.descending else _whole(key.value, last))
    return ", ".join(parts)


def arguments_text(arguments: tuple[Expression, ...]) -> str:
    """Write the values between two brackets."""
    last = len(arguments) - 1
    return ", ".join(_whole(node, "end" if index == last else "comma") for index, node in enumerate(arguments))


def _whole(node: Expression, follower: Follower) -> str:
    return text_at(node, WHOLE, follower)


def _level(node: Expression) -> int:
    match node:
        case Range():
            return RANGE
        case IfElse():
            return WHOLE
        case Binary():
            return _BINARY[node.operator]
        case Not() | Quantified():
            return NOT
        case State() | Member():
            return COMPARISON
        case Divide():
            return PRODUCT
        case Negative():
            return UNARY
        case Number() | Name() | Field() | Index() | Call() | Aggregate() | AllOf() | SetOf():
            return POSTFIX
        case _:
            assert_never(node)


def _runs_on(node: Expression, follower: Follower) -> bool:
    """Say whether what follows would be read as part of a form that has no closing end of its own."""
    match node:
        case Quantified():
            open_for: set[Follower] = set() if node.has else {"has"}
            if node.where or node.has:
                open_for.add("operator")
            if not node.where and not node.has:
                open_for.add("where")
        case AllOf():
            open_for = {"operator", "comma"} if node.keys else {"operator", "by"}
            if not node.where and not node.keys:
                open_for.add("where")
        case _:
            return False
    return follower in open_for


def _text(node: Expression, follower: Follower) -> str:
    match node:
        case Number():
            return str(node.value)
        case Name():
            return node.id
        case Field():
            return f"{_base(node.base)}.{node.name}"
        case Index():
            return f"{_base(node.base)}[{arguments_text(node.arguments)}]"
        case Call():
            return f"{_base(node.function)}({arguments_text(node.arguments)})"
        case SetOf():
            return f"{{{arguments_text(node.items)}}}"
        case Not():
            return f"not {text_at(node.operand, NOT, follower)}"
        case Negative():
            return f"-{text_at(node.operand, UNARY, follower)}"
        case Binary():
            level = _BINARY[node.operator]
            left = text_at(node.left, level + (level == COMPARISON), "operator")
            return f"{left} {node.operator} {text_at(node.right, level + 1, follower)}"
        case Divide():
            left, right = text_at(node.left, PRODUCT, "operator"), text_at(node.right, UNARY, "operator")
            return f"{left} div {right} rounded {node.rounding}"
        case _:
            return _worded(node, follower)


def _base(node: Expression) -> str:
    return text_at(node, POSTFIX, "operator")


def _worded(node: IfElse | State | Member | Quantified | Aggregate | AllOf | Range, follower: Follower) -> str:
    match node:
        case IfElse():
            condition, then = _whole(node.condition, "end"), _whole(node.then, "end")
            return f"if {condition} then {then} else {_whole(node.otherwise, follower)}"
        case State():
            return f"{text_at(node.operand, SET, 'operator')} is {'not ' if node.negated else ''}{node.state}"
        case Member():
            word = "not in" if node.negated else "in"
            return f"{text_at(node.item, SET, 'operator')} {word} {domain_text(node.collection, follower)}"
        case Quantified():
            return _quantified(node, follower)
        case Aggregate():
            domain = domain_text(node.domain, "where" if node.where else "end")
            where = f" where {_whole(node.where, 'end')}" if node.where else ""
            return f"{node.how}({_whole(node.value, 'end')} for {node.variable} in {domain}{where})"
        case AllOf():
            return _all_of(node, follower)
        case Range():
            return f"{_whole(node.low, 'operator')} .. {_whole(node.high, follower)}"
        case _:
            assert_never(node)


def _quantified(node: Quantified, follower: Follower) -> str:
    after_where: Follower = "has" if node.has else follower
    domain = domain_text(node.domain, "where" if node.where else after_where)
    where = f" where {_whole(node.where, after_where)}" if node.where else ""
    has = f" has {_whole(node.has, follower)}" if node.has else ""
    return f"{node.how} {node.variable} in {domain}{where}{has}"


def _all_of(node: AllOf, follower: Follower) -> str:
    after_where: Follower = "by" if node.keys else follower
    domain = domain_text(node.domain, "where" if node.where else after_where)
    where = f" where {_whole(node.where, after_where)}" if node.where else ""
    keys = f" by {keys_text(node.keys, follower)}" if node.keys else ""
    return f"all {node.variable} in {domain}{where}{keys}"

"""Mutation operators on terms: the possible mutations of each class of terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final

from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Ruled, Waiver
from reguli.model.bound_tree.bound_terms import Placed
from reguli.model.resolved_ruleset import (
    BoundDefine,
    BoundMoment,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    BoundTrigger,
    Ruleset,
    without_copy_depth,
)
from reguli.model.types import TRUTH, ElementType, NumberType
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Sources, Span
from reguli.verify.report import source_lines

# -- A fault: what is written otherwise, where, and what shows that it was come by -----------------------------------


Change = Callable[[Any], Any]
"""Gives a node as it stands with the fault; ``GONE`` takes it out of the row it stands in."""
Key = tuple[object, ...]
"""What tells a node of a ruleset from all others, and is the same for the copies of it under each option and at each depth."""
SHALLOW: Final = ("operator", "how", "name", "value", "origin", "field", "define", "table", "kind")
"""What of a node itself belongs to its key, where it is a word or a number."""


class DeletedNode:
    """A placeholder for a node that is deleted from its sequence."""


GONE: Final = DeletedNode()


@frozen_class
class InfectionCondition(FrozenValue):
    """A sign that a mutant may matter: a statement is run or a term evaluated; with ``change``, only if its value changes."""

    key: Key
    change: Change | None = None


@frozen_class
class NodeMutation(FrozenValue):
    """One mutation of a node: its operator, its description, the change, and its infection conditions (none: those of the node)."""

    operator: str
    said: Said
    change: Change
    signs: tuple[InfectionCondition, ...] = ()
    span: Span | None = None
    """Where it stands, if not where the node does."""
    as_sign: bool = False
    """Whether all of it is the change of its only sign: a guard that is left out is one that always holds."""


@frozen_class
class Mutant(FrozenValue):
    """A ruleset with one mutated place.

    ``rule`` is the id of what it stands in, as ``reguli trace`` says it; ``keys`` are the nodes that are changed (none: the ruleset itself is);
    without ``signs`` nobody can tell whether it was come by.
    """

    id: str
    operator: str
    rule: str
    span: Span
    said: Said
    keys: tuple[Key, ...]
    change: Change
    signs: tuple[InfectionCondition, ...]
    terms: tuple[InfectionCondition, ...] = ()
    """The terms in which it happens, where they are asked as values: then the program around them is that of right rules."""
    statements: tuple[InfectionCondition, ...] = ()
    """The statements in which it happens: where they never suspend, the program around them is that of right rules, too.

    What is written once may be asked several times: what is to be paid is asked whether it can be, and is then paid. Without either nobody knows all of its places."""


def node_key(node: object) -> Key:
    """Return the key of a node: its class, its place and its own content."""
    name = type(node).__name__
    match node:
        case BoundProcedure(rule=rule) | Ruled(rule=rule) | Waiver(rule=rule):
            return name, without_copy_depth(rule)
        case BoundDefine(id=own) | BoundStage(id=own):
            return name, without_copy_depth(own)
        case Placed():
            said = (getattr(node, field, None) for field in SHALLOW)
            words = tuple(without_copy_depth(str(value)) for value in said if isinstance(value, str | int))
            return name, node.span.place, words
        case _:
            return name, repr(node)


def statement_run_key(rule: str) -> Key:
    """Return the key for the execution of a statement, by its rule."""
    return "ran", without_copy_depth(rule)


def node_span(node: object) -> Span:
    """Return the place of a node; for a rule, that of its source form."""
    match node:
        case BoundTrigger(procedure=procedure) | BoundMoment(procedure=procedure):
            return node_span(procedure)
        case BoundProcedure(node=written, body=body):
            return next((one.span for one in (written, *body) if one is not None), NOWHERE)
        case BoundDefine(node=written):
            return written.span
        case BoundRanking(by=by):
            return by.span
        case _:
            found = getattr(node, "span", NOWHERE)
            return found if isinstance(found, Span) else NOWHERE


# -- Terms and statements in the words of the ruleset: as they are written -------------------------------------------


LONGEST: Final = 100
"""So much of a text is shown."""
NOT_WRITTEN: Final = "…"
"""Stands for what a library wrote that cannot be read any more."""


class MutantTexts:
    """Descriptions of the mutants of one ruleset."""

    def __init__(self, sources: Sources) -> None:
        """Store the texts of all files that were read."""
        self._sources = sources

    def of(self, node: object) -> str:
        """Return the source text of a node on one line."""
        if isinstance(node, t.Constant) and node.span.line == 0:
            return node.origin or str(node.value)
        text = self._written(node_span(node))
        return f"{text[:LONGEST]} …" if len(text) > LONGEST else text or NOT_WRITTEN

    def first_line(self, node: object) -> str:
        """Return the first line of a statement that may contain others."""
        span = node_span(node)
        if span.end_line == span.line:
            return self.of(node)
        line = self._sources.line(span.file, span.line) or ""
        text = line[span.column - 1 :].split("#")[0].strip()
        return text.removesuffix(":").strip() or NOT_WRITTEN

    def within(self, inner: object, outer: object, now: str) -> tuple[str, str] | None:
        """Return a node's text, and the same with one inner node replaced; ``None`` if they are not on one line."""
        own, around = node_span(inner), node_span(outer)
        if not (own.line == own.end_line == around.line == around.end_line and own.file == around.file):
            return None
        text = self._written(around)
        at, end = own.column - around.column, own.end_column - around.column
        if not 0 <= at < end <= len(text) or len(text) > LONGEST:
            return None
        return text, f"{text[:at]}{now}{text[end:]}"

    def _written(self, span: Span) -> str:
        if not span.line:
            return ""
        cut = source_lines(span, self._sources)
        return cut[0].strip() if len(cut) == 1 else " ".join(" ".join(line.split("#")[0] for line in cut).split())


def replaced_text(before: str, now: str) -> Said:
    """Return the description of a mutant that replaces a text."""
    return Said("fault.were", before=before, now=now)


def removal_text(what: Value) -> Said:
    """Return the description of a mutant that removes a text."""
    return Said("fault.left_out", what=what)


def negated_text(what: str) -> Said:
    """Return the description of a mutant that negates a condition."""
    return Said("fault.reversed", what=what)


# -- expression mutations --------------------------------------------------------------------------------------------


SIGNS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "=": ("!=",), "!=": ("=",)}
)
"""A comparison moved by one, and turned."""
OTHER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "and": "or",
        "or": "and",
        "+": "-",
        "-": "+",
        "div up": "div down",
        "div down": "div up",
        "min": "max",
        "max": "min",
        "lowest": "highest",
        "highest": "lowest",
        "first": "last",
        "last": "first",
        "next": "previous",
        "previous": "next",
        "stage": "coming_stage",
        "coming_stage": "stage",
        "every": "some",
        "no": "some",
        "some": "no",
    }
)
"""Words that are taken for each other."""
TRUE: Final = t.Constant(TRUTH, 1)
FALSE: Final = t.Constant(TRUTH, 0)
Of = Callable[[Any, MutantTexts, Ruleset], Iterator[NodeMutation]]


def term_variations(term: t.Term, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    """Yield the mutations of a term."""
    of = TERMS.get(type(term))
    if of is not None:
        yield from of(term, words, ruleset)


def keep_one_operand(term: object, name: str, words: MutantTexts, operator: str = "part") -> NodeMutation:
    """Return the mutation that replaces a term by one of its parts."""
    return NodeMutation(
        operator, replaced_text(words.of(term), words.of(getattr(term, name))), lambda one: getattr(one, name)
    )


def replace_fields(**values: Any) -> Change:
    """Return a node with other values for some fields."""
    return lambda one: replace(one, **values)


def _compare(term: t.Compare, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    left, right = words.of(term.left), words.of(term.right)
    if left == right:
        # 'is empty' and 'is none' are asked with a value that nobody wrote.
        yield NodeMutation("compare", negated_text(words.of(term)), replace_fields(operator=SIGNS[term.operator][-1]))
        return
    for sign in SIGNS[term.operator]:
        yield NodeMutation(
            "compare", replaced_text(words.of(term), f"{left} {sign} {right}"), replace_fields(operator=sign)
        )


def _logic(term: t.Logic, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    other, left, right = OTHER[term.operator], words.of(term.left), words.of(term.right)
    yield NodeMutation(
        "logic", replaced_text(words.of(term), f"{left} {other} {right}"), replace_fields(operator=other)
    )
    yield keep_one_operand(term, "left", words)
    yield keep_one_operand(term, "right", words)


def _negation(term: t.Negation, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    before, now = words.of(term), words.of(term.operand)
    yield NodeMutation(
        "logic", negated_text(before) if before == now else replaced_text(before, now), lambda one: one.operand
    )


def _arithmetic(term: t.Arithmetic, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if isinstance(term.left, t.Constant) and not term.left.value:
        yield keep_one_operand(term, "right", words, "arithmetic")
        return
    other = OTHER.get(term.operator)
    if other is not None:
        said = replaced_text(words.of(term), f"{words.of(term.left)} {other} {words.of(term.right)}")
        yield NodeMutation("arithmetic", said, replace_fields(operator=other))
    if not (_is_number(term.right) and words.of(term.right) == "1"):
        # Else it is what a number that is one less makes of it.
        yield keep_one_operand(term, "left", words)
    if term.operator == "+":
        yield keep_one_operand(term, "right", words)


def _constant(term: t.Constant, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if isinstance(term.type, NumberType) and term.origin is None and words.of(term) == str(term.value):
        yield NodeMutation(
            "number", replaced_text(str(term.value), str(term.value + 1)), replace_fields(value=term.value + 1)
        )
        if term.value > 0:
            yield NodeMutation(
                "number", replaced_text(str(term.value), str(term.value - 1)), replace_fields(value=term.value - 1)
            )
    if isinstance(term.type, ElementType) and term.value >= 0:
        named = _elements(term.type.kind, ruleset)
        if len(named) > 1 and term.type.kind != "player":
            before = (term.value - 1) % len(named)
            change = replace_fields(value=before, origin=named[before])
            yield NodeMutation("element", replaced_text(words.of(term), named[before]), change)


def _elements(kind: str, ruleset: Ruleset) -> tuple[str, ...]:
    if kind == "stage":
        return tuple(one.id for one in ruleset.stages)
    return ruleset.kinds[kind].elements if kind in ruleset.kinds else ()


def _fact(term: t.Fact, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if term.name in ("stage", "coming_stage"):
        yield NodeMutation(
            "element", replaced_text(words.of(term), OTHER[term.name]), replace_fields(name=OTHER[term.name])
        )


def _choice(term: t.Choice, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    yield keep_one_operand(term, "then", words, "branch")
    yield keep_one_operand(term, "otherwise", words, "branch")


def _exists(term: t.Exists, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    other = OTHER[term.how]
    if not (term.how == "every" and term.has is None):
        said = replaced_text(words.of(term), words.of(term).replace(term.how, other, 1))
        yield NodeMutation("logic", said, replace_fields(how=other))
    if term.where is not None and term.has is not None:
        yield _without_where(term, words)


def _fold(term: t.Fold, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if term.where is not None:
        yield _without_where(term, words)
    if term.how in OTHER:
        said = replaced_text(words.of(term), words.of(term).replace(term.how, OTHER[term.how], 1))
        yield NodeMutation("arithmetic", said, replace_fields(how=OTHER[term.how]))


def _ordered(term: t.Filter | t.Ranked, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if term.where is not None:
        yield _without_where(term, words)
    yield from mutate_sort_keys(term, words)


def mutate_sort_keys(node: Any, words: MutantTexts) -> Iterator[NodeMutation]:
    """Yield mutations that reverse each sort key, or leave it out."""
    for at, (key, _) in enumerate(node.keys):
        yield NodeMutation("order", Said("fault.order_turned", key=words.of(key)), partial(_key_turned, at))
        if len(node.keys) > 1:
            yield NodeMutation("order", Said("fault.order_left_out", key=words.of(key)), remove_item("keys", at))


def remove_item(name: str, at: int) -> Change:
    """Return a change that removes one item from a sequence of a node."""
    return lambda one: replace(one, **{name: (*getattr(one, name)[:at], *getattr(one, name)[at + 1 :])})


def _key_turned(at: int, node: Any) -> Any:
    key, down = node.keys[at]
    return replace(node, keys=(*node.keys[:at], (key, not down), *node.keys[at + 1 :]))


def _without_where(term: Any, words: MutantTexts) -> NodeMutation:
    return NodeMutation("part", Said("fault.where_left_out", what=words.of(term.where)), replace_fields(where=None))


def _interval(term: t.Interval, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    """Yield mutations that shorten an interval at either end, unless that end is a literal number with mutations of its own."""
    low, high = words.of(term.low), words.of(term.high)
    if not _is_number(term.low):
        said = replaced_text(words.of(term), f"{low} + 1 .. {high}")
        yield NodeMutation("range", said, lambda one: replace(one, low=_more(one.low)))
    if not _is_number(term.high):
        said = replaced_text(words.of(term), f"{low} .. {high} - 1")
        yield NodeMutation("range", said, lambda one: replace(one, high=_more(one.high, "-")))


def _is_number(term: t.Term) -> bool:
    return isinstance(term, t.Constant) and term.origin is None


def _several(term: t.Several, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    what = words.of(term)
    yield NodeMutation(
        "range", Said("fault.one_more_at_least", what=what), lambda one: replace(one, least=_more(one.least))
    )
    yield NodeMutation(
        "range", Said("fault.one_fewer_at_most", what=what), lambda one: replace(one, most=_more(one.most, "-"))
    )


def _more(term: t.Term, operator: Any = "+") -> t.Term:
    return t.Arithmetic(term.type, operator, term, t.Constant(term.type, 1), span=term.span)


def _builtin(term: t.Builtin, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    other = OTHER.get(term.name)
    if other is not None:
        yield NodeMutation(
            "builtin",
            replaced_text(words.of(term), words.of(term).replace(term.name, other, 1)),
            replace_fields(name=other),
        )
    if term.name in ("min", "max"):
        for at in range(len(term.arguments)):
            said = replaced_text(words.of(term), words.of(term.arguments[at]))
            yield NodeMutation("part", said, partial(_argument, at))
    if term.name == "reversed":
        yield NodeMutation(
            "order", replaced_text(words.of(term), words.of(term.arguments[0])), lambda one: one.arguments[0]
        )


def exchange_operands(node: Any, name: str, words: MutantTexts) -> Iterator[NodeMutation]:
    """Yield mutations that exchange two terms of one type."""
    row = getattr(node, name)
    for one, other in combinations(range(len(row)), 2):
        if row[one].type == row[other].type and row[one] != row[other]:
            said = Said("fault.exchanged", one=words.of(row[one]), other=words.of(row[other]), what=words.of(node))
            yield NodeMutation("swapped", said, partial(_swapped, name, one, other))


def _swapped(name: str, one: int, other: int, node: Any) -> Any:
    row = list(getattr(node, name))
    row[one], row[other] = row[other], row[one]
    return replace(node, **{name: tuple(row)})


def _argument(at: int, call: t.Builtin) -> t.Term:
    return call.arguments[at]


def _set_operation(term: t.SetOperation, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    yield keep_one_operand(term, "left", words)
    if term.operator == "union":
        yield keep_one_operand(term, "right", words)


TERMS: Final[Mapping[type, Of]] = MappingProxyType(
    {
        t.Compare: _compare,
        t.Logic: _logic,
        t.Negation: _negation,
        t.Arithmetic: _arithmetic,
        t.Constant: _constant,
        t.Fact: _fact,
        t.Choice: _choice,
        t.Exists: _exists,
        t.Fold: _fold,
        t.Filter: _ordered,
        t.Ranked: _ordered,
        t.Interval: _interval,
        t.Several: _several,
        t.Builtin: _builtin,
        t.Apply: lambda term, words, ruleset: exchange_operands(term, "arguments", words),
        t.Cell: lambda term, words, ruleset: exchange_operands(term, "keys", words),
        t.SetOperation: _set_operation,
    }
)
"""By class of terms: what may be wrong in one."""

"""Binding of claims about the rules: invariants, numbers that never shrink, fields only some rules may write, hidden fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.expressions import Expression, Field, Name, Node
from reguli.language.syntax_tree.statements import Citation, Reason
from reguli.language.syntax_tree.top_level_items import (
    Event,
    HiddenFrom,
    Item,
    NeverShrinks,
    OptionGroup,
    Phase,
    Procedure,
    WrittenOnly,
)
from reguli.model.binding.binding_context import GAME, LAYING, OTHERWISE, World
from reguli.model.binding.expression_binding import ExpressionBinder, member_type
from reguli.model.binding.name_resolution import Scope
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Ask, BoundOption, BoundReason, Guard
from reguli.model.bound_tree.tree_traversal import all_decisions, option_guards, with_span
from reguli.model.card_effects import bind_rule_head
from reguli.model.resolved_ruleset import Hidden, Invariant, OnlyBy, RuleIds, Ruleset, without_copy_depth
from reguli.model.rule_listing import list_all_rules, rules_of_sort
from reguli.model.types import TRUTH, NumberType, UnknownType, type_text
from reguli.ruleset.document_nodes import InventoryEntry, cited_declarations
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.source_excerpt import Span


def bind_invariants(world: World) -> tuple[Invariant, ...]:
    """Bind the invariants."""
    ids = RuleIds()
    found: list[Invariant] = []
    for written in rules_of_sort(world, i.Always):
        node = written.item
        head = bind_rule_head(Scope(world), written.piece, (), (), node.span)
        binder = ExpressionBinder(head.scope)
        condition = binder.truth(node.condition)
        rule = ids.next("always", node.name).replace("/", ".", 1)
        head.keep(rule, written.piece, (condition,))
        if head.force:
            broken = head.some((*head.force, t.Negation(TRUTH, condition))) or condition
            condition = with_span(t.Negation(TRUTH, broken), node.condition.span)
        reason = _reason(node.reason, binder)
        found.append(Invariant(rule, condition, reason, world.text(node.condition.span), node.span))
    return (*found, *_never_shrinking(world))


def _never_shrinking(world: World) -> list[Invariant]:
    """Bind numbers that may never be less than at the start of the move."""
    ids = RuleIds()
    found: list[Invariant] = []
    for written in rules_of_sort(world, i.NeverShrinks):
        node, scope = written.item, Scope(world)
        values = ExpressionBinder(scope)
        domain, variable = None, None
        if node.domain is not None and node.variable is not None:
            domain = values.collection(node.domain)
            scope = scope.inner()
            variable = scope.give(node.variable, member_type(domain), node.span, "loop")
            values = ExpressionBinder(scope)
        value = values.value(node.value)
        if not isinstance(value.type, NumberType):
            if not isinstance(value.type, UnknownType):
                found_type = type_text(value.type)
                world.bag.add("R282", node.value.span, text=world.text(node.value.span), found=found_type)
            continue
        condition: t.Term = t.Compare(TRUTH, ">=", value, t.Earlier(value.type, value))
        if domain is not None and variable is not None:
            condition = t.Exists(TRUTH, "every", variable, domain, None, condition)
        rule = ids.next("never_shrinks", node.name).replace("/", ".", 1)
        reason = _reason(node.reason, ExpressionBinder(Scope(world)))
        text = world.text(node.span).partition(" because ")[0]
        found.append(Invariant(rule, with_span(condition, node.value.span), reason, text, node.span))
    return found


def _reason(node: Reason, binder: ExpressionBinder) -> BoundReason:
    return BoundReason(node.name, tuple(binder.value(argument) for argument in node.arguments))


def bind_write_claims(world: World) -> tuple[OnlyBy, ...]:
    """Bind the fields that only some rules may write; parts on spots are written where the board is joined."""
    bodies = i.Phase | i.Procedure | i.Whenever | i.When | i.At | i.Waive | i.OptionGroup
    known = {rule.item.name.partition("/")[0] for rule in list_all_rules(world) if isinstance(rule.item, bodies)}
    fields = (field for kind in world.kinds.values() for field in kind.fields.items())
    known |= {name for name, field in fields if field.form == "procedure"}
    found: list[OnlyBy] = []
    for written in rules_of_sort(world, i.WrittenOnly):
        node = written.item
        place = _field(node.place, world)
        for name, span in zip(node.rules, node.spans, strict=True):
            if name not in known:
                world.unknown("R284", span, name, sorted(known))
        if place is not None:
            found.append(OnlyBy(place, node.rules, node.spans, node.span))
    laid = ((name, declared.span) for name, declared in world.state.items() if declared.laid)
    return (*found, *(OnlyBy(name, (LAYING,), (span,), span) for name, span in laid))


def bind_hidden_fields(world: World) -> tuple[Hidden, ...]:
    """Bind fields hidden from all, or all but the owner."""
    written = [(one.item, _field(one.item.place, world)) for one in rules_of_sort(world, i.HiddenFrom)]
    return tuple(Hidden(field, node.who, node.span) for node, field in written if field is not None)


def _field(place: Expression, world: World) -> str | None:
    """Return the qualified name of a state field; rules name it with its owner's kind or, if shared, alone."""
    match place:
        case Name(id=name):
            owner = GAME
        case Field(base=Name(id=owner), name=name):
            pass
        case x.Number() | Field() | x.Index() | x.Call() | x.Operation() | x.Selection():
            world.bag.add("R283", place.span, text=world.text(place.span))
            return None
    if f"{owner}.{name}" in world.state:
        return f"{owner}.{name}"
    world.unknown("R285", place.span, world.text(place.span), [one.removeprefix(f"{GAME}.") for one in world.state])
    return None


# -- What carries each statement of the inventory --------------------------------------------------------------------


SORTS: Final[dict[type[Item], str]] = {NeverShrinks: "never_shrinks", WrittenOnly: "written_only", HiddenFrom: "hidden"}
"""What the rules of an item are called whose sort has several words."""
Carried = tuple[str, str, Span]
"""The id of a statement, what carries it, and where."""


def bind_citations(ruleset: Ruleset, world: World) -> dict[str, tuple[str, ...]]:
    """Return the rules that carry each statement; unknown ids and statements without a carrier are findings."""
    found: dict[str, list[str]] = {entry.id: [] for entry in world.documents.inventory}
    known, unknown = bool(found), False
    carried = list(_carried(ruleset, world))
    if carried and not known:
        name, _, span = min(carried, key=lambda one: _place(one[2]))
        world.bag.add("R307", span, name=name)
    for name, what, span in carried:
        if known and name not in found:
            if not _is_taken_away(name, span, world):
                unknown = True
                world.unknown("R340", span, name, found)
        elif (rule := without_copy_depth(what)) not in found.setdefault(name, []):
            found[name].append(rule)
    for entry in world.documents.inventory:
        _check_absence(entry, ruleset, world)
        carries_none = entry.carries is not None and entry.carries.startswith("none")
        # An id that the inventory does not have was meant for some statement: which one lacks its rule is not known.
        if not found[entry.id] and not carries_none and not unknown:
            world.bag.add("R341", entry.span, name=entry.id)
        elif found[entry.id] and carries_none:
            world.bag.add("R342", entry.span, name=entry.id, what=found[entry.id][0])
    return {name: tuple(what) for name, what in found.items()}


def _is_taken_away(statement: str, span: Span, world: World) -> bool:
    """Return whether a variant removes a statement that is cited below it: what the base cites goes with the statement."""
    documents = world.documents
    taken = dict(documents.taken).get(f"statements.{statement}")
    variants = file_prefixes(documents, len(documents.variants))
    return taken is not None and not is_in_files(span, tuple(one for one in variants if taken.file.startswith(one)))


def _check_absence(entry: InventoryEntry, ruleset: Ruleset, world: World) -> None:
    """Report unknown names in statements that something never happens: R200, R204, R205."""
    for act in entry.absence:
        for name in (*act.move, *act.paid, *act.limit):
            if name not in world.units:
                world.unknown("R205", act.span, name, world.units)
        for place in filter(None, (act.source, act.target)):
            if place not in ruleset.state and place not in ruleset.kinds and place != "game":
                known = ruleset.state if "." in place else (*ruleset.kinds, "game")
                world.unknown("R200" if "." in place else "R204", act.span, place, known)


def _place(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def partial_statements(world: World) -> tuple[tuple[str, str, Span], ...]:
    """Return the statements that the rules implement only in part: id, omitted part and the place that declares it."""
    found: list[tuple[str, str, Span]] = []
    waiting: list[object] = [rule.item for rule in list_all_rules(world)] if _says_partly(world) else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, Citation) and node.partly is not None:
            found.append((node.id, node.partly, node.span))
        waiting += node if isinstance(node, tuple) else _parts(node)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: _place(one[2])))


def _parts(node: object) -> list[object]:
    return [getattr(node, one.name) for one in fields(node)] if isinstance(node, Node) else []


def _says_partly(world: World) -> bool:
    return any("partly" in text for _, text in world.documents.texts)


def _carried(ruleset: Ruleset, world: World) -> Iterator[Carried]:
    yield from _documents(world)
    for rule in list_all_rules(world):
        yield from _item(rule.item)
    yield from _rules(ruleset)
    yield from _steps(world)


def _documents(world: World) -> Iterator[Carried]:
    for what, source, span in cited_declarations(world.documents):
        yield from ((name, what, span) for name in source.cites)


def _item(item: Item) -> Iterator[Carried]:
    if isinstance(item, Event | OptionGroup):
        return
    sort = SORTS.get(type(item), type(item).__name__.lower())
    rule = item.name if isinstance(item, Phase | Procedure) else f"{sort}.{item.name}"
    yield from ((cite.id, f"rule:{rule}", cite.span) for cite in item.cites)


def _rules(ruleset: Ruleset) -> Iterator[Carried]:
    """Yield the statements cited by decisions, options and guards, at any depth."""
    for ask in all_decisions(ruleset):
        guards = (guard for option in ask.options for guard in option_guards(option))
        nodes: tuple[Ask | BoundOption | Guard, ...] = (ask, *ask.options, *guards)
        for node in nodes:
            yield from ((name, f"rule:{node.rule}", node.span) for name in node.cites)


def _steps(world: World) -> Iterator[Carried]:
    """Yield the statements that single steps of rules cite, each with the rule that the step stands in."""
    for rule, step in world.citing_steps.values():
        yield from ((cite.id, f"rule:{rule.removesuffix(OTHERWISE)}", cite.span) for cite in step.cites)

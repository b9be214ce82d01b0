"""What is claimed of the rules beside them: what always holds, what never shrinks, what only some rules write, what is hidden."""

from __future__ import annotations

from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.expressions import Expression, Field, Name
from reguli.language.syntax_tree.statements import Reason
from reguli.model.binding.binding_context import GAME, LAYING, World
from reguli.model.binding.expression_binding import ExpressionBinder, member_type
from reguli.model.binding.scope import Scope
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import BoundReason
from reguli.model.bound_tree.tree_traversal import placed
from reguli.model.card_effects.rule_heads import opened
from reguli.model.card_effects.rule_listing import every_rule, rules_of
from reguli.model.resolved_ruleset import Hidden, Invariant, OnlyBy
from reguli.model.rule_ids import RuleIds
from reguli.model.types import TRUTH, NumberType, UnknownType, type_text


def bind_invariants(world: World) -> tuple[Invariant, ...]:
    """Bind what must hold at every settle point."""
    ids = RuleIds()
    found: list[Invariant] = []
    for written in rules_of(world, i.Always):
        node = written.item
        head = opened(Scope(world), written.piece, (), (), node.span)
        binder = ExpressionBinder(head.scope)
        condition = binder.truth(node.condition)
        rule = ids.next("always", node.name).replace("/", ".", 1)
        head.keep(rule, written.piece, (condition,))
        if head.force:
            broken = head.some((*head.force, t.Negation(TRUTH, condition))) or condition
            condition = placed(t.Negation(TRUTH, broken), node.condition.span)
        reason = _reason(node.reason, binder)
        found.append(Invariant(rule, condition, reason, world.text(node.condition.span), node.span))
    return (*found, *_never_shrinking(world))


def _never_shrinking(world: World) -> list[Invariant]:
    """Bind numbers that never are less than they were when the move began."""
    ids = RuleIds()
    found: list[Invariant] = []
    for written in rules_of(world, i.NeverShrinks):
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
        found.append(Invariant(rule, placed(condition, node.value.span), reason, text, node.span))
    return found


def _reason(node: Reason, binder: ExpressionBinder) -> BoundReason:
    return BoundReason(node.name, tuple(binder.value(argument) for argument in node.arguments))


def bind_only_by(world: World) -> tuple[OnlyBy, ...]:
    """Bind what only some rules write; what lies on the spots of a board is written where the board is joined."""
    bodies = i.Phase | i.Procedure | i.Whenever | i.When | i.At | i.Waive | i.OptionGroup
    known = {rule.item.name.partition("/")[0] for rule in every_rule(world) if isinstance(rule.item, bodies)}
    fields = (field for kind in world.kinds.values() for field in kind.fields.items())
    known |= {name for name, field in fields if field.form == "procedure"}
    found: list[OnlyBy] = []
    for written in rules_of(world, i.WrittenOnly):
        node = written.item
        place = _field(node.place, world)
        for name, span in zip(node.rules, node.spans, strict=True):
            if name not in known:
                world.unknown("R284", span, name, sorted(known))
        if place is not None:
            found.append(OnlyBy(place, node.rules, node.spans, node.span))
    laid = ((name, declared.span) for name, declared in world.state.items() if declared.laid)
    return (*found, *(OnlyBy(name, (LAYING,), (span,), span) for name, span in laid))


def bind_hidden(world: World) -> tuple[Hidden, ...]:
    """Bind what nobody sees, or nobody but whose it is."""
    written = [(one.item, _field(one.item.place, world)) for one in rules_of(world, i.HiddenFrom)]
    return tuple(Hidden(field, node.who, node.span) for node, field in written if field is not None)


def _field(place: Expression, world: World) -> str | None:
    """Give the name of what is tracked, which a rule names with its owner's kind or, shared, alone."""
    match place:
        case Name(id=name):
            owner = GAME
        case Field(base=Name(id=owner), name=name):
            pass
        case _:
            world.bag.add("R283", place.span, text=world.text(place.span))
            return None
    if f"{owner}.{name}" in world.state:
        return f"{owner}.{name}"
    world.unknown("R285", place.span, world.text(place.span), [one.removeprefix(f"{GAME}.") for one in world.state])
    return None

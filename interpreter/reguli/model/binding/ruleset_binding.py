"""Binding of documents to one resolved ruleset."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, get_args

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree.expressions import (
    Aggregate,
    Binary,
    Call,
    Converted,
    Divide,
    Expression,
    Field,
    IfElse,
    Name,
    Negative,
    Number,
    SortKey,
)
from reguli.language.syntax_tree.top_level_items import Adjust, Define
from reguli.model import types as ty
from reguli.model.analysis.claim_binding import (
    bind_citations,
    bind_hidden_fields,
    bind_invariants,
    bind_write_claims,
    partial_statements,
)
from reguli.model.analysis.information_flow import check_knowledge
from reguli.model.analysis.presence_analysis import check_presence, find_absent
from reguli.model.analysis.totality import check_stage_cases, check_totality, topological_order_and_cycles
from reguli.model.binding.binding_context import DIRECTION, GAME, PLAYER, World, bind_state_fields, check_relation_names
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.item_binding import (
    bind_anytime_options,
    bind_events,
    bind_moments,
    bind_phases,
    bind_procedures,
    bind_triggers,
    check_moment,
    check_unused_additions,
    check_unused_waives,
    declare_item_names,
    items_of_sort,
)
from reguli.model.binding.name_resolution import Scope
from reguli.model.bound_tree.bound_terms import Apply, Builtin, Term, Variable
from reguli.model.bound_tree.tree_traversal import all_decisions, all_terms, define_expressions
from reguli.model.card_effects import always_true_condition, bind_optional_condition, bind_rule_head
from reguli.model.grids import COMPASS
from reguli.model.kind_binding import bind_kinds
from reguli.model.modular_boards import join_boards
from reguli.model.piece_rules import PieceRule
from reguli.model.recursion_limits import expand_recursion
from reguli.model.resolved_ruleset import (
    BoundDefine,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    Kind,
    Ruleset,
    without_copy_depth,
)
from reguli.model.rule_listing import bind_piece_rules, check_hidden_rules, rules_of_sort
from reguli.model.table_binding import bind_constants, bind_tables
from reguli.model.types import NAMES, TOO_DEEP, unit_matches
from reguli.ruleset.document_nodes import Documents, Scheduled, StageDecl
from reguli.ruleset.folder_contents import has_unread_files, resolve_option_values
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, joined_list
from reguli.source.source_excerpt import Span

# -- Defines: named values, each bound after those it needs, and the standing changes added to them ------------------


TRUTH_WORD: Final = "truth"
"""What a define that is a condition may say it gives."""
NODES: Final = (*get_args(Expression), SortKey)


def referenced_names(expression: Expression) -> Iterator[str]:
    """Yield every word of an expression that may name a define, and qualified names that may belong to a library."""
    waiting: list[object] = [expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Name):
            yield node.id
        elif isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, NODES):
            if isinstance(node, Field) and isinstance(node.base, Name):
                yield f"{node.base.id}.{node.name}"
            waiting.extend(getattr(node, field.name) for field in dataclasses.fields(node))


def bind_defines(world: World, written: Iterable[Define]) -> dict[str, BoundDefine]:
    """Bind defines in dependency order and return them; a define that needs itself is a finding."""
    nodes: dict[str, Define] = {}
    for node in written:
        if node.name in NAMES:
            world.bag.add("R209", node.span, name=node.name, what=Said("thing.function"))
        else:
            nodes.setdefault(node.name, node)
    nodes, faults = expand_recursion(world, nodes, lambda node: referenced_names(node.value))
    world.arities |= {name: len(node.parameters) for name, node in nodes.items()}
    needs = {name: () if name in faults else tuple(referenced_names(node.value)) for name, node in nodes.items()}
    order, rings = topological_order_and_cycles(needs)
    _recursion(world, rings, nodes)
    ringed = {name for ring in rings for name in ring}
    for name in order:
        if name in faults:
            world.defines[name] = _fault(world, nodes[name], faults[name])
        elif name not in ringed:
            world.defines[name] = _bind(world, nodes[name])
    return {name: world.defines[name] for name in nodes if name not in ringed}


def _fault(world: World, node: Define, chain: str) -> BoundDefine:
    """Bind a recursive value beyond its last depth to a fault of its declared type (R238 if it declares none)."""
    if node.unit is None:
        world.bag.add("R238", node.span, name=without_copy_depth(node.name))
    found: ty.Type = ty.UNKNOWN
    if node.unit is not None:
        known: dict[str, ty.Type] = {TRUTH_WORD: ty.TRUTH, "number": ty.PLAIN}
        counted = ty.NumberType(node.unit) if node.unit in world.units and _is_number(node.value, world) else None
        found = known.get(node.unit) or counted or world.type_named(node.unit) or ty.UNKNOWN
    value = Builtin(found, TOO_DEEP, (), chain, span=(node.deep or node).span)
    return BoundDefine(node.name, world.signature(node.parameters), found, value, (), node)


def _is_number(value: Expression, world: World) -> bool:
    """Return whether an expression computes a number, since one name may denote both a kind and a unit."""
    match value:
        case IfElse():
            return _is_number(value.then, world) or _is_number(value.otherwise, world)
        case Number() | Divide() | Negative() | Converted():
            return True
        case Binary(operator=sign):
            return sign in {"+", "-", "*"}
        case Aggregate():
            return value.how == "sum" or _is_number(value.value, world)
        case Call(function=Name(id=name)):
            return name in {"count", "abs", "min", "max"}
        case Name(id=name):
            return name in world.constants
        case Field() | x.Index() | Call() | x.Not() | x.State() | x.Member() | x.Selection():
            return False


def _recursion(world: World, rings: Iterable[tuple[str, ...]], nodes: Mapping[str, Define]) -> None:
    for ring in rings:
        if any(nodes[one].deep is not None for one in ring):
            continue  # what is wrong with its depth is said
        chain = joined_list((*ring, ring[0]), "says.needs", "says.needs")
        related = [(nodes[one].span, Said("here.name_defined", name=one)) for one in ring[1:]]
        world.bag.add("R301", nodes[ring[0]].span, related=related, name=ring[0], chain=chain)


def _bind(world: World, node: Define) -> BoundDefine:
    parameters = world.signature(node.parameters)
    scope = Scope(world)
    scope.take(node.parameters, parameters, "parameter")
    binder = ExpressionBinder(scope)
    expected = None if node.unit is None else world.type_named(node.unit)
    value = binder.value(node.value, expected)
    if isinstance(value.type, ty.ZoneType):
        value = binder.mismatch(node.value, value.type, Said("sort.value"))
    return BoundDefine(node.name, parameters, _type(world, node, value), value, (), node)


def _type(world: World, node: Define, value: Term) -> ty.Type:
    """Return the declared type of a define, after checking its value against it."""
    found = value.type
    if node.unit is None or isinstance(found, ty.UnknownType):
        return found
    match found:
        case ty.NumberType() if node.unit in world.units:
            if unit_matches(found, node.unit):
                return found if found.unit == node.unit else ty.NumberType(node.unit)
        case ty.NumberType(None) if node.unit == "number":
            return found
        case ty.TruthType() if node.unit == TRUTH_WORD:
            return found
        case ty.ElementType(kind) if kind == node.unit:
            return found
        case ty.CollectionType(kind) | ty.BundleType(kind) if world.plurals.get(node.unit) == kind:
            return found
        case ty.NumberType() | ty.TruthType() | ty.ElementType() | ty.ManyType() | ty.PlaceType():
            pass
    _differs(world, node, found)
    return found


def _differs(world: World, node: Define, found: ty.Type) -> None:
    known = (*world.units, *world.kinds, *world.plurals, TRUTH_WORD, "number")
    if node.unit in known:
        world.bag.add("R302", node.span, name=node.name, said=str(node.unit), found=ty.type_text(found))
    else:
        world.unknown("R205", node.span, str(node.unit), known)


def bind_define_adjustments(world: World, adjusts: Iterable[PieceRule[Adjust]]) -> None:
    """Attach the adjusts to the defines that they change."""
    for rule in adjusts:
        node = rule.item
        define = world.defines.get(node.target)
        if define is not None:
            adjust = _adjust(world, rule, define)
            if adjust is not None:
                world.defines[node.target] = dataclasses.replace(define, adjusts=(*define.adjusts, adjust))
            if define.node.deep is not None:
                world.bag.add("R239", node.span, name=node.target)
        elif node.target not in world.arities:
            world.unknown("R303", node.span, node.target, world.arities)
    _check_adjusted(world)


def _check_adjusted(world: World) -> None:
    """Report adjusts of a value that depend on the value itself."""
    if not any(define.adjusts for define in world.defines.values()):
        return
    needs: dict[str, tuple[str, ...]] = {}
    for name, define in world.defines.items():
        used = (term for part in define_expressions(define) for term in all_terms(part))
        needs[name] = tuple(dict.fromkeys(term.define for term in used if isinstance(term, Apply)))
    rings = topological_order_and_cycles(needs)[1]
    _recursion(world, rings, {name: define.node for name, define in world.defines.items()})


def _adjust(world: World, rule: PieceRule[Adjust], define: BoundDefine) -> tuple[Adjust, Term, Term] | None:
    node = rule.item
    if not world.agree(node.span, define.id, node.arguments, define.parameters):
        return None
    if not isinstance(define.type, ty.NumberType | ty.UnknownType):
        world.bag.add("R304", node.span, name=define.id, found=ty.type_text(define.type))
        return None
    head = bind_rule_head(Scope(world), rule.piece, node.arguments, define.parameters, node.span)
    conditions = head.when(node.condition)
    unit = define.type.unit if isinstance(define.type, ty.NumberType) else None
    amount = ExpressionBinder(head.scope).number(node.amount, unit)
    head.keep(
        f"adjust.{node.name}",
        rule.piece,
        (*head.equal, *bind_optional_condition(head.scope, node.condition)),
        amount=amount,
    )
    condition = head.some(conditions) or always_true_condition()
    return node, condition, head.summed(amount, conditions)


# -- ruleset binding -------------------------------------------------------------------------------------------------


# -- What game.yaml and state.yaml say in expressions: stages, ranking, where pieces and values start ----------------


def bind_initial_zones(world: World) -> None:
    """Bind the start zone of the pieces of each kind."""
    for kind in tuple(world.kinds.values()):
        if kind.form not in {"pieces", "tokens"} or kind.declared is None:
            continue
        if kind.declared.starts is None:
            world.bag.add("R336", kind.span, kind=kind.id)
            continue
        term, variable = _start(kind, kind.declared.starts, world)
        world.kinds[kind.id] = dataclasses.replace(kind, starts=term, starts_variable=variable)


def _start(kind: Kind, node: Expression, world: World) -> tuple[Term, Variable | None]:
    """Bind a start zone; the name of the kind refers to the variety of a token, or to the piece itself."""
    scope = Scope(world)
    variable: Variable | None = None
    named = kind.variety if kind.form == "tokens" else kind.id
    if named is not None and named in world.kinds:
        variable = scope.give(named, ty.ElementType(named), kind.span, "parameter")
    return ExpressionBinder(scope).zone(node, kind.id), variable


def bind_initial_values(world: World) -> dict[str, Term]:
    """Bind the start values of state fields that declare one."""
    found: dict[str, Term] = {}
    for name, declared in world.state.items():
        if declared.start is None:
            continue
        scope = Scope(world)
        if declared.owner != GAME:
            scope.give(declared.owner, ty.ElementType(declared.owner), declared.span, "parameter")
        for key in declared.by:
            scope.give(key.name, ty.key_type(key.name, key.low), declared.span, "parameter")
        found[name] = _start_value(ExpressionBinder(scope), declared.start, world.state_types[name])
    return found


def _start_value(binder: ExpressionBinder, node: Expression, wanted: ty.Type) -> Term:
    match wanted:
        case ty.ElementType(kind):
            return binder.element(node, kind, none=True)
        case ty.NumberType(unit):
            return binder.number(node, unit)
        case ty.TruthType():
            return binder.truth(node)
        case ty.CollectionType(kind):
            return binder.collection(node, kind)
        case ty.ZoneType() | ty.UnknownType():
            return binder.value(node)
        case (ty.NumbersType() | ty.GroupsType() | ty.BundleType() | ty.KeyedType()) as found:
            return binder.mismatch(node, found, Said("sort.tracked_value"))


def bind_field_viewers(world: World) -> dict[str, tuple[Variable | None, Term]]:
    """Bind the audience of each state field whose viewers are a set of players."""
    found: dict[str, tuple[Variable | None, Term]] = {}
    for name, declared in world.state.items():
        if declared.visible.to is None:
            continue
        scope = Scope(world)
        owner = None
        if declared.owner != GAME:
            owner = scope.give("owner", ty.ElementType(declared.owner), declared.visible.to.span, "parameter")
        found[name] = owner, ExpressionBinder(scope).collection(declared.visible.to, PLAYER)
    return found


def bind_setup(world: World, procedures: dict[str, BoundProcedure]) -> BoundProcedure | None:
    """Find the set-up procedure."""
    game = world.documents.game
    if game.setup is None:
        return None
    _runs(game.setup, game.setup_span or game.span, world)
    return procedures.get(game.setup)


def _runs(name: str, span: Span, world: World) -> None:
    """Check that a procedure named by a document exists and has no parameters."""
    parameters = world.procedures.get(name)
    if parameters is None:
        world.unknown("R210", span, name, world.procedures)
    elif parameters:
        world.bag.add("R306", span, name=name, count=len(parameters))


def bind_ranking(world: World) -> tuple[BoundRanking, ...]:
    """Bind the criteria of the final ranking, each evaluated for one player."""
    found: list[BoundRanking] = []
    for declared in world.documents.game.ranking:
        scope = Scope(world)
        variable = scope.give(PLAYER, ty.ElementType(PLAYER), declared.span, "parameter")
        lost = declared.order == "lost"
        by = ExpressionBinder(Scope(world)).truth(declared.by) if lost else ExpressionBinder(scope).number(declared.by)
        text = world.text(declared.by.span)
        found.append(BoundRanking(variable, by, declared.order, declared.source, text))
    return tuple(found)


def bind_stages(world: World) -> tuple[BoundStage, ...]:
    """Bind the stages; the names in their transitions must exist."""
    stages = world.documents.game.stages
    names = [stage.id for stage in stages]
    found: list[BoundStage] = []
    for index, declared in enumerate(stages):
        for name in declared.sources:
            if name not in names:
                world.unknown("R319", declared.span, name, names)
        when = None if declared.when is None else ExpressionBinder(Scope(world)).truth(declared.when)
        card, deck = _drawn(declared, world)
        _check_schedule(declared, world)
        sources = tuple(names.index(name) for name in declared.sources if name in names)
        found.append(BoundStage(declared.id, index, sources, when, card, deck))
    return tuple(found)


def _check_schedule(declared: StageDecl, world: World) -> None:
    for moment in (declared.checked, declared.effective):
        if moment is not None:
            check_moment(moment, world)
    if declared.once is not None:
        _check_scheduled(declared.once, world)
    for case in declared.cases:
        if case.of not in world.documents.game.round and case.of != "round":
            world.unknown("R213", case.span, case.of, world.documents.game.round)
        check_moment(case.effective, world)
        if case.now is not None:
            _runs(case.now, case.span, world)
        if case.then is not None:
            _check_scheduled(case.then, world)


def _check_scheduled(scheduled: Scheduled, world: World) -> None:
    _runs(scheduled.run, scheduled.span, world)
    check_moment(scheduled.at, world)


def _drawn(declared: StageDecl, world: World) -> tuple[int | None, str | None]:
    """Return the card that brings a stage, and its deck."""
    if declared.card is None or declared.deck is None:
        return None, None
    deck = f"{GAME}.{declared.deck}"
    found = world.state_types.get(deck)
    if isinstance(found, ty.UnknownType):
        return None, None
    if not isinstance(found, ty.ZoneType) or found.counted or world.state[deck].order != "stack":
        stacks = [state.id for state in world.state.values() if state.owner == GAME and state.order == "stack"]
        world.unknown("R318", declared.span, declared.deck, stacks)
        return None, None
    return world.named_element(found.pieces, declared.card, declared.span), deck


# -- ruleset binding -------------------------------------------------------------------------------------------------


SAME_NAME: Final = "R125"
"""The finding that a name is declared twice: what it is about was read all the same."""
WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
NO_OPTIONS: Final[Mapping[str, str | bool]] = MappingProxyType({})


def bind_ruleset(documents: Documents, bag: Bag, *, options: Mapping[str, str | bool] = NO_OPTIONS) -> Ruleset | None:
    """Bind documents with boards and constants selected by the same options; ``None`` if they are not playable.

    Everything that is wrong is in the bag; but where a whole file could not be read, nothing is said of names it may declare. Options that are not given have their defaults.
    """
    defaults = {option.id: option.default for option in documents.game.options}
    chosen = resolve_option_values(documents, options, bag) or defaults
    if has_unread_files(documents, bag):
        return None
    before = len(bag)
    whole = join_boards(documents, bag)
    if whole is None:
        return None
    documents = whole
    world = World(documents, bag, chosen, broken=_broken(documents, bag))
    _declare(world)
    ruleset = _bind_rules(world)
    if len(bag) > before:
        return None
    if before:
        # What could not be read may be what a check would miss.
        return ruleset
    ruleset = replace(ruleset, absent=find_absent(ruleset))
    check_presence(ruleset, world)
    check_totality(ruleset, world)
    check_stage_cases(ruleset, world)
    veiled = check_knowledge(ruleset, world)
    if any(asked.rule in veiled for group in ruleset.at_any_time for asked in group.body):
        veiled = tuple(ask.rule for ask in all_decisions(ruleset))
    return replace(ruleset, citations=bind_citations(ruleset, world), in_part=partial_statements(world), veiled=veiled)


def _broken(documents: Documents, bag: Bag) -> set[str]:
    """Return every word of the files that could not be read completely, since their declarations are unknown."""
    files = {finding.span.file for finding in bag if finding.span is not None and finding.code != SAME_NAME}
    texts = [text.casefold() for file, text in documents.texts if file in files]
    # A name with capital letters or a '-' is reported; what it is called elsewhere is meant by it.
    words = {word for text in texts for word in WORD.findall(text + text.replace("-", "_"))}
    # A board is laid out by numbers that may stand in those files, and makes the directions.
    return words | {DIRECTION, *COMPASS} if words else words


def _declare(world: World) -> None:
    """Register everything that has a name."""
    bind_kinds(world)
    bind_constants(world)
    bind_tables(world)
    bind_state_fields(world)
    check_relation_names(world)
    declare_item_names(world)
    world.defines = bind_defines(world, items_of_sort(world, Define))


def _bind_rules(world: World) -> Ruleset:
    """Bind everything that refers to names."""
    bind_initial_zones(world)
    starts = bind_initial_values(world)
    bind_define_adjustments(world, rules_of_sort(world, Adjust))
    procedures = bind_procedures(world)
    events, put_off = bind_events(world)
    piece_rules, piece_conditions = bind_piece_rules(world)
    game = world.documents.game
    ruleset = Ruleset(
        id=game.id,
        name=game.name,
        version=game.version,
        digest=world.documents.digest,
        documents=dataclasses.replace(world.documents, sizes=world.documents.sizes | world.named),
        options=world.options,
        players=game.players,
        kinds=world.kinds,
        named=world.elements,
        constants=world.constants,
        tables=world.tables,
        state=world.state,
        state_types=world.state_types,
        audiences=bind_field_viewers(world),
        starts=starts,
        defines=world.defines,
        procedures={**procedures, **put_off},
        piece_rules=piece_rules,
        piece_conditions=piece_conditions,
        phases=bind_phases(world),
        setup=bind_setup(world, procedures),
        triggers=bind_triggers(world),
        events=events,
        moments=bind_moments(world),
        at_any_time=bind_anytime_options(world),
        stages=bind_stages(world),
        ranking=bind_ranking(world),
        invariants=bind_invariants(world),
        standing=world.standing,
        only_by=bind_write_claims(world),
        hidden=bind_hidden_fields(world),
        citations={},
        own_citations={rule: tuple(one.id for one in step.cites) for rule, (_, step) in world.citing_steps.items()},
        in_part=(),
        veiled=(),
        facts=tuple(sorted(world.facts)),
        turns=world.turns,
        variables=world.keys,
    )
    check_unused_additions(world)
    check_hidden_rules(world)
    check_unused_waives(world)
    return ruleset

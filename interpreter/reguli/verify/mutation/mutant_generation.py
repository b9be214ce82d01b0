"""Generation of all mutants of a ruleset, and of the ruleset with one mutant applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from reguli.language.syntax_tree.top_level_items import Moment
from reguli.model import types as ty
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_statements,
    all_terms,
    child_terms,
    nested_bodies,
    option_variables,
)
from reguli.model.resolved_ruleset import (
    DEEPER,
    BoundDefine,
    BoundMoment,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    BoundTrigger,
    Ruleset,
    without_copy_depth,
)
from reguli.ruleset.document_nodes import Lasting, StageDecl, StateDecl
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.verify.mutation import mutant, statement_mutations
from reguli.verify.mutation.mutant import (
    FALSE,
    GONE,
    Change,
    InfectionCondition,
    Key,
    Mutant,
    MutantTexts,
    NodeMutation,
    node_key,
    node_span,
    remove_item,
    replace_fields,
    replaced_text,
    statement_run_key,
)
from reguli.verify.mutation.statement_mutations import condition_infections
from reguli.verify.report import finding_id

# -- rule mutations --------------------------------------------------------------------------------------------------
# Faults of whole rules: a procedure that does nothing, a define that is nothing, a moment moved, a stage that never comes, a criterion turned.


Of = Callable[[Any, MutantTexts, Ruleset], Iterator[NodeMutation]]
Edge = Literal["before", "start", "end"]
EDGES: Final[Mapping[Edge, Edge]] = MappingProxyType({"start": "end", "end": "start", "before": "end"})
"""The moment that a rule is moved to."""
LASTS: Final = get_args(Lasting)


def rule_variations(node: object, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    """Yield the mutations of a whole rule."""
    of = RULES.get(type(node))
    if of is not None:
        yield from of(node, words, ruleset)


def _procedure(node: BoundProcedure, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if len(node.body) > 1:
        yield NodeMutation("rule", Said("fault.idle", what=node.id), replace_fields(body=()))


def _define(node: BoundDefine, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    for instead, phrase in _nothings(node.type):
        if instead != node.value:
            signs = condition_infections(node.value, instead)
            yield NodeMutation("rule", Said(phrase, what=node.id), replace_fields(value=instead), signs, as_sign=True)
    for at, (adjust, condition, _) in enumerate(node.adjusts):
        said = Said("fault.adjust_left_out", what=adjust.name)
        yield NodeMutation(
            "adjust",
            said,
            remove_item("adjusts", at),
            condition_infections(condition, FALSE),
            adjust.span,
            as_sign=True,
        )


def _nothings(kind: ty.Type) -> Iterator[tuple[t.Term, str]]:
    """Yield the empty values of a type with their descriptions; for a truth value, always and never."""
    match kind:
        case ty.TruthType():
            yield t.Constant(kind, 1), "fault.always"
            yield t.Constant(kind, 0), "fault.never"
        case ty.CollectionType():
            yield t.Listed(kind, ()), "fault.is_nothing"
        case ty.ElementType():
            yield t.Constant(kind, -1, "none"), "fault.is_nothing"
        case ty.NumberType():
            yield t.Constant(kind, 0), "fault.is_nothing"
        case ty.NumbersType() | ty.GroupsType() | ty.BundleType() | ty.PlaceType() | ty.UnknownType():
            return


def _trigger(node: BoundTrigger, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    signs = condition_infections(node.condition, FALSE)
    yield NodeMutation("rule", Said("fault.rule_left_out", what=node.id), lambda one: GONE, signs, as_sign=True)


def _moment(node: BoundMoment, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    name = node.procedure.id
    yield NodeMutation("rule", Said("fault.rule_left_out", what=name), lambda one: GONE)
    yield from _moved(node.moment, name, lambda one, moment: replace(one, moment=moment))


def _moved(moment: Moment, name: str, change: Callable[[Any, Moment], Any]) -> Iterator[NodeMutation]:
    if moment.of == "round" and moment.edge == "before":
        return
    other = replace(moment, edge=EDGES[moment.edge])
    said = Said("fault.moment_moved", what=name, before=_text(moment), now=_text(other))
    yield NodeMutation("moment", said, lambda one: change(one, other))


def _text(moment: Moment) -> str:
    return f"{moment.edge} of {moment.of}" if moment.edge != "before" else f"before {moment.of}"


def _ranking(node: BoundRanking, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    signs = (InfectionCondition(node_key(node.by)),)
    yield NodeMutation("rule", Said("fault.criterion_left_out", what=node.text), lambda one: GONE, signs)
    other = {"most": "least", "least": "most"}.get(node.order)
    if other is not None:
        said = Said("fault.criterion_turned", what=node.text, before=node.order, now=other)
        yield NodeMutation("order", said, lambda one: replace(one, order=other), signs)


def _stage(node: BoundStage, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if node.when is None and node.card is None:
        return
    signs = condition_infections(node.when, FALSE) if node.when is not None and node.card is None else ()
    never = replace_fields(when=None if node.when is None else FALSE, card=None, deck=None)
    yield NodeMutation("rule", Said("fault.stage_never", what=node.id), never, signs)
    for at, source in enumerate(node.sources if len(node.sources) > 1 else ()):
        said = Said("fault.source_left_out", what=node.id, source=ruleset.stages[source].id)
        yield NodeMutation("part", said, remove_item("sources", at), signs)


def _declared_stage(node: StageDecl, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if node.effective is not None:
        yield from _moved(node.effective, node.id, lambda one, moment: replace(one, effective=moment))
    if node.checked is not None:
        yield from _moved(node.checked, node.id, lambda one, moment: replace(one, checked=moment))


def _state(node: StateDecl, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    if node.capacity is not None and node.capacity > 1:
        fewer = node.capacity - 1
        said = Said("fault.capacity", what=node.id, before=node.capacity, now=fewer)
        yield NodeMutation("number", said, replace_fields(capacity=fewer))
    if node.lasts != "game":
        at = LASTS.index(node.lasts)
        for other in LASTS[max(0, at - 1) : at + 2]:
            if other != node.lasts and (other != "turn" or ruleset.turns):
                said = Said("fault.lasts", what=node.id, before=node.lasts, now=other)
                yield NodeMutation("moment", said, replace_fields(lasts=other))


RULES: Final[Mapping[type, Of]] = MappingProxyType(
    {
        BoundProcedure: _procedure,
        BoundDefine: _define,
        BoundTrigger: _trigger,
        BoundMoment: _moment,
        BoundRanking: _ranking,
        BoundStage: _stage,
        StageDecl: _declared_stage,
        StateDecl: _state,
    }
)
"""By class: what may be wrong of a rule as a whole."""


# -- mutant generation -----------------------------------------------------------------------------------------------


# -- mutation sites --------------------------------------------------------------------------------------------------
# Where in a ruleset something may be wrong: every node of its rules with the way there, the rule it stands in and what may be named there.


ROOTS: Final = (
    "procedures",
    "phases",
    "setup",
    "triggers",
    "events",
    "moments",
    "at_any_time",
    "piece_rules",
    "defines",
    "stages",
    "ranking",
    "starts",
)
"""What of a ruleset may be wrong; what must always hold is no rule, and neither is what a loop keeps."""
UNTOLD: Final = frozenset({"span", "type", "node", "rule", "cites", "text", "reason", "written", "moment", "variable"})
"""Fields in which no rule stands: what is said of a refusal is one of them."""
MODULES: Final = frozenset({b.__name__, BoundDefine.__module__})
"""Where the classes of rules are made: what is of another class was declared and not bound."""
Step = str | int | tuple[str, str]
Path = tuple[Step, ...]


@frozen_class
class MutationSite(FrozenValue):
    """A node: its path from the ruleset, its rule, and the variables in scope.

    ``terms`` are the terms it stands within, each with the length of the way to it, the outermost first; ``statement`` and ``decision`` are those around it.
    """

    node: Any
    path: Path
    rule: str
    scope: tuple[t.Variable, ...] = ()
    terms: tuple[tuple[t.Term, int], ...] = ()
    statement: b.Ruled | None = None
    depth: int = 0
    """The length of the way to that statement."""
    decision: b.Ask | None = None


def mutation_sites(ruleset: Ruleset) -> Iterator[MutationSite]:
    """Yield every node of the rules in pre-order; the same rule may be reached along several paths."""
    for name in ROOTS:
        yield from _through(getattr(ruleset, name), MutationSite(None, (name,), ""))
    for (kind, condition), rules in ruleset.piece_conditions.items():
        for at, element in enumerate(ruleset.kinds[kind].elements):
            path, rule = ("piece_conditions", (kind, condition), at), f"rule:{kind}.{condition}/{element}"
            yield from _through(rules[at], MutationSite(None, path, rule))
    for name, state in ruleset.state.items():
        yield MutationSite(state, ("state", name), f"state:{name}")
    for at, stage in enumerate(ruleset.documents.game.stages):
        yield MutationSite(stage, ("documents", "game", "stages", at), f"stage:{stage.id}")


def _through(value: Any, at: MutationSite) -> Iterator[MutationSite]:
    """Traverse a mapping, a sequence or a node."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            rule = f"state:{key}" if at.path == ("starts",) else at.rule
            yield from _through(one, replace(at, path=(*at.path, key), rule=rule))
    elif isinstance(value, t.Placed):
        yield from _through_term(value, at)
    elif isinstance(value, tuple):
        yield from _through_row(value, at)
    elif isinstance(value, FrozenValue) and type(value).__module__ in MODULES and not isinstance(value, b.Claim):
        yield from _through_node(value, at)


def _through_term(term: Any, at: MutationSite) -> Iterator[MutationSite]:
    yield replace(at, node=term)
    within = (*at.terms, (term, len(at.path)))
    for name in term.__match_args__:
        value = getattr(term, name)
        if name not in UNTOLD and isinstance(value, t.Placed | tuple):
            yield from _through(value, replace(at, path=(*at.path, name), terms=within))


def _through_row(row: tuple[Any, ...], at: MutationSite) -> Iterator[MutationSite]:
    scope = at.scope
    for number, one in enumerate(row):
        yield from _through(one, replace(at, path=(*at.path, number), scope=scope))
        if isinstance(one, b.Binding):
            scope = (*scope, one.variable)


def _through_node(node: Any, at: MutationSite) -> Iterator[MutationSite]:
    here = replace(at, node=node, rule=_rule_of(node, at), scope=(*at.scope, *_names(node)))
    yield here
    if isinstance(node, b.Ask):
        here = replace(here, decision=node)
    if isinstance(node, b.Ruled) and not isinstance(node, b.Guard | b.BoundOption):
        here = replace(here, statement=node, depth=len(here.path))
    bodies = dict(_scopes(node)) if isinstance(node, b.Ruled) else {}
    for name in node.__match_args__:
        if name not in UNTOLD:
            value = getattr(node, name)
            scope = (*here.scope, *bodies.get(id(value), ()))
            yield from _through(value, replace(here, path=(*here.path, name), scope=scope, terms=()))


def _scopes(statement: Any) -> Iterator[tuple[int, tuple[t.Variable, ...]]]:
    if isinstance(statement, b.BoundStatement) and not isinstance(statement, b.Ask):
        yield from ((id(body), held) for body, held in nested_bodies(statement))


def _names(node: Any) -> tuple[t.Variable, ...]:
    """Return the variables that a node brings into scope for its children."""
    match node:
        case BoundProcedure(parameters=parameters) | BoundDefine(parameters=parameters):
            return parameters
        case b.BoundOption():
            return option_variables(node)
        case BoundTrigger(variable=variable) if variable is not None:
            return (variable,)
        case _:
            return ()


def _rule_of(node: Any, at: MutationSite) -> str:
    """Return the id of the rule that a node is, or belongs to."""
    match node:
        case BoundProcedure(rule=rule) | b.Ask(rule=rule) | b.BoundOption(rule=rule) | b.Guard(rule=rule):
            return f"rule:{without_copy_depth(rule)}"
        case BoundTrigger(procedure=procedure) | BoundMoment(procedure=procedure):
            return f"rule:{without_copy_depth(procedure.rule)}"
        case b.Waiver(rule=rule):
            return f"rule:waive.{rule.removeprefix(at.rule.removeprefix('rule:') + '/')}"
        case BoundDefine(id=own):
            return f"rule:define.{without_copy_depth(own)}"
        case BoundStage(id=own):
            return f"stage:{own}"
        case BoundRanking():
            return f"ranking:{_number(at) + 1}"
        case _:
            return at.rule


def _number(at: MutationSite) -> int:
    last = at.path[-1]
    assert isinstance(last, int)
    return last


# -- mutant generation -----------------------------------------------------------------------------------------------


CARRYING: Final = (t.Constant, t.Fact, t.Arithmetic, t.Interval, t.Cell, t.Builtin, t.Fixed, t.Listed, t.Share)
"""Terms whose value is but a part of what is asked: whether it matters is seen in the term around them."""

PLACES: Final = (t.Tracked, t.Variety, t.Contents, t.Amount, t.Occupant)
"""Terms that may be asked where something lies, and not for a value."""


@dataclass(slots=True)
class MutatedRuleset:
    """A ruleset under some options to which mutants are applied one at a time."""

    ruleset: Ruleset
    _paths: dict[Key, list[Path]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find every node once."""
        for site in mutation_sites(self.ruleset):
            self._paths.setdefault(node_key(site.node), []).append(site.path)

    def has(self, fault: Mutant) -> bool:
        """Return whether the mutated place exists under these options."""
        return all(key in self._paths for key in fault.keys)

    def with_fault(self, fault: Mutant) -> Ruleset:
        """Return the ruleset with a mutant applied; it has a digest of its own."""
        found: Any = self.ruleset
        for key in fault.keys:
            for path in reversed(self._paths.get(key, ())):
                found = _put(found, path, fault.change)
        assert isinstance(found, Ruleset)
        return replace(found, digest=f"{self.ruleset.digest} {fault.id}")


def _put(value: Any, path: Path, change: Change) -> Any:
    if not path:
        return change(value)
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, step: _put(value[step], rest, change)}
    if isinstance(value, tuple):
        assert isinstance(step, int)
        new = _put(value[step], rest, change)
        return (*value[:step], *(() if new is GONE else (new,)), *value[step + 1 :])
    assert isinstance(step, str)
    new = _put(getattr(value, step), rest, change)
    return replace(value, **{step: None if new is GONE else new})


def _put_at(path: Path, change: Change, value: Any) -> Any:
    return _put(value, path, change)


def all_mutants(ruleset: Ruleset, sources: Sources) -> tuple[Mutant, ...]:
    """Return every mutant of a ruleset: for each rule the whole rule first, then in source order."""
    words, sites = MutantTexts(sources), tuple(mutation_sites(ruleset))
    several, made = _in_several(sites), dict[str, Mutant]()
    for alike in _places(sites):
        site = alike[0]
        for one in _variations(site, words, ruleset):
            said = _in_its_place(one.said, site, words)
            name = _new_id(made, one.operator, site.rule, repr(said))
            # A condition that stands in several rules is wrong in all of them, and this fault is one of a single rule.
            alone = not any(sign.key in several for sign in one.signs)
            made[name] = _fault(name, said, alike, one if alone else replace(one, as_sign=False), ruleset)
    for fault in _of_constants(ruleset):
        made.setdefault(fault.id, fault)
    return tuple(made.values())


def _places(sites: Iterable[MutationSite]) -> Iterator[list[MutationSite]]:
    """Return the sites of every node written once, grouped by the term or statement; copies are left out."""
    found: dict[Key, dict[tuple[object, ...], MutationSite]] = {}
    for site in sites:
        if not _is_copy(site):
            around = (
                site.rule,
                site.statement and node_key(site.statement),
                *(node_key(term) for term, _ in site.terms),
            )
            found.setdefault(node_key(site.node), {}).setdefault(around, site)
    return (list(alike.values()) for alike in found.values())


def _new_id(made: Mapping[str, Mutant], operator: str, rule: str, operand: str) -> str:
    """Return the id of a mutant; further mutants with the same description get a number."""
    name, again = finding_id("mutation", operator, rule, operand), 1
    while name in made:
        again += 1
        name = finding_id("mutation", operator, rule, f"{operand} {again}")
    return name


def _in_several(sites: Sequence[MutationSite]) -> frozenset[Key]:
    """Return the terms that are written once but belong to several rules, such as those for every card."""
    rules: dict[Key, set[str]] = {}
    for site in sites:
        if isinstance(site.node, t.Placed):
            rules.setdefault(node_key(site.node), set()).add(site.rule)
    return frozenset(key for key, own in rules.items() if len(own) > 1)


def _fault(name: str, said: Said, alike: Sequence[MutationSite], variation: NodeMutation, ruleset: Ruleset) -> Mutant:
    """Return a mutant of a node that occurs at the sites ``alike``."""
    node, signs = alike[0].node, [variation.signs or _signs(site, variation, ruleset) for site in alike]
    terms, statements = _within(alike, variation, signs)
    return Mutant(
        name,
        variation.operator,
        alike[0].rule,
        variation.span or node_span(node),
        said,
        (node_key(node),),
        variation.change,
        tuple(dict.fromkeys(sign for own in signs for sign in own)),
        terms,
        statements,
    )


def _within(
    alike: Sequence[MutationSite], variation: NodeMutation, signs: Sequence[tuple[InfectionCondition, ...]]
) -> tuple[tuple[InfectionCondition, ...], tuple[InfectionCondition, ...]]:
    """Return the terms and statements that contain all effects of a mutant; none if this is unknown for one of its sites."""
    terms, statements = dict[Key, InfectionCondition](), dict[Key, InfectionCondition]()
    for site, own in zip(alike, signs, strict=True):
        done = _done(site, variation.change)
        if variation.as_sign or (isinstance(site.node, t.Placed) and _is_inside(site)):
            terms.setdefault(own[0].key, own[0])
        elif done is not None:
            statements.setdefault(done.key, done)
        else:
            return (), ()
    return tuple(terms.values()), tuple(statements.values())


def _done(site: MutationSite, change: Change) -> InfectionCondition | None:
    """Return the statement that is changed or contains the changed term, with its mutated form, or none."""
    node, statement = site.node, site.statement
    if isinstance(node, t.Placed) and statement is not None:
        return InfectionCondition(node_key(statement), partial(_put_at, site.path[site.depth :], change))
    is_done = isinstance(node, b.Ruled) and not isinstance(node, b.Guard | b.BoundOption)
    return InfectionCondition(node_key(node), change) if is_done else None


def _in_its_place(said: Said, site: MutationSite, words: MutantTexts) -> Said:
    """Return the description of a number or element with its context: ``1`` alone would be ambiguous."""
    values = dict(said.args)
    now = values.get("now")
    if said.phrase != "fault.were" or not isinstance(now, str) or not isinstance(site.node, t.Constant):
        return said
    for outer, _ in reversed(site.terms):
        found = words.within(site.node, outer, now)
        if found is not None and found[0] != values["before"]:
            return replaced_text(*found)
    return said


def _is_copy(site: MutationSite) -> bool:
    return any(isinstance(step, str) and DEEPER in step for step in site.path)


def _variations(site: MutationSite, words: MutantTexts, ruleset: Ruleset) -> Iterator[NodeMutation]:
    node = site.node
    if isinstance(node, t.Placed):
        yield from mutant.term_variations(node, words, ruleset)  # type: ignore[arg-type]
    elif isinstance(node, b.Ruled | b.Waiver):
        yield from statement_mutations.statement_variations(node, words, ruleset, site.scope)
    else:
        yield from rule_variations(node, words, ruleset)


def _signs(site: MutationSite, variation: NodeMutation, ruleset: Ruleset) -> tuple[InfectionCondition, ...]:
    """Return the infection conditions of a mutation, by the node it applies to."""
    node = site.node
    match node:
        case t.Placed():
            return _of_term(site, variation.change)
        case b.BoundOption():
            own = [parameter.domain for parameter in node.parameters]
            own += [check.condition for check in node.checks if isinstance(check, b.Guard)]
            asked = () if site.decision is None else (site.decision.actor,)
            return tuple(InfectionCondition(node_key(term)) for term in (*own, *asked))
        case b.Perform(procedure=procedure, later=False):
            return _run(ruleset.procedures[procedure].body)
        case BoundProcedure(body=body):
            return _run(body)
        case StateDecl(owner=owner, id=own) if variation.operator == "number":
            filling = tuple(_filling(ruleset, f"{owner}.{own}"))
            return () if any(isinstance(one, b.TakeTop) for one in filling) else _shown(filling)
        case b.Leave() | b.Settle() | b.Announce() | b.PerformPiece() | b.TakeTop():
            return ()
        case b.Ruled():
            return _run((node,))  # type: ignore[arg-type]
        case _:
            return ()


def _run(body: b.Body) -> tuple[InfectionCondition, ...]:
    """Return conditions that detect the execution of any of some statements, or of a term that they evaluate; none if no statement has a term."""
    asked = [InfectionCondition(node_key(term)) for one in body if isinstance(one, b.Ask) for term in _asked_of(one)]
    # What is drawn is drawn by the program: nobody sees the statement run, or its places asked for.
    told = any(child_terms(one) for one in body if not isinstance(one, b.TakeTop))
    return (*asked, *_shown(body)) if told else ()


def _filling(ruleset: Ruleset, field: str) -> Iterator[b.BoundStatement]:
    """Yield the statements that put an item into a field."""
    for statement in all_statements(ruleset):
        match statement:
            case b.Relocate(target=place) | b.Transfer(target=place) | b.Enlist(place=place) | b.TakeTop(target=place):
                if place is not None and any(
                    isinstance(one, t.Tracked) and one.field == field for one in all_terms(place)
                ):
                    yield statement
            case b.Changing() | b.Give() | b.Cast() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                pass


def _shown(statements: Iterable[b.BoundStatement]) -> tuple[InfectionCondition, ...]:
    """Return conditions that detect the execution of one of some statements, directly or by a term that it evaluates."""
    return tuple(
        sign
        for one in statements
        for sign in (
            InfectionCondition(statement_run_key(one.rule)),
            *(InfectionCondition(node_key(term)) for term in child_terms(one)),
        )
    )


def _asked_of(node: b.Ask) -> Iterator[t.Term]:
    yield node.actor
    for option in node.options:
        yield from (parameter.domain for parameter in option.parameters)


def _seen_around(site: MutationSite, change: Change) -> InfectionCondition:
    """Return the condition on the enclosing term if a node only carries part of a value."""
    node, path = site.node, site.path
    if isinstance(node, CARRYING) and site.terms:
        around = [one for one in reversed(site.terms) if not isinstance(one[0], CARRYING)]
        term, depth = around[0] if around else site.terms[0]
        return InfectionCondition(node_key(term), partial(_put_at, path[depth:], change))
    return InfectionCondition(node_key(node), change)


def _is_inside(site: MutationSite) -> bool:
    """Return whether a term is always evaluated as a value: neither as a place, nor as a number known in advance."""
    around = (site.node, *(term for term, _ in site.terms))
    known = isinstance(site.node, t.Constant) and not site.terms
    return not known and site.path[0] != "starts" and not any(isinstance(one, PLACES) for one in around)


def _of_term(site: MutationSite, change: Change) -> tuple[InfectionCondition, ...]:
    """Return the infection conditions of a mutation in a term; if the term is a place, execution of its statement is one."""
    # What a field starts with is asked by nobody, and what is drawn is drawn by the program.
    if site.path[0] == "starts" or (isinstance(site.statement, b.TakeTop) and not _is_inside(site)):
        return ()
    seen = _seen_around(site, change)
    run = (
        ()
        if site.statement is None or _is_inside(site)
        else (InfectionCondition(statement_run_key(site.statement.rule)),)
    )
    return (seen, *run)


def _of_constants(ruleset: Ruleset) -> Iterator[Mutant]:
    """Yield mutants that add one to a constant that a rule uses, in all of its uses."""
    named: dict[str, list[MutationSite]] = {}
    for site in mutation_sites(ruleset):
        if isinstance(site.node, t.Constant) and site.node.origin is not None:
            known = ruleset.constants.get(site.node.origin)
            if known is not None and site.node.value == known.value:
                named.setdefault(known.id, []).append(site)
    for name, places in named.items():
        constant = ruleset.constants[name]
        said = Said("fault.were", before=f"{name} {constant.value}", now=f"{name} {constant.value + 1}")
        keys = tuple(dict.fromkeys(node_key(site.node) for site in places))
        rule = f"constant:{name}"
        signs = tuple(sign for site in places for sign in _of_term(site, _one_more))
        yield Mutant(
            finding_id("mutation", "constant", rule), "constant", rule, constant.span, said, keys, _one_more, signs
        )


def _one_more(constant: t.Constant) -> t.Constant:
    return replace(constant, value=constant.value + 1)


def mutants_by_rule(faults: Sequence[Mutant]) -> dict[str, list[Mutant]]:
    """Return the mutants of each rule, in order."""
    found: dict[str, list[Mutant]] = {}
    for one in faults:
        found.setdefault(one.rule, []).append(one)
    return found

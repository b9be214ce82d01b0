"""Who reads a value: every rule that names a constant, a table, a field of an element or a define."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Apply, Cell, Constant, Fixed, Term
from reguli.model.bound_tree.tree_traversal import all_terms, statement_terms, statements_of, written_procedures
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import NumberType
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span


@kept
class Reading(Kept):
    """One place of the rules and what it computes with."""

    rule: str
    span: Span
    cites: tuple[str, ...]
    terms: tuple[Term, ...]


@kept
class Target(Kept):
    """What is looked for: a constant, a table, a field of a kind or a define, by its id."""

    form: str
    """``constant``, ``table``, ``field`` or ``define``."""
    id: str
    field: str = ""
    """Of a field: its name; ``id`` is then the kind."""


def readers(ruleset: Ruleset, target: Target) -> tuple[Reading, ...]:
    """Give the places of the rules that read a value, in the order of their files and lines; each rule once."""
    found: dict[tuple[str, Span], Reading] = {}
    for reading in readings(ruleset):
        if any(_is_read(term, target) for outer in reading.terms for term in all_terms(outer)):
            found.setdefault((reading.rule, reading.span), reading)
    return tuple(
        sorted(found.values(), key=lambda reading: (reading.span.file, reading.span.line, reading.span.column))
    )


def _is_read(term: Term, target: Target) -> bool:
    match term:
        case Constant(NumberType(), _, origin):
            return target.form == "constant" and origin == target.id
        case Cell(_, table):
            return target.form == "table" and table == target.id
        case Fixed(_, kind, field):
            return target.form == "field" and (kind, field) == (target.id, target.field)
        case Apply(_, define):
            return target.form == "define" and define == target.id
        case _:
            return False


def readings(ruleset: Ruleset) -> Iterator[Reading]:
    """Give every place of the rules that computes something."""
    for procedure in written_procedures(ruleset):
        yield from _of_procedure(procedure)
    yield from _of_defines(ruleset)
    yield from _of_game(ruleset)


def _of_procedure(procedure: BoundProcedure) -> Iterator[Reading]:
    for statement in statements_of(procedure.body):
        if isinstance(statement, b.Ask):
            yield Reading(statement.rule, statement.span, statement.cites or procedure.cites, (statement.actor,))
            for option in statement.options:
                yield from _of_option(option)
        else:
            yield Reading(statement.rule, statement.span, procedure.cites, tuple(statement_terms(statement)))


def _of_option(option: b.BoundOption) -> Iterator[Reading]:
    for parameter in option.parameters:
        yield Reading(option.rule, parameter.span, option.cites, (parameter.domain,))
    guards = [parameter.where for parameter in option.parameters if parameter.where is not None]
    for check in (*guards, *option.checks):
        if isinstance(check, b.Give):
            yield Reading(check.rule, check.span, option.cites, (check.value,))
        else:
            waivers = tuple(waiver.condition for waiver in check.waivers)
            terms = (check.condition, *check.reason.arguments, *waivers)
            yield Reading(check.rule, check.span, check.cites or option.cites, terms)


def _of_defines(ruleset: Ruleset) -> Iterator[Reading]:
    for define in ruleset.written_defines:
        yield Reading(define.id, define.node.span, tuple(cite.id for cite in define.node.cites), (define.value,))
        for adjust, condition, amount in define.adjusts:
            yield Reading(
                f"adjust.{adjust.name}", adjust.span, tuple(cite.id for cite in adjust.cites), (condition, amount)
            )


def _of_game(ruleset: Ruleset) -> Iterator[Reading]:
    """Give what stands in the YAML of the game: stages, ranking, start values; and triggers and invariants."""
    declared = ruleset.documents.game
    for trigger in ruleset.triggers:
        node = trigger.procedure.node
        if node is not None:
            yield Reading(trigger.procedure.rule, node.span, trigger.procedure.cites, (trigger.condition,))
    for stage, written in zip(ruleset.stages, declared.stages, strict=True):
        if stage.when is not None:
            yield Reading(f"stage.{stage.id}", written.span, written.source.cites, (stage.when,))
    for criterion, ranked in zip(ruleset.ranking, declared.ranking, strict=True):
        yield Reading("ranking", ranked.span, ranked.source.cites, (criterion.by,))
    for invariant in ruleset.invariants:
        yield Reading(invariant.rule, invariant.span, (), (invariant.condition, *invariant.reason.arguments))
    for name, start in ruleset.starts.items():
        state = ruleset.state.get(name)
        if state is not None:
            yield Reading(f"state.{name}", state.span, state.source.cites, (start,))
    for name, (_, audience) in ruleset.audiences.items():
        state = ruleset.state[name]
        yield Reading(f"state.{name}", state.span, state.source.cites, (audience,))
    for (kind, field), rules in ruleset.piece_conditions.items():
        for element, rule in zip(ruleset.kinds[kind].elements, rules, strict=True):
            if rule is not None:
                yield Reading(f"{kind}.{element}.{field}", ruleset.kinds[kind].span, (), (rule[1],))


def names_read(term: Term) -> Iterator[str]:
    """Give the ids of the constants, tables and defines that a term names."""
    for inner in all_terms(term):
        match inner:
            case Constant(NumberType(), _, str(name)) | Cell(_, name) | Apply(_, name):
                yield name
            case _:
                pass

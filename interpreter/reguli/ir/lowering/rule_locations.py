"""Source locations of rules by stable id, for runtime findings and the journal."""

from __future__ import annotations

from reguli.ir.program import RulePlace
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.tree_traversal import all_procedures, child_bodies, option_waivers
from reguli.model.resolved_ruleset import Ruleset

Places = dict[str, RulePlace]


def rule_source_locations(ruleset: Ruleset) -> Places:
    """Return the place and citations of every rule; one without citations inherits those of its container."""
    places: Places = {}
    for procedure in all_procedures(ruleset):
        if procedure.node is not None:
            places[procedure.rule] = RulePlace(procedure.node.span, procedure.cites)
        _statements(procedure.body, procedure.cites, places)
    for invariant in ruleset.invariants:
        places[invariant.rule] = RulePlace(invariant.span, ())
    for stage in ruleset.documents.game.stages:
        places[f"stage.{stage.id}"] = RulePlace(stage.span, stage.source.cites)
    return places


def _statements(body: b.Body, cites: tuple[str, ...], places: Places) -> None:
    for statement in body:
        own = cites
        if isinstance(statement, b.Ask):
            own = statement.cites or cites
            for option in statement.options:
                _option(option, own, places)
            if statement.otherwise is not None:
                _statements(statement.otherwise, own, places)
        else:
            for inner in child_bodies(statement):
                _statements(inner, cites, places)
        places[statement.rule] = RulePlace(statement.span, own)


def _option(option: b.BoundOption, cites: tuple[str, ...], places: Places) -> None:
    own = option.cites or cites
    places[option.rule] = RulePlace(option.span, own)
    for parameter in option.parameters:
        if parameter.where is not None:
            places[parameter.where.rule] = RulePlace(parameter.where.span, parameter.where.cites or own)
    for check in option.checks:
        if isinstance(check, b.Guard):
            places[check.rule] = RulePlace(check.span, check.cites or own)
    for waiver in option_waivers(option):
        _statements(waiver.body, own, places)
    _statements(option.effects, own, places)

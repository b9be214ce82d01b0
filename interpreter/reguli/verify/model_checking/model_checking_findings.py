"""What looking at every position comes to, as findings with the shortest way there, and as what holds."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.model.rule_ids import as_written
from reguli.source.diagnostic import Diagnostic, finding, said_by
from reguli.source.message_arguments import Said, some_of
from reguli.source.span import Span
from reguli.verify.model_checking.checked_instance import Instance
from reguli.verify.model_checking.counterexample_paths import way_to
from reguli.verify.model_checking.cycle_search import rings_of
from reguli.verify.model_checking.state_search import Kind, Search, Trouble
from reguli.verify.report.finding_types import Found, Holds, Level, Severity, made_id

KEPT_BY_ENGINE = frozenset({"round", "phase", "stage", "take_back"})
"""What notes tell of that no rule does."""


def told(search: Search) -> Iterator[Found | Holds]:
    """Say everything that was found in the positions of an instance, and where all were looked at what holds in them."""
    for kind, trouble in search.troubles.items():
        yield _trouble(search, kind, trouble)
    if search.graph.positions:
        yield from _rings(search)
    if search.complete:
        yield from _never(search)
        yield from _holds(search)


def _found(search: Search, severity: Severity, rule: str, diagnostic: Diagnostic) -> Found:
    name = search.instance.name
    return Found(made_id("exhausted", diagnostic.code, rule, name), "exhausted", severity, diagnostic, as_written(rule))


def _trouble(search: Search, kind: Kind, trouble: Trouble) -> Found:
    instance, (_, rule) = search.instance, kind
    way = way_to(search.stepping, search.graph, trouble.position, trouble.step)
    span = _span(instance, rule)
    if trouble.fault is None:
        decision = rule.rpartition("/")[2]
        told = finding(
            "V501",
            span,
            where=instance.said,
            decision=decision,
            player=way.actor,
            count=trouble.count,
            way=way.said,
        )
        return _found(search, "error", rule, told)
    wrong = said_by(fault_diagnostic(instance.program, trouble.fault))
    told = finding("V502", span, where=instance.said, what=wrong, count=trouble.count, way=way.said)
    return _found(search, "error", rule, told)


def _rings(search: Search) -> Iterator[Found]:
    """Say from where no end can be reached, and where one may go round."""
    instance, rings = search.instance, rings_of(search.graph)
    if rings.endless is not None:
        way = way_to(search.stepping, search.graph, rings.endless)
        told = finding("V503", instance.span, where=instance.said, count=rings.caught, way=way.said)
        yield _found(search, "error", "", told)
    if rings.may_go_on is not None:
        way = way_to(search.stepping, search.graph, rings.may_go_on)
        told = finding("V504", instance.span, where=instance.said, count=rings.going_on, way=way.said)
        yield _found(search, "note", "", told)


def _never(search: Search) -> Iterator[Found]:
    """Say what never happens: of a whole game rule by rule, of a scale, which leaves things out on purpose, in one note."""
    instance = search.instance
    notes = enumerate(instance.program.notes)
    idle = [note for at, note in notes if at not in search.stepping.noted and note.verb not in KEPT_BY_ENGINE]
    done = _done(search)
    never = {as_written(note.rule): note for note in idle if as_written(note.rule) not in done}
    if instance.whole:
        for rule, note in never.items():
            what = Said("exhausted.chosen" if note.verb == "choose" else "exhausted.done", rule=rule)
            yield _found(search, "warning", rule, finding("V505", note.span, what=what, where=instance.said))
    elif never and instance.name:
        told = finding("V507", instance.span, where=instance.said, count=len(never), rules=some_of([*never]))
        yield _found(search, "note", "", told)


def _done(search: Search) -> dict[str, None]:
    """Give the rules that did something."""
    notes = search.instance.program.notes
    return dict.fromkeys(as_written(notes[at].rule) for at in sorted(search.stepping.noted))


def _holds(search: Search) -> Iterator[Holds]:
    """Say of each rule that was come to what holds of it in every position."""
    instance = search.instance
    by = Said("exhausted.every_position", where=instance.said, count=search.graph.positions)
    failing = {as_written(rule) for code, rule in search.troubles if code}
    stuck = {rule for code, rule in search.troubles if not code}
    for rule in _done(search):
        if rule not in failing and rule in instance.program.rules:
            yield Holds(rule, "no fault", Level.EXHAUSTED, by)
    for rule in sorted(search.asked - stuck):
        yield Holds(as_written(rule), "some move", Level.EXHAUSTED, by)
    for invariant in instance.program.ruleset.invariants:
        if invariant.rule not in failing:
            yield Holds(invariant.rule, "claim", Level.EXHAUSTED, by)


def left_out(search: Search) -> Found:
    """Say how far positions were looked at where they are too many."""
    instance, graph = search.instance, search.graph
    deep = way_to(search.stepping, graph, graph.looked - 1).moves
    told = finding(
        "V508" if instance.name else "V506", instance.span, where=instance.said, count=graph.positions, moves=deep
    )
    return _found(search, "note", "", told)


def _span(instance: Instance, rule: str) -> Span:
    place = instance.program.rules.get(rule)
    return instance.span if place is None else place.span

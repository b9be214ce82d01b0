"""Decisions that may offer nothing: no option is free, nothing else is done, and no condition before asks of what the options ask of.

That somebody asked before is no proof that there is a choice, and play may still come to none; but a decision before which nobody asked at all is
worth a look. A decision with a free option has always a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import fields_read, fields_written, run_by
from reguli.model.bound_tree.tree_traversal import guards_of, opened, statements_of, waivers_of, written_procedures
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.source.message_arguments import Said
from reguli.verify.report.finding_types import Found, Holds, Level
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.static_findings import told

Fields = frozenset[str]
NONE: Fields = frozenset()


def empty_decisions(subject: Subject) -> Iterator[Found | Holds]:
    """Find decisions before which nobody asks whether there is anything to choose; say which always offer something."""
    ruleset = subject.ruleset
    before = _Before(ruleset)
    for procedure in written_procedures(ruleset):
        before.go_through(procedure)
    apart = {ask.rule for group in ruleset.at_any_time for ask in group.body}
    for asked in before.asks.values():
        ask = asked.ask
        free = next((one.name for one in ask.options if not ask.each_once and _is_free(one, ruleset)), None)
        if ask.rule in apart or ask.otherwise is not None:
            continue
        if free is not None:
            yield Holds(ask.rule, "offers something", Level.PROVED, Said("why.free_option", name=free))
        elif before.known(asked).isdisjoint(_asked_of(ask, ruleset)):
            yield told("V124", ask.span, ask.rule, ask.name, name=ask.name)


def _is_free(option: b.BoundOption, ruleset: Ruleset) -> bool:
    """Tell whether an option may always be taken: nothing guards it, and what is chosen is always there."""
    guarded = any(True for _ in guards_of(option))
    return not guarded and all(_is_there(one.domain, ruleset) for one in option.parameters)


def _is_there(domain: t.Term, ruleset: Ruleset) -> bool:
    return isinstance(domain, t.Elements) and (domain.kind == "player" or bool(ruleset.kinds[domain.kind].elements))


def _asked_of(ask: b.Ask, ruleset: Ruleset) -> Fields:
    """Give the fields on which it hangs what a decision offers."""
    terms = [one.domain for option in ask.options for one in option.parameters]
    terms += [guard.condition for option in ask.options for guard in guards_of(option)]
    terms += [check.value for option in ask.options for check in option.checks if isinstance(check, b.Give)]
    return fields_read(ruleset, *terms)


@dataclass(slots=True)
class _Asked:
    """A decision, the procedure it stands in, and the fields that are asked of or filled before it there."""

    ask: b.Ask
    procedure: str
    fields: Fields


@dataclass(slots=True)
class _Before:
    """What is asked before decisions and before calls, in every procedure."""

    ruleset: Ruleset
    asks: dict[str, _Asked] = field(default_factory=dict)
    calls: dict[str, list[tuple[str, Fields]]] = field(default_factory=dict)
    """By procedure: who runs it, and what is asked before there."""

    def go_through(self, procedure: BoundProcedure) -> None:
        """Note the decisions and calls of a procedure."""
        begun = (one.condition for one in self.ruleset.triggers if one.procedure.id == procedure.id)
        self._body(procedure.body, fields_read(self.ruleset, *begun), procedure.id)

    def _body(self, body: b.Body, known: Fields, inside: str) -> None:
        for statement in body:
            for one in run_by(self.ruleset, statement):
                self.calls.setdefault(one.id, []).append((inside, known))
            if isinstance(statement, b.Ask):
                self.asks.setdefault(statement.rule, _Asked(statement, inside, known))
                self._options(statement, known, inside)
                continue
            within = known | fields_read(self.ruleset, *_conditions(statement))
            for inner, _ in opened(statement):
                self._body(inner, within, inside)
            known |= frozenset(
                name for one in statements_of((statement,)) for name in fields_written(self.ruleset, one)
            )
            if isinstance(statement, b.Branch) and not statement.otherwise:
                # Who leaves here asked for those who stay.
                known |= fields_read(self.ruleset, statement.condition) if _leaves(statement.then) else NONE

    def _options(self, ask: b.Ask, known: Fields, inside: str) -> None:
        for option in ask.options:
            conditions = [guard.condition for guard in guards_of(option)]
            conditions += [one.domain for one in option.parameters]
            asked = known | fields_read(self.ruleset, *conditions)
            for body in (*(waiver.body for waiver in waivers_of(option)), option.effects):
                self._body(body, asked, inside)
        if ask.otherwise is not None:
            self._body(ask.otherwise, known, inside)

    def known(self, asked: _Asked) -> Fields:
        """Give what is asked of before a decision, whoever runs the procedure it stands in."""
        return asked.fields | self._around(asked.procedure, frozenset())

    def _around(self, procedure: str, seen: frozenset[str]) -> Fields:
        callers = [one for one in self.calls.get(procedure, ()) if one[0] not in seen]
        ways = [known | self._around(caller, seen | {procedure}) for caller, known in callers]
        return frozenset.intersection(*ways) if ways else NONE


def _conditions(statement: b.BoundStatement) -> list[t.Term]:
    match statement:
        case b.Branch(condition=condition) | b.Loop(condition=condition):
            return [condition]
        case b.Each(domain=domain, where=where) | b.Around(ring=domain, where=where):
            return [domain] if where is None else [domain, where]
        case _:
            return []


def _leaves(body: b.Body) -> bool:
    return bool(body) and isinstance(body[-1], b.Leave)

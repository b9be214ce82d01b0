"""Which procedures can wait: for somebody's decision, for chance, or at a settle point."""

from __future__ import annotations

from reguli.model.analysis.dependency_cycles import reached
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.read_write_sets import effects_on, run_at_once, run_by
from reguli.model.bound_tree.tree_traversal import all_procedures, inner_bodies, statements_of
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset


class Waiting:
    """Tells for each statement whether it has to be cut into blocks."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        procedures = {procedure.id: procedure for procedure in all_procedures(ruleset)}
        self._procedures = dict.fromkeys(procedures, False)
        changed = True
        while changed:
            changed = False
            for name, procedure in procedures.items():
                if not self._procedures[name] and any(self._waits(statement) for statement in procedure.body):
                    self._procedures[name] = changed = True

    def holds(self, body: b.Body, asked: tuple[str, ...] = ()) -> bool:
        """Tell whether statements may lead into a decision that is all or nothing before anybody is asked another."""
        for statement in body:
            if self._holds(statement, asked):
                return True
            if self._asks(statement, ()):
                return False
        return False

    def _holds(self, statement: b.BoundStatement, asked: tuple[str, ...]) -> bool:
        match statement:
            case b.Ask():
                return statement.all_or_nothing
            case b.Perform(procedure=name, later=False) if name not in asked:
                return self.holds(self._ruleset.procedures[name].body, (*asked, name))
            case b.PerformPiece(later=False):
                rules = effects_on(self._ruleset, statement).values()
                return any(rule is not None and self.holds(rule.body, asked) for rule in rules)
            case _:
                return any(self.holds(inner, asked) for inner in inner_bodies(statement))

    def _asks(self, statement: b.BoundStatement, ran: tuple[str, ...]) -> bool:
        """Tell whether a statement asks somebody, whatever comes: what stands behind it is not come to before."""
        match statement:
            case b.Ask():
                return True
            case b.Perform(procedure=name, later=False) if name not in ran:
                return self._body_asks(self._ruleset.procedures[name].body, (*ran, name))
            case b.Branch(then=then, otherwise=otherwise):
                return self._body_asks(then, ran) and self._body_asks(otherwise, ran)
            case _:
                return False

    def _body_asks(self, body: b.Body, ran: tuple[str, ...]) -> bool:
        for statement in body:
            if self._asks(statement, ran):
                return True
            if self._leaves(statement):
                return False
        return False

    def procedure(self, name: str) -> bool:
        """Tell whether a procedure can wait."""
        return self._procedures[name]

    def statement(self, statement: b.BoundStatement) -> bool:
        """Tell whether a statement waits, or leaves what is around it, so that blocks are needed."""
        return self._waits(statement) or self._leaves(statement)

    def _waits(self, statement: b.BoundStatement) -> bool:
        match statement:
            case b.TakeTop() | b.Cast() | b.Ask() | b.Around() | b.Turn() | b.Settle():
                return True
            case b.Leave(what=what):
                return what != "procedure"
            case b.Perform(procedure=name, later=False):
                return self._procedures[name]
            case b.PerformPiece(later=False):
                rules = effects_on(self._ruleset, statement).values()
                return any(rule is not None and self._procedures[rule.id] for rule in rules)
            case _:
                return any(self._waits(inner) for body in inner_bodies(statement) for inner in body)

    def _leaves(self, statement: b.BoundStatement) -> bool:
        if isinstance(statement, b.Leave):
            return True
        return any(self._leaves(inner) for body in inner_bodies(statement) for inner in body)


def put_off(ruleset: Ruleset) -> tuple[BoundProcedure, ...]:
    """Give every procedure that may stand on the agenda: run later, or waiting for an event; in a fixed order."""
    later: dict[str, BoundProcedure] = {}
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if isinstance(statement, b.Perform | b.PerformPiece) and statement.later:
                later.update((rule.id, rule) for rule in run_by(ruleset, statement))
    for rules in ruleset.events.values():
        later.update((rule.id, rule) for rule in rules)
    return tuple(later.values())


def twofold(ruleset: Ruleset) -> tuple[frozenset[str], frozenset[str]]:
    """Give the procedures that need a second frame, and those that need one for what options at any time run.

    They can stand open at a settle point of the main flow and be run at one too; or at a decision, and be run by an option there.
    """
    procedures = {procedure.id: procedure for procedure in all_procedures(ruleset)}
    runs = {name: runs_at_once(ruleset, procedure.body) for name, procedure in procedures.items()}
    stages = ruleset.documents.game.stages
    drawn = {case.now for stage in stages for case in stage.cases if case.now is not None}
    scheduled = {one.run for stage in stages for one in (stage.once, *(case.then for case in stage.cases)) if one}
    late = {procedure.id for procedure in put_off(ruleset)} | {trigger.procedure.id for trigger in ruleset.triggers}
    late = reached(late | drawn, runs)
    main = {phase.id for phase in ruleset.phases} | {moment.procedure.id for moment in ruleset.moments}
    main |= scheduled | drawn | ({ruleset.setup.id} if ruleset.setup is not None else set())
    settling = {
        name
        for name, procedure in procedures.items()
        if any(isinstance(statement, b.Ask | b.Settle) for statement in statements_of(procedure.body))
    }
    aside = reached({group.id for group in ruleset.at_any_time}, runs)
    main = reached(main, runs)
    settled = {name for name in procedures if reached({name}, runs) & settling}
    return frozenset(main & late & settled), frozenset(aside & (main | late) & settled)


def runs_at_once(ruleset: Ruleset, body: b.Body) -> set[str]:
    """Give the procedures that statements run there and then."""
    return {one.id for statement in statements_of(body) for one in run_at_once(ruleset, statement)}

"""Which procedures can wait: for somebody's decision, for chance, or at a settle point."""

from __future__ import annotations

from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import all_procedures, inner_bodies


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
        """Tell whether statements may lead into a decision that is all or nothing."""
        for statement in body:
            match statement:
                case b.Ask(all_or_nothing=True):
                    return True
                case b.Perform(procedure=name, later=False) if name not in asked:
                    if self.holds(self._ruleset.procedures[name].body, (*asked, name)):
                        return True
                case b.PerformPiece(kind=kind, field=field):
                    rules = self._ruleset.piece_rules[kind, field]
                    if any(rule is not None and self.holds(rule.body, asked) for rule in rules):
                        return True
                case _:
                    if any(self.holds(inner, asked) for inner in inner_bodies(statement)):
                        return True
        return False

    def procedure(self, name: str) -> bool:
        """Tell whether a procedure can wait."""
        return self._procedures[name]

    def statement(self, statement: b.BoundStatement) -> bool:
        """Tell whether a statement waits, or leaves what is around it, so that blocks are needed."""
        return self._waits(statement) or self._leaves(statement)

    def _waits(self, statement: b.BoundStatement) -> bool:
        match statement:
            case b.TakeTop() | b.Cast() | b.Ask() | b.Around() | b.Settle():
                return True
            case b.Leave(what=what):
                return what != "procedure"
            case b.Perform(procedure=name, later=False):
                return self._procedures[name]
            case b.PerformPiece(kind=kind, field=field):
                rules = self._ruleset.piece_rules[kind, field]
                return any(rule is not None and self._procedures[rule.id] for rule in rules)
            case _:
                return any(self._waits(inner) for body in inner_bodies(statement) for inner in body)

    def _leaves(self, statement: b.BoundStatement) -> bool:
        if isinstance(statement, b.Leave):
            return True
        return any(self._leaves(inner) for body in inner_bodies(statement) for inner in body)

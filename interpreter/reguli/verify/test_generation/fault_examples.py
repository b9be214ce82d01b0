"""Generation of an example from a rules fault: a small position, and the move that triggers the fault.

It asserts what the rules should do instead, and there are two ways to mend them: either what follows the move is made right, or the move is not allowed. Of a
decision in which nothing can be chosen they are that it is not asked, or that it is and something can be done. Both fail until the rules are mended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from reguli.engine.expression_queries import evaluate_query
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import element_text, place_text
from reguli.engine.position_documents.position_values import place_as_plain
from reguli.engine.position_documents.position_writer import (
    PositionStep,
    document_player_names,
    played_move_step,
    position_document_json,
)
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_terms import Earlier
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.resolved_ruleset import Invariant
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.example_writer import yaml_flow_value
from reguli.verify.report import Budget, Offered, Reading, Subject
from reguli.verify.test_generation.example_generation import (
    FILE,
    LONGEST_WAY,
    TRY,
    backward_positions,
    example_fails_on,
    follow_attempts,
    named_example_text,
)
from reguli.verify.test_generation.test_scenario import (
    ScenarioSide,
    TestScenario,
    make_attempt,
    make_example_step,
    set_up_scenario_side,
    shrink_scenario,
)

EMPTY: Final = "E313"
"""The fault of a decision in which nothing can be chosen."""
CLAIM: Final = "E314"
"""The fault of a claim that is broken."""
NOT_SO: Final = "E401"
"""What an example finds that asks such a claim."""


@frozen_class
class FaultScenario(FrozenValue):
    """A rules fault: the position before, the move made there, the fault."""

    before: GamePlaythrough
    move: Move
    fault: RulesFault


def offer_fault_example(
    subject: Subject, come: FaultScenario, cites: tuple[str, ...], budget: Budget
) -> Offered | None:
    """Offer an example of a move that triggers a fault; ``None`` if no position shows it, or the budget is spent."""
    seeking = _Seeking(come, set_up_scenario_side(come.before.program), budget)
    found = seeking.first()
    smallest = None if found is None else shrink_scenario(found, seeking.still)
    if smallest is None or len(smallest.steps) > LONGEST_WAY:
        return None
    example = _written(smallest, come, cites, seeking.broken)
    return example if example_fails_on(example, subject, (seeking.code, NOT_SO)) else None


@dataclass(slots=True)
class _Seeking:
    """Searches for a position; every attempt is charged to the budget."""

    come: FaultScenario
    rules: ScenarioSide
    budget: Budget

    @property
    def code(self) -> str:
        """Return the code of the fault."""
        return str(self.come.fault.args[0])

    @property
    def broken(self) -> Invariant | None:
        """Return the broken claim if an example can evaluate it; a claim on the state before a move needs the move."""
        known = self.come.before.program.ruleset.invariants
        found = next((one for one in known if one.rule == self.come.fault.rule), None) if self.code == CLAIM else None
        asked = found is not None and not any(isinstance(term, Earlier) for term in all_terms(found.condition))
        return found if asked else None

    def first(self) -> TestScenario | None:
        """Return the first position, backwards from the fault, whose moves lead to it."""
        before, move = self.come.before, self.come.move
        steps = [*(played_move_step(before, one) for one in before.moves), make_example_step(before, move)]
        in_vain: Counter[str] = Counter()
        back = backward_positions(before, steps, in_vain)
        for start, attempt in follow_attempts(back, self.rules, self.budget, in_vain):
            for one in (attempt, self._with_unsaid(attempt, start)):
                if one is not None and self.still(one):
                    return one
        return None

    def still(self, attempt: TestScenario) -> bool:
        """Return whether the last move triggers the same fault, and the position specifies all state that the rule reads."""
        if not attempt.steps or not self.budget.spend(TRY):
            return False
        end = self.rules.led(attempt)
        if end is None:
            return False
        if self.broken is not None and end.after is not None:
            return not evaluate_query(end.after, self.broken.condition)
        at_last = end.trouble == "fails" and end.done + 1 == len(attempt.steps) and not end.unsaid
        return at_last and (end.fault, end.rule) == (self.code, self.come.fault.rule)

    def _with_unsaid(self, attempt: TestScenario, start: GamePlaythrough) -> TestScenario | None:
        """Add to the position the unspecified state that a rule reads, with its values after the set-up."""
        end = self.rules.led(attempt)
        if end is None or not end.unsaid:
            return None
        program, document = start.program, position_document_json(attempt.position)
        state = dict(cast("Mapping[str, object]", document.get("state", {})))
        for name in end.unsaid.split(", "):
            one = program.layout.fields.get(name) or program.layout.fields.get(f"game.{name}")
            if one is not None:
                places = {place_text(program, one.name, at, start.names, ids=True): at for at in range(one.places)}
                # Of who moves is enough, where everybody has one: a position has to say of a field that it is said.
                for text in [text for text in places if text.startswith(f"{attempt.steps[-1].by}.")] or places:
                    value = place_as_plain(program, start.slots, one, places[text], start.names)
                    state.setdefault(text, "none" if value is None else value)
        return make_attempt({**document, "state": state}, attempt.steps)


def _written(attempt: TestScenario, come: FaultScenario, cites: tuple[str, ...], broken: Invariant | None) -> Offered:
    *made, last = attempt.steps
    document: dict[str, object] = {**({"cites": [*cites]} if cites else {}), **position_document_json(attempt.position)}
    readings = _readings(last, come, broken)
    name, given = named_example_text(come.fault.rule, document, made, [f"{one.step} {one.claim}" for one in readings])
    return Offered(name, FILE, given, readings, attempt.places)


def _readings(last: PositionStep, come: FaultScenario, broken: Invariant | None) -> tuple[Reading, Reading]:
    step, by, fault = yaml_flow_value({"move": last.move, "by": last.by}), last.by, come.fault
    if fault.args[0] == EMPTY:
        decision, player = str(fault.values["decision"]), _called(come.before, fault)
        asked: dict[str, object] = {"asked": decision, "by": player}
        said = Said("reading.not_asked", player=player, decision=decision)
        either = Reading(yaml_flow_value({**asked, "is": False}), said, False, step)
        return either, Reading(
            yaml_flow_value(asked), Said("reading.asked", player=player, decision=decision), False, step
        )
    # What comes then nobody knows: somebody is asked, or it is over. This is so in either case, and rules that fail do not come to it.
    claim: dict[str, object] = {"value": "player_count", "is": come.before.program.players}
    said = Said("reading.goes_on", player=by, move=last.move)
    if broken is not None:
        text = " ".join(broken.text.split())
        claim, said = {"value": text, "is": True}, Said("reading.keeps", player=by, move=last.move, claim=text)
    refused = yaml_flow_value({"refused": last.move, "by": by})
    not_allowed = Said("reading.not_allowed", player=by, move=last.move)
    return Reading(yaml_flow_value(claim), said, False, step), Reading(refused, not_allowed, False)


def _called(before: GamePlaythrough, fault: RulesFault) -> str:
    """Return the document's name of the player that a fault refers to."""
    seats = [element_text(before.program, "player", seat, before.names) for seat in range(before.program.players)]
    return document_player_names(before)[seats.index(str(fault.values["player"]))]

"""Generation of all claims on the result of moves: the changes, the legal moves, and at the end the ranking."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import element_text
from reguli.engine.position_documents.position_writer import (
    draft_position_document,
    position_document_json,
    prescribe_outcomes_since,
)
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.model.types import NumberType
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.verify.example_runner import plain_value_text
from reguli.verify.example_writer import claim_changed_values, claim_legal_moves, format_example_item, yaml_flow_value
from reguli.verify.report import Budget, Holding, Offered, Reading, Subject
from reguli.verify.test_generation.example_generation import (
    FILE,
    SEEDS,
    TRY,
    WRITTEN,
    distinguishes_programs,
    example_name,
    read_offered_example,
    setup_document,
)
from reguli.verify.test_generation.test_scenario import (
    ScenarioSide,
    TestScenario,
    make_attempt,
    make_example_step,
    minimise_places,
    set_up_scenario_side,
)

Claims = Mapping[str, Mapping[str, object]]
"""Claims by what they are about, so that those of two sides can be held against each other."""


def change_claims(before: GamePlaythrough | None, after: GamePlaythrough | None) -> Claims:
    """Return every claim on the changes that moves make; none if the moves fail, or the rules fail while a claim is evaluated."""
    if before is None or after is None:
        return {}
    try:
        found = [
            *claim_changed_values(before, after),
            *(claim_legal_moves(after) if after.decision is not None else ()),
            *(_standing(after) if after.over else ()),
        ]
    except RulesFault:
        return {}
    return {_about(claim): claim for claim in found}


def claim_text(claim: Mapping[str, object]) -> Said:
    """Return the text of a claim."""
    match claim:
        case {"value": str(place), "is": value}:
            return Said("reading.value", place=place, value=plain_value_text(value))  # type: ignore[arg-type]
        case {"legal": str(option), "by": str(by), "is": [*moves]}:
            return Said("reading.legal", player=by, option=option, moves=_row([str(one) for one in moves]))
        case {"ranking": list(groups)}:
            return Said("reading.ranking", ranking=_row([" = ".join(map(str, group)) for group in groups]))
        case _:
            raise AssertionError(claim)


def shared_claim_subjects(claims: Claims, other: Claims) -> list[str]:
    """Return the subjects about which both sets make the same claim."""
    return [about for about, claim in claims.items() if other.get(about) == claim]


def _about(claim: Mapping[str, object]) -> str:
    form = next(iter(claim))
    return form if form == "ranking" else f"{form} {claim[form]}"


def _row(items: list[str]) -> Value:
    return ", ".join(items) if items else Said("reading.none")


def _standing(after: GamePlaythrough) -> Iterator[Mapping[str, object]]:
    """Yield claims on each ranking criterion of every player, because the ranking does not show the values of tied players."""
    program = after.program
    for place in after.places():
        name = element_text(program, "player", place.player, after.names)
        for line, value in zip(program.ruleset.ranking, place.values, strict=False):
            if isinstance(line.by.type, NumberType):
                yield {"value": re.sub(rf"\b{line.variable.name}\b", name, line.text), "is": value}


# -- trace segments --------------------------------------------------------------------------------------------------
# A stretch of a game as an example: a position, the moves from there, and all that they bring about whatever the set-up deals.
#
# Like a single difference it is offered with two readings: of other rules by which some of it comes out otherwise the first claim that does is the second one.


CLAIMS: Final = 40
"""It claims so much at most."""


@frozen_class
class TraceSegment(FrozenValue):
    """A position with moves from it, the claims on their result, and the example that makes these claims."""

    attempt: TestScenario
    claims: Claims
    example: ExampleDecl


@dataclass(slots=True)
class SegmentBuilder:
    """Builds segments from games of a program."""

    sides: Sequence[ScenarioSide]
    """Its rules by usual chance, and by other chance."""

    @classmethod
    def of(cls, program: Playable) -> SegmentBuilder:
        """Return the builder for a program."""
        return cls([set_up_scenario_side(program), *(set_up_scenario_side(program, seed) for seed in SEEDS)])

    def cut(
        self, positions: Sequence[GamePlaythrough], moves: Sequence[Move], at: int, to: int, budget: Budget
    ) -> TraceSegment | None:
        """Return the segment of a game between two positions; -1 is the set-up. ``None`` if no document can express the first one."""
        if not budget.spend(WRITTEN):
            return None
        attempt = _attempt(positions, moves, at, to)
        attempt = None if attempt is None else self._asked_for(attempt)
        return None if attempt is None else _stretch(attempt, self._claims(attempt, budget))

    def smaller(self, stretch: TraceSegment, budget: Budget) -> TraceSegment | None:
        """Remove places from the position that no claim depends on; ``None`` if there are none."""

        def still(attempt: TestScenario) -> bool:
            return budget.left > 0 and self._claims(attempt, budget) == stretch.claims

        attempt = minimise_places(stretch.attempt, still)
        return None if attempt == stretch.attempt else _stretch(attempt, stretch.claims)

    def _asked_for(self, attempt: TestScenario) -> TestScenario | None:
        """Remove forced moves, and all moves after one that is no longer possible."""
        rules = self.sides[0]
        start = rules.stands(attempt)
        asked = None if start is None else rules.asked_for(start, attempt)
        end = None if asked is None else rules.led(asked)
        return None if asked is None or end is None or not end.done else asked.cut(end.done)

    def _claims(self, attempt: TestScenario, budget: Budget) -> Claims:
        """Return the final claims that hold for every random set-up."""
        if not budget.spend(TRY * len(self.sides)):
            return {}
        first, *others = self.sides
        claims = _claims(first, attempt)
        for other in others:
            claims = {about: claims[about] for about in shared_claim_subjects(claims, _claims(other, attempt))}
        return dict(list(claims.items())[:CLAIMS])


@frozen_class
class AlternativeRules(FrozenValue):
    """Alternative rules, and the claims that a segment satisfies under them."""

    program: Playable
    claims: Claims


def apply_other_rules(stretch: TraceSegment, program: Playable) -> AlternativeRules:
    """Play the moves of a segment under other rules."""
    return AlternativeRules(program, _claims(set_up_scenario_side(program), stretch.attempt))


def distinguishing_example(
    stretch: TraceSegment, subject: Subject, others: Mapping[int, AlternativeRules], notices: int
) -> tuple[Offered, int] | None:
    """Return an example from a segment that tells the rules from the closest of the alternatives, and that alternative's number; None if none differs."""
    apart = {number: about for number, one in others.items() if (about := _apart(stretch.claims, one.claims))}
    if not apart:
        return None
    number = max(apart, key=lambda one: len(shared_claim_subjects(stretch.claims, others[one].claims)))
    found = _written(stretch, others[number].claims, apart[number], notices)
    return (found, number) if distinguishes_programs(found, subject, others[number].program) else None


def _apart(claims: Claims, other: Claims) -> str:
    return next((about for about, one in claims.items() if other.get(about, one) != one), "")


def _attempt(positions: Sequence[GamePlaythrough], moves: Sequence[Move], at: int, to: int) -> TestScenario | None:
    """Return a scenario of the position and the moves, with the chance outcomes in between."""
    first = max(at, 0)
    begun = positions[first]
    if at >= 0 and begun.phase is None:
        return None
    document = setup_document(begun.program) if at < 0 else draft_position_document(begun, (0, *SEEDS))
    chance = prescribe_outcomes_since(positions[to], 0 if at < 0 else len(begun.chance.log))
    steps = [make_example_step(positions[number], moves[number]) for number in range(first, to)]
    return make_attempt({**document, "chance": chance} if chance else document, steps)


def _claims(rules: ScenarioSide, attempt: TestScenario) -> Claims:
    end = rules.led(attempt)
    return {} if end is None else change_claims(rules.stands(attempt), end.after)


def _stretch(attempt: TestScenario, claims: Claims) -> TraceSegment | None:
    """Return a segment whose example makes all of its claims; the example's name is unique."""
    if not claims:
        return None
    name = f"stretch_{blake2b(_document('stretch', attempt).encode(), digest_size=6).hexdigest()}"
    *besides, last = map(_holding, claims.values())
    reading = Reading(last.claim, last.said, True)
    whole = Offered(name, FILE, _document(name, attempt), (reading, reading), 0, tuple(besides))
    example = read_offered_example(whole, reading, Sources())
    return None if example is None else TraceSegment(attempt, claims, example)


def _written(stretch: TraceSegment, other: Claims, about: str, notices: int) -> Offered:
    attempt, claims = stretch.attempt, stretch.claims
    phase = "set_up" if attempt.position.at is None else attempt.position.at.phase
    digest = blake2b(_document(phase, attempt).encode(), digest_size=3).hexdigest()
    now, then = _holding(claims[about]), _holding(other[about])
    readings = Reading(now.claim, now.said, True), Reading(then.claim, then.said, False)
    first, name = int(digest, 16) % len(readings), example_name(phase, digest)
    found = Offered(name, FILE, _document(name, attempt), (readings[first], readings[1 - first]), attempt.places)
    besides = tuple(_holding(claims[one]) for one in shared_claim_subjects(claims, other))
    return dataclasses.replace(found, besides=besides, notices=notices)


def _document(name: str, attempt: TestScenario) -> str:
    return (
        "\n".join(format_example_item({"id": name, **position_document_json(attempt.position)}, attempt.steps)) + "\n"
    )


def _holding(claim: Mapping[str, object]) -> Holding:
    return Holding(yaml_flow_value(claim), claim_text(claim))

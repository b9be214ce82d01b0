"""Generation of an example from a difference: a position is found, shrunk, written, and run under both rules before it is offered.

The position is what a document can say: what lies where when a phase has come to a decision. What rules that are being run have in hand it cannot say, so the way
back is gone until a position shows the difference with the moves made from there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Final

from reguli.engine.chance_source import ChanceRefused
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.position_documents.position_writer import (
    PositionStep,
    draft_position_document,
    played_move_step,
    position_document_json,
    prescribe_outcomes_since,
)
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.ruleset.declarations.example_files import DOCUMENT, ExampleDecl
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.verify.example_runner import run_example, run_with_program
from reguli.verify.example_writer import format_example_item, yaml_flow_value
from reguli.verify.paired_programs import FirstDifference, ProgramPair
from reguli.verify.report import Budget, Offered, Reading, Subject
from reguli.verify.test_generation.distinguishing_claims import ClaimSearch, DistinguishingClaim, refusal_claims
from reguli.verify.test_generation.test_scenario import (
    ScenarioOutcome,
    ScenarioSide,
    TestScenario,
    make_attempt,
    make_example_step,
    set_up_scenario_side,
    shrink_scenario,
)

# -- example validation ----------------------------------------------------------------------------------------------
# An example is run before it is offered, from each position that it can start from: by the rules as they are, and by those it is to tell them from.


def distinguishes_programs(offered: Offered, subject: Subject, other: Playable) -> bool:
    """Return whether the current reading passes under the current rules and fails under the others, and the other reading fails now."""
    for reading in offered.readings:
        sources = Sources()
        example = read_offered_example(offered, reading, sources)
        if example is None or run_example(subject.programs, example, sources).passed != reading.now:
            return False
        if reading.now and run_with_program(other, example, sources).passed:
            return False
    return True


def example_fails_on(offered: Offered, subject: Subject, codes: Collection[str]) -> bool:
    """Return whether both readings fail now, the first because of one of the given findings."""
    for at, reading in enumerate(offered.readings):
        sources = Sources()
        example = read_offered_example(offered, reading, sources)
        if example is None:
            return False
        result = run_example(subject.programs, example, sources)
        if result.passed or (at == 0 and not any(one.code in codes for one in result.findings)):
            return False
    return True


def read_offered_example(offered: Offered, reading: Reading, sources: Sources) -> ExampleDecl | None:
    """Parse an offered example with one of its readings; its text is added to ``sources``."""
    text = "examples:\n" + "".join(f"  {line}\n" for line in offered.item(reading).splitlines())
    sources.add(offered.file, text)
    bag = Bag()
    node = read_yaml(text, offered.file, bag)
    read = None if node is None else DOCUMENT.read(node, ValueContext(Said("part.examples")), NodeReader(bag, sources))
    return None if bag or not read else read[0]


FURTHEST: Final = 80
"""So many moves are gone back at most."""
IN_VAIN: Final = 2
"""A decision that so many documents did not lead to is passed over."""
SEEDS: Final = (1, 2, 3)
"""Other chance, by which it is found whether an example depends on what the set-up deals or on what comes later."""


def backward_positions(
    played: GamePlaythrough, steps: Sequence[PositionStep], in_vain: Mapping[str, int]
) -> Iterator[tuple[str, TestScenario]]:
    """Yield positions of a game, latest first, each with the name of its decision; the set-up comes last.

    ``steps`` are all moves of the game, and any that are made from where it stands; ``in_vain`` counts by decision the documents that came to nothing.
    """
    back = played.branch()
    for _ in range(FURTHEST):
        name = "" if back.decision is None else back.decision.ask.name
        if back.phase is not None and in_vain[name] < IN_VAIN:
            yield from _from(
                draft_position_document(back, (0, *SEEDS)), steps[len(back.moves) :], played, len(back.chance.log), name
            )
        if not back.undo():
            break
    if len(steps) <= FURTHEST:
        yield from _from(setup_document(played.program), steps, played, 0)


def setup_scenarios(begun: GamePlaythrough) -> Iterator[tuple[str, TestScenario]]:
    """Yield the set-up with unspecified chance, then with the outcomes of this game."""
    yield from _from(setup_document(begun.program), (), begun, 0)


def setup_document(program: Playable) -> dict[str, object]:
    """Return the set-up as a document."""
    options = {"options": dict(program.ruleset.options)} if program.ruleset.options else {}
    return {"players": program.players, **options, "setup": "initial"}


def _from(
    document: dict[str, object], steps: Sequence[PositionStep], played: GamePlaythrough, since: int, name: str = ""
) -> Iterator[tuple[str, TestScenario]]:
    """Yield a position with unspecified chance, then with the outcomes of this game."""
    chance = prescribe_outcomes_since(played, since)
    for outcomes in ({}, chance) if chance else ({},):
        found = make_attempt({**document, "chance": outcomes} if outcomes else document, steps)
        if found is not None:
            yield name, found


# -- example generation ----------------------------------------------------------------------------------------------


TRY: Final = 6
"""Steps that it takes to set up a position on both sides and play from it."""
WRITTEN: Final = 20
"""Steps that it takes to write a whole position as a document."""
OUTCOMES: Final = 12
"""So many outcomes of chance are said in an example at most."""
LONGEST_WAY: Final = 10
"""Moves of an example at most."""
FILE: Final = "examples/kept.yaml"
LONGEST: Final = 40
"""Letters of the name of a rule in the name of an example."""


def generate_example(
    subject: Subject,
    difference: FirstDifference,
    rule: str,
    cites: tuple[str, ...],
    budget: Budget,
    *,
    of_base: bool = False,
    most: int | None = None,
) -> Offered | None:
    """Offer an example of a difference; ``rule`` is the rule to illustrate, and ``cites`` are its statements.

    The side of ``difference.played`` has the rules as they are; with ``of_base`` it is the base, and the other side has them. ``None`` where
    no position is found that shows it, or the budget comes to its end; so many steps at ``most`` are taken from it.
    """
    if difference.programs is None:
        return None
    share = Budget(budget.left if most is None else min(budget.left, most))
    budget.left -= share.left
    seeking = _Seeking(difference, share)
    first = seeking.first()
    smallest = None if first is None else seeking.smallest(first)
    budget.left += share.left
    if smallest is None:
        return None
    attempt, apart = smallest
    if len(attempt.steps) > LONGEST_WAY:
        return None
    found = _written(attempt, apart, rule, cites, int(of_base))
    return found if distinguishes_programs(found, subject, difference.programs[1 - of_base]) else None


def statements_implemented_by(subject: Subject, rule: str) -> tuple[str, ...]:
    """Return the statements that a rule, a table or a number implements."""
    return tuple(name for name, carriers in subject.ruleset.citations.items() if rule in carriers)


def follow_attempts(
    attempts: Iterable[tuple[str, TestScenario]], rules: ScenarioSide, budget: Budget, in_vain: Counter[str]
) -> Iterator[tuple[GamePlaythrough, TestScenario]]:
    """Yield the positions that can be set up, each with its chosen moves; ``in_vain`` counts the others by decision."""
    for decision, attempt in attempts:
        if not budget.spend(WRITTEN):
            return
        start = rules.stands(attempt)
        in_vain[decision] += start is None
        asked = None if start is None else rules.asked_for(start, attempt)
        if start is not None and asked is not None:
            yield start, asked


class _Seeking:
    """Searches for a position; every attempt is charged to the budget."""

    def __init__(self, difference: FirstDifference, budget: Budget) -> None:
        assert difference.programs is not None
        self.difference, self._budget = difference, budget
        self.sides: tuple[ScenarioSide, ScenarioSide] = (
            set_up_scenario_side(difference.programs[0]),
            set_up_scenario_side(difference.programs[1]),
        )
        self._by_seed = [
            (seed, tuple(set_up_scenario_side(one, seed) for one in difference.programs)) for seed in SEEDS
        ]
        self._looking = ClaimSearch(ProgramPair(*difference.programs), difference)
        self.tries = 0

    def first(self) -> tuple[TestScenario, DistinguishingClaim] | None:
        """Return the first position, backwards from the difference, that shows it."""
        in_vain: Counter[str] = Counter()
        for _, attempt in follow_attempts(self._attempts(in_vain), self.sides[0], self._budget, in_vain):
            found = self._settled(attempt)
            if found is not None:
                return found
        return None

    def smallest(
        self, first: tuple[TestScenario, DistinguishingClaim]
    ) -> tuple[TestScenario, DistinguishingClaim] | None:
        """Shrink a position that shows the difference; return it with the claims, ``None`` if it depends on a random set-up.

        A position that is shrunk may rest on places that it no longer says; then it is shrunk again, and keeps those.
        """
        self._looking.like = first[1].key
        attempt = self._with_chance(shrink_scenario(first[0], lambda one: self.look(one) is not None))
        found = self.look(attempt, paid=True)
        if found is not None and self._is_by_any_chance(attempt, found):
            return attempt, found
        whole = self._with_chance(first[0])
        if not self._stands_by_itself(whole):
            return None
        attempt = shrink_scenario(whole, self._stands_by_itself)
        found = self.look(attempt, paid=True)
        return None if found is None else (attempt, found)

    def _with_chance(self, attempt: TestScenario) -> TestScenario:
        """Add the chance outcomes to the scenario if others would change the readings."""
        found, end = self.look(attempt), self.sides[0].led(attempt)
        if end is None or end.after is None or not end.after.chance.log or self._is_by_any_chance(attempt, found):
            return attempt
        outcomes = prescribe_outcomes_since(end.after, 0)
        said = attempt.with_chance(outcomes) if len(end.after.chance.log) <= OUTCOMES else None
        return attempt if said is None or self.look(said) is None else said

    def _stands_by_itself(self, attempt: TestScenario) -> bool:
        found = self.look(attempt)
        return found is not None and self._is_by_any_chance(attempt, found)

    def _is_by_any_chance(self, attempt: TestScenario, found: DistinguishingClaim | None) -> bool:
        """Return whether both readings are independent of chance, in the set-up and afterwards."""
        for seed, sides in self._by_seed if self._budget.spend(TRY * len(SEEDS)) else ():
            one, other = (rules.led(attempt, seed) for rules in sides)
            if one is None or other is None or self._looking.apart((one, other)) != found:
                return False
        return True

    def look(self, attempt: TestScenario, *, paid: bool = False) -> DistinguishingClaim | None:
        """Return the difference between both sides from a position, if any."""
        ends = self._ends(attempt, paid=paid)
        return None if ends is None else self._looking.apart(ends)

    def _ends(self, attempt: TestScenario, *, paid: bool = False) -> tuple[ScenarioOutcome, ScenarioOutcome] | None:
        if not paid and not self._budget.spend(TRY):
            return None
        self.tries += 1
        one = self.sides[0].led(attempt)
        other = None if one is None else self.sides[1].led(attempt)
        return None if one is None or other is None else (one, other)

    def _settled(self, attempt: TestScenario) -> tuple[TestScenario, DistinguishingClaim] | None:
        """Remove the moves after the one at which the sides differ, and that move itself if one side refuses it."""
        ends = self._ends(attempt)
        if ends is None:
            return None
        refusing = min((end.done for end in ends if end.trouble in ("refused", "else")), default=None)
        failing = min((end.done for end in ends if end.trouble == "fails"), default=None)
        if refusing is not None and (failing is None or refusing <= failing):
            before, move = attempt.cut(refusing), attempt.steps[refusing].move
            ends = self._ends(before)
            found = None if ends is None else refusal_claims(ends, move) or self._looking.apart(ends)
            return None if found is None else (before, found)
        if failing is not None and failing + 1 < len(attempt.steps):
            attempt = attempt.cut(failing + 1)
            ends = self._ends(attempt)
        found = None if ends is None else self._looking.apart(ends)
        return None if found is None else (attempt, found)

    # -- positions on the way back ---------------------------------------------------------------------------------

    def _attempts(self, in_vain: Mapping[str, int]) -> Iterator[tuple[str, TestScenario]]:
        """Yield positions that may show the difference, nearest first, each with the name of its decision; the set-up comes last."""
        played = self.difference.played
        for begun in () if played is not None else self._begun():
            yield from setup_scenarios(begun)
        if played is not None:
            yield from backward_positions(played, _steps(self.difference, played), in_vain)

    def _begun(self) -> Iterator[GamePlaythrough]:
        """Yield the initial playthrough of each side, for games that differ from the start."""
        for one in self.sides:
            with suppress(RulesFault, ChanceRefused):
                yield start_playthrough(one.program, self.difference.seed, play_forced=False)


def _steps(difference: FirstDifference, played: GamePlaythrough) -> list[PositionStep]:
    """Return the moves of a game up to the first difference."""
    last = () if difference.move is None else (make_example_step(played, difference.move),)
    return [*(played_move_step(played, one) for one in played.moves), *last]


# -- what is offered -----------------------------------------------------------------------------------------------------


def _written(attempt: TestScenario, apart: DistinguishingClaim, rule: str, cites: Sequence[str], today: int) -> Offered:
    document: dict[str, object] = {**({"cites": [*cites]} if cites else {}), **position_document_json(attempt.position)}
    claims = [yaml_flow_value(side.claim) for side in apart.sides]
    name, given = named_example_text(rule, document, attempt.steps, claims)
    readings = [
        Reading(claim, side.said, at == today) for at, (claim, side) in enumerate(zip(claims, apart.sides, strict=True))
    ]
    # Which one comes first says nothing: who always ticked the first would else agree with the rules as they are.
    first = blake2b(name.encode(), digest_size=1).digest()[0] % len(readings)
    return Offered(name, FILE, given, (readings[first], readings[1 - first]), attempt.places)


def named_example_text(
    rule: str, document: Mapping[str, object], steps: Sequence[PositionStep], claims: Sequence[str]
) -> tuple[str, str]:
    """Return the name of an example, derived from its full content, and its text without the claims."""
    written = "\n".join([*format_example_item(document, steps), *claims])
    name = example_name(rule, blake2b(written.encode(), digest_size=3).hexdigest())
    return name, "\n".join(format_example_item({"id": name, **document}, steps)) + "\n"


def example_name(rule: str, digest: str) -> str:
    """Return an example's name, made of its rule's name and a suffix unique to its content."""
    words = re.sub(r"[^A-Za-z0-9]+", "_", rule.partition(":")[2] or rule).strip("_")
    words = words[-LONGEST:].partition("_")[2] if len(words) > LONGEST else words
    return f"{words}_{digest}" if words[:1].isalpha() else f"rule_{words}_{digest}"

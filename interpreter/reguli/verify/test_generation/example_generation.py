"""A difference offered as an example: found in a position, shrunk, written, and run by the rules of both sides before anybody sees it.

The position is what a document can say: what lies where when a phase has come to a decision. What rules that are being run have in hand it cannot say, so the way
back is gone until a position shows the difference with the moves made from there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Final

from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.gameplay.playthrough import Played, Playthrough, begin
from reguli.engine.position_documents.position_json import position_json
from reguli.engine.position_documents.position_writer import Step, outcomes_since, step_of
from reguli.ir.runtime_faults import RulesFault
from reguli.verify.differential.first_difference import Difference
from reguli.verify.differential.paired_programs import Pair
from reguli.verify.example_writer import flow, item_lines
from reguli.verify.report.finding_types import Offered, Reading
from reguli.verify.report.step_budget import Budget
from reguli.verify.report.verification_target import Subject
from reguli.verify.test_generation.distinguishing_claims import Apart, Looking, of_step
from reguli.verify.test_generation.example_validation import SEEDS, at_beginning, holds, on_the_way_back
from reguli.verify.test_generation.shrinking import shrunk
from reguli.verify.test_generation.test_scenario import Attempt, End, Side, side

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


def offered(
    subject: Subject,
    difference: Difference,
    rule: str,
    cites: tuple[str, ...],
    budget: Budget,
    *,
    of_base: bool = False,
    most: int | None = None,
) -> Offered | None:
    """Offer an example of a difference, of the rule ``rule`` that is held to show the statements ``cites``.

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
    return found if holds(found, subject, difference.programs[1 - of_base]) else None


def cited_by(subject: Subject, rule: str) -> tuple[str, ...]:
    """Give the statements that a rule, a table, a number carries."""
    return tuple(name for name, carriers in subject.ruleset.citations.items() if rule in carriers)


class _Seeking:
    """Looks for a position; every try is taken off the budget."""

    def __init__(self, difference: Difference, budget: Budget) -> None:
        assert difference.programs is not None
        self.difference, self._budget = difference, budget
        self.sides: tuple[Side, Side] = (side(difference.programs[0]), side(difference.programs[1]))
        self._by_seed = [(seed, tuple(side(one, seed) for one in difference.programs)) for seed in SEEDS]
        self._looking = Looking(Pair(*difference.programs), difference)
        self.tries = 0

    def first(self) -> tuple[Attempt, Apart] | None:
        """Give the first position, from the difference back, that shows it."""
        in_vain: Counter[str] = Counter()
        for decision, attempt in self._attempts(in_vain):
            if not self._budget.spend(WRITTEN):
                return None
            start = self.sides[0].stands(attempt)
            in_vain[decision] += start is None
            followed = None if start is None else self.sides[0].asked_for(start, attempt)
            found = None if followed is None else self._settled(followed)
            if found is not None:
                return found
        return None

    def smallest(self, first: tuple[Attempt, Apart]) -> tuple[Attempt, Apart] | None:
        """Shrink a position that shows it, and give it with how it shows it; ``None`` where it hangs on what the set-up happens to deal.

        A position that is shrunk may rest on places that it no longer says; then it is shrunk again, and keeps those.
        """
        self._looking.like = first[1].key
        attempt = self._with_chance(shrunk(first[0], lambda one: self.look(one) is not None))
        found = self.look(attempt, paid=True)
        if found is not None and self._is_by_any_chance(attempt, found):
            return attempt, found
        whole = self._with_chance(first[0])
        if not self._stands_by_itself(whole):
            return None
        attempt = shrunk(whole, self._stands_by_itself)
        found = self.look(attempt, paid=True)
        return None if found is None else (attempt, found)

    def _with_chance(self, attempt: Attempt) -> Attempt:
        """Say what chance brings, where other outcomes would have other readings."""
        found, end = self.look(attempt), self.sides[0].led(attempt)
        if end is None or end.after is None or not end.after.chance.log or self._is_by_any_chance(attempt, found):
            return attempt
        outcomes = outcomes_since(end.after, 0)
        said = attempt.with_chance(outcomes) if len(end.after.chance.log) <= OUTCOMES else None
        return attempt if said is None or self.look(said) is None else said

    def _stands_by_itself(self, attempt: Attempt) -> bool:
        found = self.look(attempt)
        return found is not None and self._is_by_any_chance(attempt, found)

    def _is_by_any_chance(self, attempt: Attempt, found: Apart | None) -> bool:
        """Tell whether both readings are the same ones by other chance: in the set-up, and from there on."""
        for seed, sides in self._by_seed if self._budget.spend(TRY * len(SEEDS)) else ():
            one, other = (rules.led(attempt, seed) for rules in sides)
            if one is None or other is None or self._looking.apart((one, other)) != found:
                return False
        return True

    def look(self, attempt: Attempt, *, paid: bool = False) -> Apart | None:
        """Tell how both sides part from a position, if they do."""
        ends = self._ends(attempt, paid=paid)
        return None if ends is None else self._looking.apart(ends)

    def _ends(self, attempt: Attempt, *, paid: bool = False) -> tuple[End, End] | None:
        if not paid and not self._budget.spend(TRY):
            return None
        self.tries += 1
        one = self.sides[0].led(attempt)
        other = None if one is None else self.sides[1].led(attempt)
        return None if one is None or other is None else (one, other)

    def _settled(self, attempt: Attempt) -> tuple[Attempt, Apart] | None:
        """Leave out the moves behind the one at which sides part, and that one itself where one side refuses it."""
        ends = self._ends(attempt)
        if ends is None:
            return None
        refusing = min((end.done for end in ends if end.trouble in ("refused", "else")), default=None)
        failing = min((end.done for end in ends if end.trouble == "fails"), default=None)
        if refusing is not None and (failing is None or refusing <= failing):
            before, move = attempt.cut(refusing), attempt.steps[refusing].move
            ends = self._ends(before)
            found = None if ends is None else of_step(ends, move) or self._looking.apart(ends)
            return None if found is None else (before, found)
        if failing is not None and failing + 1 < len(attempt.steps):
            attempt = attempt.cut(failing + 1)
            ends = self._ends(attempt)
        found = None if ends is None else self._looking.apart(ends)
        return None if found is None else (attempt, found)

    # -- positions on the way back ---------------------------------------------------------------------------------

    def _attempts(self, in_vain: Mapping[str, int]) -> Iterator[tuple[str, Attempt]]:
        """Give positions from which the difference may be seen, the nearest first, each with what is decided there; the set-up comes last."""
        played = self.difference.played
        for begun in () if played is not None else self._begun():
            yield from at_beginning(begun)
        if played is not None:
            yield from on_the_way_back(played, _steps(self.difference, played), in_vain)

    def _begun(self) -> Iterator[Playthrough]:
        """Give games that differ from their beginning, as each one begins them."""
        for one in self.sides:
            with suppress(RulesFault, ChanceRefused):
                yield begin(one.program, self.difference.seed, play_forced=False)


def _steps(difference: Difference, played: Playthrough) -> list[Step]:
    """Give the moves of a game up to where two sides part."""
    steps = [step_of(played, one) for one in played.moves]
    if difference.move is not None:
        assert played.decision is not None
        made = Played(played.actor, difference.move, False, played.decision.number)
        steps.append(step_of(played, made))
    return steps


# -- what is offered -----------------------------------------------------------------------------------------------------


def _written(attempt: Attempt, apart: Apart, rule: str, cites: Sequence[str], today: int) -> Offered:
    document: dict[str, object] = {**({"cites": [*cites]} if cites else {}), **position_json(attempt.position)}
    claims = [flow(side.claim) for side in apart.sides]
    written = "\n".join([*item_lines(document, attempt.steps), *claims])
    name = example_name(rule, blake2b(written.encode(), digest_size=3).hexdigest())
    given = "\n".join(item_lines({"id": name, **document}, attempt.steps)) + "\n"
    readings = [
        Reading(claim, side.said, at == today) for at, (claim, side) in enumerate(zip(claims, apart.sides, strict=True))
    ]
    # Which one comes first says nothing: who always ticked the first would else agree with the rules as they are.
    first = blake2b(name.encode(), digest_size=1).digest()[0] % len(readings)
    return Offered(name, FILE, given, (readings[first], readings[1 - first]), attempt.places)


def example_name(rule: str, digest: str) -> str:
    """Name an example after its rule: readable, and another one where the example is."""
    words = re.sub(r"[^A-Za-z0-9]+", "_", rule.partition(":")[2] or rule).strip("_")
    words = words[-LONGEST:].partition("_")[2] if len(words) > LONGEST else words
    return f"{words}_{digest}" if words[:1].isalpha() else f"rule_{words}_{digest}"

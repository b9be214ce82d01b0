"""The round: set-up, phases in order, moments, stages that come into effect, values that last a phase or a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reguli.ir.faults import RulesFault
from reguli.ir.layout import EDGES, FACTS, NONE
from reguli.ir.lowering.renewing import renew
from reguli.ir.program import Closure, Effect, Fork, Journal, Jump, Slots
from reguli.language.tree.items import Moment
from reguli.model.ruleset import BoundProcedure, BoundStage
from reguli.model.types import PLAIN, ElementType
from reguli.ruleset.documents import Scheduled, StageDecl
from reguli.source.span import Span

if TYPE_CHECKING:
    from reguli.ir.lowering.procedures import Lowering

ROUND, PHASE, EDGE, STAGE, COMING, MOMENT, CASE = (
    FACTS.index(name) for name in ("round", "phase", "edge", "stage", "coming_stage", "coming_moment", "coming_case")
)


class Rounds:
    """Lowers the main routine of a game that is played in rounds of phases."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._phases = [phase.id for phase in lowering.ruleset.phases]
        self._moments: list[tuple[str, str]] = [("start", "round"), ("end", "round")]
        for phase in self._phases:
            self._moments += [(edge, phase) for edge in EDGES if edge != "during"]
        declared = {stage.id: stage for stage in lowering.ruleset.documents.game.stages}
        self._stages = [(bound, declared[bound.id]) for bound in lowering.ruleset.stages]
        self.phase_entries: dict[str, int] = {}
        self.phase_exits: dict[str, int] = {}
        self.first_round = 0
        for bound, stage in self._stages:
            if bound.card is not None and bound.deck is not None:
                watchers = lowering.after_draw.setdefault(bound.deck, [])
                watchers.append((bound.card, self._card_case(bound, stage)))

    def lower(self) -> None:
        """Write the main routine from the current block on."""
        lowering, ruleset = self._lowering, self._lowering.ruleset
        if ruleset.setup is not None:
            lowering.perform(ruleset.setup)
        head = self.first_round = lowering.new_block()
        lowering.end(Jump(head), head)
        self._count_round()
        renew(self._lowering, "round")
        self._moment("start", "round")
        for index, phase in enumerate(ruleset.phases):
            self._enter(index, "before", phase.id)
            self._enter(index, "start", phase.id)
            self._stand(index, "during")
            body = lowering.new_block()
            lowering.end(Jump(body), body)
            self.phase_entries[phase.id] = body
            lowering.perform(phase)
            lowering.settle()
            self._enter(index, "end", phase.id)
            behind = self.phase_exits[phase.id] = lowering.new_block()
            lowering.end(Jump(behind), behind)
        self._moment("end", "round")
        lowering.end(Jump(head))

    def _count_round(self) -> None:
        note = self._lowering.effects.note("round", "round", "round", (PLAIN,), self._span())

        def count(s: Slots, j: Journal) -> None:
            s[ROUND] += 1
            s[PHASE] = NONE
            j.append((note, s[ROUND]))

        self._lowering.effect(count, "round")

    def _enter(self, index: int, edge: str, phase: str) -> None:
        self._stand(index, edge)
        if edge == "start":
            note = self._lowering.effects.note(phase, "phase", phase, (ElementType("phase"),), self._span())

            def begin(s: Slots, j: Journal) -> None:
                j.append((note, index))

            self._lowering.effect(begin, phase)
            renew(self._lowering, "phase")
        self._moment(edge, phase)

    def _stand(self, index: int, edge: str) -> None:
        number = EDGES.index(edge)

        def stand(s: Slots, j: Journal) -> None:
            s[PHASE], s[EDGE] = index, number

        self._lowering.effect(stand, "")

    # -- moments and stages ------------------------------------------------------------------------------------

    def _number(self, moment: Moment) -> int:
        return self._moments.index((moment.edge, moment.of)) + 1

    def _moment(self, edge: str, of: str) -> None:
        """Write what runs at a moment: stages that take effect, what was scheduled, then rules and checks by order."""
        lowering = self._lowering
        here = self._moments.index((edge, of)) + 1
        self._take_effect(here)
        work: list[tuple[int, Callable[[], None]]] = []
        for bound, stage in self._stages:
            work += [(order, write) for order, write in self._stage_work(bound, stage, (edge, of))]
        for rule in lowering.ruleset.moments:
            if (rule.moment.edge, rule.moment.of) == (edge, of):
                work.append((rule.order, _performing(lowering, rule.procedure)))
        for _, write in sorted(work, key=lambda item: item[0]):
            write()
            lowering.settle()

    def _take_effect(self, here: int) -> None:
        if not self._stages:
            return
        note = self._lowering.effects.note("stages", "stage", "stage", (ElementType("stage"),), self._span())

        def take_effect(s: Slots, j: Journal) -> None:
            if s[COMING] != NONE and s[MOMENT] == here:
                s[STAGE], s[COMING], s[MOMENT], s[CASE] = s[COMING], NONE, 0, 0
                j.append((note, s[STAGE]))

        self._lowering.effect(take_effect, "stages")

    def _stage_work(
        self, bound: BoundStage, stage: StageDecl, moment: tuple[str, str]
    ) -> list[tuple[int, Callable[[], None]]]:
        work: list[tuple[int, Callable[[], None]]] = []
        if stage.checked is not None and (stage.checked.edge, stage.checked.of) == moment:
            work.append((stage.order, lambda: self._check(bound, stage)))
        if stage.once is not None and (stage.once.at.edge, stage.once.at.of) == moment:
            once = stage.once
            work.append((0, lambda: self._scheduled(bound.index, 1, once)))
        for number, case in enumerate(stage.cases, start=1):
            if case.then is not None and (case.then.at.edge, case.then.at.of) == moment:
                work.append((0, _bind(self._scheduled, bound.index, number, case.then)))
        return work

    def _scheduled(self, stage: int, case: int, what: Scheduled) -> None:
        lowering = self._lowering
        run, on = lowering.new_block(), lowering.new_block()
        lowering.end(Fork(lambda s: s[COMING] == stage and s[CASE] == case, run, on), run)
        lowering.perform(lowering.ruleset.procedures[what.run])
        lowering.end(Jump(on), on)

    def _check(self, bound: BoundStage, stage: StageDecl) -> None:
        """Write how the condition of a stage is asked: not while another stage is coming, only out of those it follows."""
        assert bound.when is not None  # R126
        assert stage.effective is not None
        lowering = self._lowering
        condition, sources = lowering.values.closure(bound.when), bound.sources
        run, on = lowering.new_block(), lowering.new_block()
        lowering.end(Fork(lambda s: s[COMING] == NONE and s[STAGE] in sources and condition(s), run, on), run)
        lowering.effect(_arming(bound.index, 1, self._number(stage.effective)), f"stage.{stage.id}")
        lowering.end(Jump(on), on)

    def _card_case(self, bound: BoundStage, stage: StageDecl) -> Callable[[Lowering], None]:
        """Write what the stage card does when drawn: nothing in a stage out of which its own cannot be reached."""
        sources = bound.sources

        def write(lowering: Lowering) -> None:
            leads, done = lowering.new_block(), lowering.new_block()
            lowering.end(Fork(lambda s: s[STAGE] in sources, leads, done), leads)
            for number, case in enumerate(stage.cases, start=1):
                run, on = lowering.new_block(), lowering.new_block()
                lowering.end(Fork(self._standing(case.edge, case.of), run, on), run)
                lowering.effect(_arming(bound.index, number, self._number(case.effective)), f"stage.{stage.id}")
                if case.now is not None:
                    lowering.perform(lowering.ruleset.procedures[case.now])
                lowering.end(Jump(done), on)
            lowering.effect(_no_case(stage.id), f"stage.{stage.id}")
            lowering.end(Jump(done), done)

        return write

    def _standing(self, edge: str, of: str) -> Closure:
        phase, number = self._phases.index(of), EDGES.index(edge)
        return lambda s: s[PHASE] == phase and s[EDGE] == number

    def _span(self) -> Span:
        return self._lowering.ruleset.documents.game.span


def _performing(lowering: Lowering, procedure: BoundProcedure) -> Callable[[], None]:
    return lambda: lowering.perform(procedure)


def _bind(write: Callable[[int, int, Scheduled], None], stage: int, case: int, what: Scheduled) -> Callable[[], None]:
    return lambda: write(stage, case, what)


def _arming(stage: int, case: int, moment: int) -> Effect:
    def arm(s: Slots, j: Journal) -> None:
        s[COMING], s[CASE], s[MOMENT] = stage, case, moment

    return arm


def _no_case(stage: str) -> Effect:
    def fail(s: Slots, j: Journal) -> None:
        raise RulesFault("E311", stage=stage)

    return fail

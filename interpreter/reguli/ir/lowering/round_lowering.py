"""The main routine: set-up, phases in order, moments, stage changes, values reset per phase or round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from reguli.ir.lowering.round_exits import CLOSING, lower_round_closing_rules, lower_round_exit
from reguli.ir.program import Add, Arrive, Ask, Every, Jump, NoCase, Number, Record, Set, Slot, Test, Within
from reguli.ir.state_layout import EDGES, FACTS, NONE
from reguli.language.syntax_tree.top_level_items import Moment
from reguli.model.resolved_ruleset import BoundStage
from reguli.model.types import PLAIN, ElementType
from reguli.ruleset.document_nodes import Scheduled, StageDecl
from reguli.source.source_excerpt import Span

if TYPE_CHECKING:
    from reguli.ir.lowering.procedure_lowering import Lowering

ROUND, PHASE, EDGE, STAGE, COMING, MOMENT, CASE = (
    FACTS.index(name) for name in ("round", "phase", "edge", "stage", "coming_stage", "coming_moment", "coming_case")
)


class Rounds:
    """The lowering of the main routine of a game with rounds of phases."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._phases = [phase.id for phase in lowering.ruleset.phases]
        self._moments: list[tuple[str, str]] = [("start", "round"), ("end", "round")]
        for phase in self._phases:
            self._moments += [(edge, phase) for edge in EDGES if edge != "during"]
        if lowering.ruleset.turns:
            self._moments += [("start", "turn"), ("end", "turn")]
            lowering.moment = self._moment
        declared = {stage.id: stage for stage in lowering.ruleset.documents.game.stages}
        self._stages = [(bound, declared[bound.id]) for bound in lowering.ruleset.stages]
        self.phase_entries: dict[str, int] = {}
        self.phase_exits: dict[str, int] = {}
        self.first_round = 0
        for bound, stage in self._stages:
            if bound.card is not None and bound.deck is not None:
                watchers = lowering.after_draw.setdefault(bound.deck, [])
                watchers.append((bound.card, partial(self._card_case, bound, stage)))

    def lower(self) -> None:
        """Lower the main routine from the current block on."""
        lowering, ruleset = self._lowering, self._lowering.ruleset
        if ruleset.setup is not None:
            lowering.call(ruleset.setup)
        head = self.first_round = lowering.on()
        self._count_round()
        lowering.renew("round")
        ends = lowering.round_end
        if ends is not None:
            lowering.write(Set(ends.leaving, Number(0)), "round")
        self._moment("start", "round")
        for index, phase in enumerate(ruleset.phases):
            self._enter(index, "before", phase.id)
            self._enter(index, "start", phase.id)
            self._stand(index, "during")
            self.phase_entries[phase.id] = lowering.on()
            lowering.call(phase)
            if ends is not None:
                ends.phases.append(lowering.on())
            lowering.settle()
            self._enter(index, "end", phase.id)
            self.phase_exits[phase.id] = lowering.on()
            if ends is not None:
                lower_round_exit(lowering, ends.last)
        if ends is not None:
            lowering.end(Jump(ends.last), ends.last)
            lowering.settle()
            lowering.write(Set(ends.leaving, Number(CLOSING)), "round")
        self._moment("end", "round")
        lower_round_closing_rules(lowering, head)

    def _count_round(self) -> None:
        note = self._lowering.notes.add("round", "round", "round", (PLAIN,), self._span())
        for line in (Add(ROUND, 1), Set(PHASE, Number(NONE)), Record(note, (Slot(ROUND),))):
            self._lowering.write(line, "round")

    def _enter(self, index: int, edge: str, phase: str) -> None:
        self._stand(index, edge)
        if edge == "start":
            note = self._lowering.notes.add(phase, "phase", phase, (ElementType("phase"),), self._span())
            self._lowering.write(Record(note, (Number(index),)), phase)
            self._lowering.renew("phase")
        self._moment(edge, phase)

    def _stand(self, index: int, edge: str) -> None:
        self._lowering.write(Set(PHASE, Number(index)))
        self._lowering.write(Set(EDGE, Number(EDGES.index(edge))))

    # -- moments and stages ------------------------------------------------------------------------------------

    def _number(self, moment: Moment) -> int:
        return self._moments.index((moment.edge, moment.of)) + 1

    def _moment(self, edge: str, of: str) -> None:
        """Lower a moment: stages that take effect, scheduled work, then rules and checks by order."""
        lowering = self._lowering
        if self._stages:
            note = lowering.notes.add("stages", "stage", "stage", (ElementType("stage"),), self._span())
            lowering.write(Arrive(self._moments.index((edge, of)) + 1, note), "stages")
        work: list[tuple[int, Callable[[], None]]] = []
        for bound, stage in self._stages:
            work += [(order, write) for order, write in self._stage_work(bound, stage, (edge, of))]
        for rule in lowering.ruleset.moments:
            if (rule.moment.edge, rule.moment.of) == (edge, of):
                work.append((rule.order, partial(lowering.call, rule.procedure)))
        for _, write in sorted(work, key=itemgetter(0)):
            write()
            lowering.settle()

    def _stage_work(
        self, bound: BoundStage, stage: StageDecl, moment: tuple[str, str]
    ) -> list[tuple[int, Callable[[], None]]]:
        work: list[tuple[int, Callable[[], None]]] = []
        if stage.checked is not None and (stage.checked.edge, stage.checked.of) == moment:
            work.append((stage.order, partial(self._check, bound, stage)))
        if stage.once is not None and (stage.once.at.edge, stage.once.at.of) == moment:
            work.append((0, partial(self._scheduled, bound.index, 1, stage.once)))
        for number, case in enumerate(stage.cases, start=1):
            if case.then is not None and (case.then.at.edge, case.then.at.of) == moment:
                work.append((0, partial(self._scheduled, bound.index, number, case.then)))
        return work

    def _scheduled(self, stage: int, case: int, what: Scheduled) -> None:
        lowering = self._lowering
        on = lowering.fork(Every((Within(COMING, (stage,)), Within(CASE, (case,)))))
        lowering.call(lowering.ruleset.procedures[what.run])
        lowering.end(Jump(on), on)

    def _check(self, bound: BoundStage, stage: StageDecl) -> None:
        """Lower a stage's condition, tested only if no stage is coming and the current stage precedes it."""
        assert bound.when is not None  # R126
        assert stage.effective is not None
        lowering = self._lowering
        on = lowering.fork(Every((Within(COMING, (NONE,)), Within(STAGE, bound.sources), Ask(bound.when))))
        self._arm(stage, bound.index, 1, stage.effective)
        lowering.end(Jump(on), on)

    def _arm(self, stage: StageDecl, number: int, case: int, moment: Moment) -> None:
        """Lower a stage's announcement with its case and moment."""
        for slot, value in ((COMING, number), (CASE, case), (MOMENT, self._number(moment))):
            self._lowering.write(Set(slot, Number(value)), f"stage.{stage.id}")

    def _card_case(self, bound: BoundStage, stage: StageDecl) -> None:
        """Lower the drawing of a stage card; in stages that cannot lead to its own, it does nothing."""
        lowering = self._lowering
        done = lowering.fork(Within(STAGE, bound.sources))
        for number, case in enumerate(stage.cases, start=1):
            on = lowering.fork(self._standing(case.edge, case.of))
            self._arm(stage, bound.index, number, case.effective)
            if case.now is not None:
                lowering.call(lowering.ruleset.procedures[case.now])
            lowering.end(Jump(done), on)
        lowering.write(NoCase(stage.id), f"stage.{stage.id}")
        lowering.end(Jump(done), done)

    def _standing(self, edge: str, of: str) -> Test:
        return Every((Within(PHASE, (self._phases.index(of),)), Within(EDGE, (EDGES.index(edge),))))

    def _span(self) -> Span:
        return self._lowering.ruleset.documents.game.span

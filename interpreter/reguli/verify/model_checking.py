"""Model checking: exhaustive search of a small instance's states, cycles and counterexample paths."""

from __future__ import annotations

import zlib
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal, NamedTuple

from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.fault_replay import replay_in_interpreter
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.notation import element_text, move_text
from reguli.engine.state_snapshots import copy_state
from reguli.ir.executable_program import Playable
from reguli.ir.program import Decide, Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.ruleset.option_settings import SettingCover, choice_text
from reguli.source.diagnostic import Diagnostic, finding_sentence_value, make_finding
from reguli.source.finding_catalogue import Said, Value, abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.verify.report import MAKING, Budget, Found, Holds, Level, Progress, Severity, finding_id
from reguli.verify.successor_states import DeadlockState, StateTransition, SuccessorStates

# -- All positions of an instance, breadth first, as far as steps and memory go --------------------------------------


# -- checked instance ------------------------------------------------------------------------------------------------
# What is looked at: a game as it is, or a small instance of it, with the caps beyond which nobody looks.


ROUND: Final = FACTS.index("round")


@frozen_class
class StateLimit(FrozenValue):
    """An upper limit on a field, for each of its places: on a number, or on the number of pieces or members."""

    field: str
    most: int


@dataclass(frozen=True, slots=True)
class CheckedInstance:
    """A program and its limits; ``name`` is that of the scale, empty for the unmodified game. ``whole``: the instance leaves nothing of the game out."""

    name: str
    program: Playable
    span: Span
    caps: tuple[StateLimit, ...] = ()
    rounds: int | None = None
    whole: bool = False
    cover: SettingCover | None = None
    """The settings of which this is one."""

    @property
    def said(self) -> Said:
        """Return the text that identifies the instance."""
        players, options = self.program.players, self.program.ruleset.options
        if self.name:
            return Said("exhausted.scale", name=self.name, players=players)
        if options:
            said = ", ".join(f"{name}={choice_text(value)}" for name, value in options.items())
            return Said("exhausted.game_with", name=self.program.ruleset.name, players=players, options=said)
        return Said("exhausted.game", name=self.program.ruleset.name, players=players)

    def beyond(self) -> Callable[[Slots], bool]:
        """Return a predicate for positions that exceed a limit."""
        layout, rounds = self.program.layout, self.rounds
        asked = [(_amounts(self.program, layout.fields[cap.field]), cap.most) for cap in self.caps]

        def lies_beyond(slots: Slots) -> bool:
            if rounds is not None and slots[ROUND] > rounds:
                return True
            return any(amounts(slots) > most for amounts, most in asked)

        return lies_beyond


def _amounts(program: Playable, field: FieldSlots) -> Callable[[Slots], int]:
    """Return a function that computes the largest amount in any place of a field."""
    form, places = field.declared.form, range(field.base, field.base + field.stride * field.places, field.stride or 1)
    if form == "zone" and field.declared.of in program.layout.places:
        first = program.layout.places[field.declared.of]
        pieces = slice(first, first + len(program.ruleset.kinds[field.declared.of].elements))
        zones = range(field.zone, field.zone + field.places)
        return lambda slots: max(slots[pieces].count(zone) for zone in zones)
    if form in ("set", "bundle", "zone"):
        return lambda slots: max(sum(slots[at : at + field.stride]) for at in places)
    # Of a list the first slot counts its members.
    return lambda slots: max(slots[at] for at in places)


# -- state graph -----------------------------------------------------------------------------------------------------
# Positions as numbers, in the order in which they were come to: from where each was come to first, and where each leads.


State = Literal["unseen", "decides", "casts", "over", "stuck", "taken_back", "faulty", "cut"]
"""Not looked at yet; a player decides; chance does; the game is over; no player can move; nobody can, and is taken back; its moves cannot be listed; beyond a cap."""
STATES: Final[tuple[State, ...]] = ("unseen", "decides", "casts", "over", "stuck", "taken_back", "faulty", "cut")
BEGIN: Final = 0
"""Before the set-up: what is come to by it follows."""
MOST_POSITIONS: Final = 1_000_000
MOST_LINKS: Final = 16_000_000
"""What is kept of them: some 170 bytes of a position and 4 of a step, so 240 MB at most, besides the positions that wait to be looked at."""


@dataclass(slots=True)
class StateGraph:
    """All positions found so far, explored in numerical order, so that paths back along ``came`` are shortest."""

    number: dict[bytes, int] = field(default_factory=dict)
    came: array[int] = field(default_factory=lambda: array("i", [BEGIN]))
    """The position that each was come to from first."""
    by: array[int] = field(default_factory=lambda: array("i", [0]))
    """Which of its steps that was."""
    first: array[int] = field(default_factory=lambda: array("i", [0]))
    """Where the steps of each begin in ``next``; those that were looked at have the next one's behind them."""
    next: array[int] = field(default_factory=lambda: array("i"))
    state: bytearray = field(default_factory=lambda: bytearray([STATES.index("decides")]))

    casts: int = 0
    """How many positions wait for chance."""

    @property
    def positions(self) -> int:
        """Return the number of positions in which a player decides or the game is over."""
        return len(self.came) - 1 - self.casts

    @property
    def last(self) -> int:
        """Return the number of the most recently found position."""
        return len(self.came) - 1

    @property
    def looked(self) -> int:
        """Return the number of explored positions, including the one before the set-up."""
        return len(self.first) - 1

    @property
    def full(self) -> bool:
        """Return whether the graph has no room for more."""
        return len(self.came) > MOST_POSITIONS or len(self.next) > MOST_LINKS

    def come_to(self, digest: bytes, source: int, step: int) -> bool:
        """Record a step that leads to a position; return whether that position is new."""
        fresh = len(self.came)
        known = self.number.setdefault(digest, fresh)
        self.next.append(known)
        if known < fresh:
            return False
        self.came.append(source)
        self.by.append(step)
        self.state.append(STATES.index("unseen"))
        return True

    def looked_at(self) -> None:
        """Record that all steps of the next position in order are known."""
        self.first.append(len(self.next))

    def mark(self, position: int, state: State) -> None:
        """Record the outcome of a position."""
        self.state[position] = STATES.index(state)

    def state_of(self, position: int) -> State:
        """Return the recorded outcome of a position."""
        return STATES[self.state[position]]

    def steps_of(self, position: int) -> array[int]:
        """Return the successors of a position, one for each step; none before it is explored."""
        if position + 1 >= len(self.first):
            return array("i")
        return self.next[self.first[position] : self.first[position + 1]]

    def way_to(self, position: int) -> list[tuple[int, int]]:
        """Return a shortest path from before the set-up: each position on it with the number of its next step."""
        way: list[tuple[int, int]] = []
        while position != BEGIN:
            way.append((self.came[position], self.by[position]))
            position = self.came[position]
        return way[::-1]


# -- state search ----------------------------------------------------------------------------------------------------


MOVES: Final = 10
"""Moves that a step of the budget pays for: nothing is told, undone or shown of them."""
MOST_WAITING: Final = 256 * 2**20
"""Bytes of all positions that wait to be looked at."""
LONG: Final = 1024
"""Positions of more bytes are packed while they wait."""
SHOWN: Final = 5_000
"""After so many positions progress is told."""
Kind = tuple[str, str]
"""What went wrong: the code of a fault, or nothing where no player can move, and the rule."""
Waiting = tuple[bytes, Decide | None] | None
"""A position as it is kept, and who decides there, if not chance; nothing where it is over."""


@dataclass(slots=True)
class StateProblem:
    """A problem, its first occurrence and its count: it occurs in one step of a position or, without a step, in the position itself."""

    position: int
    step: int | None
    fault: RulesFault | None
    count: int = 0


@dataclass(slots=True)
class StateSearch:
    """The state search of one instance."""

    instance: CheckedInstance
    graph: StateGraph = field(default_factory=StateGraph)
    troubles: dict[Kind, StateProblem] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """Rules of the decisions that were come to."""
    waiting: deque[Waiting] = field(default_factory=deque)
    complete: bool = False
    """Whether every position was looked at."""
    cut_off: int = 0
    """Positions beyond a cap."""
    stepping: SuccessorStates = field(init=False)
    _bytes: int = 0

    def __post_init__(self) -> None:
        """Initialise the search."""
        self.stepping = SuccessorStates(self.instance.program)

    def run(self, budget: Budget, progress: Progress) -> None:
        """Explore positions until none is left, or steps or memory run out; the remaining positions are counted as cut."""
        beyond, paid, position = self.instance.beyond(), 0, BEGIN
        steps = self.stepping.begun()
        while True:
            for number, step in enumerate(steps):
                self._arrive(position, number, step, beyond(step.slots))
                if len(self.graph.next) >= paid:
                    paid += MOVES
                    budget.spend(1)
                    if not self._may_go_further(budget):
                        self.graph.mark(position, "unseen")
                        budget.cut += len(self.waiting) + 1
                        return
            self._leave(position)
            position += 1
            while self.waiting and self.waiting[0] is None:
                self.waiting.popleft()
                self.graph.looked_at()
                position += 1
            if not self.waiting:
                self.complete = True
                return
            if position % SHOWN == 0:
                progress(self.instance.name, position, 0)
            steps = self._looking(position)

    def _may_go_further(self, budget: Budget) -> bool:
        return budget.left > 0 and not self.graph.full and self._bytes < MOST_WAITING

    def _looking(self, position: int) -> Iterator[StateTransition]:
        """Yield the steps from the first waiting position; record if it has none."""
        waiting = self.waiting.popleft()
        assert waiting is not None
        packed, decision = waiting
        self._bytes -= len(packed)
        self.graph.mark(position, "casts" if decision is None else "decides")
        if decision is None:
            yield from self.stepping.onward(self._unpacked(packed), None)
            return
        self.asked.add(decision.ask.rule)
        try:
            yield from self.stepping.onward(self._unpacked(packed), decision)
        except DeadlockState as stuck:
            self.graph.mark(position, "taken_back" if stuck.held else "stuck")
            if not stuck.held:
                self._wrong("", decision.ask.rule, StateProblem(position, None, None))
        except RulesFault as fault:
            self.graph.mark(position, "faulty")
            self._wrong(fault.args[0], fault.rule or decision.ask.rule, StateProblem(position, None, fault))

    def _arrive(self, source: int, number: int, step: StateTransition, beyond: bool) -> None:
        if step.fault is not None:
            self._wrong(step.fault.args[0], step.fault.rule, StateProblem(source, number, step.fault))
            return
        graph = self.graph
        if not graph.come_to(self.stepping.digest(step.slots), source, number):
            return
        ended = step.decision is None and not step.casts
        if ended or beyond:
            graph.mark(graph.last, "over" if ended else "cut")
            self.cut_off += not ended
            self.waiting.append(None)
            return
        graph.casts += step.casts
        packed = self._packed(step.slots)
        self._bytes += len(packed)
        self.waiting.append((packed, step.decision))

    def _leave(self, position: int) -> None:
        """Finish a position; if all of its steps fail, it is marked as faulty."""
        self.graph.looked_at()
        if self.graph.state_of(position) in ("decides", "casts") and not len(self.graph.steps_of(position)):
            self.graph.mark(position, "faulty")

    def _wrong(self, code: str, rule: str, trouble: StateProblem) -> None:
        self.troubles.setdefault((code, rule), trouble).count += 1

    def _packed(self, slots: Slots) -> bytes:
        plain = array("q", slots[: self.instance.program.saved]).tobytes()
        return zlib.compress(plain, 1) if len(plain) > LONG else plain

    def _unpacked(self, packed: bytes) -> Slots:
        program, kept = self.instance.program, array("q")
        kept.frombytes(zlib.decompress(packed) if program.saved * kept.itemsize > LONG else packed)
        return copy_state([*kept, *([0] * (program.width - len(kept)))])


# -- cycle search ----------------------------------------------------------------------------------------------------
# Which positions come again: parts of the graph in which one can go round, and of these the ones that nothing leads out of.
#
# Strongly connected parts by Tarjan (Depth-first search and linear graph algorithms, SIAM J. Comput. 1972), with a stack of its own, for a way may be as long as
# there are positions.


class StateCycles(NamedTuple):
    """The cycles of a graph: the first position and the size of the components that can be left, and of those from which no end is reachable."""

    may_go_on: int | None
    going_on: int
    endless: int | None
    caught: int


def find_state_cycles(graph: StateGraph) -> StateCycles:
    """Find the strongly connected components. Unexplored, cut and stuck positions are reported elsewhere, and count as ends.

    Parts are finished behind all that they lead to, so that whether a way out is known is known at once.
    """
    size, met, waiting, rings = len(graph.came), 0, array("i"), StateCycles(None, 0, None, 0)
    order, low, is_open, ends = array("i", [0]) * size, array("i", [0]) * size, bytearray(size), bytearray(size)
    way: list[tuple[int, Iterator[int]]] = []
    fresh: int | None = BEGIN
    while fresh is not None or way:
        if fresh is not None:
            met += 1
            order[fresh] = low[fresh] = met
            is_open[fresh], ends[fresh] = 1, graph.state_of(fresh) not in ("decides", "casts")
            waiting.append(fresh)
            way.append((fresh, iter(graph.steps_of(fresh))))
        (position, steps), fresh = way[-1], None
        for follows in steps:
            if not order[follows]:
                fresh = follows
                break
            if is_open[follows]:
                low[position] = min(low[position], order[follows])
            else:
                ends[position] |= ends[follows]
        if fresh is None:
            way.pop()
            if low[position] == order[position]:
                members = array("i")
                while not members or members[-1] != position:
                    members.append(waiting.pop())
                has_end = any(ends[one] for one in members)
                for one in members:
                    is_open[one], ends[one] = 0, has_end
                rings = _with_part(rings, members, has_end, position in graph.steps_of(position))
            if way:
                above = way[-1][0]
                low[above], ends[above] = min(low[above], low[position]), ends[above] | ends[position]
    return rings


def _with_part(rings: StateCycles, members: array[int], has_end: bool, to_itself: bool) -> StateCycles:
    """Count a component: one from which no end is reachable, or a cycle that can be left."""
    first, size = min(members), len(members)
    if not has_end:
        endless = first if rings.endless is None else min(rings.endless, first)
        return rings._replace(endless=endless, caught=rings.caught + size)
    if size == 1 and not to_itself:
        return rings
    may_go_on = first if rings.may_go_on is None else min(rings.may_go_on, first)
    return rings._replace(may_go_on=may_go_on, going_on=rings.going_on + size)


# -- The way to a position, as people would type it: who moves what, and what chance brings --------------------------


MOST_OUTCOMES: Final = 6
"""Of what chance brings at once so much is said."""


@frozen_class
class TypedMove(FrozenValue):
    """One step: the player and the typed move, both empty if no player chose; and the chance outcomes by site."""

    by: str
    move: str
    outcomes: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """Return the step as text of ids and digits."""
        chosen = f"{self.by}: {self.move}" if self.move else ""
        shown = [f"{site} = {outcome}" for site, outcome in self.outcomes[:MOST_OUTCOMES]]
        more = ["…"] if len(self.outcomes) > MOST_OUTCOMES else []
        brought = ", ".join([*shown, *more])
        return f"{chosen} ({brought})".strip() if brought else chosen


@frozen_class
class CounterexamplePath(FrozenValue):
    """Steps from the set-up to a position, and the player to move there, if any."""

    steps: tuple[TypedMove, ...]
    actor: str = ""

    @property
    def said(self) -> Value:
        """Return the legal moves of the position, or that there are none."""
        told = [one.text for one in self.steps if one.text]
        return "; ".join(told) if told else Said("exhausted.at_once")

    @property
    def moves(self) -> int:
        """Return the number of chosen moves on the path."""
        return sum(bool(one.move) for one in self.steps)


def counterexample_path(
    stepping: SuccessorStates, graph: StateGraph, position: int, step: int | None = None
) -> CounterexamplePath:
    """Return a shortest path to a position, and on by one of its steps if one is given."""
    slots: Slots = []
    decision: Decide | None = None
    found: list[TypedMove] = []
    last = [] if step is None else [(position, step)]
    for _, number in (*graph.way_to(position), *last):
        steps = stepping.onward(slots, decision) if found else stepping.begun()
        taken = next(islice(steps, number, None))
        moved = _moved(stepping, slots, decision, taken)
        if found and not moved.move:
            # What chance brings belongs to the move that led to it.
            before = found.pop()
            moved = TypedMove(before.by, before.move, (*before.outcomes, *moved.outcomes))
        found.append(moved)
        slots, decision = taken.slots, taken.decision
    actor = "" if decision is None else _actor(stepping, slots, decision)
    return CounterexamplePath(tuple(found), actor)


def _moved(stepping: SuccessorStates, slots: Slots, decision: Decide | None, step: StateTransition) -> TypedMove:
    if step.family is None or decision is None:
        return TypedMove("", "", step.outcomes)
    move = Move(step.family.choice.option.name, step.arguments)
    return TypedMove(_actor(stepping, slots, decision), move_text(stepping.program, decision, move), step.outcomes)


def _actor(stepping: SuccessorStates, slots: Slots, decision: Decide) -> str:
    actor: int = replay_in_interpreter(stepping.program, lambda one: one.actors[decision.number](slots))
    return element_text(stepping.program, "player", actor, ids=True)


# -- model checking part ---------------------------------------------------------------------------------------------
# The part ``model-check``: every position of the scales of a ruleset, or of the game itself where it is small enough.


# -- model checking findings -----------------------------------------------------------------------------------------
# What looking at every position comes to, as findings with the shortest way there, and as what holds.


KEPT_BY_ENGINE = frozenset({"round", "phase", "stage", "take_back"})
"""What notes tell of that no rule does."""


def model_checking_findings(search: StateSearch) -> Iterator[Found]:
    """Yield all findings in an instance's positions."""
    for kind, trouble in search.troubles.items():
        yield _trouble(search, kind, trouble)
    if search.graph.positions:
        yield from _rings(search)
    if search.complete:
        yield from _never(search)


def _found(search: StateSearch, severity: Severity, rule: str, diagnostic: Diagnostic) -> Found:
    name = search.instance.name
    return Found(
        finding_id("model-check", diagnostic.code, rule, name),
        "model-check",
        severity,
        diagnostic,
        without_copy_depth(rule),
    )


def _trouble(search: StateSearch, kind: Kind, trouble: StateProblem) -> Found:
    instance, (_, rule) = search.instance, kind
    way = counterexample_path(search.stepping, search.graph, trouble.position, trouble.step)
    span = _span(instance, rule)
    if trouble.fault is None:
        decision = rule.rpartition("/")[2]
        told = make_finding(
            "V501",
            span,
            where=instance.said,
            decision=decision,
            player=way.actor,
            count=trouble.count,
            way=way.said,
        )
        return _found(search, "error", rule, told)
    wrong = finding_sentence_value(fault_diagnostic(instance.program, trouble.fault))
    told = make_finding("V502", span, where=instance.said, what=wrong, count=trouble.count, way=way.said)
    return _found(search, "error", rule, told)


def _rings(search: StateSearch) -> Iterator[Found]:
    """Yield findings on cycles and on positions from which no end is reachable."""
    instance, rings = search.instance, find_state_cycles(search.graph)
    if rings.endless is not None:
        way = counterexample_path(search.stepping, search.graph, rings.endless)
        told = make_finding("V503", instance.span, where=instance.said, count=rings.caught, way=way.said)
        yield _found(search, "error", "", told)
    if rings.may_go_on is not None:
        way = counterexample_path(search.stepping, search.graph, rings.may_go_on)
        told = make_finding("V504", instance.span, where=instance.said, count=rings.going_on, way=way.said)
        yield _found(search, "note", "", told)


def _never(search: StateSearch) -> Iterator[Found]:
    """Yield findings on rules that never act: one per rule for a whole game, one note for a scale, which leaves things out on purpose."""
    instance = search.instance
    notes = enumerate(instance.program.notes)
    idle = [note for at, note in notes if at not in search.stepping.noted and note.verb not in KEPT_BY_ENGINE]
    done = _done(search)
    never = {without_copy_depth(note.rule): note for note in idle if without_copy_depth(note.rule) not in done}
    if instance.whole:
        for rule, note in never.items():
            what = Said("exhausted.chosen" if note.verb == "choose" else "exhausted.done", rule=rule)
            yield _found(search, "warning", rule, make_finding("V505", note.span, what=what, where=instance.said))
    elif never and instance.name:
        told = make_finding(
            "V507", instance.span, where=instance.said, count=len(never), rules=abbreviated_list([*never])
        )
        yield _found(search, "note", "", told)


def _done(search: StateSearch) -> dict[str, None]:
    """Return the rules that had an effect."""
    notes = search.instance.program.notes
    return dict.fromkeys(without_copy_depth(notes[at].rule) for at in sorted(search.stepping.noted))


def _holds(searches: Sequence[StateSearch]) -> Iterator[Holds]:
    """Yield the properties that hold in every position of some complete searches, for each rule that was reached."""
    where = _where(searches)
    by = Said("exhausted.every_position", where=where, count=sum(one.graph.positions for one in searches))
    failing = {without_copy_depth(rule) for one in searches for code, rule in one.troubles if code}
    stuck = {rule for one in searches for code, rule in one.troubles if not code}
    known = {rule for one in searches for rule in one.instance.program.rules}
    for rule in dict.fromkeys(rule for one in searches for rule in _done(one)):
        if rule not in failing and rule in known:
            yield Holds(rule, "no fault", Level.EXHAUSTED, by)
    for rule in sorted({rule for one in searches for rule in one.asked} - stuck):
        yield Holds(without_copy_depth(rule), "some move", Level.EXHAUSTED, by)
    for rule in dict.fromkeys(claim.rule for one in searches for claim in one.instance.program.ruleset.invariants):
        if rule not in failing:
            yield Holds(rule, "claim", Level.EXHAUSTED, by)


def _where(searches: Sequence[StateSearch]) -> Said:
    """Return what was looked at: the one instance, or the settings of the game."""
    first, cover = searches[0].instance, searches[0].instance.cover
    if cover is None or len(cover.settings) == 1:
        return first.said
    if len(searches) == len(cover.settings):
        return Said("exhausted.settings", name=first.program.ruleset.name, settings=cover.what)
    return Said("exhausted.some", name=first.program.ruleset.name, count=len(searches), all=len(cover.settings))


def incomplete_search_note(search: StateSearch) -> Found:
    """Return a note of how far the search got, for when there were too many positions to explore them all."""
    instance, graph = search.instance, search.graph
    deep = counterexample_path(search.stepping, graph, graph.looked - 1).moves
    told = make_finding(
        "V508" if instance.name else "V506", instance.span, where=instance.said, count=graph.positions, moves=deep
    )
    return _found(search, "note", "", told)


def _span(instance: CheckedInstance, rule: str) -> Span:
    place = instance.program.rules.get(rule)
    return instance.span if place is None else place.span


# -- model checking part ---------------------------------------------------------------------------------------------


SMALL: Final = 50_000
"""A game of which nobody named a scale is looked at as it is for so many moves; whatever has more is not small."""


def run_model_checking(
    instances: Iterable[CheckedInstance | Found], budget: Budget, progress: Progress, *, count: int = 1
) -> Iterator[Found | Holds]:
    """Explore the positions of each instance, with the budget divided evenly among ``count`` instances; findings stand in for invalid ones."""
    complete: list[StateSearch] = []
    told: set[str] = set()
    for number, instance in enumerate(instances):
        budget.spend(MAKING)
        if isinstance(instance, Found):
            yield instance
            continue
        search = StateSearch(instance)
        share = budget.share(1 / max(1, count - number))
        if not instance.name:
            budget.give_back(Budget(max(0, share.left - SMALL // MOVES)))
            share.left = min(share.left, SMALL // MOVES)
        broken_off = None
        try:
            search.run(share, progress)
        except KeyboardInterrupt as stop:
            broken_off = stop
        budget.give_back(share if instance.name else Budget(share.left))
        for found in model_checking_findings(search):
            if found.id not in told:  # the same under several settings is told once
                told.add(found.id)
                yield found
        if search.complete:
            complete.append(search)
        if instance.cover is None or not search.complete or broken_off is not None:
            yield from _holds(complete) if complete else ()
            complete.clear()
        if broken_off is not None:
            raise broken_off
        if not search.complete:
            yield incomplete_search_note(search)
            if instance.cover is not None:
                return  # under other settings it is no smaller
    yield from _holds(complete) if complete else ()

"""The legal moves of a decision: listed, counted, picked and checked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from reguli.engine.gameplay.fault_replay import replay_fault, replay_in_interpreter
from reguli.engine.state_snapshots import Position, copy_state
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.set_numbering import decode_set
from reguli.ir.program import (
    DEAD,
    DEEPEST,
    DOUBTFUL,
    HOLDING,
    MOST_JUDGED,
    OUT,
    Choice,
    Decide,
    Journal,
    ParameterStep,
    Program,
    Slots,
    leaves_transaction,
)
from reguli.ir.program_interface import Ways
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.ir.state_layout import BUDGET, LOOKS, NONE
from reguli.ir.symmetry_classes import Alike, AlikeKind, symmetric_kinds
from reguli.model.types import CollectionType
from reguli.source.frozen_values import FrozenValue, frozen_class


@frozen_class
class Move(FrozenValue):
    """An option taken with arguments (element indices and numbers)."""

    option: str
    arguments: tuple[int, ...]


class ActionSet(NamedTuple):
    """Moves of one option that differ only in the last number or set; ``span`` is ``None`` for a single move."""

    choice: Choice
    arguments: tuple[int, ...]
    span: Sequence[int] | None

    @property
    def size(self) -> int:
        """Return how many moves there are."""
        return 1 if self.span is None else len(self.span)

    def moves(self) -> Iterator[Move]:
        """Yield the moves in order."""
        name = self.choice.option.name
        if self.span is None:
            yield Move(name, self.arguments)
        else:
            for last in self.span:
                yield Move(name, (*self.arguments, last))

    def move(self, index: int) -> Move:
        """Return a move by index."""
        name = self.choice.option.name
        return Move(name, self.arguments if self.span is None else (*self.arguments, self.span[index]))


def choice_by_name(decision: Decide, option: str, arguments: Sequence[int]) -> Choice | None:
    """Return the choice of an option name; None if there is none. For an option on several pieces, the first argument selects it."""
    found: Choice | None = None
    for choice in decision.choices:
        if choice.option.name == option:
            pieces = choice.option.pieces
            if not pieces or (arguments and arguments[0] in pieces):
                return choice
            found = found or choice
    return found


def legal_action_sets(program: Playable, decision: Decide, slots: Slots) -> Iterator[ActionSet]:
    """Yield the legal moves in textual order; ranges of numbers are kept together. Raises ``RulesFault``."""
    # Generated code changes nothing but what is taken off the budget.
    s = list(slots) if program.twin is None else slots
    s[BUDGET] = LOOKS
    program.remember(s)
    made, choices = tuple.__new__, program.choices
    try:
        for choice in decision.choices:
            for _, arguments, span in choices[choice.entry].listing(s):
                yield made(ActionSet, (choice, arguments, span))
    except Failed:
        replay_fault(program, lambda twin: list(legal_action_sets(twin, decision, slots)))


def is_legal(program: Playable, decision: Decide, slots: Slots, move: Move) -> bool:
    """Return whether a decision allows a move. Raises ``RulesFault``."""
    return replay_in_interpreter(program, lambda one: _is_legal(one, decision, copy_state(slots), move))


def _is_legal(program: Playable, decision: Decide, s: Slots, move: Move) -> bool:
    program.remember(s)
    return any(
        choice.option.name == move.option and _fits(program, choice, s, move.arguments) for choice in decision.choices
    )


def _fits(program: Playable, choice: Choice, s: Slots, arguments: tuple[int, ...]) -> bool:
    """Return whether an option takes this many arguments and may be taken with them; writes into ``s``."""
    wanted = sum(isinstance(step, ParameterStep) for step in choice.steps)
    return len(arguments) == wanted and program.choices[choice.entry].fits(s, arguments)


def write_move_arguments(program: Playable, choice: Choice, s: Slots, j: Journal, move: Move) -> None:
    """Take an option: store its arguments, then, after all checks, pay for waived guards; effects come next. Raises ``RulesFault``."""
    before = s if program.twin is None else list(s)
    try:
        program.choices[choice.entry].enter(s, j, move.arguments)
    except Failed:
        replay_fault(program, lambda twin: twin.choices[choice.entry].enter(before, [], move.arguments))


# -- normal form -----------------------------------------------------------------------------------------------------
# The normal form of a position: what positions have in common that differ only in which of several like elements is which.
#
# It serves the search for ways out of a decision that is all or nothing (``ir.symmetry_classes`` says what may be exchanged, and why): a
# position that was judged is known again in all its copies, and of moves with elements that are alike one is tried for all.


Twins = Mapping[str, Mapping[int, int]]
"""By kind and element: the first element that it is like, itself included."""


@frozen_class
class CanonicalPosition(FrozenValue):
    """A position in normal form, and its symmetric elements."""

    key: Position
    twins: Twins


def normal_form(program: Program, decision: Decide, s: Slots) -> CanonicalPosition:
    """Return the normal form of a decision's position.

    Two positions have the same one only if the same moves lead out of both. What was named when the decision was last taken is past.
    """
    alike: Alike = program.alike
    key = s[: program.logical]
    first, last = decision.own
    key[first:last] = [0] * (last - first)
    for slot in alike.unread:
        key[slot] = 0
    if any(s[slot] for slot in alike.busy):
        return CanonicalPosition(tuple(key), {})
    twins = {kind.kind: _sorted_in(key, kind, set(_referred(kind, s, decision))) for kind in alike.kinds}
    return CanonicalPosition(tuple(key), twins)


def _sorted_in(key: Slots, kind: AlikeKind, known: set[int]) -> dict[int, int]:
    """Sort the columns of each class except known elements; return, for each element, its first equal."""
    first: dict[int, int] = {}
    for elements in kind.classes:
        free = [element for element in elements if element not in known]
        columns = [tuple(key[slot + element * stride] for slot, stride in kind.columns) for element in free]
        met: dict[tuple[int, ...], int] = {}
        for element, column in zip(free, columns, strict=True):
            first[element] = met.setdefault(column, element)
        for element, column in zip(free, sorted(columns), strict=True):
            for (slot, stride), value in zip(kind.columns, column, strict=True):
                key[slot + element * stride] = value
    return first


def _referred(kind: AlikeKind, s: Slots, decision: Decide) -> Iterator[int]:
    """Yield the elements referenced in a position."""
    past = range(*decision.own)
    yield from (s[slot] for slot in kind.single if slot not in past)
    for slot in kind.lists:
        if slot not in past:
            yield from s[slot + 1 : slot + 1 + s[slot]]
    for first, last, zone in kind.inside:
        yield from (place - zone for place in s[first:last])


def distinct_moves(decision: Decide, moves: Iterable[Move], twins: Twins) -> Iterator[Move]:
    """Yield moves, omitting equivalents of earlier ones."""
    met: set[Hashable] = set()
    for move in moves:
        mark = symmetry_key(decision, move, twins)
        if mark not in met:
            met.add(mark)
            yield move


def symmetry_key(decision: Decide, move: Move, twins: Twins) -> Hashable:
    """Return a key equal for moves that differ only in interchangeable elements."""
    if not twins:
        return move
    choice, arguments = choice_by_name(decision, move.option, move.arguments), move.arguments
    assert choice is not None
    types = [parameter.variable.type for parameter in choice.option.parameters]
    marks: list[Hashable] = []
    named: dict[str, list[int]] = {}
    for kind, found, value in zip(symmetric_kinds(types), types, arguments, strict=True):
        like = twins.get(kind)
        if like is None:
            marks.append(value)
        elif isinstance(found, CollectionType):
            marks.append(tuple(sorted(like.get(one, one) for one in decode_set(value))))
        else:
            # Two elements that are alike are still two: whether an argument is the same as an earlier one counts.
            before = named.setdefault(kind, [])
            before.append(value)
            marks.append((like.get(value, value), before.index(value)))
    return move.option, tuple(marks)


# -- interpreted search ----------------------------------------------------------------------------------------------
# The plain twin of the search for ways out of decisions that are all or nothing: what generated code does, said once more for the interpreter (``holding``).
#
# It knows positions by their normal form (``normal_form``), wholly, and tries moves as it comes to them.


@frozen_class
class _Found(FrozenValue):
    """A decision met during the search, with its untried moves."""

    key: Position
    decision: Decide
    slots: Slots
    moves: Iterator[Move]


class InterpretedSearch:
    """A search for ways out of a position."""

    def __init__(self, program: Playable, asking: Ways) -> None:
        """Start without results."""
        self._program = program
        self._asking = asking
        self._dead: set[Position] = set()
        """Positions from which no way leads out."""
        self._out: set[Position] = set()
        """Positions from which some way does."""
        self._left = 0
        self._cut = False
        self._ordered: dict[int, Decide] = {}
        self.looked = 0
        """Positions that were looked at."""

    def judge(self, decision: Decide, slots: Slots, moves: Sequence[Move], tries: int) -> Iterator[int]:
        """Judge the moves of a position lazily."""
        if len(moves) > MOST_JUDGED:
            yield from [DOUBTFUL] * len(moves)
            return
        twins = normal_form(self._program, decision, slots).twins
        alike = [symmetry_key(decision, move, twins) for move in moves]
        several = len(set(alike))
        verdicts: dict[Hashable, int] = {}
        for mark, move in zip(alike, moves, strict=True):
            if mark not in verdicts:
                share = max(1, tries // (several - len(verdicts)))
                self._left = share
                verdicts[mark] = self._judge(decision, slots, move)
                tries -= share - max(0, self._left)
            yield verdicts[mark]

    def _judge(self, decision: Decide, slots: Slots, move: Move) -> int:
        seen: set[Position] = set()
        self._cut = False
        way: list[_Found] = [_Found((), decision, slots, iter([move]))]
        while way:
            found = way[-1]
            step = _next(found.moves)
            if step is None:
                way.pop()
                continue
            self._left -= 1
            if self._left < 0:
                return DOUBTFUL
            after = self._after(found, step, seen, len(way))
            if after == OUT:
                self._out.update(known.key for known in way[1:])
                return OUT
            if isinstance(after, _Found):
                way.append(after)
        if self._cut:
            return DOUBTFUL
        # Every way was gone to its end, so what was seen is dead for other moves too.
        self._dead |= seen
        return DEAD

    def _after(self, at: _Found, move: Move, seen: set[Position], depth: int) -> _Found | int:
        """Make a move and run to the next decision with a move, to a way out, or to a dead end."""
        s = list(at.slots)
        choice = choice_by_name(at.decision, move.option, move.arguments)
        assert choice is not None
        write_move_arguments(self._program, choice, s, [], move)
        block: int | None = choice.entry
        while block is not None:
            following = self._run(s, block)
            if isinstance(following, int):
                return following
            normal = normal_form(self._program, following, s)
            key = normal.key
            if key in self._out:
                return OUT
            if key in seen or key in self._dead:
                return DEAD
            seen.add(key)
            self.looked += 1
            first: Move | None = None
            moves: Iterator[Move] = iter(())
            if depth > DEEPEST:
                self._cut = True
            else:
                listed = legal_action_sets(self._program, self._leaving_first(following), s)
                moves = distinct_moves(following, (move for family in listed for move in family.moves()), normal.twins)
                first = _next(moves)
            self._asking.look(s, following, stuck=first is None and following.otherwise is None)
            if first is not None:
                return _Found(key, following, s, _chained(first, moves))
            block = following.otherwise
        return DEAD

    def _leaving_first(self, decision: Decide) -> Decide:
        """Return a decision with its leaving options first."""
        if decision.number not in self._ordered:
            choices = sorted(decision.choices, key=lambda choice: not leaves_transaction(choice))
            self._ordered[decision.number] = replace(decision, choices=tuple(choices))
        return self._ordered[decision.number]

    def _run(self, s: Slots, block: int) -> Decide | int:
        """Run from a block: return the next inner decision, or the verdict on the path."""
        stop = self._program.decisions[s[HOLDING] - 1].exit if s[HOLDING] else NONE
        try:
            following = self._asking.run(s, block, stop)
        except RulesFault:
            # Outside of what is held the fault is told when the move is made.
            return DEAD if s[HOLDING] else OUT
        return OUT if following is None or not s[HOLDING] else following


def _next(moves: Iterator[Move]) -> Move | None:
    """Return the next move, or none if listing raises a rules fault."""
    try:
        return next(moves, None)
    except RulesFault:
        return None


def _chained(first: Move, rest: Iterator[Move]) -> Iterator[Move]:
    yield first
    yield from rest


# -- The final ranking: criteria one after the other, places shared when all are equal -------------------------------


@frozen_class
class RankingPlace(FrozenValue):
    """A player's place (1 is best; ties share it; 0 for all when all have lost), with the value of each criterion."""

    place: int
    player: int
    values: tuple[int, ...]


def rank_players(program: Playable, slots: Slots) -> tuple[RankingPlace, ...]:
    """Rank all players by the ruleset's criteria, best first, ties by seat. If all have lost, all are equal."""
    return replay_in_interpreter(program, lambda one: _ranked(one, copy_state(slots)))


def _ranked(program: Playable, s: Slots) -> tuple[RankingPlace, ...]:
    scores: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
    for player in range(program.players):
        values, keys = [], []
        for number, criterion in enumerate(program.ruleset.ranking):
            amount = int(program.ranking[number](s, player))
            values.append(amount)
            keys.append(-amount if criterion.order == "most" else amount)
        scores.append((tuple(keys), tuple(values), player))
    if any(criterion.order == "lost" and scores[0][1][at] for at, criterion in enumerate(program.ruleset.ranking)):
        return tuple(RankingPlace(0, player, values) for _, values, player in scores)
    scores.sort()
    return tuple(
        RankingPlace(1 + sum(other < keys for other, _, _ in scores), player, values) for keys, values, player in scores
    )

"""Counts of the moves of a game: what is counted, the columns of it, and the counting where a game is played move by move.

Generated code keeps the same numbers in the same order in an area (``compile/runtime/games/playout_loop``). All moves count that were made, also forced ones and those of
a held part that is taken back, as they do in the column ``moves``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, NamedTuple

from reguli.batch.rows import CountedColumn, CountedColumns
from reguli.compile.codegen.option_codegen import choice_parameters, parameter_word_count
from reguli.compile.runtime.games.playout_loop import CHOICES, HEAD_OF_COUNTS, LAPS, LEADS, OFFERED, TURNS
from reguli.engine.gameplay.legal_actions import choice_by_name
from reguli.engine.gameplay.playthrough import GamePlaythrough, PlayedMove
from reguli.ir.interpreter.set_numbering import decode_set
from reguli.ir.program import Choice, Program
from reguli.model.types import CollectionType, ElementType

GROUPS: Final = ("choices", "branching", "turns", "laps", "leads", "decisions", "stages", "options", "elements")
"""What can be counted, by name."""
ALONE: Final = {"choices": CHOICES, "turns": TURNS, "laps": LAPS, "leads": LEADS}
SINGLE, SET = 0, 1


class CountedItem(NamedTuple):
    """An option, or an option taken with an element as one of its arguments."""

    option: str
    parameter: str | None = None
    kind: str | None = None
    element: str | None = None

    @property
    def column(self) -> str:
        """Return the name of its column, without the seat."""
        return ".".join(("took", self.option, *filter(None, (self.parameter, self.element))))


class _Counter(NamedTuple):
    """An argument that is counted: its first word in generated code, the counter of its first element, and whether it is a set."""

    argument: int
    word: int
    counter: int
    form: int


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """All that is counted of the games of one program, and the columns asked for."""

    players: int
    items: tuple[CountedItem, ...]
    decisions: tuple[str, ...]
    stages: tuple[str, ...]
    columns: tuple[CountedColumn, ...] = field(init=False)
    groups: tuple[str, ...]
    of_decision: tuple[int, ...]
    """The counter of each decision."""
    of_choice: tuple[int, ...]
    """The counter of the option of each choice, by its number in all decisions."""
    arguments: tuple[tuple[_Counter, ...], ...]
    """What is counted of the arguments of each choice."""
    first_choice: tuple[int, ...]

    def __post_init__(self) -> None:
        """Set the columns."""
        object.__setattr__(self, "columns", tuple(self._columns()))

    @property
    def first_stage(self) -> int:
        """Return the place of the first stage."""
        return HEAD_OF_COUNTS + 2 * len(self.decisions)

    @property
    def first_item(self) -> int:
        """Return the place of the first item of the first seat."""
        return self.first_stage + len(self.stages)

    @property
    def width(self) -> int:
        """Return how many numbers are counted."""
        return self.first_item + self.players * len(self.items)

    def told(self) -> dict[str, int | tuple[int, ...]]:
        """Return what generated code is told of them."""
        flat = [one for counters in self.arguments for one in counters]
        return {
            "counted": self.width,
            "leads counted": int("leads" in self.groups),
            "counted stages": len(self.stages),
            "first stage counted": self.first_stage,
            "first item counted": self.first_item,
            "counted items": len(self.items),
            "counter of decision": self.of_decision,
            "counter of choice": self.of_choice,
            "first argument counted": tuple(accumulate(map(len, self.arguments), initial=0)),
            "word of argument": tuple(one.word for one in flat) or (0,),
            "counter of argument": tuple(one.counter for one in flat) or (0,),
            "chosen as set": tuple(one.form for one in flat) or (0,),
        }

    @property
    def counted(self) -> CountedColumns:
        """Return the columns and what they need, in plain values."""
        return CountedColumns(self.columns, self.width, (self.first_stage, self.first_item))

    def _columns(self) -> Iterator[CountedColumn]:
        for group in self.groups:
            if group in ALONE:
                yield CountedColumn(group, ALONE[group])
            elif group == "branching":
                yield CountedColumn(group, OFFERED, CHOICES)
            elif group == "decisions":
                for number, name in enumerate(self.decisions):
                    yield CountedColumn(f"moves.{name}", HEAD_OF_COUNTS + 2 * number)
                    yield CountedColumn(f"choices.{name}", HEAD_OF_COUNTS + 2 * number + 1)
            elif group == "stages":
                yield from (
                    CountedColumn(f"stage.{name}", self.first_stage + at) for at, name in enumerate(self.stages)
                )
            else:
                yield from self._taken(with_elements=group == "elements")

    def _taken(self, *, with_elements: bool) -> Iterator[CountedColumn]:
        for at, item in enumerate(self.items):
            if (item.parameter is not None) == with_elements:
                for seat in range(self.players):
                    place = self.first_item + seat * len(self.items) + at
                    yield CountedColumn(f"{item.column}_seat_{seat + 1}", place)


def move_counts(program: Program, groups: Sequence[str]) -> MoveCounts:
    """Return what is counted of a program's games: options and decisions of one name count together."""
    decisions = tuple(dict.fromkeys(one.ask.name for one in program.decisions))
    choices = [choice for decision in program.decisions for choice in decision.choices]
    numbers: dict[CountedItem, int] = {}

    def number(item: CountedItem) -> int:
        return numbers.setdefault(item, len(numbers))

    def counters(choice: Choice) -> Iterator[_Counter]:
        word = 0
        for at, step in enumerate(choice_parameters(choice)):
            kind = step.parameter.variable.type
            if isinstance(kind, ElementType | CollectionType):
                name = step.parameter.variable.name
                own = [
                    number(CountedItem(choice.option.name, name, kind.kind, element))
                    for element in program.ruleset.kinds[kind.kind].elements
                ]
                if own:
                    yield _Counter(at, word, own[0], SET if isinstance(kind, CollectionType) else SINGLE)
            word += parameter_word_count(step)

    of_choice = tuple(number(CountedItem(choice.option.name)) for choice in choices)
    arguments = tuple(tuple(counters(choice)) for choice in choices)
    return MoveCounts(
        program.players,
        tuple(numbers),
        decisions,
        tuple(one.id for one in program.ruleset.stages),
        tuple(dict.fromkeys(groups)),
        tuple(decisions.index(one.ask.name) for one in program.decisions),
        of_choice,
        arguments,
        tuple(accumulate((len(one.choices) for one in program.decisions), initial=0)),
    )


class MoveCounter:
    """Counts in a playthrough what generated code counts."""

    def __init__(self, counts: MoveCounts, playthrough: GamePlaythrough, seen: int) -> None:
        """Begin to count behind the first ``seen`` moves."""
        self.counts, self._playthrough, self._seen = counts, playthrough, seen
        self._numbers = [0] * counts.width
        self._first = self._last = self._leader = -1

    def see_choice(self) -> None:
        """Count the decision that is about to be made, and what is offered there."""
        decision = self._playthrough.decision
        assert decision is not None
        self._numbers[CHOICES] += 1
        self._numbers[OFFERED] += sum(family.size for family in self._playthrough.families())
        self._numbers[HEAD_OF_COUNTS + 2 * self.counts.of_decision[decision.number] + 1] += 1

    def see_stage(self) -> None:
        """Record the round in which the present stage was first seen at a choice."""
        stage, place = self._playthrough.fact("stage"), self.counts.first_stage + self._playthrough.fact("stage")
        if 0 <= stage < len(self.counts.stages) and not self._numbers[place]:
            self._numbers[place] = self._playthrough.fact("round") + 1

    def see_leader(self) -> None:
        """Count a change of the lead where another player leads alone than the last who did, if that is asked for."""
        if "leads" in self.counts.groups:
            first = [place.player for place in self._playthrough.places() if place.place == 1]
            if len(first) == 1:
                self._numbers[LEADS] += self._leader not in (-1, first[0])
                self._leader = first[0]

    def cells(self) -> list[int | float | None]:
        """Return the values of the columns."""
        for played in self._playthrough.moves[self._seen :]:
            self._count(played)
        self._seen = len(self._playthrough.moves)
        return self.counts.counted.cells(self._numbers)

    def _count(self, played: PlayedMove) -> None:
        counts, numbers = self.counts, self._numbers
        if played.actor != self._last:
            self._first = played.actor if self._last < 0 else self._first
            self._last = played.actor
            numbers[TURNS] += 1
            numbers[LAPS] += played.actor == self._first
        numbers[HEAD_OF_COUNTS + 2 * counts.of_decision[played.decision]] += 1
        first = counts.first_item + played.actor * len(counts.items)
        choice = self._choice(played)
        numbers[first + counts.of_choice[choice]] += 1
        for one in counts.arguments[choice]:
            value = played.move.arguments[one.argument]
            for element in decode_set(value) if one.form == SET else (value,):
                numbers[first + one.counter + element] += 1

    def _choice(self, played: PlayedMove) -> int:
        """Return the number of the choice that a move took, in all decisions."""
        decision = self._playthrough.program.decisions[played.decision]
        taken = choice_by_name(decision, played.move.option, played.move.arguments)
        return self.counts.first_choice[played.decision] + next(
            at for at, choice in enumerate(decision.choices) if choice is taken
        )

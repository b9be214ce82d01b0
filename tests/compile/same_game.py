"""The same game in every back end: how each is made to answer, and what is held against what.

A back end begins a game by a seed and stands at a decision; it gives what may be done there, in its order, takes one of it and goes on to the next. At each
decision everything that is saved must be the same (slots and counters of chance), and so must the moves, what was told and what chance did.
What the rules make impossible is a fault, by its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from stopping import Stopped

from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.option_codegen import choice_parameters, parameter_word_count
from reguli.compile.codegen.playout_codegen import write_playout_functions
from reguli.compile.machine_registry import PYTHON, WASM, MachineCode, make_machine, reachable_functions
from reguli.compile.python_programs import generate_python_program
from reguli.compile.runtime.games.playout_loop import CASTING, OVER
from reguli.compile.runtime.intrinsics import set_
from reguli.engine.chance_source import Prescribed
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.interpreter.set_numbering import Bundles, Sets, encode_bundle, encode_set
from reguli.ir.program import Choice, Program
from reguli.ir.rng import MASK, Constants
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType

MOST_MOVES = 3_000
"""Games by lot may go on for ever."""
T = TypeVar("T")
Told = tuple[Sequence[object], Sequence[object]]
"""The journal, and what chance did."""


class Offered(NamedTuple):
    """Moves that differ in the last argument at most: an option by its number in the decision, the arguments before, the last ones, and how many they are.

    Of numbers the first one stands for all; of sets that are chosen what they are chosen from, the fewest and the most.
    """

    choice: int
    arguments: tuple[int, ...]
    last: int | tuple[tuple[int, ...], int, int] | None
    size: int


class Back(Protocol):
    """A back end at some position of one game, in which moves without a choice play themselves; each of these may raise ``RulesFault``."""

    def begin(self, seed: int, prescribed: Prescribed) -> None:
        """Begin, and go on to the first decision."""
        ...

    def decision(self) -> int | None:
        """The number of the decision; nothing when the game is over."""
        ...

    def moves(self) -> list[Offered]:
        """What may be done, in its order."""
        ...

    def take(self, index: int) -> None:
        """Make the move of a place of that order, and go on to the next decision; on a fault the position is as before."""
        ...

    def slots(self) -> list[int]:
        """What is saved: the logical slots and the counters of chance."""
        ...

    def told(self) -> Told | None:
        """The journal and what chance did; nothing where that is not kept."""
        ...


class AtTable:
    """A playthrough."""

    def __init__(self, program: Playable) -> None:
        """Take a program."""
        self.program = program
        self.at: GamePlaythrough | None = None

    def begin(self, seed: int, prescribed: Prescribed) -> None:
        self.at = start_playthrough(self.program, seed, prescribed=prescribed)

    @property
    def here(self) -> GamePlaythrough:
        """Where it stands."""
        assert self.at is not None
        return self.at

    def decision(self) -> int | None:
        return None if self.here.decision is None else self.here.decision.number

    def moves(self) -> list[Offered]:
        return list(self._offered())

    def _offered(self) -> Iterator[Offered]:
        assert self.here.decision is not None
        entries = [choice.entry for choice in self.here.decision.choices]
        for family in self.here.families():
            choice, before = entries.index(family.choice.entry), family.arguments
            match family.span:
                case None:
                    yield Offered(choice, before[:-1], before[-1] if before else None, 1)
                case range() as span:
                    yield Offered(choice, before, span.start, len(span))
                case Sets() | Bundles() as span:
                    yield Offered(choice, before, (span.elements, span.least, span.most), len(span))
                case _:
                    raise AssertionError(family)

    def take(self, index: int) -> None:
        left = index
        for family in self.here.families():
            if left < family.size:
                return self.here.apply(family.move(left))
            left -= family.size
        raise AssertionError(index)

    def slots(self) -> list[int]:
        return list(map(int, self.here.slots[: self.program.saved]))

    def told(self) -> Told | None:
        return self.here.journal, self.here.chance.log


class Runs(Protocol):
    """What runs generated code by itself (``compile.python.python_machine``, and that of WebAssembly)."""

    @property
    def slots(self) -> Sequence[int]:
        """The position."""
        ...

    def call(self, name: str, *arguments: int) -> object:
        """Call a function by its name."""
        ...

    def area(self, name: str) -> Sequence[int]:
        """An area, as it is."""
        ...

    def number(self, name: str) -> int:
        """A number beside the position."""
        ...


def chance_by_hand(asked: int) -> None:
    """Set whether chance waits for its outcomes."""
    set_("by hand", asked)


class InMachine:
    """Whole games in generated code, one move at a time."""

    def __init__(self, program: Program, made: Callable[[CodegenContext], Runs]) -> None:
        """Make the code that plays games, and run it."""
        self.making = CodegenContext(program)
        write_playout_functions(self.making)
        self.making.library(chance_by_hand)
        self.machine, self.program = made(self.making), program
        self.seed, self.taken = 0, list[int]()
        self.prescribed: Prescribed = {}
        self.left: dict[int, list[int]] = {}
        """What is prescribed and has not come, the next last."""

    def begin(self, seed: int, prescribed: Prescribed) -> None:
        self.seed, self.prescribed, self.taken = seed, prescribed, []
        self._begin()

    def _begin(self) -> None:
        """Begin; what is prescribed is known by the constants of its sites and outcomes alone."""
        constants = Constants()
        self.left = {
            constants[site.removesuffix(".draws")]: [constants.candidate(str(one)) for one in reversed(outcomes)]
            for site, outcomes in self.prescribed.items()
        }
        self.machine.call("chance_by_hand", int(bool(self.prescribed)))
        self.machine.call("begin_by_seed", self.seed)
        self._come()

    def _come(self) -> None:
        """Set the outcomes for which chance waits."""
        while self.machine.number("decision") == CASTING:
            keys = [key & MASK for key in self.machine.area("keys")]
            self.machine.call("come_by_hand", keys.index(self.left[self.machine.number("site") & MASK].pop()))

    def decision(self) -> int | None:
        number = self.machine.number("decision")
        return None if number == OVER else number

    def moves(self) -> list[Offered]:
        decision, offers = self.program.decisions[self.machine.number("decision")], self.machine.area("offers")
        width = self.making.told["offer width"]
        assert isinstance(width, int)
        rows = (offers[row * width : (row + 1) * width] for row in range(self.machine.number("offers")))
        return [self._offered(decision.choices[row[0]], row) for row in rows]

    def _offered(self, choice: Choice, row: Sequence[int]) -> Offered:
        """Read a row: the choice, how many moves, the words of each argument; of chosen sets where they are chosen from."""
        found, at = list[int](), 2
        steps = choice_parameters(choice)
        for step in steps:
            words, bundled = (
                row[at : at + parameter_word_count(step)],
                isinstance(step.parameter.variable.type, BundleType),
            )
            if step.room and step.interval:
                where, count, least, most, _ = row[at : at + 5]
                if where < 0:
                    # One set by itself: the others are refused (all or nothing).
                    members = row[at + 1 : at - where]
                    found.append((encode_bundle if bundled else encode_set)(tuple(members)))
                    continue
                among = tuple(self.machine.area("among")[where : where + count])
                return Offered(row[0], tuple(found), (among, least, most), row[1])
            if step.room:
                found.append((encode_bundle if bundled else encode_set)(tuple(words[1 : 1 + words[0]])))
            else:
                found.append(words[0])
            at += len(words)
        return Offered(row[0], tuple(found[:-1]), found[-1] if found else None, row[1])

    def take(self, index: int) -> None:
        try:
            self._move(index)
        except RulesFault:
            # Behind a fault the position is of no use.
            self._begin()
            for before in self.taken:
                self._move(before)
            raise
        self.taken.append(index)

    def _move(self, index: int) -> None:
        self.machine.call("move", index)
        self._come()

    def slots(self) -> list[int]:
        return list(self.machine.slots[: self.program.saved])

    def told(self) -> Told | None:
        return None


def walker(ruleset: Ruleset, players: int) -> AtTable:
    """The plain twin."""
    return AtTable(make_executable(build_program(ruleset, players)))


def in_code(engine: str) -> Callable[[Ruleset, int], Back]:
    """What plays whole games in one kind of generated code."""

    def made(making: CodegenContext) -> Runs:
        names = ("begin_by_seed", "move", "come_by_hand", chance_by_hand.__name__)
        code = MachineCode(reachable_functions(making.functions, names), making.program.width, making.areas)
        found: Any = make_machine(engine, code)
        runs: Runs = found
        return runs

    return lambda ruleset, players: InMachine(build_program(ruleset, players), made)


BACK_ENDS: Mapping[str, Callable[[Ruleset, int], Back]] = {
    "table": lambda ruleset, players: AtTable(generate_python_program(ruleset, players)),
    **{engine: in_code(engine) for engine in (PYTHON, WASM)},
}
"""All but the interpreter: a playthrough by generated code, and games that are generated code from their beginning to their end."""


class NotTheSameError(AssertionError):
    """Two back ends differ: in what, where, and what each says."""


def _of(act: Callable[[], T]) -> T | Stopped:
    """What comes of it: a value, or a fault."""
    try:
        return act()
    except RulesFault as fault:
        return Stopped(fault.args[0], None if isinstance(fault, Failed) else fault.rule)


def _late(back: Back, found: object) -> Stopped | None:
    """Return the fault that came, or comes when moves are listed: a machine lists all as soon as it comes to a decision, a playthrough only those that it needs."""
    if isinstance(found, Stopped):
        return found
    listed = _of(back.moves) if back.decision() is not None else None
    return listed if isinstance(listed, Stopped) else None


class Compared:
    """One game, played in several back ends at once."""

    def __init__(self, name: str, one: Back, *others: Back) -> None:
        """Take how the game is called where they differ, and the back ends; the first is what the others are held against."""
        self.name, self.one, self.others = name, one, others
        self.decisions = 0
        self.stopped: str | None = None
        """The code of the fault that ended it."""
        self._heard = [[0, 0] for _ in others]

    def play(self, seed: int, prescribed: Prescribed | None = None, *, most: int = MOST_MOVES) -> None:
        """Play to the end, to a fault, or ``most`` moves; at even seeds each move is as likely, at odd ones the option first."""
        lots = Random(seed)
        self.begin(seed, prescribed or {})
        while self.stopped is None and self.look() is not None and self.decisions < most:
            moves = self.alike("the moves", lambda back: back.moves())
            if isinstance(moves, Stopped):
                break
            if not moves:
                raise NotTheSameError(f"{self._where()}: nothing can be done, and that is no fault")
            self.take(chosen(moves, lots, seed % 2 == 1))

    def begin(self, seed: int, prescribed: Prescribed) -> None:
        """Begin a game."""
        self.alike("how it begins", lambda back: back.begin(seed, prescribed))

    def take(self, index: int) -> None:
        """Make a move."""
        self.alike(f"what comes of move {index}", lambda back: back.take(index))
        self.decisions += 1

    def look(self) -> int | None:
        """Compare what there is to see; give the decision."""
        decision, slots, told = (
            self.alike("the decision", lambda back: back.decision()),
            self.one.slots(),
            self.one.told(),
        )
        for number, other in enumerate(self.others):
            found = other.slots()
            if slots != found:
                differing = [
                    (slot, *both) for slot, both in enumerate(zip(slots, found, strict=True)) if both[0] != both[1]
                ]
                raise NotTheSameError(f"{self._where(number)}: the slots differ (slot, one, other): {differing[:20]}")
            self._listen(number, told, other.told())
        assert not isinstance(decision, Stopped)
        return decision

    def _listen(self, number: int, one: Told | None, other: Told | None) -> None:
        """Compare what was told; what was compared before is as it was, unless somebody was taken back."""
        known = self._heard[number]
        for at, (told, heard) in enumerate(zip(one or (), other or (), strict=False)):
            new = known[at] if known[at] <= len(told) else 0
            if len(told) != len(heard) or told[new:] != heard[new:]:
                raise NotTheSameError(f"{self._where(number)}: what was told differs: {told[new:]} and {heard[new:]}")
            known[at] = len(told)

    def alike(self, what: str, act: Callable[[Back], T]) -> T | Stopped:
        """Do a thing with all; all must give the same, or the same fault, which ends the game."""
        one = _of(lambda: act(self.one))
        stopped = one if isinstance(one, Stopped) else None
        for number, back in enumerate(self.others):
            other = _of(lambda back=back: act(back))
            if one == other or (isinstance(one, Stopped) and one.is_like(other)):
                continue
            late, its = _late(self.one, one), _late(back, other)
            if not (isinstance(back, InMachine) and late is not None and late.is_like(its)):
                raise NotTheSameError(f"{self._where(number)}: {what} differs: {one} and {other}")
            stopped = late
        if stopped is not None:
            self.stopped = stopped.code
        return one

    def _where(self, number: int = 0) -> str:
        return f"{self.name}, after {self.decisions} moves, back end {number + 1}"


def chosen(moves: Sequence[Offered], lots: Random, option_first: bool) -> int:
    """Choose a move by its place in the order: each as likely, or an option first, each as likely."""
    option = lots.choice(sorted({move.choice for move in moves})) if option_first else None
    left = lots.randrange(sum(move.size for move in moves if option in (None, move.choice)))
    before = 0
    for move in moves:
        if option in (None, move.choice):
            if left < move.size:
                return before + left
            left -= move.size
        before += move.size
    raise AssertionError(left)

"""Positions in generated code: a playthrough is put in, games go on from it, moves and places come out.

A position put in is the *root*. ``restart`` returns to it with new chance as often as wanted; nothing of it is computed again here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import le
from typing import Final, NamedTuple

from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.option_codegen import (
    choice_parameters,
    choice_word_count,
    chosen_last_word_count,
    parameter_word_count,
)
from reguli.compile.codegen.playout_codegen import write_playout_functions
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.machine_registry import (
    PYTHON,
    WASM,
    CompiledMachine,
    MachineCode,
    has_wasm,
    reachable_functions,
)
from reguli.compile.machine_store import machine_key, stored_machine
from reguli.compile.runtime.games.playout_loop import BY_OPTION, PREFERRING, UNIFORM
from reguli.engine.gameplay.legal_actions import Move, choice_by_name
from reguli.engine.gameplay.playthrough import GamePlaythrough, Vain
from reguli.engine.gameplay.program_execution import OpenTransaction
from reguli.engine.state_snapshots import Position
from reguli.ir.interpreter.set_numbering import decode_bundle, decode_set, encode_bundle, encode_set
from reguli.ir.program import Choice, Decide, ParameterStep, Program
from reguli.ir.rng import derive_key, playout_seed
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import FACTS
from reguli.model.binding.bot_binding import BoundBot, Evaluation
from reguli.model.rule_digests import make_digest_function
from reguli.model.types import BundleType
from reguli.search.hidden_information import deal_stream, hidden_information

PC: Final = FACTS.index("pc")
BOTS: Final = {"uniform": UNIFORM, "random": BY_OPTION}
ENTRIES: Final = (
    "back_to_root",
    "advance",
    "take_move",
    "take_by_bot",
    "go_on_after",
    "write_move",
    "decider",
    "play_out",
    "look_ahead",
    "play_out_by_lot",
    "seat_bot",
)
RECALLING: Final = ("begin_recall", "recall_entry", "recall_begun", "recall_vain")
"""Entries of programs that have all-or-nothing decisions."""
HEAD: Final = 2
"""Words of an offer before its arguments: the choice and how many moves it stands for."""
Key = tuple[int, ...]
"""A move: its choice, by number in the decision, and the words of its arguments. It is the same wherever the move is offered."""


class Offer(NamedTuple):
    """Moves that differ in the last argument only: that of the first one, or the elements that a set or bundle is chosen of."""

    record: int
    """Its place in the machine, until the next move."""
    size: int
    first: Key
    """The key of its only move, or of the first of a range; of sets and bundles what comes before them."""
    among: Sequence[int] | None = None
    least: int = 0
    most: int = 0
    bundled: bool = False

    def holds(self, key: Key) -> bool:
        """Return whether a move is one of these."""
        if self.among is None:
            return key[:-1] == self.first[:-1] and 0 <= key[-1] - self.first[-1] < self.size
        at = len(self.first)
        if (
            key[:at] != self.first
            or not self.least <= (sum(key[at + 1 : at + 1 + key[at]]) if self.bundled else key[at]) <= self.most
        ):
            return False
        members = key[at + 1 : at + 1 + key[at]]
        return all(map(le, members, self.among)) if self.bundled else set(members) <= set(self.among)


def move_word(decision: int, key: Key) -> int:
    """Return the number that stands for a move of a decision, by its number, where playouts tell moves (``decisive_playout``)."""
    return reduce(derive_key, key, decision) >> 1


def argument_words(choice: Choice, arguments: Sequence[int]) -> list[int]:
    """Return a move's arguments as the words that generated code reads."""
    found: list[int] = []
    for step, value in zip(choice_parameters(choice), arguments, strict=True):
        if step.room:
            chosen = decode_bundle(value, step.room) if _is_bundle(step) else decode_set(value)
            found += [len(chosen), *chosen, *([0] * (step.room - len(chosen)))]
        else:
            found.append(value)
    return found


def arguments_of(choice: Choice, words: Sequence[int]) -> tuple[int, ...]:
    """Return the arguments of a single move from the words of generated code."""
    found, at = [], 0
    for step in choice_parameters(choice):
        if step.room:
            members = tuple(words[at + 1 : at + 1 + words[at]])
            found.append(encode_bundle(members) if _is_bundle(step) else encode_set(members))
        else:
            found.append(words[at])
        at += parameter_word_count(step)
    return tuple(found)


def _is_bundle(step: ParameterStep) -> bool:
    return isinstance(step.parameter.variable.type, BundleType)


def policy_numbers(own: Sequence[BoundBot]) -> Mapping[str, int]:
    """Return the bots of generated code by name: those by chance and those of the ruleset, each with its number there."""
    return {**BOTS, **{bot.id: PREFERRING + number for number, bot in enumerate(own)}}


def put_root(machine: CompiledMachine, playthrough: GamePlaythrough) -> None:
    """Put the position of a playthrough that has not ended into a machine of its program, as the root."""
    _Root(machine, playthrough.program).put(playthrough)


def root_entries(program: Program) -> tuple[str, ...]:
    """Return the functions that ``put_root`` calls in a program's machine."""
    return ("keep_root", *(RECALLING if _holds(program) else ()))


def _holds(program: Program) -> bool:
    return any(one.ask.all_or_nothing for one in program.decisions)


class _Root:
    """A position on its way into a machine."""

    def __init__(self, machine: CompiledMachine, program: Program) -> None:
        self._machine, self._program = machine, program

    def put(self, playthrough: GamePlaythrough) -> None:
        decision, point = playthrough.decision, playthrough.point()
        assert decision is not None
        if _holds(self._program):
            self._recall(point.held, point.vain)
        self._write(point.position)
        self._machine.call("keep_root", decision.number, len(playthrough.moves), int(playthrough.partial))

    def _recall(self, held: OpenTransaction | None, vain: Vain) -> None:
        """Put in what an all-or-nothing decision remembers: where it began, the moves into it, and those tried in vain."""
        self._machine.call("begin_recall", int(held is not None))
        for position, moves in vain.items():
            for move in moves:
                self._write(position)
                self._machine.call("recall_vain", self._recalled(position, move))
        if held is None:
            return
        before = self._program.first[: self._program.saved] if held.entry is None else held.entry.position
        known = array("q", (*held.position, *before))
        self._machine.area("root held")[: len(known)] = known
        if held.entry is not None:
            self._machine.call("recall_entry", self._recalled(held.entry.position, held.entry.move))
        if held.first is not None:
            self._machine.call("recall_begun", self._recalled(held.position, held.first))

    def _recalled(self, position: Position, move: Move) -> int:
        """Write a move's arguments into the area; return the number of its choice in the program."""
        end = self._program.blocks[position[PC]].end
        assert isinstance(end, Decide)
        choice = choice_by_name(end, move.option, move.arguments)
        assert choice is not None
        words = argument_words(choice, move.arguments)
        self._machine.area("arguments")[: len(words)] = array("q", words)
        return sum(len(one.choices) for one in self._program.decisions[: end.number]) + end.choices.index(choice)

    def _write(self, position: Sequence[int]) -> None:
        self._machine.slots[: len(position)] = array("q", position)


def _generated(program: Program, bots: Sequence[BoundBot], engine: str) -> tuple[MachineCode, Mapping[str, object]]:
    """Generate the code of positions, and return what is told of it."""
    making = CodegenContext(program)
    with with_deep_recursion():
        write_playout_functions(making, (), bots, steadily=engine == WASM)
    entries = (*ENTRIES, *root_entries(program))
    code = MachineCode(reachable_functions(making.functions, entries), program.width, dict(making.areas), entries)
    return code, {"offer width": making.told["offer width"]}


class PositionMachine:
    """Generated code of one program with a root: games go on from there as often as wanted."""

    def __init__(self, program: Program, bots: Sequence[BoundBot] = (), engine: str | None = None) -> None:
        """Generate the code, or take the machine that is stored for it; ``engine``: ``wasm`` or ``python``, by default the faster one there is. ``bots`` are those of the ruleset."""
        self.program = program
        self.policies = policy_numbers(bots)
        self.evaluations = {bot.id: (bot.evaluation, at) for at, bot in enumerate(bots) if bot.evaluation is not None}
        """What a search goes by that plays on with a bot, and the number of the bot."""
        wanted = engine or (WASM if has_wasm() else PYTHON)
        key = machine_key(program.ruleset, "positions", program.players, make_digest_function(bots))
        try:
            self.machine, told = stored_machine(wanted, key, lambda: _generated(program, bots, wanted))
        except MemoryError:
            self.machine, told = stored_machine(PYTHON, None, lambda: _generated(program, bots, PYTHON))
        self._width: int = told["offer width"]
        self.call = self.machine.call
        self._arguments, self._offered = map(self.machine.area, ("arguments", "offers"))
        self._places, self._scores, self._values = map(self.machine.area, ("rows", "scores", "values"))
        self._played = self.machine.area("played")
        self.looks = 0
        """Looks that playouts by lot took so far, of 1 to 10 nanoseconds each; their number is the same on every machine."""
        self._words = [list(map(choice_word_count, one.choices)) for one in program.decisions]
        self._last_words = [list(map(chosen_last_word_count, one.choices)) for one in program.decisions]

    # -- the root ----------------------------------------------------------------------------------------------

    def put(self, playthrough: GamePlaythrough) -> None:
        """Put the position of a playthrough that has not ended in, as the root. What is prescribed for chance stays outside."""
        put_root(self.machine, playthrough)

    def restart(self, seed: int, position: Sequence[int] | None = None) -> int:
        """Return to the root under another seed, and go to the first decision with a choice; return who decides, or -1.

        ``position``: that of the root with what is hidden dealt anew. Raises ``Failed`` where the rules fail.
        """
        self.call("back_to_root", seed)
        if position is not None:
            self.machine.slots[: len(position)] = array("q", position)
        self.call("advance")
        decider: int = self.call("decider")
        return decider

    # -- moves -------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decide:
        """Return the decision that is pending."""
        return self.program.decisions[self.machine.number("decision")]

    def offered_words(self) -> Sequence[int]:
        """Return all that is offered as words; equal words offer equal moves, but for sets and bundles that are chosen."""
        words: Sequence[int] = list(self._offered[: self.machine.number("offers") * self._width])
        return words

    def offers(self, words: Sequence[int]) -> list[Offer]:
        """Return the offers of the pending decision from its words."""
        width, number = self._width, self.machine.number("decision")
        counts, lasts = self._words[number], self._last_words[number]
        found = []
        for record, at in enumerate(range(0, len(words), width)):
            choice, size = words[at], words[at + 1]
            end = at + HEAD + counts[choice]
            last = lasts[choice]
            if not last:
                found.append(Offer(record, size, (choice, *words[at + HEAD : end])))
                continue
            begin = end - last
            before = (choice, *words[at + HEAD : begin])
            if words[begin] < 0:
                found.append(Offer(record, size, (*before, -1 - words[begin], *words[begin + 1 : end])))
                continue
            where, count, least, most, bundled = words[begin : begin + 5]
            among = self.machine.area("among")[where : where + count]
            found.append(Offer(record, size, before, tuple(among), least, most, bool(bundled)))
        return found

    def key(self, offer: Offer, index: int) -> Key:
        """Return the key of one of an offer's moves."""
        if offer.among is None:
            return (*offer.first[:-1], offer.first[-1] + index) if index else offer.first
        self.call("write_move", offer.record, index)
        choice = offer.first[0]
        return (choice, *self._arguments[: self._words[self.machine.number("decision")][choice]])

    def take(self, key: Key) -> int:
        """Make a move and go on to the next decision with a choice; return who decides, or -1. Raises ``Failed``."""
        self._arguments[: len(key) - 1] = array("q", key[1:])
        decider: int = self.call("take_move", key[0])
        return decider

    def take_by_bot(self) -> tuple[Key, int]:
        """Let the bot of the deciding player make a move; return its key, and who decides then, or -1. Raises ``Failed``."""
        counts = self._words[self.machine.number("decision")]
        choice = self.call("take_by_bot")
        key = (choice, *self._arguments[: counts[choice]])
        return key, self.call("go_on_after")

    def key_of(self, decision: Decide, move: Move) -> Key:
        """Return the key of a legal move."""
        choice = choice_by_name(decision, move.option, move.arguments)
        assert choice is not None
        return (decision.choices.index(choice), *argument_words(choice, move.arguments))

    def move_of(self, decision: Decide, key: Key) -> Move:
        """Return a move by its key."""
        choice = decision.choices[key[0]]
        return Move(choice.option.name, arguments_of(choice, key[1:]))

    # -- to the end --------------------------------------------------------------------------------------------

    def seat(self, policies: Sequence[str]) -> None:
        """Set who plays for each seat in playouts: ``uniform``, ``random`` or a bot of the ruleset; one for all, or one each."""
        for seat in range(self.program.players):
            self.call("seat_bot", seat, self.policies[policies[seat if len(policies) > 1 else 0]])

    def play_out(self, most: int) -> tuple[int, ...]:
        """Play at most so many chosen moves and return the place of each player: 1 is best, 0 for all when all have lost."""
        self.call("play_out", most)
        return tuple(self._places[: self.program.players])

    def play_out_by_lot(self, most: int) -> tuple[tuple[int, ...], bool, Sequence[int]]:
        """Play on by lot (``decisive_playout``); return the places, whether they are proved, and the moves, each as its seat and its word."""
        self.looks += self.call("play_out_by_lot", most)
        places = tuple(self._places[: self.program.players])
        return places, self.machine.number("proved") != 0, list(self._played[: 2 * self.machine.number("played")])

    def look_ahead(self, evaluation: Evaluation, bot: int) -> tuple[bool, tuple[int, ...]]:
        """Play on as far as an evaluation looks; return whether the game is over, and the places of the players, or what the position is worth to each."""
        over = self.call("look_ahead", evaluation.moves, evaluation.rounds, bot)
        return over, tuple((self._places if over else self._values)[: self.program.players])

    def rollouts(
        self,
        playthrough: GamePlaythrough,
        games: int,
        policy: str,
        *,
        move: Move | None,
        seed: int,
        unseen_by: int | None,
        most: int,
    ) -> Iterator[tuple[int, ...] | None]:
        """Yield the places of the players at the end of each game from here; ``None`` for one that a fault of the rules stops."""
        decision, slots = playthrough.decision, playthrough.slots[: self.program.saved]
        assert decision is not None
        hidden = None if unseen_by is None else hidden_information(playthrough, unseen_by)
        # The only move plays itself in generated code.
        key = None if move is None or playthrough.only_move() else self.key_of(decision, move)
        self.put(playthrough)
        self.seat([policy])
        for number in range(1, games + 1):
            its_seed = playout_seed(seed, number)
            position = None if hidden is None else list(slots)
            if hidden is not None and position is not None:
                hidden.deal(position, deal_stream(its_seed))
            try:
                self.restart(its_seed, position)
                if key is not None:
                    self.take(key)
                yield self.play_out(most)
            except Failed:
                yield None

    def criterion(self, number: int) -> list[int]:
        """Return the value of a ranking criterion for each player, as ``play_out`` left it."""
        return list(self._scores[number :: len(self.program.ruleset.ranking)][: self.program.players])

"""One sitting: decisions, moves, questions, views, undo, branches, saves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from reguli.api.errors import UnknownPlayer, placed
from reguli.app.queries import replay_json, replay_page
from reguli.app.worked_examples import written_example
from reguli.engine.chance_nodes import UnusedChance, never_reached, passed_over
from reguli.engine.expression_queries import Question, Questions
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.action_sets import MoveFamily, as_typed
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import IllegalMove, Refusal, nobody_decides
from reguli.engine.gameplay.playthrough import Playthrough as Sitting
from reguli.engine.gameplay.refusal_reasons import refused, why
from reguli.engine.history import save_files
from reguli.engine.history.journal import JournalEntry, Viewer, entries
from reguli.engine.history.playthrough_state import State, position_key, state_of
from reguli.engine.history.save_files import Difference
from reguli.engine.notation import (
    Plain,
    check_move,
    element_text,
    move_json,
    move_text,
    option_names,
    read_json_move,
    read_move,
)
from reguli.engine.observation import view
from reguli.engine.position_documents.position_values import position_plain
from reguli.ir.runtime_faults import RulesFault
from reguli.play.bot_policies import BOUNDS, Bot, Bounds, play_unattended, seated
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Diagnostic
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.interface_texts import interface_of

if TYPE_CHECKING:
    # Words are loaded only where somebody speaks.
    from reguli.play.session_texts import SittingTongue


class Opened(Protocol):
    """What a playthrough asks of its game, which begins it: a game knows playthroughs, and they know no more of it than this."""

    @property
    def sources(self) -> Sources:
        """The texts of its files."""

    def tongue(self, sitting: Sitting, language: str) -> SittingTongue:
        """Give what says moves and events in a language."""

    def table_bots(self, players: int) -> Mapping[str, Bot | None]:
        """Give who can sit at a table of so many, by name."""

    def questions(self, players: int) -> Questions:
        """Give what answers questions at a table of so many."""

    def resume(self, state: State) -> Underway:
        """Go on from a state."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What has to be decided: its name, the seat (0-based) and name of who decides, the names of its options.

    ``phase`` is the one being played, also where a procedure, a trigger or an event asks; ``None`` outside of all phases.
    """

    name: str
    seat: int
    by: str
    options: tuple[str, ...]
    phase: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ranking: 1 is best, equal players share it, 0 is for all when all have lost; ``values`` are those of the criteria in order."""

    place: int
    seat: int
    name: str
    values: tuple[int, ...]


class Expression:
    """An expression that is read and bound once and asked often. Make one with ``Game.expression``.

    Asked of playthroughs of one game and one number of players it is bound once; elsewhere it is bound anew. Several questions
    about one position are the cheapest, because what its defines gave is still known. It pickles as its text.
    """

    __slots__ = ("_last", "names", "text")

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        """Keep the text, and the names of players it may use."""
        self.text, self.names = text, names
        self._last: tuple[Questions, Question] | None = None

    def of(self, playthrough: Underway) -> Plain:
        """Give the value in the position of a playthrough, with everything that is known, hidden or not.

        Raises ``RulesFault`` when there is no value, and ``Unanswerable`` when it means nothing at this table.
        """
        sitting, game = playthrough.sitting, playthrough.game
        questions = game.questions(sitting.program.players)
        with placed(sitting.program, game.sources, sitting.names):
            if self._last is None or self._last[0] is not questions:
                self._last = questions, questions.read(self.text, self.names)
            return questions.answer(self._last[1], sitting)

    def __repr__(self) -> str:
        """Show the text."""
        return f"<Expression {self.text!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it as its text and the names."""
        return Expression, (self.text, self.names)


class Underway:
    """A sitting and everything that may be asked of it and done with it; ``Playthrough`` is one that knows its game."""

    __slots__ = ("difference", "game", "remarks", "sitting")

    def __init__(
        self, sitting: Sitting, difference: Difference | None, game: Opened, remarks: Sequence[Diagnostic] = ()
    ) -> None:
        """Wrap a playthrough of the engine, which stays reachable as ``sitting``."""
        self.sitting = sitting
        self.remarks = tuple(remarks)
        self.difference = difference
        self.game = game

    @property
    def over(self) -> bool:
        """Tell whether nobody has to decide any more."""
        return self.sitting.over

    @property
    def decision(self) -> Decision | None:
        """Give what has to be decided; ``None`` when it is over."""
        decision = self.sitting.decision
        if decision is None:
            return None
        by = element_text(self.sitting.program, "player", self.sitting.actor, self.sitting.names)
        options = option_names(decision)
        return Decision(decision.ask.name, self.sitting.actor, by, options, self.sitting.phase)

    @property
    def hash(self) -> str:
        """Give the hash of the position: equal for equal positions, on every machine.

        It is that of what those at the table could know together: the order of shuffled cards that nobody has drawn is no part
        of it, nor is chance to come. Positions with one hash may go on differently where the seed or prescriptions differ; the
        key of a search with known chance is ``key``.
        """
        return self.sitting.hash

    @property
    def key(self) -> str:
        """Give the hash of the position and of everything that chance will bring from it on, on every machine.

        Playthroughs of one key come to equal positions by equal moves: the order of shuffled cards counts, how often lots were
        cast and stacks shuffled, the seed, and what is prescribed and has not come yet.
        """
        return position_key(self.sitting)

    @property
    def ranking(self) -> tuple[Place, ...]:
        """Give the ranking by the position as it is, best first; final when it is over."""
        program, names = self.sitting.program, self.sitting.names
        return tuple(
            Place(place.place, place.player, element_text(program, "player", place.player, names), place.values)
            for place in self.sitting.places()
        )

    # -- moves -------------------------------------------------------------------------------------------------

    def families(self) -> tuple[MoveFamily, ...]:
        """Give all legal moves in the order of the rules, those that differ in the last number only as one family."""
        with self._placed():
            return tuple(as_typed(self.sitting, family) for family in self.sitting.families())

    def count_moves(self) -> int:
        """Count the legal moves, without making each."""
        with self._placed():
            return sum(family.size for family in self.sitting.families())

    def moves(self, limit: int | None = None) -> list[str]:
        """Give the legal moves as they are typed, in the order of the rules: all of them, or the first ``limit``."""
        with self._placed():
            return list(islice(self._texts(), limit))

    def _texts(self) -> Iterator[str]:
        for family in self.sitting.families():
            yield from as_typed(self.sitting, family).moves()

    def read(self, move: str | Move | Mapping[str, object]) -> Move:
        """Read a move: a typed text, JSON (``{"option": …, "arguments": {name: value}}``) or a ``Move``.

        Raises ``IllegalMove`` when nobody has to decide, and ``Unreadable`` when it is no move of this decision.
        """
        decision, program, names = self.sitting.decision, self.sitting.program, self.sitting.names
        if decision is None:
            raise nobody_decides(move if isinstance(move, str) else str(move))
        if isinstance(move, Move):
            check_move(program, decision, move, names)
            return move
        if isinstance(move, str):
            return read_move(program, decision, move, names)
        return read_json_move(program, decision, move, names)

    def apply(self, move: str | Move | Mapping[str, object]) -> None:
        """Play a move, wholly or not at all, and the forced ones behind it.

        Raises ``Unreadable``, ``IllegalMove`` with every reason, ``ChanceRefused`` when a prescribed outcome cannot come, and
        ``RulesFault`` when the rules themselves fail; the position is then as before.
        """
        with self._placed():
            read = self.read(move)
            try:
                self.sitting.apply(read)
            except IllegalMove:
                raise refused(self.sitting, read) from None

    def why(self, move: str | Move | Mapping[str, object]) -> tuple[Refusal, ...]:
        """Give every reason against a move now, with the values that count; none when it is legal.

        Raises ``Unreadable``, and ``IllegalMove`` when nobody has to decide.
        """
        with self._placed():
            return why(self.sitting, self.read(move))

    def say_why(self, move: str | Move | Mapping[str, object], language: str = "en") -> list[str]:
        """Say every reason against a move now in words (``en``, ``hu`` or ``ro``), to the one whose move it is.

        The sentences are those of the ruleset, with the values of this position; a reason without a wording is said as its rule
        stands, in ⟨such brackets⟩. Raises ``Unreadable``, also for another language, and ``IllegalMove`` like ``why``.
        """
        with self._placed():
            read = self.read(move)
            tongue = self.game.tongue(self.sitting, language)
            return [tongue.refusal(self.sitting, read, refusal) for refusal in why(self.sitting, read)]

    def move_json(self, move: str | Move) -> dict[str, Plain]:
        """Give a move of the present decision as JSON. Raises ``Unreadable`` and ``IllegalMove`` like ``read``."""
        read = self.read(move)
        assert self.sitting.decision is not None
        return move_json(self.sitting.program, self.sitting.decision, read)

    # -- bots --------------------------------------------------------------------------------------------------

    def choose(self, bot: str) -> str:
        """Give the move that a bot (one of ``Game.bots``) would make now, as it is typed; nothing is played.

        The same position with the same seed and number of moves gives the same move. Raises ``UnknownBot`` (a
        ``LookupError``), and ``IllegalMove`` when nobody has to decide.
        """
        chooser = self._seated([bot])[0]
        decision, program = self.sitting.decision, self.sitting.program
        if decision is None or chooser is None:
            raise nobody_decides(bot)
        with self._placed():
            return move_text(program, decision, chooser.choose(self.sitting), self.sitting.names)

    def play_on(self, bots: str | Sequence[str], moves: int | None = None, *, bounds: Bounds = BOUNDS) -> int:
        """Let bots play, and give how many moves they chose; forced moves are not counted.

        ``bots``: one name for all seats, or one for each; where it comes to a seat called ``person`` they stop. They also stop
        after ``moves`` moves, and when it is over. Raises ``UnknownBot`` (a ``LookupError``), ``UnfitSeats`` (a
        ``ValueError``), what ``apply`` raises, and ``RulesFault`` (E320) when they come to no end within the bounds.
        """
        players = self._seated([bots] if isinstance(bots, str) else list(bots))
        with self._placed():
            return sum(1 for _ in islice(play_unattended(self.sitting, players, bounds), moves))

    def _seated(self, bots: list[str]) -> list[Bot | None]:
        program = self.sitting.program
        return seated(bots, self.game.table_bots(program.players), program)

    # -- what there is to know -----------------------------------------------------------------------------------

    def value(self, expression: str | Expression) -> Plain:
        """Give the value of an expression of the rules language, with everything that is known, hidden or not.

        A text that was asked before is not read again; an ``Expression`` (``Game.expression``) never is. Players stand by
        their names or as seats. Raises ``Unanswerable`` when it means nothing here, ``RulesFault`` when there is no value.
        """
        if isinstance(expression, Expression):
            return expression.of(self)
        questions = self.game.questions(self.sitting.program.players)
        with self._placed():
            return questions.answer(questions.read(expression, self.sitting.names), self.sitting)

    def view(self, player: int | str | None) -> dict[str, Plain]:
        """Give what a player (seat or name; ``None``: a spectator) may see: ``position``, ``decision``, ``player``.

        A stack that is hidden is given as its count, and as ``known``, from top to bottom, where this player saw cards go there
        that were not shuffled since. Raises ``UnknownPlayer`` (a ``LookupError``).
        """
        return view(self.sitting, None if player is None else self._seat(player))

    def position(self) -> dict[str, Plain]:
        """Give the whole position: ``facts``, ``game``, and every kind that has fields, ``{field: {element: value}}``."""
        return position_plain(self.sitting.program, self.sitting.slots, self.sitting.names)

    def journal(self, player: int | str | None = "all", since: int = 0) -> list[JournalEntry]:
        """Give what happened from index ``since`` on, as a player may know it (``None``: a spectator; ``"all"``: all).

        Raises ``UnknownPlayer`` (a ``LookupError``).
        """
        viewer: Viewer = player if player in (None, "all") else self._seat(player)  # type: ignore[assignment]
        return entries(self.sitting, viewer, since)

    @property
    def unused_chance(self) -> tuple[UnusedChance, ...]:
        """Give what was prescribed and has not come: lots never cast, draws and shuffles that never were, cards passed over.

        While it goes on some of it may still come; of a playthrough that is over it never will.
        """
        return (*never_reached(self.sitting), *passed_over(self.sitting))

    def _seat(self, player: int | str) -> int:
        program = self.sitting.program
        names = [element_text(program, "player", seat, self.sitting.names) for seat in range(program.players)]
        if isinstance(player, int) and not isinstance(player, bool) and 0 <= player < len(names):
            return player
        for known in (names, program.ruleset.kinds["player"].elements[: program.players]):
            if player in known:
                return known.index(str(player))
        raise UnknownPlayer(str(player), names)

    def _placed(self) -> AbstractContextManager[None]:
        return placed(self.sitting.program, self.game.sources, self.sitting.names)

    # -- going back, going on elsewhere --------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take the last chosen move back, with the forced ones behind it; tell whether there was one."""
        return self.sitting.undo()

    def branch(self) -> Self:
        """Give a playthrough that goes on from here on its own."""
        return type(self)(self.sitting.branch(), self.difference, self.game, self.remarks)

    def fault(self, fault: RulesFault) -> Diagnostic:
        """Give a fault of the rules as a finding with its place."""
        return fault_diagnostic(self.sitting.program, fault)

    def state(self) -> State:
        """Give everything of the playthrough but its rules, to be gone on with by ``Game.resume``, also in another process."""
        return state_of(self.sitting, self.difference, self.remarks)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it as its game and its state."""
        return _resumed, (self.game, self.state())

    def to_json(self) -> dict[str, object]:
        """Return everything that is needed to play this again; see ``reguli.engine.history.save_files.to_json`` for the keys."""
        return save_files.to_json(self.sitting)

    def to_example(self, name: str, move: int | None = None) -> str:
        """Write the present position as a worked example called ``name``, in YAML: a text that ``reguli examples`` runs.

        ``move``: the position before that move instead, counted from 1 with the forced ones, with the move and what it
        changed. Raises ``Refused``: X141 where there is no such move, X142 for a position that cannot be written.
        """
        return written_example(self.sitting, name, move)

    def replay(self) -> dict[str, object]:
        """Give the whole game phase by phase as plain values: every move, the positions, the ranking; as ``reguli replay --json``."""
        return replay_json(self.sitting)

    def replay_page(self, language: str = "en") -> str:
        """Give one page of HTML to step through in a browser, said in a language (``en``, ``hu`` or ``ro``). Raises ``Unreadable`` for another."""
        tongue = self.game.tongue(self.sitting, language)
        return replay_page(self.sitting, interface_of(language, shipped_folder("locales")), tongue)

    def save(self, path: str | Path) -> None:
        """Write a save file, wholly or not at all. Raises ``OSError``."""
        save_files.save(Path(path), self.sitting)


def _resumed(game: Opened, state: State) -> Underway:
    return game.resume(state)

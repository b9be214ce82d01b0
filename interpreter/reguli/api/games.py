"""Games under chosen options and their playthroughs: decisions, moves, queries, views, branches and saves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypedDict, Unpack

from reguli.api.use_cases import Askable
from reguli.app.balance.balance_games import Balanced, BalanceOrder, balance_games
from reguli.app.errors import Findings, Refused
from reguli.app.game_sessions import (
    TablePosition,
    bind_ruleset_bots,
    example_position,
    open_session_texts,
    replay_save_file,
    restore_save_data,
)
from reguli.app.queries import replay_json, replay_page
from reguli.app.simulation.batch_preparation import (
    simulate_games,
)
from reguli.app.simulation.simulation_runs import (
    Simulated,
    SimulationOrder,
)
from reguli.app.worked_examples import draft_example_text
from reguli.engine.chance_nodes import UnusedChance, parse_prescribed_outcomes, skipped_outcomes, unused_prescriptions
from reguli.engine.chance_nodes import refusal_with_typed_names as chance_as_typed
from reguli.engine.chance_overview import ChanceSite, ChanceTold, describe_chance_sites
from reguli.engine.chance_source import ChanceRefused
from reguli.engine.expression_queries import ExpressionQuery, QueryCache, bind_query
from reguli.engine.fault_diagnostics import fault_diagnostic, fault_span
from reguli.engine.gameplay.action_sets import MoveFamily, format_action_sets
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import (
    OPENLY,
    Forced,
    IllegalMove,
    Refusal,
    no_decision_error,
    start_playthrough,
)
from reguli.engine.gameplay.playthrough import GamePlaythrough as Sitting
from reguli.engine.gameplay.refusal_reasons import make_illegal_move_error, refusal_reasons
from reguli.engine.history import save_files
from reguli.engine.history.journal import JournalEntry, Viewer, visible_entries
from reguli.engine.history.playthrough_state import (
    State,
    capture_state,
    position_and_chance_hash,
    program_hash,
    resume_playthrough,
    state_matches_program,
)
from reguli.engine.history.save_files import Difference
from reguli.engine.history.save_format import read_json_text
from reguli.engine.notation import (
    Plain,
    Unreadable,
    element_text,
    move_json,
    move_text,
    parse_json_move,
    parse_move,
    typable_option_names,
    validate_move,
)
from reguli.engine.observation import player_view
from reguli.engine.player_names import UnfitPlayers, assign_player_names
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.engine.position_documents.position_writer import read_plain_position
from reguli.ir.executable_program import Playable
from reguli.ir.program import Program
from reguli.ir.runtime_faults import RulesFault
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import (
    BOUNDS,
    PERSON,
    Bot,
    BotRoster,
    Bounds,
    UnknownBot,
    assign_bots_to_seats,
    available_bots,
    run_bot_turns,
)
from reguli.search.hidden_information import branch_anew
from reguli.shipped_files import find_ruleset, shipped_folder
from reguli.source.diagnostic import Bag, Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.interface_texts import load_interface_texts

if TYPE_CHECKING:
    # Words are loaded only where somebody speaks.
    from reguli.play.session_texts import SessionRealiser


class UnknownPlayer(Trouble, LookupError):  # noqa: N818 - it says what was wrong
    """No player at the table has this ``name`` or seat; ``known`` are the names there are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Take the name or seat as it was given."""
        super().__init__(name, tuple(known))
        self.name, self.known = name, tuple(known)
        what, listed = Said("thing.player"), abbreviated_list(self.known)
        self.told = make_finding("X111", near=closest_name(name, self.known), word=name, what=what, expected=listed)


@contextmanager
def placed(program: Program, sources: Sources, names: Sequence[str] = ()) -> Iterator[None]:
    """Add the place in the rules, the source texts and the player names to exceptions raised within the context."""
    try:
        yield
    except RulesFault as fault:
        # What a question asks stands in no rule.
        fault.span, fault.sources = fault_span(program, fault) if fault.rule else None, sources
        raise
    except ChanceRefused as impossible:
        told = chance_as_typed(program, impossible, names)
        told.sources = sources
        raise told from None
    except Trouble as trouble:
        if trouble.sources is None:
            trouble.sources = sources
        raise


# -- playthroughs ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A pending decision: its name, the seat (0-based) and name of the player to move, and the names of its options.

    ``phase`` is the one being played, also where a procedure, a trigger or an event asks; ``None`` outside of all phases.
    """

    name: str
    seat: int
    by: str
    options: tuple[str, ...]
    phase: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the ranking: 1 is best, tied players share it, 0 is for all when all have lost; ``values`` are the criteria's values in order."""

    place: int
    seat: int
    name: str
    values: tuple[int, ...]


class Expression:
    """An expression that is parsed and bound once and evaluated many times. Make one with ``Game.expression``.

    Asked of playthroughs of one game and one number of players it is bound once; elsewhere it is bound again. Several questions
    about one position are the cheapest, because what its defines gave is still known. It pickles as its text.
    """

    __slots__ = ("_last", "names", "text")

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        """Store the text and the player names that it may use."""
        self.text, self.names = text, names
        self._last: tuple[QueryCache, ExpressionQuery] | None = None

    def of(self, playthrough: Playthrough) -> Plain:
        """Return the value in a playthrough's position, with full information, hidden state included.

        Raises ``RulesFault`` when there is no value, and ``Unanswerable`` when it means nothing at this table.
        """
        sitting, game = playthrough.sitting, playthrough.game
        questions = game.questions(sitting.program.players)
        with placed(sitting.program, game.sources, sitting.names):
            if self._last is None or self._last[0] is not questions:
                self._last = questions, questions.read(self.text, self.names)
            return questions.answer(self._last[1], sitting)

    def __repr__(self) -> str:
        """Return a representation that shows the text."""
        return f"<Expression {self.text!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the expression as its text and the player names."""
        return Expression, (self.text, self.names)


class Playthrough:
    """One playthrough of a game. Make one with ``Game.start``, ``from_json`` or ``load_save``.

    ``difference`` says where a restored playthrough differs from its save; ``None`` when it does not. ``remarks`` are the
    findings about that save: the differences (E208, E209), that it was changed (E211), that it is of other rules (E212).
    ``game`` is the ruleset it is played by.

    It pickles, with its past: as its game (see ``Game``) and its state. Reading the pickle needs the same ruleset and the same
    version of reguli there, and raises ``Findings`` (E603) otherwise; a save needs less. ``state`` and ``Game.resume`` do
    the same without loading the ruleset each time.
    """

    __slots__ = ("difference", "game", "remarks", "sitting")

    def __init__(
        self, sitting: Sitting, difference: Difference | None, game: Game, remarks: Sequence[Diagnostic] = ()
    ) -> None:
        """Wrap a playthrough of the engine, which stays reachable as ``sitting``."""
        self.sitting = sitting
        self.remarks = tuple(remarks)
        self.difference = difference
        self.game = game

    @property
    def over(self) -> bool:
        """Return whether no decision is left."""
        return self.sitting.over

    @property
    def decision(self) -> Decision | None:
        """Return the pending decision; ``None`` when the game is over."""
        decision = self.sitting.decision
        if decision is None:
            return None
        by = element_text(self.sitting.program, "player", self.sitting.actor, self.sitting.names)
        options = typable_option_names(decision)
        return Decision(decision.ask.name, self.sitting.actor, by, options, self.sitting.phase)

    @property
    def hash(self) -> str:
        """Return the hash of the position: equal for equal positions, on every machine.

        It is that of what those at the table could know together: the order of shuffled cards that nobody has drawn is no part
        of it, nor is chance to come. Positions with one hash may go on differently where the seed or prescriptions differ; the
        key of a search with known chance is ``key``.
        """
        return self.sitting.hash

    @property
    def key(self) -> str:
        """Return a hash of the position and of all future chance outcomes, the same on every machine.

        Playthroughs of one key come to equal positions by equal moves: the order of shuffled cards counts, how often lots were
        cast and stacks shuffled, the seed, and what is prescribed and has not come yet.
        """
        return position_and_chance_hash(self.sitting)

    @property
    def ranking(self) -> tuple[Place, ...]:
        """Return the ranking in the current position, best first; it is final when the game is over."""
        program, names = self.sitting.program, self.sitting.names
        return tuple(
            Place(place.place, place.player, element_text(program, "player", place.player, names), place.values)
            for place in self.sitting.places()
        )

    # -- moves -------------------------------------------------------------------------------------------------

    def families(self) -> tuple[MoveFamily, ...]:
        """Return all legal moves in rule order; moves that differ only in the last number form one family."""
        with self._placed():
            return tuple(format_action_sets(self.sitting, family) for family in self.sitting.families())

    def count_moves(self) -> int:
        """Count the legal moves without generating each one."""
        with self._placed():
            return sum(family.size for family in self.sitting.families())

    def moves(self, limit: int | None = None) -> list[str]:
        """Return the legal moves as typed text, in rule order: all of them, or the first ``limit``."""
        with self._placed():
            return list(islice(self._texts(), limit))

    def _texts(self) -> Iterator[str]:
        for family in self.sitting.families():
            yield from format_action_sets(self.sitting, family).moves()

    def read(self, move: str | Move | Mapping[str, object]) -> Move:
        """Parse a move: a typed text, JSON (``{"option": …, "arguments": {name: value}}``) or a ``Move``.

        Raises ``IllegalMove`` when nobody has to decide, and ``Unreadable`` when it is no move of this decision.
        """
        decision, program, names = self.sitting.decision, self.sitting.program, self.sitting.names
        if decision is None:
            raise no_decision_error(move if isinstance(move, str) else str(move))
        if isinstance(move, Move):
            validate_move(program, decision, move, names)
            return move
        if isinstance(move, str):
            return parse_move(program, decision, move, names)
        return parse_json_move(program, decision, move, names)

    def apply(self, move: str | Move | Mapping[str, object]) -> None:
        """Apply a move atomically, then the forced moves that follow it.

        Raises ``Unreadable``, ``IllegalMove`` with every reason, ``ChanceRefused`` when a prescribed outcome cannot come, and
        ``RulesFault`` when the rules themselves fail; the position is then as before.
        """
        with self._placed():
            read = self.read(move)
            try:
                self.sitting.apply(read)
            except IllegalMove:
                raise make_illegal_move_error(self.sitting, read) from None

    def why(self, move: str | Move | Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return every reason why a move is illegal now, with the relevant values; none when it is legal.

        Raises ``Unreadable``, and ``IllegalMove`` when nobody has to decide.
        """
        with self._placed():
            return refusal_reasons(self.sitting, self.read(move))

    def say_why(self, move: str | Move | Mapping[str, object], language: str = "en") -> list[str]:
        """Return every reason why a move is illegal now as text (``en``, ``hu`` or ``ro``), addressed to the player to move.

        The sentences are those of the ruleset, with the values of this position; a reason without a wording is said as its rule
        stands, in ⟨such brackets⟩. Raises ``Unreadable``, also for another language, and ``IllegalMove`` like ``why``.
        """
        with self._placed():
            read = self.read(move)
            tongue = self.game.tongue(self.sitting, language)
            return [tongue.refusal(self.sitting, read, refusal) for refusal in refusal_reasons(self.sitting, read)]

    def move_json(self, move: str | Move) -> dict[str, Plain]:
        """Return a move of the pending decision as JSON. Raises ``Unreadable`` and ``IllegalMove`` like ``read``."""
        read = self.read(move)
        assert self.sitting.decision is not None
        return move_json(self.sitting.program, self.sitting.decision, read)

    # -- bots --------------------------------------------------------------------------------------------------

    def choose(self, bot: str) -> str:
        """Return the move that a bot (one of ``Game.bots``) would choose now, as typed text; nothing is played.

        The same position with the same seed and number of moves gives the same move. Raises ``UnknownBot`` (a
        ``LookupError``), and ``IllegalMove`` when nobody has to decide.
        """
        chooser = self._seated([bot])[0]
        decision, program = self.sitting.decision, self.sitting.program
        if decision is None or chooser is None:
            raise no_decision_error(bot)
        with self._placed():
            return move_text(program, decision, chooser.choose(self.sitting), self.sitting.names)

    def play_on(self, bots: str | Sequence[str], moves: int | None = None, *, bounds: Bounds = BOUNDS) -> int:
        """Let bots play and return the number of moves they chose; forced moves are not counted.

        ``bots``: one name for all seats, or one for each; where it comes to a seat called ``person`` they stop. They also stop
        after ``moves`` moves, and when it is over. Raises ``UnknownBot`` (a ``LookupError``), ``UnfitSeats`` (a
        ``ValueError``), what ``apply`` raises, and ``RulesFault`` (E320) when they come to no end within the bounds.
        """
        players = self._seated([bots] if isinstance(bots, str) else list(bots))
        with self._placed():
            return sum(1 for _ in islice(run_bot_turns(self.sitting, players, bounds), moves))

    def _seated(self, bots: list[str]) -> list[Bot | None]:
        program = self.sitting.program
        return assign_bots_to_seats(bots, self.game.table_bots(program.players), program)

    # -- what there is to know -----------------------------------------------------------------------------------

    def value(self, expression: str | Expression) -> Plain:
        """Return the value of an expression of the rules language, with full information, hidden state included.

        A text that was asked before is not read again; an ``Expression`` (``Game.expression``) never is. Players stand by
        their names or as seats. Raises ``Unanswerable`` when it means nothing here, ``RulesFault`` when there is no value.
        """
        if isinstance(expression, Expression):
            return expression.of(self)
        questions = self.game.questions(self.sitting.program.players)
        with self._placed():
            return questions.answer(questions.read(expression, self.sitting.names), self.sitting)

    def view(self, player: int | str | None) -> dict[str, Plain]:
        """Return what a player (seat or name; ``None``: a spectator) may see: ``position``, ``decision``, ``player``.

        A stack that is hidden is given as its count, and as ``known``, from top to bottom, where this player saw cards go there
        that were not shuffled since. Raises ``UnknownPlayer`` (a ``LookupError``).
        """
        return player_view(self.sitting, None if player is None else self._seat(player))

    def position(self) -> dict[str, Plain]:
        """Return the full position: ``facts``, ``game``, and each kind that has fields as ``{field: {element: value}}``."""
        return position_as_plain(self.sitting.program, self.sitting.slots, self.sitting.names)

    def journal(self, player: int | str | None = "all", since: int = 0) -> list[JournalEntry]:
        """Return the events from index ``since`` on that a player may know (``None``: a spectator; ``"all"``: every event).

        Raises ``UnknownPlayer`` (a ``LookupError``).
        """
        viewer: Viewer = player if player in (None, "all") else self._seat(player)  # type: ignore[assignment]
        return visible_entries(self.sitting, viewer, since)

    @property
    def unused_chance(self) -> tuple[UnusedChance, ...]:
        """Return prescribed chance outcomes that were never used: random draws, shuffles and cards passed over.

        While it goes on some of it may still come; of a playthrough that is over it never will.
        """
        return (*unused_prescriptions(self.sitting), *skipped_outcomes(self.sitting))

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
        """Undo the last chosen move and the forced moves after it; return whether there was one."""
        return self.sitting.undo()

    def branch(self, *, seed: int | None = None, unseen_by: int | str | None = None) -> Self:
        """Return an independent copy of the playthrough that continues from the current position.

        ``seed``: chance to come is that of this seed; nothing prescribed comes any more. ``unseen_by``: a player (seat or name), for whom whatever that player
        cannot see is also dealt anew, as far as the player's view and what the player saw happen leave it possible; the seed is 0 where none is given. Such a
        copy cannot be undone beyond its beginning. Raises ``UnknownPlayer`` (a ``LookupError``).
        """
        if seed is None and unseen_by is None:
            return type(self)(self.sitting.branch(), self.difference, self.game, self.remarks)
        seat = None if unseen_by is None else self._seat(unseen_by)
        return type(self)(branch_anew(self.sitting, seed or 0, seat), self.difference, self.game, self.remarks)

    def rollouts(
        self,
        games: int,
        policy: str = "uniform",
        *,
        move: str | Move | Mapping[str, object] | None = None,
        seed: int = 0,
        unseen_by: int | str | None = None,
        moves: int = 10_000,
    ) -> list[tuple[int, ...] | None]:
        """Play games from here to their ends in generated code; return the place of each seat in each game.

        1 is best, tied players share it, 0 is for all when all have lost; a game still running after ``moves`` chosen moves is ranked as it stands, and one that
        a fault of the rules stops gives ``None``. ``policy``: ``uniform``, ``random`` or a bot of the ruleset, for all seats. ``move`` is made first in each. Chance is that
        of a seed for each game, made of ``seed`` and its number from 1 on, as in ``simulate``; ``unseen_by`` as for ``branch``, dealt for each game. The playthrough
        itself is not changed. Raises ``UnknownBot`` (a ``LookupError``), ``UnknownPlayer``, ``IllegalMove`` for a move that is not allowed, and when the game is over.
        """
        decision, seat = self.sitting.decision, None if unseen_by is None else self._seat(unseen_by)
        if decision is None:
            raise no_decision_error("rollouts")
        read = None if move is None else self.read(move)
        if read is not None and not self.sitting.allows(read):
            raise make_illegal_move_error(self.sitting, read)
        machine = self.game.table_bots(self.sitting.program.players).machines.machine()
        if policy not in machine.policies:
            raise UnknownBot(policy, self.game.name, tuple(machine.policies))
        found = machine.rollouts(self.sitting, games, policy, move=read, seed=seed, unseen_by=seat, most=moves)
        return list(found)

    def fault(self, fault: RulesFault) -> Diagnostic:
        """Return a rules fault as a finding with its place."""
        return fault_diagnostic(self.sitting.program, fault)

    def state(self) -> State:
        """Return the playthrough's state without its rules; ``Game.resume`` continues from it, also in another process."""
        return capture_state(self.sitting, self.difference, self.remarks)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the playthrough as its game and its state."""
        return _resumed, (self.game, self.state())

    def to_json(self) -> dict[str, object]:
        """Return everything needed to replay the game; see ``reguli.engine.history.save_files.to_json`` for the keys."""
        return save_files.to_json(self.sitting)

    def to_example(self, name: str, move: int | None = None) -> str:
        """Return the current position as a worked example called ``name``, in YAML that ``reguli examples`` runs.

        ``move``: the position before that move instead, counted from 1 with the forced ones, with the move and what it
        changed. Raises ``Refused``: X141 where there is no such move, X142 for a position that cannot be written.
        """
        return draft_example_text(self.sitting, name, move)

    def replay(self) -> dict[str, object]:
        """Return the game phase by phase as JSON-ready values: every move, the positions, the ranking; as ``reguli replay --json``."""
        return replay_json(self.sitting)

    def replay_page(self, language: str = "en", player: int | str | None = "all") -> str:
        """Return an HTML page that steps through the game, in a language (``en``, ``hu`` or ``ro``).

        ``player``: it holds what this player could see (``None``: a spectator; ``"all"``: everything). Raises ``Unreadable`` for
        another language and ``UnknownPlayer`` (a ``LookupError``).
        """
        viewer: Viewer = player if player in (None, "all") else self._seat(player)  # type: ignore[assignment]
        tongue = self.game.tongue(self.sitting, language)
        return replay_page(self.sitting, load_interface_texts(language, shipped_folder("locales")), tongue, viewer)

    def save(self, path: str | Path) -> None:
        """Write a save file atomically. Raises ``OSError``."""
        save_files.save_playthrough(Path(path), self.sitting)


def _resumed(game: Game, state: State) -> Playthrough:
    return game.resume(state)


# -- games -----------------------------------------------------------------------------------------------------------


class BalanceWishes(TypedDict, total=False):
    """How the games of a report of balance are played."""

    processes: int | None
    moves: int
    engine: str | None
    cluster: str | None


class MoreWishes(TypedDict, total=False):
    """Further options of a batch of games."""

    per_round: bool
    first: int
    processes: int | None
    moves: int
    out: str | None
    resume: bool
    engine: str | None
    cluster: str | None
    counts: tuple[str, ...]


def load(name_or_path: str | Path, options: Mapping[str, str | bool] | None = None) -> Game:
    """Load a ruleset under options: a shipped one by name, or any by the path of its folder (or of a variant's file).

    Raises ``UnknownRuleset``, or ``Findings`` when the ruleset cannot be played as it is.
    """
    loaded = LoadedRuleset(str(name_or_path), dict(options or {}))
    ruleset = loaded.ruleset
    if ruleset is None:
        raise Findings(loaded.bag.diagnostics, loaded.sources)
    return Game(loaded, ruleset)


@dataclass(slots=True, eq=False, repr=False)
class Game(Askable):
    """A ruleset under chosen options, ready to be played, checked, traced, printed and translated. Make one with ``load``.

    It pickles as the name or path it was loaded by, its options and its digest; where the files there are others, reading the
    pickle raises ``Findings``.
    """

    _loaded: LoadedRuleset
    _ruleset: Ruleset
    _questions: dict[int, QueryCache] = field(default_factory=dict)
    _bots: dict[int, BotRoster] = field(default_factory=dict)
    _tongues: dict[tuple[str, int, tuple[str, ...]], SessionRealiser] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return its name, options and the first digits of its digest; a ruleset in full has megabytes."""
        return f"<Game {self._loaded.name!r} {dict(self._ruleset.options)} {self._ruleset.short_digest}>"

    @property
    def id(self) -> str:
        """Return the id of the ruleset."""
        return self._ruleset.id

    @property
    def name(self) -> str:
        """Return the printed name."""
        return self._ruleset.name

    @property
    def version(self) -> str:
        """Return the version of the ruleset."""
        return self._ruleset.version

    @property
    def digest(self) -> str:
        """Return the hash of all files of the ruleset: equal rules have equal digests."""
        return self._ruleset.digest

    @property
    def players(self) -> tuple[int, int]:
        """Return the minimum and maximum number of players."""
        return self._ruleset.players

    @property
    def options(self) -> dict[str, str | bool]:
        """Return the value of every option."""
        return dict(self._ruleset.options)

    @property
    def sources(self) -> Sources:
        """Return the texts of the ruleset's files, which the places of findings refer to."""
        return self._loaded.sources

    @property
    def bots(self) -> tuple[str, ...]:
        """Return the names of the bots: ``random``, ``uniform``, ``greedy``, ``search``, and those that the ruleset defines; ``search:200`` is a search of 200 iterations.

        Raises ``Findings`` when what it brings has findings.
        """
        return tuple(name for name in self.table_bots(self.players[0]) if name != PERSON)

    @property
    def chance(self) -> tuple[ChanceSite, ...]:
        """Return all chance sites, ordered by when a new game first reaches them; see ``chance_for``."""
        return self.chance_for(self.players[0]).sites

    def chance_for(self, players: int) -> ChanceTold:
        """Return the chance sites of a game with a given number of players.

        ``sites``: each with what it decides and an example of how it is prescribed by its name. ``beginning``: what a beginning
        game asks of the sites, in order.

        Outcomes of a lot are taken one after the other. Of a stack one order is taken for each shuffle, and each card that is
        drawn, seen or unseen and by whichever rule, is the next one of it: what is drawn unseen before the game begins is the
        head of the first order. Raises ``ValueError`` for a wrong number of players.
        """
        return describe_chance_sites(self.program(players))

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        *,
        names: Sequence[str] = (),
        prescribed: Mapping[str, object] | None = None,
        position: Mapping[str, object] | None = None,
        example: str | None = None,
        play_forced: Forced = OPENLY,
    ) -> Playthrough:
        """Start a playthrough and run it to its first decision.

        ``players``: how many, the fewest when left out. ``names``: one word each, by seat. ``prescribed``: outcomes of
        chance by site, e.g. ``{"deck": [["ace", "king"]], "first_player": ["anna"]}``; ``chance`` lists the sites, with an
        example of each. For a lot its outcomes in order; a lot among sets takes a set (or list) each time, in any order of
        its members. For a stack one whole order (top first) for each shuffle; ``deck.draws`` prescribes single draws. Elements
        are ids or labels, players also their names or seats, whole numbers counted from 0. What was prescribed and did not
        come: ``Playthrough.unused_chance``.

        ``position``: a position document (``players``, ``seats``, ``chance``, ``at``, ``setup``, ``state``) instead of the
        set-up of the rules; it then says the players and their names itself. ``play_forced``: whether moves without a choice play
        themselves: ``True``, ``False``, or ``"openly"``: but for those that would tell others what they may not see.

        ``example``: the id of a worked example, whose position is set up, under the options that it names; the playthrough's
        ``game`` is then one of these options.

        Raises ``UnfitPlayers`` and ``UnfitNames`` (each a ``ValueError``) for a wrong number of players or names that cannot
        be, ``Findings`` for a position that cannot be, ``UnknownSite`` (a ``LookupError``) for an unknown chance site,
        ``PrescribedTwice`` (a ``ValueError``), ``Unreadable`` and ``ChanceRefused`` for outcomes that cannot be, and
        ``RulesFault`` when the rules fail.
        """
        if example is not None:
            return self._begun_at(example, seed)
        if position is not None:
            return self._set_up(position, players, seed, play_forced)
        program = self.program(self.players[0] if players is None else players)
        called = assign_player_names(names, program.players)
        with placed(program, self.sources, called):
            given = parse_prescribed_outcomes(program, prescribed or {}, called)
            return Playthrough(
                start_playthrough(program, seed, prescribed=given, play_forced=play_forced, names=called), None, self
            )

    def simulate(
        self,
        players: int | None = None,
        games: int = 1000,
        seed: int = 0,
        policy: str | Sequence[str] = "uniform",
        *,
        columns: Mapping[str, str] | None = None,
        start: Playthrough | None = None,
        progress: Callable[[int, int], None] | None = None,
        **more: Unpack[MoreWishes],
    ) -> Simulated:
        """Play many games between bots and return their rows; ``reguli simulate`` does the same.

        ``policy``: one of ``bots`` for all seats, or one for each: ``uniform`` (every move as likely), ``random`` (every option first), or another. ``columns``:
        expressions by name, asked at the end; of each player where they speak of ``player``; without any what the ranking asks. ``progress`` is told how many games
        were played, of how many. ``more``: ``per_round`` (a row behind every round too), ``out`` (a file, .csv, .jsonl or .parquet, instead of rows in memory), ``resume``
        (go on with it), ``first`` (the number of the first game, 1), ``processes`` (one for each core), ``moves`` (10,000 chosen ones end a game), ``engine``
        (``interpreter``, ``python`` or ``wasm``; the fastest there is), ``cluster`` (the address of a dask scheduler, whose workers play). ``start``: a playthrough, whose position each game goes on from, of a save, an example or a
        position document as well; columns count its rounds and moves too.

        The seed of a game comes from ``seed`` and its number, so the rows of a number are the same however a batch is split. Ctrl-C ends it, and what was done
        is given. Raises ``Findings`` with everything that is wrong with what is asked for, ``WorkerLost`` when a process ends by itself, and ``ClusterTrouble`` for a cluster that cannot be used. Where Python begins
        processes again (not Linux, or a program with threads) call it below ``if __name__ == "__main__":``.
        """
        names = (policy,) if isinstance(policy, str) else tuple(policy)
        state = None if start is None else self._start_of(start, players)
        order = SimulationOrder(players, games, seed, names, columns or {}, start=state, **more)
        return simulate_games(self._loaded, order, progress)

    def balance(
        self,
        players: int | None = None,
        games: int = 1000,
        seed: int = 0,
        policy: str | Sequence[str] | None = None,
        *,
        against: Game | None = None,
        sweep: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        **more: Unpack[BalanceWishes],
    ) -> Balanced:
        """Play many games between bots and return figures with their intervals; ``reguli balance`` does the same.

        ``against``: another game, whose games have the same chance; ``sweep``: each value of a number instead, ``NAME=40..60:5``. ``policy``: as for ``simulate``, by
        default the first bot of the ruleset. ``more``: ``processes``, ``moves``, ``engine``, ``cluster``, as there. Faults of games are in ``sides`` and ``findings``.

        Raises ``Findings`` with what is wrong with what is asked for, and ``WorkerLost`` when a process ends by itself.
        """
        names = None if policy is None else (policy,) if isinstance(policy, str) else tuple(policy)
        order = BalanceOrder(players, games, seed, names, sweep, **more)
        other = None if against is None else against._loaded  # noqa: SLF001 - another game
        return balance_games(self._loaded, order, other, progress)

    def _start_of(self, begun: Playthrough, players: int | None) -> State:
        """Return the state of a playthrough that a batch goes on from."""
        there = begun.sitting.program.players
        if players not in (None, there):
            raise UnfitPlayers(self.name, players, there, there)
        if begun.over:
            raise no_decision_error("simulate")
        state = begun.state()
        self._hold_state(state)
        return state

    def _hold_state(self, state: State) -> None:
        """Raise ``Findings`` (E603) for a state of other rules, options or another version of reguli."""
        program = self.program(state.players)
        if not state_matches_program(program, state):
            expected, found = f"{state.rules} {state.stamp}", f"{self.digest} {program_hash(program)}"
            raise Findings([make_finding("E603", name=state.ruleset, expected=expected, found=found)], self.sources)

    def _set_up(
        self, position: Mapping[str, object], players: int | None, seed: int, play_forced: Forced
    ) -> Playthrough:
        bag = Bag()
        written = read_plain_position(dict(position), bag)
        playthrough = None
        if written is not None:
            count = players or written.players or max((self.players[0], *(seat + 1 for _, seat in written.seats)))
            playthrough = set_up_position(self.program(count), written, bag, seed=seed, play_forced=play_forced)
        if playthrough is None:
            raise Findings(bag.diagnostics, self.sources)
        return Playthrough(playthrough, None, self)

    def _begun_at(self, example: str, seed: int) -> Playthrough:
        standing = example_position(LoadedRuleset(self._loaded.name, self._loaded.options), example, seed=seed)
        options = dict(standing.playthrough.program.ruleset.options)
        game = self if options == self.options else load(self._loaded.name, options)
        return game.resume(capture_state(standing.playthrough))

    def expression(self, text: str, *, names: Sequence[str] = ()) -> Expression:
        """Parse an expression of the rules language once, to evaluate it in many positions: ``worth_of(seat_1, fox)``.

        Players are seats (``seat_1``), or called by ``names`` given here by seat. Raises ``Unanswerable`` when it means nothing
        at any table of this game.
        """
        bind_query(self._ruleset, text, tuple(names), self.players[1])
        return Expression(text, tuple(names))

    def resume(self, state: State) -> Playthrough:
        """Continue from a ``Playthrough.state``; far cheaper than unpickling, which loads the ruleset again.

        Raises ``Findings`` (E603) where it was kept under other rules, options or another version of reguli.
        """
        self._hold_state(state)
        program = self.program(state.players)
        return Playthrough(resume_playthrough(program, state), state.difference, self, state.remarks)

    # -- what playthroughs of this game share ------------------------------------------------------------------

    def program(self, players: int) -> Playable:
        """Return the program for a number of players (run by the package ``engine``). Raises ``UnfitPlayers``."""
        low, high = self.players
        if not low <= players <= high:
            raise UnfitPlayers(self.name, players, low, high)
        return self._loaded.program(players)

    def questions(self, players: int) -> QueryCache:
        """Return the cached expression evaluator for a number of players."""
        if players not in self._questions:
            self._questions[players] = QueryCache(self.program(players))
        return self._questions[players]

    def table_bots(self, players: int) -> BotRoster:
        """Return the available bots by name for a number of players; ``person`` is ``None``. Raises ``Findings``."""
        if players not in self._bots:
            program = self.program(players)
            self._bots[players] = available_bots(program, bind_ruleset_bots(self._loaded, program))
        return self._bots[players]

    def tongue(self, sitting: Sitting, language: str) -> SessionRealiser:
        """Return the texts of a playthrough in a language; opening a language for the first time takes some tenths of a second.

        Raises ``Unreadable`` for a language that has no words here.
        """
        # Words are loaded only where somebody speaks.
        from reguli.words.grammar.languages import language_codes

        if language not in language_codes():
            raise Unreadable("language", language, language_codes())
        key = (language, sitting.program.players, sitting.names)
        if key not in self._tongues:
            self._tongues[key] = open_session_texts(TablePosition(self._loaded, sitting), language)
        return self._tongues[key]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the game as its origin, its options and its digest."""
        path = self._loaded.path
        shipped = find_ruleset(self._loaded.name) == path
        where = self._loaded.name if shipped else str(path.resolve())
        return _loaded_again, (where, dict(self._loaded.options), self.id, self.digest)

    def __deepcopy__(self, memo: object) -> Game:
        """Return the game itself, because it is immutable."""
        return self


def _loaded_again(where: str, options: Mapping[str, str | bool], name: str, digest: str) -> Game:
    game = load(where, options)
    if game.digest != digest:
        raise Findings([make_finding("E603", name=name, expected=digest, found=game.digest)], game.sources)
    return game


def from_json(data: Mapping[str, object] | str, ruleset: str | Path | None = None) -> Playthrough:
    """Replay a save, given as the value of ``to_json`` or its JSON text, under the shipped ruleset it names or another one.

    Under other rules it goes as far as the moves are legal; ``difference`` then says where it first differs. Raises
    ``Findings`` for what is no save or names no shipped ruleset, ``UnknownRuleset`` when there is none at a path given.
    """
    bag = Bag()
    read = read_json_text(data, bag) if isinstance(data, str) else data
    return _playthrough(lambda: restore_save_data(read, None if ruleset is None else str(ruleset), bag))


def load_save(path: str | Path, ruleset: str | Path | None = None) -> Playthrough:
    """Read and replay a save file, also under a custom ruleset in the same folder; see ``from_json``."""
    return _playthrough(lambda: replay_save_file(Path(path), None if ruleset is None else str(ruleset)))


def _playthrough(restore: Callable[[], TablePosition]) -> Playthrough:
    try:
        standing = restore()
    except Refused as wrong:
        # To a program the save is what has findings.
        raise Findings(wrong.findings, wrong.sources) from None
    differs, ruleset = None if standing.restored is None else standing.restored.differs, standing.loaded.ruleset
    assert ruleset is not None
    return Playthrough(standing.playthrough, differs, Game(standing.loaded, ruleset), standing.remarks)

"""A ruleset under chosen options, ready to be played; and playthroughs from saves, with the ruleset that they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from reguli.api.errors import placed
from reguli.api.playthroughs import Expression, Underway
from reguli.app.description import Graph, Info, describe, graph
from reguli.app.errors import Findings, Refused
from reguli.app.game_sessions import Standing, example_of, from_data, own_bots, played_again, tongue_of
from reguli.app.loading import bound
from reguli.app.printing.print_requests import Printed, PrintOrder, Written
from reguli.app.provenance import Trace, names_of, trace
from reguli.app.ruleset_check import Checked, check
from reguli.app.simulation import Simulated, SimulationOrder, simulate
from reguli.app.worked_examples import WorkedExample, worked_examples
from reguli.engine.chance_nodes import read_prescribed
from reguli.engine.chance_overview import ChanceSite, ChanceTold, chance_told
from reguli.engine.expression_queries import Questions, bound_question
from reguli.engine.gameplay.playthrough import OPENLY, Forced, begin
from reguli.engine.gameplay.playthrough import Playthrough as Sitting
from reguli.engine.history.playthrough_state import State, fits, resumed, stamp_of, state_of
from reguli.engine.history.save_format import read_json_text
from reguli.engine.notation import Unreadable
from reguli.engine.player_names import UnfitPlayers, fit_names
from reguli.engine.position_documents.document_setup import set_up
from reguli.engine.position_documents.position_writer import read_position
from reguli.ir.executable_program import Playable
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.play.bot_policies import PERSON, Bot, bots_of
from reguli.shipped_files import find_ruleset
from reguli.source.diagnostic import Bag, finding
from reguli.source.source_excerpt import Sources
from reguli.verify.example_runner import ExampleResult

if TYPE_CHECKING:
    from reguli.app.explanations import Explained
    from reguli.app.translation import WordingDesk
    from reguli.app.verification.runner import Verified
    from reguli.play.session_texts import SittingTongue


# -- use cases -------------------------------------------------------------------------------------------------------
# What a game can be asked beside being played: the use cases of the room ``app``, as the command has them.


class PrintWishes(TypedDict, total=False):
    """How something is printed where not as usual; a key for each field of ``PrintOrder`` but product, languages and formats.

    ``players``: only what holds for so many. ``theme``: a folder with fonts, colours, logo and icons of one's own. ``draft``: print
    in any case, and mark what has no words yet. For cards: ``paper`` (``a4``, ``letter``, ``a5``, ``poker``), ``sheet`` that they
    are cut from, ``purpose`` (``home``, ``press``, ``table``), ``back`` (the language of the backs). For
    pieces: ``ids`` of elements, to print these alone, or ``changed``, to print those alone that are otherwise than ``against`` (a ruleset,
    a folder, a revision; empty: what a variant is of), which may be none.
    """

    players: int | None
    theme: str
    draft: bool
    paper: str
    sheet: str
    purpose: str
    back: str
    against: str
    changed: bool
    ids: tuple[str, ...]


class Askable:
    """What is asked of a game; ``Game`` adds how it is played."""

    __slots__ = ()

    _loaded: Loaded

    # -- its rules ---------------------------------------------------------------------------------------------

    def check(
        self,
        *,
        languages: tuple[str, ...] = (),
        play: bool = False,
        budget: int | None = None,
        print: bool = False,  # noqa: A002 - as the command calls it
        release: bool = False,
        partly: bool = False,
    ) -> Checked:
        """Find every mistake of the ruleset as its files are now: in everything that lies in its folder, under every option.

        ``languages``: also check the words in these. ``play``: also play silent games of bots at every table, of ``budget`` moves
        all together (60,000 where nobody says). ``print``: also lay out every product. ``release``: also find what is not fit to be handed on; ``partly`` lets
        pass statements that the rules carry in part. ``str()`` of what it gives says all:

            found = game.check()
            assert not found.findings, str(found)

        Raises ``Refused`` (X111) for an unknown language. Ctrl-C ends the games, not the check.
        """
        anew = Loaded(self._loaded.name, self._loaded.options)
        return check(anew, languages=languages, play=play, budget=budget, print=print, release=release, partly=partly)

    def verify(
        self,
        *,
        budget: int = 60,
        against: str | None = None,
        only: tuple[str, ...] = (),
        seed: int = 0,
        saves: str | Path | None = None,
        progress: Callable[[str, str, int, int], None] | None = None,
    ) -> Verified:
        """Find what is wrong with the ruleset as its files are now, what changed, what no example notices, what no statement decides.

        ``budget``: units of work, about a second each. ``against``: a ruleset, a folder, a git revision, ``base`` (what a variant is of) or
        ``bless``. ``only``: these parts (``examples``, ``static``, ``strength``, ``against``, ``play``, ``exhausted``). ``saves``: a folder of recorded
        games to replay. ``progress`` is told which part does what, how many of it are done, and of how many. The same budget and seed give the same report on every machine:

            report = game.verify(budget=20)
            assert report.clean, str(report)

        Raises ``Refused`` for a part that there is not (X111) and for nothing to compare with (X151). Ctrl-C ends it, and what was found is given.
        """
        # As above.
        from reguli.app.verification.runner import Order, unheard, verify

        order = Order(budget, against, tuple(only), seed, None if saves is None else Path(saves))
        return verify(Loaded(self._loaded.name, self._loaded.options), order, progress or unheard)

    def examples(self, *ids: str) -> tuple[ExampleResult, ...]:
        """Run the worked examples of the ruleset and of what it is a variant of, or only some, by their ids.

            failed = [example.id for example in game.examples() if not example.passed]

        What did not hold stands in ``findings`` of each, claim by claim in ``claims``. Raises ``Refused`` (X107) for an unknown
        id, and ``Findings`` where a file of examples cannot be read. ``start(example=...)`` begins at the position of one.
        """
        known = worked_examples(self._loaded)
        if known.findings:
            raise Findings(known.findings, self._loaded.sources)
        return tuple(known.run(ids))

    def list_examples(self) -> tuple[WorkedExample, ...]:
        """List the worked examples without running them: their ids, and the statements of the rulebook that they show."""
        return worked_examples(self._loaded).listed()

    def trace(self, value: str) -> Trace:
        """Say where a number of the rules comes from: its place and source, what changes it, which rules read it.

        ``value`` is a constant, a table, a cell ``fees[3]``, a field ``card.fox.worth`` or a define:

            game.trace("start_sum").cites  # ("S12",): the statements of the rulebook

        Raises ``Refused`` for what is none (X109, X121, X122, X123). ``traceable`` lists the names.
        """
        return trace(bound(self._loaded), value)

    @property
    def traceable(self) -> tuple[str, ...]:
        """Give every name that ``trace`` knows."""
        return names_of(bound(self._loaded))

    def info(self) -> Info:
        """Say what the ruleset consists of: names, players, options with their values, phases, stages, counts.

        dict(game.info().counts)["rules"]  # how many
        """
        return describe(self._loaded)

    def graph(self) -> Graph:
        """Say how the maps hang together (parts, bridges, joints, neighbours) and which rule runs which, all by ids.

        game.graph().maps[0].bridges  # edges without which the map falls apart
        """
        return graph(self._loaded)

    @staticmethod
    def explain(word: str | None = None, language: str = "en") -> Explained:
        """Explain the code of a finding (``R201``) or a word of the language of rules (``secretly``); without a word all codes.

        No game is needed: ``reguli.Game.explain("secretly").meanings[0].means``. Entries of codes are said in ``language``. Raises
        ``Refused`` (X108) with the nearest word for an unknown one.
        """
        # The reference is read only where somebody asks for a word.
        from reguli.app.explanations import explain

        return explain(word, language)

    # -- what is printed of it -----------------------------------------------------------------------------------

    def card(
        self, product: str = "reference", *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]
    ) -> Printed:
        """Give a card or leaf as it is printed: ``reference``, ``setup``, ``summary``, ``glossary`` or ``pieces``.

        ``form``: ``md`` and ``html`` are text, ``pdf``, ``png`` and ``svg`` pages, which may be several files; for the rest see
        ``PrintWishes``.

            print(game.card(language="hu", players=4).text)

        Raises ``Refused`` for what there is not (X104, X105, X111) or where no typesetter is installed (W411), and
        ``Findings`` where words are missing or wrong, so that nothing could be printed; with ``draft=True`` it is.
        """
        return self._printed(product, language, form, wishes)

    def pieces(self, *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]) -> Printed:
        """Give the cards of the game themselves, to be cut out (``pdf``, ``png``, ``svg``) or as a list; see ``card``."""
        return self._printed("pieces", language, form, wishes)

    def book(self, *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]) -> Printed:
        """Give the rulebook in ``md``, ``html`` or ``pdf``, the text first and its pictures behind it; see ``card``.

            game.book(language="ro", form="html", players=4).text

        ``written.broken`` of what it gives names inherited examples that no longer hold and are not printed.
        """
        return self._printed("book", language, form, wishes)

    def changes(self, *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]) -> Printed:
        """Give what a variant changes, in ``md``, ``html`` or ``pdf``; see ``card``. Raises ``Refused`` (W424) for what is no variant."""
        return self._printed("changes", language, form, wishes)

    def _printed(self, product: str, language: str, form: str, wishes: PrintWishes) -> Printed:
        # Words and templates cost a tenth of a second, and only who prints needs them.
        from reguli.app.printing.product_output import printed

        return printed(self._loaded, PrintOrder(product=product, languages=(language,), formats=(form,), **wishes))

    def write(
        self,
        folder: str | Path,
        product: str = "reference",
        *,
        languages: tuple[str, ...] = ("en",),
        formats: tuple[str, ...] = ("md", "html"),
        **wishes: Unpack[PrintWishes],
    ) -> Written:
        """Write a product, also ``book`` or ``changes``, in languages and formats below a folder, and give the files.

            game.write("cards", languages=("ro", "hu", "en"), players=4).files

        What is amiss with words stands in ``findings``, and what it concerns is not written. Raises ``Refused`` as ``card`` does,
        and where nothing can be written (X112).
        """
        # Part of the same.
        from reguli.app.printing.product_output import write

        order = PrintOrder(product=product, languages=tuple(languages), formats=tuple(formats), **wishes)
        return write(self._loaded, order, Path(folder))

    # -- its words -----------------------------------------------------------------------------------------------

    def words(self, *languages: str, players: int | None = None) -> WordingDesk:
        """Open the desk of translators for some languages, or all, and for ``players`` or any number of them.

            desk = game.words("hu")
            print(desk.status()[0].missing, desk.say("start_sum")[0].gloss)

        Raises ``Refused`` for an unknown language (W501) or number of players (X104).
        """
        # Grammars and catalogues cost a quarter of a second, and only who asks for words needs them.
        from reguli.app.translation import wording_desk

        return wording_desk(self._loaded, languages, players=players)


# -- games -----------------------------------------------------------------------------------------------------------


class MoreWishes(TypedDict, total=False):
    """What may be said of a batch besides."""

    per_round: bool
    first: int
    processes: int | None
    moves: int
    out: str | None
    resume: bool
    engine: str | None


class Playthrough(Underway):
    """One sitting. Make one with ``Game.start``, ``from_json`` or ``load_save``.

    ``difference`` says where a restored playthrough differs from its save; ``None`` when it does not. ``remarks`` are the
    findings about that save: the differences (E208, E209), that it was changed (E211), that it is of other rules (E212).
    ``game`` is the ruleset it is played by.

    It pickles, with its past: as its game (see ``Game``) and its state. Reading the pickle needs the same ruleset and the same
    version of reguli there, and raises ``Findings`` (E603) otherwise; a save needs less. ``state`` and ``Game.resume`` do
    the same without loading the ruleset each time.
    """

    __slots__ = ()
    game: Game


def load(name_or_path: str | Path, options: Mapping[str, str | bool] | None = None) -> Game:
    """Load a shipped ruleset by name, or any by the path of its folder (or of a variant's file), under options.

    Raises ``UnknownRuleset``, or ``Findings`` when the ruleset cannot be played as it is.
    """
    loaded = Loaded(str(name_or_path), dict(options or {}))
    ruleset = loaded.ruleset
    if ruleset is None:
        raise Findings(loaded.bag.diagnostics, loaded.sources)
    return Game(loaded, ruleset)


@dataclass(slots=True, eq=False)
class Game(Askable):
    """A ruleset under chosen options, ready to be played, checked, traced, printed and worded. Make one with ``load``.

    It pickles as the name or path it was loaded by, its options and its digest; where the files there are others, reading the
    pickle raises ``Findings``.
    """

    _loaded: Loaded
    _ruleset: Ruleset
    _programs: dict[int, Playable] = field(default_factory=dict)
    _questions: dict[int, Questions] = field(default_factory=dict)
    _bots: dict[int, Mapping[str, Bot | None]] = field(default_factory=dict)
    _tongues: dict[tuple[str, int, tuple[str, ...]], SittingTongue] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Give the id of the ruleset."""
        return self._ruleset.id

    @property
    def name(self) -> str:
        """Give the printed name."""
        return self._ruleset.name

    @property
    def version(self) -> str:
        """Give the version of the ruleset."""
        return self._ruleset.version

    @property
    def digest(self) -> str:
        """Give the hash of all its files: equal rules, equal digests."""
        return self._ruleset.digest

    @property
    def players(self) -> tuple[int, int]:
        """Give the fewest and the most players."""
        return self._ruleset.players

    @property
    def options(self) -> dict[str, str | bool]:
        """Give the value of every option."""
        return dict(self._ruleset.options)

    @property
    def sources(self) -> Sources:
        """Give the texts of its files, in which the places of findings lie."""
        return self._loaded.sources

    @property
    def bots(self) -> tuple[str, ...]:
        """Give the names of the bots: ``random``, ``uniform``, ``greedy``, and those the ruleset brings.

        Raises ``Findings`` when what it brings has findings.
        """
        return tuple(name for name in self.table_bots(self.players[0]) if name != PERSON)

    @property
    def chance(self) -> tuple[ChanceSite, ...]:
        """Give every site of chance, those first that a beginning game comes to first; see ``chance_for``."""
        return self.chance_for(self.players[0]).sites

    def chance_for(self, players: int) -> ChanceTold:
        """Tell what is left to chance at a table of so many.

        ``sites``: each with what it decides and an example of how it is prescribed by its name. ``beginning``: what a beginning
        game asks of the sites, in order.

        Outcomes of a lot are taken one after the other. Of a stack one order is taken for each shuffle, and each card that is
        drawn, seen or unseen and by whichever rule, is the next one of it: what is drawn unseen before the game begins is the
        head of the first order. Raises ``ValueError`` for a wrong number of players.
        """
        return chance_told(self.program(players))

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
        """Begin a playthrough and run to its first decision.

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
        called = fit_names(names, program.players)
        with placed(program, self.sources, called):
            given = read_prescribed(program, prescribed or {}, called)
            return Playthrough(
                begin(program, seed, prescribed=given, play_forced=play_forced, names=called), None, self
            )

    def simulate(
        self,
        players: int | None = None,
        games: int = 1000,
        seed: int = 0,
        policy: str | Sequence[str] = "uniform",
        *,
        columns: Mapping[str, str] | None = None,
        progress: Callable[[int, int], None] | None = None,
        **more: Unpack[MoreWishes],
    ) -> Simulated:
        """Play many games of bots and give their rows; ``reguli simulate`` does the same.

        ``policy``: one of ``bots`` for all seats, or one for each: ``uniform`` (every move as likely), ``random`` (every option first), or another. ``columns``:
        expressions by name, asked at the end; of each player where they speak of ``player``; without any what the ranking asks. ``progress`` is told how many games
        were played, of how many. ``more``: ``per_round`` (a row behind every round too), ``out`` (a file, .csv, .jsonl or .parquet, instead of rows in memory), ``resume``
        (go on with it), ``first`` (the number of the first game, 1), ``processes`` (one for each core), ``moves`` (10,000 chosen ones end a game), ``engine``
        (``walker``, ``python`` or ``wasm``; the fastest there is).

        The seed of a game comes from ``seed`` and its number, so the rows of a number are the same however a batch is split. Ctrl-C ends it, and what was done
        is given. Raises ``Findings`` with everything that is wrong with what is asked for, and ``WorkerLost`` when a process ends by itself. Where Python begins
        processes anew (not Linux, or a program with threads) call it below ``if __name__ == "__main__":``.
        """
        names = (policy,) if isinstance(policy, str) else tuple(policy)
        order = SimulationOrder(players, games, seed, names, columns or {}, **more)
        return simulate(self._loaded, order, progress)

    def _set_up(
        self, position: Mapping[str, object], players: int | None, seed: int, play_forced: Forced
    ) -> Playthrough:
        bag = Bag()
        written = read_position(dict(position), bag)
        playthrough = None
        if written is not None:
            count = players or written.players or max((self.players[0], *(seat + 1 for _, seat in written.seats)))
            playthrough = set_up(self.program(count), written, bag, seed=seed, play_forced=play_forced)
        if playthrough is None:
            raise Findings(bag.diagnostics, self.sources)
        return Playthrough(playthrough, None, self)

    def _begun_at(self, example: str, seed: int) -> Playthrough:
        standing = example_of(Loaded(self._loaded.name, self._loaded.options), example, seed=seed)
        options = dict(standing.playthrough.program.ruleset.options)
        game = self if options == self.options else load(self._loaded.name, options)
        return game.resume(state_of(standing.playthrough))

    def expression(self, text: str, *, names: Sequence[str] = ()) -> Expression:
        """Read an expression of the rules language once, to ask it of many positions: ``worth_of(seat_1, fox)``.

        Players are seats (``seat_1``), or called by ``names`` given here by seat. Raises ``Unanswerable`` when it means nothing
        at any table of this game.
        """
        bound_question(self._ruleset, text, tuple(names), self.players[1])
        return Expression(text, tuple(names))

    def resume(self, state: State) -> Playthrough:
        """Go on from what ``Playthrough.state`` gave; far cheaper than reading a pickle, which loads the ruleset anew.

        Raises ``Findings`` (E603) where it was kept under other rules, options or another version of reguli.
        """
        program = self.program(state.players)
        if not fits(program, state):
            expected, found = f"{state.rules} {state.stamp}", f"{self.digest} {stamp_of(program)}"
            raise Findings([finding("E603", name=state.ruleset, expected=expected, found=found)], self.sources)
        return Playthrough(resumed(program, state), state.difference, self, state.remarks)

    # -- what playthroughs of this game share ------------------------------------------------------------------

    def program(self, players: int) -> Playable:
        """Give the program for a number of players (the room ``engine`` plays it). Raises ``UnfitPlayers``."""
        low, high = self.players
        if not low <= players <= high:
            raise UnfitPlayers(self.name, players, low, high)
        if players not in self._programs:
            self._programs[players] = self._loaded.program(players)
        return self._programs[players]

    def questions(self, players: int) -> Questions:
        """Give what answers questions at a table of so many."""
        if players not in self._questions:
            self._questions[players] = Questions(self.program(players))
        return self._questions[players]

    def table_bots(self, players: int) -> Mapping[str, Bot | None]:
        """Give who can sit at a table of so many, by name; ``person`` is ``None``. Raises ``Findings``."""
        if players not in self._bots:
            program = self.program(players)
            self._bots[players] = bots_of(program, own_bots(self._loaded, program))
        return self._bots[players]

    def tongue(self, sitting: Sitting, language: str) -> SittingTongue:
        """Give what speaks at a table in a language; opening it the first time takes some tenths of a second.

        Raises ``Unreadable`` for a language that has no words here.
        """
        # Words are loaded only where somebody speaks.
        from reguli.words.grammar.languages import LANGUAGE_CODES

        if language not in LANGUAGE_CODES:
            raise Unreadable("language", language, LANGUAGE_CODES)
        key = (language, sitting.program.players, sitting.names)
        if key not in self._tongues:
            self._tongues[key] = tongue_of(Standing(self._loaded, sitting), language)
        return self._tongues[key]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it as where it was loaded from, its options and its digest."""
        path = self._loaded.path
        shipped = find_ruleset(self._loaded.name) == path
        where = self._loaded.name if shipped else str(path.resolve())
        return _loaded_again, (where, dict(self._loaded.options), self.id, self.digest)

    def __deepcopy__(self, memo: object) -> Game:
        """Give itself: a game does not change."""
        return self


def _loaded_again(where: str, options: Mapping[str, str | bool], name: str, digest: str) -> Game:
    game = load(where, options)
    if game.digest != digest:
        raise Findings([finding("E603", name=name, expected=digest, found=game.digest)], game.sources)
    return game


def from_json(data: Mapping[str, object] | str, ruleset: str | Path | None = None) -> Playthrough:
    """Play a save again: what ``to_json`` gave, or its JSON text, under the shipped ruleset it names or another one.

    Under other rules it goes as far as the moves are legal; ``difference`` then says where it first differs. Raises
    ``Findings`` for what is no save or names no shipped ruleset, ``UnknownRuleset`` when there is none at a path given.
    """
    bag = Bag()
    read = read_json_text(data, bag) if isinstance(data, str) else data
    return _playthrough(lambda: from_data(read, None if ruleset is None else str(ruleset), bag))


def load_save(path: str | Path, ruleset: str | Path | None = None) -> Playthrough:
    """Read a save file and play it again, also under a ruleset of one's own that lies beside it; see ``from_json``."""
    return _playthrough(lambda: played_again(Path(path), None if ruleset is None else str(ruleset)))


def _playthrough(restore: Callable[[], Standing]) -> Playthrough:
    try:
        standing = restore()
    except Refused as refused:
        # To a program the save is what has findings.
        raise Findings(refused.findings, refused.sources) from None
    differs, ruleset = None if standing.restored is None else standing.restored.differs, standing.loaded.ruleset
    assert ruleset is not None
    return Playthrough(standing.playthrough, differs, Game(standing.loaded, ruleset), standing.remarks)

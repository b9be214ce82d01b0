"""Every back end plays the game that the interpreter plays: every ruleset and toy, with every number of players, decision by decision.

By day two games with the most players with the interpreter, one of prescribed chance with the fewest, one batch with the most, and as many as go into ten seconds in all between the back ends; by night as
many as the project promises, with every number. Of a large ruleset, and of Power Grid, the interpreter plays one game by day, with the most players, and the back ends alone play with
the fewest; one option, drawn by its name, is set to what it is not by itself, and the back ends are held to one another without the interpreter; batches are those of one number of
players and of its own bots. By night it is as with all others.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FrameType

import pytest
from batched import BATCHES
from interpreter_pairs import FOLDERS, loaded_whole, ruleset
from same_game import BACK_ENDS, AtTable, Back, Compared, NotTheSameError, Offered, chosen, walker

import reguli.ir.interpreter
from large import LARGE
from reguli.app.game_sessions import bind_ruleset_bots
from reguli.app.loading import vary_each_option
from reguli.batch.executors import make_batch_runner
from reguli.batch.playouts import (
    InterpretedPlayouts,
    PlayoutBatch,
    ranking_columns,
    read_columns,
)
from reguli.batch.rows import (
    OVER,
    PLAYTHROUGH,
    PlayedGame,
    PlayoutRunner,
)
from reguli.compile.machine_registry import PYTHON, WASM
from reguli.compile.python_programs import generate_python_program
from reguli.engine.chance_source import Prescribed
from reguli.engine.gameplay.playthrough import outcomes_by_chance_node
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.runtime_faults import RulesFault
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset, Options
from reguli.play.bot_policies import RANDOM
from reguli.ruleset.document_nodes import OptionDecl
from reguli.source.diagnostic import Bag

GAMES = 2
"""With the interpreter: at even seeds moves are chosen otherwise than at odd ones."""
BETWEEN = 4
"""Games of each ruleset between back ends."""
OTHERS = 3
"""By day options are changed in one of so many small rulesets."""
NIGHT_WALKED, NIGHT_GAMES = 100, 10_000
"""Of each ruleset, spread over its numbers of players: with the interpreter, and between back ends."""
SHIPPED = [folder for folder in FOLDERS if folder.parent.name == "rulesets"]
WALKING = str(Path(reguli.ir.interpreter.__file__).parent)
Made = Callable[[Ruleset, int], Back]

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name, scope="module")
"""One folder after the other goes through all tests, so that what was made of it serves them all."""


@lru_cache(maxsize=24)
def made_of(folder: Path, players: int, back: Made) -> Back:
    """A back end of a ruleset. Tests begin their games in the same one, which must know nothing of those before; to write its code takes longer than most games."""
    return back(ruleset(folder, players), players)


def numbers(made: Ruleset) -> range:
    """The numbers of players there may be."""
    fewest, most = made.players
    return range(fewest, most + 1)


def is_large(folder: Path) -> bool:
    return folder.name in LARGE | {"power_grid"}


def by_day(folder: Path) -> Sequence[int]:
    """The numbers of players with which back ends play by day: the fewest and the most."""
    every = numbers(ruleset(folder))
    return sorted({every[0], every[-1]})


class Games:
    """Games of one ruleset in several back ends, of some numbers of players in turn; each game has a seed of its own."""

    def __init__(self, folder: Path, backs: Sequence[Made], players: Sequence[int]) -> None:
        """Make the back ends for some numbers of players."""
        self.name = folder.name
        self.backs = {number: [made_of(folder, number, back) for back in backs] for number in players}

    def play(self, seed: int) -> None:
        """Play one game."""
        players = list(self.backs)[seed % len(self.backs)]
        Compared(f"{self.name}, {players} players, seed {seed}", *self.backs[players]).play(seed)


WITH_WALKER: Sequence[Made] = (walker, *BACK_ENDS.values())
"""The interpreter and every back end."""
WITHOUT: Sequence[Made] = (BACK_ENDS[PYTHON], BACK_ENDS[WASM])
"""Generated code alone, as Python and as WebAssembly."""


@every_folder
def test_the_interpreter_plays_the_same_game(folder: Path) -> None:
    games = Games(folder, WITH_WALKER, numbers(ruleset(folder))[-1:])
    for seed in range(1 if is_large(folder) else GAMES):
        games.play(seed)


@every_folder
def test_back_ends_play_the_same_game(folder: Path) -> None:
    players = by_day(folder)[:1] if is_large(folder) else by_day(folder)
    games = Games(folder, WITHOUT, players)
    for seed in range(1_000, 1_000 + (1 if is_large(folder) else BETWEEN)):
        games.play(seed)


@pytest.mark.night
@every_folder
def test_by_night_the_interpreter_plays_the_same_game(folder: Path) -> None:
    games = Games(folder, WITH_WALKER, numbers(ruleset(folder)))
    for seed in range(10_000, 10_000 + NIGHT_WALKED):
        games.play(seed)


@pytest.mark.night
@every_folder
def test_by_night_back_ends_play_the_same_game(folder: Path) -> None:
    games = Games(folder, WITHOUT, numbers(ruleset(folder)))
    for seed in range(100_000, 100_000 + NIGHT_GAMES):
        games.play(seed)


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(one, marks=[pytest.mark.night] * (one not in FOLDERS[::OTHERS] and not is_large(one)))
        for one in SHIPPED
    ],
    ids=lambda folder: folder.name,
)
def test_the_same_game_under_every_option(folder: Path) -> None:
    """One option at a time is set to what it is not by itself."""
    every = changed_options(folder)
    if is_large(folder):
        under_options(folder, [Random(folder.name).choice(every[1:] or every)], ())
    else:
        under_options(folder, every, (walker,))


@pytest.mark.night
@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_by_night_the_interpreter_plays_the_same_game_under_every_option(folder: Path) -> None:
    under_options(folder, changed_options(folder), (walker,))


Setting = tuple[OptionDecl | None, Options]
"""Values of all options, and which of them is not what it is by itself."""


def changed_options(folder: Path) -> list[Setting]:
    """What the options are by themselves, then every setting with one of them changed."""
    documents = LoadedRuleset(str(folder)).documents
    assert documents is not None
    return list(vary_each_option(documents, {}))


def under_options(folder: Path, settings: Sequence[Setting], beside: Sequence[Made]) -> None:
    """Play a game under each of some settings in every back end, and ``beside`` them."""
    for changed, values in settings:
        players = ruleset(folder).players[0]
        made = LoadedRuleset(str(folder), values).ruleset_for(players)
        assert made is not None
        backs = [back(made, players) for back in (*beside, *BACK_ENDS.values())]
        Compared(f"{folder.name}, {changed}", *backs).play(17)


@every_folder
def test_prescribed_chance_is_the_same_and_comes(folder: Path) -> None:
    """What chance did in one game is prescribed to others with another seed, where it gives the same game."""
    players = ruleset(folder).players[0]
    made = ruleset(folder, players)
    first, taken, lots = walker(made, players), list[int](), Random(5)
    first.begin(5, {})
    while first.decision() is not None and len(taken) < 200:
        taken.append(chosen(first.moves(), lots, True))
        first.take(taken[-1])
    log = first.here.chance.log
    prescribed: Prescribed = {f"{site}.draws": outcomes for site, outcomes in outcomes_by_chance_node(log).items()}
    game = Compared(folder.name, *(made_of(folder, players, back) for back in WITH_WALKER))
    game.begin(6, prescribed)
    for index in taken:
        game.look()
        game.take(index)
    game.look()
    assert game.one.slots() == first.slots()


# -- batches -----------------------------------------------------------------------------------------------------


@every_folder
def test_batches_have_the_rows_that_the_interpreter_gives(folder: Path) -> None:
    same_rows(folder, of_batches(folder), "uniform", (1,) if is_large(folder) else (1, 2))


@every_folder
def test_batches_of_other_bots_have_the_rows_that_the_interpreter_gives(folder: Path) -> None:
    of_other_bots(folder, of_batches(folder), () if is_large(folder) else (RANDOM,))


@pytest.mark.night
@every_folder
def test_by_night_batches_have_the_rows_that_the_interpreter_gives(folder: Path) -> None:
    for players in numbers(ruleset(folder)):
        same_rows(folder, players, "uniform", (1, 2))
        of_other_bots(folder, players, (RANDOM,))


def of_batches(folder: Path) -> int:
    """Return the number of players of batches by day: the most, or one more than the fewest of a large ruleset."""
    every = numbers(ruleset(folder))
    return every[:2][-1] if is_large(folder) else every[-1]


def of_other_bots(folder: Path, players: int, beside: Sequence[str]) -> None:
    """Play a game of each bot of the ruleset's own, and of those ``beside`` them."""
    for name in (*beside, *(bot.id for bot in batch_of(folder, players).own_bots)):
        same_rows(folder, players, name, (1,))


def same_rows(folder: Path, players: int, policy: str, games: Sequence[int]) -> None:
    """Play some games of a batch in every engine and by the interpreter."""
    batch = replace(batch_of(folder, players), policy=(policy,))
    walked = InterpretedPlayouts(batch, make_executable(build_program(batch.ruleset, players)))
    for number in games:
        wanted = walked.play(number)
        for engine in BATCHES:
            one = runner(folder, players, engine, policy)
            assert one.play(number) == wanted, f"{engine}, {players} players, {policy}, game {number}"


@lru_cache(maxsize=8)
def batch_of(folder: Path, players: int) -> PlayoutBatch:
    """Return a batch of everything that can be asked for."""
    made = ruleset(folder, players)
    bots = bind_ruleset_bots(loaded_whole(folder), make_executable(build_program(made, players)))
    columns = read_columns(made, ranking_columns(made), players, Bag())
    return PlayoutBatch(made, players, 7, ("uniform",), bots, columns, True, 3_000)


def runner(folder: Path, players: int, engine: str, policy: str) -> PlayoutRunner:
    """Return what plays batches of a bot in an engine: generated code takes any bot for any game, a playthrough is of one."""
    batch = replace(batch_of(folder, players), engine=engine, policy=(policy,))
    if engine == PLAYTHROUGH:
        return make_batch_runner(batch, program_of(folder, players))
    playing = generated(folder, players, engine)
    playing.terms = batch.terms
    return playing


@lru_cache(maxsize=4)
def generated(folder: Path, players: int, engine: str) -> PlayoutRunner:
    """Return generated code that plays batches of a ruleset; to write it takes longer than most games."""
    return make_batch_runner(replace(batch_of(folder, players), engine=engine), program_of(folder, players))


@lru_cache(maxsize=2)
def program_of(folder: Path, players: int) -> Playable:
    return generate_python_program(ruleset(folder, players), players)


class Calls:
    """Counts calls of what lies in the folder of the interpreter, whoever made it and whenever."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(WALKING):
            self.count += 1

    def of(self, act: Callable[[], object]) -> int:
        """Do something and give how many calls there were."""
        before = sys.getprofile()
        sys.setprofile(self)
        try:
            act()
        finally:
            sys.setprofile(before)
        return self.count


def test_calls_of_the_interpreter_are_counted() -> None:
    folder = next(folder for folder in FOLDERS if folder.name == "tic_tac_toe")
    table = InterpretedPlayouts(batch_of(folder, 2), make_executable(build_program(ruleset(folder, 2), 2)))
    assert Calls().of(lambda: table.play(1)) > 100
    assert Calls().of(lambda: sum(range(100))) == 0


@pytest.mark.parametrize("batch", [name for name in BATCHES if name != PLAYTHROUGH])
@every_folder
def test_nothing_is_handed_to_the_interpreter(folder: Path, batch: str) -> None:
    players, found = of_batches(folder), list[PlayedGame]()
    playing = runner(folder, players, batch, "uniform")
    assert Calls().of(lambda: found.append(playing.play(3))) == 0
    assert found[0].outcome == OVER


# -- that differences are seen -----------------------------------------------------------------------------------


class Off(AtTable):
    """A back end that is off by one thing."""

    what = ""

    def decision(self) -> int | None:
        return 7 if self.what == "the decision" and self.here.moves else super().decision()

    def take(self, index: int) -> None:
        if self.what == "what comes of" and len(self.here.moves) == 3:
            raise RulesFault("E303")
        super().take(index)

    def moves(self) -> list[Offered]:
        found = super().moves()
        return found[::-1] if self.what == "the moves" else found

    def slots(self) -> list[int]:
        found = super().slots()
        if self.what == "the slots" and len(self.here.moves) == 2:
            found[-1] += 1
        return found

    def told(self) -> tuple[Sequence[object], Sequence[object]] | None:
        journal, log = self.here.journal, self.here.chance.log
        return (journal[:-1] if self.what == "what was told" else journal), log


@pytest.mark.parametrize("what", ["the decision", "the moves", "the slots", "what comes of", "what was told"])
def test_a_back_end_that_differs_is_found_out(what: str) -> None:
    made = ruleset(next(folder for folder in FOLDERS if folder.name == "tic_tac_toe"))
    off = Off(make_executable(build_program(made, 2)))
    Compared("tic_tac_toe", walker(made, 2), off).play(1)
    off.what = what
    with pytest.raises(NotTheSameError, match=what):
        Compared("tic_tac_toe", walker(made, 2), off).play(1)


def test_moves_are_chosen_from_all_that_there_are() -> None:
    moves = [Offered(0, (), None, 1), Offered(2, (5,), 0, 3)]
    for option_first in (False, True):
        taken = Counter(chosen(moves, Random(seed), option_first) for seed in range(400))
        assert set(taken) == {0, 1, 2, 3}
        # One of four moves, or one of two options: 100 or 200 of 400, with 9 or 10 to either side as the usual error.
        assert abs(taken[0] - (200 if option_first else 100)) < 50

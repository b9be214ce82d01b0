"""A game as a Python game of OpenSpiel, registered as ``reguli``.

Chance is sampled: where rules draw anything, a game begins with a chance node of one outcome, behind which the seed of all its chance is settled. Later draws belong to the
moves that cause them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from reguli.adapters.episode import MOST_ACTIONS, Episode, number_game
from reguli.adapters.observations import Viewer
from reguli.engine.gameplay.playthrough import OPENLY, Forced
from reguli.ir.rng import playout_seed

NAME: Final = "reguli"
SETTINGS: Final[Mapping[str, Any]] = {
    "ruleset": "",
    "players": 0,
    "options": "",
    "seed": 0,
    "play_forced": OPENLY,
    "max_actions": MOST_ACTIONS,
}
"""Parameters of the game with what they are when left out; options as ``option:value;option:true``, 0 players for the fewest."""
TRUTHS: Final[Mapping[str, bool]] = {"true": True, "false": False}
FORCED: Final[Mapping[str, Forced]] = {**TRUTHS, OPENLY: OPENLY}
KINDS: Final = pyspiel.GameType


def _game_type(players: tuple[int, int], *, draws: bool = True, hides: bool = True, zero_sum: bool = False) -> Any:
    return KINDS(
        short_name=NAME,
        long_name=NAME,
        dynamics=KINDS.Dynamics.SEQUENTIAL,
        chance_mode=KINDS.ChanceMode.SAMPLED_STOCHASTIC if draws else KINDS.ChanceMode.DETERMINISTIC,
        information=KINDS.Information.IMPERFECT_INFORMATION if hides else KINDS.Information.PERFECT_INFORMATION,
        utility=KINDS.Utility.ZERO_SUM if zero_sum else KINDS.Utility.GENERAL_SUM,
        reward_model=KINDS.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(SETTINGS),
        default_loadable=False,
    )


class ReguliGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; ``legend`` explains the numbers of observations, and ``remarks`` are findings about numbers for which no range is proved."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        """Load the ruleset that the parameters name."""
        self.settings = {**SETTINGS, **params}
        pairs = (pair.partition(":") for pair in str(self.settings["options"]).split(";") if pair)
        options = {name: TRUTHS.get(value, value) for name, _, value in pairs}
        self.numbered = found = number_game(self.settings["ruleset"], self.settings["players"] or None, options)
        self.legend, self.remarks, self._begun = tuple(found.encoder.legend), found.ids.remarks, 0
        self.draws, players = found.draws, found.players
        size = pyspiel.GameInfo(
            num_distinct_actions=found.ids.count,
            max_chance_outcomes=int(found.draws),
            num_players=players,
            min_utility=-1.0 / max(1, players - 1),
            max_utility=1.0,
            max_game_length=self.settings["max_actions"],
            **({"utility_sum": 0.0} if found.zero_sum else {}),
        )
        shape = {"draws": found.draws, "hides": found.hides, "zero_sum": found.zero_sum}
        super().__init__(_game_type((players, players), **shape), size, dict(params))

    def begin(self) -> Episode:
        """Begin the next game of a batch, each with its seed: those of ``Game.simulate``."""
        self._begun += self.draws
        seed = playout_seed(self.settings["seed"], self._begun)
        return self.numbered.start(seed, FORCED[self.settings["play_forced"]], self.settings["max_actions"])

    def new_initial_state(self, *_: object) -> ReguliState:
        """Return a state at the beginning."""
        return ReguliState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> ReguliObserver:
        """Return an observer: of a player, of nobody or of everybody, as ``kind`` says."""
        return ReguliObserver(self, kind)


class ReguliState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: ReguliGame) -> None:
        """Begin before anything was drawn; the rules run when something is first asked."""
        super().__init__(game)
        self.begun: Episode | None = None

    @property
    def episode(self) -> Episode | None:
        """Return the game under way; ``None`` before the chance node at its beginning."""
        if self.begun is None and not self.get_game().draws:
            self.begun = self.get_game().begin()
        return self.begun

    def current_player(self) -> int:
        """Return the seat that decides, 0-based, or the pseudo-players of chance and of the end."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.episode.seat is None else self.episode.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over or was cut off."""
        return self.episode is not None and self.episode.seat is None

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.episode is None else list(self.episode.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the one outcome of sampled chance."""
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self.begun = self.get_game().begin()
        else:
            self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return "chance" if player < 0 else str(self.get_game().numbered.ids.name(action))

    def returns(self) -> list[float]:
        """Return what each player gets at the end, and 0 before: see ``Episode.returns``."""
        ended = self.episode is not None and self.episode.seat is None
        return list(self.episode.returns()) if ended and self.episode else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ReguliState:
        """Return a state with the same history, where what a player cannot see and chance to come are drawn anew."""
        found: ReguliState = self.clone()
        if self.episode is not None:
            found.begun = self.episode.branch(int(sampler() * (1 << 53)), player)
        return found

    def __str__(self) -> str:
        """Return who decides what in which position."""
        return "chance" if self.episode is None else str(self.episode)


class ReguliObserver:
    """An observer: ``tensor`` and its only part ``observation`` hold what a player sees as numbers."""

    def __init__(self, game: ReguliGame, kind: Any) -> None:
        """Make room for an observation. Raises ``ValueError`` for one with perfect recall: an observation is of one position."""
        if kind is not None and kind.perfect_recall:
            raise ValueError("observations have no perfect recall")
        private = pyspiel.PrivateInfoType
        viewers: Mapping[Any, Viewer] = {private.NONE: None, private.ALL_PLAYERS: "all"}
        self._viewers, self._private = viewers, private.SINGLE_PLAYER if kind is None else kind.private_info
        self.legend, self.tensor = game.legend, np.zeros(len(game.legend), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ReguliState, player: int) -> None:
        """Observe a state as a player."""
        viewer = self._viewers.get(self._private, player)
        self.tensor[:] = 0 if state.episode is None else state.episode.observe(viewer)

    def string_from(self, state: ReguliState, player: int) -> str:
        """Return what a player sees as text: all numbers but 0, with their names."""
        self.set_from(state, player)
        return "\n".join(f"{self.legend[at]} = {self.tensor[at]:g}" for at in np.flatnonzero(self.tensor))


def register() -> None:
    """Register the game ``reguli`` once, so that ``pyspiel.load_game`` knows it."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type((1, 99)), ReguliGame)


def load_registered(
    ruleset: str, players: int | None, options: Mapping[str, str | bool], settings: Mapping[str, Any]
) -> ReguliGame:
    """Register the game and load it for a ruleset."""
    register()
    pairs = (f"{name}:{str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items())
    written = {name: str(value).lower() if isinstance(value, bool) else value for name, value in settings.items()}
    given = {"ruleset": str(ruleset), "players": players or 0, "options": ";".join(pairs), **written}
    found: ReguliGame = pyspiel.load_game(NAME, given)
    return found

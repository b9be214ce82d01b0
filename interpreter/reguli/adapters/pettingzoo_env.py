"""A game as a PettingZoo environment (AEC: agents act one after the other)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from reguli.adapters.episode import MOST_ACTIONS, Episode, NumberedGame
from reguli.engine.gameplay.playthrough import OPENLY, Forced, no_decision_error
from reguli.ir.rng import playout_seed


class GameEnv(AECEnv):  # type: ignore[misc]
    """An environment whose agents are the seats, from ``seat_1`` on; rewards come at the end (``Episode.returns``).

    Observations are ``observation`` (32-bit floats, explained by ``legend``) and ``action_mask`` (of the seat that decides; 0 for others). ``episode`` is the game under way, and
    ``remarks`` are findings about numbers for which no range is proved.
    """

    def __init__(
        self, numbered: NumberedGame, *, play_forced: Forced = OPENLY, max_actions: int = MOST_ACTIONS
    ) -> None:
        """Make spaces; ``reset`` starts a game."""
        super().__init__()
        self.metadata = {"name": f"reguli_{numbered.game.id}", "render_modes": [], "is_parallelizable": False}
        self.numbered, self.render_mode, self._settings = numbered, None, (play_forced, max_actions)
        self.legend, self.remarks = tuple(numbered.encoder.legend), numbered.ids.remarks
        self._seed, self._begun = 0, 0
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(numbered.players)]
        low, high = (np.array(one, np.float32) for one in (numbered.encoder.low, numbered.encoder.high))
        count = numbered.ids.count
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(observation=Box(low, high, dtype=np.float32), action_mask=Box(0, 1, (count,), np.int8))
            for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def action_name(self, action: int) -> str:
        """Return what an action means: a move nearly as it is typed, or a step of a compound decision."""
        return self.numbered.ids.name(action)

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Start the game of a seed; without one, the next of a batch of the last seed (at first 0): those of ``Game.simulate``."""
        self._seed, self._begun = (self._seed, self._begun + 1) if seed is None else (seed, 0)
        self.episode = self.numbered.start(
            playout_seed(self._seed, self._begun) if seed is None else int(seed), *self._settings
        )
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on(self.episode)

    def _started(self, asked: object) -> Episode:
        if self.episode is None or not self.agents:
            raise no_decision_error(str(asked))
        return self.episode

    def _go_on(self, episode: Episode) -> None:
        """Select the seat that decides, or end the game."""
        if episode.seat is not None:
            self.agent_selection = self.possible_agents[episode.seat]
            return
        self.rewards = dict(zip(self.possible_agents, episode.returns(), strict=True))
        ended = self.terminations if episode.playthrough.over else self.truncations
        ended.update(dict.fromkeys(ended, True))

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent. Raises ``IllegalMove``: E602 when the game is over, X212 for an id that is not legal now."""
        episode, agent = self._started(action), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode.step(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on(episode)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and the mask of its legal actions."""
        episode, seat = self._started("observe"), self.possible_agents.index(agent)
        mask = np.zeros(self.numbered.ids.count, np.int8)
        if seat == episode.seat:
            mask[list(episode.legal())] = 1
        return {"observation": episode.observe(seat), "action_mask": mask}


def wrapped(env: GameEnv) -> Any:
    """Return an environment in the wrappers of the library."""
    bounded = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(bounded)

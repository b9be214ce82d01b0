"""Games under way as adapters see them: numbered actions, observations of each seat, and what each seat gets in the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from reguli.adapters.move_ids import Chosen, MoveIds, number_moves
from reguli.adapters.observations import ObservationEncoder, Vector, Viewer
from reguli.api.games import Game, Playthrough, load
from reguli.engine.chance_nodes import chance_sites
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import Forced, IllegalMove, no_decision_error
from reguli.source.diagnostic import make_finding

MOST_ACTIONS: Final = 10_000
"""A game that is still running after so many actions ends, and is ranked as it stands."""


@dataclass(frozen=True, slots=True)
class NumberedGame:
    """A game for a number of players with the ids of its moves and the encoder of its observations. Make one with ``number_game``."""

    game: Game
    players: int
    ids: MoveIds
    encoder: ObservationEncoder

    @property
    def draws(self) -> bool:
        """Return whether rules draw anything."""
        return bool(chance_sites(self.ids.program))

    @property
    def hides(self) -> bool:
        """Return whether anything may be hidden from a player."""
        return self.encoder.hides or any(decision.ask.secretly for decision in self.ids.program.decisions)

    @property
    def zero_sum(self) -> bool:
        """Return whether returns are always 0 together: several play, and somebody wins."""
        return self.players > 1 and all(one.order != "lost" for one in self.ids.program.ruleset.ranking)

    def start(self, seed: int, play_forced: Forced, most: int) -> Episode:
        """Start a game that ends after ``most`` actions at the latest."""
        return Episode(self, self.game.start(self.players, seed, play_forced=play_forced), most)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the game and the number of players."""
        return _numbered, (self.game, self.players)


def _numbered(game: Game, players: int) -> NumberedGame:
    ids = number_moves(game.program(players))
    return NumberedGame(game, players, ids, ObservationEncoder(ids))


def number_game(ruleset: str, players: int | None, options: Mapping[str, str | bool] | None) -> NumberedGame:
    """Load a ruleset and number its moves. Raises what ``reguli.load`` raises, and ``UnfitPlayers`` for a wrong number of players."""
    game = load(ruleset, options)
    return _numbered(game, game.players[0] if players is None else players)


@dataclass(slots=True)
class Episode:
    """A game under way; ``most`` actions end it, ``chosen`` is what was chosen of a compound decision, ``length`` the number of actions taken."""

    numbered: NumberedGame
    playthrough: Playthrough
    most: int
    chosen: Chosen | None = None
    length: int = 0
    _families: list[ActionSet] = field(default_factory=list)
    _legal: Mapping[int, Move | Chosen] | None = None

    @property
    def seat(self) -> int | None:
        """Return the seat that decides, 0-based; ``None`` at the end."""
        return None if self.playthrough.over or self.length >= self.most else self.playthrough.sitting.actor

    def legal(self) -> Mapping[int, Move | Chosen]:
        """Return the legal actions in ascending order, with what each comes to; none at the end."""
        if self._legal is None:
            if self.chosen is None or not self._families:
                self._families = list(self.playthrough.sitting.families())
            self._legal = {} if self.seat is None else self.numbered.ids.legal(self._families, self.chosen)
        return self._legal

    def step(self, action: int) -> None:
        """Take an action. Raises ``IllegalMove``: E602 at the end, X212 for an id that is not legal now."""
        legal, ids = self.legal(), self.numbered.ids
        if self.seat is None:
            raise no_decision_error(str(action))
        if action not in legal:
            raise IllegalMove(str(action), (), (make_finding("X212", found=action, last=ids.count - 1),))
        step = ids.after(self._families, legal[action])
        if isinstance(step, Move):
            self.playthrough.apply(step)
        self.chosen, self._legal = None if isinstance(step, Move) else step, None
        self.length += 1

    def observe(self, viewer: Viewer) -> Vector:
        """Return what a seat sees as numbers: 32-bit floats, as many as the legend has names."""
        return self.numbered.encoder.encode(self.playthrough.sitting, viewer, self.chosen)

    def returns(self) -> tuple[float, ...]:
        """Return what each seat gets by the ranking as it stands: 1 for the only first, less for a shared first place, and -1 / (players - 1) for all others.

        Together that is 0. When all have lost, all get what others get. A single player gets 1, or -1 for a loss.
        """
        ranking = sorted(self.playthrough.sitting.places(), key=lambda place: place.player)
        count, first = len(ranking), sum(place.place == 1 for place in ranking)
        if count == 1:
            return (1.0 if first else -1.0,)
        return tuple(((count / first if place.place == 1 else 0.0) - 1) / (count - 1) for place in ranking)

    def branch(self, seed: int | None = None, unseen_by: int | None = None) -> Episode:
        """Return an independent copy; with a seed chance to come is another, with a seat what it cannot see is dealt anew."""
        found = replace(self, playthrough=self.playthrough.branch(seed=seed, unseen_by=unseen_by))
        if seed is not None or unseen_by is not None:
            found._families, found._legal = [], None  # noqa: SLF001 - its own
        return found

    def __deepcopy__(self, memo: object) -> Episode:
        """Return an independent copy of the same game."""
        return self.branch()

    def __str__(self) -> str:
        """Return who decides what in which position."""
        decision, chosen = self.playthrough.decision, () if self.chosen is None else self.chosen.actions
        words = ("over",) if decision is None else (decision.by, decision.name, *map(self.numbered.ids.name, chosen))
        return " ".join([*words, self.playthrough.hash])

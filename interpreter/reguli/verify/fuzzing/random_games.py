"""One game by lot: played to its end, or to where the rules fail, and looked at on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.gameplay.forced_cycles import MOST_FORCED
from reguli.engine.gameplay.illegal_moves import IllegalMove
from reguli.engine.gameplay.legal_actions import Family, Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import move_text
from reguli.ir.executable_program import Playable
from reguli.ir.rng import Stream, fold, game_key, name_of
from reguli.ir.runtime_faults import RulesFault
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.verify.differential.guided_playouts import Walker
from reguli.verify.differential.paired_programs import WALK
from reguli.verify.fuzzing.chance_statistics import Chances
from reguli.verify.fuzzing.endless_games import LONGEST, Late
from reguli.verify.fuzzing.game_settings import Table
from reguli.verify.report.step_budget import Budget

TRIES: Final = 4
"""So many moves that make the rules fail end a game; until then another one is made."""
LONG: Final = ("E308", "E318", "E319", "E322")
"""Faults that it takes long to come to."""


@kept
class Failed(Kept):
    """Where the rules failed: the table and seed of the game, the position before, the move that was made there, if one was, and the fault."""

    table: Table
    seed: int
    program: Playable
    before: Playthrough | None
    move: Move | None
    text: str
    option: str
    """The rule of the option that was taken, or of the decision in which no moves can be listed."""
    fault: RulesFault

    @property
    def number(self) -> int:
        """Give how many moves were made before."""
        return 0 if self.before is None else len(self.before.moves)

    @property
    def said(self) -> Said:
        """Say how to get there."""
        if self.before is None:
            return Said("at_games.at_beginning", table=self.table.said, seed=self.seed)
        if self.move is None:
            return Said("at_games.after", table=self.table.said, seed=self.seed, moves=self.number)
        return Said("at_games.at_move", table=self.table.said, seed=self.seed, moves=self.number, move=self.text)


@dataclass(slots=True)
class Game:
    """A game under way; ``ended`` tells whether it came to its own end."""

    table: Table
    program: Playable
    seed: int
    chances: Chances
    walker: Walker
    played: Playthrough | None = None
    families: list[Family] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    late: Late = field(default_factory=Late)
    _lot: Stream = field(init=False)

    def __post_init__(self) -> None:
        """Take the stream that moves are chosen from."""
        self._lot = Stream(fold(game_key(self.seed), name_of(WALK)))

    def begin(self) -> bool:
        """Set up; tell whether somebody decides."""
        chance = self.chances.source(self.program, self.seed)
        played = Playthrough(self.program, chance, list(self.program.first))
        try:
            played.start()
        except (RulesFault, ChanceRefused) as fault:
            self._fail(fault, None, "")
            return False
        self.played = played
        return not played.over

    @property
    def ended(self) -> bool:
        """Tell whether it came to an end of its own."""
        return self.played is not None and self.played.over

    def moves(self, budget: Budget, longest: int = LONGEST) -> Iterator[tuple[Playthrough, Family, Move]]:
        """Choose moves until it is over: each is given before it is made, with what it is made in.

        Whoever is given it may look, and make it on a branch of his own.
        """
        played = self.played
        while played is not None and not played.over and len(played.moves) < longest and len(self.failed) < TRIES:
            if not budget.spend(1):
                return
            move = self._chosen(played)
            if move is None:
                return
            family = next(one for one in self.families if one.choice.option.name == move.option)
            yield played, family, move
            made = len(played.moves)
            try:
                played.apply(move)
                budget.spend(max(0, len(played.moves) - made - 1))
            except (RulesFault, ChanceRefused, IllegalMove) as fault:
                self._fail(fault, move, family.choice.option.rule)
                if self.failed[-1].fault.code in LONG:
                    budget.spend(MOST_FORCED)
                    return

    def _chosen(self, played: Playthrough) -> Move | None:
        assert played.decision is not None
        try:
            self.families = list(played.families())
        except RulesFault as fault:
            self._fail(fault, None, played.decision.ask.rule)
            return None
        return self.walker.move(played, self.families, self._lot) if self.families else None

    def _fail(self, fault: Exception, move: Move | None, option: str) -> None:
        before, text = self.played, ""
        if not isinstance(fault, RulesFault):
            fault = _as_fault(fault)
        if before is not None:
            before = before.branch()
            if move is not None and before.decision is not None:
                text = move_text(self.program, before.decision, move)
        self.failed.append(Failed(self.table, self.seed, self.program, before, move, text, option, fault))


def _as_fault(trouble: Exception) -> RulesFault:
    """Give what never happens as a fault: a listed move that is refused, an outcome that cannot come."""
    return RulesFault("V411", what=type(trouble).__name__)

"""A sitting: people and bots round one playthrough, whoever's turn it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

from reguli.engine.gameplay.legal_actions import Family
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.history.journal import entries, length
from reguli.engine.observation.player_views import sees
from reguli.play.bot_policies import BOUNDS, Bot, Bounds, play_unattended
from reguli.play.terminal_messages import option_lines, question_line
from reguli.play.view_texts import view_lines
from reguli.words.catalogue.interface_texts import ENGLISH, Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SittingTongue

Ending = Literal["over", "left"]
MOST_LISTED: Final = 30
"""Numbered options shown of one decision; all can be typed, and ``moves`` lists them."""
TABLE: Final = -1
"""Everybody at the table."""


class Screen(Protocol):
    """Where a sitting speaks and listens."""

    def print(self, text: str = "") -> None:
        """Say something."""
        ...

    def ask(self, question: str) -> str | None:
        """Ask and give the answer; ``None`` when nobody will answer any more."""
        ...

    def progress(self, text: str) -> None:
        """Show how far something is, in place; an empty text takes it away."""
        ...

    def clear(self) -> None:
        """Take everything off the screen."""
        ...


class Keep(Protocol):
    """Keeps the game as it now is."""

    def __call__(self, *, seldom: bool = False) -> None:
        """Keep it; ``seldom``: only when it was not just now."""


def nowhere(*, seldom: bool = False) -> None:
    """Keep the game nowhere."""


@dataclass(slots=True)
class Sitting:
    """A playthrough, who sits where (``None``: a person), and what saves it; ``save`` gives what went wrong."""

    playthrough: Playthrough
    bots: Sequence[Bot | None]
    screen: Screen
    save: Callable[[str], str | None]
    example: Callable[[str], str]
    """Gives the position as an example, or writes it into a file and says so."""
    keep: Keep = nowhere
    bounds: Bounds = BOUNDS
    told: dict[int, int] = field(default_factory=dict)
    """By seat: how many journal entries its person was told; one seat, ``TABLE``, for all where nothing is hidden."""
    began: int = 0
    """Journal entries there were before the sitting: nobody is told these."""
    keyboard: int | None = None
    """The person who sat at the keyboard last."""
    words: Interface = ENGLISH
    """The language of the table."""
    tongue: SittingTongue | None = None
    """Says moves and events in that language; where nobody is told anything there is none."""

    @property
    def spoken(self) -> SittingTongue:
        """Give the tongue of a table at which somebody is told something."""
        assert self.tongue is not None
        return self.tongue

    @property
    def people(self) -> list[int]:
        """Give the seats of people."""
        return [seat for seat in range(self.playthrough.program.players) if self.bots[seat] is None]

    @property
    def secrets(self) -> bool:
        """Tell whether some player sees what another does not."""
        program = self.playthrough.program
        return any(
            len({sees(program, self.playthrough.slots, slots, owner, seat) for seat in range(program.players)}) > 1
            for slots in program.layout.fields.values()
            for owner in range(slots.places)
        ) or any(decision.ask.secretly for decision in program.decisions)

    def name(self, seat: int) -> str:
        """Name a player, by their seat where nobody named them."""
        return self.spoken.title(seat)

    def say(self, text: str, /, **args: str | int) -> None:
        """Say a text of the code in the language of the table."""
        self.show([self.words.say(text, **args)])

    def show(self, lines: Iterable[str]) -> None:
        """Show lines."""
        for line in lines:
            self.screen.print(line)

    def play_bots(self) -> None:
        """Let bots move until a person must decide or the game is over.

        Raises ``RulesFault``: E320 when they go on for too long.
        """
        playthrough = self.playthrough
        for played in play_unattended(playthrough, self.bots, self.bounds):
            self.keep(seldom=True)
            if played % 20 == 0:
                moves = self.words.count("{n} move", "{n} moves", len(playthrough.moves))
                self.screen.progress(f"{self.words.say('round {round}', round=playthrough.fact('round'))}, {moves}")
        self.screen.progress("")
        self.keep()

    def hand_over(self, seat: int) -> bool:
        """Pass the keyboard to another person, the screen emptied before they look; tell whether they came."""
        if self.keyboard not in (None, seat) and self.secrets:
            self.screen.clear()
            name = self.spoken.named(seat)
            question = self.words.say("Pass the keyboard to {player}, who then presses Enter.", player=name)
            if self.screen.ask(f"{question} ") is None:
                return False
        self.keyboard = seat
        return True

    def tell(self, seat: int) -> None:
        """Tell a person what happened since they were last told, as much as they may know; first of all the position."""
        listener = seat if self.secrets else TABLE
        if listener not in self.told:
            self.show(view_lines(self.playthrough, seat, self.words, self.spoken))
        told = self.told.get(listener)
        self.tell_journal(seat, length(self.playthrough, seat, self.began) if told is None else told)
        self.told[listener] = length(self.playthrough, seat)

    def tell_journal(self, seat: int, since: int = 0) -> None:
        """Say what happened since an entry, as much as a person may know."""
        told = map(self.spoken.event, entries(self.playthrough, seat, since))
        self.show(f"  {said}" for said in told if said)

    def list_options(self, families: Sequence[Family], most: int = MOST_LISTED) -> None:
        """Say who must decide what, and list the options with numbers."""
        playthrough = self.playthrough
        self.screen.print(question_line(playthrough, self.name(playthrough.actor), self.spoken))
        self.show(option_lines(playthrough, families[:most], self.spoken))
        if len(families) > most:
            self.screen.print(
                "      … "
                + self.words.count(
                    "{n} more: type 'moves' to list it", "{n} more: type 'moves' to list them", len(families) - most
                )
            )

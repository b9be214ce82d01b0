"""A play session: people and bots at one playthrough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

from reguli.engine.gameplay.action_sets import format_action_sets
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import count_visible_entries, visible_entries
from reguli.engine.notation import NO_MEMBER, Unreadable, parse_move, typable_option_names
from reguli.engine.observation import may_see_field
from reguli.ir.runtime_faults import RulesFault
from reguli.play.bot_policies import BOUNDS, Bot, Bounds, run_bot_turns
from reguli.play.replay_steps import decision_prompt_line, move_syntax_error_line, option_lines, typed_move_text
from reguli.play.view_texts import move_refusal_lines, view_lines
from reguli.words.catalogue.interface_texts import ENGLISH, InterfaceTexts

if TYPE_CHECKING:
    from reguli.play.session_texts import SessionRealiser


Ending = Literal["over", "left"]
MOST_LISTED: Final = 30
"""Numbered options shown of one decision; all can be typed, and ``moves`` lists them."""
TABLE: Final = -1
"""Everybody at the table."""


class SessionInterface(Protocol):
    """A session's input and output."""

    def print(self, text: str = "") -> None:
        """Print a text."""
        ...

    def ask(self, question: str) -> str | None:
        """Ask and return the answer; ``None`` at the end of input."""
        ...

    def progress(self, text: str) -> None:
        """Show progress in place; an empty text clears it."""
        ...

    def clear(self) -> None:
        """Clear the screen."""
        ...


class SaveGameHook(Protocol):
    """A hook that saves the game."""

    def __call__(self, *, seldom: bool = False) -> None:
        """Save; if ``seldom``, only if not saved recently."""


def discard_save(*, seldom: bool = False) -> None:
    """Do not save the game."""


@dataclass(slots=True)
class PlaySession:
    """A playthrough, its seats (``None``: a person), and its save function; ``save`` returns any error."""

    playthrough: GamePlaythrough
    bots: Sequence[Bot | None]
    screen: SessionInterface
    save: Callable[[str], str | None]
    example: Callable[[str], str]
    """Gives the position as an example, or writes it into a file and says so."""
    keep: SaveGameHook = discard_save
    bounds: Bounds = BOUNDS
    told: dict[int, int] = field(default_factory=dict)
    """By seat: how many journal entries its person was told; one seat, ``TABLE``, for all where nothing is hidden."""
    began: int = 0
    """Journal entries there were before the sitting: these are not reported."""
    keyboard: int | None = None
    """The person who sat at the keyboard last."""
    words: InterfaceTexts = ENGLISH
    """The language of the table."""
    tongue: SessionRealiser | None = None
    """Says moves and events in that language; none where nothing is reported."""

    @property
    def spoken(self) -> SessionRealiser:
        """Return the realiser of a table that reports events."""
        assert self.tongue is not None
        return self.tongue

    @property
    def people(self) -> list[int]:
        """Return the human seats."""
        return [seat for seat in range(self.playthrough.program.players) if self.bots[seat] is None]

    @property
    def secrets(self) -> bool:
        """Return whether information differs between players."""
        program = self.playthrough.program
        return any(
            len({may_see_field(program, self.playthrough.slots, slots, owner, seat) for seat in range(program.players)})
            > 1
            for slots in program.layout.fields.values()
            for owner in range(slots.places)
        ) or any(decision.ask.secretly for decision in program.decisions)

    def name(self, seat: int) -> str:
        """Return a player's name, else that of the seat."""
        return self.spoken.title(seat)

    def say(self, text: str, /, **args: str | int) -> None:
        """Print an interface text in the table's language."""
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
        for played in run_bot_turns(playthrough, self.bots, self.bounds):
            self.keep(seldom=True)
            if played % 20 == 0:
                moves = self.words.count("{n} move", "{n} moves", len(playthrough.moves))
                self.screen.progress(f"{self.words.say('round {round}', round=playthrough.fact('round'))}, {moves}")
        self.screen.progress("")
        self.keep()

    def hand_over(self, seat: int) -> bool:
        """Pass the keyboard to another person, after emptying the screen; return whether they came."""
        if self.keyboard not in (None, seat) and self.secrets:
            self.screen.clear()
            name = self.spoken.named(seat)
            question = self.words.say("Pass the keyboard to {player}, who then presses Enter.", player=name)
            if self.screen.ask(f"{question} ") is None:
                return False
        self.keyboard = seat
        return True

    def tell(self, seat: int) -> None:
        """Print the events since a person's last turn that they may see; at first the position."""
        listener = seat if self.secrets else TABLE
        if listener not in self.told:
            self.show(view_lines(self.playthrough, seat, self.words, self.spoken))
        told = self.told.get(listener)
        self.tell_journal(seat, count_visible_entries(self.playthrough, seat, self.began) if told is None else told)
        self.told[listener] = count_visible_entries(self.playthrough, seat)

    def tell_journal(self, seat: int, since: int = 0) -> None:
        """Print the events since an entry that a person may see."""
        told = map(self.spoken.event, visible_entries(self.playthrough, seat, since))
        self.show(f"  {said}" for said in told if said)

    def list_options(self, families: Sequence[ActionSet], most: int = MOST_LISTED) -> None:
        """Print the pending question and the numbered options."""
        playthrough = self.playthrough
        self.screen.print(decision_prompt_line(playthrough, self.name(playthrough.actor), self.spoken))
        self.show(option_lines(playthrough, families[:most], self.spoken))
        if len(families) > most:
            self.screen.print(
                "      … "
                + self.words.count(
                    "{n} more: type 'moves' to list it", "{n} more: type 'moves' to list them", len(families) - most
                )
            )


# -- terminal input --------------------------------------------------------------------------------------------------
# What a person types at the table: a number, a move, or one of a few words. A wrong input never ends the sitting.


After = Literal["again", "moved", "left"]
"""Whether the same decision is asked again, another one has come, or the person leaves."""
MOST_MOVES: Final = 2000
"""Moves that ``moves`` lists at most."""
WORDS: Final = ("help", "moves", "view", "journal", "why", "undo", "save", "example", "quit")
HELP: Final = """Type the number of an option, or the move itself. A run of numbers <4-50> needs one of them: 2 30.
  moves      list every move            view       show what you see
  why MOVE   say why a move cannot be   journal    show what happened so far
  undo       take back your last move   save FILE  write the game into a file
  example    show the position, hidden things too, as an example that runs; example FILE writes it
  help       show this                  quit       leave the game
Where an option of the game is called like one of these words, the word is written :undo."""


def play(sitting: PlaySession) -> Ending:
    """Play until the game is over or a player leaves. Raises ``RulesFault`` when a bot's move makes the rules fail."""
    while True:
        sitting.play_bots()
        if sitting.playthrough.over:
            if sitting.keyboard is not None:
                sitting.tell(sitting.keyboard)
            return "over"
        if prompt_player_turn(sitting) == "left":
            return "left"


def prompt_player_turn(sitting: PlaySession) -> After:
    """Let the current person decide once."""
    playthrough = sitting.playthrough
    seat = playthrough.actor
    if not sitting.hand_over(seat):
        return "left"
    sitting.tell(seat)
    families = list(playthrough.families())
    sitting.list_options(families)
    while True:
        answer = sitting.screen.ask(f"{sitting.name(seat)}> ")
        if answer is None:
            return "left"
        after = execute_input(sitting, answer.strip(), families)
        if after != "again":
            return after


def execute_input(sitting: PlaySession, typed: str, families: Sequence[ActionSet]) -> After:
    """Run typed input."""
    word, _, rest = typed.partition(" ")
    decision = sitting.playthrough.decision
    assert decision is not None
    options = typable_option_names(decision)
    command = word.removeprefix(":").casefold()
    if command in WORDS and (word.startswith(":") or word not in options):
        return _word(sitting, command, rest.strip(), families)
    if word.isascii() and word.isdigit():
        return _numbered(sitting, word, rest.split(), families)
    if not typed:
        sitting.say("Type a number or a move; 'help' says what else.")
        return "again"
    return _move(sitting, typed)


def _numbered(sitting: PlaySession, word: str, rest: list[str], families: Sequence[ActionSet]) -> After:
    number = int(word[:9])
    if not 1 <= number <= len(families):
        last = len(families)
        sitting.say("There is no option {number}; the numbers go from 1 to {last}.", number=word[:20], last=last)
        return "again"
    family = families[number - 1]
    if family.span is None or family.size == 1:
        return _apply(sitting, family.move(0))
    if not isinstance(family.span, range):
        return _chosen(sitting, number, rest, family)
    low, high = family.span[0], family.span[-1]
    if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdigit() or not low <= int(rest[0][:15]) <= high:
        sitting.say(
            "Option {number} needs a number from {low} to {high}: {number} {low}", number=number, low=low, high=high
        )
        return "again"
    return _apply(sitting, Move(family.choice.option.name, (*family.arguments, int(rest[0]))))


def _chosen(sitting: PlaySession, number: int, rest: list[str], family: ActionSet) -> After:
    """Take an option by its number and the set members typed after it."""
    typed = format_action_sets(sitting.playthrough, family)
    if rest:
        return _move(sitting, " ".join([typed.text.partition(" <")[0], *rest]))
    least, _ = typed.range or (1, 1)
    example = " ".join(typed.of[:least]) or NO_MEMBER
    sitting.say("Option {number} needs what you choose: {number} {example}", number=number, example=example)
    return "again"


def _move(sitting: PlaySession, typed: str) -> After:
    move = read(sitting, typed)
    if move is None:
        return "again"
    if not sitting.playthrough.allows(move):
        _why(sitting, move)
        return "again"
    return _apply(sitting, move)


def read(sitting: PlaySession, typed: str) -> Move | None:
    """Read a typed move; ``None`` after printing valid forms."""
    playthrough = sitting.playthrough
    assert playthrough.decision is not None
    try:
        return parse_move(playthrough.program, playthrough.decision, typed, playthrough.names)
    except Unreadable as unreadable:
        sitting.screen.print(move_syntax_error_line(playthrough, unreadable, typed, sitting.words))
        return None


def _apply(sitting: PlaySession, move: Move) -> After:
    try:
        sitting.playthrough.apply(move)
    except RulesFault as fault:
        rule = fault.rule or sitting.words.say("no rule")
        sitting.say("The rules fail on this move ({code}, {rule}); try another.", code=fault.code, rule=rule)
        return "again"
    sitting.keep()
    return "moved"


def _why(sitting: PlaySession, move: Move) -> None:
    playthrough = sitting.playthrough
    refusals = refusal_reasons(playthrough, move)
    if not refusals:
        sitting.say("{move} is allowed.", move=typed_move_text(playthrough, move))
    for refusal in refusals:
        said = sitting.spoken.refusal(playthrough, move, refusal)
        sitting.show(move_refusal_lines(refusal, sitting.words, said, sitting.spoken))


def _word(sitting: PlaySession, word: str, rest: str, families: Sequence[ActionSet]) -> After:
    playthrough, seat = sitting.playthrough, sitting.playthrough.actor
    match word:
        case "quit":
            return "left"
        case "undo":
            return _undo(sitting)
        case "save":
            _save(sitting, rest)
        case "example":
            sitting.show([sitting.example(rest)])
        case "why":
            move = read(sitting, rest)
            if move is not None:
                _why(sitting, move)
        case "view":
            sitting.show(view_lines(playthrough, seat, sitting.words, sitting.spoken))
        case "journal":
            sitting.tell_journal(seat)
        case "moves":
            sitting.list_options(families, MOST_MOVES)
        case _:
            sitting.say(HELP)
    return "again"


def _save(sitting: PlaySession, name: str) -> None:
    if not name:
        sitting.say("Say where: save FILE")
        return
    wrong = sitting.save(name)
    sitting.screen.print(sitting.words.say("Saved in {file}.", file=name) if wrong is None else wrong)


def _undo(sitting: PlaySession) -> After:
    """Undo back to the current person's last move, including it and the moves after it."""
    playthrough, seat = sitting.playthrough, sitting.playthrough.actor
    if not _chose(playthrough, seat):
        sitting.say("You have not moved yet.")
        return "again"
    drawn = len(playthrough.chance.log)
    while playthrough.undo():
        if not playthrough.over and playthrough.actor == seat:
            break
    for told in sitting.told:
        sitting.told[told] = min(sitting.told[told], count_visible_entries(playthrough, told))
    if len(playthrough.chance.log) < drawn:
        sitting.say("The same draws and rolls will come again: what you saw of them, you now know.")
    return "moved"


def _chose(playthrough: GamePlaythrough, seat: int) -> bool:
    return any(played.actor == seat and not played.forced for played in playthrough.moves)

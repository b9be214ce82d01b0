"""A game at the terminal: people and bots, the save file, and the messages at the end.

The file is written after every move, never over what somebody else wrote meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reguli.app.errors import Refused
from reguli.app.game_sessions import TablePosition, bind_ruleset_bots, faults_as_findings, open_session_texts
from reguli.app.user_files import check_writable
from reguli.app.worked_examples import draft_example_text, make_example_id, write_example_file
from reguli.cli.arguments import split_comma_list
from reguli.cli.command_output import print_diagnostics, print_lines, report_unfit_preferences
from reguli.cli.console import Console
from reguli.engine.chance_nodes import skipped_outcomes, unused_prescriptions
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.history.save_files import encode_save_file
from reguli.ir.program import Slots
from reguli.play.bot_policies import (
    BOUNDS,
    PERSON,
    Bot,
    Bounds,
    assign_bots_to_seats,
    available_bots,
    unsampled_remarks,
)
from reguli.play.play_session import Ending, PlaySession, discard_save, play
from reguli.play.replay_steps import ranking_lines
from reguli.source.bounded_files import os_error_reason, write_atomically
from reguli.source.diagnostic import finding_sentence, make_finding
from reguli.source.finding_catalogue import Value
from reguli.source.source_excerpt import Sources

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SessionRealiser

SELDOM: Final = 1.0
"""Seconds between two writings while bots play among themselves: what is lost with them comes again from the seed."""
MOST_NEIGHBOURS: Final = 1_000


def assign_seats(standing: TablePosition, typed: str | None, console: Console) -> list[Bot | None]:
    """Seat people and bots as typed, names between commas, and report unfit bots. Raises ``UnknownBot``, ``UnfitSeats``, ``Findings``."""
    program = standing.playthrough.program
    own = bind_ruleset_bots(standing.loaded, program)
    report_unfit_preferences(((bot.id, bot.left_out) for bot in own if bot.left_out), console)
    names = split_comma_list(typed) or [PERSON]
    print_diagnostics(unsampled_remarks(program, names), Sources(), console)
    return assign_bots_to_seats(names, available_bots(program, own), program)


def prepare_session(
    standing: TablePosition,
    bots: Sequence[Bot | None],
    console: Console,
    *,
    file: SaveFile | None = None,
    bounds: Bounds = BOUNDS,
) -> PlaySession:
    """Prepare a game session before anything is printed."""
    playthrough = standing.playthrough
    return PlaySession(
        playthrough,
        bots,
        console,
        lambda name: _saved_in_between(name, playthrough, console),
        lambda name: _shown_or_written(standing, name, console),
        keep=discard_save if file is None else file.keep,
        bounds=bounds,
        began=len(playthrough.journal),
        words=console.interface,
    )


def run_session(sitting: PlaySession, standing: TablePosition) -> Ending:
    """Play until the game is over or a player leaves. Raises ``Findings`` for a fault of the rules, and ``ChanceRefused``."""
    with faults_as_findings(sitting.playthrough.program, standing.loaded):
        return play(sitting)


def print_ranking(standing: TablePosition, tongue: SessionRealiser | None, console: Console, indent: str = "") -> None:
    """Print the ranking in the user's language."""
    spoken = tongue or open_session_texts(standing, console.interface.code)
    print_lines((f"{indent}{line}" for line in ranking_lines(standing.playthrough, spoken)), console)


def print_unused_chance(playthrough: GamePlaythrough, console: Console) -> bool:
    """Print the unused prescribed outcomes when a game is over; return whether a site or shuffle was never reached."""
    for one in skipped_outcomes(playthrough):
        told = {"site": one.site, "cards": ", ".join(one.outcomes)}
        console.tell("{site}: not there when it was shuffled, so passed over: {cards}", **told)
    found = [
        make_finding("X124", site=one.site, outcomes=", ".join(one.outcomes))
        for one in unused_prescriptions(playthrough)
    ]
    print_diagnostics(found, Sources(), console)
    return bool(found)


def _shown_or_written(standing: TablePosition, name: str, console: Console) -> str:
    """Return the current position as an example, or write it to a new file and return a confirmation; errors are returned as text."""
    try:
        text = draft_example_text(standing.playthrough, make_example_id(name or "from_the_table"))
        if not name:
            return text.rstrip("\n")
        write_example_file(Path(name), text)
    except Refused as refused:
        return finding_sentence(refused.finding, console.translation)
    return console.say("written: {file}", file=name)


@dataclass(slots=True)
class SaveFile:
    """A save file and its last known content. Make one with ``open_save_file``."""

    path: Path
    playthrough: GamePlaythrough
    console: Console
    known: bytes | None
    """The digest of what was last seen or written there; ``None`` for a file that was not there."""
    wrong: str | None = None
    """Why the last writing failed."""
    _written: Slots | None = None
    _at: float = 0.0

    def keep(self, *, seldom: bool = False) -> None:
        """Write the game if it has advanced; an error is reported once, and the game continues."""
        if self._written is self.playthrough.slots or (seldom and time.monotonic() - self._at < SELDOM):
            return
        before = self.wrong
        self.wrong = self._write()
        self._at = time.monotonic()
        if self.wrong is None:
            self._written = self.playthrough.slots
        elif self.wrong != before:
            self.console.note(self.wrong)

    def close(self) -> bool:
        """Write the game a last time and report the location; return whether the file exists."""
        self.keep()
        self.console.note(self.wrong or self.console.say("saved: {file}", file=str(self.path)))
        return self.wrong is None

    def _write(self) -> str | None:
        try:
            if _digest(self.path) not in (self.known, None):
                self._step_aside()
            content = encode_save_file(self.playthrough)
            write_atomically(self.path, content, lasting=True)
            self.known = blake2b(content).digest()
        except (OSError, ValueError) as error:
            return _unwritten(str(self.path), os_error_reason(error), self.console)
        return None

    def _step_aside(self) -> None:
        """Continue in a file of another name, because another process has written to this one."""
        wanted = self.path
        free = (wanted.with_name(f"{wanted.stem}.{number}{wanted.suffix}") for number in range(2, MOST_NEIGHBOURS))
        self.path = next((path for path in free if not path.exists()), wanted)
        self.console.tell(
            "{file} was changed by somebody else meanwhile and is left as it is; this game goes into {other}",
            file=str(wanted),
            other=str(self.path),
        )


def open_save_file(name: str, playthrough: GamePlaythrough, console: Console, *, loaded: str | None) -> SaveFile:
    """Open the save file of a game that is new, or was ``loaded`` from a file; raises ``Refused`` when it cannot be one."""
    path = Path(name)
    check_writable(path, "save")
    same = loaded is not None and path.resolve() == Path(loaded).resolve()
    return SaveFile(path, playthrough, console, _digest(path), _written=playthrough.slots if same else None)


def _saved_in_between(name: str, playthrough: GamePlaythrough, console: Console) -> str | None:
    """Save a continuing game to a file of another name, overwriting only a save; return the error, if any."""
    try:
        check_writable(Path(name), "save")
        write_atomically(Path(name), encode_save_file(playthrough), lasting=True)
    except Refused as refused:
        return _unwritten(name, dict(refused.finding.args)["why"], console)
    except (OSError, ValueError) as error:
        return _unwritten(name, os_error_reason(error), console)
    return None


def _unwritten(name: str, why: Value, console: Console) -> str:
    return console.say("{file} cannot be written: {why}", file=name, why=console.translation.say(why))


def _digest(path: Path) -> bytes | None:
    try:
        return blake2b(path.read_bytes()).digest()
    except FileNotFoundError:
        return None

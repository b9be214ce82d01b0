"""``reguli moves``, ``why``, ``example``, ``replay``: queries about a saved position or game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, Literal

from reguli.app.errors import make_refusal
from reguli.app.game_sessions import TablePosition, load_position, open_session_texts, replay_save_file
from reguli.app.queries import (
    describe_legal_moves,
    explain_illegal_move,
    find_seat,
    legal_moves_json,
    replay_json,
    replay_lines,
    replay_page,
)
from reguli.app.user_files import check_writable, read_utf8_file, write_file
from reguli.app.worked_examples import draft_example_text, make_example_id, write_example_file
from reguli.cli.arguments import FILE, JSON, RULESET_OF_FILE, argument, declare_arguments
from reguli.cli.command_output import print_diagnostics, print_json, print_lines
from reguli.cli.console import Console
from reguli.source.finding_catalogue import Said

SPECTATOR: Final = "spectator"


def load_file_position(word: str, named: str | None, console: Console, *, seed: int = 0) -> TablePosition:
    """Return the position in a file and print remarks about a save; raises as ``load_position`` does."""
    standing = load_position(word, named, seed=seed)
    print_diagnostics(standing.remarks, standing.loaded.sources, console)
    return standing


@declare_arguments(FILE, RULESET_OF_FILE, JSON)
def run_moves(given: argparse.Namespace, console: Console) -> int:
    """Print the legal moves."""
    standing = load_file_position(given.file, given.ruleset, console)
    if given.json:
        found = legal_moves_json(standing.playthrough)
        print_json(found, console)
        if found["left_out"]:
            said = console.count(
                "{n} move is not listed by itself, only in 'families'",
                "{n} moves are not listed by themselves, only in 'families'",
                found["left_out"],
            )
            console.note(said)
    elif standing.playthrough.decision is None:
        console.tell("Nobody has to decide here: the game is over, or the position does not say where play begins.")
    else:
        question, lines, count = describe_legal_moves(standing, console.interface.code)
        console.note(question)
        print_lines(lines, console)
        console.note(console.count("{n} move", "{n} moves", count))
    return 0


@declare_arguments(
    JSON,
    FILE,
    RULESET_OF_FILE,
    argument("--asks PLAYER", "who asks, if not the one whose move it is"),
    argument("move", "the move as it is typed, without quotes", nargs="+"),
)
def run_why(given: argparse.Namespace, console: Console) -> int:
    """Print every reason why a move is illegal; return 1 when there is one."""
    standing = load_file_position(given.file, given.ruleset, console)
    if standing.playthrough.decision is None:
        raise make_refusal("X103", command="reguli why", why=Said("why.nobody_decides"))
    found = explain_illegal_move(standing, " ".join(given.move), given.asks, console.interface.code)
    if given.json:
        print_json(found.to_json(), console)
    elif not found.refusals:
        console.print(console.say("{move} is allowed", move=found.said))
    else:
        console.print(console.say("{move} is not allowed:", move=found.said))
        print_lines((f"  {line}" for line in found.lines(console.interface)), console)
    return 1 if found.refusals else 0


@declare_arguments(
    argument("file", "a save; SAVE@12 for the position before its move 12, with the move and what it changed"),
    argument("--ruleset RULESET", "the ruleset, for a save that does not find its own"),
    argument("--id ID", "what the example is called (default: by the name of the file)"),
    argument("--out FILE", "write it into a new file instead of showing it"),
)
def run_example(given: argparse.Namespace, console: Console) -> int:
    """Write an example from a position; raises ``Refused`` if there is no such move, or the position cannot be written."""
    file, number = _parted(given.file)
    standing = load_file_position(file, given.ruleset, console)
    text = draft_example_text(standing.playthrough, given.id or make_example_id(file, number), number, file)
    if given.out is None:
        console.print(text.rstrip("\n"))
    else:
        write_example_file(Path(given.out), text)
        console.tell("written: {file}", file=given.out)
    return 0


def _parted(word: str) -> tuple[str, int | None]:
    """Split ``SAVE@12`` into file and move number; a file whose name has such an ending is used as is."""
    name, at, number = word.rpartition("@")
    if not at or not (number.isascii() and number.isdigit()) or Path(word).exists():
        return word, None
    return name, int(number[:9])


@declare_arguments(
    argument("file", "a save that 'reguli play --save' wrote"),
    argument("--ruleset RULESET", "play it under these rules, not those it names"),
    argument("--html FILE", "write one HTML file to step through in a browser"),
    argument("--player WHO", "with what this player could see alone: a name, a seat, or 'spectator'"),
    JSON,
)
def run_replay(given: argparse.Namespace, console: Console) -> int:
    """Replay a save; return 1 when it does not reproduce."""
    path, words = Path(given.file), console.interface
    read_utf8_file(path)
    if given.html is not None:
        check_writable(Path(given.html), "page")
    elif given.player is not None:
        raise make_refusal("X103", command="reguli replay", why=Said("why.player_needs_html"))
    standing = replay_save_file(path, given.ruleset)
    playthrough = standing.playthrough
    if given.html is not None:
        viewer = _viewer(given.player, standing, words.code)
        write_file(Path(given.html), replay_page(playthrough, words, open_session_texts(standing, words.code), viewer))
        console.tell("written: {file}", file=given.html)
    if given.json:
        print_json(replay_json(playthrough), console, indent=1)
    elif given.html is None:
        print_lines(replay_lines(playthrough, words, open_session_texts(standing, words.code)), console)
    print_diagnostics(standing.remarks, standing.loaded.sources, console)
    return 1 if standing.differs else 0


def _viewer(player: str | None, standing: TablePosition, code: str) -> int | Literal["all"] | None:
    if player is None:
        return "all"
    return None if player == SPECTATOR else find_seat(standing.playthrough, player, standing.spoken(code))

"""``reguli example``: a position of a game, written as an example that runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from reguli.app.examples import example_name, write_example, written_example
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.positions import standing_at


def arguments(parser: Parser) -> None:
    """Take the save and the move."""
    parser.add_argument(
        "file", help="a save; SAVE@12 for the position before its move 12, with the move and what it changed"
    )
    parser.add_argument("--ruleset", metavar="RULESET", help="the ruleset, for a save that does not find its own")
    parser.add_argument("--id", metavar="ID", help="what the example is called (default: by the name of the file)")
    parser.add_argument("--out", metavar="FILE", help="write it into a new file instead of showing it")


def run(given: argparse.Namespace, console: Console) -> int:
    """Write the example; raises ``Refused`` where there is no such move, or the position cannot be written."""
    file, number = _parted(given.file)
    standing = standing_at(file, given.ruleset, console)
    text = written_example(standing.playthrough, given.id or example_name(file, number), number, file)
    if given.out is None:
        console.print(text.rstrip("\n"))
    else:
        write_example(Path(given.out), text)
        console.note(console.say("written: {file}", file=given.out))
    return 0


def _parted(word: str) -> tuple[str, int | None]:
    """Part ``SAVE@12``; a file whose name has such an end is that file."""
    name, at, number = word.rpartition("@")
    if not at or not (number.isascii() and number.isdigit()) or Path(word).exists():
        return word, None
    return name, int(number[:9])

"""``reguli example``: a position of a game, written as an example that runs."""

from __future__ import annotations

import argparse
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from reguli.cli.cases.saved import Standing, position_at
from reguli.cli.console import Console
from reguli.cli.files import write_file
from reguli.cli.parser import Parser
from reguli.cli.wrong import Wrong
from reguli.source.diagnostic import Diagnostic, sentence
from reguli.source.files import lies_there
from reguli.source.said import Said
from reguli.verify.example_writing import example_text

LONGEST_NAME: Final = 40
EXAMPLES: Final = "examples"


def arguments(parser: Parser) -> None:
    """Take the save and the move."""
    parser.add_argument(
        "file", help="a save; SAVE@12 for the position before its move 12, with the move and what it changed"
    )
    parser.add_argument("--ruleset", metavar="RULESET", help="the ruleset, for a save that does not find its own")
    parser.add_argument("--id", metavar="ID", help="what the example is called (default: by the name of the file)")
    parser.add_argument("--out", metavar="FILE", help="write it into a new file instead of showing it")


def run(given: argparse.Namespace, console: Console) -> int:
    """Write the example; raises ``Wrong`` where there is no such move, or the position cannot be written."""
    file, number = _parted(given.file)
    standing = position_at(file, given.ruleset, console)
    last = len(standing.playthrough.moves)
    if number is not None and not 1 <= number <= last:
        raise Wrong("X141", file=file, number=number, last=last)
    text = example_text(standing.playthrough, given.id or _name(file, number), number)
    if text is None:
        raise Wrong("X142")
    if given.out is None:
        console.print(text.rstrip("\n"))
    else:
        _write(Path(given.out), text)
        console.note(console.say("written: {file}", file=given.out))
    return 0


def shown_or_written(standing: Standing, name: str, console: Console) -> str:
    """Give the present position as an example, or write it into a new file and say so; what is wrong is said as well."""
    text = example_text(standing.playthrough, _name(name or "from_the_table", None))
    if text is None:
        return sentence(Diagnostic("X142", None, ()), console.translation)
    if not name:
        return text.rstrip("\n")
    try:
        _write(Path(name), text)
    except Wrong as wrong:
        return sentence(Diagnostic(wrong.code, None, tuple(wrong.args_of_code.items())), console.translation)
    return console.say("written: {file}", file=name)


def _write(target: Path, text: str) -> None:
    """Write a new file, in a folder ``examples`` of a ruleset also the first one; raises ``Wrong``."""
    if lies_there(target):
        raise Wrong("X112", file=str(target), why=Said("why.exists"))
    if target.parent.name == EXAMPLES and lies_there(target.parent.parent):
        # What prevents it is said when the file is written.
        with suppress(OSError):
            target.parent.mkdir(exist_ok=True)
    write_file(target, text)


def _parted(word: str) -> tuple[str, int | None]:
    """Part ``SAVE@12``; a file whose name has such an end is that file."""
    name, at, number = word.rpartition("@")
    if not at or not (number.isascii() and number.isdigit()) or Path(word).exists():
        return word, None
    return name, int(number[:9])


def _name(file: str, number: int | None) -> str:
    """Make the id of an example from the name of a file."""
    stem = re.sub(r"[^a-z0-9]+", "_", Path(file.partition("#")[0]).stem.casefold()).strip("_")[:LONGEST_NAME]
    name = stem if stem[:1].isalpha() else f"game_{stem}".rstrip("_")
    return name if number is None else f"{name}_move_{number}"

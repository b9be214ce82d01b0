"""``reguli replay``: a saved game, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path

from reguli.app.files import check_page, read_whole, write_file
from reguli.app.tables.replays import replay_json, replay_lines, replay_page
from reguli.app.tables.saves import played_again
from reguli.app.tables.table import tongue_of
from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import print_json, print_lines, show


def arguments(parser: Parser) -> None:
    """Take the save."""
    parser.add_argument("file", help="a save that 'reguli play --save' wrote")
    parser.add_argument("--ruleset", metavar="RULESET", help="play it under these rules, not those it names")
    parser.add_argument("--html", metavar="FILE", help="write one HTML file to step through in a browser")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Play a save again; 1 when it does not come out."""
    path, words = Path(given.file), console.interface
    read_whole(path)
    if given.html is not None:
        check_page(Path(given.html))
    standing = played_again(path, given.ruleset)
    playthrough = standing.playthrough
    if given.html is not None:
        write_file(Path(given.html), replay_page(playthrough, words, tongue_of(standing, words.code)))
        console.note(console.say("written: {file}", file=given.html))
    if given.json:
        print_json(replay_json(playthrough), console, indent=1)
    elif given.html is None:
        print_lines(replay_lines(playthrough, words, tongue_of(standing, words.code)), console)
    show(standing.remarks, standing.loaded.sources, console)
    return 1 if standing.differs else 0

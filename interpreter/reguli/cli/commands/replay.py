"""``reguli replay``: a saved game, move by move."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.cli.arguments import takes_json
from reguli.cli.cases.saved import report, restored
from reguli.cli.cases.word_homes import voice_of
from reguli.cli.console import Console
from reguli.cli.files import check_page, read_whole, write_file
from reguli.cli.parser import Parser
from reguli.engine.playing.playthrough import Playthrough
from reguli.play.beginning import from_beginning
from reguli.play.phases import Phase, phases_plain, phases_played
from reguli.play.replay_steps import replay_data
from reguli.play.saying import ranking_lines

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.table_voice import TableVoice


def arguments(parser: Parser) -> None:
    """Take the save."""
    parser.add_argument("file", help="a save that 'reguli play --save' wrote")
    parser.add_argument("--ruleset", metavar="RULESET", help="play it under these rules, not those it names")
    parser.add_argument("--html", metavar="FILE", help="write one HTML file to step through in a browser")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Play a save again; 1 when it does not come out."""
    read_whole(Path(given.file))
    if given.html is not None:
        check_page(Path(given.html))
    loaded, found = restored(Path(given.file), given.ruleset, console)
    playthrough = found.playthrough
    voice = None if given.json and given.html is None else voice_of(loaded, playthrough, console)
    if given.html is not None:
        write_page(playthrough, Path(given.html), console, voice)
        console.note(console.say("written: {file}", file=given.html))
    if given.json:
        console.print(json.dumps(phases_plain(playthrough), ensure_ascii=False, indent=1))
    elif given.html is None:
        for phase in phases_played(playthrough, console.interface, voice):
            for line in _lines(phase):
                console.print(line)
        for line in ranking_lines(playthrough, voice) if playthrough.over else ():
            console.print(line)
    return 1 if report(loaded, found, console) else 0


def write_page(playthrough: Playthrough, path: Path, console: Console, voice: TableVoice | None) -> None:
    """Write the HTML replay of a playthrough in the person's language; raises ``Wrong`` when it cannot be written."""
    # The page needs jinja2, which costs 50 ms and no other replay needs.
    from reguli.publish.pictures.replay_page import replay_page

    title = playthrough.program.ruleset.name
    data = replay_data(from_beginning(playthrough), playthrough.moves, title, console.interface, voice)
    write_file(path, replay_page(data))


def _lines(phase: Phase) -> list[str]:
    return [phase.title, *(f"  {move}" for move in phase.moves), *(f"    {line}" for line in phase.position), ""]

"""``reguli why``: why a move is not allowed."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from reguli.cli.arguments import takes_json, takes_position
from reguli.cli.cases.saved import Standing, position_at
from reguli.cli.cases.word_homes import voice_of
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.wrong import Wrong
from reguli.engine.playing.legal import Move
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.playing.reasons import why
from reguli.engine.speech import Unreadable, read_element, read_move
from reguli.play.refusals import refusal_lines
from reguli.play.saying import said_move
from reguli.shipped import shipped_folder
from reguli.source.near import near
from reguli.source.said import Said
from reguli.words.catalogue.interface import spoken

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.table_voice import TableVoice

PLAYER: Final = "player"


def arguments(parser: Parser) -> None:
    """Take the position and the move."""
    takes_json(parser)
    takes_position(parser)
    parser.add_argument("--asks", metavar="PLAYER", help="who asks, if not the one whose move it is")
    parser.add_argument("move", nargs="+", help="the move as it is typed, without quotes")


def run(given: argparse.Namespace, console: Console) -> int:
    """Say every reason against a move; 1 when there is one."""
    standing = position_at(given.file, given.ruleset, console)
    playthrough = standing.playthrough
    typed = " ".join(given.move)
    if playthrough.decision is None:
        raise Wrong("X103", command="reguli why", why=Said("why.nobody_decides"))
    move = _read(playthrough, typed)
    refusals = why(playthrough, move)
    you = _asks_mover(given.asks, playthrough, standing.spoken(console.interface.code))
    if given.json:
        voices = [_voice(standing, console, code) for code in spoken(shipped_folder("locales"))] if refusals else []
        reasons = [
            {
                **dataclasses.asdict(each),
                "said": {voice.language: voice.refusal(playthrough, move, each, you=you) for voice in voices},
            }
            for each in refusals
        ]
        found = {"move": typed, "allowed": not refusals, "reasons": reasons}
        console.print(json.dumps(found, ensure_ascii=False, indent=2))
    elif not refusals:
        console.print(console.say("{move} is allowed", move=said_move(playthrough, move)))
    else:
        console.print(console.say("{move} is not allowed:", move=said_move(playthrough, move)))
        voice = _voice(standing, console, console.interface.code)
        for refusal in refusals:
            said = voice.refusal(playthrough, move, refusal, you=you)
            for line in refusal_lines(refusal, console.interface, said, voice):
                console.print(f"  {line}")
    return 1 if refusals else 0


def _voice(standing: Standing, console: Console, code: str) -> TableVoice:
    return voice_of(standing.loaded, standing.playthrough, console, code, standing.spoken(code))


def _asks_mover(asks: str | None, playthrough: Playthrough, called: Mapping[str, str]) -> bool:
    """Tell whether who asks is the one whose move it is; ``called`` are names players are spoken of by.

    Raises ``Wrong`` for nobody at the table.
    """
    if asks is None:
        return True
    typed = next((typed for typed, name in called.items() if name.casefold() == asks.casefold()), asks)
    try:
        return read_element(playthrough.program, PLAYER, typed, playthrough.names) == playthrough.actor
    except Unreadable as unreadable:
        known = playthrough.names or unreadable.expected
        listed = [f"{typed} ({called[typed]})" if typed in called else typed for typed in known]
        close = near(asks, (*known, *called.values()))
        raise Wrong(
            "X111", near=close, word=asks, what=Said("thing.player"), expected=", ".join(listed)
        ) from unreadable


def _read(playthrough: Playthrough, typed: str) -> Move:
    assert playthrough.decision is not None
    try:
        return read_move(playthrough.program, playthrough.decision, typed, playthrough.names)
    except Unreadable as unreadable:
        raise Wrong.of(unreadable) from unreadable

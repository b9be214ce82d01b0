"""``reguli why``: why a move is not allowed."""

from __future__ import annotations

import argparse
import dataclasses
import json
from types import MappingProxyType
from typing import Final

from reguli.cli.arguments import takes_json, takes_position
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.saved import position_at
from reguli.cli.word_homes import voice_of
from reguli.cli.wrong import Wrong
from reguli.engine.legal import Move
from reguli.engine.playthrough import Playthrough
from reguli.engine.reasons import why
from reguli.engine.speech import Unreadable, read_element, read_move
from reguli.play.saying import refusal_lines, said_move
from reguli.shipped import shipped_folder
from reguli.source.near import near
from reguli.words.interface import spoken

PLAYER: Final = "player"
WHAT: Final = MappingProxyType({"option": "option", "count": "move", "number": "whole number"})
"""What an unreadable word of a move should have been."""


def arguments(parser: Parser) -> None:
    """Take the position and the move."""
    takes_json(parser)
    takes_position(parser)
    parser.add_argument("--asks", metavar="PLAYER", help="who asks, if not the one whose move it is")
    parser.add_argument("move", nargs="+", help="the move as it is typed, without quotes")


def run(given: argparse.Namespace, console: Console) -> int:
    """Say every reason against a move; 1 when there is one."""
    loaded, playthrough = position_at(given.file, given.ruleset, console)
    typed = " ".join(given.move)
    if playthrough.decision is None:
        raise Wrong("X111", word=typed, what="move", expected="a position in which somebody has to decide")
    move = _read(playthrough, typed)
    refusals = why(playthrough, move)
    you = _asks_mover(given.asks, playthrough)
    if given.json:
        voices = (
            [voice_of(loaded, playthrough, console, code) for code in spoken(shipped_folder("locales"))]
            if refusals
            else []
        )
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
        voice = voice_of(loaded, playthrough, console)
        for refusal in refusals:
            said = voice.refusal(playthrough, move, refusal, you=you)
            for line in refusal_lines(refusal, console.interface, said):
                console.print(f"  {line}")
    return 1 if refusals else 0


def _asks_mover(asks: str | None, playthrough: Playthrough) -> bool:
    """Tell whether who asks is the one whose move it is; raises ``Wrong`` for nobody at the table."""
    if asks is None:
        return True
    try:
        return read_element(playthrough.program, PLAYER, asks, playthrough.names) == playthrough.actor
    except Unreadable as unreadable:
        known = (*playthrough.names, *unreadable.expected)
        raise Wrong(
            "X111", near=near(asks, known), word=asks, what="argument", expected=", ".join(known)
        ) from unreadable


def _read(playthrough: Playthrough, typed: str) -> Move:
    assert playthrough.decision is not None
    try:
        return read_move(playthrough.program, playthrough.decision, typed, playthrough.names)
    except Unreadable as unreadable:
        known = unreadable.expected
        expected = ", ".join(known[:60]) or "digits"
        if unreadable.kind == "count":
            expected = " ".join([typed.split(maxsplit=1)[0], *(name.upper() for name in known)])
        raise Wrong(
            "X111",
            near=near(unreadable.word, known),
            word=unreadable.word,
            what=WHAT.get(unreadable.kind, "argument"),
            expected=expected,
        ) from unreadable

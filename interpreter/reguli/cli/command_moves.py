"""``reguli moves``: the moves of a position."""

from __future__ import annotations

import argparse
import json
from typing import Final

from reguli.cli.arguments import takes_json, takes_position
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.saved import position_at
from reguli.cli.word_homes import voice_of
from reguli.engine.playthrough import Playthrough
from reguli.engine.speech import move_json
from reguli.play.saying import move_lines, player_text, question_line, said_move

MOST: Final = 10_000
"""Moves that JSON lists at most."""


def arguments(parser: Parser) -> None:
    """Take the position."""
    takes_position(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """List the moves."""
    standing = position_at(given.file, given.ruleset, console)
    playthrough = standing.playthrough
    if given.json:
        console.print(json.dumps(_plain(playthrough), ensure_ascii=False, indent=2))
        return 0
    if playthrough.decision is None:
        console.note(
            console.say("Nobody has to decide here: the game is over, or the position does not say where play begins.")
        )
        return 0
    families = list(playthrough.families())
    voice = voice_of(standing.loaded, playthrough, console, spoken=standing.spoken(console.interface.code))
    console.note(question_line(playthrough, voice.title(playthrough.actor), voice))
    for line in move_lines(playthrough, families, voice):
        console.print(line)
    console.note(console.count("{n} move", "{n} moves", sum(family.size for family in families)))
    return 0


def _plain(playthrough: Playthrough) -> dict[str, object]:
    decision = playthrough.decision
    if decision is None:
        return {"player": None, "decision": None, "moves": [], "count": 0}
    moves: list[dict[str, object]] = []
    families = list(playthrough.families())
    for family in families:
        for move in family.moves():
            if len(moves) == MOST:
                break
            said = said_move(playthrough, move)
            moves.append({"move": said, **move_json(playthrough.program, decision, move)})
    return {
        "player": player_text(playthrough, playthrough.actor),
        "decision": decision.ask.name,
        "moves": moves,
        "count": sum(family.size for family in families),
    }

"""``reguli moves``: the moves of a position."""

from __future__ import annotations

import argparse
import json
from itertools import islice
from typing import Any, Final

from reguli.cli.arguments import takes_json, takes_position
from reguli.cli.cases.saved import position_at
from reguli.cli.cases.word_homes import voice_of
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.engine.playing.move_families import as_typed
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.speech import move_json
from reguli.play.saying import move_lines, player_text, question_line, said_move

MOST: Final = 10_000
"""Moves that JSON lists one by one at most; families hold all of them."""


def arguments(parser: Parser) -> None:
    """Take the position."""
    takes_position(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """List the moves."""
    standing = position_at(given.file, given.ruleset, console)
    playthrough = standing.playthrough
    if given.json:
        found = _plain(playthrough)
        console.print(json.dumps(found, ensure_ascii=False, indent=2))
        if found["left_out"]:
            said = console.count(
                "{n} move is not listed by itself, only in 'families'",
                "{n} moves are not listed by themselves, only in 'families'",
                found["left_out"],
            )
            console.note(said)
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


def _plain(playthrough: Playthrough) -> dict[str, Any]:
    decision = playthrough.decision
    if decision is None:
        return {"player": None, "decision": None, "families": [], "moves": [], "count": 0, "left_out": 0}
    families = list(playthrough.families())
    count = sum(family.size for family in families)
    moves = islice((move for family in families for move in family.moves()), MOST)
    listed = [{"move": said_move(playthrough, one), **move_json(playthrough.program, decision, one)} for one in moves]
    return {
        "player": player_text(playthrough, playthrough.actor),
        "decision": decision.ask.name,
        "families": [as_typed(playthrough, family).to_json() for family in families],
        "moves": listed,
        "count": count,
        "left_out": count - len(listed),
    }

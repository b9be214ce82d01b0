"""A game that was played, told phase by phase, as plain values, or as a page to step through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reguli.engine.playing.playthrough import Playthrough
from reguli.play.phases import from_beginning, phases_plain, phases_played, ranking_plain
from reguli.play.replay_steps import replay_data
from reguli.play.say import ranking_lines
from reguli.words.catalogue.interface import Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.sitting_tongue import SittingTongue


def replay_json(playthrough: Playthrough) -> dict[str, object]:
    """Give the game phase by phase as plain values, with every move, position and the ranking."""
    return {**phases_plain(playthrough)}


def replay_lines(playthrough: Playthrough, words: Interface, tongue: SittingTongue) -> list[str]:
    """Tell the game phase by phase, and when it is over the ranking."""
    lines: list[str] = []
    for phase in phases_played(playthrough, words, tongue):
        lines += [phase.title, *(f"  {move}" for move in phase.moves), *(f"    {line}" for line in phase.position), ""]
    return [*lines, *(ranking_lines(playthrough, tongue) if playthrough.over else ())]


def replay_page(playthrough: Playthrough, words: Interface, tongue: SittingTongue) -> str:
    """Give one page of HTML to step through in a browser."""
    # The page needs jinja2, which costs 50 ms and no other replay needs.
    from reguli.publish.pictures import replay as pages

    title = playthrough.program.ruleset.name
    return pages.replay_page(replay_data(from_beginning(playthrough), playthrough.moves, title, words, tongue))


def outcome_json(playthrough: Playthrough) -> dict[str, object]:
    """Give how a game went as plain values: ruleset, players, seed, number of moves, hash, whether it is over, ranking."""
    return {
        "ruleset": playthrough.program.ruleset.id,
        "players": playthrough.program.players,
        "seed": playthrough.chance.seed,
        "moves": len(playthrough.moves),
        "hash": playthrough.hash,
        "over": playthrough.over,
        "ranking": ranking_plain(playthrough),
    }

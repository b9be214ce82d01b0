"""A playthrough phase by phase: the moves of each, and the position behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reguli.engine.gameplay.playthrough import Played, Playthrough, begin, by_site
from reguli.engine.history.journal import entries
from reguli.engine.notation import Plain, move_json, move_text
from reguli.engine.position_documents.document_setup import set_up
from reguli.engine.position_documents.position_values import position_plain
from reguli.play.terminal_messages import done_text, player_text
from reguli.play.view_texts import position_lines
from reguli.source.diagnostic import Bag
from reguli.words.catalogue.interface_texts import Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SittingTongue

Era = tuple[int, int]
"""Round and phase."""


@dataclass(frozen=True, slots=True)
class Phase:
    """The moves of one phase of one round, each with what its rules say happened, and the whole position when the next begins."""

    title: str
    moves: tuple[str, ...]
    position: tuple[str, ...]


def from_beginning(playthrough: Playthrough) -> Playthrough:
    """Give the playthrough as it began, chance bound to come out as it did, forced moves left to be played one by one."""
    chance = playthrough.chance
    if playthrough.origin is None:
        return begin(
            playthrough.program,
            chance.seed,
            prescribed=chance.prescribed,
            recorded=chance.log,
            play_forced=False,
            names=playthrough.names,
        )
    # What was set up once without findings can be set up again.
    bag = Bag()
    first = set_up(
        playthrough.program,
        playthrough.origin,
        bag,
        seed=chance.seed,
        play_forced=False,
        recorded=by_site(chance.log),
    )
    assert first is not None, bag.codes
    return first


def phases_played(playthrough: Playthrough, words: Interface, tongue: SittingTongue) -> Iterator[Phase]:
    """Give a playthrough phase by phase, in lines."""
    first = from_beginning(playthrough)
    beginning = words.say("beginning")
    yield Phase(beginning[:1].upper() + beginning[1:], (), tuple(position_lines(first, words, tongue)))
    era, moves = _era(first), list[str]()
    title = _title(first, tongue)
    for at, played in enumerate(playthrough.moves):
        forced = f" ({words.say('the only move')})" if played.forced else ""
        moves.append(f"{done_text(first, played, tongue)}  [{_typed(first, played)}]{forced}")
        told = len(first.journal)
        first.apply(played.move)
        moves += (f"  → {said}" for entry in entries(first, "all", told) if (said := tongue.happened(entry)))
        if _era(first) != era or at == len(playthrough.moves) - 1:
            yield Phase(title, tuple(moves), tuple(position_lines(first, words, tongue)))
            era, moves, title = _era(first), [], _title(first, tongue)


def phases_plain(playthrough: Playthrough) -> dict[str, Plain]:
    """Give a playthrough as JSON: ``moves``, the whole ``positions`` at the beginning and after each phase, ``ranking``."""
    first = from_beginning(playthrough)
    moves: list[Plain] = []
    positions: list[Plain] = [_position(first, 0)]
    era = _era(first)
    for at, played in enumerate(playthrough.moves, 1):
        moves.append(_move(first, played, at))
        first.apply(played.move)
        if _era(first) != era or at == len(playthrough.moves):
            positions.append(_position(first, at))
            era = _era(first)
    ruleset = playthrough.program.ruleset
    return {
        "ruleset": ruleset.id,
        "options": dict(ruleset.options),
        "players": [player_text(playthrough, seat) for seat in range(playthrough.program.players)],
        "seed": playthrough.chance.seed,
        "moves": moves,
        "positions": positions,
        "over": playthrough.over,
        "ranking": ranking_plain(playthrough),
    }


def ranking_plain(playthrough: Playthrough) -> list[Plain]:
    """Give the ranking as JSON, best first."""
    criteria = [criterion.text for criterion in playthrough.program.ruleset.ranking]
    return [
        {
            "place": place.place,
            "player": player_text(playthrough, place.player),
            "values": dict(zip(criteria, place.values, strict=True)),
        }
        for place in playthrough.places()
    ]


def _era(playthrough: Playthrough) -> Era:
    return playthrough.fact("round"), playthrough.fact("phase")


def _title(playthrough: Playthrough, tongue: SittingTongue) -> str:
    number, phase = _era(playthrough)
    phases = playthrough.program.ruleset.kinds["phase"].elements
    title = tongue.round(number)
    return f"{title}, {tongue.era('phase', phases[phase])}" if 0 <= phase < len(phases) else title


def _typed(playthrough: Playthrough, played: Played) -> str:
    """Give a move that was made as it is typed."""
    decision = playthrough.program.decisions[played.decision]
    return move_text(playthrough.program, decision, played.move, playthrough.names)


def _move(playthrough: Playthrough, played: Played, number: int) -> Plain:
    decision = playthrough.program.decisions[played.decision]
    return {
        "number": number,
        "player": player_text(playthrough, played.actor),
        "decision": decision.ask.name,
        "move": _typed(playthrough, played),
        **move_json(playthrough.program, decision, played.move),
        "forced": played.forced,
    }


def _position(playthrough: Playthrough, moves: int) -> Plain:
    shown = position_plain(playthrough.program, playthrough.slots, playthrough.names)
    return {"after_move": moves, "hash": playthrough.hash, **shown}

"""Queries about a position, its moves and refused moves, and about the game that led to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from reguli.app.errors import make_refusal
from reguli.app.game_sessions import TablePosition, open_session_texts
from reguli.engine.gameplay.action_sets import format_action_sets
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, Refusal
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import Viewer
from reguli.engine.notation import Unreadable, move_json, parse_element, parse_move
from reguli.play.replay_steps import (
    decision_prompt_line,
    move_lines,
    player_text,
    ranking_lines,
    replay_page_data,
    typed_move_text,
)
from reguli.play.view_texts import (
    iterate_played_phases,
    move_refusal_lines,
    playthrough_as_json,
    ranking_as_json,
    rewound_playthrough,
)
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.words.catalogue.interface_texts import InterfaceTexts
from reguli.words.grammar.languages import language_codes

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SessionRealiser

MOST: Final = 10_000
"""Moves that are listed one by one at most; families hold all of them."""
PLAYER: Final = "player"


def legal_moves_json(playthrough: GamePlaythrough) -> dict[str, Any]:
    """Return the player to move, the decision and all moves as JSON-ready values: ``families``, and single moves up to the limit."""
    decision = playthrough.decision
    if decision is None:
        return {"player": None, "decision": None, "families": [], "moves": [], "count": 0, "left_out": 0}
    families = list(playthrough.families())
    count = sum(family.size for family in families)
    moves = islice((move for family in families for move in family.moves()), MOST)
    listed = [
        {"move": typed_move_text(playthrough, one), **move_json(playthrough.program, decision, one)} for one in moves
    ]
    return {
        "player": player_text(playthrough, playthrough.actor),
        "decision": decision.ask.name,
        "families": [format_action_sets(playthrough, family).to_json() for family in families],
        "moves": listed,
        "count": count,
        "left_out": count - len(listed),
    }


def describe_legal_moves(standing: TablePosition, code: str) -> tuple[str, list[str], int]:
    """Return the decision, the moves, each as typed and in words, and their number, in a language."""
    playthrough = standing.playthrough
    families = list(playthrough.families())
    tongue = open_session_texts(standing, code)
    question = decision_prompt_line(playthrough, tongue.title(playthrough.actor), tongue)
    return question, move_lines(playthrough, families, tongue), sum(family.size for family in families)


@dataclass(frozen=True, slots=True)
class MoveRefusal:
    """A move in a position and every reason against it; ``you``: whether the text addresses the player to move."""

    standing: TablePosition
    move: Move
    typed: str
    refusals: tuple[Refusal, ...]
    you: bool = True

    @property
    def said(self) -> str:
        """Return the move as typed text."""
        return typed_move_text(self.standing.playthrough, self.move)

    def lines(self, words: InterfaceTexts) -> list[str]:
        """Return the lines of every reason in a language, with the rule and the values that made it fail."""
        tongue, playthrough = open_session_texts(self.standing, words.code), self.standing.playthrough
        return [
            line
            for each in self.refusals
            for line in move_refusal_lines(
                each, words, tongue.refusal(playthrough, self.move, each, you=self.you), tongue
            )
        ]

    def to_json(self) -> dict[str, object]:
        """Return the refusal as JSON-ready values, with each reason in every language."""
        playthrough = self.standing.playthrough
        codes = sorted(language_codes()) if self.refusals else ()
        tongues = [open_session_texts(self.standing, code) for code in codes]
        reasons = []
        for each in self.refusals:
            said = {one.language: one.refusal(playthrough, self.move, each, you=self.you) for one in tongues}
            reasons.append({**dataclasses.asdict(each), "said": said})
        return {"move": self.typed, "allowed": not self.refusals, "reasons": reasons}


def explain_illegal_move(standing: TablePosition, typed: str, asks: str | None, code: str) -> MoveRefusal:
    """Find every reason against a move in a position where a player decides; ``asks`` is the asking player's name in a language.

    Raises ``Unreadable`` for what is no move, and ``Refused`` (X111) for nobody at the table.
    """
    playthrough = standing.playthrough
    assert playthrough.decision is not None
    move = parse_move(playthrough.program, playthrough.decision, typed, playthrough.names)
    refusals = tuple(refusal_reasons(playthrough, move))
    return MoveRefusal(standing, move, typed, refusals, _asks_mover(asks, playthrough, standing.spoken(code)))


def _asks_mover(asks: str | None, playthrough: GamePlaythrough, called: Mapping[str, str]) -> bool:
    """Return whether the asking player is the player to move; ``called`` maps players to their displayed names."""
    return asks is None or find_seat(playthrough, asks, called) == playthrough.actor


def find_seat(playthrough: GamePlaythrough, asks: str, called: Mapping[str, str]) -> int:
    """Return the seat of a player; ``called`` maps players to their displayed names. Raises ``Refused`` (X111)."""
    typed = next((typed for typed, name in called.items() if name.casefold() == asks.casefold()), asks)
    try:
        return parse_element(playthrough.program, PLAYER, typed, playthrough.names)
    except Unreadable as unreadable:
        known = playthrough.names or unreadable.expected
        listed = [f"{typed} ({called[typed]})" if typed in called else typed for typed in known]
        close = closest_name(asks, (*known, *called.values()))
        raise make_refusal(
            "X111", near=close, word=asks, what=Said("thing.player"), expected=", ".join(listed)
        ) from unreadable


def replay_json(playthrough: GamePlaythrough) -> dict[str, object]:
    """Return the game phase by phase as JSON-ready values, with every move, position and the ranking."""
    return {**playthrough_as_json(playthrough)}


def replay_lines(playthrough: GamePlaythrough, words: InterfaceTexts, tongue: SessionRealiser) -> list[str]:
    """Return the lines of the game phase by phase, followed by the ranking when it is over."""
    lines: list[str] = []
    for phase in iterate_played_phases(playthrough, words, tongue):
        lines += [phase.title, *(f"  {move}" for move in phase.moves), *(f"    {line}" for line in phase.position), ""]
    return [*lines, *(ranking_lines(playthrough, tongue) if playthrough.over else ())]


def replay_page(
    playthrough: GamePlaythrough, words: InterfaceTexts, tongue: SessionRealiser, viewer: Viewer = "all"
) -> str:
    """Return an HTML page that steps through the game, with what a viewer could see."""
    # The page needs jinja2, which costs 50 ms and no other replay needs.
    from reguli.publish.pictures import replay_page as pages

    title = playthrough.program.ruleset.name
    return pages.replay_page(
        replay_page_data(rewound_playthrough(playthrough), playthrough.moves, title, words, tongue, viewer=viewer)
    )


def game_outcome_json(playthrough: GamePlaythrough) -> dict[str, object]:
    """Return the outcome of a game as JSON-ready values: ruleset, players, seed, number of moves, hash, whether it is over, ranking."""
    return {
        "ruleset": playthrough.program.ruleset.id,
        "players": playthrough.program.players,
        "seed": playthrough.chance.seed,
        "moves": len(playthrough.moves),
        "hash": playthrough.hash,
        "over": playthrough.over,
        "ranking": ranking_as_json(playthrough),
    }

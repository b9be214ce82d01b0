"""Positions as the tests of this folder write them: plants by number, cities by words, one letter for a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playing import card_id, game

import reguli

REGIONS = ("w", "sw", "e")


def posed(
    phase: str | None,
    players: int = 3,
    *,
    decision: str | None = None,
    by: str | None = None,
    order: str = "",
    round: int = 4,  # noqa: A002 - called as in the rules
    stage: str = "first",
    regions: Sequence[str] = (),
    money: Mapping[str, int] | int = 0,
    plants: Mapping[str, str] | None = None,
    fuel: Mapping[str, Mapping[str, int]] | None = None,
    houses: Mapping[str, str] | None = None,
    market: str = "",
    on_market: Mapping[str, int] | None = None,
    deck: str = "",
    shuffled: str = "",
    play_forced: bool = True,
    more: Mapping[str, object] | None = None,
    **options: str | bool,
) -> reguli.Playthrough:
    """A playthrough from a position; ``shuffled`` is the order of the next shuffle, 99 the stage card."""
    names = "abcdef"[:players]
    paid = dict.fromkeys(names, money) if isinstance(money, int) else money
    state: dict[str, object] = {
        "stage": stage,
        "round": round,
        "turn_order": list(order or names),
        "region.in_play": list(regions or (REGIONS if options.get("map") != "usa" else ())),
        "plant_market": numbered(market),
        "removed": [],
        "deck": numbered(deck),
        "fuel_market": dict(on_market or {}),
        **{f"{name}.money": amount for name, amount in paid.items()},
        **{f"{name}.plants": numbered(cards) for name, cards in (plants or {}).items()},
        **{f"{name}.fuel": dict(tokens) for name, tokens in (fuel or {}).items()},
    }
    for city in sorted({city for cities in (houses or {}).values() for city in cities.split()}):
        state[f"{city}.houses"] = {name: 1 for name, cities in (houses or {}).items() if city in cities.split()}
    position: dict[str, Any] = {"players": players, "state": {**state, **(more or {})}}
    if shuffled:
        position["chance"] = {"deck": [numbered(shuffled)]}
    if phase is not None:
        entry = {"phase": phase, "decision": decision, "by": by}
        position["at"] = {key: value for key, value in entry.items() if value is not None}
    return game(**options).start(position=position, play_forced=play_forced)


def numbered(numbers: str) -> list[str]:
    return [card_id(int(number)) for number in numbers.split()]


def play(playthrough: reguli.Playthrough, *moves: str) -> reguli.Playthrough:
    """Play typed moves, ``a: connect essen`` by the player named only."""
    for text in moves:
        by, _, move = text.rpartition(": ")
        assert playthrough.decision is not None, text
        assert by in {"", playthrough.decision.by}, f"{text}, but {playthrough.decision.by} decides"
        playthrough.apply(move)
    return playthrough


def offered(playthrough: reguli.Playthrough, option: str) -> list[str]:
    """What is legal of one option, without its name."""
    return [move.removeprefix(option).strip() for move in playthrough.moves() if move.split()[0] == option]


def refused(playthrough: reguli.Playthrough, move: str) -> list[str]:
    """The reasons against a move."""
    return [refusal.name for refusal in playthrough.why(move)]


def elements(playthrough: reguli.Playthrough, expression: str) -> list[str]:
    """The ids of what an expression lists."""
    found = playthrough.value(expression)
    assert isinstance(found, list)
    return [str(one) for one in found]


def cards(playthrough: reguli.Playthrough, zone: str) -> list[int]:
    """The cards of a zone by number; those of a stack in order, as far as it is known."""
    return [99 if card == "stage_3" else int(card.removeprefix("plant_")) for card in elements(playthrough, zone)]


def tokens(playthrough: reguli.Playthrough, zone: str) -> dict[str, int]:
    """The tokens of a zone by fuel."""
    return {
        fuel: int(str(playthrough.value(f"count({zone}[{fuel}])"))) for fuel in ("coal", "oil", "garbage", "uranium")
    }

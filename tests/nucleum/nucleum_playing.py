"""Playing at random, and holding a playthrough to the second hand, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from nucleum_gains import Ask, Move
from nucleum_places import Names, expected
from nucleum_position import NOBODY
from nucleum_printed import NEUTRAL, side
from nucleum_referee import Lots, Referee

import reguli

DECISIONS = {
    "experiment": "experiment_choice",
    "turn": "turn_action",
    "end": "turn_end",
    "tile": "tile_use",
    "directive": "directive_use",
    "railway": "railway_use",
    "urbanize": "urbanizing",
    "industrialize": "industrializing",
    "develop": "developing",
    "contract": "contracting",
    "plant": "plant_choice",
    "sources": "fuelling",
    "uranium_gained": "uranium_gain",
    "worker_or_thaler": "wage_choice",
    "worker_or_tile": "bonus_choice",
    "discounted_tile": "tile_choice",
    "step": "step_choice",
    "step_bought": "step_purchase",
    "technology": "unlocking",
    "progress": "progress_choice",
    "plant_for_nucleum": "nucleum_choice",
}
"""What the ruleset calls each decision."""
WORDS: dict[str, Move] = {
    "recharge": ("recharge",),
    "use_left": ("end", 0),
    "use_right": ("end", 1),
    "urbanize_by_directive": ("act", "U"),
    "industrialize_by_directive": ("act", "I"),
    "develop_by_directive": ("act", "D"),
    "contract_by_directive": ("act", "C"),
    "energize_by_directive": ("act", "E"),
    "wage_in_workers": ("worker",),
    "wage_in_thaler": ("thaler",),
    "bonus_in_workers": ("worker",),
    "bonus_in_tiles": ("tile",),
    "worker_instead": ("worker",),
    "worker_to_thaler": ("worker_to_thaler",),
}
STOPS = {
    *("end_turn", "end_railway", "no_directive", "no_building", "no_industry", "no_tile", "no_contract"),
    *("no_energy", "no_step", "no_tile_taken", "no_bonus"),
}
TRACK_NAMES = {"thaler_income": "thaler", "worker_income": "workers", "vp_income": "vp"}
BOOTHS = ("thaler_booth", "worker_booth", "uranium_booth", "achievement_booth")
SELDOM = STOPS | {"recharge", "worker_to_thaler", "uranium_to_worker", "worker_instead"}


@cache
def game() -> reguli.Game:
    """The ruleset, loaded once."""
    return reguli.load("nucleum")


def chosen(random: Random, moves: Sequence[str]) -> str:
    """A move at random: an option first, then one of its moves; those that end something seldom."""
    options = sorted({move.split()[0] for move in moves})
    others = [option for option in options if option not in SELDOM]
    option = random.choice(others if others and random.random() < 0.95 else options)
    return random.choice([move for move in moves if move.split()[0] == option])


# -- moves -----------------------------------------------------------------------------------------------------------


def translated(referee: Referee, names: Names, prices: Mapping[str, int], move: str) -> Move:
    """A move of the ruleset as the second hand says it."""
    option, *given = move.split()
    if option in WORDS:
        return WORDS[option]
    if option in STOPS:
        return ("stop",)
    first = given[0]
    if option in ("open_mine", "raise_turbine"):
        city, number = names.place(given[1])
        return "mine" if option == "open_mine" else "turbine", int(first.split("_")[1]), city, number
    simple: dict[str, Move] = {
        "choose_experiment": ("experiment", first.upper()),
        "fulfil": ("fulfil", first.upper()),
        "put_nucleum": ("fuel", names.city(first.removesuffix("_plant"))),
        "choose_plant": ("plant", names.city(first.removesuffix("_plant"))),
        "use_new_end": ("new", int(first == "right")),
        "use_old_end": ("old", int(first == "right")),
        "step_up": ("step", TRACK_NAMES.get(first, "")),
        "buy_step_of": ("step", TRACK_NAMES.get(first, "")),
    }
    if option in simple:
        return simple[option]
    return with_numbers(referee, names, prices, option, given)


def with_numbers(referee: Referee, names: Names, prices: Mapping[str, int], option: str, given: Sequence[str]) -> Move:
    """Moves that say places, pieces of a row, or prices."""
    first = given[0]
    if option == "build":
        kind, _level, _owner = first.split("_")
        return "urbanize", kind, *names.place(given[1])
    if option == "lay_railway":
        return "lay", names.tile(first), *names.space(given[1]), int(given[2] == "turned")
    if option == "play_tile":
        return "play", names.tile(first)
    if option == "buy_tiles":
        return "tiles", *sorted(5 - number_of(stall) for stall in given)
    if option == "pick_tile":
        return "tile", 5 - number_of(first)
    if option == "sign":
        return "contract", first.upper(), BOOTHS.index(given[1])
    if option == "bring_coal":
        return "coal", first, prices[given[1]]
    if option == "bring_dear_coal":
        return "coal", first, 3
    if option == "light":
        return "light", *names.building(referee, first)
    if option == "bring_uranium_by_guest":
        return "uranium", int(first.split("_")[1]), int(given[1].split("_")[2]) - 1
    if option == "unlock_technology":
        return "unlock", int(first[1:])
    if option == "place_marker":
        return "space", number_of(first)
    verbs = {"bring_uranium": "uranium", "store": "place", "uranium_to_worker": "uranium_to_worker"}
    return verbs[option], int(first.split("_")[1])


def number_of(name: str) -> int:
    return int(name.rpartition("_")[2])


# -- one against the other -------------------------------------------------------------------------------------------


def compare(
    playthrough: reguli.Playthrough, referee: Referee, names: Names, ask: Ask | None, *, wholly: bool = True
) -> dict[str, Move]:
    """The decision, every legal move and the position are the same; give the moves in both tongues.

    Not wholly: the position only at the beginning of a turn and at the end.
    """
    decision = playthrough.decision
    found: dict[str, Move] = {}
    position: dict[str, Any] = {}
    if wholly or ask is None or ask.name in ("turn", "sources"):
        position = playthrough.position()
    prices = {wagon: int(price) for wagon, price in position["wagon"]["price"].items()} if position else {}
    if ask is None or decision is None:
        assert (ask, decision) == (None, None)
    else:
        asked = DECISIONS[ask.name], ask.seat
        assert (decision.name, decision.seat) == asked, f"{decision.name}, {decision.seat}; second hand: {asked}"
        found = {move: translated(referee, names, prices, move) for move in playthrough.moves()}
        theirs, ours = set(found.values()), set(ask.moves)
        assert theirs == ours, f"{ask.name}: only the ruleset {theirs - ours}, only the second hand {ours - theirs}"
    if position:
        said, right = flat(position, prices), expected(referee, names)
        paths = said.keys() | right.keys()
        wrong = {path: (said.get(path), right.get(path)) for path in paths if said.get(path) != right.get(path)}
        if ask is not None and ask.name != "turn":
            wrong = without_the_end(wrong)
        assert not wrong, f"ruleset, second hand: {wrong}"
    return found


def without_the_end(wrong: dict[str, tuple[object, object]]) -> dict[str, tuple[object, object]]:
    """In the middle of a turn a condition may be seen to be met a decision later, and its 3 points with it; not beyond the turn."""
    late = any(path.startswith("ending.met.") for path in wrong)
    return {
        path: both
        for path, both in wrong.items()
        if not path.startswith(("ending.met.", "game.closing")) and not (late and path.startswith("player.points."))
    }


LEFT_OUT = {
    *("game.tile_box", "game.additional_tiles", "game.contract_box", "game.unused_contracts", "game.milestone_stack"),
    *("game.setup_deck", "game.setup_row", "game.neutral_stack", "game.wagon_box", "game.technology_box"),
    *(
        "game.laps",
        "game.finished",
        "game.called_in",
        "game.rubble_box",
        "game.mining_rubble_box",
        "game.nucleum_box",
        "game.blockers",
    ),
    *("wagon.price", "building.owner", "mine.owner", "turbine.owner", "game.building_box", "game.effect_box"),
    *("game.industry_box", "game.turbine_box"),
}
"""Boxes of pieces out of play, what is always the same, and what is said elsewhere."""


def flat(position: Mapping[str, Any], prices: Mapping[str, int]) -> dict[str, object]:
    """The position by path, without what is nothing."""
    found: dict[str, object] = {}

    def walk(path: str, value: object) -> None:
        if path in LEFT_OUT or path.startswith("facts."):
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{path}.{key}", inner)
        elif path.startswith("area.wagons"):
            assert isinstance(value, list)
            found[path] = sorted(prices[wagon] for wagon in value)
        elif path.startswith(("game.action_stack", "game.contract_stack")):
            assert isinstance(value, list)
            found[path] = sum(len(part) if isinstance(part, list) else 1 for part in value)
        else:
            found[path] = sorted(value) if isinstance(value, list) else value

    for kind, fields in position.items():
        for name, value in fields.items():
            walk(f"{kind}.{name}", value)
    return {path: value for path, value in found.items() if value}


# -- beginning and going on ------------------------------------------------------------------------------------------


def begin(players: int, seed: int) -> tuple[reguli.Playthrough, Referee, Names]:
    """The same game on both sides, by the same lots."""
    neutral = Random(seed).sample(sorted(NEUTRAL), len(NEUTRAL))
    prescribed = {"neutral_stack": [[name.lower() for name in neutral]]}
    playthrough = game().start(players, seed=seed, play_forced=False, prescribed=prescribed)
    names = Names(side(players))
    position: dict[str, Any] = playthrough.position()
    draws: dict[str, list[str]] = {}
    for entry in playthrough.journal():
        if entry.verb == "draw":
            draws.setdefault(str(entry.values["from"]), []).append(str(entry.values["piece"]).upper())
    held = position["player"]["contract"].values()
    shown = position["game"]["open_contracts"]
    lots = Lots(
        cards=draws["setup_deck"],
        neutral=neutral,
        initial=[own["achievement_booth"][0].upper() for own in held],
        purple=[one.upper() for kind in (1, 2, 3) for one in shown[f"purple_{kind}"]],
        milestones=draws["milestone_stack"],
        market=[position["stall"]["tile"][f"stall_{number}"][0].upper() for number in (5, 4, 3, 2, 1)],
        silver=[one.upper() for one in shown["silver"]],
        gold=[one.upper() for one in shown["gold"]],
    )
    referee = Referee(
        players=players, map=side(players), first=number_of(position["game"]["beginner"]) - 1, active=NOBODY
    )
    referee.set_up(lots)
    referee.drawn = {"action_tile": [], "silver": [], "gold": []}
    return playthrough, referee, names


HEAPS = {"action_stack": "action_tile", "contract_stack[silver]": "silver", "contract_stack[gold]": "gold"}


def tell_draws(playthrough: reguli.Playthrough, referee: Referee, since: int) -> int:
    """Return the second hand what was drawn since an entry of the journal; return where the journal ends."""
    entries = playthrough.journal(since=since)
    for entry in entries:
        if entry.verb == "draw":
            referee.drawn[HEAPS[str(entry.values["from"])]].append(str(entry.values["piece"]).upper())
    return since + len(entries)


def both_play(
    playthrough: reguli.Playthrough, referee: Referee, names: Names, random: Random, *, wholly: bool = True
) -> int:
    """Play the same moves on both sides to the end, compared before each; give how many."""
    told, count = len(playthrough.journal()), 0
    asks = referee.play()
    ask: Ask | None = next(asks)
    while True:
        moves = compare(playthrough, referee, names, ask, wholly=wholly)
        if ask is None:
            return count
        move = chosen(random, list(moves))
        playthrough.apply(move)
        told = tell_draws(playthrough, referee, told)
        count += 1
        try:
            ask = asks.send(moves[move])
        except StopIteration:
            ask = None
        assert not any(referee.drawn.values()), referee.drawn


def check_ranking(playthrough: reguli.Playthrough, referee: Referee) -> None:
    """The same points, the same places."""
    points = {place.place: place.values[0] for place in playthrough.ranking}
    seats = {number: sorted(one.seat for one in playthrough.ranking if one.place == number) for number in points}
    said = [(points[number], seats[number]) for number in sorted(points)]
    assert said == referee.ranking(), (said, [referee.final_points(seat) for seat in range(referee.players)])

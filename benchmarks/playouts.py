"""Whole games by lot in one run, side by side: written by hand, OpenSpiel from its wheel, and every way reguli has.

    python benchmarks/playouts.py [GAME ...] [--seconds 0.3] [--rounds 5] [--json]

Each game is played at one and the same policy, each move as likely as any other, and time is the processor's. "By hand, listing" lists all moves and takes one;
"by hand, proposing" proposes moves until one is legal. OpenSpiel is driven from Python, as its wheel allows (``pip install "reguli[openspiel]"``). "Interpreter" and "engine"
list, take one and run on, in one position, as the interpreter runs rules and as generated Python does; "playthrough" is what ``reguli play`` does: each move on a copy,
with undo, forced moves found ahead. "Simulate" is what a process of ``reguli simulate`` does, rows and all, by back end; "alone" are games in generated code of which
nothing is asked but the number of their moves, thousands in a call: as by hand and by OpenSpiel.

The ways take turns, five times, and medians count. Only ratios within a run can be compared with other machines. What the project set itself is held against the
last row.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from back_ends import BACK_ENDS
from measuring import ROUNDS, Row, show_all, side_by_side
from ways import GAMES, LISTING, OPEN_SPIEL, THERE, Way, ways_of, ways_of_bots

SMALLEST, LARGEST = "tic_tac_toe", "power_grid"
BARS: Mapping[tuple[str, str], tuple[float, float]] = {
    ("tic_tac_toe", LISTING): (3.0, 5.0),
    ("connect_four", LISTING): (3.0, 5.0),
    ("breakthrough", LISTING): (3.0, 5.0),
    ("tic_tac_toe", OPEN_SPIEL): (1.0, 5.0),
    ("connect_four", OPEN_SPIEL): (1.0, 4.0),
    ("breakthrough", OPEN_SPIEL): (1.0, 2.5),
    ("hex", OPEN_SPIEL): (1.0, 2.0),
}
"""How many times as many games, of which game, as who plays: at least, and what is aimed at."""
MOST_DECISIONS, FEW_DECISIONS = 8.0, 4.0
"""So many decisions of the smallest game one of the largest may cost, and should."""
POLICIES = ("uniform", "random", "sane")
"""Who else plays the largest game; the first is what the others are measured by."""
MOST_OF_A_BOT, GAMES_OF_A_BOT = 5.0, 250.0 / 2
"""So many decisions of the first policy one of the last may cost; so many games a second a core has to play."""
Rates = Mapping[str, Mapping[str, float]]
"""Games a second by way and game."""


def measured(ways: Mapping[str, Mapping[str, Way]], seconds: float, rounds: int) -> dict[str, dict[str, float]]:
    """Measure every way of every game, each in turn; give the medians by way and game."""
    turns: dict[str, Callable[[], float]] = {
        f"{name}|{game}": partial(way.rate, seconds) for game, found in ways.items() for name, way in found.items()
    }
    rates: dict[str, dict[str, float]] = {}
    for at, rate in side_by_side(turns, rounds).items():
        name, game = at.split("|")
        rates.setdefault(name, {})[game] = rate
    return rates


def ratios(rates: Rates, anchor: str) -> dict[str, dict[str, float | None]]:
    """Return all rates as multiples of one way's; None where either is not there."""
    by = rates.get(anchor, {})
    return {
        name: {game: rate / by[game] if game in by else None for game, rate in found.items()}
        for name, found in rates.items()
    }


def microseconds(rates: Rates, ways: Mapping[str, Mapping[str, Way]]) -> dict[str, dict[str, float]]:
    """Return what a decision costs."""
    return {
        name: {game: 1e6 / rate / ways[game][name].length for game, rate in found.items()}
        for name, found in rates.items()
    }


def decisions(costs: Rates) -> dict[str, dict[str, float | None]]:
    """Return what a decision costs as a multiple of one of the smallest game, both in the same way."""
    return {
        name: {game: cost / found[SMALLEST] if SMALLEST in found else None for game, cost in found.items()}
        for name, found in costs.items()
    }


def bar_rows(rates: Rates, costs: Rates, name: str) -> list[Row]:
    """Hold one way against what the project set itself, as far as it was measured."""
    rows = [
        Row(
            f"{game}: times {anchor}",
            {"measured": rates[name][game] / rates[anchor][game], "at least": least, "aim": aim, "at most": None},
        )
        for (game, anchor), (least, aim) in BARS.items()
        if game in rates.get(anchor, {}) and game in rates[name]
    ]
    multiple = decisions(costs)[name].get(LARGEST)
    if multiple is not None:
        found = {"measured": multiple, "at least": None, "aim": FEW_DECISIONS, "at most": MOST_DECISIONS}
        rows.append(Row(f"a decision of {LARGEST}, in those of {SMALLEST}", found))
    return rows


def bars_of_bots(ways: Mapping[str, Way], rates: Mapping[str, float]) -> list[Row]:
    """Hold the last policy in the last back end against what the project set itself."""
    if not ways:
        return []
    figures = bot_rows(ways, rates)[-1].figures
    cost, rate = figures[f"in those of {POLICIES[0]}"], figures["games a second"]
    return [
        Row(
            f"a decision of {POLICIES[-1]}, in those of {POLICIES[0]}",
            {"measured": cost, "at least": None, "aim": None, "at most": MOST_OF_A_BOT},
        ),
        Row(
            f"games of {POLICIES[-1]} a second of a core",
            {"measured": rate, "at least": GAMES_OF_A_BOT, "aim": None, "at most": None},
        ),
    ]


def bot_rows(ways: Mapping[str, Way], rates: Mapping[str, float]) -> list[Row]:
    """Return what bots cost, as multiples of what the first policy costs in the same back end."""
    costs = {name: 1e6 / rate / ways[name].length for name, rate in rates.items()}
    return [
        Row(
            name,
            {
                "games a second": rate,
                "moves": ways[name].length,
                "µs of a decision": costs[name],
                f"in those of {POLICIES[0]}": costs[name] / costs[name.replace(name.partition(",")[0], POLICIES[0])],
            },
        )
        for name, rate in rates.items()
    ]


def rows_of(figures: Mapping[str, Mapping[str, float | None]], games: Sequence[str]) -> list[Row]:
    """Return a row for each way, a column for each game."""
    rows = [Row(name, {game: found.get(game) for game in games}) for name, found in figures.items()]
    if not THERE:
        rows.append(Row(f"{OPEN_SPIEL} (not installed)", dict.fromkeys(games)))
    return rows


def tables(games: Sequence[str], seconds: float, rounds: int) -> dict[str, list[Row]]:
    """Measure the games and give every table by its title."""
    ways = {game: ways_of(GAMES[game]) for game in games}
    bots = ways_of_bots(GAMES[LARGEST], POLICIES) if LARGEST in games else {}
    rates = measured(ways, seconds, rounds)
    of_bots = {name: found[LARGEST] for name, found in measured({LARGEST: bots}, seconds, rounds).items()}
    costs = microseconds(rates, ways)
    lengths = {name: {game: ways[game][name].length for game in found} for name, found in rates.items()}
    best = next(name for name in reversed(BACK_ENDS) if name in rates)
    found = {
        "Games a second": rows_of(rates, games),
        f"As multiples of what is written {LISTING}": rows_of(ratios(rates, LISTING), games),
        f"As multiples of {OPEN_SPIEL}": rows_of(ratios(rates, OPEN_SPIEL), games),
        "Microseconds of a decision": rows_of(costs, games),
        f"A decision in those of {SMALLEST}": rows_of(decisions(costs), games),
        "Moves of a game": rows_of(lengths, games),
        f"Bots at {LARGEST}, in simulate": bot_rows(bots, of_bots),
        f"What is aimed at, by {best}": bar_rows(rates, costs, best) + bars_of_bots(bots, of_bots),
    }
    return {title: rows for title, rows in found.items() if any(any(row.figures.values()) for row in rows)}


def main() -> None:
    """Measure every game and print the tables."""
    parser = argparse.ArgumentParser(description="Games by lot, side by side.")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each measurement lasts (default: 0.3)")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"measurements, of which the median counts (default: {ROUNDS})"
    )
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", choices=[[], *GAMES], help=f"what to play (default: {' '.join(GAMES)})"
    )
    given = parser.parse_args()
    games = [name for name in GAMES if name in given.games] or list(GAMES)
    show_all(tables(games, given.seconds, given.rounds), as_json=given.json)


if __name__ == "__main__":
    main()

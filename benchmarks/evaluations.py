"""What a position is worth: a logit model of who wins, fitted to games of one bot (McFadden's conditional logit, 1974).

    python benchmarks/evaluations.py power_grid "money=player.money" "cities=count(network(player))" [...]
                                     [--players 4] [--policy sane] [--games 1000] [--after 60 120 240] [--seed 555] [--json]

Each feature is an expression of the rules about ``player``. Positions are those at the end of each round, or with ``--after`` those after so many chosen moves. "Weight" is what one unit
of a feature adds to the logarithm of the odds of winning, "error" its standard error as if positions were independent, "relative" the weight
in units of the first feature: these go into `search` of bots.yaml. "Loss" is the mean of the negative logarithm of the likelihood, "even" that of equal chances.

Features of games that a bot played say what goes together with winning, not what causes it: only tournaments say whether a search gains by them. Needs numpy.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import log

import numpy as np
from measuring import Row, show

import reguli

STEPS = 30
"""Of Newton's method; it converges in about eight."""
RIDGE = 1e-3
"""Keeps a feature that is the same for everybody from having any weight."""


def positions(game: reguli.Game, given: argparse.Namespace, features: dict[str, str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the features by position, player and feature, and the share of the first place by position and player."""
    seats = range(1, given.players + 1)

    def rows(moves: int, columns: dict[str, str], *, per_round: bool = False) -> dict[int, list[dict[str, object]]]:
        batch = game.simulate(
            given.players, given.games, given.seed, given.policy, columns=columns, moves=moves, per_round=per_round
        )
        found = defaultdict(list)
        for row in batch.dicts():
            found[row["game"]].append(row)
        return found

    shares = {}
    for number, (end,) in rows(10_000, {}).items():
        first = [end[f"place_seat_{seat}"] == 1 for seat in seats]
        if end["outcome"] == "over" and any(first):
            shares[number] = [one / sum(first) for one in first]
    found, won = [], []
    for batch in [rows(most, features) for most in given.after] or [rows(10_000, features, per_round=True)]:
        for number, games in batch.items():
            for row in games:
                if number in shares and row["outcome"] in ("unfinished", "round"):
                    found.append([[row[f"{name}_seat_{seat}"] or 0 for name in features] for seat in seats])
                    won.append(shares[number])
    return np.array(found, float), np.array(won, float)


def fit(found: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the weights that make the games most likely, their standard errors, and the loss. Newton's method on scaled features."""
    scale = found.std((0, 1)) + 1e-9
    scaled = found / scale
    weights = np.zeros(found.shape[2])
    for _ in range(STEPS):
        odds = scaled @ weights
        chance = np.exp(odds - odds.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        centred = scaled - (chance[:, :, None] * scaled).sum(1, keepdims=True)
        slope = np.einsum("nij,ni->j", scaled, won - chance) - RIDGE * weights
        curvature = np.einsum("nij,nik,ni->jk", centred, centred, chance) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, slope)
    loss = -(won * np.log(chance + 1e-12)).sum(1).mean()
    return weights / scale, np.sqrt(np.diag(np.linalg.inv(curvature))) / scale, float(loss)


def main() -> None:
    """Fit the weights and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("features", nargs="+", metavar="NAME=EXPRESSION")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--policy", default="sane")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--after", type=int, nargs="+", default=[])
    parser.add_argument("--seed", type=int, default=555)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    features = dict(one.split("=", 1) for one in given.features)
    found, won = positions(reguli.load(given.ruleset), given, features)
    weights, errors, loss = fit(found, won)
    rows = [
        Row(name, {"weight": weight, "error": error, "relative": weight / weights[0]})
        for name, weight, error in zip(features, weights, errors, strict=True)
    ]
    how = f"{len(won)} positions; loss {loss:.3f}, even {log(given.players):.3f}"
    show(f"What goes with winning: {given.ruleset}", rows, as_json=given.json, how=how)


if __name__ == "__main__":
    main()

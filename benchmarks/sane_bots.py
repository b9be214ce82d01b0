"""How the bot `sane` of Power Grid plays: how its games end, how long they are, whom it beats, and what it costs.

    python benchmarks/sane_bots.py [--games 200] [--duels 400] [--random 100] [--players 2 3 4 5 6] [--map germany]
                                   [--ruleset power_grid] [--seed 0] [--processes 2] [--json]

Four tables. "Games": everybody is `sane`; "dark" counts those who end with more than twelve cities and supply fewer than half of
them, "most dark" is the greatest share of such players that goes with the count (Wilson, 95 %). "Lengths": the rounds of these games.
"Duels": games of two, seats swapped after each, against `random` and against `sane` as it was before (`sane_before/bots.yaml`); a tie
counts half; "low" and "high" are the ends of Wilson's 95 % interval. "Time": CPU seconds of a game of four, now and before.

Games are those of the seeds from `--seed` on: the same on every machine, but for the times. Fewer games cut it short; `--ruleset`
takes the path of a variant as well.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, median

from measuring import Row, plain, show

from reguli.balance.intervals import wilson_interval
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import Playable
from reguli.model.binding.bot_binding import bind_bots
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import Bot, RandomOptionBot, compile_preferences
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag

SANE, BEFORE, RANDOM = "sane", "sane before", "random"
BEFORE_FOLDER = Path(__file__).parent / "sane_before"
MANY = 12
"""Cities: who has more must not supply fewer than half of them."""
LONGEST = 60
"""Rounds after which a game is broken off: no game of people comes near."""
USUAL = (10, 13)
"""Rounds that games of four people take."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game: what is played on which map, who sits where, and the seed."""

    ruleset: str
    map: str
    who: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: its rounds, the seats in the first place, and by place the cities supplied and had; CPU seconds."""

    job: Job
    rounds: int
    first: tuple[int, ...]
    supplied: tuple[int, ...]
    cities: tuple[int, ...]
    seconds: float

    @property
    def dark(self) -> int:
        """Count those with many cities of which they supply fewer than half."""
        return sum(has > MANY and 2 * lit < has for lit, has in zip(self.supplied, self.cities, strict=True))

    def share(self, name: str) -> float:
        """Return the part of the victory that falls to a bot: a tie is shared."""
        return sum(self.job.who[seat] == name for seat in self.first) / len(self.first)


@cache
def table(ruleset: str, map_: str, players: int) -> tuple[Playable, dict[str, Bot]]:
    """Return what is played, and the bots by name; once in each process."""
    loaded, bag = LoadedRuleset(ruleset, {"map": map_}), Bag()
    program = loaded.program(players)
    found: dict[str, Bot] = {RANDOM: RandomOptionBot()}
    for name, layers in ((SANE, loaded.layers), (BEFORE, Layers((BEFORE_FOLDER,)))):
        own = bind_bots(program.ruleset, load_all_bots(layers, bag), bag)
        found[name] = compile_preferences(program, next(bot for bot in own if bot.id == SANE))
    if bag:
        # No SystemExit: in a process of the pool it would end that process, and the pool would wait for its game for ever.
        raise ValueError(f"the bots of {ruleset} have findings: {', '.join(bag.codes)}")
    return program, found


def played(job: Job) -> Ended:
    """Play one game to its end."""
    program, known = table(job.ruleset, job.map, len(job.who))
    bots = [known[name] for name in job.who]
    begun = time.process_time()
    playthrough = start_playthrough(program, job.seed)
    while not playthrough.over and playthrough.fact("round") <= LONGEST:
        playthrough.apply(bots[playthrough.actor].choose(playthrough))
    seconds = time.process_time() - begun
    places = playthrough.places()
    return Ended(
        job,
        playthrough.fact("round"),
        tuple(place.player for place in places if place.place == 1),
        tuple(place.values[0] for place in places),
        tuple(place.values[2] for place in places),
        seconds,
    )


def watched(games: Iterable[Ended], what: str, count: int) -> list[Ended]:
    """Collect games in the order of the jobs, and say on stderr how far it is."""
    ended: list[Ended] = []
    for game in games:
        ended.append(game)
        if len(ended) % 10 == 0 or len(ended) == count:
            sys.stderr.write(f"\r{what}: {len(ended)} of {count} games")
            sys.stderr.flush()
    sys.stderr.write("\n")
    return ended


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval for a share: where it lies with a confidence of 95 %."""
    return wilson_interval(won / games, games)


def quantile(ordered: Sequence[int], part: float) -> int:
    """Return the least value that at least this part of them does not exceed."""
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)]


def endings(name: str, games: Sequence[Ended]) -> Row:
    """Return how games end."""
    lit = [count for game in games for count in game.supplied]
    had = [count for game in games for count in game.cities]
    many = sum(count > MANY for count in had)
    dark = sum(game.dark for game in games)
    return Row(
        name,
        {
            "games": len(games),
            "winner supplies": mean(game.supplied[0] for game in games),
            "all supply": mean(lit),
            "cities": mean(had),
            "least share supplied": min(
                (one / has for one, has in zip(lit, had, strict=True) if has > MANY), default=None
            ),
            "with more than 12": many,
            "dark": dark,
            "most dark": wilson(dark, many)[1] if many else None,
        },
    )


def lengths(name: str, games: Sequence[Ended]) -> Row:
    """Return how long games are."""
    rounds = sorted(game.rounds for game in games)
    low, high = USUAL
    return Row(
        name,
        {
            "mean": mean(rounds),
            "median": median(rounds),
            "least": rounds[0],
            "5 %": quantile(rounds, 0.05),
            "25 %": quantile(rounds, 0.25),
            "75 %": quantile(rounds, 0.75),
            "95 %": quantile(rounds, 0.95),
            "most": rounds[-1],
            f"{low} to {high}": mean(low <= count <= high for count in rounds),
        },
    )


def duel(name: str, games: Sequence[Ended]) -> Row:
    """Return how often `sane` wins."""
    won = sum(game.share(SANE) for game in games)
    low, high = wilson(won, len(games))
    return Row(name, {"games": len(games), "won": won, "share": won / len(games), "low": low, "high": high})


def swapped(given: argparse.Namespace, other: str, games: int) -> list[Job]:
    """Return games of two, each seed with both seatings."""
    seats = ((SANE, other), (other, SANE))
    return [Job(given.ruleset, given.map, seats[game % 2], given.seed + game // 2) for game in range(games)]


def alike(given: argparse.Namespace, name: str, players: int, games: int) -> list[Job]:
    """Return games in which everybody is the same bot."""
    return [Job(given.ruleset, given.map, (name,) * players, given.seed + game) for game in range(games)]


def tables(given: argparse.Namespace) -> Iterator[tuple[str, list[Row]]]:
    """Play, and give each table when it is full."""
    with Pool(given.processes) as pool:

        def all_played(name: str, jobs: Sequence[Job]) -> list[Ended]:
            return watched(pool.imap(played, jobs), name, len(jobs))

        counts = {f"{players} players": players for players in given.players if given.games}
        own = {name: all_played(name, alike(given, SANE, players, given.games)) for name, players in counts.items()}
        if own:
            yield "Games: all are sane", [endings(name, games) for name, games in own.items()]
            yield "Lengths: rounds", [lengths(name, games) for name, games in own.items()]
        pairs = {RANDOM: given.random, BEFORE: given.duels}
        others = {f"against {other}": swapped(given, other, count) for other, count in pairs.items() if count}
        rows = [duel(name, all_played(name, jobs)) for name, jobs in others.items()]
        if rows:
            yield "Duels: two players, seats swapped", rows
    if given.timed:
        yield "Time: CPU seconds of a game of four", [spent(given)]


def spent(given: argparse.Namespace) -> Row:
    """Return what a game of four costs, with nothing of ours beside it."""
    figures: dict[str, float | None] = {"games": given.timed}
    for name in (SANE, BEFORE):
        jobs = alike(given, name, 4, given.timed + 1)
        games = watched(map(played, jobs), f"time of {name}", len(jobs))
        # The first game makes what the others find made.
        figures[name] = median(game.seconds for game in games[1:])
    now, before = figures[SANE], figures[BEFORE]
    assert now is not None
    assert before is not None
    return Row("4 players", {**figures, "ratio": now / before})


def _arguments(words: Iterable[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How the bot `sane` of Power Grid plays.")
    parser.add_argument("--games", type=int, default=200, help="for each number of players (default: 200)")
    parser.add_argument("--duels", type=int, default=400, help="against `sane` as it was before (default: 400)")
    parser.add_argument("--random", type=int, default=100, help="duels against `random` (default: 100)")
    parser.add_argument("--timed", type=int, default=20, help="games to take the time of (default: 20)")
    parser.add_argument(
        "--players", type=int, nargs="*", default=[2, 3, 4, 5, 6], help="numbers of players (default: all)"
    )
    parser.add_argument("--map", default="germany", help="germany or usa (default: germany)")
    parser.add_argument("--ruleset", default="power_grid", help="a ruleset with these bots (default: power_grid)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default: 0)")
    parser.add_argument("--processes", type=int, default=2, help="games at a time (default: 2)")
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    return parser.parse_args(None if words is None else list(words))


def main() -> None:
    """Play and print the tables."""
    given = _arguments()
    if given.json:
        found = [plain(title, rows) for title, rows in tables(given)]
        sys.stdout.write(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
        return
    for title, rows in tables(given):
        show(title, rows, as_json=False, how=f"seeds from {given.seed}")
        sys.stdout.write("\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

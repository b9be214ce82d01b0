"""How strong a bot is: one seat against the same bot in every other, with Wilson's 95 % interval of the games it wins.

    python benchmarks/tournaments.py warszawa [--players 4] [--bot search] [--against sane] [--games 200] [--target 0.25]
                                     [--seed 20261130] [--processes 2] [--record FILE] [--without-bots] [--json]

The seat of the bot moves on by one after each game. A shared first place counts by its share. Games are played until the interval no longer holds the target (looked at
after every 20 games, so its coverage is a little less than 95 %), or until all are played. Each finished game is a line of the record, with the digests of
the rules and of ``interpreter/``; a run that was cut goes on where it stopped, and games of other digests count for nothing.

``--without-bots`` plays the ruleset without its bots.yaml: nothing but the rules helps a search then.

The seeds of the default were fixed before the search was tuned, and tuning used others. "CPU" is the CPU seconds of one choice of the bot.
"""

from __future__ import annotations

import argparse
import atexit
import json
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, TypeVar

from measuring import Row, show
from sane_bots import wilson

import reguli
from reguli.shipped_files import find_ruleset

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LOOKS = 20
"""Games between two looks at the interval."""
FIXED = 20_261_130
INTERPRETER = Path(reguli.__file__).parent


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: a ruleset with so many players, one bot against another in all other seats, from a seed on."""

    ruleset: str
    rules: str
    code: str
    players: int
    bot: str
    against: str
    seed: int
    without_bots: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """One game: its number, the share of the first place that the bot won, its choices and their CPU seconds."""

    number: int
    won: float
    choices: int
    cpu: float


Game = TypeVar("Game", bound=Finished)
Asked = TypeVar("Asked", bound="DataclassInstance")


def code_digest() -> str:
    """Return a digest of the interpreter."""
    whole = sha256()
    for file in sorted(INTERPRETER.rglob("*.py")):
        whole.update(file.relative_to(INTERPRETER).as_posix().encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()[:12]


def play(asked: tuple[Contest, int]) -> Finished:
    """Play one game."""
    contest, number = asked
    game = _game(contest.ruleset, without_bots=contest.without_bots)
    playthrough = game.start(contest.players, seed=contest.seed + number)
    seat, choices, cpu = number % contest.players, 0, 0.0
    while playthrough.decision is not None:
        if playthrough.decision.seat == seat:
            begun = time.process_time()
            move = playthrough.choose(contest.bot)
            cpu, choices = cpu + time.process_time() - begun, choices + 1
            playthrough.apply(move)
        else:
            playthrough.play_on(contest.against, moves=1)
    first = [place.seat for place in playthrough.ranking if place.place == 1]
    return Finished(number, 1 / len(first) if seat in first else 0.0, choices, cpu)


_GAMES: dict[str, reguli.Game] = {}


def _game(name: str, *, without_bots: bool) -> reguli.Game:
    if name not in _GAMES:
        _GAMES[name] = reguli.load(_without_bots(name) if without_bots else name)
    return _GAMES[name]


def _without_bots(name: str) -> Path:
    """Return a copy of a ruleset's folder that has no bots.yaml; it goes when the process ends."""
    folder = find_ruleset(name) or Path(name)
    copy = Path(mkdtemp()) / folder.name
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("bots.yaml"))
    atexit.register(shutil.rmtree, copy.parent, ignore_errors=True)
    return copy


def recorded(record: Path, contest: DataclassInstance, kind: type[Game]) -> dict[int, Game]:
    """Return the games of a contest that a record has."""
    found = {}
    for line in record.read_text(encoding="utf-8").splitlines() if record.exists() else ():
        written = json.loads(line)
        if written["contest"] == asdict(contest):
            found[written["game"]["number"]] = kind(**written["game"])
    return found


def finish(
    contest: Asked,
    play: Callable[[tuple[Asked, int]], Game],
    kind: type[Game],
    *,
    games: int,
    target: float | None,
    processes: int,
    record: Path,
) -> list[Game]:
    """Play until the target lies outside of the interval, if there is one, or all games are played; return the games."""
    known, found = recorded(record, contest, kind), list[Game]()
    with Pool(processes) as pool, record.open("a", encoding="utf-8") as stream:
        for behind in range(LOOKS, games + LOOKS, LOOKS):
            numbers = range(min(behind, games))
            for one in pool.imap_unordered(play, [(contest, number) for number in numbers if number not in known]):
                known[one.number] = one
                stream.write(json.dumps({"contest": asdict(contest), "game": asdict(one)}) + "\n")
                stream.flush()
                print(f"\r{len(known)} games", end="", file=sys.stderr, flush=True)
            found = [known[number] for number in numbers]
            low, high = wilson(sum(one.won for one in found), len(found))
            if target is not None and not low <= target <= high:
                break
    return found


def main() -> None:
    """Play a tournament and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="search")
    parser.add_argument("--against", default="sane")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--target", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=FIXED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--record", type=Path, default=Path("tournaments.jsonl"))
    parser.add_argument("--without-bots", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rules = reguli.load(given.ruleset).digest
    bare = given.without_bots
    contest = Contest(given.ruleset, rules, code_digest(), given.players, given.bot, given.against, given.seed, bare)
    bounds = {"games": given.games, "target": given.target, "processes": given.processes, "record": given.record}
    found = finish(contest, play, Finished, **bounds)
    print(file=sys.stderr)
    won = sum(one.won for one in found)
    low, high = wilson(won, len(found))
    choices = sum(one.choices for one in found)
    figures = {
        "games": float(len(found)),
        "won": won,
        "low": low,
        "high": high,
        "CPU": sum(one.cpu for one in found) / choices,
    }
    row = Row(f"{given.bot} against {given.against}, {given.ruleset}, {given.players} players", figures)
    show("Games won", [row], as_json=given.json, how="all games of one record")


if __name__ == "__main__":
    main()

"""Plays every shipped ruleset and toy by a fixed script of choices and prints what came of it, position by position.

`.ci/run` runs it under several hash seeds and compares the outputs, byte for byte. One line for each playthrough: the folder, the
players, how many moves were chosen, and a digest over the position hash after every move and over the journal at the end.
The last line is a digest over all lines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.pipeline import LoadedRuleset

TOP = Path(__file__).resolve().parent.parent
HOMES = (TOP / "rulesets", TOP / "tests" / "rulesets")
SEEDS = (7,)
MOST_MOVES = 1000


def folders() -> list[Path]:
    """Every folder that holds a whole ruleset, in order of names."""
    return sorted(path.parent for home in HOMES for path in home.glob("*/game.yaml"))


def lot(*keys: object) -> int:
    """Return a large whole number that depends on the keys and on nothing else."""
    return int.from_bytes(blake2b("|".join(map(str, keys)).encode(), digest_size=8).digest(), "big")


def chosen(playthrough: GamePlaythrough, seed: int, turn: int) -> Move:
    """Choose a kind of move first and one move of it then, so that long ranges of bids do not crowd out the rest."""
    families = list(playthrough.families())
    family = families[lot("family", seed, turn) % len(families)]
    return family.move(lot("move", seed, turn) % family.size)


def played(folder: Path, players: int, seed: int) -> str:
    """Play to the end, or for MOST_MOVES choices, and give the line of this playthrough."""
    digest = blake2b(digest_size=16)
    playthrough = start_playthrough(LoadedRuleset(str(folder)).program(players), seed)
    turn = 0
    while not playthrough.over and turn < MOST_MOVES:
        digest.update(playthrough.hash.encode())
        playthrough.apply(chosen(playthrough, seed, turn))
        turn += 1
    digest.update(playthrough.hash.encode())
    digest.update(repr((playthrough.journal, playthrough.chance.log)).encode())
    return f"{folder.name} players={players} seed={seed} moves={turn} over={playthrough.over} {digest.hexdigest()}"


def lines() -> Iterator[str]:
    """Play everything with the fewest and the most players."""
    for folder in folders():
        loaded = LoadedRuleset(str(folder))
        assert loaded.checked, (folder, loaded.bag.codes)
        assert loaded.ruleset is not None
        for players in sorted(set(loaded.ruleset.players)):
            for seed in SEEDS:
                yield played(folder, players, seed)


def main() -> None:
    """Print every line, and the digest over them."""
    digest = blake2b(digest_size=16)
    for line in lines():
        digest.update(line.encode())
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"digest {digest.hexdigest()}\n")


if __name__ == "__main__":
    main()

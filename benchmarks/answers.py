"""How long a person at a terminal waits for an answer: after a move, and after the question why a move is not allowed.

    python benchmarks/answers.py [--games 3] [--lang hu] [--json]

Power Grid for four people, in each language: everybody types moves taken by lot, which are answered with what happened and what may be
done next. Before every fifth move somebody asks why the move before it cannot be made again. What chance, bots and keyboards take is not counted;
no file is written. The bar is what the project set itself, for nineteen answers of twenty.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import perf_counter

from measuring import Row, show

from reguli.app.game_sessions import TablePosition, begin_game, open_session_texts
from reguli.app.loading import open_playable
from reguli.engine.notation import move_text
from reguli.play.bot_policies import choose_random_option_move
from reguli.play.play_session import PlaySession, play
from reguli.shipped_files import shipped_folder
from reguli.words.catalogue.interface_texts import load_interface_texts

GAMES = 3
PLAYERS, EACH = 4, 5
LONGEST_ANSWER = 50.0
"""Milliseconds."""
ASKED = ("move", "sit down", "why")
"""What is answered."""
LANGUAGES = ("en", "ro", "hu")


@dataclass
class Typist:
    """A screen nobody looks at; types moves, and takes the time of the answers."""

    standing: TablePosition
    stream: random.Random
    times: dict[str, list[float]] = field(default_factory=lambda: {what: [] for what in ASKED})
    typed: int = 0
    last: str = ""
    waits_for: str = ""
    since: float = 0.0

    def print(self, text: str = "") -> None:
        """Show nothing."""

    def progress(self, text: str) -> None:
        """Show nothing."""

    def clear(self) -> None:
        """Show nothing."""

    def ask(self, question: str) -> str:
        """Note how long the answer took, and type the next thing."""
        now = perf_counter()
        if self.waits_for:
            self.times[self.waits_for].append((now - self.since) * 1000)
        typed = self.next(question)
        self.since = perf_counter()
        return typed

    def next(self, question: str) -> str:
        """Return what is typed next."""
        playthrough = self.standing.playthrough
        if not question.endswith("> "):
            self.waits_for = "sit down"  # what hides from others is shown when whoever is next has taken the keyboard
            return ""
        if self.last and self.typed % EACH == 0 and self.waits_for != "why":
            self.waits_for = "why"
            return f"why {self.last}"
        self.waits_for = "move"
        self.typed += 1
        decision = playthrough.decision
        assert decision is not None
        move = choose_random_option_move(list(playthrough.families()), self.stream)
        self.last = move_text(playthrough.program, decision, move, playthrough.names)
        return self.last


def answers(language: str, seed: int) -> dict[str, list[float]]:
    """Play one game to its end; give the milliseconds of the answers."""
    standing = begin_game(open_playable("power_grid", {}), PLAYERS, seed)
    typist = Typist(standing, random.Random(seed))
    interface = load_interface_texts(language, shipped_folder("locales"))
    sitting = PlaySession(
        standing.playthrough, [None] * PLAYERS, typist, lambda name: None, lambda name: "", words=interface
    )
    sitting.tongue = open_session_texts(standing, language)
    play(sitting)
    return typist.times


def rows(language: str, games: int) -> list[Row]:
    """Measure the answers in one language."""
    found: dict[str, list[float]] = {what: [] for what in ASKED}
    for seed in range(games):
        for what, times in answers(language, seed).items():
            found[what] += times
    return [
        Row(
            f"{what}, {language}, ms",
            {
                "median": median(times),
                "19 of 20": quantiles(times, n=20)[-1],
                "longest": max(times),
                "bar": LONGEST_ANSWER,
                "answers": len(times),
            },
        )
        for what, times in found.items()
    ]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Answers at a terminal.")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games in each language (default: {GAMES})")
    parser.add_argument("--lang", choices=LANGUAGES, help="in this language alone (default: in each)")
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    given = parser.parse_args()
    found = [row for language in ([given.lang] if given.lang else LANGUAGES) for row in rows(language, given.games)]
    show("Answers", found, as_json=given.json, how="of every answer")


if __name__ == "__main__":
    main()

"""What a person waits for, and what it costs: cold starts, cards, a preview, the copy of a position, the memory of a play.

    python benchmarks/startup.py [starts cards verify previews copies memory] [--rounds 5] [--json]

A cold start is a new process, whose files the system has read before; what an empty Python takes in the same run is taken off. Ratios are
to Python doing nothing: a bare start, its memory, a copy of a plain list of the same length, or of as many bytes as the position has. They hold on other machines; seconds do not.
A bar is what the project set itself. How long a person waits for an answer in a game is measured by ``answers.py``.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import repeat
from statistics import median
from time import perf_counter, process_time

from back_ends import COPIES_BY
from measuring import ROUNDS, Row, show, side_by_side

from reguli.app.loading import open_playable
from reguli.app.printing.product_output import load_card_source
from reguli.app.translation import open_full_workspace
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import choose_random_option_move
from reguli.publish.document.document_realisation import realise_plan, render_card
from reguli.publish.products.reference_card import plan_card, require_language
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.translation.preview import preview
from reguli.words.translation.translation_workspace import RulesetRealisers

PROGRAM = "import sys; from reguli.cli.main import main; sys.exit(main())"
WATCHER = """
import os, subprocess, sys
_, status, usage = os.wait4(subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL).pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
LANGUAGES = ("ro", "hu", "en")
MANY = ",".join(LANGUAGES)
COMMANDS = (
    (("--help",), 0.15),
    (("check", "power_grid"), 0.5),
    (("card", "power_grid", "--lang", "en"), 1.0),
    (("why", "power_grid#the_last_pays_the_number", "nominate", "14", "14"), None),
    (("words", "preview", "power_grid", "--lang", MANY), None),
)
"""What is started, and within how many seconds more than an empty Python it must be done."""
GAMES = ("power_grid", "warszawa", "nucleum")
VERIFY = ("--only", "examples,static")
"""What a designer sees first after a change; it is done on all cores that there are, and must be there within two seconds."""
MOST_FOR_FINDINGS = 2.0
NOTHING_KEPT = {"REGULI_CACHE": ""}
CARDS = tuple(
    ("card", "power_grid", "--product", product, "--lang", MANY, "--format", "md,html,pdf")
    for product in ("reference", "setup", "summary", "glossary", "pieces")
)
MOST_FOR_CARDS = 10.0
PLAY = ("play", "power_grid", "--players", "4", "--seed", "7", "--bots", "random")
MOST_MEMORY, LONGEST_COPY, LONGEST_PREVIEW = 100.0, 3.0, 1.0
MOVES, COPIES, AT_ONCE = 200, 20_000, 100
BYTES = 8
"""Of a slot."""
TOGETHER = 10
"""Positions whose bytes are copied by one call, so that it is not the call that is measured."""
GROUPS = ("starts", "cards", "verify", "previews", "copies", "memory")
"""What can be measured by itself."""


def started(words: tuple[str, ...], folder: str, cores: Collection[int] | None = None) -> float:
    """Start Python with words of the command line, or with nothing to do, on some cores where it is said on which, and give the seconds until it has ended."""
    begun = perf_counter()
    subprocess.run(
        _command(words),
        cwd=folder,
        env={**os.environ, **NOTHING_KEPT},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        preexec_fn=None if cores is None else partial(os.sched_setaffinity, 0, cores),
    )
    return perf_counter() - begun


def peak(words: tuple[str, ...], folder: str) -> float:
    """Return the megabytes it has in use at its peak, watched by a small process: a child's count begins with its parent's."""
    watched = subprocess.run(
        [sys.executable, "-c", WATCHER, *_command(words)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    return int(watched.stdout.splitlines()[-1]) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _command(words: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-c", PROGRAM if words else "pass", *words]


def midgame() -> GamePlaythrough:
    """Return a position in the middle of a game of four."""
    playthrough, stream = start_playthrough(LoadedRuleset("power_grid").program(4), 7), random.Random(7)
    for _ in range(MOVES):
        playthrough.apply(choose_random_option_move(list(playthrough.families()), stream))
    return playthrough


def copy_rows(rounds: int) -> list[Row]:
    """Measure the copy of a position, in microseconds, in each back end that keeps positions."""
    slots = midgame().slots
    plain, many = list(range(len(slots))), BYTES * len(slots) * TOGETHER
    source, target = ctypes.create_string_buffer(many), ctypes.create_string_buffer(many)
    ways: dict[str, Callable[[int], object]] = {
        "list": lambda times: [plain[:] for _ in repeat(None, times)],
        "bytes": lambda times: [ctypes.memmove(target, source, many) for _ in repeat(None, times // TOGETHER)],
        **{name: copies(slots) for name, copies in COPIES_BY.items()},
    }
    found = side_by_side({name: partial(_microseconds, once) for name, once in ways.items()}, rounds)
    in_python = found["a playthrough"]
    return [
        _row("copy of a position, µs", in_python, LONGEST_COPY, found["list"]),
        *(
            _row(f"{name}: copy of a position, µs, to its bytes", found[name], 2 * found["bytes"], found["bytes"])
            for name in COPIES_BY
        ),
    ]


def _microseconds(copy: Callable[[int], object]) -> float:
    """Return what one of many copies costs; few are kept at once, so that memory is not what is measured."""
    begun = process_time()
    for _ in range(COPIES // AT_ONCE):
        copy(AT_ONCE)
    return (process_time() - begun) / (COPIES // AT_ONCE * AT_ONCE) * 1e6


def preview_rows(rounds: int, bare: float) -> list[Row]:
    """Measure previews in a process that has read everything once: words are read again, as after a change."""
    ways: Mapping[str, Callable[[], object]] = {"of one card": one_card, "of all words": all_words()}
    for once in ways.values():
        once()
    found = side_by_side({name: partial(_seconds, once) for name, once in ways.items()}, rounds)
    where = f"in {len(LANGUAGES)} languages"
    return [_row(f"warm preview {name} {where}, s", found[name], LONGEST_PREVIEW, bare) for name in ways]


def one_card() -> None:
    """Realise and lay out the reference card as a page in all languages."""
    loaded, bag = LoadedRuleset("power_grid"), Bag()
    source = load_card_source(loaded, bag)
    tongues = RulesetRealisers("power_grid", source.places, loaded.sources)
    for language in LANGUAGES:
        card = realise_plan(plan_card(source, None, bag), tongues.tongue(require_language(language), bag), bag)
        render_card(card, "html", "")


def all_words() -> Callable[[], object]:
    """Open the desk of the translators; give what says every wording in all languages."""
    desk = open_full_workspace(open_playable("power_grid", {}), Bag(), Sources())
    return lambda: sum(1 for _ in preview(desk, LANGUAGES, lambda name: True))


def _seconds(once: Callable[[], object]) -> float:
    begun = perf_counter()
    once()
    return perf_counter() - begun


def _row(name: str, figure: float, bar: float | None, bare: float) -> Row:
    return Row(name, {"measured": figure, "bar": bar, "ratio": figure / bare})


def start_rows(seconds: Mapping[str, float]) -> list[Row]:
    """Return what was measured of each command that is started, Python doing nothing first."""
    bare = seconds[""]
    rows = [_row(f"reguli {' '.join(words)}, s", seconds[" ".join(words)] - bare, bar, bare) for words, bar in COMMANDS]
    return [_row("an empty Python, s", bare, None, bare), *rows]


def card_rows(rounds: int, folder: str, bare: float) -> list[Row]:
    """Measure all cards, each product in a process of its own."""
    cards = median(sum(started(words, folder) - bare for words in CARDS) for _ in range(rounds))
    return [_row(f"all cards in {len(LANGUAGES)} languages, {len(CARDS)} commands, s", cards, MOST_FOR_CARDS, bare)]


def verify_rows(rounds: int, folder: str, bare: float) -> list[Row]:
    """Measure the quick parts of verification with nothing kept: on all cores and, where a process can be held to one, on one."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    tables = {"all cores": cores} | ({f"one of {len(cores)}": {min(cores)}} if cores and len(cores) > 1 else {})
    ways = {
        f"reguli verify {game} {' '.join(VERIFY)}, {where}, s": partial(
            started, ("verify", game, *VERIFY), folder, some
        )
        for game in GAMES
        for where, some in tables.items()
    }
    found = side_by_side(ways, rounds)
    return [_row(name, seconds - bare, MOST_FOR_FINDINGS, bare) for name, seconds in found.items()]


def memory_rows(folder: str) -> list[Row]:
    """Measure the memory of a play."""
    memory = {words: peak(words, folder) for words in ((), PLAY)}
    return [_row("peak memory of a play of four, MB", memory[PLAY], MOST_MEMORY, memory[()])]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Cold starts, memory, copies.")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"measurements, of which the median counts (default: {ROUNDS})"
    )
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    parser.add_argument(
        "groups",
        nargs="*",
        metavar="GROUP",
        choices=[[], *GROUPS],
        help=f"what to measure (default: {' '.join(GROUPS)})",
    )
    given = parser.parse_args()
    wanted, rounds = given.groups or GROUPS, given.rounds
    with tempfile.TemporaryDirectory() as folder:
        starts = [(), *(words for words, _ in COMMANDS if "starts" in wanted)]
        seconds = side_by_side({" ".join(words): partial(started, words, folder) for words in starts}, rounds)
        bare = seconds[""]
        ways: Mapping[str, Callable[[], list[Row]]] = {
            "starts": lambda: start_rows(seconds),
            "cards": lambda: card_rows(rounds, folder, bare),
            "verify": lambda: verify_rows(rounds, folder, bare),
            "previews": lambda: preview_rows(rounds, bare),
            "copies": lambda: copy_rows(rounds),
            "memory": lambda: memory_rows(folder),
        }
        rows = [row for group in GROUPS if group in wanted for row in ways[group]()]
    show("Starts, copies and memory", rows, as_json=given.json)


if __name__ == "__main__":
    main()

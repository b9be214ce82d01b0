"""``reguli serve`` and ``reguli notes``: games in a browser, by links, and what players noted at them."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal
from reguli.cli.arguments import argument, declare_arguments, parse_positive_int, parse_seconds
from reguli.cli.command_output import write_or_print
from reguli.cli.console import Console
from reguli.web.page_texts import served_games
from reguli.web.playtest_notes import (
    answer_note,
    note_example,
    note_position,
    notes_csv,
    notes_markdown,
    opened_store,
    printed_texts,
    times_csv,
)

LOOPBACK: Final = "127.0.0.1"
OWN_NAMES: Final = ("127.0.0.1", "localhost", "::1")
PORT: Final = 8000
BENCH_BYTES: Final = 18
"""Random bytes of the key of the workbench."""


@declare_arguments(
    argument(
        "ruleset", "names of shipped rulesets, or paths of folders or variants (default: all shipped ones)", nargs="*"
    ),
    argument(
        "--host ADDRESS",
        "the address to listen at (default: 127.0.0.1, this machine alone); with 0.0.0.0 everybody who can "
        "reach this machine may open the lobby and make tables",
        default=LOOPBACK,
    ),
    argument("--port N", "the port to listen at (default: 8000)", int, default=PORT),
    argument("--data DIR", "where games are recorded (default: reguli_tables)", default="reguli_tables"),
    argument(
        "--watch",
        "play tables again whenever a file of their ruleset is saved, and open a workbench that changes numbers",
        action="store_true",
    ),
    argument("--pace SECONDS", "how long bots wait before a move (default: 0.5)", parse_seconds, default=0.5),
)
def run_serve(given: argparse.Namespace, console: Console) -> int:
    """Serve games until it is interrupted. Return 2 where the port cannot be listened at."""
    try:
        from reguli.web.host_pool import bounds_memory  # the extra `web`, like the next
        from reguli.web.web_server import listen, make_application, run_server  # the extra `web`
    except ModuleNotFoundError as missing:
        raise make_refusal("X180", name=str(missing.name)) from None
    games = served_games(given.ruleset)
    socket = listen(given.host, given.port)
    names = OWN_NAMES if given.host in OWN_NAMES else ()
    address = f"http://{given.host if ':' not in given.host else f'[{given.host}]'}:{given.port}/"
    bench_key = secrets.token_urlsafe(BENCH_BYTES) if given.watch else None
    application = make_application(games, Path(given.data), hosts=names, pace=given.pace, bench_key=bench_key)
    console.tell(
        "Open {address} in a browser; Ctrl-C ends the server. Games are recorded in {folder}.",
        address=address,
        folder=given.data,
    )
    if bench_key is not None:
        console.tell(
            "The workbench: {address}. Anyone who has this address can change numbers of the rulesets.",
            address=f"{address}workbench#{next(iter(games))}:{bench_key}",
        )
    if given.host not in OWN_NAMES:
        console.tell(
            "Everybody who can reach this machine at {address} can make tables; a game is open to whoever has one of its links.",
            address=address,
        )
    if not bounds_memory():
        console.tell("Warning: this system cannot bound the memory of a ruleset. Serve only rulesets that you trust.")
    run_server(application, socket)
    return 0


@declare_arguments(
    argument(
        "folder",
        "the folder that 'reguli serve --data' names (default: reguli_tables)",
        nargs="?",
        default="reguli_tables",
    ),
    argument(
        "--format FORMAT",
        "how they are written: md, by statement; csv; or times, how long each move took, as csv (default: md)",
        choices=("md", "csv", "times"),
        default="md",
    ),
    argument(
        "--example N", "write the move of note N as an example that runs, with what was noted", parse_positive_int
    ),
    argument(
        "--question N",
        "write note N into verify.yaml of its ruleset, as an open question about the rule",
        parse_positive_int,
    ),
    argument("--out FILE", "the file to write (default: the terminal)"),
)
def run_notes(given: argparse.Namespace, console: Console) -> int:
    """Write what players and watchers noted at tables, or make an example or an open question of one note."""
    with opened_store(given.folder) as store:
        if given.question is not None:
            note, standing = note_position(store, given.question)
            console.tell("written: {file}", file=str(answer_note(note, standing, question=True)))
            return 0
        if given.example is not None:
            text = note_example(*note_position(store, given.example))
        elif given.format == "times":
            text = times_csv(store.times())
        elif given.format == "csv":
            text = notes_csv(store.notes())
        else:
            text = notes_markdown(
                store.notes(), store.times(), console.interface, printed_texts(console.interface.code)
            )
    write_or_print(text, given.out, console)
    return 0

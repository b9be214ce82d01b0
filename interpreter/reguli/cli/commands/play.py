"""``reguli play`` and ``reguli demo``: a game at the terminal with people and bots, and the products made from it."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from reguli.api import Bounds
from reguli.app.description import load_demo_settings
from reguli.app.errors import Findings, make_refusal
from reguli.app.game_sessions import TablePosition, begin_game, open_session_texts, write_game_save
from reguli.app.loading import open_playable
from reguli.app.printing.print_requests import PrintOrder
from reguli.app.queries import game_outcome_json, replay_page
from reguli.app.ruleset_check import check
from reguli.app.scaffold import create_variant
from reguli.app.user_files import check_output_folder, check_writable, ensure_folder, write_file
from reguli.cli.arguments import (
    JSON,
    OPTIONS,
    PLAYERS,
    SEED,
    argument,
    declare_arguments,
    parse_name_values,
    parse_positive_int,
    parse_ruleset_options,
    parse_seed,
    split_comma_list,
)
from reguli.cli.command_output import print_diagnostics, print_json
from reguli.cli.commands.position_queries import load_file_position
from reguli.cli.console import Console
from reguli.cli.terminal_session import (
    assign_seats,
    open_save_file,
    prepare_session,
    print_ranking,
    print_unused_chance,
    run_session,
)
from reguli.source.finding_catalogue import Said

BOUNDS: Final = Bounds()
PAGE: Final = "replay.html"


@declare_arguments(
    argument("ruleset", "the name of a shipped ruleset, or the path of a folder or a variant", nargs="?"),
    PLAYERS,
    SEED,
    OPTIONS,
    argument(
        "--chance SITE=OUTCOME,...",
        "prescribe chance: outcomes of a lot in order; for a deck its order, one for each shuffle with | between "
        "(from the second on cards that are gone are passed over, and an order left empty is left to the seed)",
        several=True,
    ),
    argument("--names A,B,...", "what the players are called, clockwise"),
    argument(
        "--bots WHO",
        "who plays: person, random, uniform, greedy, search or search:N (N iterations), or a bot of the ruleset; one for all seats, or one for each with commas",
    ),
    argument("--save FILE", "keep the game in a file, written after every move"),
    argument("--load FILE", "go on from a save, a position, or FILE#EXAMPLE"),
    argument(
        "--rounds N",
        "bots alone play so many rounds before the game counts as one without end (default: 500)",
        parse_positive_int,
        default=BOUNDS.rounds,
    ),
    argument(
        "--moves N",
        "bots alone play so many moves before the game counts as one without end (default: 10,000)",
        parse_positive_int,
        default=BOUNDS.moves,
    ),
    JSON,
)
def run_play(given: argparse.Namespace, console: Console) -> int:
    """Play a game; it is saved however it ends. Return 1 when prescribed chance was never reached, 2 when it cannot be saved."""
    if given.save is not None:
        check_writable(Path(given.save), "save")
    standing = _continued(given, console) if given.load else _begun(given, console)
    playthrough = standing.playthrough
    bots = assign_seats(standing, given.bots, console)
    file = None if given.save is None else open_save_file(given.save, playthrough, console, loaded=given.load)
    table, saved = prepare_session(standing, bots, console, file=file, bounds=Bounds(given.rounds, given.moves)), True
    if (table.people or not given.json) and not playthrough.over:
        table.tongue = open_session_texts(standing, console.interface.code)
        for name in table.tongue.guessed:
            console.tell(
                "How is '{name}' spoken? Its letters do not say it, so its suffixes are a guess; 'names' of a lexicon can tell.",
                name=name,
            )
    if table.people and not playthrough.over:
        console.tell("Type 'help' to see what can be typed besides moves.")
    try:
        ending = run_session(table, standing)
    except Findings as stopped:
        print_diagnostics(stopped.findings, stopped.sources, console)
        return 1
    finally:
        if file is not None:
            saved = file.close()
    if given.json:
        print_json(game_outcome_json(playthrough), console)
    elif ending == "over":
        print_ranking(standing, table.tongue, console)
    elif given.save is None:
        console.tell("You left the game; it was not saved.")
    unused = playthrough.over and print_unused_chance(playthrough, console)
    return int(unused) if saved else 2


def _begun(given: argparse.Namespace, console: Console) -> TablePosition:
    if given.ruleset is None:
        raise make_refusal("X103", command="reguli play", why=Said("why.which_ruleset"))
    loaded = open_playable(given.ruleset, parse_ruleset_options(given))
    chance = parse_name_values(given.chance, Said("sort.outcomes_typed"))
    return begin_game(loaded, given.players, given.seed, names=split_comma_list(given.names), chance=chance)


def _continued(given: argparse.Namespace, console: Console) -> TablePosition:
    if given.players is not None or given.option or given.chance or given.names:
        raise make_refusal("X103", command="reguli play", why=Said("why.loaded_has_all"))
    return load_file_position(given.load, given.ruleset, console, seed=given.seed)


@declare_arguments(
    argument("ruleset", "the name of a shipped ruleset, or the path of a folder or a variant", nargs="?"),
    PLAYERS,
    argument("--folder DIR", "where to write (default: reguli_demo)", default="reguli_demo"),
    argument("--seed N", "another game", parse_seed),
    argument("--bots WHO", "who plays, as for 'reguli play' (default: the bot of the ruleset)"),
)
def run_demo(given: argparse.Namespace, console: Console) -> int:
    """Check a ruleset, play it, write its cards and a replay, and print their locations."""
    usual, folder = load_demo_settings(), check_output_folder(given.folder)
    loaded = open_playable(given.ruleset or usual.ruleset, {})
    found = check(loaded)
    if found.findings:
        raise Findings(found.findings, found.sources)
    console.print(f"check   {loaded.name}: {console.findings(0)}")
    players = given.players or usual.players_at(loaded)
    standing = begin_game(loaded, players, usual.seed if given.seed is None else given.seed)
    bots = assign_seats(standing, given.bots or usual.bot_of(standing), console)
    run_session(prepare_session(standing, bots, console), standing)
    console.print(f"play    {_counts(players, standing, console)}")
    tongue = open_session_texts(standing, console.interface.code)
    print_ranking(standing, tongue, console, " " * 8)
    game, page = ensure_folder(given.folder) / "game.json", folder / PAGE
    write_game_save(game, standing.playthrough)
    console.print(f"save    {game}")
    write_file(page, replay_page(standing.playthrough, console.interface, tongue))
    _write_cards(PrintOrder(languages=usual.languages, formats=("html",), players=players), standing, folder, console)
    console.print(f"replay  {page}  ({console.say('open it in a browser')})")
    _offer_workbench(standing, folder, console)
    return 0


def _offer_workbench(standing: TablePosition, folder: Path, console: Console) -> None:
    """Begin a variant of the demonstrated ruleset, and say how its numbers are changed in a browser."""
    name = f"my_{standing.playthrough.program.ruleset.id}"
    variant = folder / name
    if not variant.exists():
        create_variant(name, standing.loaded.name, str(folder))
    console.print(
        f"change  reguli serve --watch {variant}  ({console.say('change a number, and see cards and play follow')})"
    )
    if any(find_spec(package) is None for package in ("starlette", "uvicorn")):
        console.print("        " + console.say("first: {command}", command='pip install "reguli[web]"'))


def _counts(players: int, standing: TablePosition, console: Console) -> str:
    bots = console.count("{n} bot", "{n} bots", players)
    rounds = console.count("{n} round", "{n} rounds", standing.playthrough.fact("round"))
    return f"{bots}, {rounds}, {console.count('{n} move', '{n} moves', len(standing.playthrough.moves))}"


def _write_cards(order: PrintOrder, standing: TablePosition, folder: Path, console: Console) -> None:
    # Words and templates are needed only now.
    from reguli.app.printing.product_output import write_print_order

    written = write_print_order(standing.loaded, order, folder)
    for path in written.files:
        console.print(f"card    {path}")
    if written.findings:
        found = console.findings(len(written.findings))
        console.note(
            "card    "
            + console.say(
                "{findings} in the words: see reguli card {ruleset}", findings=found, ruleset=standing.loaded.name
            )
        )

"""``reguli new``: creation of a variant or a new game."""

from __future__ import annotations

import argparse

from reguli.app.errors import make_refusal
from reguli.app.scaffold import create_first_game, create_ruleset, create_variant
from reguli.cli.arguments import argument, declare_arguments
from reguli.cli.command_output import print_lines
from reguli.cli.console import Console
from reguli.source.finding_catalogue import Said


@declare_arguments(
    argument("name", "what it is called: small letters, digits and _; a folder of this name is made"),
    argument("--of RULESET", "begin a variant of this ruleset: only what it changes is written down"),
    argument("--like RULESET", "begin a game as a copy of this one, words included"),
    argument("--players N-N", "how many play the new game, for example 2-4"),
    argument(
        "--board SHAPE",
        "a board for the new game: square, hex, rhombus or map, and a size such as 5 or 8x6",
        nargs="+",
    ),
    argument("--name TITLE", "what is printed as its name (default: made of the first word)", dest="title"),
    argument("--folder FOLDER", "where the new folder is made (default: here)", default="."),
)
def run_new(given: argparse.Namespace, console: Console) -> int:
    """Write the folder and print possible next steps."""
    first = given.of is None and given.like is None
    if given.of is not None and given.like is not None:
        raise make_refusal("X103", command="reguli new", why=Said("why.say_of_or_like"))
    if not first and (given.players is not None or given.board is not None):
        raise make_refusal("X103", command="reguli new", why=Said("why.first_game_alone"))
    path = given.name if given.folder == "." else f"{given.folder}/{given.name}"
    steps = [
        console.say("to look at it: {command}", command=f"reguli check {path}"),
        console.say("to play it: {command}", command=f"reguli play {path}"),
        console.say("to print it: {command}", command=f"reguli card {path}"),
    ]
    if first:
        about = [console.say("A first game, to be changed as you like: it checks, plays and prints as it is.")]
        written = create_first_game(
            given.name, given.folder, [*about, *steps], given.title, players=given.players, board=given.board
        )
    elif given.of is not None:
        about = [
            console.say("What is written here is laid over the ruleset below; everything else stays as it is there."),
            console.say("To change a number, take away the # before 'set:' and before its line, and write another."),
        ]
        written = create_variant(given.name, given.of, given.folder, [*about, *steps], given.title)
    else:
        about = [console.say("A copy of {ruleset}, to be changed as you like.", ruleset=given.like)]
        written = create_ruleset(given.name, given.like, given.folder, [*about, *steps], given.title)
    print_lines([*map(str, written), *steps], console)
    return 0

"""``reguli new``: creation of a variant or a new game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from reguli.app.errors import make_refusal
from reguli.app.scaffold import create_first_game, create_ruleset, create_variant
from reguli.cli.arguments import argument, declare_arguments
from reguli.cli.command_output import print_lines
from reguli.cli.console import Console
from reguli.source.finding_catalogue import Said

if TYPE_CHECKING:
    from reguli.app.deck_scaffold import Deck


@declare_arguments(
    argument("name", "what it is called: small letters, digits and _; a folder of this name is made"),
    argument("--of RULESET", "begin a variant of this ruleset: only what it changes is written down"),
    argument("--like RULESET", "begin a game as a copy of this one, words included"),
    argument("--players N-N", "how many play the new game, for example 2-4"),
    argument(
        "--board SHAPE", "a board for the new game: square, hex, rhombus or map, and a size such as 5 or 8x6", nargs="+"
    ),
    argument("--name TITLE", "what is printed as its name (default: made of the first word)", dest="title"),
    argument(
        "--from SHEET", "begin a deck of cards from a spreadsheet, .xlsx or .csv: one row for each card", dest="table"
    ),
    argument("--sheet NAME", "the sheet of the workbook that has the cards (default: the only one)", default=""),
    argument("--with-faces", "also write what the cards show as a pieces.yaml, to be changed"),
    argument("--folder FOLDER", "where the new folder is made (default: here)", default="."),
)
def run_new(given: argparse.Namespace, console: Console) -> int:
    """Write the folder and print possible next steps."""
    begun = sum(one is not None for one in (given.of, given.like, given.table))
    first = begun == 0
    if begun > 1:
        raise make_refusal("X103", command="reguli new", why=Said("why.say_of_or_like"))
    if not first and (given.players is not None or given.board is not None):
        raise make_refusal("X103", command="reguli new", why=Said("why.first_game_alone"))
    path = given.name if given.folder == "." else f"{given.folder}/{given.name}"
    if given.table is not None:
        return _new_deck(given, path, console)
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


def _roles_shown(deck: Deck, console: Console) -> list[str]:
    """Return what stands where on the cards, and what is remarkable in the sheet, a line for each."""
    roles = {name: ", ".join(heads) for name, heads in deck.roles.items()}
    shown = {
        "title": console.say("title: {columns}", columns=roles.get("title", "")),
        "corner": console.say("in the corner: {columns}", columns=roles.get("corner", "")),
        "label": console.say("below the title: {columns}", columns=roles.get("label", "")),
        "picture": console.say("picture: {columns}", columns=roles.get("picture", "")),
        "body": console.say("text: {columns}", columns=roles.get("body", "")),
        "facts": console.say("in a small table: {columns}", columns=roles.get("facts", "")),
        "copies": console.say("number of copies: {columns}", columns=roles.get("copies", "")),
        "untranslated": console.say(
            "in every language as it stands: {columns} (a column such as '{head} (ro)' would translate it)",
            columns=roles.get("untranslated", ""),
            head=deck.roles.get("untranslated", ("",))[0],
        ),
        "headed": console.say(
            "heads that are printed too: {columns} (words/ro/lexicon.yaml translates them: {example})",
            columns=roles.get("headed", ""),
            example=f"names: {{{deck.roles.get('headed', ('',))[0]}: {{called: ...}}}}",
        ),
        "unprinted": console.say("not printed, in other languages: {columns}", columns=roles.get("unprinted", "")),
        "doubled": console.say("in several rows, each a card of its own: {names}", names=roles.get("doubled", "")),
        "left_out": console.say("rows left out, because of 0 copies: {number}", number=roles.get("left_out", "")),
    }
    return [line for role, line in shown.items() if role in roles]


def _new_deck(given: argparse.Namespace, path: str, console: Console) -> int:
    """Write a deck from a spreadsheet; print what stands where on its cards, and the command that prints them."""
    # What lays out cards costs a tenth of a second, and nothing else here needs it.
    from reguli.app.deck_scaffold import create_deck
    from reguli.app.printing.product_output import has_typesetter

    remarks = [
        console.say("Each row of the sheet is a card, each column a field; edit the sheet and print again."),
        console.say("A column that is guessed wrongly is declared: {example}", example="fields: {cost: {text: true}}"),
    ]
    deck = create_deck(
        given.name,
        given.table,
        given.folder,
        sheet=given.sheet,
        with_faces=given.with_faces,
        remarks=remarks,
        title=given.title,
    )
    shown = _roles_shown(deck, console)
    more = []
    if deck.icons:
        more.append(console.say("icons in texts, without a picture yet: {names}", names=", ".join(deck.icons)))
        more.append(console.say("save each as a PNG, for example {file}", file=f"{path}/icons/{deck.icons[0]}.png"))
    if not has_typesetter():
        more.append(console.say("for PDF, once: {command}", command="pip install 'reguli[print]'"))
    here = path if "/" in path else f"./{path}"
    command = f"reguli card {here} --product pieces --lang {','.join(deck.languages)} --format pdf"
    cards = console.count("{n} card", "{n} cards", deck.cards)
    rows = console.count("{n} row", "{n} rows", deck.rows)
    print_lines(
        [
            *map(str, deck.files),
            console.say("{cards} of {rows}; what each shows:", cards=cards, rows=rows),
            *(f"  {line}" for line in shown),
            *more,
            console.say("to print them: {command}", command=command),
        ],
        console,
    )
    return 0

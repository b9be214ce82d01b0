"""``reguli card`` and ``reguli book``: the printed products of a ruleset, as text, pages and pictures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal, require_known_values
from reguli.app.loading import open_playable
from reguli.app.printing.print_requests import BOOKS, SORT, PrintOrder, Written
from reguli.app.user_files import check_output_folder
from reguli.cli.arguments import (
    JSON,
    OPTIONS,
    RULESET,
    argument,
    declare_arguments,
    parse_ruleset_options,
    parsed_fields,
    split_unique_words,
)
from reguli.cli.command_output import findings_as_json, print_diagnostics, print_json, print_lines
from reguli.cli.console import Console
from reguli.cli.file_watcher import watch_files
from reguli.output_formats import usual_card_formats
from reguli.source.finding_catalogue import Said

EVERY: Final = "all"
"""In place of a ruleset: everything of all shipped rulesets, in all languages and formats."""
TEXTS: Final = ",".join(PrintOrder().formats)
LANGUAGES: Final = argument("--lang L,L,...", "languages, for example ro,hu,en (default: en)", default="en")
PLAYERS: Final = argument("--players N", "only what holds for so many players", int)
DRAFT: Final = argument("--draft", "print in any case, and mark what has no words yet")
FINAL: Final = argument("--final", "print only if every wording is approved as it is now")
AGAINST: Final = argument(
    "--against BASE",
    "tell changes from this: a ruleset, a folder, a git revision, or the digest of an earlier state as it is printed (default: what a variant is of)",
    default="",
)
FOLDER: Final = argument("--folder DIR", "where to write (default: generated_docs)", default="generated_docs")


@declare_arguments(
    argument(
        "ruleset",
        "the name of a shipped ruleset, or the path of a folder or a variant; all: everything of every shipped one",
    ),
    OPTIONS,
    argument(
        "--product P", "reference, aid, setup, summary, glossary or pieces (default: reference)", default="reference"
    ),
    argument("--id ID,ID,...", "of pieces only these, by the ids of their elements", dest="ids", default=""),
    argument("--changed", "of pieces only those that are printed otherwise than before"),
    AGAINST,
    LANGUAGES,
    argument("--back L", "print the backs in this language", default=""),
    PLAYERS,
    argument("--format F,F,...", "md, html, pdf, png, svg (default: md,html; with --for pdf or png)"),
    argument(
        "--paper P",
        "a4, letter, a5 or poker, or the size of a face, such as '63 x 88 mm' (default: by product)",
        default="",
    ),
    argument("--sheet P", "what cards are cut from: a4, letter or a5 (default: a4)", default="a4"),
    argument(
        "--for USE",
        "home: sheets with crop marks; press: bleed; sleeves: slips; stickers: texts for a printed box; table: one picture; "
        "tts: a deck for Tabletop Simulator; images: a picture for each card (default: home)",
        dest="purpose",
        default="home",
    ),
    argument("--watch", "write again whenever a file of the ruleset is saved, until Ctrl-C"),
    argument("--address URL", "of tts and images: where the pictures will lie (default: on this computer)", default=""),
    argument("--theme DIR", "a folder with fonts, colours, logo and icons of one's own", default=""),
    DRAFT,
    FINAL,
    FOLDER,
    JSON,
)
def run_card(given: argparse.Namespace, console: Console) -> int:
    """Write cards and sheets; return 1 when wordings are missing or wrong."""
    if given.watch:
        if given.ruleset == EVERY:
            raise make_refusal("X103", command="reguli card", why=Said("why.one_watched"))
        given.kept, given.seen = dict[str, bytes](), dict[str, tuple[int, int]]()
        watch_files(
            open_playable(given.ruleset, parse_ruleset_options(given)),
            lambda: _print(given, console, books=False),
            console,
        )
    return _print(given, console, books=False)


@declare_arguments(
    RULESET,
    OPTIONS,
    argument("--product P", "book, or changes for what is otherwise than before (default: book)", default="book"),
    argument(
        "--edition E", "player, or annotated with numbers of statements and sources (default: player)", default="player"
    ),
    AGAINST,
    LANGUAGES,
    PLAYERS,
    argument("--format F,F,...", "md, html, pdf (default: md,html)", default=TEXTS),
    argument("--theme DIR", "a folder with fonts, colours and logo of one's own", default=""),
    DRAFT,
    FINAL,
    FOLDER,
    JSON,
)
def run_book(given: argparse.Namespace, console: Console) -> int:
    """Write rulebooks; return 1 when wordings are missing or wrong."""
    return _print(given, console, books=True)


def _print(given: argparse.Namespace, console: Console, *, books: bool) -> int:
    """Write the requested products and print their files and findings."""
    # Words and templates cost a tenth of a second, and the help of these commands needs neither.
    from reguli.app.printing.product_output import CARDS, write_print_order, write_shipped_products

    def searched(revisions: int, states: int) -> None:
        console.progress(f"git: {revisions:,} / {states:,}")

    folder = check_output_folder(given.folder)
    if given.ruleset == EVERY:
        if given.theme:
            raise make_refusal("X103", command=f"reguli {'book' if books else 'card'}", why=Said("why.one_ruleset"))

        written, sources = write_shipped_products(folder, books=books), None
    else:
        require_known_values((given.product,), BOOKS if books else CARDS, SORT)
        loaded = open_playable(given.ruleset, parse_ruleset_options(given))
        chosen = parsed_fields(given, PrintOrder)
        chosen["ids"] = tuple(split_unique_words(chosen.get("ids", "")))
        asked = ",".join(usual_card_formats(given.purpose)) if given.format is None else given.format
        formats = tuple(split_unique_words(asked))
        order = PrintOrder(languages=tuple(split_unique_words(given.lang)), formats=formats, **chosen)
        written, sources = write_print_order(loaded, order, folder, searched), loaded.sources
    console.progress("")
    _note_left_out(written, console)
    paths = [str(path) for path in written.files]
    if not books and given.watch:
        stamps = {path: (Path(path).stat().st_ino, Path(path).stat().st_mtime_ns) for path in paths}
        paths = [path for path in paths if given.seen.get(path) != stamps[path]]
        given.seen |= stamps
    if given.json:
        told = {"files": paths, "findings": findings_as_json(written.findings, console)}
        told |= {"earlier": [str(path) for path in written.earlier]} if written.earlier else {}
        print_json(told if written.pieces is None else {**told, "pieces": written.pieces}, console)
    else:
        print_lines(paths, console)
        print_diagnostics(written.findings, sources, console)
    said = console.count("{n} file written", "{n} files written", len(paths))
    console.note(f"{said}, {console.findings(len(written.findings))}")
    return 1 if written.findings else 0


def _note_left_out(written: Written, console: Console) -> None:
    """Report content that is left out or printed differently than expected."""
    broken, bare, stale = (", ".join(names) for names in (written.broken, written.unpictured, written.overtaken))
    if written.pieces == ():
        console.tell("no piece is printed otherwise than before")
    if broken:
        console.tell("examples that no longer hold and are not printed: {names}", names=broken)
    if bare:
        console.tell("without a picture, so printed with the first letter: {names}", names=bare)
    if written.earlier:
        names = ", ".join(map(str, written.earlier))
        console.tell("from an earlier print, and not renewed now: {names}", names=names)
    if stale:
        console.tell("no sentence fits these rules, so the pages state the rules themselves: {names}", names=stale)

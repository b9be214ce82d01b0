"""``reguli facts``: data for double entry, and empty forms for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.app.entry_form_files import (
    ALL,
    form_file_name,
    list_enterable_items,
    write_all_blank_forms,
    write_blank_form,
    write_entry_form,
)
from reguli.app.loading import open_playable
from reguli.cli.arguments import OPTIONS, RULESET, argument, declare_arguments, parse_ruleset_options
from reguli.cli.command_output import print_lines, print_result
from reguli.cli.console import Console
from reguli.output_formats import list_formats

FORMATS: Final = list_formats("facts")


@declare_arguments(
    RULESET,
    argument("--form THING", "write the empty form of this, as the list names it, or of 'all'"),
    argument("--board BOARD", "of the things of that name the one on this board"),
    argument("--format", "how the form is written (default: by the name of the file, else csv)", choices=FORMATS),
    argument("--out FILE", "write the form into this file; of 'all' into this folder (default: facts)"),
    argument("--json", "print the list as JSON"),
    OPTIONS,
)
def run_facts(given: argparse.Namespace, console: Console) -> int:
    """List the data that can be entered a second time from the printed game, or write an empty form for it."""
    loaded = open_playable(given.ruleset, parse_ruleset_options(given))
    out = given.out
    ending = "" if out is None else Path(out).suffix.removeprefix(".")
    form = given.format or (ending if ending in FORMATS else FORMATS[0])
    if given.form == ALL:
        files = write_all_blank_forms(loaded, "facts" if out is None else out, form)
        print_lines(map(str, files), console)
    elif given.form is not None and out is None and form != "xlsx":
        console.print(str(write_entry_form(loaded, given.form, given.board, form)).rstrip("\n"))
    elif given.form is not None:
        path = write_blank_form(
            loaded, given.form, given.board, form, out or form_file_name(given.form, given.board, form)
        )
        console.tell("written: {file}", file=str(path))
    else:
        things = list_enterable_items(loaded)
        lines = (name if board is None else f"{name} --board {board}" for name, board in things)
        print_result([{"thing": name, "board": board} for name, board in things], lines, given, console)
    return 0

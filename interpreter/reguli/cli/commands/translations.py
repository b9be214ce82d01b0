"""``reguli words`` and ``reguli say``: translators' tools, from progress counts to spreadsheets, and a rule in words."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import Final

from reguli.app.errors import make_refusal
from reguli.app.loading import open_playable, open_ruleset
from reguli.app.translation import EVERYTHING, WordingDesk, check_language_codes, open_wording_desk
from reguli.cli.arguments import (
    JSON,
    OPTIONS,
    RULESET,
    argument,
    declare_arguments,
    parse_ruleset_options,
    split_comma_list,
)
from reguli.cli.command_output import print_diagnostics, print_lines, print_report, print_result
from reguli.cli.console import Console
from reguli.cli.file_watcher import watch_files
from reguli.cli.translation_text import (
    answer_count_lines,
    catalogue_update_lines,
    import_change_lines,
    rule_text_lines,
    sentence_lines,
    sign_off_lines,
    translation_status_lines,
    usable_value_lines,
    wording_sample_lines,
)
from reguli.source.finding_catalogue import Said

ACTIONS: Final = (
    "status",
    "list",
    "extract",
    "update",
    "check",
    "preview",
    "approve",
    "confirm",
    "answer",
    "export",
    "import",
)
ONE_BY_ONE: Final = ("preview", "list", "approve", "import")
"""What looks at the languages that were named and at no other."""


@declare_arguments(
    argument(
        "action ACTION",
        "status, list, extract, update, check, preview, approve, confirm, answer, export or import",
        choices=ACTIONS,
    ),
    RULESET,
    argument("--lang L,L,...", "languages, for example ro,hu (default: all)"),
    argument("--id PATTERN", "preview, list, approve, confirm or answer only these, for example 'reason:*'"),
    argument("--by NAME", "who approves, or who corrected a proof sheet", default=""),
    argument("--on DAY", "when, as 2026-11-26 (default: today)", default=""),
    argument("--reviewed", "it was read, and is not approved yet"),
    argument("--because WHY", "why what was found doubtful is right", default=""),
    argument("--players N", "preview what holds for so many players", int),
    argument("--watch", "preview again whenever a file changes"),
    argument("--xlsx FILE", "the spreadsheet to export to or to import"),
    argument("--printed", "export the sentences as printed, for a copy editor"),
    OPTIONS,
    JSON,
)
def run_words(given: argparse.Namespace, console: Console) -> int:
    """Run the requested translation task."""
    check_language_codes(split_comma_list(given.lang or None))
    if given.action in ("approve", "confirm", "answer") and (given.id is None or not given.lang):
        raise make_refusal("X103", command="reguli words", why=Said("why.which_wordings"))
    given.id = EVERYTHING if given.id is None else given.id
    if given.action == "preview" and given.watch:
        watch_files(
            open_ruleset(given.ruleset, parse_ruleset_options(given)), lambda: _previewed(given, console), console
        )
    desk, done = _desk(given, console), True
    match given.action:
        case "status":
            found = desk.status()
            print_result([one.as_json() for one in found], translation_status_lines(found, console), given, console)
            for name, place in desk.untold():
                console.tell("no text tells {name}: {place}", name=name, place=place)
        case "list":
            wanted = desk.sentences(given.id)
            print_result([one.to_json() for one in wanted], sentence_lines(wanted, console), given, console, 1)
        case "extract":
            console.print(str(desk.extract()))
        case "update":
            updated = desk.update()
            print_result(
                {one.language: one.to_json() for one in updated},
                catalogue_update_lines(updated, console),
                given,
                console,
            )
        case "check":
            wrong = desk.check()
            print_report(given.ruleset, wrong, desk.sources, console, as_json=given.json)
            console.note(f"{given.ruleset}: {console.findings(len(wrong))}")
            return 1 if wrong else 0
        case "preview":
            _preview(given, desk, console)
        case "approve" | "confirm":
            done = _approve(given, desk, console)
        case "answer":
            answered = desk.answer(given.id, given.because)
            told = {one.language: one.to_json() for one in answered}
            print_result(told, answer_count_lines(answered, console), given, console)
            done = any(one.answered for one in answered)
        case "export":
            written = desk.export_sheet(_file(given), printed=given.printed)
            done = written is not None
            print_lines([str(written)] if done else (), console)
        case _:
            imported = desk.import_sheet(_file(given), by=given.by, day=_day(given), every=given.reviewed)
            done = imported is not None
            if imported is not None:
                print_result(imported.to_json(), import_change_lines(imported, console), given, console)
    print_diagnostics(desk.findings, desk.sources, console)
    return 0 if done and not desk.findings else 1


def _desk(given: argparse.Namespace, console: Console) -> WordingDesk:
    loaded, every = open_playable(given.ruleset, parse_ruleset_options(given)), given.action not in ONE_BY_ONE
    desk = open_wording_desk(loaded, split_comma_list(given.lang or None), players=given.players, every=every)
    desk.must_match(given.id)
    return desk


def _preview(given: argparse.Namespace, desk: WordingDesk, console: Console) -> None:
    found = desk.preview(given.id)
    print_result([one.as_json() for one in found], wording_sample_lines(found, console), given, console)


def _previewed(given: argparse.Namespace, console: Console) -> None:
    """Print one preview and its findings."""
    desk = _desk(given, console)
    _preview(given, desk, console)
    print_diagnostics(desk.findings, desk.sources, console)


def _approve(given: argparse.Namespace, desk: WordingDesk, console: Console) -> bool:
    if given.action == "confirm":
        found = desk.confirm(given.id)
    else:
        found = desk.approve(given.id, given.by, _day(given), "reviewed" if given.reviewed else "approved")
    print_result({one.language: one.to_json() for one in found}, sign_off_lines(found, console), given, console)
    return any(one.signed for one in found) and not any(one.waiting for one in found)


def _day(given: argparse.Namespace) -> str:
    return given.on or datetime.now().astimezone().date().isoformat()


def _file(given: argparse.Namespace) -> str:
    if given.xlsx is None:
        raise make_refusal("X103", command="reguli words", why=Said("why.which_spreadsheet"))
    return str(given.xlsx)


@declare_arguments(
    RULESET,
    argument("rule", "the id of a rule, a table, a constant or a statement"),
    argument("--lang L,L,...", "languages, for example ro,hu,en (default: all)"),
    argument("--values", "list the values that a sentence on it may use"),
    argument("--players N", "say only what holds for so many players", int),
    OPTIONS,
    JSON,
)
def run_say(given: argparse.Namespace, console: Console) -> int:
    """Print one rule in words."""
    codes = check_language_codes(split_comma_list(given.lang or None))
    desk = open_wording_desk(open_playable(given.ruleset, parse_ruleset_options(given)), codes, players=given.players)
    if given.values:
        listed = desk.usable_values(given.rule)
        print_result(listed, usable_value_lines(listed, console), given, console)
        return 0
    said = desk.say(given.rule)
    print_result([one.as_json() for one in said], rule_text_lines(said, console), given, console)
    print_diagnostics(desk.findings, desk.sources, console)
    return 0

"""``reguli verify``, ``strength``, ``compare``, ``keep``, ``accept``, ``bless``: what there is to find in rules, and what a designer answers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.app.files import check_page, write_file
from reguli.app.opening import opened, playable
from reguli.app.troubles import refused
from reguli.app.verification.answering import accept, bless, keep
from reguli.app.verification.report_lines import report_lines
from reguli.app.verification.verified import Verified
from reguli.app.verification.verifying import UNITS, Order, verify
from reguli.cli.arguments import OPTIONS, RULESET, argument, limit, options, seed, takes, words_of
from reguli.cli.console import Console
from reguli.cli.reports import print_findings, print_json, print_lines
from reguli.source.said import Said

BUDGET: Final = argument(
    "--budget", type=limit, default=UNITS, metavar="N", help="so many units of work, about a second each (default: 60)"
)
SEED: Final = argument(
    "--seed", type=seed, default=0, metavar="N", help="the seed of everything that is left to chance"
)
FORMAT: Final = argument(
    "--format", choices=["text", "json", "html"], default="text", help="how the report is written (default: text)"
)
OUT: Final = argument("--out", metavar="FILE", help="write the report into a file")
AGAINST: Final = argument(
    "--against",
    metavar="BASE",
    help="compare with this: a ruleset, a folder, a git revision, 'base' or 'bless' (default: what a variant is of)",
)
SAVES: Final = argument("--saves", metavar="FOLDER", help="also replay the recorded games of this folder")


@takes(
    RULESET,
    OPTIONS,
    BUDGET,
    AGAINST,
    argument(
        "--only",
        default="",
        metavar="PART,...",
        help="only these parts: examples, static, strength, against, play, exhausted",
    ),
    SEED,
    FORMAT,
    SAVES,
    OUT,
)
def run_verify(given: argparse.Namespace, console: Console) -> int:
    """Verify a ruleset; 1 where something is wrong, or changed and not accepted."""
    return _verified(given, console, tuple(words_of(given.only)), given.against)


@takes(RULESET, OPTIONS, BUDGET, SEED, FORMAT, OUT)
def run_strength(given: argparse.Namespace, console: Console) -> int:
    """Say which faults no example notices."""
    return _verified(given, console, ("examples", "strength"), None)


@takes(
    RULESET,
    argument("base", nargs="?", metavar="BASE", help="what to compare with, as after 'verify --against'"),
    OPTIONS,
    BUDGET,
    SEED,
    FORMAT,
    SAVES,
    OUT,
)
def run_compare(given: argparse.Namespace, console: Console) -> int:
    """Compare a ruleset with a base."""
    return _verified(given, console, ("examples", "against"), given.base)


def _verified(given: argparse.Namespace, console: Console, only: tuple[str, ...], against: str | None) -> int:
    loaded = opened(given.ruleset, options(given))
    saves = getattr(given, "saves", None)
    order = Order(given.budget, against, only, given.seed, None if saves is None else Path(saves))

    def told(part: str, what: str, done: int, of: int) -> None:
        console.progress(f"{part}: {what} {done}/{of}" if of else f"{part}: {what}")

    if given.out is not None and given.format == "html":
        check_page(Path(given.out))
    found = verify(loaded, order, told)
    console.progress("")
    if found.interrupted:
        console.note(console.say("interrupted; what was found so far follows"))
    _write(found, given, console)
    counts = {
        name: len([one for one in found.of(name) if one.open]) for name in ("error", "change", "gap", "open", "warning")
    }
    console.note(
        console.say(
            "{name}: {errors} wrong, {changes} changed, {gaps} unnoticed, {questions} open, {warnings} worth a look",
            name=given.ruleset,
            errors=counts["error"],
            changes=counts["change"],
            gaps=counts["gap"],
            questions=counts["open"],
            warnings=counts["warning"],
        )
    )
    return 0 if found.clean else 1


def _write(found: Verified, given: argparse.Namespace, console: Console) -> None:
    """Write the report as it was asked for, to a file or as the result."""
    if given.format == "json" and given.out is None:
        print_json(found.to_json(console.translation), console)
        return
    if given.format == "text" and given.out is None:
        print_lines(
            report_lines(found, console.interface, console.translation, colour=console.colours_results), console
        )
        return
    text = _text(found, given.format, console)
    if given.out is None:
        console.print(text)
    else:
        write_file(Path(given.out), text + "\n")
        console.note(console.say("written: {file}", file=given.out))


def _text(found: Verified, form: str, console: Console) -> str:
    if form == "json":
        # Only who writes a file needs it here.
        import json

        return json.dumps(found.to_json(console.translation), ensure_ascii=False, indent=2)
    return "\n".join(report_lines(found, console.interface, console.translation))


@takes(
    RULESET,
    argument("id", metavar="ID", help="the id of a finding, as a report says it"),
    argument("--reading", choices=["1", "2"], help="which of its two readings is right"),
    OPTIONS,
)
def run_keep(given: argparse.Namespace, console: Console) -> int:
    """Write an offered example into the ruleset; 1 where the rules say otherwise."""
    if given.reading is None:
        raise refused("X103", command="reguli keep", why=Said("why.which_reading"))
    loaded = opened(given.ruleset, options(given))
    answered = keep(loaded, given.id, int(given.reading))
    console.note(console.say("written: {file}", file=str(answered.file)))
    if answered.result is None:
        return 0
    console.print(f"{console.say('ok    ') if answered.result.passed else console.say('FAILED')}  {answered.result.id}")
    print_findings(answered.result.findings, loaded.sources, console)
    return 0 if answered.result.passed else 1


@takes(
    RULESET,
    argument("id", metavar="ID", help="the id of a finding, as a report says it, or of a rule"),
    argument("--because", required=True, metavar="TEXT", help="why it stands"),
    OPTIONS,
)
def run_accept(given: argparse.Namespace, console: Console) -> int:
    """Write into verify.yaml that a finding stands."""
    if not given.because.strip():
        raise refused("X103", command="reguli accept", why=Said("why.because_empty"))
    answered = accept(opened(given.ruleset, options(given)), given.id, given.because)
    console.note(console.say("written: {file}", file=str(answered.file)))
    return 0


@takes(RULESET, OPTIONS)
def run_bless(given: argparse.Namespace, console: Console) -> int:
    """Write beside a ruleset what it is today, to be held against that later."""
    answered = bless(playable(given.ruleset, options(given)))
    console.note(console.say("written: {file}", file=str(answered.file)))
    return 0

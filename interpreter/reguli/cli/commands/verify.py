"""``reguli verify``, ``mutate``, ``compare``, ``keep``, ``accept``, ``baseline``: verification of rules, and the designer's answers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal
from reguli.app.loading import open_playable, open_ruleset
from reguli.app.user_files import check_writable, write_file
from reguli.app.verification.runner import (
    UNITS,
    VerificationRequest,
    Verified,
    adopt_example,
    save_baseline,
    suppress_finding,
    verify,
)
from reguli.app.verification.text_report import finding_counts_line, report_lines
from reguli.cli.arguments import (
    CLUSTER,
    OPTIONS,
    RULESET,
    argument,
    declare_arguments,
    parse_positive_int,
    parse_ruleset_options,
    parse_seed,
    split_unique_words,
)
from reguli.cli.command_output import print_findings, safe_json_text, write_or_print
from reguli.cli.console import Console
from reguli.output_formats import file_endings, list_formats
from reguli.source.finding_catalogue import Said

BUDGET: Final = argument(
    "--budget N", "so many units of work, about a second each (default: 60)", parse_positive_int, default=UNITS
)
SEED: Final = argument("--seed N", "the seed of everything that is left to chance", parse_seed, default=0)
FORMAT: Final = argument(
    "--format", "how the report is written (default: text)", choices=list_formats("report"), default="text"
)
OUT: Final = argument("--out FILE", "write the report into a file; a page (html) needs one")
MATRIX: Final = argument(
    "--matrix FILE", "also write statements, rules, examples, levels and wordings as a spreadsheet (.xlsx)"
)
AGAINST: Final = argument(
    "--against BASE",
    "compare with this: a ruleset, a folder, a git revision, the digest of an earlier state, 'base' or 'baseline' (default: what a variant is of)",
)
SAVES: Final = argument("--saves FOLDER", "also replay the recorded games of this folder")


@declare_arguments(
    RULESET,
    OPTIONS,
    BUDGET,
    AGAINST,
    argument(
        "--only PART,...", "only these parts: examples, static, mutation, regression, fuzz, model-check", default=""
    ),
    SEED,
    FORMAT,
    SAVES,
    CLUSTER,
    OUT,
    MATRIX,
)
def run_verify(given: argparse.Namespace, console: Console) -> int:
    """Verify a ruleset; return 1 if there are errors or changes that are not accepted."""
    return _verified(given, console, tuple(split_unique_words(given.only)), given.against)


@declare_arguments(RULESET, OPTIONS, BUDGET, SEED, FORMAT, CLUSTER, OUT, MATRIX)
def run_mutate(given: argparse.Namespace, console: Console) -> int:
    """Print the mutants that no example kills."""
    return _verified(given, console, ("examples", "mutation"), None)


@declare_arguments(
    RULESET,
    argument("base BASE", "what to compare with, as after 'verify --against'", nargs="?"),
    OPTIONS,
    BUDGET,
    SEED,
    FORMAT,
    SAVES,
    OUT,
    MATRIX,
)
def run_compare(given: argparse.Namespace, console: Console) -> int:
    """Compare a ruleset with a base."""
    return _verified(given, console, ("examples", "regression"), given.base)


def _matrix_file(name: str) -> Path:
    """Check a spreadsheet's file name for a valid ending, and before long work that the file can be written."""
    if Path(name).suffix.casefold() not in file_endings("matrix"):
        raise make_refusal("X103", command="reguli verify", why=Said("why.spreadsheet_name"))
    check_writable(Path(name), "report")
    return Path(name)


def _verified(given: argparse.Namespace, console: Console, only: tuple[str, ...], against: str | None) -> int:
    loaded = open_ruleset(given.ruleset, parse_ruleset_options(given))
    saves = getattr(given, "saves", None)
    saved, cluster = None if saves is None else Path(saves), getattr(given, "cluster", None)
    order = VerificationRequest(given.budget, against, only, given.seed, saved, cluster)

    def told(part: str, what: str, done: int, of: int) -> None:
        console.progress(f"{part}: {what} {done}/{of}" if of else f"{part}: {what}")

    matrix = None if given.matrix is None else _matrix_file(given.matrix)
    if given.format == "html":
        if given.out is None:
            raise make_refusal("X103", command="reguli verify", why=Said("why.which_page"))
        check_writable(Path(given.out), "page")
    elif given.out is not None:
        check_writable(Path(given.out), "report")
    found = verify(loaded, order, told)
    console.progress("")
    if found.interrupted:
        console.tell("interrupted; what was found so far follows")
    _write(found, given, console)
    if matrix is not None:
        write_file(matrix, found.matrix(console.interface.code))
        console.tell("written: {file}", file=given.matrix)
    console.note(finding_counts_line(found, console.interface))
    return 0 if found.clean else 1


def _write(found: Verified, given: argparse.Namespace, console: Console) -> None:
    """Write the report in the requested form, to a file or as the result."""
    if given.format == "json":
        text = safe_json_text(found.to_json(console.translation))
    elif given.format == "html":
        text = found.page(console.interface.code)
    else:
        colour = given.out is None and console.colours_results
        text = "\n".join(report_lines(found, console.interface, console.translation, colour=colour))
    write_or_print(f"{text}\n", given.out, console)


@declare_arguments(
    RULESET,
    argument("id ID", "the id of a finding, as a report says it"),
    argument("--reading", "which of its two readings is right", choices=["1", "2"]),
    OPTIONS,
)
def run_keep(given: argparse.Namespace, console: Console) -> int:
    """Write an offered example into the ruleset; return 1 if the rules contradict it."""
    if given.reading is None:
        raise make_refusal("X103", command="reguli keep", why=Said("why.which_reading"))
    loaded = open_ruleset(given.ruleset, parse_ruleset_options(given))
    answered = adopt_example(loaded, given.id, int(given.reading))
    console.tell("written: {file}", file=str(answered.file))
    if answered.result is None:
        return 0
    console.print(f"{console.say('ok    ') if answered.result.passed else console.say('FAILED')}  {answered.result.id}")
    print_findings(answered.result.findings, loaded.sources, console)
    return 0 if answered.result.passed else 1


@declare_arguments(
    RULESET,
    argument("id ID", "the id of a finding, as a report says it, or of a rule"),
    argument("--because TEXT", "why it stands, or what is not decided", required=True),
    argument("--undecided", "no statement says which is right: it is an open question"),
    OPTIONS,
)
def run_accept(given: argparse.Namespace, console: Console) -> int:
    """Record in verify.yaml that a finding is accepted, or that no statement decides it."""
    if not given.because.strip():
        raise make_refusal("X103", command="reguli accept", why=Said("why.because_empty"))
    answered = suppress_finding(
        open_ruleset(given.ruleset, parse_ruleset_options(given)), given.id, given.because, undecided=given.undecided
    )
    console.tell("written: {file}", file=str(answered.file))
    return 0


@declare_arguments(RULESET, OPTIONS)
def run_baseline(given: argparse.Namespace, console: Console) -> int:
    """Write a baseline of the ruleset for later comparison."""
    answered = save_baseline(open_playable(given.ruleset, parse_ruleset_options(given)))
    console.tell("written: {file}", file=str(answered.file))
    return 0

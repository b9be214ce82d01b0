"""``reguli fmt`` and ``reguli schema``: layout and JSON Schemas of ruleset files, for people and editors."""

from __future__ import annotations

import argparse

from reguli.app.explanations import explain_term, write_reference_pages
from reguli.app.formatting import format_rule_files
from reguli.app.json_schemas import KINDS, json_schema_text, write_json_schemas
from reguli.cli.arguments import JSON, argument, declare_arguments
from reguli.cli.command_output import print_diagnostics, print_json, print_lines, report_error
from reguli.cli.console import Console
from reguli.cli.explanation_text import finding_code_lines, word_meaning_lines


@declare_arguments(
    argument("paths PATH", "a rules file, or a ruleset (all of its rules files)", nargs="+"),
    argument("--check", "change nothing; 1 when a file is laid out otherwise"),
)
def run_fmt(given: argparse.Namespace, console: Console) -> int:
    """Format rules files; if an argument is not a rules file, all files are checked and none is changed."""
    found = format_rule_files(given.paths)
    print_diagnostics(found.bag.diagnostics, found.sources, console)
    if found.troubles:
        *others, last = found.troubles
        for trouble in others:
            report_error(trouble, console)
        raise last
    for path in found.changed if given.check else found.written():
        console.print(str(path))
    if given.check:
        console.note(console.count("{n} file would change", "{n} files would change", len(found.changed)))
    else:
        console.note(console.count("{n} file changed", "{n} files changed", len(found.changed)))
    return 1 if found.bag or (given.check and found.changed) else 0


@declare_arguments(
    argument(
        "kind KIND",
        "a kind of document, such as game; without it all are listed",
        nargs="?",
        choices=[kind.id for kind in KINDS],
    ),
    argument("--into FOLDER", "write the schemas to FOLDER, each to a file of its own"),
)
def run_schema(given: argparse.Namespace, console: Console) -> int:
    """Print the schema of a kind of document, list the kinds, or write schemas to files."""
    wanted = tuple(kind for kind in KINDS if given.kind in (None, kind.id))
    if given.into is not None:
        print_lines(map(str, write_json_schemas(wanted, given.into)), console)
    elif given.kind is not None:
        console.print(json_schema_text(wanted[0]).rstrip())
    else:
        width = max(len(kind.id) for kind in KINDS)
        print_lines((f"{kind.id:{width}}  {kind.files}" for kind in KINDS), console)
    return 0


@declare_arguments(
    argument("code", "the code of a finding, or a word of the language; without it all codes are listed", nargs="?"),
    argument("--pages FOLDER", "write FOLDER/language: everything of the language on pages"),
    JSON,
)
def run_explain(given: argparse.Namespace, console: Console) -> int:
    """Print one entry, the meaning of a word, or the list of all codes; or write the reference pages."""
    if given.pages is not None:
        print_lines(map(str, write_reference_pages(given.pages)), console)
        return 0
    found = explain_term(given.code, console.interface.code)
    if given.json:
        print_json(found.to_json(), console)
    elif given.code is None:
        print_lines((f"{code.id}  {code.title}" for code in sorted(found.findings, key=lambda one: one.id)), console)
    elif found.findings:
        print_lines(finding_code_lines(found.findings[0], console), console)
    else:
        print_lines(word_meaning_lines(found.meanings, console), console)
    return 0

"""``reguli schema``: what may stand in a document, for an editor."""

from __future__ import annotations

import argparse

from reguli.app.schemas import KINDS, schema_text, write_schemas
from reguli.cli.console import Console
from reguli.cli.parser import Parser


def arguments(parser: Parser) -> None:
    """Take a kind of document and a folder."""
    known = [kind.id for kind in KINDS]
    parser.add_argument(
        "kind",
        nargs="?",
        choices=known,
        metavar="KIND",
        help="a kind of document, such as game; without it all are listed",
    )
    parser.add_argument("--into", metavar="FOLDER", help="write the schemas to FOLDER, each to a file of its own")


def run(given: argparse.Namespace, console: Console) -> int:
    """Print the schema of a kind of document, list the kinds, or write schemas to files."""
    wanted = tuple(kind for kind in KINDS if given.kind in (None, kind.id))
    if given.into is not None:
        for path in write_schemas(wanted, given.into):
            console.print(str(path))
    elif given.kind is not None:
        console.print(schema_text(wanted[0]).rstrip())
    else:
        width = max(len(kind.id) for kind in KINDS)
        for kind in KINDS:
            console.print(f"{kind.id:{width}}  {kind.files}")
    return 0

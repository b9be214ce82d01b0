"""Chunks that hold several files of a ruleset, each after a line ``--- path``.

A path that begins with ``quick/`` belongs to a variant folder beside the ruleset ``my_game``; every other path lies in ``my_game``.
Files of BASE stand in for those that a chunk does not write. Each file is written with as many empty lines at its top as stand above
it in the chunk, so that the lines of findings are lines of the chunk; a finding about a file as a whole is moved to its ``---`` line.
"""

from __future__ import annotations

import dataclasses
import re
import tempfile
from pathlib import Path

from reguli.ruleset.declarations.example_files import load_example_file
from reguli.ruleset.patches.variant_loading import load_ruleset
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.source_excerpt import Span

HEADER = re.compile(r"--- (\S+)")
WHERE = "chunk"

BASE = {
    "game.yaml": "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\n"
    "options:\n  size: {choose: [small, large], default: small}\n  open_hands: {switch: false}\n"
    "round: [planning, building]\nstages:\n  - id: early\n  - {id: late, from: [early]}\n",
    "constants.yaml": "start_sum: {value: 50, unit: coin}\nspare_sum: 9\n",
    "tables.yaml": "income:\n  keys: [player_count, stage]\n  rows: {2: {early: 1, late: 2}, 3: [3, 4], 4: [5, 6]}\n"
    "fee: {keys: [{name: houses, from: 1, to: 3}], rows: [5, 6, 7]}\n"
    "start_suit: {keys: [player_count], of: suit, rows: [clubs, hearts, hearts]}\n",
    "components/cards.yaml": "kinds:\n  suit: {elements: [hearts, clubs]}\n  coin: {tokens: {supply: 50}}\n"
    "  card:\n    pieces: true\n    fields: {suit: {kind: suit}, cost: {number: coin, default: 1}}\n"
    "    columns: [id, suit, cost]\n    rows:\n      - [ace, hearts, 3]\n      - {id: king, suit: clubs}\n",
    "state.yaml": "player:\n  money: {zone: coin, visible: owner}\n",
    "rules/rounds.rules": "phase planning:\n    run prepare\n\nprocedure prepare:\n    settle\n\nphase building:\n    settle\n",
}


def read_ruleset(text: str, bag: Bag) -> None:
    """Read a chunk as a ruleset, or as a variant of one, and collect what is found."""
    files, headers = parted(text)
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        written = {f"my_game/{path}": base for path, base in BASE.items()}
        if any(path.startswith("quick/") for path in files):
            written["quick/variant.yaml"] = "variant: quick\nof: my_game\n"
        written.update({path if path.startswith("quick/") else f"my_game/{path}": part for path, part in files.items()})
        for path, part in written.items():
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            (top / path).write_bytes(part.encode("utf-8"))
        found = Bag()
        variant = "quick/variant.yaml" in written
        path = top / ("quick" if variant else "my_game")
        load_ruleset(path, found, find=lambda wanted: top / wanted if wanted == "my_game" else None)
    bag.extend(moved(finding, headers) for finding in found)


def read_examples(text: str, bag: Bag) -> None:
    """Read a chunk as a file of examples, or as a position, and collect what is found."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "chunk.yaml"
        path.write_bytes(text.encode("utf-8"))
        found = Bag()
        load_example_file(path, found)
    bag.extend(moved(finding, {}) for finding in found)


def parted(text: str) -> tuple[dict[str, str], dict[str, int]]:
    """Return the files of a chunk, and the lines of their headers."""
    files: dict[str, str] = {}
    headers: dict[str, int] = {}
    path = ""
    for number, line in enumerate(text.split("\n"), 1):
        found = HEADER.match(line)
        if found is not None:
            path = found[1]
            headers[path] = number
            files[path] = "\n" * number
        elif path:
            files[path] += line + "\n"
    return files, headers


def moved(finding: Diagnostic, headers: dict[str, int]) -> Diagnostic:
    span = finding.span
    if span is None:
        return finding
    line = headers.get(span.file.removeprefix("my_game/"), 0) if span.line == 0 else span.line
    return dataclasses.replace(finding, span=Span(WHERE, line, span.column, max(line, span.end_line), span.end_column))

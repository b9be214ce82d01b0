"""The kinds of input of the fuzzer: what each damages, and which commands it is put through.

A kind is given a folder of its own and a source of chance; it writes files there and gives lines of commands. Its weight is about the share that it has of all inputs: cheap kinds
come often, those that print pages or verify seldom.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ground import Ground, Lines
from kinds_beside import (
    baseline,
    bots,
    examples,
    facts,
    files,
    layouts,
    moves,
    positions,
    shipped,
    spreadsheets,
    themes,
    verified,
    wordings,
)
from kinds_of_rules import columns, grammar, libraries, rules, saves, semantic, values, variants, words_of_commands


def everywhere(ground: Ground) -> Lines:
    """A small game with any damage, through every command."""
    lines = ground.chance.choice([values, rules, grammar, libraries, wordings, files, semantic])(ground)
    game = next(
        path for path in ground.folder.iterdir() if (path / "game.yaml").parent.is_dir() and path.name == "game"
    )
    return [*lines[:1], *every_command(game, ground.folder)]


def every_command(game: Path, folder: Path) -> Lines:
    """Return a line of every command that a ruleset is given to; ``folder`` takes what they write."""
    name, out, save = str(game), ["--folder", str(folder / "out")], str(folder / "save.json")
    return [
        ["check", name, "--json"],
        ["check", name, "--release"],
        ["check", name, "--print", "--lang", "en"],
        ["check", name, "--play", "--budget", "20"],
        *([one, name] for one in ("info", "program", "facts", "baseline")),
        ["info", name, "--names"],
        ["info", name, "--graph", "--json"],
        ["info", name, "--chance"],
        ["examples", name, "--json"],
        ["trace", name, "T1"],
        ["verify", name, "--budget", "1", "--format", "json"],
        ["mutate", name, "--budget", "1"],
        ["compare", name, "tic_tac_toe", "--budget", "1"],
        ["accept", name, "S-000000", "--because", "it is so"],
        ["keep", name, "S-000000"],
        ["say", name, "T1", "--json"],
        *(["words", action, name] for action in ("list", "status", "check", "update", "preview", "extract")),
        ["card", name, "--lang", "en", "--format", "md", *out],
        ["book", name, "--lang", "en", "--format", "md", *out],
        ["fmt", "--check", name],
        ["play", name, "--bots", "uniform", "--moves", "4", "--save", save],
        ["demo", name, *out],
        ["replay", save, "--ruleset", name],
        ["moves", save, "--ruleset", name],
        ["why", save, "x", "--ruleset", name],
        ["example", save, "--ruleset", name],
        *(["simulate", name, "--games", "2", "--moves", "50", "--workers", "1", "--engine", engine] for engine in ("interpreter", "python", "wasm")),
        ["new", "copied", "--like", name, *out],
        ["new", "varied", "--of", name, *out],
    ]  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """A kind of input: its weight among all, and what makes one."""

    weight: float
    make: Callable[[Ground], Lines]


KINDS: Final[dict[str, Kind]] = {
    "values": Kind(6000, values),
    "rules": Kind(1200, rules),
    "grammar": Kind(4200, grammar),
    "semantic": Kind(750, semantic),
    "variants": Kind(2200, variants),
    "saves": Kind(4300, saves),
    "libraries": Kind(1300, libraries),
    "commands": Kind(1200, words_of_commands),
    "columns": Kind(550, columns),
    "wordings": Kind(160, wordings),
    "spreadsheets": Kind(40, spreadsheets),
    "themes": Kind(200, themes),
    "layouts": Kind(160, layouts),
    "bots": Kind(520, bots),
    "verify": Kind(115, verified("verify.yaml", "static")),
    "counts": Kind(115, verified("counts.yaml", "entered")),
    "scale": Kind(40, verified("scale.yaml", "model-check")),
    "examples": Kind(150, examples),
    "moves": Kind(150, moves),
    "positions": Kind(150, positions),
    "baseline": Kind(160, baseline),
    "facts": Kind(8, facts),
    "shipped": Kind(50, shipped),
    "files": Kind(150, files),
    "everywhere": Kind(60, everywhere),
}


def compared(rows: Sequence[str]) -> Iterator[str]:
    """Yield where back ends played otherwise: ``rows`` are the summaries of the batches of one ruleset."""
    found: list[Any] = []
    for text in rows:
        summary = json.loads(text)
        summary.pop("engine")
        found.append(summary)
    if any(one != found[0] for one in found[1:]):
        yield "back ends differ"

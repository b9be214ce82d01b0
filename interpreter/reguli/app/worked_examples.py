"""Worked examples of a ruleset: listed, run, and generated from a position of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal
from reguli.app.user_files import write_file
from reguli.batch.workers import run_in_order
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.pipeline import LoadedRuleset
from reguli.source.bounded_files import folder_has_entry, folder_lock
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.verify.example_runner import ExampleResult, interpreter_programs, run_example, selected_examples
from reguli.verify.example_writer import example_text

LONGEST_NAME: Final = 40
EXAMPLES: Final = "examples"


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A worked example: its id, and the rulebook statements that it illustrates."""

    id: str
    cites: tuple[str, ...]


def list_worked_examples(loaded: LoadedRuleset, ids: Sequence[str] = ()) -> tuple[WorkedExample, ...]:
    """Return the examples of a playable ruleset and of its bases, or some of them; abstract ones are left out.

    Raises ``Refused`` (X107) for an unknown one.
    """
    known = {name: example for name, example in loaded.examples.items() if not example.abstract}
    for wanted in ids:
        if wanted not in known:
            names = ", ".join(known) or "none"
            raise make_refusal("X107", near=closest_name(wanted, known), name=wanted, where=loaded.name, known=names)
    return tuple(WorkedExample(one.id, one.cites) for one in known.values() if not ids or one.id in ids)


def run_examples_parallel(loaded: LoadedRuleset, ids: Sequence[str] = ()) -> Iterator[ExampleResult]:
    """Run the examples of a ruleset, or some, on all cores; findings on their files are reported elsewhere."""
    wanted, programs = [*selected_examples(loaded, ids)], interpreter_programs(loaded)
    jobs = [partial(run_example, programs, one, sources=loaded.sources) for one in wanted]
    return run_in_order(jobs, sharing=[one.position.table for one in wanted])


def draft_example_text(playthrough: GamePlaythrough, name: str, move: int | None = None, file: str = "") -> str:
    """Return a runnable example of the current position, or of a move (from 1 on) with the position before it and its changes.

    Raises ``Refused``: X141 where there is no such move, X142 for a position that cannot be written.
    """
    last = len(playthrough.moves)
    if move is not None and not 1 <= move <= last:
        raise make_refusal("X141", file=file or name, number=move, last=last)
    text = example_text(playthrough, name, move)
    if text is None:
        raise make_refusal("X142")
    return text


def write_example_file(target: Path, text: str) -> None:
    """Write a new file, creating a ruleset's ``examples`` folder if needed; raises ``Refused``."""
    if target.parent.name == EXAMPLES and folder_has_entry(target.parent.parent):
        # What prevents it is said when the file is written.
        with suppress(OSError):
            target.parent.mkdir(exist_ok=True)
    with folder_lock(target.parent):
        if folder_has_entry(target):
            raise make_refusal("X112", file=str(target), why=Said("why.exists"))
        write_file(target, text)


def make_example_id(file: str, number: int | None = None) -> str:
    """Return the id of an example, made from a file name and the number of a move."""
    stem = re.sub(r"[^a-z0-9]+", "_", Path(file.partition("#")[0]).stem.casefold()).strip("_")[:LONGEST_NAME]
    name = stem if stem[:1].isalpha() else f"game_{stem}".rstrip("_")
    return name if number is None else f"{name}_move_{number}"

"""An example is run before it is offered, from each position that it can start from: by the rules as they are, and by those it is to tell them from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.position_documents.position_writer import Step, document_of, outcomes_since
from reguli.ir.executable_program import Playable
from reguli.ruleset.declarations.example_files import DOCUMENT, ExampleDecl
from reguli.schema.node_reader import Reader
from reguli.schema.value_shapes import Spot
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.verify.example_runner import run_example, run_example_on
from reguli.verify.report.finding_types import Offered, Reading
from reguli.verify.report.verification_target import Subject
from reguli.verify.test_generation.test_scenario import Attempt, attempt_of


def holds(offered: Offered, subject: Subject, other: Playable) -> bool:
    """Return whether the current reading holds by the rules as they are and fails by the other ones, and the other reading fails now."""
    for reading in offered.readings:
        sources = Sources()
        example = example_of(offered, reading, sources)
        if example is None or run_example(subject.programs, example, sources).passed != reading.now:
            return False
        if reading.now and run_example_on(other, example, sources).passed:
            return False
    return True


def fails_by(offered: Offered, subject: Subject, codes: Collection[str]) -> bool:
    """Return whether neither reading holds now, the first because of one of the given findings."""
    for at, reading in enumerate(offered.readings):
        sources = Sources()
        example = example_of(offered, reading, sources)
        if example is None:
            return False
        result = run_example(subject.programs, example, sources)
        if result.passed or (at == 0 and not any(one.code in codes for one in result.findings)):
            return False
    return True


def example_of(offered: Offered, reading: Reading, sources: Sources) -> ExampleDecl | None:
    """Read an offered example with one of its readings; ``sources`` takes its text."""
    text = "examples:\n" + "".join(f"  {line}\n" for line in offered.item(reading).splitlines())
    sources.add(offered.file, text)
    bag = Bag()
    node = read_yaml(text, offered.file, bag)
    read = None if node is None else DOCUMENT.read(node, Spot(Said("part.examples")), Reader(bag, sources))
    return None if bag or not read else read[0]


FURTHEST: Final = 80
"""So many moves are gone back at most."""
IN_VAIN: Final = 2
"""A decision that so many documents did not lead to is passed over."""
SEEDS: Final = (1, 2, 3)
"""Other chance, by which it is found whether an example hangs on what the set-up deals or on what comes later."""


def on_the_way_back(
    played: Playthrough, steps: Sequence[Step], in_vain: Mapping[str, int]
) -> Iterator[tuple[str, Attempt]]:
    """Yield positions of a game, the nearest first, each with what is decided there; the set-up comes last.

    ``steps`` are all moves of the game, and any that are made from where it stands; ``in_vain`` counts by decision the documents that came to nothing.
    """
    back = played.branch()
    for _ in range(FURTHEST):
        name = "" if back.decision is None else back.decision.ask.name
        if back.phase is not None and in_vain[name] < IN_VAIN:
            yield from _from(
                document_of(back, (0, *SEEDS)), steps[len(back.moves) :], played, len(back.chance.log), name
            )
        if not back.undo():
            break
    if len(steps) <= FURTHEST:
        yield from _from(box(played.program), steps, played, 0)


def at_beginning(begun: Playthrough) -> Iterator[tuple[str, Attempt]]:
    """Yield the set-up with chance left open, then with the outcomes of this game."""
    yield from _from(box(begun.program), (), begun, 0)


def box(program: Playable) -> dict[str, object]:
    """Return the set-up as a document."""
    options = {"options": dict(program.ruleset.options)} if program.ruleset.options else {}
    return {"players": program.players, **options, "setup": "initial"}


def _from(
    document: dict[str, object], steps: Sequence[Step], played: Playthrough, since: int, name: str = ""
) -> Iterator[tuple[str, Attempt]]:
    """Yield a position with chance left open, then with the outcomes of this game."""
    chance = outcomes_since(played, since)
    for outcomes in ({}, chance) if chance else ({},):
        found = attempt_of({**document, "chance": outcomes} if outcomes else document, steps)
        if found is not None:
            yield name, found

"""An example is run before it is offered: by the rules as they are, and by those it is to tell them from."""

from __future__ import annotations

from collections.abc import Collection

from reguli.ir.playable import Playable
from reguli.reading.reader import Reader
from reguli.reading.shapes import Spot
from reguli.ruleset.declared.examples import DOCUMENT, ExampleDecl
from reguli.source.diagnostic import Bag
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.verify.examples import run_example, run_example_on
from reguli.verify.report.found import Offered, Reading
from reguli.verify.report.subject import Subject


def holds(offered: Offered, subject: Subject, other: Playable) -> bool:
    """Tell whether the reading of today holds by the rules as they are and fails by the other ones, and the other reading fails today."""
    for reading in offered.readings:
        sources = Sources()
        example = example_of(offered, reading, sources)
        if example is None or run_example(subject.programs, example, sources).passed != reading.now:
            return False
        if reading.now and run_example_on(other, example, sources).passed:
            return False
    return True


def fails_by(offered: Offered, subject: Subject, codes: Collection[str]) -> bool:
    """Tell whether neither reading holds today, the first for one of some findings."""
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

"""What a designer answers to a report: an example that is kept, a finding that is accepted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.app.errors import Findings, refused
from reguli.app.file_access import read_whole, write_file, writing
from reguli.app.verification.comparison_bases import opened_base
from reguli.app.verification.example_yaml import BEGUN, HEAD, example_item
from reguli.app.verification.result_cache import kept_reports
from reguli.app.verification.runner import Order, verify
from reguli.app.verification.triaged_report import bare
from reguli.pipeline import Loaded
from reguli.ruleset.folder_contents import ANSWERS, BLESSED
from reguli.source.atomic_files import alone
from reguli.source.bounded_files import has_entry
from reguli.source.diagnostic import Bag, said_by
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near
from reguli.verify.example_runner import ExampleResult, run_examples
from reguli.verify.report.accepted_findings import RULE_ID, with_answer
from reguli.verify.report.finding_types import RED, Found
from reguli.verify.report.verification_target import subject_of

EXAMPLES: Final = "examples"


@dataclass(frozen=True, slots=True)
class Answered:
    """What was written, and what came of the example that was kept: where it fails the rules say something else."""

    file: Path
    result: ExampleResult | None = None


def accept(loaded: Loaded, name: str, because: str, *, undecided: bool = False) -> Answered:
    """Write into ``verify.yaml`` that a finding, or every gap of a rule, stands, and why; or that no statement decides it (``undecided``).

    Raises ``Refused``: X103 for a question about what is wrong or changed, X152 for what no report found, X154 for a mistake, X155 where answers have
    no place.
    """
    folder = _home(loaded)
    if RULE_ID.fullmatch(name) is None:
        found = found_before(loaded, name)
        if not found.told.code.startswith("V"):
            raise refused("X154", name=name, told=said_by(found.told))
        if undecided and found.severity in RED:
            raise refused("X103", command="reguli accept", why=Said("why.no_question", name=name))
    file = folder / ANSWERS
    with alone(folder):
        known = read_whole(file) if has_entry(file) else ""
        write_file(file, with_answer(known, name, because, undecided=undecided))
    return Answered(file)


def keep(loaded: Loaded, name: str, reading: int) -> Answered:
    """Write the example that comes with a finding, with one of its two readings (1 or 2), and run it.

    Raises ``Refused``: X152 for what no report found, X153 for a finding without an example, X155 where examples have no place, X156 for
    one that is there already.
    """
    folder = _home(loaded)
    offered = found_before(loaded, name).offered
    if offered is None:
        raise refused("X153", name=name)
    file = folder / EXAMPLES / Path(offered.file).name
    with alone(folder):
        known_examples = Loaded(loaded.name, loaded.options).examples
        if offered.id in known_examples:
            raise refused("X156", name=offered.id, file=known_examples[offered.id].span.file)
        with writing(file):
            file.parent.mkdir(exist_ok=True)
        known = read_whole(file) if has_entry(file) else f"{HEAD}{BEGUN}\n"
        write_file(file, f"{known.rstrip()}\n{example_item(offered, reading)}")
    anew = Loaded(loaded.name, loaded.options)
    if anew.documents is None or anew.ruleset is None:
        return Answered(file)
    result = next(run_examples(anew, Bag(), only=[offered.id]), None)
    loaded.sources.add(_name_in_spans(result, file), read_whole(file))
    return Answered(file, result)


def _name_in_spans(result: ExampleResult | None, file: Path) -> str:
    return file.name if result is None else result.span.file


def bless(loaded: Loaded) -> Answered:
    """Write beside a ruleset what it is and how it plays today; with ``verify --against bless`` it is later held against that.

    The ruleset is one without findings. Raises ``Refused``: X155 where the file has no place; ``Findings`` where a game cannot go on.
    """
    file = _home(loaded) / BLESSED
    with opened_base(loaded, None, 0) as base:
        assert loaded.ruleset is not None
        # What plays games is loaded where some are played.
        from reguli.verify.regression.baseline_snapshot import StoppedError
        from reguli.verify.regression.regression_part import blessed_text

        try:
            text = blessed_text(subject_of(loaded, loaded.ruleset), None if base is None else base.subject)
        except StoppedError as stopped:
            raise Findings([stopped.told], loaded.sources) from stopped
    write_file(file, text)
    return Answered(file)


def found_before(loaded: Loaded, name: str) -> Found:
    """Give a finding of a report that was made here, the latest first; where none is kept, of one made now. Raises ``Refused`` (X152)."""
    known: dict[str, Found] = {}
    for outcome in kept_reports(loaded.path):
        for found in outcome.found:
            known.setdefault(found.id, found)
        if name in known:
            return known[name]
    # Without the comparison an example of the base that fails is a finding of its own.
    for order in (Order(only=("examples",)), Order()) if not known else ():
        known |= {one.found.id: one.found for one in verify(Loaded(loaded.name, loaded.options), order).judged}
        if name in known:
            return known[name]
    if name not in known:
        raise refused("X152", near=near(name, known), ruleset=loaded.name, name=bare(name))
    return known[name]


def _home(loaded: Loaded) -> Path:
    """Give the folder that answers lie in."""
    if loaded.path.is_file():
        raise refused("X155", name=loaded.name)
    return loaded.path

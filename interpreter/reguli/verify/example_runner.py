"""Worked examples of a rulebook, executed: given a position, when this is done, then that holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from reguli.compile.python_programs import write_program
from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.chance.prescribed_outcomes import as_typed
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.position_documents.document_setup import chance_refused, players_of, set_up
from reguli.engine.position_documents.incomplete_positions import fault_of_position
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.settings_cache import Settings
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.declarations.position_files import PositionDecl
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.option_selection import chosen_options
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag, Diagnostic, as_json
from reguli.source.finding_translation import ENGLISH, Translation
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.verify.example_claims import CheckedClaim, check_claim
from reguli.verify.example_steps import take_step

MOST_FORCED: Final = 300
"""Moves without a choice that an example plays in a row at most: one without end must not keep the others from being told."""

TOLD: Final = ("form", "text", "expected", "found", "holds")
"""What programs are told of a claim."""
Settled = tuple[tuple[str, str | bool], ...]
"""All options and their values."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What came of one example: passed when nothing was found against it.

    ``claims`` are those that were reached, in order, with what was expected and found.
    """

    id: str
    span: Span
    cites: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    claims: tuple[CheckedClaim, ...] = ()

    @property
    def passed(self) -> bool:
        """Tell whether every claim holds."""
        return not self.findings

    def to_json(self, translation: Translation = ENGLISH) -> dict[str, object]:
        """Give it as plain values, its findings in a language."""
        return {
            "id": self.id,
            "place": str(self.span),
            "cites": list(self.cites),
            "passed": self.passed,
            "claims": [{name: getattr(claim, name) for name in TOLD} for claim in self.claims],
            "findings": [as_json(finding, translation) for finding in self.findings],
        }


class Opened(Protocol):
    """A ruleset that was opened: its folders, what was read, the options it was opened with."""

    options: Mapping[str, str | bool]
    sources: Sources

    @property
    def examples(self) -> Mapping[str, ExampleDecl]:
        """Give its examples by id."""

    @property
    def found_in_examples(self) -> Bag:
        """Give what is wrong with their files."""

    @property
    def layers(self) -> Layers:
        """Give the folders it is made of, its own first."""

    @property
    def documents(self) -> Documents | None:
        """Give what was read, every board kept."""

    @property
    def settings(self) -> Settings:
        """Give what is made of it under its options."""


def run_examples(opened: Opened, bag: Bag, *, only: Sequence[str] = ()) -> Iterator[ExampleResult]:
    """Run the examples of a ruleset and of what it is a variant of, or only those of some ids, one after the other.

    So a variant says which examples of the rulebook it breaks; one that it writes anew stands for the old one.

    ``bag`` takes findings about the files themselves; what an example finds stands in its result. Options that an
    example does not name are as the ruleset was opened.
    """
    bag.extend(opened.found_in_examples)
    programs = walked_programs(opened)
    for example in examples_to_run(opened, only):
        yield run_example(programs, example, opened.sources)


def examples_to_run(opened: Opened, only: Sequence[str] = ()) -> Iterator[ExampleDecl]:
    """Give the examples of a ruleset that can be run, or those of some ids."""
    return (one for one in opened.examples.values() if not one.abstract and (not only or one.id in only))


def walked_programs(opened: Opened) -> Programs:
    """Give programs by the walker: most examples ask a few moves of rules that no other one asks, and to write code for these takes longer."""
    return Programs(opened.settings, opened.options, opened.settings.walked)


@dataclass(slots=True)
class Programs:
    """Programs of one ruleset under different options, each made once."""

    settings: Settings
    options: Mapping[str, str | bool]
    make: Callable[[Ruleset, int], Playable] = write_program
    _programs: dict[tuple[Settled, int], Playable] = field(default_factory=dict)

    def anew(self, make: Callable[[Ruleset, int], Playable]) -> Programs:
        """Give programs of the same rulesets that are made otherwise; what is bound already is not bound again."""
        return Programs(self.settings, self.options, make)

    @property
    def documents(self) -> Documents:
        """Give what was read."""
        return self.settings.documents

    def program(self, position: PositionDecl, bag: Bag) -> Playable | None:
        """Give the program that a position is for; ``None`` with findings."""
        players = players_of(position, self.documents.game.players, bag)
        options = {name: value for name, value, _ in position.options}
        return None if players is None else self.at(options, players, bag)

    def at(self, options: Mapping[str, str | bool], players: int, bag: Bag) -> Playable | None:
        """Give the program for some options, the others as they are, and a number of players; ``None`` with findings."""
        settled = chosen_options(self.documents, {**self.options, **options}, bag)
        if settled is None:
            return None
        key = tuple(sorted(settled.items()))
        ruleset = self.ruleset(settled, players, bag)
        if ruleset is not None and (key, players) not in self._programs:
            self._programs[key, players] = self.make(ruleset, players)
        return self._programs.get((key, players))

    def ruleset(self, settled: Mapping[str, str | bool], players: int | None, bag: Bag) -> Ruleset | None:
        """Give the ruleset as it is bound under all options for a number of players, or with all that any number has; ``None`` with findings."""
        return self.settings.ruleset(settled, players if self.documents.by_players else None, bag)


def run_example(programs: Programs, example: ExampleDecl, sources: Sources) -> ExampleResult:
    """Run one example: set up, take the steps, check every claim."""
    bag = Bag()
    return _ran(programs.program(example.position, bag), example, sources, bag)


def run_example_on(program: Playable, example: ExampleDecl, sources: Sources) -> ExampleResult:
    """Run one example with a program that is there, whatever options it names."""
    return _ran(program, example, sources, Bag())


def _ran(program: Playable | None, example: ExampleDecl, sources: Sources, bag: Bag) -> ExampleResult:
    playthrough = None if program is None else set_up(program, example.position, bag, most_forced=MOST_FORCED)
    checked = [] if playthrough is None else _played(playthrough, example, sources, bag)
    return ExampleResult(example.id, example.span, example.cites, bag.diagnostics, tuple(checked))


def _played(playthrough: Playthrough, example: ExampleDecl, sources: Sources, bag: Bag) -> list[CheckedClaim]:
    text = sources.text(example.span.file)
    texts = () if text is None else ((example.span.file, text),)
    at = example.span
    checked: list[CheckedClaim] = []
    try:
        for step in example.when:
            at = step.span
            take_step(playthrough, step, texts, bag)
            if bag:
                return checked
        for claim in example.then:
            at = claim.span
            checked.append(check_claim(playthrough, claim, texts, bag))
    except RulesFault as fault:
        bag.extend([fault_of_position(playthrough.program, example.position, fault, at)])
    except ChanceRefused as refused:
        bag.extend([chance_refused(as_typed(playthrough.program, refused, playthrough.names), at)])
    return checked

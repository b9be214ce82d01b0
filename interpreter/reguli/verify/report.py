"""Definitions shared by all parts of verification: input, findings and budgets."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import partial
from hashlib import blake2b
from typing import Any, Final, Literal, Protocol, TypeVar, get_args

from reguli.compile.python_programs import shared_program_factory
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.executable_program import Playable
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.document_nodes import Documents, Written
from reguli.ruleset.folder_contents import ANSWERS, Folder
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import LONGEST_ID
from reguli.schema.shapes import NOTE, TEXT, MappingField, MappingShape, NamedValuesShape, pattern_schema
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import BroughtSpan, Sources, Span
from reguli.source.yaml_reader import ScalarNode
from reguli.verify.example_runner import OpenedRuleset, ProgramCache

# -- finding types ---------------------------------------------------------------------------------------------------
# What a part of verification says: a finding with an id that outlives moved lines, and how far a rule is held.
#
# An id is made of the part, the kind of finding, the rule and the text of what it is about, and of nothing else: not of a line, a number in
# a list or a seed. So what a designer answered once stays answered until the rule itself is another one.


Part = Literal["examples", "static", "mutation", "regression", "fuzz", "model-check"]
Severity = Literal["error", "change", "gap", "open", "warning", "note"]
RED: Final[tuple[Severity, ...]] = ("error", "change")
"""What makes a ruleset not clean."""
"""Wrong now, different from the base, what no example notices, what no statement decides, worth a look, only told."""
LETTERS: Final[Mapping[Part, str]] = dict(zip(get_args(Part), "ETSAPX", strict=True))
"""What the ids of a part begin with."""


class Level(IntEnum):
    """The level of evidence for a property of a rule, weakest first; levels of different properties are never merged."""

    UNCHECKED = 0
    CITED = 1
    ENTERED_TWICE = 2
    SAME = 3
    TESTED = 4
    EXAMPLE = 5
    EXHAUSTED = 6
    PROVED = 7


@frozen_class
class Holding(FrozenValue):
    """A property that holds at a position, as text and as an example's claim (one line of YAML)."""

    claim: str
    said: Said


@frozen_class
class Reading(Holding):
    """One interpretation of the rules at a position, described by the property that holds under it."""

    now: bool
    """Whether the rules say so today."""
    step: str = ""
    """The move that is made before, where it is made by this reading alone (one line of YAML)."""


@frozen_class
class Offered(FrozenValue):
    """An example that is not yet written: its id, its YAML up to ``then``, and two readings, one of which is right.

    ``places`` is how many places of the position differ from where they begin; ``besides`` is what holds by either reading, and ``notices`` how
    many faults the example would notice that no other does.
    """

    id: str
    file: str
    given: str
    readings: tuple[Reading, Reading]
    places: int
    besides: tuple[Holding, ...] = ()
    notices: int = 1

    def item(self, reading: Reading) -> str:
        """Return the YAML for one reading as a list item: with the move it makes, and its claim last."""
        begun = "" if not reading.step or "\n  when:" in self.given else "  when:\n"
        step = f"{begun}    - {reading.step}\n" if reading.step else ""
        claims = "".join(f"    - {claim}\n" for claim in (*(one.claim for one in self.besides), reading.claim))
        return f"{self.given.rstrip()}\n{step}  then:\n{claims}"


@frozen_class
class Found(FrozenValue):
    """A finding; ``told`` is its diagnostic with the place, ``rule`` is the id of the rule it concerns, if any."""

    id: str
    part: Part
    severity: Severity
    told: Diagnostic
    rule: str = ""
    offered: Offered | None = None

    @property
    def notices(self) -> int:
        """Return the number of mutants that the offered example would kill; 0 if there is none."""
        return 0 if self.offered is None else self.offered.notices


@frozen_class
class Holds(FrozenValue):
    """The level of one property of one rule, with its evidence: "7 of 9 faults noticed", "never in 312 games"."""

    rule: str
    property: str
    level: Level
    by: Said


def finding_id(part: Part, kind: str, rule: str, operand: str = "") -> str:
    """Return the id of a finding, ``S-3fa92c``, from the part, the kind of finding (a code or an operator), the rule and its operand."""
    digest = blake2b(f"{kind}\n{rule}\n{operand}".encode(), digest_size=3).hexdigest()
    return f"{LETTERS[part]}-{digest}"


def make_report_finding(part: Part, severity: Severity, told: Diagnostic, rule: str = "", operand: str = "") -> Found:
    """Return a finding whose id is derived from its part, its code, the rule it concerns and an operand."""
    return Found(finding_id(part, told.code, rule, operand), part, severity, told, rule)


def source_lines(span: Span, sources: Sources) -> list[str]:
    """Return the source lines at a place; empty for a file that was never read."""
    lines = [sources.line(span.file, number) or "" for number in range(span.line, span.end_line + 1)]
    if len(lines) == 1:
        return [lines[0][span.column - 1 : span.end_column - 1]]
    return [lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]]


# -- accepted findings -----------------------------------------------------------------------------------------------
# What a designer decided, in ``verify.yaml`` beside the rules: which findings stand, and why.
#
#     accept:
#       S-3fa92c: the two readings are the same, for nobody has money left here
#       rule:define.worth: no example is needed, the rulebook prints a table of it
#
#     undecided:
#       S-0b41d2: no statement says whether a pass lasts the phase or the round
#
# A finding is named by its id. What no statement of the rulebook decides is accepted by nobody: it becomes an open question of the report. The id of a rule accepts every gap that is said of this rule. What a variant is a variant of has answers, too, and
# they hold for the variant; one that fits no finding any more is a finding in the folder that gives it.


FOUND_ID: Final = re.compile(rf"[{''.join(LETTERS.values())}]-[0-9a-f]{{6}}")
"""The id of a finding."""
RULE_ID: Final = re.compile(r"[a-z_]+:[^\s:][^\s]*")
"""The id of a rule, as ``reguli trace`` says it: ``rule:define.worth``, ``constant:fee``."""


@frozen_class
class Answer(Written):
    """An answer that accepts a finding, or all gaps of a rule, with the reason; ``own`` if it is in the topmost folder.

    ``undecided``: it is not accepted, since no statement says which is right; ``because`` is the question.
    """

    id: str
    because: str
    own: bool = True
    undecided: bool = False


@frozen_class
class AnswersFile(FrozenValue):
    """The content of one answers file."""

    accept: tuple[Answer, ...]
    undecided: tuple[Answer, ...]


@frozen_class
class Answers(FrozenValue):
    """All answers about a ruleset, by id; a variant's answer takes precedence over its base's."""

    by_id: Mapping[str, Answer]

    @property
    def accepted(self) -> frozenset[str]:
        """Return the ids that are accepted."""
        return frozenset(name for name, one in self.by_id.items() if not one.undecided)

    def to(self, found: Found) -> Answer | None:
        """Return the answer to a finding, if any; errors and changes cannot be answered as undecided."""
        own = self.by_id.get(found.id) or (
            self.by_id.get(found.rule) if found.severity == "gap" and found.rule else None
        )
        return None if own is not None and own.undecided and found.severity in RED else own


def _answer(key: ScalarNode, name: str, because: str, *, undecided: bool = False) -> Answer:
    return Answer(key.span, name, because, undecided=undecided)


ACCEPTED: Final = pattern_schema(
    re.compile(f"{FOUND_ID.pattern}|{RULE_ID.pattern}"), "V601", LONGEST_ID * 4, given="name"
)
DOCUMENT: Final = MappingShape(
    AnswersFile,
    (
        MappingField(
            "accept", NamedValuesShape(ACCEPTED, TEXT, "part.name_of_finding", "part.why_accepted", _answer), default=()
        ),
        MappingField(
            "undecided",
            NamedValuesShape(ACCEPTED, TEXT, "part.name_of_finding", "part.question", partial(_answer, undecided=True)),
            default=(),
        ),
        NOTE,
    ),
)


def load_answers(layers: Layers, bag: Bag, sources: Sources | None = None) -> Answers:
    """Read the answers of a ruleset and of its bases."""
    known = Sources() if sources is None else sources
    found: dict[str, Answer] = {}
    for path in reversed(layers.folders):
        folder = Folder(path, bag, known)
        read = folder.read(ANSWERS, DOCUMENT, Said("part.named", name=ANSWERS), needed=False)
        own = path == layers.folders[0]
        written = () if read is None else (*read.accept, *read.undecided)
        found.update((one.id, Answer(one.span, one.id, one.because, own, one.undecided)) for one in written)
    return Answers(found)


def stale_answers(
    answers: Answers, found: Iterable[Found], finished: Collection[str], rules: Collection[str]
) -> tuple[Diagnostic, ...]:
    """Find answers of the ruleset itself that no longer match any finding.

    ``finished`` are the letters of parts that ran and left nothing out: what another part might still find is not gone. ``rules`` are the ids of
    all rules, of which one that is accepted must be.
    """
    seen = {one.id for one in found if answers.to(one) is not None}
    missing = []
    for answer in answers.by_id.values():
        if not answer.own:
            continue
        if FOUND_ID.fullmatch(answer.id):
            if answer.id[0] in finished and answer.id not in seen:
                missing.append(make_finding("V602", answer.span, name=answer.id, because=answer.because))
        elif answer.id not in rules:
            missing.append(make_finding("V603", answer.span, name=answer.id))
    return tuple(missing)


def insert_answer(text: str, name: str, because: str, *, undecided: bool = False) -> str:
    """Insert an answer into the text of ``verify.yaml``, replacing an older one to the same finding; other text is unchanged."""
    lines, head = _without(text.splitlines(), name), "undecided" if undecided else "accept"
    line = f"  {name}: {_quoted(because)}"
    begun = next((at for at, one in enumerate(lines) if _begins(one) == head), None)
    if begun is None:
        return "\n".join([*lines, f"{head}:", line]) + "\n"
    lines[begun] = f"{head}:"
    lines.insert(begun + 1, line)
    return "\n".join(lines) + "\n"


def _without(lines: list[str], name: str) -> list[str]:
    """Return the lines without an older answer to the same finding, and without the heading if that was its only answer."""
    known = re.compile(rf"\s+['\"]?{re.escape(name)}['\"]?:")
    older = next((at for at, one in enumerate(lines) if known.match(one)), None)
    if older is None:
        return lines
    end = next((at for at in range(older + 1, len(lines)) if not lines[at].startswith("   ")), len(lines))
    alone = _begins(lines[older - 1]) and not (end < len(lines) and lines[end].startswith("  "))
    return [*lines[: older - bool(alone)], *lines[end:]]


def _begins(line: str) -> str:
    """Return the heading of answers that a line starts, or an empty text."""
    head = line.partition("#")[0].rstrip().removesuffix(" {}")
    return head.removesuffix(":") if head in ("accept:", "undecided:") else ""


def _quoted(text: str) -> str:
    """Return a text as a single-quoted YAML scalar on one line, with quotes escaped."""
    return "'" + " ".join(text.split()).replace("'", "''") + "'"


# -- step budget -----------------------------------------------------------------------------------------------------
# What verification may spend: steps, not seconds, so that two machines give the same report.
#
# A step is a fixed piece of work: a move made with the list it was taken from. Other work is counted in steps, too, by what it takes on an average
# ruleset (``MAKING``, ``EXAMPLE``). A unit is so many steps that it takes about a second of one core. What was not done for want of steps is counted
# and said.


UNIT: Final = 2_000
"""Steps of a unit."""
MAKING: Final = 60
"""Steps that it takes to make a program of changed rules."""
EXAMPLE: Final = 10
"""Steps that it takes to run an example."""
Piece = TypeVar("Piece")
Result = TypeVar("Result")
Progress = Callable[[str, int, int], None]
"""Is told what is being done, how many of it are done, and of how many (0: not known)."""


class Spread(Protocol):
    """Applies a function to pieces of work, on any number of processes and machines, and yields the results in order.

    The function can be pickled, and its result depends on nothing but itself and the piece.
    """

    def __call__(self, run: Callable[[Piece], Result], pieces: Sequence[Piece], /) -> Iterator[Result]:
        """Yield one result for each piece."""
        ...


def in_turn(run: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Iterator[Result]:
    """Do all pieces of work in this process."""
    return map(run, pieces)


@dataclass(slots=True)
class Budget:
    """The remaining steps of a part; ``cut`` counts the work skipped for lack of steps."""

    left: int
    cut: int = 0

    def spend(self, steps: int) -> bool:
        """Take steps, and return whether any were left; the last piece of work may exceed the budget."""
        if self.left <= 0:
            return False
        self.left -= steps
        return True

    def share(self, part: float) -> Budget:
        """Return a fraction of the remaining steps, from 0 to 1, as a separate budget; ``give_back`` returns its unused steps."""
        taken = int(self.left * part)
        self.left -= taken
        return Budget(taken)

    def give_back(self, rest: Budget) -> None:
        """Take back the unused steps of a share, and add its cut count."""
        self.left += rest.left
        self.cut += rest.cut


def budget_of_units(count: int) -> Budget:
    """Return the budget of a number of units."""
    return Budget(count * UNIT)


def ignore_progress(*told: object) -> None:
    """Ignore a report of progress."""


# -- verification outcome --------------------------------------------------------------------------------------------
# What verification came to, before anybody answered it: what was found and held, what each part did; and the same as plain values, to be kept.


State = Literal["done", "cut", "interrupted", "unasked", "impossible"]
"""Whether a part did everything, left out something for want of steps, was broken off, was not asked for, or had nothing to stand on."""


@frozen_class
class PartDone(FrozenValue):
    """The run of a part: the steps it was given and took, and how much it skipped for lack of steps."""

    part: Part
    state: State
    given: int = 0
    taken: int = 0
    cut: int = 0


@frozen_class
class Ran(FrozenValue):
    """An example that was run: its id, the statements that it illustrates, its place, and whether it passed."""

    id: str
    cites: tuple[str, ...]
    span: Span
    passed: bool


@frozen_class
class Outcome(FrozenValue):
    """The complete outcome of verification."""

    found: tuple[Found, ...]
    holds: tuple[Holds, ...]
    examples: tuple[Ran, ...]
    parts: tuple[PartDone, ...]


_CLASSES: Final[Mapping[str, type[Any]]] = {
    one.__name__: one
    for one in (Outcome, PartDone, Ran, Found, Holds, Holding, Offered, Reading, Diagnostic, Span, BroughtSpan)
}
SORT: Final = "is"
"""The key that says of which class a group is."""


def serialise_outcome(value: object) -> object:
    """Return an outcome as JSON-ready values."""
    match value:
        case Said(phrase=phrase, args=args):
            return {SORT: "Said", "phrase": phrase, "args": serialise_outcome(args)}
        case FrozenValue():
            parts = {one.name: serialise_outcome(getattr(value, one.name)) for one in fields(value)}  # type: ignore[arg-type]
            return {SORT: type(value).__name__, **parts}
        case tuple():
            return [serialise_outcome(one) for one in value]
        case Level():
            return int(value)
        case _:
            return value


def deserialise_outcome(plain: object) -> Any:
    """Restore an outcome from JSON-ready values; raises ``KeyError``, ``TypeError`` or ``ValueError`` for invalid ones."""
    match plain:
        case list():
            return tuple(deserialise_outcome(one) for one in plain)
        case {"is": "Said", "phrase": phrase, "args": args}:
            return Said(phrase, **dict(deserialise_outcome(args)))
        case dict():
            made = {name: deserialise_outcome(one) for name, one in plain.items() if name != SORT}
            if plain[SORT] == "Holds":
                made["level"] = Level(made["level"])
            return _CLASSES[plain[SORT]](**made)
        case _:
            return plain


def read_stored_outcome(plain: object) -> Outcome | None:
    """Parse a cached outcome; return ``None`` for any other data."""
    try:
        found = deserialise_outcome(plain)
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, Outcome) else None


# -- verification target ---------------------------------------------------------------------------------------------
# What is verified: an opened ruleset under its options, its worked examples, and programs of it that are made once.


class Guide(Protocol):
    """A move chooser that plays to win, because random games seldom reach the end of a long game."""

    def choose(self, playthrough: GamePlaythrough) -> Move:
        """Return a move without changing the playthrough."""
        ...


Guides = Callable[[Playable], Sequence[Guide]]
"""Gives for a program the bots that its ruleset brings."""


def empty_guide_list(program: Playable) -> Sequence[Guide]:
    """Return None: every move is chosen at random."""
    return ()


@dataclass(frozen=True, slots=True)
class Subject:
    """A ruleset without findings, bound for any number of players, with its examples in file order."""

    opened: OpenedRuleset
    ruleset: Ruleset
    programs: ProgramCache
    examples: Sequence[ExampleDecl]
    seed: int = 0
    guides: Guides = empty_guide_list
    _pickled: list[bytes] = field(default_factory=list, repr=False, compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        """Return what another process makes its own from, once for all pieces of work: the documents as they were read, and no programs."""
        if not self._pickled:
            self._pickled.append(pickle.dumps((self.opened, self.ruleset, self.seed, self.guides)))
        return _unpickled, (self._pickled[0],)

    @property
    def documents(self) -> Documents:
        """Return the parsed documents, which a bound ruleset always has."""
        assert self.opened.documents is not None
        return self.opened.documents


def _unpickled(pickled: bytes) -> Subject:
    return verification_target(*pickle.loads(pickled))  # noqa: S301 - of the process that ordered the work


def verification_target(
    opened: OpenedRuleset, ruleset: Ruleset, seed: int = 0, guides: Guides = empty_guide_list
) -> Subject:
    """Return the verification subject for a ruleset that was opened and bound without findings."""
    programs = ProgramCache(opened.settings, opened.options, shared_program_factory(opened.settings.program))
    examples = [example for example in opened.examples.values() if not example.abstract]
    return Subject(opened, ruleset, programs, examples, seed, guides)

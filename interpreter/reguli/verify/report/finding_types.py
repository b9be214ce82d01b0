"""What a part of verification says: a finding with an id that outlives moved lines, and how far a rule is held.

An id is made of the part, the kind of finding, the rule and the text of what it is about, and of nothing else: not of a line, a number in
a list or a seed. So what a designer answered once stays answered until the rule itself is another one.
"""

from __future__ import annotations

from enum import IntEnum
from hashlib import blake2b
from typing import Final, Literal

from reguli.source.diagnostic import Diagnostic
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said

Part = Literal["examples", "static", "strength", "against", "play", "exhausted"]
Severity = Literal["error", "change", "gap", "open", "warning", "note"]
RED: Final[tuple[Severity, ...]] = ("error", "change")
"""What makes a ruleset not clean."""
"""Wrong now, different from the base, what no example notices, what no statement decides, worth a look, only told."""
PARTS: Final[tuple[Part, ...]] = ("examples", "static", "strength", "against", "play", "exhausted")
LETTERS: Final = {"examples": "E", "static": "T", "strength": "S", "against": "A", "play": "P", "exhausted": "X"}
"""What the ids of a part begin with."""


class Level(IntEnum):
    """How far a property of a rule is held, the weakest first; levels of different properties are never merged."""

    UNCHECKED = 0
    CITED = 1
    ENTERED_TWICE = 2
    SAME = 3
    TESTED = 4
    EXAMPLE = 5
    EXHAUSTED = 6
    PROVED = 7


@kept
class Holding(Kept):
    """What holds at a position, said and as the claim of an example (one line of YAML)."""

    claim: str
    said: Said


@kept
class Reading(Holding):
    """One way to understand the rules at a position, by what then holds."""

    now: bool
    """Whether the rules say so today."""
    step: str = ""
    """The move that is made before, where it is made by this reading alone (one line of YAML)."""


@kept
class Offered(Kept):
    """An example that nobody wrote yet: its id, its YAML up to ``then``, and the readings of which one is right.

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
        """Give the YAML by one reading, as an item of a list: with the move that it makes, and what it claims last."""
        begun = "" if not reading.step or "\n  when:" in self.given else "  when:\n"
        step = f"{begun}    - {reading.step}\n" if reading.step else ""
        claims = "".join(f"    - {claim}\n" for claim in (*(one.claim for one in self.besides), reading.claim))
        return f"{self.given.rstrip()}\n{step}  then:\n{claims}"


@kept
class Found(Kept):
    """One thing that is found; ``told`` says it with its place, ``rule`` is the id of the rule it is about, if any."""

    id: str
    part: Part
    severity: Severity
    told: Diagnostic
    rule: str = ""
    offered: Offered | None = None

    @property
    def notices(self) -> int:
        """Give how many faults the example would notice that is offered; 0 where there is none."""
        return 0 if self.offered is None else self.offered.notices


@kept
class Holds(Kept):
    """How far one property of one rule is held, and by what: "7 of 9 faults noticed", "never in 312 games"."""

    rule: str
    property: str
    level: Level
    by: Said


def made_id(part: Part, kind: str, rule: str, operand: str = "") -> str:
    """Make the id of a finding, ``S-3fa92c``, of the part, the kind of finding (a code or an operator), the rule and its operand."""
    digest = blake2b(f"{kind}\n{rule}\n{operand}".encode(), digest_size=3).hexdigest()
    return f"{LETTERS[part]}-{digest}"

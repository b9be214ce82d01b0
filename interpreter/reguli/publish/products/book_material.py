"""What a rulebook is made from: a ruleset, all it says, its worked examples as they came out, its boards and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from reguli.model.ruleset import Ruleset
from reguli.publish.pictures.maps import BoardPicture, Standing
from reguli.publish.products.piece_plan import PlannedPieces
from reguli.ruleset.declared.examples import ExampleDecl
from reguli.source.kept import Kept, kept
from reguli.words.offers.subjects import Subjects


@kept
class Executed(Kept):
    """A worked example that was run: whether all its claims hold, and the numbers found for them, by the text of the claim.

    ``own`` where the ruleset brought it itself: one that was inherited and that a variant breaks is left out without a word.
    """

    id: str
    passed: bool
    numbers: Mapping[str, int]
    own: bool = True


@kept
class Stood(Kept):
    """A position on its board: what stands there, and what the players are called in the example, by seat."""

    picture: BoardPicture
    standing: Standing
    names: tuple[str, ...]


@kept
class Material(Kept):
    """What a book is made from: the ruleset and for how many players, all it says, its examples, its boards by name.

    ``worded`` are the ids that have a base text, ``positions`` the boards of positions that examples begin at, by their ids. A board's name is the id of the wording that names it, else empty.
    ``pieces`` are its cards where somebody laid them out.
    """

    ruleset: Ruleset
    players: int | None
    subjects: Subjects
    examples: tuple[ExampleDecl, ...]
    worded: frozenset[str]
    executed: Mapping[str, Executed]
    boards: tuple[tuple[str, BoardPicture], ...]
    positions: Mapping[str, Stood] = field(default_factory=lambda: MappingProxyType({}))
    pieces: PlannedPieces | None = None

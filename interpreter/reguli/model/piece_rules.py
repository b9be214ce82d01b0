"""A rule and the piece on which it is written."""

from __future__ import annotations

from typing import Generic, TypeVar

from reguli.language.syntax_tree.top_level_items import OptionGroup
from reguli.ruleset.document_nodes import InForce
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

T = TypeVar("T")


@frozen_class
class RulePiece(FrozenValue):
    """The element that carries a rule: its kind and index, and the conditions for the rules of that kind to be in force."""

    kind: str
    index: int
    name: str
    force: InForce | None
    span: Span


@frozen_class
class PieceRule(FrozenValue, Generic[T]):
    """One rule and, if any, the piece that carries it. Such a rule is named ``KIND/ELEMENT`` or ``KIND/ELEMENT/NAME``."""

    item: T
    piece: RulePiece | None


@frozen_class
class AddedOptions(FrozenValue):
    """Options added to a decision or group; on pieces, with the first piece and the indices of all that carry them."""

    item: OptionGroup
    piece: RulePiece | None = None
    elements: tuple[int, ...] = ()
    whole: bool = False
    """They stand on the kind itself, so each of its elements has them."""

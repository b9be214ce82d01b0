"""What a picture of something of a game shows: a card, a market, a track; nodes of the one tree of documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from reguli.publish.document.document_traversal import Node
from reguli.publish.document.document_tree import Block, Leaf, Piece
from reguli.publish.layouts.visual_style import Picture
from reguli.source.frozen_values import kept


@kept
class CardFace(Node, Generic[Leaf]):
    """The front of a card; ``points`` are the names of its parts in the order of their numbers."""

    piece: Piece[Leaf]
    points: tuple[str, ...]
    icons: Mapping[str, Picture]


@kept
class MarketRow(Node, Generic[Leaf]):
    """What is for sale in a market: its name, its icon with a letter where nobody drew it, and by cost how many places there are and are full."""

    name: Leaf
    icon: Picture
    letter: Leaf | None
    places: tuple[tuple[int, int], ...]


@kept
class Market(Node, Generic[Leaf]):
    """A market: its costs, the lowest first, and what is for sale."""

    costs: tuple[Leaf, ...]
    rows: tuple[MarketRow[Leaf], ...]


@kept
class Track(Node):
    """Numbered spaces in a row."""

    spaces: tuple[int, ...]


@kept
class Figure(Block, Generic[Leaf]):
    """A picture of something of the game under its title: a card, a market, a track."""

    form = "figure"
    id: str
    title: Leaf
    shown: CardFace[Leaf] | Market[Leaf] | Track

    @property
    def name(self) -> str:
        """What its picture is called."""
        return f"figure_{self.id}"

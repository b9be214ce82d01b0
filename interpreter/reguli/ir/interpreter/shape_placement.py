"""Builtin functions that rotate shapes and place them on a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.state_layout import NONE, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.grids import HEXAGON_TURNS, SQUARE_TURNS, Placing, has_hexagon_cells, turned_direction
from reguli.model.resolved_ruleset import Kind, Ruleset

Function = Callable[..., Any]
DIRECTION, WAY = "direction", "way_round"


def placed_shape_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(shape, cell, way)``: the covered cells, cached."""
    return _placing(ruleset, term).placed


def orientations_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(shape)``: its distinct rotations."""
    placing = _placing(ruleset, term)
    return tuple(placing.ways_of(shape) for shape in range(len(_shapes(ruleset, term).drawn))).__getitem__


def rotation_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(direction, way)``, using a complete table."""
    directions = ruleset.kinds[DIRECTION].elements
    hexagons = has_hexagon_cells(ruleset.kinds[term.detail])
    turns = HEXAGON_TURNS if hexagons else SQUARE_TURNS
    table = [
        [
            directions.index(turned_direction(name, way % turns, mirrored=way >= turns, hexagons=hexagons))
            for name in directions
        ]
        for way in range(len(ruleset.kinds[WAY].elements))
    ]
    if term.name == "turned_back":
        table = [[row.index(at) for at in range(len(directions))] for row in table]
    return lambda direction, way: NONE if min(direction, way) < 0 else table[way][direction]


def _shapes(ruleset: Ruleset, term: t.Builtin) -> Kind:
    return ruleset.kinds[term.detail.split(".")[0]]


def _placing(ruleset: Ruleset, term: t.Builtin) -> Placing:
    board = ruleset.kinds[term.detail.split(".")[1]]
    return Placing(_shapes(ruleset, term), board, len(ruleset.kinds[WAY].elements))

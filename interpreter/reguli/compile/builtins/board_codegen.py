"""Code generation for built-in functions that need a board; boards are constant, so single-element queries become tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain

from reguli.compile.builtins.codegen_protocols import ExpressionCompiler, required_element_code, runtime_call
from reguli.compile.codegen.codegen_context import NONE, ONE, ZERO, greatest_counter
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.constant_folding import MOST, free_variables
from reguli.compile.runtime import path_search
from reguli.ir.interpreter.board_functions import Distances, edge_endpoints, grid_neighbours
from reguli.ir.interpreter.builtin_functions import MAKERS
from reguli.ir.state_layout import EPOCH
from reguli.ir.state_layout import NONE as NOTHING
from reguli.ir.version_counters import term_read_counters
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.grids import Placing, cells_by_point
from reguli.model.resolved_ruleset import Kind

WAY = "way_round"
Row = tuple[int, ...]


def constant_array(numbers: Iterable[int]) -> n.ConstantArray:
    """Return the numbers as a constant array."""
    return n.ConstantArray(tuple(numbers))


def table_cell_code(table: Sequence[int], at: tuple[n.Code, bool]) -> n.Code:
    """Return code that reads an element's table entry; an element that may be none reads the table's last number, like index -1."""
    index, lacks = at
    return (
        f.fold_constant_lookup((table[-1], *table), f.fold_add(index, ONE))
        if lacks
        else f.fold_constant_lookup(tuple(table), index)
    )


def table_row_code(rows: Sequence[Row], at: tuple[n.Code, bool]) -> n.Code:
    """Return code that selects an element's row; an element that may be none selects the last row."""
    index, lacks = at
    return (
        f.fold_array_lookup((rows[-1], *rows), f.fold_add(index, ONE))
        if lacks
        else f.fold_array_lookup(tuple(rows), index)
    )


def constant_row_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Return code that reads one element's row from a table computed with the interpreter's functions."""
    kind = term.detail.partition(".")[0]
    known = MAKERS[term.name](terms.ruleset, terms.layout, Distances(), term)
    size = terms.layout.size_of(_asked_kind(terms, term, kind))
    return table_row_code(
        [tuple(known(at)) for at in range(size)], required_element_code(terms, term.arguments[0], term.name)
    )


def _asked_kind(terms: ExpressionCompiler, term: t.Builtin, kind: str) -> str:
    return (
        kind
        if terms.ruleset.kinds[kind].form != "edges" or term.name != "adjacent"
        else terms.ruleset.kinds[kind].joins or ""
    )


# -- rows of neighbours ----------------------------------------------------------------------------------------


def cell_neighbour_rows(kind: Kind) -> tuple[n.Code, n.Code]:
    """Return the start index of each cell's neighbour row, and all rows concatenated."""
    around = grid_neighbours(kind)
    return constant_array((0, *accumulate(map(len, around)))), constant_array(chain(*around))


def edge_neighbour_rows(terms: ExpressionCompiler, kind: Kind) -> tuple[n.Code, n.Code, n.Code]:
    """Return the row starts, the neighbours and the edges to them of places joined by edges, each row in box order."""
    rows: list[list[tuple[int, int]]] = [[] for _ in range(terms.layout.size_of(kind.joins or ""))]
    for edge, (one, other) in enumerate(edge_endpoints(kind)):
        if other != NOTHING:
            rows[one].append((other, edge))
            rows[other].append((one, edge))
    pairs = [pair for row in rows for pair in sorted(row)]
    starts = constant_array((0, *accumulate(map(len, rows))))
    return starts, constant_array(other for other, _ in pairs), constant_array(edge for _, edge in pairs)


def _marking(terms: ExpressionCompiler, kind: Kind) -> None:
    """Reserve the mark areas for searches on a board."""
    places = terms.layout.size_of(kind.joins or kind.id)
    terms.making.area("counts", max(terms.layout.size_of(kind.id), places))
    terms.making.area("seen", places)
    terms.making.area("part", places)


def _board(terms: ExpressionCompiler, term: t.Builtin) -> Kind:
    return terms.ruleset.kinds[term.detail.partition(".")[0]]


def _kept_runs(terms: ExpressionCompiler, arguments: Sequence[t.Term]) -> list[n.Code]:
    return [terms.writer.keep(terms.run(one), "r", n.RUN) for one in arguments]


def _is_all(term: t.Term) -> bool:
    return isinstance(term, t.Elements)


# -- ways ------------------------------------------------------------------------------------------------------


def reachability_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(sources, targets, usable)``: whether a path leads from a source to a target."""
    kind = _board(terms, term)
    _marking(terms, kind)
    given = _kept_runs(terms, term.arguments)
    if kind.form == "edges":
        return runtime_call(terms, path_search.reaches_over_edges, n.TRUTH, *edge_neighbour_rows(terms, kind), *given)
    return runtime_call(terms, path_search.reaches_over_cells, n.TRUTH, *cell_neighbour_rows(kind), *given)


def cheapest_path_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(sources, target, edges)``: the least cost of a path; raises a fault if there is none (E306).

    Which edges are usable is not asked again until something has changed that it depends on.
    """
    kind, field = _board(terms, term), term.detail.partition(".")[2]
    _marking(terms, kind)
    sources, target, usable = term.arguments
    w = terms.writer
    nodes, edges = terms.layout.size_of(kind.joins or ""), terms.layout.size_of(kind.id)
    length = 1 + edges + nodes * nodes
    base = terms.making.stretch("ways", term.detail, 2 + path_search.SETS * length)
    asks = any(isinstance(one, t.Apply | t.Builtin | t.PieceCondition) for one in all_terms(sources))
    # Whoever asks for other ways might put them in the place of these.
    digits = terms.is_asked_by_digits(sources)
    starting = None if digits or not asks else w.keep(terms.run(sources), "r", n.RUN)
    mask = w.keep(terms.mask(sources), "m") if digits else None
    goal = w.keep(terms.sure(target, term.name), "x")
    place = w.fresh("place")

    def sought() -> None:
        (open_edges,) = _kept_runs(terms, [usable])
        numbers = (n.Int(base), n.Int(length))
        call = runtime_call(terms, path_search.place_of_set, n.WHOLE, *numbers, open_edges)
        w.write(n.AssignLocal(place, call))

    emit_cached_computation(terms, usable, place, sought, n.GlobalVar("ways replaced"))
    costs = constant_array(cost if isinstance(cost, int) else 0 for cost in kind.values[field])
    row = w.keep(
        runtime_call(terms, path_search.row_of, n.WHOLE, *edge_neighbour_rows(terms, kind), costs, place, goal),
        "row",
    )
    least = w.fresh("least")
    w.write(n.AssignLocal(least, ZERO))

    def better(source: n.Code) -> None:
        here = w.keep(n.LoadArea("ways", f.fold_add(row, source)), "h")
        nearer = f.fold_or(f.fold_compare("=", least, ZERO), f.fold_compare("<", here, least))
        w.write(n.ConditionalBlock(f.fold_and(f.fold_compare(">", here, ZERO), nearer), (n.AssignLocal(least, here),)))

    def each(source: n.Code) -> None:
        w.when(f.fold_compare(">=", source, ZERO), lambda: better(source))

    source = w.fresh("i")
    if mask is not None:
        w.write(n.ForEachBit(source, mask, w.written(lambda: better(source))))
    elif starting is None:
        terms.each(sources, each, counted=False)
    else:
        w.write(n.ForEachLoop(source, starting, w.written(lambda: each(source))))
    w.refuse(f.fold_compare("=", least, ZERO), "E306")
    return f.fold_sub(least, ONE)


def emit_cached_computation(
    terms: ExpressionCompiler, asked: t.Term, found: n.LocalVar, seek: Callable[[], object], also: n.GlobalVar
) -> None:
    """Generate code that caches a search result until any slot that the term reads, or ``also``, changes."""
    w, making = terms.writer, terms.making
    reads = term_read_counters(terms.ruleset, terms.layout, asked)
    if reads is None or free_variables(asked) or terms.past:
        seek()
        return
    base = making.stretch("kept", f"{making.areas.get('kept', 0)}", 3 + len(reads))
    facts = (n.LoadSlot(n.Int(slot)) for slot in reads if slot >= 0)
    kept = (greatest_counter(w, [slot for slot in reads if slot < 0]), *facts)
    codes = [*(w.keep(one, "k") for one in kept), also]
    holds = f.fold_compare("!=", n.LoadSlot(n.Int(EPOCH)), ZERO)
    same = holds
    for number, code in enumerate(codes):
        same = f.fold_and(same, f.fold_compare("=", n.LoadArea("kept", n.Int(base + 1 + number)), code))

    def anew() -> None:
        seek()
        puts = [n.StoreArea("kept", n.Int(base + number), code) for number, code in enumerate([found, *codes])]
        w.write(n.ConditionalBlock(holds, tuple(puts)))

    w.when(same, lambda: w.write(n.AssignLocal(found, n.LoadArea("kept", n.Int(base)))), anew)


def distance_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(cell, cell)``: the least number of steps between two cells."""
    kind = _board(terms, term)
    cells = terms.layout.size_of(kind.id)
    base = terms.making.stretch("steps", kind.id, cells * cells)
    one, other = (terms.writer.keep(terms.sure(cell, term.name), "x") for cell in term.arguments)
    return runtime_call(terms, path_search.steps_between, n.WHOLE, *cell_neighbour_rows(kind), n.Int(base), one, other)


def longest_path_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(edges)`` or ``(edges, places)``: the number of edges on the longest path."""
    kind, places = _board(terms, term), term.detail.partition(".")[2]
    if places == kind.joins:
        ends: Sequence[Row] = edge_endpoints(kind)
    else:
        ends = [found if isinstance(found, tuple) else () for found in kind.values["corners"]]
    pairs = [pair if len(pair) == 2 and NOTHING not in pair else (NOTHING, NOTHING) for pair in ends]
    count = terms.layout.size_of(places)
    words = -(-len(pairs) // path_search.DIGITS)
    making = terms.making
    making.area("seen", count)
    making.area("ways seen", (path_search.PLACES + 1) * (words + 2))
    making.area("waiting ways", path_search.ROOM)
    given = _kept_runs(terms, term.arguments)
    through = given[1] if len(given) > 1 else constant_array(range(count))
    firsts, seconds = constant_array(pair[0] for pair in pairs), constant_array(pair[1] for pair in pairs)
    return runtime_call(
        terms,
        path_search.longest_way,
        n.WHOLE,
        firsts,
        seconds,
        n.Int(count),
        n.Int(words),
        given[0],
        through,
    )


# -- neighbours and ends -----------------------------------------------------------------------------------------


def adjacent_elements_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(element)`` or ``(element, usable edges)``: the adjacent elements."""
    kind = _board(terms, term)
    if len(term.arguments) == 1 or _is_all(term.arguments[1]):
        return constant_row_code(terms, t.Builtin(term.type, term.name, term.arguments[:1], term.detail))
    _marking(terms, kind)
    node = terms.writer.keep(terms.sure(term.arguments[0], term.name), "x")
    (usable,) = _kept_runs(terms, term.arguments[1:])
    return runtime_call(terms, path_search.near_over_edges, n.RUN, *edge_neighbour_rows(terms, kind), node, usable)


def edges_at_node_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(node, usable edges)``: the edges that end at the node."""
    kind = _board(terms, term)
    pairs = edge_endpoints(kind)
    if _is_all(term.arguments[1]):
        nodes = range(terms.layout.size_of(kind.joins or ""))
        rows = [tuple(edge for edge, pair in enumerate(pairs) if node in pair) for node in nodes]
        return table_row_code(rows, required_element_code(terms, term.arguments[0], term.name))
    node = terms.writer.keep(terms.sure(term.arguments[0], term.name), "x")
    firsts, seconds = constant_array(pair[0] for pair in pairs), constant_array(pair[1] for pair in pairs)
    return runtime_call(terms, path_search.edges_ending_at, n.RUN, firsts, seconds, node, terms.run(term.arguments[1]))


def other_endpoint_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(edge, node)``: the node at the other end."""
    pairs, w = edge_endpoints(_board(terms, term)), terms.writer
    edge, lacks = required_element_code(terms, term.arguments[0], term.name)
    kept = w.keep(edge, "x"), lacks
    node = w.keep(terms.value(term.arguments[1]), "x")
    first = w.keep(table_cell_code([pair[0] for pair in pairs], kept), "x")
    return f.fold_select(f.fold_compare("=", node, first), table_cell_code([pair[1] for pair in pairs], kept), first)


def components_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(cells)`` or ``(elements, edges)``: the connected components."""
    kind = _board(terms, term)
    _marking(terms, kind)
    given = _kept_runs(terms, term.arguments)
    if kind.form == "grid":
        return runtime_call(terms, path_search.parts_of_cells, n.RUN, *cell_neighbour_rows(kind), *given)
    return runtime_call(terms, path_search.parts_over_edges, n.RUN, *edge_neighbour_rows(terms, kind), *given)


# -- steps and shapes --------------------------------------------------------------------------------------------


def cell_step_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(cell, direction)`` or ``(cell, direction, count)``: the cell ``count`` steps away; none off the board."""
    relation, w = _board(terms, term).relation, terms.writer
    assert relation is not None
    cell, direction = (terms.value(one) for one in term.arguments[:2])
    ways = [(NOTHING, *way) for way in relation.steps]
    width = len(ways[0])
    if terms.bounds.of(term.arguments[1])[0] != 0:
        # None leads nowhere.
        ways.insert(0, (NOTHING,) * width)
        direction = f.fold_add(direction, ONE)
    if len(term.arguments) == 2:
        if isinstance(direction, n.Int):
            return f.fold_constant_lookup(ways[direction.value], f.fold_add(cell, ONE))
        return f.fold_constant_lookup(
            tuple(chain(*ways)),
            f.fold_add(f.fold_add(f.fold_mul(direction, n.Int(width)), cell), ONE),
        )
    cell, direction = w.keep(cell, "x"), w.keep(direction, "d")
    count = terms.value(term.arguments[2])
    least, most = terms.bounds.of(term.arguments[2])
    if least is not None and most is not None and (most - least + 1) * len(ways) * width <= MOST:
        table = [one for number in range(least, most + 1) for way in ways for one in _steps_on(way, number)]
        line = f.fold_add(f.fold_mul(f.fold_sub(count, n.Int(least)), n.Int(len(ways))), direction)
        return f.fold_constant_lookup(tuple(table), f.fold_add(f.fold_add(f.fold_mul(line, n.Int(width)), cell), ONE))
    return runtime_call(
        terms,
        path_search.steps_on,
        n.WHOLE,
        f.fold_array_lookup(tuple(way[1:] for way in ways), direction),
        cell,
        count,
    )


def _steps_on(way: Sequence[int], count: int) -> Sequence[int]:
    """Return where ``count`` steps lead from none and from each cell; ``way`` holds the target of a single step."""
    here: Sequence[int] = range(-1, len(way) - 1)
    for _ in range(count):
        here = [way[cell + 1] for cell in here]
    return here


def placed_shape_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(shape, cell, way)``: the cells that the placed shape covers."""
    shapes, cells = (terms.ruleset.kinds[one] for one in term.detail.split("."))
    placing_of = Placing(shapes, cells, terms.layout.size_of(WAY))
    points = tuple(cells_by_point(cells))
    columns, lines = [x for x, _ in points], [y for _, y in points]
    low = min(columns), min(lines)
    frame = (*low, max(columns) - low[0] + 1, max(lines) - low[1] + 1)
    where = dict.fromkeys(range(frame[2] * frame[3]), NOTHING)
    where.update({(y - low[1]) * frame[2] + x - low[0]: at for at, (x, y) in enumerate(points)})
    steps = [tuple(chain(*way)) for shape in placing_of.lying for way in shape]
    w = terms.writer
    shape, cell, way = (w.keep(terms.value(one), "x") for one in term.arguments)
    there = f.fold_and(f.fold_compare(">=", shape, ZERO), f.fold_compare(">=", cell, ZERO))
    there = f.fold_and(there, f.fold_compare(">=", way, ZERO))
    ways = n.Int(terms.layout.size_of(WAY))

    def lies() -> n.Code:
        drawn = f.fold_array_lookup(tuple(steps), f.fold_add(f.fold_mul(shape, ways), way))
        known = constant_array(frame), constant_array(where.values()), constant_array(chain(*points))
        return runtime_call(terms, path_search.covered, n.RUN, *known, drawn, cell)

    return terms.chosen(there, lies, lambda: n.ConstantArray(()), n.RUN)


def turned_direction_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``(direction, way)``: the direction after rotation, or the direction that is rotated onto it."""
    known = MAKERS[term.name](terms.ruleset, terms.layout, Distances(), term)
    directions, ways = (range(-1, terms.layout.size_of(kind)) for kind in ("direction", WAY))
    table = tuple(known(direction, way) for direction in directions for way in ways)
    direction, way = (f.fold_add(terms.value(one), ONE) for one in term.arguments)
    return f.fold_constant_lookup(table, f.fold_add(f.fold_mul(direction, n.Int(len(ways))), way))


def successor_code(terms: ExpressionCompiler, term: t.Builtin) -> n.Code:
    """Generate ``next(x)`` and ``previous(x)``, by one or more steps; wraps around a ring, else none beyond the ends."""
    size, sign = terms.layout.size_of(term.detail), 1 if term.name == "next" else -1
    ring, w = terms.ruleset.kinds[term.detail].ring, terms.writer
    at = required_element_code(terms, term.arguments[0], term.name)
    steps = terms.value(term.arguments[1]) if len(term.arguments) > 1 else ONE
    if isinstance(steps, n.Int):
        found = [item + sign * steps.value for item in range(size)]
        table = [one % size if ring else one if 0 <= one < size else NOTHING for one in found]
        return table_cell_code(table, at)
    moved = f.fold_add(at[0], steps) if sign > 0 else f.fold_sub(at[0], steps)
    if ring:
        return n.IntOp("mod", moved, n.Int(size))
    kept = w.keep(moved, "x")
    inside = f.fold_and(f.fold_compare(">=", kept, ZERO), f.fold_compare("<", kept, n.Int(size)))
    return f.fold_select(inside, kept, NONE)


VALUES: Mapping[str, Callable[[ExpressionCompiler, t.Builtin], n.Code]] = {
    "cheapest_path": cheapest_path_code,
    "reaches": reachability_code,
    "step": cell_step_code,
    "longest": longest_path_code,
    "other_end": other_endpoint_code,
    "distance": distance_code,
    "turned": turned_direction_code,
    "turned_back": turned_direction_code,
    "next": successor_code,
    "previous": successor_code,
}
"""Functions that give a number, an element or a truth."""
RUNS: Mapping[str, Callable[[ExpressionCompiler, t.Builtin], n.Code]] = {
    "adjacent": adjacent_elements_code,
    "edges_at": edges_at_node_code,
    "placed": placed_shape_code,
    **dict.fromkeys(
        ("ends", "edges_of", "cells_of", "corners_of", "edges_at_corner", "ways_of", "clockwise_from"),
        constant_row_code,
    ),
}
"""Functions that give a collection."""

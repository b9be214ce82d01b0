"""Closures over collections: quantifiers, folds, filters, sorting and set operations."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, assert_never

from reguli.ir.interpreter.board_functions import Distances, Function, edge_endpoints, edge_node_pairs, grid_neighbours
from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset, Table, is_field_table
from reguli.model.types import ElementType

Key = tuple[Closure, Literal[1, -1]]
"""What elements are sorted by, read with the element in its slot, and whether upwards or downwards."""


def quantifier_closure(how: str, slot: int, domain: Closure, where: Closure | None, has: Closure | None) -> Closure:
    """Make a closure for some, no or every element of a domain."""
    every = how == "every"

    def search(s: Slots) -> bool:
        for item in domain(s):
            s[slot] = item
            if where is not None and not where(s):
                continue
            if has is None or bool(has(s)) != every:
                return True
        return False

    return search if how == "some" else (lambda s: not search(s))


def fold_closure(how: str, slot: int, domain: Closure, where: Closure | None, value: Closure) -> Closure:
    """Make a closure for a sum, maximum or minimum over a domain."""
    greater = operator.gt if how == "max" else operator.lt

    def total(s: Slots) -> int:
        result = 0
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                result += value(s)
        return result

    def extreme(s: Slots) -> int:
        best: int | None = None
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                here: int = value(s)
                if best is None or greater(here, best):
                    best = here
        return best or 0

    return total if how == "sum" else extreme


def filter_closure(
    slot: int, domain: Closure, where: Closure | None, order: Callable[[Slots, list[int]], list[int]]
) -> Closure:
    """Make a closure for the elements of a domain that meet a condition, in order."""

    def chosen(s: Slots) -> list[int]:
        found: list[int] = []
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                found.append(item)
        return order(s, found)

    return chosen


def sort_closure(slot: int, keys: Sequence[Key]) -> Callable[[Slots, list[int]], list[int]]:
    """Make a closure that sorts elements stably by keys read with the element in ``slot``."""
    if not keys:
        return lambda s, found: found

    def ordered(s: Slots, found: list[int]) -> list[int]:
        def key(item: int) -> tuple[int, ...]:
            s[slot] = item
            return tuple(sign * value(s) for value, sign in keys)

        return sorted(found, key=key)

    return ordered


def set_operation_closure(sign: str, a: Closure, b: Closure) -> Closure:
    """Make a closure for union, difference or intersection of two collections."""
    if sign == "union":
        return lambda s: tuple(dict.fromkeys((*a(s), *b(s))))
    operation = list_intersection if sign == "common" else list_difference
    return lambda s: operation(a(s), b(s))


def list_difference(items: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the first collection minus the other."""
    return [item for item in items if item not in others]


def list_intersection(items: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the intersection of both."""
    return [item for item in items if item in others]


# -- stack operations ------------------------------------------------------------------------------------------------
# Stacks: cards from the bottom to the top, and beside each the part it belongs to.
#
# A part is known, or was shuffled: its cards then stand in the order of their ids, and only a draw tells which one is next.
# Shuffled parts that touch, as when one pile was put on another, are told apart: no card of the lower one comes before
# the upper one is used up. Equal stacks are written equally.


KNOWN, MIXED, MIXED_TOO = 0, 1, 2
"""What stands beside a card: its place is known; it is shuffled into its part; likewise, the part below being another."""

Part = tuple[int, bool]
"""How many cards, and whether they are shuffled."""


def split_stack_parts(labels: Sequence[int]) -> list[Part]:
    """Return the parts of a stack, bottom to top."""
    return [(len(list(run)), label != KNOWN) for label, run in groupby(labels)]


def part_labels(parts: Iterable[Part]) -> list[int]:
    """Return the labels stored with the cards, bottom to top."""
    labels: list[int] = []
    for count, mixed in parts:
        label = KNOWN
        if mixed:
            label = MIXED_TOO if labels and labels[-1] == MIXED else MIXED
        labels += [label] * count
    return labels


def remove_from_stack(s: Slots, piece: int, base: int, capacity: int) -> None:
    """Take a card out of a stack at any position; shuffled parts it separated stay distinct."""
    parts = [([card for card in cards if card != piece], mixed) for cards, mixed in stack_parts(s, base, capacity)]
    write_stack(s, base, capacity, [part for part in parts if part[0]])


def add_to_stack(s: Slots, piece: int, base: int, capacity: int, top: bool) -> None:
    """Put a card on or under a stack; its place is known."""
    there, moved = stack_parts(s, base, capacity), ([piece], False)
    write_stack(s, base, capacity, [*there, moved] if top else [moved, *there])


def merge_stacks(s: Slots, source: tuple[int, int], target: tuple[int, int], top: bool) -> bool:
    """Put a whole stack on or under another, unchanged; return whether any part of it was shuffled.

    Both are given by base and capacity. The places of the pieces are left to the caller.
    """
    moved, there = stack_parts(s, *source), stack_parts(s, *target)
    write_stack(s, *target, [*there, *moved] if top else [*moved, *there])
    write_stack(s, *source, [])
    return any(mixed for _, mixed in moved)


def stack_parts(s: Slots, base: int, capacity: int) -> list[tuple[list[int], bool]]:
    """Return the parts of a stack, bottom to top: their cards, and whether they are shuffled."""
    at, first = base + 1, base + 1 + capacity
    found = []
    for count, mixed in split_stack_parts(s[first : first + s[base]]):
        found.append((s[at : at + count], mixed))
        at += count
    return found


def write_stack(s: Slots, base: int, capacity: int, parts: Sequence[tuple[list[int], bool]]) -> None:
    """Write a stack of parts, bottom to top; the cards of a shuffled part are ordered by id.

    Raises ``RulesFault`` (E305) for more cards than there is room for.
    """
    cards = [card for part, _ in parts for card in part]
    if len(cards) > capacity:
        raise RulesFault("E305", capacity=capacity, count=len(cards))
    rest = [0] * (capacity - len(cards))
    s[base] = len(cards)
    s[base + 1 : base + 1 + capacity] = [*cards, *rest]
    s[base + 1 + capacity : base + 1 + 2 * capacity] = [
        *part_labels((len(part), mixed) for part, mixed in parts),
        *rest,
    ]


def is_top_card_known(s: Slots, base: int, capacity: int) -> bool:
    """Return whether the top card is known; for an empty stack, true."""
    count = s[base]
    return not count or s[base + capacity + count] == KNOWN


def possible_top_cards(s: Slots, base: int, capacity: int) -> list[int]:
    """Return the possible top cards: one if it is known, several in a shuffled part, none in an empty stack."""
    parts = stack_parts(s, base, capacity)
    cards, mixed = parts[-1] if parts else ([], True)
    return cards if mixed else cards[-1:]


# -- Numbers as rules reckon with them: bounded, divided, compared, looked up in tables ------------------------------


LARGEST = 2**53
"""No number of a game may be larger, so that every program that reads a position can hold it."""
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def check_number_limit(number: int) -> int:
    """Return a number unless it exceeds the limit for games."""
    if -LARGEST <= number <= LARGEST:
        return number
    raise RulesFault("E315", digits=len(str(abs(number))))


def table_lookup(table: Table, keys: list[int]) -> int:
    """Return the cell of a table.

    Raises ``RulesFault`` outside its keys, and where it has no number.
    """
    if keys[0] < 0 and is_field_table(table.id) and isinstance(table.type, ElementType):
        # Nothing has nothing, which equals nothing.
        return keys[0]
    at, inside = 0, True
    for key, low, size in zip(keys, table.lows, table.sizes, strict=True):
        at, inside = at * size + key - low, inside and low <= key < low + size
    value = table.cells[at] if inside else None
    if value is None:
        raise RulesFault("E302", table=table.id, key=", ".join(map(str, keys)))
    return value


def raise_key_fault(field: str, keys: Sequence[int]) -> int:
    """Raise the fault for a key outside a field's range."""
    raise RulesFault("E323", field=field.removeprefix("game."), key=", ".join(map(str, keys)))


def divide_rounded(left: int, right: int, *, up: bool) -> int:
    """Divide and round; raises ``RulesFault`` for a division by 0."""
    if right == 0:
        raise RulesFault("E303")
    return -(-left // right) if up else left // right


def arithmetic_closure(sign: Literal["+", "-", "*", "div down", "div up"], a: Closure, b: Closure) -> Closure:
    """Make a closure for binary arithmetic."""
    match sign:
        case "+":
            return lambda s: a(s) + b(s)
        case "-":
            return lambda s: a(s) - b(s)
        case "*":
            return lambda s: check_number_limit(a(s) * b(s))
        case "div down":
            return lambda s: divide_rounded(a(s), b(s), up=False)
        case "div up":
            return lambda s: divide_rounded(a(s), b(s), up=True)
        case _:
            assert_never(sign)


def modifier_closure(base: Closure, changes: Sequence[tuple[Closure, Closure]]) -> Closure:
    """Make a closure for a number with all its conditional modifiers applied."""

    def value(s: Slots) -> int:
        result: int = base(s)
        for holds, amount in changes:
            if holds(s):
                result += amount(s)
        return result

    return value


# -- ordering algorithms ---------------------------------------------------------------------------------------------
# Groups and the best there is: elements ranked, parts that hang together, most pairs, longest ways.
#
# Groups are a tuple of tuples of elements, each element in one at most.


Groups = tuple[tuple[int, ...], ...]
EMPTY = -1
"""Stands for a group without elements, where groups are written."""
MOST_WAYS = 200_000
"""So many ways are looked at for a longest one; where more would have to be, it is a fault (E322)."""


def ranked_groups_closure(slot: int, domain: Closure, where: Closure | None, keys: Sequence[Key]) -> Closure:
    """Make a closure that ranks the elements of a domain into groups of equals by sort keys."""

    def groups(s: Slots) -> Groups:
        found: dict[tuple[int, ...], list[int]] = {}
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                found.setdefault(tuple(sign * value(s) for value, sign in keys), []).append(item)
        return tuple(tuple(found[key]) for key in sorted(found))

    return groups


def nth_group(groups: Sequence[Sequence[int]], number: int) -> tuple[int, ...]:
    """Return one group by its 1-based number; none if there is no such group."""
    return tuple(groups[number - 1]) if 1 <= number <= len(groups) else ()


def groups_of(written: Iterable[int]) -> Groups:
    """Read groups from slots: each entry is twice the element's number, plus 1 if it ends a group.

    -1 is a group without elements.
    """
    found: list[tuple[int, ...]] = []
    group: list[int] = []
    for number in written:
        if number == EMPTY:
            found.append(())
            continue
        group.append(number >> 1)
        if number & 1:
            found.append(tuple(group))
            group = []
    return tuple(found)


def encode_groups(groups: Iterable[Sequence[int]]) -> list[int]:
    """Write groups in the encoding of ``groups_of``; empty ones are omitted."""
    return [2 * item + (at == len(group) - 1) for group in groups for at, item in enumerate(group)]


def matching_closure(slots: tuple[int, int], domains: tuple[Closure, Closure], where: Closure) -> Closure:
    """Make a closure for the maximum matching: augmenting paths reassign matched partners (Kuhn, 1955)."""
    left, right = slots

    def most(s: Slots) -> int:
        fitting: list[list[int]] = []
        for one in domains[0](s):
            s[left] = one
            partners = []
            for other in domains[1](s):
                s[left], s[right] = one, other
                if where(s):
                    partners.append(other)
            fitting.append(partners)
        taken: dict[int, int] = {}
        return sum(_finds(one, fitting, taken, set()) for one in range(len(fitting)))

    return most


def _finds(one: int, fitting: Sequence[Sequence[int]], taken: dict[int, int], asked: set[int]) -> bool:
    """Find a partner, reassigning others where needed."""
    for other in fitting[one]:
        if other not in asked:
            asked.add(other)
            if other not in taken or _finds(taken[other], fitting, taken, asked):
                taken[other] = one
                return True
    return False


def components_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(cells)`` or ``(elements, edges)``: the connected components, each in input order."""
    kind = ruleset.kinds[term.detail]
    if kind.form == "grid":
        around = grid_neighbours(kind)
        return lambda cells: split_into_components(cells, around)
    ends = edge_endpoints(kind)

    def over(members: Sequence[int], usable: Sequence[int]) -> Groups:
        near: dict[int, list[int]] = {member: [] for member in members}
        for a, b in edge_node_pairs(ends, usable):
            if a in near and b in near:
                near[a].append(b)
                near[b].append(a)
        return split_into_components(members, near)

    return over


def split_into_components(
    members: Sequence[int], near: Sequence[Sequence[int]] | Mapping[int, Sequence[int]]
) -> Groups:
    """Return the connected components of members under a neighbour map."""
    part_of: dict[int, int] = {}
    allowed, count = set(members), 0
    for start in members:
        if start in part_of:
            continue
        waiting = [start]
        part_of[start] = count
        while waiting:
            for other in near[waiting.pop()]:
                if other in allowed and other not in part_of:
                    part_of[other] = count
                    waiting.append(other)
        count += 1
    found: list[list[int]] = [[] for _ in range(count)]
    for member in members:
        found[part_of[member]].append(member)
    return tuple(map(tuple, found))


def longest_path_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(edges)`` or ``(edges, places)``: the longest path's edge count, continuing only through these places."""
    kind_id, _, places = term.detail.partition(".")
    kind = ruleset.kinds[kind_id]
    if places == kind.joins:
        ends: Sequence[tuple[int, ...]] = edge_endpoints(kind)
    else:
        corners = kind.values["corners"]
        ends = [tuple(found) if isinstance(found, tuple) else () for found in corners]
    everywhere = range(layout.size_of(places))

    def length(edges: Sequence[int], through: Sequence[int] = everywhere) -> int:
        usable = [ends[edge] for edge in edges if len(ends[edge]) == 2 and NONE not in ends[edge]]
        return longest_path([(a, b) for a, b in usable], through)

    return length


def longest_path(edges: Sequence[tuple[int, int]], through: Iterable[int]) -> int:
    """Return the maximum length of a path using each edge once and passing through certain places only; its ends are free.

    Who may not pass a place may come to it: there each edge has an end of its own. A part with more than two places at which the
    number of edges is odd cannot be gone along wholly: for any two more an edge is left over at least. So the search, depth first,
    ends as soon as nothing longer is possible.
    """
    passable, loose = set(through), -1
    near: dict[int, list[tuple[int, int]]] = {}
    for number, pair in enumerate(edges):
        one, other = (node if node in passable else loose - at for at, node in enumerate(pair))
        loose -= 2
        near.setdefault(one, []).append((number, other))
        near.setdefault(other, []).append((number, one))
    looked = [0]
    best = 0
    whole = split_into_components(sorted(near), {node: [other for _, other in row] for node, row in near.items()})
    for nodes_of in sorted(whole, key=len, reverse=True):
        count = sum(len(near[node]) for node in nodes_of) // 2
        odd = sum(len(near[node]) % 2 for node in nodes_of)
        limit = count - max(0, odd // 2 - 1)
        starts = [node for node in nodes_of if len(near[node]) % 2] or list(nodes_of)
        for start in [*starts, *(node for node in nodes_of if node not in starts)]:
            if best >= limit:
                break
            best = _further(near, start, best, limit, looked)
    return best


def _further(
    near: Mapping[int, Sequence[tuple[int, int]]], start: int, best: int, limit: int, looked: list[int]
) -> int:
    """Return the longer of the known result and the longest path from a place over unused edges."""
    waiting = [(start, 0, 0)]
    seen: set[tuple[int, int]] = set()
    while waiting and best < limit:
        node, gone, length = waiting.pop()
        best = max(best, length)
        for number, other in near[node]:
            further = gone | 1 << number
            if further != gone and (other, further) not in seen:
                looked[0] += 1
                if looked[0] > MOST_WAYS:
                    raise RulesFault("E322", limit=MOST_WAYS)
                seen.add((other, further))
                waiting.append((other, further, length + 1))
    return best

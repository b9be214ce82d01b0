"""Code generation for piece and token moves: none is created or lost, capacities hold.

Where a piece lies is one slot; a stack keeps its order beside. Which zones may be stacks, and which can be too full, is known when code is made: most moves are
one write.
"""

from __future__ import annotations

from collections.abc import Callable

from reguli.compile.codegen.codegen_context import ONE, ZERO, CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime import arithmetic, slot_lists, slot_stacks
from reguli.ir.state_layout import FieldSlots, is_whole_stack, zone_kind
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import child_terms, fields_read
from reguli.model.types import BundleType

# -- What the journal is told: the values of an entry, computed only where a journal is kept -----------------------


def make_change_entry(note: int, field: FieldSlots | None, slot: n.Code, value: n.Code) -> n.WriteJournal:
    """Return the journal entry for a new value of a place (by first slot) or of a name in a rule: owner, keys, value."""
    if field is None or not field.several:
        return n.WriteJournal(note, (value,))
    place = constant_division(f.fold_sub(slot, n.Int(field.base)), field.stride)
    if not field.keys:
        return n.WriteJournal(note, (place, value))
    whose = () if field.declared.owner == "game" else (constant_division(place, field.each),)
    keys: list[n.Code] = []
    for key in reversed(field.keys):
        keys.append(f.fold_add(constant_remainder(place, key.size), n.Int(key.low)))
        place = constant_division(place, key.size)
    return n.WriteJournal(note, (*whose, *reversed(keys), value))


def constant_division(number: n.Code, by: int) -> n.Code:
    """Divide a non-negative number by a constant."""
    if isinstance(number, n.Int):
        return n.Int(number.value // by)
    return number if by == 1 else n.IntOp("div", number, n.Int(by))


def constant_remainder(number: n.Code, by: int) -> n.Code:
    """Return the remainder of such a division."""
    if isinstance(number, n.Int):
        return n.Int(number.value % by)
    return ZERO if by == 1 else n.IntOp("mod", number, n.Int(by))


# -- piece move codegen ----------------------------------------------------------------------------------------------


class PieceMoveCodegen:
    """Generates moves within one function."""

    def __init__(self, terms: ExpressionCodegen) -> None:
        self.terms = terms
        self.making = terms.making
        self.layout = terms.layout
        self.writer = terms.writer

    # -- unique pieces -----------------------------------------------------------------------------------------

    def relocate(self, note: int, statement: b.Relocate) -> None:
        """Generate a move of unique pieces to a zone; not being in the stated source is a fault (E309)."""
        if is_whole_stack(self.layout, statement):
            self._pile(note, statement)
            return
        terms, w = self.terms, self.writer
        target, goal = terms.zone(statement.target)
        goal = w.keep(goal, "z")
        source, asked, pieces = None, None, statement.pieces
        if statement.source is not None:
            source, origin = terms.zone(statement.source)
            if not (isinstance(pieces, t.Contents) and pieces.zone == statement.source):
                asked = w.keep(origin, "z")

        def move(piece: n.Code) -> None:
            lies = w.keep(n.LoadSlot(self._place_of(piece, zone_kind(statement.target))), "z")
            if asked is not None:
                w.refuse(f.fold_compare("!=", lies, asked), "E309")
            self.shift(piece, (source, lies), (target, goal), top=statement.top)
            w.write(n.WriteJournal(note, (piece, lies, goal)))

        if not statement.many:
            move(w.keep(terms.sure(pieces, "move"), "x"))
            return
        # Nothing is asked inside, and a piece that was moved is behind: what lies in a zone can be gone through as it lies.
        if isinstance(pieces, t.Contents):
            terms.each(pieces, move, counted=False)
            return
        item, run = w.fresh("i"), w.keep(terms.run(pieces), "r", n.RUN)
        w.write(n.ForEachLoop(item, run, w.written(lambda: move(item))))

    def _place_of(self, piece: n.Code, kind: str) -> n.Code:
        """Return the slot that stores a piece's location."""
        return f.fold_add(piece, n.Int(self.layout.places[kind]))

    def shift(
        self, piece: n.Code, left: tuple[FieldSlots | None, n.Code], goal: tuple[FieldSlots, n.Code], *, top: bool
    ) -> None:
        """Generate the move of one piece between zones, each given by its number and, if known, its field."""
        w, (source, lies), (target, number) = self.writer, left, goal
        kind = target.declared.of or ""
        if source is None:
            if any(one.declared.order == "stack" for one in _zones_of(self.making, kind)):
                w.write(n.CallStatement(n.CallNode(leave_stack_function(self.making, kind), (piece, lies))))
        elif source.declared.order == "stack":
            self._leave_stack(piece, source, lies)
        w.write(n.StoreSlot(self._place_of(piece, kind), number))
        if target.declared.order == "stack":
            name = self.making.library(slot_stacks.join_stack)
            w.write(
                n.CallStatement(
                    n.CallNode(name, (piece, zone_first_slot(target, number), n.Int(target.capacity), n.Bool(top)))
                )
            )
        elif target.declared.capacity is not None and target.capacity < self.layout.size_of(kind):
            there = (n.Int(self.layout.places[kind]), n.Int(self.layout.size_of(kind)), number)
            count = n.CallNode(self.making.library(slot_lists.how_many), there)
            w.refuse(f.fold_compare(">", count, n.Int(target.capacity)), "E305")

    def _leave_stack(self, piece: n.Code, source: FieldSlots, number: n.Code) -> None:
        given = (piece, zone_first_slot(source, number), n.Int(source.capacity))
        self.writer.write(n.CallStatement(n.CallNode(self.making.library(slot_stacks.leave_stack), given)))

    def _pile(self, note: int, statement: b.Relocate) -> None:
        """Generate the move of a whole stack onto or under another, preserving order and shuffled parts.

        Shuffled cards that come to a stack are a new order there: it counts as a shuffle of that stack.
        """
        terms, w = self.terms, self.writer
        source, lies = terms.zone(statement.source or statement.target)
        target, goal = terms.zone(statement.target)
        lies, goal = w.keep(lies, "z"), w.keep(goal, "z")
        kind = zone_kind(statement.target)

        def move() -> None:
            at, to = w.keep(zone_first_slot(source, lies), "at"), w.keep(zone_first_slot(target, goal), "at")
            count, item, cards = w.keep(n.LoadSlot(at), "n"), w.fresh("i"), w.fresh("r", n.RUN)
            w.write(n.AllocateArray(cards, n.Int(source.capacity)), n.AppendArray(cards, n.LoadSlotArray(at)))
            ends = (
                at,
                n.Int(source.capacity),
                to,
                n.Int(target.capacity),
                n.Bool(statement.top),
            )
            mixed = w.keep(n.CallNode(self.making.library(slot_stacks.join_piles), ends, n.TRUTH), "t", n.TRUTH)
            card = w.fresh("x")
            last = n.IntOp("-", n.IntOp("-", count, ONE), item)
            placed = (
                n.AssignLocal(card, n.ArrayItem(cards, last)),
                n.StoreSlot(self._place_of(card, kind), goal),
                n.WriteJournal(note, (card, lies, goal)),
            )
            w.write(n.CountedLoop(item, ZERO, count, placed))
            w.when(mixed, lambda: self._count_shuffle(target, goal))

        w.when(f.fold_compare("!=", lies, goal), move)

    def mix(self, note: int, statement: b.Mix) -> None:
        """Generate a stack shuffle: cards are stored in id order and marked as mixed, and the shuffle is counted."""
        w = self.writer
        field, number = self.terms.zone(statement.zone)
        number = w.keep(number, "z")
        given = (zone_first_slot(field, number), n.Int(field.capacity))
        w.write(n.CallStatement(n.CallNode(self.making.library(slot_stacks.shuffle_stack), given)))
        self._count_shuffle(field, number)
        w.write(n.WriteJournal(note, (number,)))

    def _count_shuffle(self, field: FieldSlots, number: n.Code) -> None:
        w, layout = self.writer, self.layout
        counters = tuple(layout.logical + layout.counters[f"{field.name}.{place}"] for place in range(field.places))
        slot = w.keep(f.fold_constant_lookup(counters, f.fold_sub(number, n.Int(field.zone))), "c")
        w.write(n.StoreSlot(slot, f.fold_add(n.LoadSlot(slot), ONE)))

    # -- tokens ------------------------------------------------------------------------------------------------

    def transfer(self, note: int, statement: b.Transfer) -> None:
        """Generate a transfer of tokens between zones: exactly the amount, up to it, or all."""
        terms, w, amount = self.terms, self.writer, statement.amount
        wanted: Callable[[n.Code], n.Code] | None = None
        shares: tuple[n.Code, ...] = ()
        if amount is not None and isinstance(amount.type, BundleType):
            shares = tuple(w.keep(share, "a") for share in terms.shares(amount))
        elif amount is not None:
            number = w.keep(terms.whole(amount), "a")
            wanted = lambda which: number  # noqa: E731 - one of two
        pour = _Pouring(self, note, statement)
        source_field, _, variety = terms.tokens(statement.source)
        if variety is None:
            variety = terms.tokens(statement.target)[2]
        if variety is not None:
            which = w.keep(variety, "y")
            pour.one(which, shares[0] if shares else wanted(which) if wanted is not None else None)
        elif shares:
            for at, share in enumerate(shares):
                pour.one(n.Int(at), share)
        else:
            item = w.fresh("y")
            inside = w.written(lambda: pour.one(item, None if wanted is None else wanted(item)))
            w.write(n.CountedLoop(item, ZERO, n.Int(source_field.capacity), inside))


class _Pouring:
    """Generates transfers of one token variety."""

    def __init__(self, moves: PieceMoveCodegen, note: int, statement: b.Transfer) -> None:
        self._moves = moves
        self._note = note
        self._statement = statement
        self._writer = moves.writer
        self._places: tuple[tuple[FieldSlots, n.Code], tuple[FieldSlots, n.Code]] | None = None
        if not self._moves_with_it():
            self._places = self._both()

    def _moves_with_it(self) -> bool:
        """Return whether the zones' own locations depend on the tokens being moved."""
        ruleset, zones = self._moves.making.ruleset, (self._statement.source, self._statement.target)
        inner = [zone.zone if isinstance(zone, t.Variety) else zone for zone in zones]
        own = {zone.field for zone in inner if isinstance(zone, t.Tracked)}
        return not own.isdisjoint(fields_read(ruleset, *(term for zone in inner for term in child_terms(zone))))

    def _both(self) -> tuple[tuple[FieldSlots, n.Code], tuple[FieldSlots, n.Code]]:
        terms, w = self._moves.terms, self._writer
        source, there, _ = terms.tokens(self._statement.source)
        there = w.keep(there, "at")
        target, here, _ = terms.tokens(self._statement.target)
        return (source, there), (target, w.keep(here, "at"))

    def one(self, which: n.Code, wanted: n.Code | None) -> None:
        """Generate a transfer of one variety; all its tokens without an amount."""
        w, up_to = self._writer, self._statement.up_to
        (source, there), (target, here) = self._places or self._both()
        giver = f.fold_add(there, which)
        lying = w.keep(n.LoadSlot(giver), "n")
        number: n.Code = lying
        if wanted is not None:
            number = w.keep(wanted, "a")
            if up_to and not source.infinite:
                number = w.keep(n.SelectValue(f.fold_compare(">", number, lying), lying, number), "a")
            w.refuse(f.fold_compare("<", number, ZERO), "E310")
            if not up_to and not source.infinite:
                w.refuse(f.fold_compare(">", number, lying), "E310")
        w.when(f.fold_compare("!=", number, ZERO), lambda: self._moved((source, there), (target, here), which, number))

    def _moved(
        self, left: tuple[FieldSlots, n.Code], goal: tuple[FieldSlots, n.Code], which: n.Code, number: n.Code
    ) -> None:
        w, making, (source, there), (target, here) = self._writer, self._moves.making, left, goal
        if not source.infinite:
            giver = f.fold_add(there, which)
            w.write(n.StoreSlot(giver, n.IntOp("-", n.LoadSlot(giver), number)))
        if not target.infinite:
            taker = f.fold_add(here, which)
            more: n.Code = f.fold_add(n.LoadSlot(taker), number)
            if source.infinite:
                more = n.CallNode(making.library(arithmetic.bounded), (more,))
            w.write(n.StoreSlot(taker, more))
            limit = target.declared.capacity
            if limit is not None:
                total: n.Code = ZERO
                for at in range(target.capacity):
                    total = f.fold_add(total, n.LoadSlot(f.fold_add(here, n.Int(at))))
                w.refuse(f.fold_compare(">", total, n.Int(limit)), "E305")
        w.write(
            n.WriteJournal(self._note, (number, which, zone_number_code(source, there), zone_number_code(target, here)))
        )


def zone_first_slot(field: FieldSlots, number: n.Code) -> n.Code:
    """Return the first slot of a zone, by its number."""
    return f.fold_add(f.fold_mul(f.fold_sub(number, n.Int(field.zone)), n.Int(field.stride)), n.Int(field.base))


def zone_number_code(field: FieldSlots, slot: n.Code) -> n.Code:
    """Return the number of the zone that starts at a slot."""
    return f.fold_add(constant_division(f.fold_sub(slot, n.Int(field.base)), field.stride), n.Int(field.zone))


def _zones_of(making: CodegenContext, kind: str) -> list[FieldSlots]:
    return [one for one in making.layout.fields.values() if one.zone >= 0 and one.declared.of == kind]


def leave_stack_function(making: CodegenContext, kind: str) -> str:
    """Generate the function that removes a piece from its stack, if it is in one; return its name."""
    piece, zone = n.LocalVar("piece"), n.LocalVar("zone")

    def write(w: FunctionBuilder) -> None:
        for field in _zones_of(making, kind):
            if field.declared.order == "stack":
                within = f.fold_and(
                    f.fold_compare(">=", zone, n.Int(field.zone)),
                    f.fold_compare("<", zone, n.Int(field.zone + field.places)),
                )
                given = (piece, zone_first_slot(field, zone), n.Int(field.capacity))
                w.write(
                    n.ConditionalBlock(
                        within,
                        (n.CallStatement(n.CallNode(making.library(slot_stacks.leave_stack), given)), n.ReturnValue()),
                    )
                )

    return making.function(f"leave {kind}", (piece, zone), None, write)

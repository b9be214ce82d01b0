"""Code generation for chance nodes: the candidates, their weights, and the effect of the chosen one.

``candidates N``, of the block N that ends in chance, counts the cast and gives how many there are to choose from. Of each of them the area ``candidates`` holds what it is (an
element or a number; of a group as many numbers as it may have members and one more: its length, then its members), the area ``weights`` how many tickets it has, and the area
``keys`` its constant (``ir.rng``). Those without a ticket are left out. The globals ``site`` (the constant of its name), ``place`` (which one, where several elements have
one) and ``occurrence`` say which cast it is. Where there are none to choose from, nothing has to fall: what comes is known, a card whose place is known, or nothing, and stands first.

``chosen N`` is given which of the candidates it is, writes it where it belongs, tells it, and gives the block to go on with.
"""

from __future__ import annotations

from collections.abc import Callable

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen.codegen_context import NONE, ONE, ZERO, CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.codegen.piece_move_codegen import zone_first_slot
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime import slot_stacks
from reguli.compile.runtime.games import chance_outcomes
from reguli.ir.program import Chance
from reguli.ir.rng import Constants, hash_name
from reguli.ir.state_layout import SUBSETS_LIMIT, FieldSlots
from reguli.model.bound_tree.bound_terms import Interval, SetOperation
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.types import GroupsType

CANDIDATES, WEIGHTS, KEYS = "candidates", "weights", "keys"
SITE, PLACE, OCCURRENCE = "site", "place", "occurrence"
MOST_WEIGHT = 10_000
"""Tickets in one lot at most: each of them is made."""


def candidates_function(making: CodegenContext, number: int) -> str:
    """Generate the function that prepares the candidates of a chance node; return its name."""
    return making.function(
        f"candidates {number}", (), n.WHOLE, lambda w: _Casting(making, w, _chance(making, number)).write()
    )


def take_candidate_function(making: CodegenContext, number: int) -> str:
    """Generate the function that applies one of the candidates; return its name."""
    end, index = _chance(making, number), n.LocalVar("index")
    area = making.area(CANDIDATES, 1)

    def write(w: FunctionBuilder) -> None:
        slot = n.Int(end.slot)
        if end.capacity:
            at = w.keep(f.fold_mul(index, n.Int(end.capacity + 1)), "at")
            count, item = w.keep(n.LoadArea(area, at), "n"), w.fresh("i")
            member = n.LoadArea(area, f.fold_add(f.fold_add(at, item), ONE))
            w.write(n.StoreSlot(slot, count))
            w.write(n.CountedLoop(item, ZERO, count, (n.StoreSlot(f.fold_add(item, n.Int(end.slot + 1)), member),)))
            w.write(n.FillSlots(f.fold_add(count, n.Int(end.slot + 1)), f.fold_sub(n.Int(end.capacity), count), ZERO))
        else:
            w.write(n.StoreSlot(slot, n.LoadArea(area, index)))
        if end.note >= 0:
            w.write(n.WriteJournal(end.note, (n.LoadSlotArray(slot) if end.capacity else n.LoadSlot(slot),)))
        w.write(n.ReturnValue(n.Int(end.next)))

    return making.function(f"chosen {number}", (index,), n.WHOLE, write)


def _chance(making: CodegenContext, number: int) -> Chance:
    end = making.program.blocks[number].end
    assert isinstance(end, Chance)
    return end


class _Casting:
    """Generates the candidates of one chance node."""

    def __init__(self, making: CodegenContext, writer: FunctionBuilder, end: Chance) -> None:
        self._making = making
        self._writer = writer
        self._end = end
        self._terms = ExpressionCodegen(making, writer)
        self._width = end.capacity + 1 if end.capacity else 1
        self._count = writer.fresh("n")
        """How many have a ticket."""
        self._total = writer.fresh("t")
        """How many tickets there are."""
        for area in (CANDIDATES, WEIGHTS, KEYS):
            making.area(area, self._most() * (self._width if area == CANDIDATES else 1))

    def _most(self) -> int:
        """Return the maximum number of candidates."""
        end, layout = self._end, self._making.layout
        if end.capacity:
            parted = isinstance(end.source.type, GroupsType) and end.source.type.parted
            return end.capacity + 1 if parted else 1 << SUBSETS_LIMIT
        return MOST_WEIGHT if end.kind is None else max(1, layout.size_of(end.kind))

    def write(self) -> None:
        """Generate all."""
        w, end = self._writer, self._end
        w.write(n.AssignLocal(self._count, ZERO), n.AssignLocal(self._total, ZERO))
        match end.form:
            case "lot":
                self._cast(ZERO, end.site)
                self._lot()
            case "tokens":
                field, number = self._zone()
                self._cast(f.fold_sub(number, n.Int(field.zone)), end.site, field)
                self._tokens(field, w.keep(zone_first_slot(field, number), "at"))
            case "stack":
                field, number = self._zone()
                self._cast(f.fold_sub(number, n.Int(field.zone)), end.site, field)
                self._stack(field, w.keep(zone_first_slot(field, number), "at"))
        w.write(n.ReturnValue(self._count))

    def _zone(self) -> tuple[FieldSlots, n.Code]:
        field, number = self._terms.zone(self._end.source)
        return field, self._writer.keep(number, "z")

    def _cast(self, place: n.Code, site: str, field: FieldSlots | None = None) -> None:
        """Count the draw and set which draw it is."""
        w, end = self._writer, self._end
        several = field is not None and field.several
        places = range(field.places) if field is not None else range(1)
        names = [f"{site}.{one}" if several else site for one in places]
        place = w.keep(place, "k") if several else ZERO
        counter = w.keep(f.fold_add(place, n.Int(self._making.layout.logical + end.counter)), "c")
        if end.form != "stack":
            w.write(n.StoreSlot(counter, f.fold_add(n.LoadSlot(counter), ONE)))
        constants = tuple(hash_name(name.removeprefix("game.")) for name in names)
        w.write(n.SetGlobal(SITE, f.fold_constant_lookup(constants, place)), n.SetGlobal(PLACE, place))
        w.write(n.SetGlobal(OCCURRENCE, n.LoadSlot(counter)))

    # -- what may come -----------------------------------------------------------------------------------------

    def _lot(self) -> None:
        end, w, terms = self._end, self._writer, self._terms
        if end.capacity:
            self._groups()
            return
        if isinstance(end.source, Interval):
            w.refuse(f.fold_compare(">", terms.count(end.source), n.Int(MOST_WEIGHT)), "E321")
        run, item = w.keep(terms.run(end.source), "r", n.RUN), w.fresh("i")
        self._none_of(n.ArrayLength(run))

        def weigh() -> n.Code:
            if end.weighing is None:
                return ONE
            variable, weight = end.weighing
            self._making.sure.add(variable.key)
            terms.known[variable.key] = item
            return terms.whole(weight)

        w.write(n.ForEachLoop(item, run, w.written(lambda: self._take(item, weigh()))))
        self._weighed()

    def _groups(self) -> None:
        """Generate weighted groups; those without weight are left out."""
        end, w, terms, area = self._end, self._writer, self._terms, CANDIDATES
        twice = any(isinstance(inner, SetOperation) for inner in all_terms(end.source))
        met, keep_group = w.fresh("n"), self._making.library(chance_outcomes.keep_group)
        w.write(n.AssignLocal(met, ZERO))
        rest = (met, n.Int(self._width), n.Bool(twice))
        function_codegen.each_group(
            terms, end.source, lambda group: w.write(n.AssignLocal(met, n.CallNode(keep_group, (group, *rest))))
        )
        self._none_of(met)
        item = w.fresh("i")

        def take() -> None:
            at = w.keep(f.fold_mul(item, n.Int(self._width)), "at")
            size, place, key = w.keep(n.LoadArea(area, at), "n"), w.fresh("i"), w.fresh("k")
            member = n.LoadArea(area, f.fold_add(f.fold_add(at, place), ONE))
            w.write(n.AssignLocal(key, ZERO))
            more = n.AssignLocal(key, n.IntOp("+%", key, self._constant(member, in_group=True)))
            w.write(n.CountedLoop(place, ZERO, size, (more,)))
            single = self._constant(n.LoadArea(area, f.fold_add(at, ONE)), in_group=False)
            if single != self._constant(n.LoadArea(area, f.fold_add(at, ONE)), in_group=True):
                w.write(n.ConditionalBlock(f.fold_compare("=", size, ONE), (n.AssignLocal(key, single),)))
            weight: n.Code = ONE
            if end.weighing is not None:
                variable, term = end.weighing
                run = w.fresh("r", n.RUN)
                w.write(n.AllocateArray(run, size), n.CountedLoop(place, ZERO, size, (n.AppendItem(run, member),)))
                terms.known[variable.key] = run
                weight = terms.whole(term)

            def keep() -> None:
                goal = f.fold_mul(self._count, n.Int(self._width))
                moved = n.StoreArea(area, f.fold_add(goal, place), n.LoadArea(area, f.fold_add(at, place)))
                w.write(n.CountedLoop(place, ZERO, n.Int(self._width), (moved,)))
                self._kept(key)

            self._ticketed(weight, keep)

        w.write(n.CountedLoop(item, ZERO, met, w.written(take)))
        self._weighed()

    def _tokens(self, field: FieldSlots, at: n.Code) -> None:
        """Generate the varieties in a zone, weighted by token count."""
        w, item = self._writer, self._writer.fresh("i")
        w.write(n.StoreArea(CANDIDATES, ZERO, NONE))
        body = w.written(lambda: self._take(item, n.LoadSlot(f.fold_add(at, item))))
        w.write(n.CountedLoop(item, ZERO, n.Int(field.capacity), body))
        w.refuse(f.fold_compare(">", self._total, n.Int(MOST_WEIGHT)), "E321")

    def _stack(self, field: FieldSlots, at: n.Code) -> None:
        """Generate the cards that may be on top as candidates; a known top card is stored directly, without a choice."""
        w, item = self._writer, self._writer.fresh("i")
        place = (at, n.Int(field.capacity))

        def known() -> None:
            top = f.fold_select(
                f.fold_compare("=", n.LoadSlot(at), ZERO), NONE, n.LoadSlot(f.fold_add(at, n.LoadSlot(at)))
            )
            w.write(n.StoreArea(CANDIDATES, ZERO, top), n.ReturnValue(ZERO))

        w.when(n.CallNode(self._making.library(slot_stacks.is_next_known), place, n.TRUTH), known)
        cards = w.keep(n.CallNode(self._making.library(slot_stacks.next_cards), place, n.RUN), "r", n.RUN)
        w.write(n.ForEachLoop(item, cards, w.written(lambda: self._take(item, ONE))))

    # -- kept --------------------------------------------------------------------------------------------------

    def _none_of(self, met: n.Code) -> None:
        """Generate the case without candidates: for numbers and groups it is a fault (E316)."""
        w, end = self._writer, self._end
        none = f.fold_compare("=", met, ZERO)
        if end.kind is None or end.capacity:
            w.refuse(none, "E316")
        else:
            w.write(n.ConditionalBlock(none, (n.StoreArea(CANDIDATES, ZERO, NONE), n.ReturnValue(ZERO))))

    def _take(self, item: n.Code, weight: n.Code) -> None:
        def keep() -> None:
            self._writer.write(n.StoreArea(CANDIDATES, self._count, item))
            self._kept(self._constant(item, in_group=False))

        self._ticketed(weight, keep)

    def _ticketed(self, weight: n.Code, keep: Callable[[], object]) -> None:
        """Keep a candidate with a positive weight; a negative or too large weight is a fault (E321)."""
        w = self._writer
        if isinstance(weight, n.Int):
            w.write(n.StoreArea(WEIGHTS, self._count, ONE))
            keep()
            return
        weight = w.keep(weight, "w")
        w.refuse(
            f.fold_or(f.fold_compare("<", weight, ZERO), f.fold_compare(">", weight, n.Int(MOST_WEIGHT))),
            "E321",
        )
        w.write(n.AssignLocal(self._total, f.fold_add(self._total, weight)))

        def put() -> None:
            w.write(n.StoreArea(WEIGHTS, self._count, weight))
            keep()

        w.when(f.fold_compare(">", weight, ZERO), put)

    def _kept(self, key: n.Code) -> None:
        self._writer.write(
            n.StoreArea(KEYS, self._count, key), n.AssignLocal(self._count, f.fold_add(self._count, ONE))
        )

    def _weighed(self) -> None:
        """Raise a fault (E321) if the total weight is 0 or too large."""
        w = self._writer
        if self._end.weighing is not None:
            none = f.fold_compare("=", self._total, ZERO)
            w.refuse(f.fold_or(none, f.fold_compare(">", self._total, n.Int(MOST_WEIGHT))), "E321")
        else:
            w.refuse(f.fold_compare(">", self._count, n.Int(MOST_WEIGHT)), "E321")

    def _constant(self, item: n.Code, *, in_group: bool) -> n.Code:
        """Return the constant of a candidate or of a group member; a number is its own, and a kind without elements yields no candidates."""
        elements = () if self._end.kind is None else self._making.ruleset.kinds[self._end.kind].elements
        if not elements:
            return item
        constants = Constants()
        known = [hash_name(one) if in_group else constants.candidate(one) for one in elements]
        return f.fold_constant_lookup((known[-1], *known), f.fold_add(item, ONE))

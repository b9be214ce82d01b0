"""What is looked up, as code: variables, fields, cells of tables, where a piece lies, what the engine itself keeps."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.codegen.collection_codegen import Collected
from reguli.compile.codegen.function_builder import NO, NONE, ONE, ZERO
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.ir.interpreter.inverse_relations import kind_of, lying
from reguli.ir.state_layout import FACTS
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import is_of_field
from reguli.model.types import ElementType, NumberType, TruthType

MISSING = -(2**62)
"""Stands in tables where there is no number."""


class LookedUp(Collected):
    """Gives the code of what is looked up."""

    def variable(self, variable: t.Variable) -> n.Code:
        """Give what stands for a variable, or what its slot holds."""
        known = self.known.get(variable.key)
        if known is not None:
            assert not isinstance(known, tuple), variable
            return known
        value = n.Load(n.Num(self.layout.storage[variable.key].slot))
        return f.as_truth(value) if isinstance(variable.type, TruthType) else value

    def looked_up(self, term: t.Term) -> n.Code:
        """Give what a term looks up."""
        match term:
            case t.Fixed():
                found = self._fixed(term)
            case t.Tracked(found_type, _, owner):
                if isinstance(found_type, ElementType) and owner is not None and self.lacks(owner):
                    there = f.compare(">=", self.writer.keep(self.value(owner), "x"), ZERO)
                    return self.chosen(there, lambda: self._tracked(term), lambda: NONE, n.WHOLE)
                found = self._tracked(term)
            case t.Lies():
                return self._lies(term)
            case t.Occupant(_, t.Tracked() as zone):
                return self.occupant(zone)
            case t.Variety():
                return self.amount(term)
            case t.Amount(_, zone):
                return self.amount(zone)
            case t.Cell():
                found = self._cell(term)
            case t.Fact(_, "player_count"):
                return n.Num(self.layout.players)
            case t.Fact(_, name):
                return self.load(n.Num(FACTS.index(name)))
            case _:
                raise AssertionError(term)
        return f.as_truth(found) if isinstance(term.type, TruthType) else found

    def _fixed(self, term: t.Fixed) -> n.Code:
        values = self.ruleset.kinds[term.kind].values[term.field]
        table = tuple(int(value) if isinstance(value, int) else -1 for value in values)
        if isinstance(term.type, ElementType) and self.lacks(term.element):
            # What nothing has is nothing.
            return f.cell((-1, *table), f.plus(self.value(term.element), ONE))
        return f.cell(table, self.sure(term.element, term.field))

    def _tracked(self, term: t.Tracked) -> n.Code:
        field, base = self.slot(term)
        if field.declared.form == "zone":
            return self.amount(term)
        return self.load(base)

    def _lies(self, term: t.Lies) -> n.Code:
        *table, nowhere = lying(self.layout, term)
        first = n.Num(self.layout.places[kind_of(term.piece)])
        piece = self.writer.keep(self.value(term.piece), "x")
        value = f.cell((nowhere, *table), f.plus(self.load(f.plus(piece, first)), ONE))
        if not self.is_sure(term.piece):
            value = f.chosen(f.compare(">=", piece, ZERO), value, NONE)
        if not isinstance(term.type, NumberType):
            return value
        kept = self.writer.keep(value, "v")
        self.writer.refuse(f.compare("=", kept, NONE), "E301")
        return kept

    def _cell(self, term: t.Cell) -> n.Code:
        """Look a cell of a table up; outside of its keys, and where it has no number, it is a fault (E302)."""
        return self.cell_at(term.table, [self.value(key) for key in term.keys], term)

    def cell_at(self, name: str, keys: Sequence[n.Code], term: t.Cell) -> n.Code:
        """Give the cell of a table at some keys."""
        table, w = self.ruleset.tables[name], self.writer
        keys = [w.keep(f.as_whole(key), "k") for key in keys]
        outside: n.Code = NO
        index: n.Code = ZERO
        for at, (key, low, size) in enumerate(zip(keys, table.lows, table.sizes, strict=True)):
            least, most = self.bounds.of(term.keys[at]) if at < len(term.keys) else (low, low + size - 1)
            if least is None or least < low:
                outside = f.either(outside, f.compare("<", key, n.Num(low)))
            if most is None or most >= low + size:
                outside = f.either(outside, f.compare(">=", key, n.Num(low + size)))
            index = f.plus(f.times(index, n.Num(size)), f.minus(key, n.Num(low)))
        cells = tuple(MISSING if value is None else int(value) for value in table.cells)
        if is_of_field(name) and isinstance(table.type, ElementType) and self._first_lacks(term):
            # Nothing has nothing, which equals nothing.
            there = f.compare(">=", keys[0], ZERO)
            return self.chosen(there, lambda: self._held(cells, index, outside), lambda: keys[0], n.WHOLE)
        return self._held(cells, index, outside)

    def _first_lacks(self, term: t.Cell) -> bool:
        return self.lacks(term.keys[0])

    def _held(self, cells: tuple[int, ...], index: n.Code, outside: n.Code) -> n.Code:
        self.writer.refuse(outside, "E302")
        if isinstance(outside, n.Flag) and outside.value:
            return ZERO
        value = f.cell(cells, index)
        if MISSING not in cells:
            return value
        kept = self.writer.keep(value, "v")
        self.writer.refuse(f.compare("=", kept, n.Num(MISSING)), "E302")
        return kept

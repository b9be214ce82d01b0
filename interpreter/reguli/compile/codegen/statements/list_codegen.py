"""Lists and sets as code: who joins, who leaves, and in which order they stand, in slots or in a local."""

from __future__ import annotations

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen.expression_codegen import Terms
from reguli.compile.codegen.statements import journal_codegen
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime import arithmetic, slot_lists
from reguli.ir.zone_storage import about
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t


class Lists:
    """Writes changes of lists and sets within one function."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def _is_local(self, place: t.Term) -> bool:
        """Tell whether a list is kept in a local."""
        return isinstance(place, t.Local) and isinstance(self.terms.known.get(place.variable.key), n.Var)

    def _local(self, place: t.Term) -> n.Var:
        assert isinstance(place, t.Local)
        known = self.terms.known[place.variable.key]
        assert isinstance(known, n.Var)
        return known

    def enlist(self, note: int, statement: b.Enlist) -> None:
        """Write that an element joins or leaves a list or set, and tell it where that changes anything."""
        terms, w, adding = self.terms, self.terms.writer, statement.adding
        who = w.keep(terms.sure(statement.item, "list"), "x")
        if self._is_local(statement.place):
            self._enlist_in_local(note, statement, who)
            return
        capacity, flags, slot = terms.list_place(statement.place)
        slot = w.keep(slot, "at")
        field = self.terms.layout.fields.get(about(statement.place))
        tell = journal_codegen.change(note, field, slot, who)
        if flags:
            flag = f.plus(slot, who)
            same = f.compare("=" if not adding else "!=", n.Load(flag), n.Num(1))
            w.when(same, lambda: w.write(n.Store(flag, n.Num(int(adding))), tell))
            return
        name = self.terms.making.library(slot_lists.join_list if adding else slot_lists.leave_list)
        given = (slot, who, n.Num(capacity)) if adding else (slot, who)
        w.when(n.Call(name, given, n.TRUTH), lambda: w.write(tell))

    def _enlist_in_local(self, note: int, statement: b.Enlist, who: n.Code) -> None:
        w, known = self.terms.writer, self._local(statement.place)
        changed = n.Call(self.terms.making.library(arithmetic.is_in), (who, known), n.TRUTH)
        name = self.terms.making.library(slot_lists.with_member if statement.adding else slot_lists.without_member)
        tell = n.Entry(note, (who,))
        w.when(
            f.negated(changed) if statement.adding else changed,
            lambda: w.write(n.Let(known, n.Call(name, (known, who), n.RUN)), tell),
        )

    def order(self, note: int, statement: b.Order) -> None:
        """Write that a list is sorted, stably."""
        terms, w = self.terms, self.terms.writer
        self.terms.making.sure.add(statement.variable.key)
        if self._is_local(statement.place):
            known = self._local(statement.place)
            w.write(n.Let(known, function_codegen.sorted_run(terms, statement.variable, known, statement.keys)))
        else:
            capacity, _, slot = terms.list_place(statement.place)
            slot = w.keep(slot, "at")
            ordered = function_codegen.sorted_run(terms, statement.variable, n.RunAt(slot), statement.keys)
            terms.write_list(slot, ordered, capacity)
        w.write(n.Entry(note, ()))

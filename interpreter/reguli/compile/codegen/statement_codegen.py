"""Code generation for all bound statements that never suspend.

A body is one stretch of code; a loop is a loop. A procedure that never suspends is a function with its parameters, and whoever leaves it
gives. Variables are locals unless they outlive a decision, and a loop goes through a copy only where its body may change what it goes through.

What is remembered of values depends on stamps (``ir.version_counters``). The stamps of what has changed are due, and they are written before the next term that may
remember anything, before a loop, before a call, and when the function is left: so statements one behind the other share one number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen import piece_move_codegen
from reguli.compile.codegen.binary_dispatch import write_binary_dispatch
from reguli.compile.codegen.codegen_context import ONE, ZERO, CodegenContext, FunctionBuilder, Known
from reguli.compile.codegen.define_codegen import function_parameters, lowered_value_kind
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.codegen.piece_move_codegen import PieceMoveCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.dirty_tracking import (
    may_be_memoised,
    may_exit_procedure,
    may_modify_loop_domain,
    statement_reads,
)
from reguli.compile.passes.representations import MASKED, is_in_declared_order
from reguli.compile.runtime import arithmetic, slot_lists
from reguli.ir.interpreter.set_numbering import DIGITS
from reguli.ir.interpreter.statement_interpreter import COST_OF_LOOP
from reguli.ir.state_layout import FACTS, LOOKS, field_or_variable_name
from reguli.ir.version_counters import statement_write_counters
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import effects_on_piece
from reguli.model.resolved_ruleset import BoundProcedure
from reguli.model.types import BundleType, GroupsType, NumberType

# -- deferred call codegen -------------------------------------------------------------------------------------------
# What is put off: procedures, and the rules of an event, go on the agenda with the values of their arguments.


SETTLING = FACTS.index("settling")


def emit_deferred_call(terms: ExpressionCodegen, note: int, statement: b.Perform | b.PerformPiece | b.Announce) -> None:
    """Put a procedure, or every rule of an event, on the agenda."""
    making, w = terms.making, terms.writer
    agenda = making.program.agenda
    told: list[n.Code] = []
    numbers: list[n.Code]
    some = None
    if isinstance(statement, b.PerformPiece):
        element = w.keep(terms.sure(statement.element, statement.field), "x")
        told.append(element)
        written = effects_on_piece(making.ruleset, statement)
        of = [-1] * (1 + max(written))
        for at, rule in written.items():
            of[at] = -1 if rule is None else agenda.targets.index(rule.id)
        numbers = [w.keep(f.fold_constant_lookup(tuple(of), element), "p")]
        some = f.fold_compare(">=", numbers[0], ZERO)
    elif isinstance(statement, b.Announce):
        rules = making.ruleset.events.get(statement.event, ())
        numbers = [n.Int(agenda.targets.index(rule.id)) for rule in rules]
    else:
        numbers = [n.Int(agenda.targets.index(making.ruleset.procedures[statement.procedure].id))]
    values = [w.keep(terms.whole(argument), "a") for argument in statement.arguments]
    w.write(n.WriteJournal(note, (*told, *values)))
    if not numbers:
        return
    name = enqueue_function(making)
    rest = [ZERO] * (agenda.width - 1 - len(values))
    calls = [n.CallStatement(n.CallNode(name, (number, *values, *rest))) for number in numbers]
    if some is None:
        w.write(*calls)
    else:
        w.when(some, lambda: w.write(*calls))


def enqueue_function(making: CodegenContext) -> str:
    """Generate the function that queues an entry, last or directly after the running one; return its name."""
    agenda = making.program.agenda
    parameters = tuple(n.LocalVar(f"p{at}") for at in range(agenda.width))
    base, front, width = n.Int(agenda.base), n.Int(agenda.front), agenda.width

    def write(w: FunctionBuilder) -> None:
        waiting = w.keep(n.LoadSlot(base), "n")
        w.refuse(f.fold_compare(">=", waiting, n.Int(agenda.room)), "E312")
        place = w.fresh("k")
        w.write(n.AssignLocal(place, waiting))
        behind = (n.AssignLocal(place, n.LoadSlot(front)), n.StoreSlot(front, f.fold_add(place, ONE)))
        w.write(n.ConditionalBlock(f.fold_compare("!=", n.LoadSlot(n.Int(SETTLING)), ZERO), behind))
        at = w.keep(f.fold_add(f.fold_mul(place, n.Int(width)), n.Int(agenda.base + 1)), "at")
        w.write(n.CopySlots(f.fold_add(at, n.Int(width)), at, f.fold_mul(n.IntOp("-", waiting, place), n.Int(width))))
        w.write(*(n.StoreSlot(f.fold_add(at, n.Int(number)), one) for number, one in enumerate(parameters)))
        more = w.keep(f.fold_add(waiting, ONE), "n")
        w.write(n.StoreSlot(base, more))
        most = n.Int(agenda.most)
        w.write(n.ConditionalBlock(f.fold_compare(">", more, n.LoadSlot(most)), (n.StoreSlot(most, more),)))

    return making.function("put off", parameters, None, write)


# -- list codegen ----------------------------------------------------------------------------------------------------
# Lists and sets as code: who joins, who leaves, and in which order they stand, in slots or in a local.


class ListCodegen:
    """Generates changes to lists and sets within one function."""

    def __init__(self, terms: ExpressionCodegen) -> None:
        self.terms = terms

    def _is_local(self, place: t.Term) -> bool:
        """Return whether a list is stored in a local."""
        return isinstance(place, t.Local) and isinstance(self.terms.known.get(place.variable.key), n.LocalVar)

    def _local(self, place: t.Term) -> n.LocalVar:
        assert isinstance(place, t.Local)
        known = self.terms.known[place.variable.key]
        assert isinstance(known, n.LocalVar)
        return known

    def enlist(self, note: int, statement: b.Enlist) -> None:
        """Add an element to a list or set, or remove it, and record any actual change."""
        terms, w, adding = self.terms, self.terms.writer, statement.adding
        who = w.keep(terms.sure(statement.item, "list"), "x")
        if self._is_local(statement.place):
            self._enlist_in_local(note, statement, who)
            return
        capacity, flags, slot = terms.list_place(statement.place)
        slot = w.keep(slot, "at")
        field = self.terms.layout.fields.get(field_or_variable_name(statement.place))
        tell = piece_move_codegen.make_change_entry(note, field, slot, who)
        if flags:
            flag = f.fold_add(slot, who)
            same = f.fold_compare("=" if not adding else "!=", n.LoadSlot(flag), n.Int(1))
            w.when(same, lambda: w.write(n.StoreSlot(flag, n.Int(int(adding))), tell))
            return
        name = self.terms.making.library(slot_lists.join_list if adding else slot_lists.leave_list)
        given = (slot, who, n.Int(capacity)) if adding else (slot, who)
        w.when(n.CallNode(name, given, n.TRUTH), lambda: w.write(tell))

    def _enlist_in_local(self, note: int, statement: b.Enlist, who: n.Code) -> None:
        w, known = self.terms.writer, self._local(statement.place)
        changed = n.CallNode(self.terms.making.library(arithmetic.is_in), (who, known), n.TRUTH)
        name = self.terms.making.library(slot_lists.with_member if statement.adding else slot_lists.without_member)
        tell = n.WriteJournal(note, (who,))
        w.when(
            f.fold_not(changed) if statement.adding else changed,
            lambda: w.write(n.AssignLocal(known, n.CallNode(name, (known, who), n.RUN)), tell),
        )

    def order(self, note: int, statement: b.Order) -> None:
        """Generate a stable sort of a list."""
        terms, w = self.terms, self.terms.writer
        self.terms.making.sure.add(statement.variable.key)
        if self._is_local(statement.place):
            known = self._local(statement.place)
            w.write(n.AssignLocal(known, function_codegen.sorted_run(terms, statement.variable, known, statement.keys)))
        else:
            capacity, _, slot = terms.list_place(statement.place)
            slot = w.keep(slot, "at")
            ordered = function_codegen.sorted_run(terms, statement.variable, n.LoadSlotArray(slot), statement.keys)
            terms.write_list(slot, ordered, capacity)
        w.write(n.WriteJournal(note, ()))


# -- statement codegen -----------------------------------------------------------------------------------------------


class StatementCodegen:
    """Generates statements within one function."""

    def __init__(self, making: CodegenContext, writer: FunctionBuilder, known: Known | None = None) -> None:
        self.making = making
        self.writer = writer
        self.terms = ExpressionCodegen(making, writer, known)
        self.layout = making.layout
        self.moves = PieceMoveCodegen(self.terms)
        self.lists = ListCodegen(self.terms)
        self._due: set[int] = set()

    # -- stamps ------------------------------------------------------------------------------------------------

    def due(self, stamps: Iterable[int]) -> None:
        """Record the stamps of changed fields as pending."""
        self._due.update(stamps)

    def stamp(self) -> None:
        """Write the pending stamps."""
        if self._due:
            self.writer.write(n.StampSlots(tuple(sorted(self._due))))
            self._due.clear()

    def put_aside(self) -> tuple[int, ...]:
        """Return the pending stamps; code written next may exit early, so they are pending again after it."""
        return tuple(self._due)

    def ask(self, *terms: t.Term) -> None:
        """Write the pending stamps before terms that may return cached values."""
        if self._due and any(map(may_be_memoised, terms)):
            self.stamp()

    def when(self, test: n.Code, yes: Callable[[], object], no: Callable[[], object] | None = None) -> None:
        """Generate conditional statements; each branch writes the stamps of its changes."""
        before = set(self._due)
        still: set[int] = set()

        def way(write: Callable[[], object] | None) -> Callable[[], None]:
            def written() -> None:
                self._due = set(before)
                if write is not None:
                    write()
                still.update(self._due & before)
                self._due -= before
                self.stamp()

            return written

        self.writer.when(test, way(yes), way(no) if no is not None or isinstance(test, n.Bool) else None)
        self._due = still if no is not None or isinstance(test, n.Bool) else still | before

    # -- statements --------------------------------------------------------------------------------------------

    def body(self, body: b.Body) -> None:
        """Generate statements in order."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: b.BoundStatement) -> None:
        """Generate a statement that never suspends."""
        match statement:
            case b.Branch(condition=condition, then=then, otherwise=otherwise):
                self.ask(condition)
                no = (lambda: self.body(otherwise)) if otherwise else None
                self.when(self.terms.truth(condition), lambda: self.body(then), no)
            case b.Each() | b.Loop() | b.Times():
                self.stamp()
                self._loop(statement)
            case b.Perform(later=False):
                self.stamp()
                procedure = self.making.procedures[statement.procedure]
                given = self.terms.arguments(procedure.parameters, statement.arguments)
                self.run(procedure, given)
            case b.PerformPiece(later=False):
                self.stamp()
                self._perform_piece(statement)
            case b.Leave(what="procedure"):
                self.stamp()
                self.writer.write(n.ReturnValue())
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                self.ask(*statement_reads(statement))
                self._change(statement)
                self.due(statement_write_counters(self.making.ruleset, self.layout, statement))

    def _change(self, statement: b.BoundStatement) -> None:
        match statement:
            case b.Give(variable=variable, value=value):
                self.terms.give(variable, value)
            case b.Write(place=t.Local() as place):
                self._write_variable(statement, place.variable)
            case b.Write(place=t.Tracked() as place):
                self._write_field(statement, place)
            case b.Relocate():
                self.moves.relocate(self._note(statement), statement)
            case b.Transfer():
                self.moves.transfer(self._note(statement), statement)
            case b.Mix():
                self.moves.mix(self._note(statement), statement)
            case b.Enlist():
                self.lists.enlist(self._note(statement), statement)
            case b.Order():
                self.lists.order(self._note(statement), statement)
            case b.Perform() | b.PerformPiece() | b.Announce():
                emit_deferred_call(self.terms, self._note(statement), statement)
            case b.Claim(condition=condition):
                self.writer.refuse(f.fold_not(self.terms.truth(condition)), "E324")
            case b.Write() | b.TakeTop() | b.Cast() | b.Settle() | b.Leave() | b.Nesting():
                raise AssertionError(statement)

    def _note(self, statement: b.BoundStatement) -> int:
        return self.making.program.note_of[statement.rule]

    # -- numbers, flags, elements, bundles ---------------------------------------------------------------------

    def _write_variable(self, statement: b.Write, variable: t.Variable) -> None:
        terms, w, storage = self.terms, self.writer, self.layout.storage.get(variable.key)
        if storage is not None and storage.slot >= 0:
            if storage.capacity:
                terms.give(variable, statement.value)
            else:
                slot = n.Int(storage.slot)
                w.write(n.StoreSlot(slot, f.bool_to_int(self._new_value(statement, variable, n.LoadSlot(slot)))))
            return
        known = terms.known[variable.key]
        if isinstance(known, tuple):
            shares = [w.keep(share, "s") for share in terms.shares(statement.value)]
            for local, share in zip(known, shares, strict=True):
                assert isinstance(local, n.LocalVar)
                w.write(n.AssignLocal(local, share))
        elif lowered_value_kind(variable.type) == n.RUN:
            terms.held(variable, statement.value)
        else:
            assert isinstance(known, n.LocalVar)
            w.write(n.AssignLocal(known, self._new_value(statement, variable, known)))

    def _new_value(self, statement: b.Write, variable: t.Variable, old: n.Code) -> n.Code:
        """Return the new value of a variable; numbers are limited to what games need."""
        terms = self.terms
        if not isinstance(variable.type, NumberType):
            return (
                terms.truth(statement.value)
                if lowered_value_kind(variable.type) == n.TRUTH
                else terms.value(statement.value)
            )
        value = terms.whole(statement.value)
        low, high = terms.bounds.of(statement.value)
        if statement.add:
            return n.CallNode(self.making.library(arithmetic.bounded), (f.fold_add(old, value),))
        return value if _is_bounded(low, high) else n.CallNode(self.making.library(arithmetic.bounded), (value,))

    def _write_field(self, statement: b.Write, place: t.Tracked) -> None:
        terms, w = self.terms, self.writer
        if isinstance(place.type, BundleType):
            self._write_bundle(statement, place)
            return
        new, (low, high) = terms.whole(statement.value), terms.bounds.of(statement.value)
        if not _is_bounded(low, high):
            new = n.CallNode(self.making.library(arithmetic.bounded), (new,))
        new = w.keep(new, "v")
        field, slot = terms.slot(place)
        slot = w.keep(slot, "at")
        if field.declared.form == "number":
            most = arithmetic.LARGEST if field.declared.high is None else field.declared.high
            if statement.add:
                new = w.keep(f.fold_add(n.LoadSlot(slot), new), "v")
                low = None if low is None else field.declared.low + low
                high = None if high is None else most + high
            if low is None or low < field.declared.low:
                w.refuse(f.fold_compare("<", new, n.Int(field.declared.low)), "E307")
            if high is None or high > most:
                w.refuse(f.fold_compare(">", new, n.Int(most)), "E315" if field.declared.high is None else "E307")
        w.write(n.StoreSlot(slot, new), piece_move_codegen.make_change_entry(self._note(statement), field, slot, new))

    def _write_bundle(self, statement: b.Write, place: t.Tracked) -> None:
        terms, w = self.terms, self.writer
        field, slot = terms.slot(place)
        slot = w.keep(slot, "at")
        shares = [w.keep(share, "s") for share in terms.shares(statement.value)]
        for share in shares:
            w.refuse(f.fold_compare(">", share, n.Int((1 << DIGITS) - 1)), "E315")
        w.write(*(n.StoreSlot(f.fold_add(slot, n.Int(at)), share) for at, share in enumerate(shares)))
        w.write(
            piece_move_codegen.make_change_entry(
                self._note(statement), field, slot, n.SlotRangeArray(slot, len(shares))
            )
        )

    # -- loops -------------------------------------------------------------------------------------------------

    def _round(self, body: Callable[[], object]) -> None:
        """Generate one loop iteration, then the stamps of its changes."""
        body()
        self.stamp()

    def _loop(self, statement: b.Each | b.Loop | b.Times) -> None:
        terms, w = self.terms, self.writer
        match statement:
            case b.Each():
                self._each(statement)
            case b.Loop(condition=condition, body=body):

                def go_round() -> None:
                    w.when(f.fold_not(terms.truth(condition)), lambda: w.write(n.BreakLoop()))
                    self._round(lambda: self.body(body))
                    w.write(n.SpendBudget(n.Int(COST_OF_LOOP), "E308"))

                w.write(n.EndlessLoop(w.written(go_round)))
            case b.Times(count=count, body=body):
                wanted = w.keep(terms.whole(count), "n")
                w.refuse(f.fold_compare(">", wanted, n.Int(LOOKS)), "E308")
                least = f.fold_select(f.fold_compare("<", wanted, ZERO), ZERO, wanted)
                w.write(n.SpendBudget(f.fold_mul(least, n.Int(COST_OF_LOOP)), "E308"))
                inside = w.written(lambda: self._round(lambda: self.body(body)))
                w.write(n.CountedLoop(w.fresh("i"), ZERO, wanted, inside))

    def _each(self, statement: b.Each) -> None:
        terms, w, domain, variable = self.terms, self.writer, statement.domain, statement.variable
        self.making.sure.add(variable.key)

        def met(item: n.Code) -> None:
            terms.known[variable.key] = item
            if statement.where is None:
                self._round(lambda: self.body(statement.body))
            else:
                test = terms.truth(statement.where)
                self._round(lambda: self.when(test, lambda: self.body(statement.body)))

        if isinstance(domain, t.Interval):
            terms.limits[variable.key] = (terms.bounds.of(domain.low)[0], terms.bounds.of(domain.high)[1])
        changes = not isinstance(domain, t.Interval) and may_modify_loop_domain(self.making, statement)
        if isinstance(domain.type, GroupsType):
            function_codegen.each_group(terms, domain, met)
        elif not changes and not (isinstance(domain, t.Filter) and may_exit_procedure(statement.body)):
            terms.each(domain, met)
        elif (terms.size_of(domain) or MASKED + 1) <= MASKED and is_in_declared_order(self.making.ruleset, domain):
            item = w.fresh("i")
            w.write(n.ForEachBit(item, terms.mask(domain), w.written(lambda: met(item))))
        else:
            self._each_kept(terms.run(domain), met)

    def _each_kept(self, run: n.Code, met: Callable[[n.Code], object]) -> None:
        w, item = self.writer, self.writer.fresh("i")
        if not self.terms.is_lasting(run):
            kept, copy = w.keep(run, "r", n.RUN), w.fresh("r", n.RUN)
            w.write(n.AllocateArray(copy, n.ArrayLength(kept)), n.AppendArray(copy, kept))
            run = copy
        kept = w.keep(run, "r", n.RUN)
        w.write(n.SpendBudget(n.ArrayLength(kept)), n.ForEachLoop(item, kept, w.written(lambda: met(item))))

    # -- procedures --------------------------------------------------------------------------------------------

    def run(self, procedure: BoundProcedure, given: tuple[n.Code, ...]) -> None:
        """Generate the call of a procedure that never suspends."""
        self.writer.write(n.CallStatement(n.CallNode(procedure_function(self.making, procedure), given)))

    def _perform_piece(self, statement: b.PerformPiece) -> None:
        rules = effects_on_piece(self.making.ruleset, statement)
        ready = {at: rule for at, rule in rules.items() if rule is not None}
        element = self.writer.keep(self.terms.sure(statement.element, statement.field), "x")
        if not ready:
            return

        def perform() -> None:
            first = next(iter(ready.values()))
            given = self.terms.arguments(first.parameters, statement.arguments)
            if isinstance(statement.element, t.Constant):
                self.run(first, given)
            else:
                name = piece_effect_function(self.making, statement.kind, statement.field)
                self.writer.write(n.CallStatement(n.CallNode(name, (element, *given))))

        if isinstance(statement.element, t.Constant):
            perform()
            return
        has = tuple(int(at in ready) for at in range(1 + max(rules)))
        self.writer.when(f.fold_compare("!=", f.fold_constant_lookup(has, element), ZERO), perform)


def _is_bounded(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and max(-low, high) <= arithmetic.LARGEST


def procedure_function(making: CodegenContext, procedure: BoundProcedure) -> str:
    """Generate the function of a procedure that never suspends, unless it exists; return its name."""
    called = f"effect {procedure.id}"
    if making.is_begun(called):
        return called
    names = FunctionBuilder()
    parameters, known = function_parameters(making, names, procedure.parameters)

    def write(writer: FunctionBuilder) -> None:
        writer.follow(names)
        statements = StatementCodegen(making, writer, dict(known))
        statements.body(procedure.body)
        statements.stamp()

    return making.function(called, parameters, None, write)


def piece_effect_function(making: CodegenContext, kind: str, field: str) -> str:
    """Generate the function that runs the rule written on a piece, for elements that have one; return its name."""
    rules = [(at, rule) for at, rule in enumerate(making.ruleset.piece_rules[kind, field]) if rule is not None]
    names = FunctionBuilder()
    element = names.fresh("x")
    parameters, _ = function_parameters(making, names, rules[0][1].parameters)

    def run(writer: FunctionBuilder, rule: BoundProcedure) -> Callable[[], object]:
        return lambda: writer.write(n.CallStatement(n.CallNode(procedure_function(making, rule), parameters)))

    def write(writer: FunctionBuilder) -> None:
        write_binary_dispatch(writer, element, [(at, run(writer, rule)) for at, rule in rules])

    return making.function(f"piece {kind}.{field}", (element, *parameters), None, write)

"""Bound statements that wait for nobody as Python statements; what has no form here is left to the walker's closure.

Variables lie in the slots here: a statement may be followed by one that the walker runs.
"""

from __future__ import annotations

from reguli.compile.expressions import Written, spending
from reguli.compile.source import Lines, indented
from reguli.ir.closures import Effect
from reguli.ir.layout import EPOCH, FieldSlots
from reguli.ir.program import Program
from reguli.ir.walking.effects import COST_OF_LOOP, Effects
from reguli.ir.walking.values import LARGEST
from reguli.ir.zones import zone_kind
from reguli.model.ruleset import BoundProcedure
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Local, Term, Tracked, Variety
from reguli.model.types import TruthType

TICK = f"s[{EPOCH}] = tick()"
"""The state has changed: what was remembered of it no longer holds."""


class WrittenEffects(Effects):
    """Makes compiled functions for statements."""

    values: Written

    def __init__(self, values: Written, program: Program) -> None:
        super().__init__(values, program)
        values.module.name("tick", values.numbers.__next__)
        self._functions: dict[str, str] = {}
        """The function of each procedure that never waits."""

    def body(self, body: b.Body) -> Effect:
        """Compile statements in order."""
        return self._function(self._lines(body))

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Compile one statement."""
        return self._function(self._statement(statement))

    def _function(self, lines: Lines) -> Effect:
        module = self.values.module
        return module.take(module.write(module.new("b"), ("s", "j"), lines or ["pass"]))

    def _lines(self, body: b.Body) -> Lines:
        return [line for statement in body for line in self._statement(statement)]

    def _statement(self, statement: b.BoundStatement) -> Lines:
        match statement:
            case b.Give():
                return self.give_lines(statement)
            case b.Write():
                return self._write_lines(statement)
            case b.Perform(later=False):
                procedure = self.values.ruleset.procedures[statement.procedure]
                return self._call_lines(procedure, statement.arguments)
            case b.Branch():
                condition = self.values.text(statement.condition, {})
                then, otherwise = self._block(statement.then), self._lines(statement.otherwise)
                return [f"if {condition}:", *then, *(["else:", *indented(otherwise)] if otherwise else [])]
            case b.Each():
                return self._each_lines(statement)
            case b.Loop():
                condition, spent = self.values.text(statement.condition, {}), spending(str(COST_OF_LOOP), "endless")
                return [f"while {condition}:", *self._block(statement.body), *indented(spent)]
            case b.Times():
                name = self.values.module.new("n")
                count = f"{name} = {self.values.text(statement.count, {})}"
                spent = spending(f"{COST_OF_LOOP} * max(0, {name})", "endless")
                return [count, *spent, f"for _ in range({name}):", *self._block(statement.body)]
            case b.Transfer() if (lines := self._transfer_lines(statement)) is not None:
                return [*lines, TICK]
            case b.Relocate() if (lines := self._relocate_lines(statement)) is not None:
                return [*lines, TICK]
            case b.Control(what="stop"):
                return ["return True"]
            case _:
                return [f"{self.values.module.thing('w', super().effect(statement))}(s, j)", TICK]

    def _block(self, body: b.Body) -> Lines:
        return indented(self._lines(body) or ["pass"])

    def give_lines(self, statement: b.Give) -> Lines:
        """Write a let: a value kept in the slots of its variable."""
        variable, value = statement.variable, self.values.text(statement.value, {})
        storage = self.values.layout.bind(variable.key)
        if storage.capacity:
            return [f"write_members(s, {storage.slot}, {value}, {storage.capacity})"]
        return [f"s[{storage.slot}] = {value}"]

    def _write_lines(self, statement: b.Write) -> Lines:
        value, place = self.values.text(statement.value, {}), statement.place
        if isinstance(place, Local):
            slot = self.values.layout.storage[place.variable.key].slot
            return [f"s[{slot}] = s[{slot}] + {value}" if statement.add else f"s[{slot}] = {value}"]
        assert isinstance(place, Tracked)
        field = self.values.layout.fields[place.field]
        owner, at = "", str(field.base)
        lines = [f"x = {f'int({value})' if isinstance(statement.value.type, TruthType) else value}"]
        lines.append(f"if not {-LARGEST} <= x <= {LARGEST}: large(x)")
        if place.owner is not None:
            lines.append(f"o = {self.values.sure_text(place.owner, field.name, {})}")
            owner, at = "o, ", f"{field.base} + o * {field.stride}"
        if statement.add:
            lines.append(f"x += s[{at}]")
        if field.declared.form == "number":
            low, high = field.declared.low, field.declared.high
            outside = f"x < {low}" if high is None else f"not {low} <= x <= {high}"
            lines.append(f"if {outside}: outside({field.name!r}, x, {low}, {high})")
        return [*lines, f"s[{at}] = x", TICK, f"j.append(({self.note(statement)}, {owner}x))"]

    def _each_lines(self, statement: b.Each) -> Lines:
        slot = self.values.bind_member(statement.variable)
        domain, body = self.values.module.new("n"), self._block(statement.body)
        if statement.where is not None:
            body = indented([f"if {self.values.text(statement.where, {})}:", *body])
        lines = [f"{domain} = {self.values.text(statement.domain, {})}", *spending(f"len({domain})")]
        return [*lines, f"for s[{slot}] in {domain}:", *body]

    def _call_lines(self, procedure: BoundProcedure, arguments: tuple[Term, ...]) -> Lines:
        slots, run = self.made(procedure)
        function = self._functions.get(procedure.id)
        if function is None:
            function = self._functions[procedure.id] = self.values.module.thing("p", run)
        texts = [self.values.text(argument, {}) for argument in arguments]
        if not slots:
            return [f"{function}(s, j)"]
        return [f"{', '.join(f's[{slot}]' for slot in slots)} = {', '.join(texts)}", f"{function}(s, j)"]

    # -- moves of pieces, where they are simple; the walker keeps the others -----------------------------------------

    def _transfer_lines(self, statement: b.Transfer) -> Lines | None:
        """Write a transfer of one variety; ``None`` for all of several."""
        values = self.values
        source, variety = self._token_zone(statement.source)
        target, target_variety = self._token_zone(statement.target)
        chosen = variety or target_variety
        if chosen is None and (source.capacity != 1 or target.capacity != 1):
            return None
        note = self.note(statement)
        here, there = _zone_of(statement.source), _zone_of(statement.target)
        lines = [f"o = {values.owner_text(here)}", f"q = {values.owner_text(there)}"]
        lines.append(f"k = {values.sure_text(chosen, source.name, {})}" if chosen is not None else "k = 0")
        lines += [f"a = {source.base} + o * {source.stride} + k", f"c = {target.base} + q * {target.stride} + k"]
        lines.append("n = s[a]" if statement.amount is None else f"n = {values.text(statement.amount, {})}")
        if statement.amount is not None:
            if statement.up_to and not source.infinite:
                lines.append("if n > s[a]: n = s[a]")
            short = "n < 0" if source.infinite else "n < 0 or n > s[a]"
            lines.append(f"if {short}: too_few({source.name!r}, k, n, s[a])")
        moved = [] if source.infinite else ["s[a] -= n"]
        if not target.infinite:
            moved.append("s[c] += n")
            limit = target.declared.capacity
            if limit is not None:
                moved += [
                    f"c = {target.base} + q * {target.stride}",
                    f"if sum(s[c : c + {target.capacity}]) > {limit}: too_many({limit})",
                ]
        moved.append(f"j.append(({note}, n, k, {source.zone} + o, {target.zone} + q))")
        return [*lines, "if n:", *indented(moved)]

    def _relocate_lines(self, statement: b.Relocate) -> Lines | None:
        """Write a move of pieces among zones none of which is a stack."""
        values, layout = self.values, self.values.layout
        kind, target = zone_kind(statement.target), _zone_of(statement.target)
        of_kind = [
            field for field in layout.fields.values() if field.declared.form == "zone" and field.declared.of == kind
        ]
        if any(field.declared.order == "stack" for field in of_kind):
            return None
        note = self.note(statement)
        first, size, field = layout.places[kind], layout.size_of(kind), layout.fields[target.field]
        lines = [f"q = {field.zone} + {values.owner_text(target)}"]
        if statement.source is not None:
            source = _zone_of(statement.source)
            lines.append(f"o = {layout.fields[source.field].zone} + {values.owner_text(source)}")
        body = [f"a = s[{first} + k]"]
        if statement.source is not None:
            names = values.module.thing("C", values.ruleset.kinds[kind].elements)
            body.append(f"if a != o: elsewhere({names}[k])")
        body.append(f"s[{first} + k] = q")
        if field.declared.capacity is not None:
            body.append(f"if s[{first}:{first + size}].count(q) > {field.capacity}: too_many({field.capacity})")
        body.append(f"j.append(({note}, k, a, q))")
        if statement.many:
            return [*lines, f"for k in tuple({values.text(statement.pieces, {})}):", *indented(body)]
        return [*lines, f"k = {values.sure_text(statement.pieces, 'move', {})}", *body]

    def _token_zone(self, zone: Term) -> tuple[FieldSlots, Term | None]:
        """Give the field of a token zone, and the variety where only one is meant."""
        variety = zone.variety if isinstance(zone, Variety) else None
        return self.values.layout.fields[_zone_of(zone).field], variety


def _zone_of(zone: Term) -> Tracked:
    inner = zone if isinstance(zone, Tracked) else getattr(zone, "zone", zone)
    assert isinstance(inner, Tracked)
    return inner

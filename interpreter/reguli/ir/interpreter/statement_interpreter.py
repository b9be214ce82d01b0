"""The interpreter of non-suspending effects: each bound statement becomes one closure over slots and journal.

A closure gives ``True`` when the rule said ``stop``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from reguli.ir.interpreter.body_evaluation import argument_writer
from reguli.ir.interpreter.builtin_functions import read_slot_list, write_list_members, write_slot_list
from reguli.ir.interpreter.collection_closures import check_number_limit, encode_groups
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.interpreter.piece_movement import piece_move_effect, shuffle_effect, token_transfer_effect
from reguli.ir.interpreter.set_numbering import Sets, bundle_store_closure, store_argument
from reguli.ir.program import Choice, GiveStep, GuardStep, Journal, ParameterStep, Program, Slots, Step
from reguli.ir.program_interface import Closure, Effect, MadeChoice, MadeStep, Offered
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, FACTS, LOOKS, FieldSlots, field_or_variable_name
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Local, Term, Tracked, Variable
from reguli.model.bound_tree.tree_traversal import all_procedures, effects_on_piece
from reguli.model.types import BundleType, CollectionType, GroupsType, NumberType
from reguli.source.finding_catalogue import Said

SETTLING = FACTS.index("settling")

COST_OF_LOOP = 100
"""What one round of a loop that never suspends takes off the budget."""


class Effects:
    """A factory of statement closures; ``procedure`` returns the effect of a non-suspending one."""

    def __init__(self, values: Values, program: Program) -> None:
        self.values = values
        self.program = program
        self._rules = {procedure.id: procedure for procedure in all_procedures(program.ruleset)}
        self._procedures: dict[str, tuple[list[int], Effect]] = {}
        if values.probe is not None:
            self.effect = partial(values.probe.statement, self.effect)  # type: ignore[method-assign]

    def note(self, statement: b.BoundStatement) -> int:
        """Return the journal note number of a statement."""
        return self.program.note_of[statement.rule]

    def body(self, body: b.Body) -> Effect:
        """Make one closure for statements in order; a fault is attributed to its statement, not to the caller."""
        parts = [(self.effect(one), one.rule) for one in body]
        if len(parts) == 1 and not isinstance(body[0], b.Changing):
            return parts[0][0]

        def run(s: Slots, j: Journal) -> bool:
            rule = ""
            try:
                for part, rule in parts:  # noqa: B007 - a fault tells which rule was under way
                    if part(s, j):
                        return True
            except RulesFault as fault:
                fault.rule = fault.rule or rule
                raise
            return False

        return run

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Make the closure of a statement that never suspends."""
        match statement:
            case b.Give():
                write = self.variable_writer(statement.variable, statement.value)
                return lambda s, j: write(s)
            case b.Write():
                return self._write(statement)
            case b.Relocate():
                return piece_move_effect(self.values, self.note(statement), statement)
            case b.Transfer():
                return token_transfer_effect(self.values, self.note(statement), statement)
            case b.Mix():
                return shuffle_effect(self.values, self.note(statement), statement)
            case b.Enlist():
                return self._enlist(statement)
            case b.Order():
                return self._order(statement)
            case b.Perform(later=True) | b.PerformPiece(later=True) | b.Announce():
                return self._put_off(statement)
            case b.Perform():
                return self.call(statement.procedure, statement.arguments)
            case b.PerformPiece():
                return self._perform_piece(statement)
            case b.Branch():
                return self._branch(statement)
            case b.Each():
                return self._each(statement)
            case b.Loop():
                return self._loop(statement)
            case b.Times():
                return self._times(statement)
            case b.Claim():
                return self._claim(statement)
            case b.Leave(what="procedure"):
                return lambda s, j: True
            case b.TakeTop() | b.Cast() | b.Settle() | b.Leave() | b.Turn() | b.Ask() | b.Around():
                raise AssertionError(statement)

    def _claim(self, statement: b.Claim) -> Effect:
        holds = self.values.closure(statement.condition)

        def ask(s: Slots, j: Journal) -> bool:
            if not holds(s):
                fault = RulesFault("E324", text=statement.text, found=Said("says.is_false"))
                fault.rule, fault.broken = statement.rule, statement.condition
                raise fault
            return False

        return ask

    def variable_writer(self, variable: Variable, value: Term) -> Callable[[Slots], None]:
        """Make a closure that stores a computed value in a variable."""
        compute = self.values.closure(value)
        collected = self.values.standing(compute)
        storage = self.values.layout.bind(variable.key)
        slot, capacity = storage.slot, storage.capacity

        def one(s: Slots) -> None:
            s[slot] = compute(s)

        def many(s: Slots) -> None:
            write_list_members(s, slot, collected(s), capacity)

        def groups(s: Slots) -> None:
            write_list_members(s, slot, encode_groups(compute(s)), capacity)

        if isinstance(variable.type, GroupsType):
            return groups if capacity else one
        return many if capacity else one

    def _write(self, statement: b.Write) -> Effect:
        value, add = self.values.closure(statement.value), statement.add
        place = statement.place
        if isinstance(place, Local) and isinstance(place.type, CollectionType | BundleType):
            write = self.variable_writer(place.variable, statement.value)
            return lambda s, j: write(s)
        if isinstance(place, Local):
            slot = self.values.layout.storage[place.variable.key].slot

            bound = check_number_limit if isinstance(place.type, NumberType) else int

            def local(s: Slots, j: Journal) -> None:
                s[slot] = bound(s[slot] + value(s) if add else value(s))

            return local
        assert isinstance(place, Tracked)
        field, base = self.values.field_base(place)
        number, low, high = field.declared.form == "number", field.declared.low, field.declared.high
        tell = _telling(self.note(statement), field)
        if isinstance(place.type, BundleType):
            keep = bundle_store_closure(field, base, value)
            return lambda s, j: tell(j, *keep(s))

        def tracked(s: Slots, j: Journal) -> None:
            new = check_number_limit(int(value(s)))
            slot = base(s)
            if add:
                new = check_number_limit(new + s[slot])
            if number and (new < low or (high is not None and new > high)):
                raise RulesFault("E307", field=field.name, value=new, low=low, high="…" if high is None else high)
            s[slot] = new
            tell(j, slot, new)

        return tracked

    def _enlist(self, statement: b.Enlist) -> Effect:
        item = self.values.element(statement.item, "list")
        adding = statement.adding
        if self._is_whole(statement.place):
            return self._enlist_whole(statement, item)
        capacity, flags, base = self.values.list_place(statement.place)
        field = self.values.layout.fields.get(field_or_variable_name(statement.place))
        tell = _telling(self.note(statement), field)

        def in_set(s: Slots, j: Journal) -> None:
            at, who = base(s), item(s)
            if s[at + who] != int(adding):
                s[at + who] = int(adding)
                tell(j, at, who)

        def in_list(s: Slots, j: Journal) -> None:
            at, who = base(s), item(s)
            now = s[at + 1 : at + 1 + s[at]]
            if adding:
                if who in now:
                    return
                now.append(who)
            elif who in now:
                now.remove(who)
            else:
                return
            write_list_members(s, at, now, capacity)
            tell(j, at, who)

        return in_set if flags else in_list

    def _is_whole(self, place: Term) -> bool:
        """Return whether a list is a variable kept as is in one scratch slot."""
        return isinstance(place, Local) and not self.values.layout.storage[place.variable.key].capacity

    def _enlist_whole(self, statement: b.Enlist, item: Callable[[Slots], int]) -> Effect:
        assert isinstance(statement.place, Local)
        slot, note, adding = self.values.bind(statement.place.variable), self.note(statement), statement.adding

        def enlist(s: Slots, j: Journal) -> None:
            now, who = read_slot_list(s, slot), item(s)
            if (who in now) != adding:
                write_slot_list(s, slot, (*now, who) if adding else tuple(one for one in now if one != who))
                j.append((note, who))

        return enlist

    def _order(self, statement: b.Order) -> Effect:
        sort = self.values.sorting(self.values.bind_member(statement.variable), statement.keys)
        note = self.note(statement)
        if self._is_whole(statement.place):
            assert isinstance(statement.place, Local)
            slot = self.values.bind(statement.place.variable)

            def order_whole(s: Slots, j: Journal) -> None:
                write_slot_list(s, slot, sort(s, read_slot_list(s, slot)))
                j.append((note,))

            return order_whole
        capacity, _, base = self.values.list_place(statement.place)

        def order(s: Slots, j: Journal) -> None:
            at = base(s)
            write_list_members(s, at, sort(s, s[at + 1 : at + 1 + s[at]]), capacity)
            j.append((note,))

        return order

    def _put_off(self, statement: b.Perform | b.PerformPiece | b.Announce) -> Effect:
        """Make the effect that queues a procedure, or every rule of an event, on the agenda with its arguments."""
        numbers = self._targets(statement)
        note, put = self.note(statement), self._queue()
        values = [*map(self.values.closure, statement.arguments)]
        of = [self.values.closure(statement.element)] if isinstance(statement, b.PerformPiece) else []

        def put_off(s: Slots, j: Journal) -> None:
            targets = numbers(s)
            found = [value(s) for value in values]
            j.append((note, *(element(s) for element in of), *found))
            for number in targets:
                put(s, [number, *found])

        return put_off

    def _targets(self, statement: b.Perform | b.PerformPiece | b.Announce) -> Callable[[Slots], Sequence[int]]:
        """Make the closure for the numbers of the deferred targets."""
        agenda, ruleset = self.program.agenda, self.program.ruleset
        if isinstance(statement, b.PerformPiece):
            element = self.values.element(statement.element, statement.field)
            written = effects_on_piece(ruleset, statement)
            of = {at: () if rule is None else (agenda.targets.index(rule.id),) for at, rule in written.items()}
            return lambda s: of[element(s)]
        if isinstance(statement, b.Announce):
            rules = ruleset.events.get(statement.event, ())
        else:
            rules = (ruleset.procedures[statement.procedure],)
        numbers = [agenda.targets.index(procedure.id) for procedure in rules]
        return lambda s: numbers

    def _queue(self) -> Callable[[Slots, list[int]], None]:
        """Make the closure that enqueues an entry: last, or directly after the entry that is running."""
        agenda = self.program.agenda
        base, front, width, room, most = agenda.base, agenda.front, agenda.width, agenda.room, agenda.most

        def put(s: Slots, entry: list[int]) -> None:
            waiting = s[base]
            if waiting >= room:
                raise RulesFault("E312", room=room)
            place = waiting
            if s[SETTLING]:
                place = s[front]
                s[front] = place + 1
            at, last = base + 1 + place * width, base + 1 + waiting * width
            s[at : last + width] = [*entry, *([0] * (width - len(entry))), *s[at:last]]
            s[base] = waiting + 1
            s[most] = max(s[most], waiting + 1)

        return put

    def call(self, procedure_id: str, arguments: tuple[Term, ...]) -> Effect:
        """Make the closure that calls a non-suspending procedure."""
        slots, run = self.procedure(procedure_id)
        enter = argument_writer(slots, [self.values.closure(argument) for argument in arguments])

        def call(s: Slots, j: Journal) -> None:
            enter(s)
            run(s, j)

        return call

    def procedure(self, procedure_id: str) -> tuple[list[int], Effect]:
        """Return parameter slots and effect of a non-suspending procedure, cached."""
        known = self._procedures.get(procedure_id)
        if known is None:
            procedure = self._rules[procedure_id]
            slots = [self.values.bind(variable) for variable in procedure.parameters]
            known = self._procedures[procedure_id] = (slots, self.body(procedure.body))
        return known

    def _perform_piece(self, statement: b.PerformPiece) -> Effect:
        rules = effects_on_piece(self.values.ruleset, statement)
        values = [self.values.closure(argument) for argument in statement.arguments]
        made = {at: None if rule is None else self.procedure(rule.id) for at, rule in rules.items()}
        ready = {at: None if one is None else (argument_writer(one[0], values), one[1]) for at, one in made.items()}
        element = self.values.element(statement.element, statement.field)

        def perform(s: Slots, j: Journal) -> None:
            rule = ready[element(s)]
            if rule is not None:
                enter, run = rule
                enter(s)
                run(s, j)

        return perform

    def _branch(self, statement: b.Branch) -> Effect:
        condition = self.values.closure(statement.condition)
        then, otherwise = self.body(statement.then), self.body(statement.otherwise)
        return lambda s, j: then(s, j) if condition(s) else otherwise(s, j)

    def _each(self, statement: b.Each) -> Effect:
        domain = self.values.counted(statement.domain)
        slot = self.values.bind_member(statement.variable)
        where = self.values.closure(statement.where) if statement.where is not None else None
        body = self.body(statement.body)

        def each(s: Slots, j: Journal) -> bool:
            for item in domain(s):
                s[slot] = item
                if (where is None or where(s)) and body(s, j):
                    return True
            return False

        return each

    def _loop(self, statement: b.Loop) -> Effect:
        condition, body = self.values.closure(statement.condition), self.body(statement.body)

        def loop(s: Slots, j: Journal) -> bool:
            while condition(s):
                if body(s, j):
                    return True
                s[BUDGET] -= COST_OF_LOOP
                if s[BUDGET] < 0:
                    raise RulesFault("E308", limit=LOOKS)
            return False

        return loop

    def _times(self, statement: b.Times) -> Effect:
        count, body = self.values.closure(statement.count), self.body(statement.body)

        def times(s: Slots, j: Journal) -> bool:
            wanted = count(s)
            s[BUDGET] -= COST_OF_LOOP * max(0, wanted)
            if s[BUDGET] < 0:
                raise RulesFault("E308", limit=LOOKS)
            return any(body(s, j) for _ in range(wanted))

        return times


def _telling(note: int, field: FieldSlots | None) -> Callable[[Journal, int, int], None]:
    """Make the closure that journals the value assigned to a place (given by its first slot) or to a variable."""
    whose = None if field is None else _whose(field)
    if field is None or (whose is None and field.declared.owner == "game"):
        return lambda j, at, value: j.append((note, value))
    first, stride = field.base, field.stride
    if whose is None:
        return lambda j, at, value: j.append((note, (at - first) // stride, value))
    named = whose
    return lambda j, at, value: j.append((note, *named((at - first) // stride), value))


def _whose(field: FieldSlots) -> Callable[[int], tuple[int, ...]] | None:
    """Return a function from a keyed place to its owner and keys; ``None`` for a field without keys."""
    if not field.keys:
        return None
    if field.declared.owner == "game":
        return field.keys_of
    return lambda place: (field.owner_of(place), *field.keys_of(place))


# -- The interpreter over options: what they may be taken with, whether they may be, and taking them ----------------------


COST_OF_TRY = 20
"""What trying one value of a parameter takes off the budget of a listing."""


class WalkedChoice(MadeChoice):
    """An option with a closure for each of its steps."""

    def __init__(self, number: int, choice: Choice, effects: Effects) -> None:
        """Make the closures of an option by its number in the decision."""
        self._steps = tuple(_made(step, effects) for step in choice.steps)
        self._written = tuple(self._steps[number] for number in choice.written)
        self._list = _lister(number, self._steps)
        self._waivers: dict[int, list[tuple[Closure, Effect]]] = {}
        for made in self._steps:
            if isinstance(made.step, GuardStep):
                bodies = [effects.body(waiver.body) for waiver in made.step.guard.waivers]
                self._waivers[id(made)] = list(zip(made.waivers, bodies, strict=True))

    @property
    def steps(self) -> tuple[MadeStep, ...]:
        """Return the steps, earliest pruning first."""
        return self._steps

    @property
    def written(self) -> tuple[MadeStep, ...]:
        """Return the steps in textual order."""
        return self._written

    def listing(self, s: Slots) -> list[Offered]:
        """Return the arguments that are in their domains and pass every guard, in textual order.

        All of them at once, as generated code does: a fault that any of them meets comes as soon as the first is asked for.
        """
        found: list[Offered] = []
        self._list(s, (), found)
        return found

    def fits(self, s: Slots, arguments: Sequence[int]) -> bool:
        """Return whether arguments are in their domains and every guard passes."""
        return not any(failed_guards(self._steps, s, arguments))

    def enter(self, s: Slots, j: Journal, arguments: Sequence[int]) -> None:
        """Take the option."""
        given, waived = iter(arguments), list[Effect]()
        for made in self._steps:
            if isinstance(made.step, ParameterStep):
                store_argument(s, made.step, next(given))
            elif isinstance(made.step, GiveStep):
                made.run(s)
            elif made.waivers and not made.run(s):
                # A guard that nothing waives holds: the move was found to be allowed.
                waived.append(next(effect for condition, effect in self._waivers[id(made)] if condition(s)))
        for effect in waived:
            effect(s, j)


Lister = Callable[[Slots, tuple[int, ...], list[Offered]], None]
"""What takes the arguments chosen so far and adds every way to go on to a list."""


def _lister(number: int, made: Sequence[MadeStep]) -> Lister:
    """Make the closure that lists an option from a step on; each step calls the next."""
    if not made:
        return lambda s, arguments, found: found.append((number, arguments, None))
    first, then = made[0], _lister(number, made[1:])
    step, run = first.step, first.run
    if isinstance(step, GuardStep):
        if first.waivers:

            def guard(s: Slots, arguments: tuple[int, ...], found: list[Offered]) -> None:
                if is_guard_satisfied(first, s):
                    then(s, arguments, found)

            return guard

        def plain_guard(s: Slots, arguments: tuple[int, ...], found: list[Offered]) -> None:
            if run(s):
                then(s, arguments, found)

        return plain_guard
    if isinstance(step, GiveStep):

        def give(s: Slots, arguments: tuple[int, ...], found: list[Offered]) -> None:
            run(s)
            then(s, arguments, found)

        return give

    def parameter(s: Slots, arguments: tuple[int, ...], found: list[Offered]) -> None:
        domain = run(s)
        if step.interval and isinstance(domain, range | Sets):
            if domain:
                found.append((number, arguments, domain))
            return
        s[BUDGET] -= COST_OF_TRY * len(domain)
        if s[BUDGET] < 0:
            raise RulesFault("E319", limit=LOOKS)
        for value in domain if isinstance(domain, Sets) else tuple(domain):
            store_argument(s, step, value)
            then(s, (*arguments, value), found)

    return parameter


def is_guard_satisfied(step: MadeStep, s: Slots) -> bool:
    """Return whether a guard holds or is waived."""
    return bool(step.run(s)) or (bool(step.waivers) and any(condition(s) for condition in step.waivers))


def failed_guards(
    steps: Sequence[MadeStep], s: Slots, arguments: Sequence[int]
) -> Iterator[tuple[ParameterStep | GuardStep, Sequence[int]]]:
    """Run an option's steps, writing arguments into ``s``; yield the failing steps, parameters with their domains."""
    given = iter(arguments)
    for made in steps:
        step = made.step
        if isinstance(step, ParameterStep):
            value, domain = next(given), made.run(s)
            store_argument(s, step, value)
            if value not in domain:
                yield step, domain
        elif isinstance(step, GiveStep):
            made.run(s)
        elif not is_guard_satisfied(made, s):
            yield step, ()


def _made(step: Step, effects: Effects) -> MadeStep:
    """Compile a step."""
    closure: Callable[..., Closure] = effects.values.closure
    match step:
        case ParameterStep(parameter):
            return MadeStep(step, closure(parameter.domain))
        case GiveStep(give):
            return MadeStep(step, effects.variable_writer(give.variable, give.value))
        case GuardStep(guard):
            return MadeStep(
                step, closure(guard.condition), tuple(closure(waiver.condition) for waiver in guard.waivers)
            )

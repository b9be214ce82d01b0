"""Plans what a rule says: one message for each act, option, condition and end, with who acts, when, and under which conditions.

A message is the abstract syntax of one sentence. It holds parts of the bound tree and no words; ``message_realisation`` puts it into
words. The order of messages is that of the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import called_procedures, inline_lets, nested_statements
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.model.types import ElementType, NumberType
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.words.placeholders.placeholder_values import PLAYER
from reguli.words.placeholders.rule_citations import cited_guards
from reguli.words.realisation.noun_phrases import type_kind_id

Mood = Literal["do", "does", "may", "must", "may_not", "no_longer"]
"""An instruction to everybody; what somebody does, may do, must do, may not do, or no longer does."""
Edge = Literal["setup", "phase", "before", "start", "end", "during"]
Loop = b.Each | b.Around | b.Times | b.Loop
DEEPEST: Final = 2
"""The depth to which a procedure without words is told in the place of its call."""
INLINE: Final = 6
"""The most statements that such a procedure may have."""


@frozen_class
class Time(FrozenValue):
    """When something happens: during set-up, a phase or a procedure, or at an ``edge`` of a phase or of the round (``of``)."""

    edge: Edge
    of: str = ""


@frozen_class
class Surroundings(FrozenValue):
    """What a statement takes from the statements around it."""

    agent: t.Term | None = None
    mood: Mood = "do"
    time: Time | None = None
    soon: t.Term | None = None
    """The condition of a trigger."""
    conditions: tuple[tuple[t.Term, bool], ...] = ()
    """Conditions, each with whether it holds."""
    loops: tuple[Loop, ...] = ()
    values: Mapping[int, t.Term] = field(default_factory=lambda: MappingProxyType({}))
    """The terms that variables stand for, by the key of the variable: ``let``, and the arguments of a procedure."""
    deep: int = 0
    outside: tuple[int, int] = (0, 0)
    """How many of the conditions and of the loops stand around the decision of an option."""
    piece: tuple[str, int] | None = None
    """The kind and the element whose effect it is."""
    event: str = ""
    """The event that a rule reacts to, where it has words."""
    ended: bool = False
    """Whether everything else that belongs to the event has happened."""
    chosen: b.BoundOption | None = None
    """The option whose effects these are, where a player may choose another one."""

    @property
    def has_moment(self) -> bool:
        """Return whether it is known when something happens."""
        timed = self.time is not None and self.time.edge != "during"
        return timed or self.soon is not None or self.piece is not None or bool(self.event)

    def when(self, condition: t.Term, *, holds: bool = True) -> Surroundings:
        """Return the surroundings under one more condition."""
        return replace(self, conditions=(*self.conditions, (condition, holds)))

    def inside_decision(self) -> Surroundings:
        """Return the surroundings without what stands around the decision."""
        conditions, loops = self.outside
        return replace(self, conditions=self.conditions[conditions:], loops=self.loops[loops:], outside=(0, 0))

    def acting(self, variable: t.Variable) -> Surroundings:
        """Return the surroundings in which the player of a loop acts; for anything but a player they are the same."""
        if not is_player(variable):
            return self
        return replace(self, agent=t.Local(variable.type, variable), mood="does")


@frozen_class
class Message(FrozenValue):
    """One thing that a rule says: a statement, an option, a guard of one (``option``), or a whole declaration."""

    node: object
    around: Surroundings
    option: b.BoundOption | None = None
    ask: b.Ask | None = None


@dataclass(slots=True)
class MessagePlanner:
    """Planner of the messages of one ruleset.

    ``has_words`` says whether a procedure or an option is called something, ``has_sentence`` whether a whole rule has a sentence.
    """

    ruleset: m.Ruleset
    has_words: Callable[[str], bool]
    has_sentence: Callable[[str], bool]

    def time_of(self, rule: str) -> Time | None:
        """Return when a rule runs, where that is one time of the game."""
        times = _TIMES.get((self.ruleset,), "", lambda: _single_times(self.ruleset))
        whole = without_copy_depth(rule)
        while whole:
            if whole in times:
                return times[whole]
            whole = whole.rpartition("/")[0]
        return None

    def procedure(self, procedure: m.BoundProcedure) -> Iterator[Message]:
        """Yield the messages of a procedure."""
        return self.body(procedure.body, self.around(procedure))

    def around(self, procedure: m.BoundProcedure) -> Surroundings:
        """Return when a procedure runs, or the event that it reacts to."""
        event = getattr(procedure.node, "event", "")
        if self.has_words(event):
            return Surroundings(event=event)
        pieces = self.ruleset.piece_rules.items()
        piece = next(((kind, own.index(procedure)) for (kind, _), own in pieces if procedure in own), None)
        return Surroundings(time=None if piece else self.time_of(procedure.rule), piece=piece)

    def trigger(self, trigger: m.BoundTrigger) -> Iterator[Message]:
        """Yield what happens as soon as a condition holds."""
        return self.body(trigger.procedure.body, Surroundings(soon=trigger.condition))

    def statement(self, statement: b.BoundStatement, around: Surroundings | None = None) -> Iterator[Message]:
        """Yield the messages of one statement of a rule."""
        return self.body((statement,), around or Surroundings(time=self.time_of(statement.rule)))

    def body(self, body: b.Body, around: Surroundings) -> Iterator[Message]:
        """Yield the messages of statements in their order; a named value is told where it is used."""
        changed = _changed_variables(body)
        for statement in body:
            match statement:
                case b.Give(variable=variable) if variable.key in changed:
                    yield Message(statement, around)
                case b.Give(variable=variable, value=value):
                    around = _with_values(around, {variable.key: value})
                case b.Claim() | b.Settle() | b.Announce() | b.Leave(what="decision" | "procedure" | "loop"):
                    pass
                case b.Write(place=t.Local()):
                    pass  # a rule's own count, which no player sees
                case b.Branch(condition=condition, then=then, otherwise=otherwise):
                    yield from self.body(then, around.when(condition))
                    yield from self.body(otherwise, around.when(condition, holds=False))
                    if then and isinstance(then[-1], b.Leave) and not otherwise:
                        around = around.when(condition, holds=False)
                case b.Each() | b.Around():
                    inner = replace(around, loops=(*around.loops, statement)).acting(statement.variable)
                    where = statement.where
                    yield from self.body(statement.body, inner if where is None else inner.when(where))
                case b.Times() | b.Loop():
                    yield from self.body(statement.body, replace(around, loops=(*around.loops, statement)))
                case b.Turn(actor=actor, body=inner_body):
                    yield from self.body(inner_body, replace(around, agent=actor, mood="does"))
                case b.Ask():
                    yield from self.ask(statement, around)
                case b.Perform():
                    yield from self._perform(statement, around)
                case b.Changing() | b.TakeTop() | b.Cast() | b.PerformPiece() | b.Leave():
                    yield Message(statement, around if around.agent is not None else _with_agent(statement, around))

    def _perform(self, perform: b.Perform, around: Surroundings) -> Iterator[Message]:
        """Yield the call of a procedure that has words or a sentence, or is long; else what the procedure does."""
        called = self.ruleset.procedures.get(perform.procedure)
        small = called is not None and len(nested_statements(called.body)) <= INLINE
        if (
            called is None
            or self.has_words(without_copy_depth(perform.procedure))
            or self.has_sentence(f"rule:{without_copy_depth(perform.procedure)}")
            or not small
            or around.deep >= DEEPEST
        ):
            yield Message(perform, around if around.agent is not None else _with_agent(perform, around))
            return
        given = zip(called.parameters, perform.arguments, strict=False)
        inner = _with_values(around, {one.key: value for one, value in given})
        yield from self.body(called.body, replace(inner, deep=around.deep + 1))

    def ask(self, ask: b.Ask, around: Surroundings) -> Iterator[Message]:
        """Yield the messages of a decision: each option with what it needs and does; an option that only ends the decision is left out."""
        outside = len(around.conditions), len(around.loops)
        inner = replace(around, agent=ask.actor, mood="may", outside=outside)
        options = [option for option in ask.options if not _declines(option)] or list(ask.options)
        for option in options:
            yield from self.option(option, ask, inner, single=len(options) == 1)
        if ask.otherwise:
            yield from self.body(ask.otherwise, replace(around, agent=ask.actor, mood="does"))

    def option(
        self, option: b.BoundOption, ask: b.Ask | None, around: Surroundings | None = None, *, single: bool = False
    ) -> Iterator[Message]:
        """Yield the messages of an option. One without words and choices is told by its first effect, which may be done.

        What the only option of a decision does must be done.
        """
        known = around or Surroundings(None if ask is None else ask.actor, time=self.time_of(option.rule))
        lets = {one.variable.key: one.value for one in option.checks if isinstance(one, b.Give)}
        must = ask is not None and len(ask.options) == 1 and not ask.repeatedly
        known = replace(_with_values(known, lets), mood="must" if must else "may")
        told = self.has_words(option.name) or bool(option.parameters)
        inner = replace(known, mood="does", chosen=None if single or must else option)
        effects = [replace(one, option=option) for one in self.body(option.effects, inner)]
        if told:
            yield Message(option, known, option, ask)
            if self.has_words(option.name):
                yield from (
                    Message(one, replace(known, mood="does"), option) for one in option.parameters if _is_bounded(one)
                )
        elif effects:
            yield replace(effects[0], around=replace(effects[0].around, mood=known.mood, chosen=None))
        for guard in cited_guards(option):
            yield from (Message(part, replace(known, mood="may"), option, ask) for part in guard_parts(guard))
        yield from effects[0 if told else 1 :]


def guard_parts(guard: b.Guard) -> Iterator[b.Guard]:
    """Yield the conditions that a guard asks for together, each as a guard; one that something lifts stays whole."""
    todo = [guard.condition]
    while todo:
        condition = todo.pop()
        if isinstance(condition, t.Logic) and condition.operator == "and" and not guard.waivers:
            todo += [condition.right, condition.left]
        else:
            yield replace(guard, condition=condition)


def _declines(option: b.BoundOption) -> bool:
    """Return whether an option only ends its decision."""
    ends = all(isinstance(one, b.Leave) and one.what == "decision" for one in option.effects)
    return ends and not option.parameters and not any(isinstance(one, b.Guard) for one in option.checks)


def _is_bounded(parameter: b.BoundParameter) -> bool:
    """Return whether a choice is a number with bounds."""
    return isinstance(parameter.variable.type, NumberType) and isinstance(parameter.domain, t.Interval)


def is_player(variable: t.Variable) -> bool:
    """Return whether a variable stands for a player."""
    return isinstance(variable.type, ElementType) and variable.type.kind == PLAYER


def _changed_variables(body: b.Body) -> frozenset[int]:
    """Return the keys of the variables that statements give another value: such a variable does not stand for its first value."""
    writes = (one.place for one in nested_statements(body) if isinstance(one, b.Write))
    return frozenset(place.variable.key for place in writes if isinstance(place, t.Local))


def _with_agent(statement: b.BoundStatement, around: Surroundings) -> Surroundings:
    """Return the surroundings with the player to whom something comes, or from whom it is taken, as the one who acts."""
    places: tuple[t.Term | None, ...] = ()
    if isinstance(statement, b.Perform):
        first = statement.arguments[0] if statement.arguments else None
        if isinstance(first, t.Local) and is_player(first.variable):
            return around.acting(first.variable)
    elif isinstance(statement, b.Write):
        places = (statement.place,)
    elif isinstance(statement, b.Transfer | b.Relocate | b.TakeTop):
        places = (statement.target, statement.source)
    for zone in places:
        inner = zone.zone if isinstance(zone, t.Variety) else zone
        owner = inner.owner if isinstance(inner, t.Tracked) else None
        if isinstance(owner, t.Local | t.Constant) and type_kind_id(owner.type) == PLAYER:
            return replace(around, agent=owner, mood="does")
    return around


def _with_values(around: Surroundings, values: Mapping[int, t.Term]) -> Surroundings:
    known = {key: inline_lets(value, around.values) for key, value in values.items()}
    return replace(around, values=MappingProxyType({**around.values, **known})) if known else around


_TIMES: Final = IdentityCache[Mapping[str, Time]]()


def _single_times(ruleset: m.Ruleset) -> Mapping[str, Time]:
    """Return when each procedure runs that runs at one time only, by its rule: also those that are called.

    What a moment runs only under a condition does not happen at every such moment: it happens in the procedure that is run. What a phase
    runs last happens at its end.
    """
    todo = [(phase, Time("phase", phase.id)) for phase in ruleset.phases]
    todo += [(one.procedure, Time(one.moment.edge, one.moment.of)) for one in ruleset.moments]
    todo += [(ruleset.setup, Time("setup"))] if ruleset.setup is not None else []
    met: dict[str, set[Time]] = {}
    while todo:
        procedure, time = todo.pop()
        known = met.setdefault(procedure.rule, set())
        if time not in known:
            known.add(time)
            always = {id(one) for one in procedure.body}
            for one in nested_statements(procedure.body):
                sure = time.edge in {"phase", "setup", "during"} or id(one) in always
                ends = time.edge == "phase" and isinstance(one, b.Perform) and one is procedure.body[-1]
                for called in called_procedures(ruleset, one):
                    todo.append((called, Time("end", time.of) if ends else time if sure else Time("during", called.id)))
    return {rule: next(iter(times)) for rule, times in met.items() if len(times) == 1}

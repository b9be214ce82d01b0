"""Says what happens: statements of the rules one after the other, for everybody or for the one who moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.types import NumberType, TruthType, ZoneType
from reguli.words.gloss.conditions import Conditions
from reguli.words.grammar.noun import Name
from reguli.words.wording.values import Phrase, Value

Mood: TypeAlias = Literal["do", "does"]
"""Whether everybody is told what to do, or what one player does is told."""


class Statements(Conditions):
    """Says statements of one ruleset in one language."""

    def body(self, body: b.Body, mood: Mood = "do") -> str:
        """Say statements in their order; in brackets where there are several and they stand inside another one."""
        return "; ".join(self.statement(statement, mood) for statement in body) or self.said("nothing")

    def _inner(self, body: b.Body, mood: Mood) -> Name:
        text = self.body(body, mood)
        return Name(f"({text})" if len(body) > 1 else text)

    def statement(self, statement: b.BoundStatement, mood: Mood) -> str:
        """Say one statement."""
        match statement:
            case b.Give(variable=variable, value=value):
                return self.said("let", name=Name(variable.name), value=self._stated(value))
            case b.Write():
                return self._write(statement)
            case b.Relocate() | b.Transfer():
                return self._moved(statement, mood)
            case b.TakeTop():
                return self._drawn(statement, mood)
            case b.Mix(zone=zone):
                return self.said(f"shuffle.{mood}", zone=self.of(zone))
            case b.Cast(variable=variable, domain=domain):
                return self.said(f"lot.{mood}", one=self.one(variable), domain=self.of(domain))
            case b.Enlist(item=item, place=place, adding=adding):
                return self.said("join" if adding else "leave", item=self.of(item), place=self._place(place))
            case b.Order(place=place, keys=keys):
                return self.said(f"sort.{mood}", place=self._place(place), keys=self.keys(keys))
            case b.Control(what=what):
                return self.said(what.replace(" ", "_"))
            case b.Ask():
                return self.ask(statement)
            case b.Perform() | b.PerformPiece() | b.Announce():
                return self._run(statement)
            case _:
                return self._nested(statement, mood)

    def _stated(self, term: t.Term) -> Value:
        if isinstance(term.type, TruthType) and not isinstance(term, t.Constant):
            return Name(self.condition(term))
        return self.of(term)

    def _place(self, place: t.Term) -> Value:
        inner = place.zone if isinstance(place, t.Contents) else place
        match inner:
            case t.Tracked(field=field, owner=owner, type=found):
                return self.place(
                    field.partition(".")[2], found, None if owner is None else self.of(owner), listed=True
                )
            case t.Local(variable=variable):
                return self.place(variable.name, None, None)
            case _:
                return self.of(inner)

    def _write(self, statement: b.Write) -> str:
        place, value = statement.place, statement.value
        if isinstance(place.type, TruthType) and isinstance(place, t.Tracked) and isinstance(value, t.Constant):
            name, verb = Name(place.field.partition(".")[2]), "mark" if value.value else "unmark"
            if place.owner is None:
                return self.said(verb, name=name)
            return self.said(f"{verb}_for", name=name, items=(self.of(place.owner),))
        if not statement.add:
            return self.said("becomes", place=self.of(place), value=self._stated(value))
        negative = isinstance(value, t.Arithmetic) and isinstance(value.left, t.Constant) and value.left.value == 0
        if negative and isinstance(value, t.Arithmetic) and value.operator == "-":
            return self.said("falls", place=self.of(place), value=self.of(value.right))
        return self.said("grows", place=self.of(place), value=self.of(value))

    # -- pieces ------------------------------------------------------------------------------------------------

    def _moved(self, statement: b.Relocate | b.Transfer, mood: Mood) -> str:
        target = self.of(statement.target)
        if isinstance(statement, b.Relocate):
            target = self._end(statement.target, statement.top)
            what = self.of(statement.pieces)
            if statement.source is None:
                return self.said(f"move.{mood}", what=what, target=target)
            return self.said(f"move_from.{mood}", what=what, source=self.of(statement.source), target=target)
        source = self.of(statement.source)
        if statement.amount is None:
            return self.said(f"move_all.{mood}", source=source, target=target)
        amount = self._amount(statement.amount, statement.source)
        if statement.up_to:
            amount = self.made("up_to", ("indefinite",), amount=amount)
        return self.said(f"move_some.{mood}", amount=amount, source=source, target=target)

    def _end(self, zone: t.Term, top: bool) -> Value:
        """Say a zone, of a stack the end that is meant."""
        field = self.ruleset.state.get(zone.field) if isinstance(zone, t.Tracked) else None
        if field is None or field.order != "stack":
            return self.of(zone)
        return self.made("top" if top else "bottom", zone=self.of(zone))

    def _amount(self, amount: t.Term, source: t.Term) -> Value:
        """Say how many of what: 3 crates, as many cards as …."""
        variety = source.variety if isinstance(source, t.Variety) else None
        noun = self._counted_noun(variety, source)
        if isinstance(amount, t.Constant):
            return self.counted(amount.value, noun) if noun else amount.value
        said = self.of(amount)
        return self.made("as_many", ("indefinite",), noun=noun, amount=said) if noun else said

    def _counted_noun(self, variety: t.Term | None, source: t.Term) -> str:
        if isinstance(variety, t.Constant) and isinstance(self.of(variety), Phrase):
            kind = self.ruleset.kinds.get(getattr(variety.type, "kind", ""))
            element = "" if kind is None else kind.elements[variety.value]
            if self.known(element):
                return element
        pieces = source.type.pieces if isinstance(source.type, ZoneType) else ""
        kind = self.ruleset.kinds.get(pieces)
        return "" if kind is None else self.noun_of(kind)

    def _drawn(self, statement: b.TakeTop, mood: Mood) -> str:
        one = self.one(statement.variable)
        source = self.of(statement.source) if statement.top else self._end(statement.source, top=False)
        if statement.target is None:
            return self.said(f"draw.{mood}", one=one, source=source)
        return self.said(f"draw_to.{mood}", one=one, source=source, target=self.of(statement.target))

    # -- what runs, what is nested -----------------------------------------------------------------------------

    def _run(self, statement: b.Perform | b.PerformPiece | b.Announce) -> str:
        if isinstance(statement, b.PerformPiece):
            element = self.of(statement.element)
            return self.said("piece_effect", name=Name(self.readable(statement.field)), element=element)
        items = self.everything(statement.arguments)
        if isinstance(statement, b.Announce):
            verb, name = "announce", statement.event
        else:
            verb, name = "run", statement.procedure
            if statement.later:
                return self.said("run_later", name=Name(self.readable(name)))
        if items:
            return self.said(f"{verb}_for", name=Name(self.readable(name)), items=items)
        return self.said(verb, name=Name(self.readable(name)))

    def _nested(self, statement: b.BoundStatement, mood: Mood) -> str:
        match statement:
            case b.Branch(condition=condition, then=then, otherwise=otherwise):
                if_so, met = self._inner(then, mood), Name(self.condition(condition))
                if not otherwise:
                    return self.said("branch", condition=met, then=if_so)
                return self.said("branch_else", condition=met, then=if_so, otherwise=self._inner(otherwise, mood))
            case b.Each():
                return self._each(statement, mood)
            case b.Loop(condition=condition, body=body):
                return self.said("loop", condition=Name(self.condition(condition)), body=self._inner(body, mood))
            case b.Times(count=count, body=body):
                often, inner = self.of(count), self._inner(body, mood)
                name = "times_number" if isinstance(often, int) else "times"
                return self.said(name, **{"n" if isinstance(often, int) else "count": often, "body": inner})
            case b.Around():
                return self._around(statement, mood)
            case _:
                raise AssertionError(statement)

    def _each(self, statement: b.Each, mood: Mood) -> str:
        """Say a loop; what it goes through is "it" where its body does something with it at once."""
        one = self.one(statement.variable)
        well_known, self.pronouns = (
            self.pronouns,
            frozenset({statement.variable.key} if len(statement.body) == 1 else ()),
        )
        body = self._inner(statement.body, mood)
        self.pronouns = well_known
        if statement.where is None and isinstance(statement.domain, t.Elements):
            return self.said("each_of_kind", one=one, body=body)
        domain = self.of(statement.domain)
        if statement.where is not None:
            condition = Name(self.condition(statement.where))
            domain = self.made("such", ("definite", "other"), domain=domain, condition=condition)
        return self.said("each", one=one, domain=domain, body=body)

    def _around(self, statement: b.Around, mood: Mood) -> str:
        one, among, start = self.one(statement.variable), self.of(statement.among), self.of(statement.start)
        values: dict[str, Value] = {
            "one": one,
            "among": among,
            "start": start,
            "clockwise": statement.clockwise,
            "inclusive": statement.inclusive,
            "body": self._inner(statement.body, mood),
        }
        if statement.until is None:
            return self.said("around", **values)
        return self.said("around_until", condition=Name(self.condition(statement.until)), **values)

    # -- decisions ---------------------------------------------------------------------------------------------

    def ask(self, ask: b.Ask) -> str:
        """Say who decides between what; the options have glosses of their own."""
        names = [self._quoted(option.name) for option in ask.options]
        name = "ask_again" if ask.repeatedly else "ask"
        return self.said(name, actor=self.of(ask.actor), name=Name(ask.name), options=Name(", ".join(names)))

    def _quoted(self, name: str) -> str:
        return self.book.tongue.style.quotes.around(name)

    def option(self, option: b.BoundOption, actor: Value) -> str:
        """Say what somebody may choose, what must hold, and what comes of it."""
        choices = tuple(self._choice(parameter) for parameter in option.parameters)
        name = Name(option.name)
        text = (
            self.said("rule.option_chooses", name=name, actor=actor, choices=choices)
            if choices
            else self.said("rule.option", name=name)
        )
        for condition in self._demands(option):
            text = self.said("rule.only_if", text=Name(text), condition=Name(condition))
        return self.said("rule.then", text=Name(text), body=Name(self.body(option.effects, "does")))

    def _choice(self, parameter: b.BoundParameter) -> Value:
        if isinstance(parameter.variable.type, NumberType) and isinstance(parameter.domain, t.Interval):
            low, high = self.of(parameter.domain.low), self.of(parameter.domain.high)
            return Name(self.said("rule.choice_between", name=Name(parameter.variable.name), low=low, high=high))
        one, domain = self.one(parameter.variable), self.of(parameter.domain)
        return Name(self.said("rule.choice_of", one=one, domain=domain))

    def _demands(self, option: b.BoundOption) -> Iterable[str]:
        for parameter in option.parameters:
            if parameter.where is not None:
                yield self.condition(parameter.where.condition)
        for check in option.checks:
            if isinstance(check, b.Guard):
                yield self.condition(check.condition)

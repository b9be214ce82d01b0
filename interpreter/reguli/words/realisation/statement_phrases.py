"""Says what happens: statements of the rules one after the other, for everybody or for the one who moves."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import BundleType, NumberType, TruthType, ZoneType
from reguli.words.grammar.grammar_values import Name
from reguli.words.placeholders.rule_citations import guards_of
from reguli.words.realisation.phrase_templates import TEMPLATES
from reguli.words.realisation.term_phrases import FIELDS, Phrases, negated
from reguli.words.wording.wording_values import Phrase, Value

Mood: TypeAlias = Literal["do", "does"]
"""Whether everybody is told what to do, or what one player does is told."""


class Statements(Phrases):
    """Says statements of one ruleset in one language; ``mood`` is whom it tells what is done."""

    mood: Mood = "do"

    def body(self, body: b.Body) -> str:
        """Say statements in their order; what a loop keeps is told to nobody at a table."""
        return "; ".join(self.statement(one) for one in body if not isinstance(one, b.Claim)) or self.said("nothing")

    def part(self, found: Any, kind: object) -> Value:
        """Say a field of a node; statements in brackets where there are several and they stand inside another one."""
        if kind != "name" or not isinstance(found, tuple):
            return super().part(found, kind)
        text = self.body(found)
        several = sum(not isinstance(one, b.Claim) for one in found) > 1
        return Name(f"({text})" if several else text)

    def said_of(self, node: object, template: str, shorter: str = "", /, **known: Value) -> str:
        """Say a clause of what a node holds; by a shorter template where there is nothing of what only the other takes."""
        name = self._in_mood(template)
        if shorter:
            more = TEMPLATES[name].keys() - TEMPLATES[self._in_mood(shorter)].keys()
            held = (known[one] if one in known else getattr(node, FIELDS.get(one, one)) for one in more)
            name = self._in_mood(shorter) if any(one in (None, ()) for one in held) else name
        return self.said(name, **self.taken(name, node, **known))

    def _in_mood(self, template: str) -> str:
        return template if template in TEMPLATES else f"{template}.{self.mood}"

    def statement(self, statement: b.BoundStatement) -> str:
        """Say one statement."""
        match statement:
            case b.Give(variable=variable, value=value):
                return self.said("let", name=Name(variable.name), value=self._stated(value))
            case b.Write():
                return self._write(statement)
            case b.Relocate(pieces=pieces, target=target, top=top):
                target_end = self._end(target, top)
                return self.said_of(statement, "move_from", "move", what=self.of(pieces), target=target_end)
            case b.Transfer():
                return self.said_of(statement, "move_some", "move_all", amount=self._amount(statement))
            case b.TakeTop(target=target, top=top) if statement.amount is not None and target is not None:
                return self.said_of(
                    statement, "draw_some", amount=self._amount(statement), target=self._end(target, top)
                )
            case b.TakeTop(source=source, top=top):
                end = self.of(source) if top else self._end(source, top)
                return self.said_of(statement, "draw_to", "draw", source=end)
            case b.Mix():
                return self.said_of(statement, "shuffle")
            case b.Cast():
                return self.said_of(statement, "lot_weighed", "lot")
            case b.Enlist(place=place, adding=adding):
                return self.said_of(statement, "join" if adding else "leave", place=self._place(place))
            case b.Order(place=place):
                return self.said_of(statement, "sort", place=self._place(place))
            case b.Settle():
                return self.said("settle")
            case b.Leave(what=what):
                return self.said(f"leave_{what}")
            case b.Ask():
                return self.ask(statement)
            case b.Perform(procedure=name, later=later):
                run = ("run_later", "") if later else ("run_for", "run")
                return self.said_of(statement, *run, name=self.readable(name))
            case b.PerformPiece(field=name, later=later):
                return self.said_of(
                    statement, "piece_effect_later" if later else "piece_effect", name=self.readable(name)
                )
            case b.Announce(event=name):
                return self.said_of(statement, "announce_for", "announce", name=self.readable(name))
            case b.Claim():
                return self.said("nothing")
            case _:
                return self._nested(statement)

    def _nested(self, statement: b.Branch | b.Each | b.Loop | b.Times | b.Around | b.Turn) -> str:
        match statement:
            case b.Branch():
                return self.said_of(statement, "branch_else", "branch")
            case b.Each():
                return self._each(statement)
            case b.Loop():
                return self.said_of(statement, "loop")
            case b.Turn():
                return self.said_of(statement, "turn")
            case b.Times(count=count):
                often = self.of(count)
                return self.said_of(
                    statement, "times_number" if isinstance(often, int) else "times", n=often, count=often
                )
            case b.Around(ring=ring, where=where, until=until):
                end = None if until is None else Name(self.condition(until))
                domain = self.of(ring) if where is None else self.such(self.of(ring), where)
                return self.said_of(statement, "around_until", "around", domain=domain, condition=end)

    def _stated(self, term: t.Term) -> Value:
        if isinstance(term.type, TruthType) and not isinstance(term, t.Constant):
            return Name(self.condition(term))
        return self.of(term)

    def _place(self, place: t.Term) -> Value:
        inner = place.zone if isinstance(place, t.Contents) else place
        match inner:
            case t.Tracked(field=field, owner=owner, type=found, keys=keys):
                whose = None if owner is None else self.of(owner)
                said = self.place(field.partition(".")[2], found, whose, listed=True)
                return self.keyed(said, self.everything(keys))
            case t.Local(variable=variable):
                return self.place(variable.name, None, None)
            case _:
                return self.of(inner)

    def _write(self, statement: b.Write) -> str:
        place, value = statement.place, statement.value
        if isinstance(place.type, TruthType) and isinstance(place, t.Tracked) and isinstance(value, t.Constant):
            name, verb = Name(place.field.partition(".")[2]), "mark" if value.value else "unmark"
            whose = self.everything((() if place.owner is None else (place.owner,)) + place.keys)
            return self.said(f"{verb}_for", name=name, items=whose) if whose else self.said(verb, name=name)
        if not statement.add:
            return self.said_of(statement, "becomes", value=self._stated(value))
        taken = negated(value)
        return (
            self.said_of(statement, "grows")
            if taken is None
            else self.said_of(statement, "falls", value=self.of(taken))
        )

    def _end(self, zone: t.Term, top: bool) -> Value:
        """Say a zone, of a stack the end that is meant."""
        field = self.ruleset.state.get(zone.field) if isinstance(zone, t.Tracked) else None
        if field is None or field.order != "stack":
            return self.of(zone)
        return self.made("top" if top else "bottom", zone=self.of(zone))

    def _amount(self, statement: b.Transfer | b.TakeTop) -> Value:
        """Say how many of what: 3 crates, as many cards as …; None where it is everything."""
        if statement.amount is None:
            return None
        if isinstance(statement.amount.type, BundleType):
            return self.of(statement.amount)
        noun, amount = self._counted_noun(statement.source), self.of(statement.amount)
        if noun and isinstance(statement.amount, t.Constant):
            amount = self.counted(statement.amount.value, noun)
        elif isinstance(statement.amount, t.Constant):
            amount = statement.amount.value
        elif noun:
            amount = self.made("as_many", noun=noun, amount=amount)
        return self.made("up_to", amount=amount) if statement.up_to else amount

    def _counted_noun(self, source: t.Term) -> str:
        variety = source.variety if isinstance(source, t.Variety) else None
        if isinstance(variety, t.Constant) and isinstance(self.of(variety), Phrase):
            kind = self.ruleset.kinds.get(getattr(variety.type, "kind", ""))
            element = "" if kind is None else kind.elements[variety.value]
            if self.known(element):
                return element
        pieces = source.type.pieces if isinstance(source.type, ZoneType) else ""
        kind = self.ruleset.kinds.get(pieces)
        return "" if kind is None else self.noun_of(kind)

    def _each(self, statement: b.Each) -> str:
        """Say a loop; what it goes through is "it" where its body does something with it at once."""
        well_known, self.pronouns = self.pronouns, frozenset[int]()
        if len(statement.body) == 1:
            self.pronouns = frozenset({statement.variable.key})
        body = self.part(statement.body, "name")
        self.pronouns = well_known
        if statement.where is not None:
            domain = self.such(self.of(statement.domain), statement.where)
            return self.said_of(statement, "each", domain=domain, body=body)
        whole = isinstance(statement.domain, t.Elements)
        return self.said_of(statement, "each_of_kind" if whole else "each", body=body)

    def ask(self, ask: b.Ask) -> str:
        """Say who decides between what; the options have glosses of their own."""
        names = Name(", ".join(self.quoted(option.name).text for option in ask.options))
        how = "ask_each" if ask.each_once else "ask_again" if ask.repeatedly else "ask"
        return self.said_of(ask, how, name=Name(ask.name), options=names)

    def option(self, option: b.BoundOption, actor: Value) -> str:
        """Say what somebody may choose, what must hold, and what comes of it."""
        self.mood = "does"
        choices = tuple(self._choice(parameter) for parameter in option.parameters)
        known: dict[str, Value] = {"name": Name(option.name), "actor": actor, "choices": choices}
        text = self.said("rule.option_chooses" if choices else "rule.option", **known)
        for guard in guards_of(option):
            text = self.said_of(guard, "rule.only_if", text=Name(text))
        return self.said("rule.then", text=Name(text), body=Name(self.body(option.effects)))

    def _choice(self, parameter: b.BoundParameter) -> Value:
        if isinstance(parameter.variable.type, NumberType) and isinstance(parameter.domain, t.Interval):
            low, high = self.of(parameter.domain.low), self.of(parameter.domain.high)
            return Name(self.said("rule.choice_between", name=Name(parameter.variable.name), low=low, high=high))
        if isinstance(parameter.domain, t.Several):
            return Name(self._several(parameter.domain))
        return Name(self.said_of(parameter, "rule.choice_of"))

    def _several(self, several: t.Several) -> str:
        low, high, domain = self.of(several.least), self.of(several.most), self.of(several.domain)
        if several.least == several.most:
            return self.said("rule.choice_some", amount=low, domain=domain)
        return self.said("rule.choice_range", low=low, high=high, domain=domain)

"""Puts messages into words: clauses with an agent and a mood, joined into the sentences of a paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset, without_copy_depth
from reguli.model.types import BundleType, NumberType, TruthType, ZoneType
from reguli.source.diagnostic import Bag
from reguli.words.grammar.grammar_values import NO_BREAK, ProperName
from reguli.words.grammar.sentence_patterns import verb_form
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_scope import PlaceholderScope
from reguli.words.placeholders.placeholder_values import PLAYER, UnknownValue
from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.realisation.messages import Loop, Message, MessagePlanner, Surroundings, Time, is_player
from reguli.words.realisation.noun_phrases import type_kind_id
from reguli.words.realisation.phrase_templates import PhraseTemplate, PhraseTemplates
from reguli.words.realisation.term_phrases import TermPhrases, negated_operand
from reguli.words.wording_parser import InflectedPhrase, Value

LONGEST: Final = 25
"""The most words of a sentence that joins several acts."""
CHOSEN: Final = (b.BoundOption, b.BoundParameter, b.Guard)
"""The parts of an option that are told before its effects."""
AGAIN: Final = "_again"
"""How the names of clauses end whose agent was named in the sentence before."""


Cases = tuple[tuple[t.Term, bool], ...]
"""Conditions, each with whether it holds."""


@dataclass(slots=True)
class Clause:
    """A clause to which acts of the same agent, or conditions of the same guards, can be added; ``text`` is a clause that is complete."""

    form: str
    agent: Value = None
    acts: list[str] = field(default_factory=list)
    guards: list[b.Guard] = field(default_factory=list)
    text: str = ""


@dataclass(slots=True)
class OpenSentence:
    """A sentence to which further clauses in the same case can be added."""

    message: Message
    prefix: str
    clauses: list[Clause]


class MessageRealiser(TermPhrases):
    """Realiser of the messages of one ruleset in one language."""

    def __init__(self, ruleset: Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> None:
        """Initialise the realiser with a planner."""
        super().__init__(ruleset, book, names)
        self.told: b.BoundOption | None = None
        """The option that the last sentences spoke of."""
        self.cases = 0
        """How many conditions the last sentence with a condition said."""
        self.planner = MessagePlanner(
            ruleset,
            lambda name: f"act.{name}" in book.called,
            lambda rule: bool(self.typed(rule)),
        )
        self.called_before = frozenset[str]()
        """The procedures whose sentences are repeated where they are called; another procedure with a sentence is told once, by itself."""

    def typed(self, rule: str) -> str:
        """Return the sentences that a library or a catalogue has for a whole rule, by its id.

        The text is empty where neither has any, or where it names a value that the rule does not offer.
        """
        own = self.book.own
        entry = None if own is None else own.accepted(rule)
        if own is None or entry is None:
            return ""
        unread, bag = Bag(), Bag()
        wording = own.wording(entry, unread)
        text = format_wording(wording, {}, self.book.tongue, bag)
        if bag and not unread:  # values are collected only where a sentence names one
            bag = Bag()
            text = format_wording(wording, self._offered(rule), self.book.tongue, bag)
        return "" if bag or unread else sentence(text)

    def _offered(self, rule: str) -> Mapping[str, Value]:
        """Return the values that a rule offers to its sentence, but those known only during a playthrough."""
        rules = citing_rules(self.ruleset)
        citer = rules.get(rule) or rules.get(rule.replace("rule:", "rule:define.", 1))
        offers = {} if citer is None else PlaceholderScope(self.ruleset).offers(citer)
        return {name: one.value for name, one in offers.items() if not isinstance(one.value, UnknownValue)}

    # -- paragraphs ------------------------------------------------------------------------------------------------

    def sentences(self, messages: Iterable[Message]) -> Iterator[str]:
        """Yield the sentences of some messages; acts of one agent and conditions of one option are joined, and so are clauses in one case."""
        opened: OpenSentence | None = None
        before: Surroundings | None = None
        self.told = None
        for message in messages:
            around = message.around
            again = before is not None and before.agent == around.agent and around.agent is not None
            again = again or (opened is not None and _is_next_guard(opened, message))
            same = (
                opened is not None
                and opened.message.option is message.option
                and _setting(opened.message.around) == _setting(around)
            )
            form = around.mood + (AGAIN if again else "")
            if opened is not None and same and self._added(opened, message):
                continue
            clause = self._clause_for(message, form, again=again)
            if clause is None:
                continue
            if opened is not None and same and around.conditions and not clause.guards:
                longer = replace(opened, clauses=[*opened.clauses, clause])
                if len(self._text(longer).split()) <= LONGEST:
                    opened = longer
                    continue
            if opened is not None:
                yield sentence(self._text(opened))
                self.told = opened.message.option if isinstance(opened.message.node, CHOSEN) else self.told
            self._begin(around)
            within = bool(clause.guards) and before is not None and _setting(before) == _setting(around)
            opened = OpenSentence(message, "" if within else self._prefix(around, before), [clause])
            before = around
        if opened is not None:
            yield sentence(self._text(opened))

    def _clause_for(self, message: Message, form: str, *, again: bool) -> Clause | None:
        """Return the clause of a message; None where there is nothing to say."""
        self._begin(message.around)
        if isinstance(message.node, b.Guard):
            return Clause("only_if" + (AGAIN if again else ""), guards=[message.node])
        text, joins = self._message(message, form)
        if not text:
            return None
        return Clause(form, self._agent(message.around), [text]) if joins else Clause(form, text=text)

    def _added(self, opened: OpenSentence, message: Message) -> bool:
        """Add a message to the last clause of a sentence, if it fits there."""
        last, node = opened.clauses[-1], message.node
        if isinstance(node, b.Guard):
            if not last.guards or last.guards[0].waivers or node.waivers or opened.message.option != message.option:
                return False
            last.guards.append(node)
            if len(self._text(opened).split()) > LONGEST:
                last.guards.pop()
                return False
            return True
        if not last.acts:
            return False
        self._begin(message.around)
        text, joins = self._message(message, last.form)
        if not joins or not text:
            return False
        last.acts.append(text)
        if len(self._text(opened).split()) > LONGEST:
            last.acts.pop()
            return False
        return True

    def _text(self, opened: OpenSentence) -> str:
        texts = []
        for clause in opened.clauses:
            if clause.guards:
                self._begin(opened.message.around)
                again = clause.form.endswith(AGAIN)
                texts.append(self._needed(opened.message, clause.guards, "only_if", again=again))
            elif clause.acts:
                texts.append(self._clause_of(clause.form, clause.agent, self._joined("clause.acts", clause.acts)))
            else:
                texts.append(clause.text)
        return f"{opened.prefix} {'; '.join(texts)}"

    def dropped(self, message: Message) -> str:
        """Return a sentence that something is no longer so: an act is no longer done, a guard does not matter any more."""
        around = message.around
        self._begin(around)
        if isinstance(message.node, b.Guard):
            said = self._needed(message, [message.node], "even_if")
            return sentence(f"{self._prefix(around, None)} {said}")
        form = "no_longer" if around.agent is not None else f"no_longer{AGAIN}"
        form = "may_not" if isinstance(message.node, b.BoundOption) else form
        text, joins = self._message(message, form)
        if not text:
            return ""
        said = (
            self._clause_of(form, self._agent(around), text)
            if joins
            else self.said("clause.stops", text=ProperName(text))
        )
        return sentence(f"{self._prefix(around, None)} {said}")

    def _begin(self, around: Surroundings) -> None:
        """Start a sentence: nothing is mentioned yet but the one who acts."""
        self.values, self.mentioned, self.quantified = around.values, {}, {}
        self.subject = None
        agent = around.agent
        while isinstance(agent, t.Local) and agent.variable.key in around.values:
            agent = around.values[agent.variable.key]
        self.acting = agent if isinstance(agent, t.Constant) else None
        if isinstance(agent, t.Local):
            self.subject = agent.variable.key
            self._position(agent.variable)

    def _joined(self, name: str, acts: Sequence[str]) -> str:
        """Return several acts as one: the last one joined to the others by a template."""
        if len(acts) < 2:
            return "".join(acts)
        return self.said(name, acts=ProperName(", ".join(acts[:-1])), last=ProperName(acts[-1]))

    def _clause_of(self, form: str, agent: Value, act: str) -> str:
        return self.said(f"clause.{form}", agent=agent, act=ProperName(act))

    def _agent(self, around: Surroundings) -> Value:
        """Return the one who acts; in a loop over players it is each of them, or each of whom the condition of the loop holds."""
        if around.agent is None:
            return self.made("nobody")
        looped = _looped(around)
        if looped is None:
            return self.of(around.agent)
        if looped.where is None:
            return self.made("every_one", "person", noun=PLAYER)
        condition = self._such_that(looped.variable, [looped.where], "one")
        return self.made("every_such", "person", noun=PLAYER, condition=condition)

    # -- when and in which case ------------------------------------------------------------------------------------

    def _prefix(self, around: Surroundings, before: Surroundings | None) -> str:
        """Return when, for each of what and in which case something happens, as far as the sentence before did not say so."""
        parts: list[str] = []
        if around.time is not None and (before is None or before.time != around.time):
            parts.append(self._time(around.time))
        if around.piece is not None and (before is None or before.piece != around.piece):
            parts.append(self._adverbial("effect", element=self.element(*around.piece)))
        if around.event and (before is None or before.event != around.event):
            agent, run = self.made("some_one", "person", noun=PLAYER), self.ruleset.procedures.get(around.event)
            given = {one.name: self._indefinite(one) for one in (run.parameters[1:] if run is not None else ())}
            said = self._clause_of("does", agent, self.called_act(around.event, "does", given) or "")
            parts.append(self._subordinate("after_event" if around.ended else "event", said))
        if around.chosen is not None and (before is None or before.chosen != around.chosen):
            parts.append(self._chosen(around.chosen, around))
        if around.soon is not None and (before is None or before.soon != around.soon):
            parts.append(self._subordinate("soon", self.condition(around.soon)))
        known = () if before is None else before.loops
        shared = 0
        while shared < min(len(known), len(around.loops)) and known[shared] is around.loops[shared]:
            shared += 1
        loops: list[str] = []
        for loop in around.loops[shared:]:
            loops.append(self._loop(loop, around))
            if isinstance(loop, b.Around) and loop.until is not None:
                loops.append(self._subordinate("loop", self.condition(loop.until, False)))
        fresh = around.chosen is not None and (before is None or before.chosen != around.chosen)
        case = (
            []
            if fresh and before is not None and before.conditions == around.conditions
            else list(self._case(around, before))
        )
        known_case = before is not None and around.conditions == before.conditions
        parts += [*case, *loops] if known_case else [*loops, *case]
        return _in_one_sentence(filter(None, parts))

    def _chosen(self, option: b.BoundOption, around: Surroundings) -> str:
        """Return that somebody takes an option: "if they do" behind the option itself."""
        if option is self.told:
            return f"{self.said('before.chosen')},"
        act, agent = self._option_named(option, "does"), self._agent(around)
        return self._subordinate("if", self._clause_of("does", agent, act))

    def _adverbial(self, name: str, /, **values: Value) -> str:
        """Return when or for what something happens: some languages put a comma after it."""
        return self.said("before.adverbial", text=ProperName(self.said(f"before.{name}", **values)))

    def _subordinate(self, name: str, condition: str) -> str:
        """Return a clause that stands before another one, with a comma."""
        return f"{self.said(f'before.{name}', condition=ProperName(condition))},"

    def _case(self, around: Surroundings, before: Surroundings | None) -> Iterator[str]:
        conditions, known = around.conditions, () if before is None else before.conditions
        if not conditions or _looped(around) is not None:
            return
        if conditions == known:
            yield self._adverbial("same_case")
            return
        fresh = conditions
        if known and conditions[: len(known)] == known:
            fresh = conditions[len(known) :]
        elif self._is_contrary(conditions, known):
            yield self._adverbial("otherwise")
            fresh = conditions[len(known) :]
            if not fresh:
                return
        self.cases = len(fresh)
        texts = [self.condition(term, holds) for term, holds in fresh]
        yield self._subordinate("if", self._all_of(texts))

    def _is_contrary(self, conditions: Cases, known: Cases) -> bool:
        """Return whether conditions begin with the contrary of the last of some others, which a sentence said alone."""
        last = len(known) - 1
        if self.cases != 1 or last < 0 or len(conditions) <= last:
            return False
        return conditions[:last] == known[:last] and conditions[last] == (known[last][0], not known[last][1])

    def _time(self, time: Time) -> str:
        if time.edge == "setup":
            return self._adverbial("setup")
        if time.edge == "during":
            name = without_copy_depth(time.of)
            return self._adverbial("during", what=self.made("the", noun=name)) if self.known(name) else ""
        if time.of != "round" and not self.has_phases:
            return ""
        what = self.made("the", noun=time.of) if time.of == "round" else self.phase(time.of)
        return self._adverbial(time.edge, **{"phase" if time.edge == "phase" else "what": what})

    @property
    def has_phases(self) -> bool:
        """Return whether players know phases: a game of whose sentences or names none names one has only turns."""
        entries = () if self.book.own is None else self.book.own.entries.values()
        said = [one for one in entries if one.id.startswith(("statement:", "card:"))]
        if said:
            return any("[phase." in one.base + one.text for one in said)
        return not entries or any(one.id.startswith("phase:") for one in entries)

    def phase(self, name: str) -> Value:
        """Return a phase by its number."""
        number = self.ruleset.kinds["phase"].index(name) if "phase" in self.ruleset.kinds else None
        return self.made("ordered", noun="phase", n=(number or 0) + 1)

    def _loop(self, loop: Loop, around: Surroundings) -> str:
        """Return what something is done for: each card of the market, as long as there is one; for all players it is their agent."""
        match loop:
            case b.Times(count=count):
                often = count.value if isinstance(count, t.Constant) else self.of(count)
                name = "times_number" if isinstance(often, int) else "times"
                return self._adverbial(name, **{"n" if isinstance(often, int) else "count": often})
            case b.Loop(condition=condition):
                return self._subordinate("loop", self.condition(condition))
            case b.Each(variable=variable, domain=domain) | b.Around(variable=variable, ring=domain):
                whole = isinstance(domain, t.Elements)
                if is_player(variable) and loop is around.loops[-1]:
                    if whole:
                        named = _looped(around) is not None
                        return "" if named else self._adverbial("for_each_of_kind", one=self.one(variable))
                    if not isinstance(domain, t.Filter):
                        return self._turns(domain)
                one, self.inner = self.one(variable), self.inner | {variable.key}
                name = "for_each_of_kind" if whole else "for_each"
                return self._adverbial(name, one=one, **({} if whole else {"domain": self.of(domain)}))

    def _turns(self, domain: t.Term) -> str:
        """Return in which order players act."""
        if order := self.round_the_table(domain):
            return self.said("before.adverbial", text=ProperName(order))
        if isinstance(domain, t.Builtin) and domain.name == "reversed":
            return self._adverbial("turns_reversed", domain=self.of(domain.arguments[0]))
        return self._adverbial("turns", domain=self.of(domain))

    def round_the_table(self, domain: t.Term) -> str:
        """Return in which sense players follow each other from one of them; an empty text where they do not."""
        known = self.values.get(domain.variable.key, domain) if isinstance(domain, t.Local) else domain
        backwards = isinstance(known, t.Builtin) and known.name == "reversed"
        inner = known.arguments[0] if isinstance(known, t.Builtin) and backwards else known
        if not isinstance(inner, t.Builtin) or inner.name != "clockwise_from":
            return ""
        first = inner.arguments[0]
        if backwards and isinstance(first, t.Builtin) and first.name == "next" and len(first.arguments) == 1:
            return self.said("before.anticlockwise_from", what=self.of(first.arguments[0]))
        return self.said(f"before.{'anti' if backwards else ''}clockwise", what=self.of(first))

    # -- messages --------------------------------------------------------------------------------------------------

    def _message(self, message: Message, form: str) -> tuple[str, bool]:
        """Return the text of a message, and whether it is an act that can be joined to others; a whole clause cannot."""
        match message.node:
            case b.BoundOption():
                text = self.option(message.node, form)
                repeated = message.ask is not None and message.ask.repeatedly
                return self.said("clause.repeatedly", text=ProperName(text)) if repeated else text, True
            case b.BoundParameter(variable=variable, domain=t.Interval(low=low, high=high)):
                noun = self.one(variable).values["noun"]
                return self.said("rule.bounded", noun=noun, low=self.of(low), high=self.of(high)), False
            case node:
                text, joins = self._statement(node, form)
                if text and not joins and message.around.mood == "may":
                    said = {"agent": self._agent(message.around), "text": ProperName(text)}
                    return self.said("clause.may_choose", **said), False
                return text, joins

    def _act(self, template: PhraseTemplate, form: str, many: bool, values: Mapping[str, Value]) -> str:
        """Return an act with its verb in a form."""
        verb = ""
        if template.verb:
            thing = values.get(template.object)
            definite = (
                "definite" in thing.traits if isinstance(thing, InflectedPhrase) else isinstance(thing, ProperName)
            )
            asked = self.template(f"clause.{form}").verb
            verb = (
                verb_form(self.book.verbs.get(template.verb, {}), asked, many=many, definite=definite)
                or f"⟦{template.verb}⟧"
            )
        return format_wording(template.wording, {**values, "verb": ProperName(verb)}, self.book.tongue, Bag())

    def acted(self, name: str, form: str, /, **values: Value) -> tuple[str, bool]:
        """Return an act of the language, ready to be joined."""
        return self._act(self.template(f"act.{name}"), form, False, values), True

    def called_act(self, name: str, form: str, given: Mapping[str, Value]) -> str | None:
        """Return an option or a procedure in the words that the ruleset gives it; None where it gives none."""
        pattern = self.book.called.get(f"act.{name}")
        return None if pattern is None else self._act(pattern, form, False, given)

    def option(self, option: b.BoundOption, form: str) -> str:
        """Return an option as an act: in its own words, or by what is chosen."""
        given = {one.variable.name: self._indefinite(one.variable) for one in option.parameters}
        said = self.called_act(option.name, form, given)
        if said is not None or not option.parameters:
            return said or self.acted("do_this", form)[0]
        return self.acted("choose", form, choices=tuple(map(self._parameter, option.parameters)))[0]

    def _indefinite(self, variable: t.Variable) -> Value:
        noun = self.one(variable).values["noun"]
        return self.made("some_one", noun=noun)

    def _parameter(self, parameter: b.BoundParameter) -> Value:
        variable, domain = parameter.variable, parameter.domain
        noun = self._noun_for(variable)
        self._position(variable)
        if isinstance(variable.type, NumberType) and isinstance(domain, t.Interval):
            low, high = self.of(domain.low), self.of(domain.high)
            return self._choice_phrase("between", noun=noun, low=low, high=high)
        if isinstance(domain, t.Several):
            high, inner = self._so_many(domain.most, noun), self.of(domain.domain)
            if domain.least == domain.most:
                return self._choice_phrase("some", amount=high, domain=inner)
            return self._choice_phrase("range", low=self.of(domain.least), high=high, domain=inner)
        if isinstance(domain, t.Elements):
            return self.made("another_one" if self._position(variable) else "some_one", noun=noun)
        return self._choice_phrase("of", one=self.one(variable), domain=self.of(domain))

    def _choice_phrase(self, name: str, /, **values: Value) -> InflectedPhrase:
        template = self.template(f"rule.choice_{name}")
        return InflectedPhrase(template.wording, values, template.head, ("indefinite",))

    def _needed(self, message: Message, guards: Sequence[b.Guard], clause: str, *, again: bool = False) -> str:
        """Return what guards of one option ask for, and what lifts them; with ``even_if`` that it is not asked for any more.

        It follows its option or another guard of it with ``again``.
        """
        option, holds = message.option, clause == "only_if"
        clause = clause + AGAIN if again else clause
        act = self._option_named(option, clause) if option is not None and not again else self.acted("do_so", clause)[0]
        agent = self.made("the", "person", noun=PLAYER) if message.around.agent is None else self._agent(message.around)
        conditions = [self.condition(guard.condition, holds) for guard in guards]
        condition = ProperName(self._joined("clause.acts", conditions))
        text = self.said(f"clause.{clause}", agent=agent, act=ProperName(act), condition=condition)
        for waiver in [waiver for guard in guards for waiver in guard.waivers] if holds else ():
            lifted = ProperName(self.condition(waiver.condition))
            text = self.said("clause.unless", text=ProperName(text), condition=lifted)
        return text

    def _option_named(self, option: b.BoundOption, form: str) -> str:
        if f"act.{option.name}" in self.book.called or not option.parameters:
            return self.option(option, form)
        nouns = [self._indefinite(one.variable) for one in option.parameters[:1]]
        return self.acted("choose", form, choices=tuple(nouns))[0]

    # -- statements ------------------------------------------------------------------------------------------------

    def _statement(self, statement: object, form: str) -> tuple[str, bool]:
        match statement:
            case b.Write():
                return self._write(statement, form)
            case b.Give(value=t.Local()):
                return "", False
            case b.Give(variable=variable, value=value):
                return self.said("becomes", place=self.variable(variable), value=self.of(value)), False
            case b.Relocate(pieces=pieces, source=source, target=target, top=top):
                what, end = self.of(pieces), self._end(target, top)
                if source is None or _is_within_zone(pieces, source):
                    return self.acted("move", form, what=what, target=end)
                return self._moved(what, source, target, end, form)
            case b.Transfer(source=source, target=target):
                return self._transfer(statement, source, target, form)
            case b.TakeTop(source=source, target=target, top=top):
                end = self.of(source) if top else self._end(source, top)
                if statement.amount is not None and target is not None:
                    amount = self._amount(statement)
                    return self.acted("draw_some", form, amount=amount, source=end, target=self._end(target, True))
                one = self.one(statement.variable)
                if target is None:
                    return self.acted("draw", form, one=one, source=end)
                return self.acted("draw_to", form, one=one, source=end, target=self._end(target, True))
            case b.Mix(zone=zone):
                return self.acted("shuffle", form, zone=self.of(zone))
            case b.Cast(variable=variable, domain=domain, weight=weight, member=member):
                one = self.one(variable)
                if member is not None:
                    self.values = {**self.values, member.key: t.Local(variable.type, variable)}
                if weight is None and isinstance(domain, t.Filter) and domain.where is not None and not domain.keys:
                    such = self._such_that(domain.variable, [domain.where], "one")
                    return self.acted("lot_such", form, one=one, domain=self.of(domain.domain), condition=such)
                if weight is None:
                    return self.acted("lot", form, one=one, domain=self.of(domain))
                return self.acted("lot_weighed", form, one=one, domain=self.of(domain), weight=self.of(weight))
            case b.Order(place=place, variable=variable, keys=keys):
                self.one(variable)
                said = tuple(self.made("descending", key=self.of(key)) if down else self.of(key) for key, down in keys)
                return self.acted("sort", form, place=self.of(place), keys=said)
            case b.Enlist(item=item, place=place, adding=adding):
                return self.said("join" if adding else "leave", item=self.of(item), place=self.of(place)), False
            case b.Perform(procedure=name, arguments=arguments):
                return self._performed(without_copy_depth(name), arguments, form)
            case b.PerformPiece(element=element):
                return self.said("piece_effect", element=self.of(element)), False
            case b.Leave(what=what):
                return self.said(f"leave_{what}"), False
            case _:
                return "", False

    def _performed(self, name: str, arguments: tuple[t.Term, ...], form: str) -> tuple[str, bool]:
        procedure, typed = self.ruleset.procedures.get(name), self.typed(f"rule:{name}")
        if typed:
            return lowered(typed) if name in self.called_before else "", False
        names = () if procedure is None else (one.name for one in procedure.parameters)
        given = dict(zip(names, self.everything(arguments), strict=False))
        said = self.called_act(name, form, given)
        return (said, True) if said is not None else (self.said("run", name=self.readable(name)), False)

    def _write(self, write: b.Write, form: str) -> tuple[str, bool]:
        place, value = write.place, write.value
        if isinstance(place.type, TruthType):
            if isinstance(value, t.Constant):
                return self.condition(place, bool(value.value)), False
            return self.said("becomes", place=self.of(place), value=ProperName(self.condition(value))), False
        taken = negated_operand(value)
        if write.add and isinstance(place, t.Tracked) and isinstance(place.type, NumberType):
            unit = place.type.unit
            if unit and self.known(unit) and place.owner is not None and self._is_subject(place.owner):
                amount = self._so_many(taken or value, unit)
                return self.acted("obtain" if taken is None else "lose", form, what=amount)
        if not write.add:
            return self.said("becomes", place=self.of(place), value=self.of(value)), False
        name = "grows" if taken is None else "falls"
        return self.said(name, place=self.of(place), value=self.of(taken or value)), False

    def _so_many(self, amount: t.Term, noun: str) -> Value:
        """Return an amount with its noun: 3 cards, that many cards, as many cards as a value."""
        known = self.values.get(amount.variable.key, amount) if isinstance(amount, t.Local) else amount
        if isinstance(known, t.Constant):
            return self.counted(known.value, noun)
        if isinstance(known, t.Local):
            return self.made("that_many", noun=noun)
        times, owned = 1, self._owned_count(known)
        if isinstance(known, t.Arithmetic) and known.operator == "*":
            for number, one in ((known.left, known.right), (known.right, known.left)):
                if isinstance(number, t.Constant):
                    times, owned = number.value, self._owned_count(one)
        if owned is not None and self._is_subject(owned[0]):
            return self.made("for_each_own", amount=self.counted(times, noun), noun=owned[1])
        return self.made("as_many", noun=noun, amount=self.of(known))

    def _end(self, zone: t.Term, top: bool) -> Value:
        """Return the phrase for a zone; for a stack, for its top or bottom."""
        field = self.ruleset.state.get(zone.field) if isinstance(zone, t.Tracked) else None
        if field is None or field.order != "stack":
            return self.of(zone)
        return self.made("top" if top else "bottom", zone=self.of(zone))

    def _moved(self, what: Value, source: t.Term, target: t.Term, end: Value, form: str) -> tuple[str, bool]:
        if self._is_own(target) and not self._is_own(source):
            return self.acted("take_to", form, what=what, source=self.of(source), target=end)
        return self.acted("move_from", form, what=what, source=self.of(source), target=end)

    def _is_own(self, zone: t.Term) -> bool:
        """Return whether a zone belongs to the one who acts."""
        inner = zone.zone if isinstance(zone, t.Variety) else zone
        return isinstance(inner, t.Tracked) and inner.owner is not None and self._is_subject(inner.owner)

    def _owner_of(self, zone: t.Term) -> t.Term | None:
        inner = zone.zone if isinstance(zone, t.Variety) else zone
        owner = inner.owner if isinstance(inner, t.Tracked) else None
        return owner if owner is not None and type_kind_id(owner.type) == PLAYER else None

    def _transfer(self, statement: b.Transfer, source: t.Term, target: t.Term, form: str) -> tuple[str, bool]:
        """Return a move of tokens: money is paid and received, anything else is taken, given and moved."""
        what, currency = self._amount(statement), self._is_currency(source)
        if isinstance(source, t.Variety) and isinstance(target, t.Variety) and source.variety == target.variety:
            if type_kind_id(source.variety.type) != PLAYER and not self._is_named(source.variety):
                what = self._of_kind(what, self.of(source.variety))
            source, target = source.zone, target.zone
        if currency:
            if self._is_own(source) and (to := self._owner_of(target)) is not None:
                return self.acted("give", form, what=what, to=self.of(to))
            if self._is_own(source):
                return self.acted("pay", form, what=what, target=self.of(target))
            if self._is_own(target):
                giver = self._owner_of(source)
                return self.acted("receive", form, what=what, source=self.of(source if giver is None else giver))
        elif self._is_own(target) and not self._is_own(source):
            return self.acted("take_to", form, what=what, source=self.of(source), target=self.of(target))
        return self.acted("move_from", form, what=what, source=self.of(source), target=self.of(target))

    def _of_kind(self, amount: Value, variety: Value) -> Value:
        """Return an amount of a variety: 3 tokens of it, as many tokens of it as something."""
        if isinstance(amount, InflectedPhrase) and {"noun", "amount"} == amount.values.keys():
            return self.made("as_many_of", variety=variety, **amount.values)
        return self.made("of_kind", amount=amount, variety=variety)

    def _is_named(self, variety: t.Term) -> bool:
        """Return whether an amount of a variety has the noun of the variety."""
        kind = self.ruleset.kinds.get(type_kind_id(variety.type))
        return isinstance(variety, t.Constant) and kind is not None and self.known(kind.elements[variety.value])

    def _is_currency(self, zone: t.Term) -> bool:
        """Return whether tokens are all alike and have no kinds, as money has."""
        pieces = zone.type.pieces if isinstance(zone.type, ZoneType) else ""
        kind = self.ruleset.kinds.get(pieces)
        return (
            kind is not None and kind.form == "tokens" and not isinstance(zone, t.Variety) and len(kind.elements) <= 1
        )

    def _amount(self, statement: b.Transfer | b.TakeTop) -> Value:
        """Return the amount moved with its noun; without an amount it is everything."""
        noun = self._counted_noun(statement.source)
        if statement.amount is None:
            return self.made("all", noun=noun)
        if isinstance(statement.amount.type, BundleType):
            return self.of(statement.amount)
        amount = self._so_many(statement.amount, noun)
        return self.made("up_to", amount=amount) if statement.up_to else amount

    def _counted_noun(self, source: t.Term) -> str:
        variety = source.variety if isinstance(source, t.Variety) else None
        if isinstance(variety, t.Constant):
            kind = self.ruleset.kinds.get(type_kind_id(variety.type))
            element = "" if kind is None else kind.elements[variety.value]
            if self.known(element):
                return element
        if variety is not None and isinstance(variety, t.Local):
            self._position(variety.variable)
        pieces = source.type.pieces if isinstance(source.type, ZoneType) else ""
        kind = self.ruleset.kinds.get(pieces)
        return "piece" if kind is None else self.noun_of(kind)


def _is_within_zone(pieces: t.Term, source: t.Term) -> bool:
    """Return whether pieces are named by the zone they leave: the lowest card of the market, the cards in the market."""
    inner = (pieces.domain,) if isinstance(pieces, t.Filter) else (pieces,)
    parts = pieces.arguments if isinstance(pieces, t.Builtin) else inner
    return any(isinstance(one, t.Contents) and one.zone == source for one in parts)


def _in_one_sentence(parts: Iterable[str]) -> str:
    """Return what stands before a clause: what ends with a comma is also preceded by one."""
    text = ""
    for part in parts:
        before = f"{text}," if text and part.endswith(",") and not text.endswith(",") else text
        text = f"{before} {part}".strip()
    return text


def _looped(around: Surroundings) -> b.Each | b.Around | None:
    """Return the last loop where its player acts under no condition but its own, and so is "each player"; else None."""
    loop, agent = around.loops[-1] if around.loops else None, around.agent
    if not (isinstance(loop, b.Each | b.Around) and isinstance(agent, t.Local) and loop.variable == agent.variable):
        return None
    own = () if loop.where is None else ((loop.where, True),)
    return loop if around.conditions == own else None


def _is_next_guard(opened: OpenSentence, message: Message) -> bool:
    """Return whether a message is a guard of the option of which a sentence already tells a guard."""
    return (
        isinstance(message.node, b.Guard)
        and bool(opened.clauses[-1].guards)
        and opened.message.option is message.option
    )


def sentence(text: str) -> str:
    """Return a text as a sentence: with a capital letter and a full stop."""
    text = text.strip()
    whole = text[:1].upper() + text[1:]
    return (whole if whole.endswith((".", "!", "?", ":")) or not whole else f"{whole}.").replace(NO_BREAK, " ")


def lowered(text: str) -> str:
    """Return a sentence as part of another one: without its capital letter and its full stop."""
    return (text[:1].lower() + text[1:]).removesuffix(".")


def _setting(around: Surroundings) -> tuple[object, ...]:
    return around.time, around.agent, around.mood, around.soon, around.conditions, around.loops

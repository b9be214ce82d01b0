"""Says rules that nobody has worded: whole rules, what a variant adds to them or changes in them, and conditions that do not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Around, Ask, BoundOption, Each, Give, Guard
from reguli.model.bound_tree.bound_terms import Constant, Term
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.model.types import ElementType, NumberType, TruthType, Type
from reguli.ruleset.document_nodes import ROUND_KEY, GameDecl, OptionDecl, StateDecl
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.placeholders.carrying_parts import carrying_rules
from reguli.words.placeholders.placeholder_scope import PLAYER_COUNT, table_placeholders
from reguli.words.placeholders.placeholder_values import COUNTED_KINDS, PLAYER
from reguli.words.placeholders.rule_citations import (
    AdjustRule,
    CitingRule,
    DeclaredNode,
    RoundRule,
    SharedRule,
    StageRule,
    WaiveRule,
    citing_rules,
)
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.realisation.message_realisation import MessageRealiser, lowered, sentence
from reguli.words.realisation.messages import Message, Surroundings, Time, guard_parts
from reguli.words.realisation.noun_phrases import RELATIVE
from reguli.words.realisation.phrase_templates import PhraseTemplates, read_gloss_templates
from reguli.words.realisation.term_phrases import counted_operand, negated_operand
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace
from reguli.words.wording_parser import RowValues, Value

UNSAID: Final = "⟦"
"""What stands before the name of a template that a language lacks."""


def mark_text_as_gloss(text: str) -> str:
    """Mark a text as a gloss."""
    return f"⟨{text}⟩" if text else ""


def make_rule_realiser(
    ruleset: m.Ruleset, books: Mapping[str, PhraseTemplates]
) -> Callable[[WordingSubject, LanguageWorkspace], str]:
    """Return a function that realises the rules of an element in the language of a seat, one per line.

    A rule for which a new language has no templates yet is said in the first language that has them, so that whoever
    translates can read it.
    """
    spare = next((book for book in books.values() if book.templates), None)

    def said(citer: CitingRule, book: PhraseTemplates) -> str:
        line = realise_rule(citer, ruleset, book)
        return realise_rule(citer, ruleset, spare) if spare is not None and UNSAID in line else line

    def text(subject: WordingSubject, seat: LanguageWorkspace) -> str:
        book = books[seat.language.code]
        return "\n".join(line for citer in carrying_rules(subject, ruleset) if (line := said(citer, book)))

    return text


def load_phrase_templates(desk: TranslationWorkspace, bag: Bag, sources: Sources) -> Mapping[str, PhraseTemplates]:
    """Open the gloss templates of every language of a workspace."""
    return {
        code: read_gloss_templates(
            seat.tongue, desk.homes.general, None if code in desk.apart else bag, sources, seat.catalogue
        )
        for code, seat in desk.seats.items()
    }


def realise_rule(citer: CitingRule, ruleset: m.Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> str:
    """Return the sentences of a citing rule in the language of a template book, with ordinary spaces."""
    return " ".join(RuleRealiser(ruleset, book, names).rule(citer))


def unnamed_ids(ruleset: m.Ruleset, book: PhraseTemplates) -> tuple[str, ...]:
    """Return the ids that the generated sentences of a ruleset cannot name, sorted."""
    lacking = set[str]()
    for citer in citing_rules(ruleset).values():
        realiser = RuleRealiser(ruleset, book)
        for _ in realiser.rule(citer):
            lacking |= realiser.lacking
    return tuple(sorted(lacking))


def gloss_condition(guard: Guard, ruleset: m.Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> str:
    """Return the text of a guard that does not hold."""
    sayer = RuleRealiser(ruleset, book, names)
    condition = ProperName(sayer.condition(guard.condition, holds=False))
    return sentence(sayer.said("rule.not_allowed", condition=condition))


class RuleRealiser(MessageRealiser):
    """Realiser of whole rules and declarations."""

    def rule(self, citer: CitingRule) -> Iterator[str]:
        """Yield the sentences of a citing rule: those that somebody typed for it, else generated ones.

        For a rule on a piece, the condition that puts it in force comes first.
        """
        if typed := self.typed(sentence_id(citer)):
            yield typed
            return
        standing = self.ruleset.standing.get(citer.id.removeprefix("rule:"))
        if standing is not None:
            yield from self._in_force(citer, standing)
            return
        messages = self.messages(citer)
        if messages:
            yield from self.sentences(messages)
        else:
            text = self._declared(citer)
            yield from (sentence(text),) if text else ()

    def messages(self, citer: CitingRule) -> list[Message]:
        """Return the messages of a rule; none for a declaration."""
        planner = self.planner
        match citer.node:
            case m.BoundProcedure():
                return list(planner.procedure(citer.node))
            case m.BoundTrigger():
                return list(planner.trigger(citer.node))
            case BoundOption():
                return list(planner.option(citer.node, citer.owner if isinstance(citer.owner, Ask) else None))
            case Ask():
                return list(
                    planner.ask(citer.node, Surroundings(citer.node.actor, time=planner.time_of(citer.node.rule)))
                )
            case Guard() | WaiveRule():
                guard = citer.node if isinstance(citer.node, Guard) else citer.node.guard
                option = citer.owner if isinstance(citer.owner, BoundOption) else None
                lets = () if option is None else (one for one in option.checks if isinstance(one, Give))
                values = {one.variable.key: one.value for one in lets}
                around = Surroundings(citer.asked, "may", planner.time_of(guard.rule), values=values)
                return [Message(part, around, option) for part in guard_parts(guard)]
            case m.BoundDefine() | m.BoundRanking() | m.Invariant() | AdjustRule() | StageRule():
                return []
            case declared if isinstance(declared, DeclaredNode):
                return []

    def messages_by_text(self, citer: CitingRule) -> dict[str, Message]:
        """Return the messages of a rule by what each says alone; those of an option without what stands around its decision."""
        found: dict[str, Message] = {}
        for one in self.messages(citer):
            message = one if one.option is None else replace(one, around=one.around.inside_decision())
            alone = replace(message, around=replace(message.around, chosen=None))
            found[" ".join(self.sentences([alone]))] = message
        return found

    def stopped(self, text: str) -> str:
        """Return that a sentence holds no longer."""
        return sentence(self.said("clause.stops", text=ProperName(lowered(text))))

    def value_text(self, term: t.Term) -> str:
        """Return a value as text, for comparisons."""
        self.mentioned, self.quantified, self.inner = {}, {}, frozenset()
        return self.said("rule.mark", text=self.of(term))

    def without_loops(self, message: Message) -> str:
        """Return what a message says apart from the loops around it."""
        return " ".join(self.sentences([replace(message, around=replace(message.around, loops=()))]))

    def turns(self, loop: Each | Around, around: Surroundings) -> str:
        """Return the order in which players act."""
        self._begin(around)
        domain = loop.domain if isinstance(loop, Each) else loop.ring
        order = self.round_the_table(domain)
        if order:
            said = self.said("rule.turns_round", order=ProperName(order))
        else:
            said = self.said("rule.turns", domain=self.of(domain))
        time = "" if around.time is None else self._time(around.time)
        return sentence(f"{time} {said}")

    def _in_force(self, citer: CitingRule, standing: m.Standing) -> Iterator[str]:
        """Yield the rule on a piece, after the condition that puts it in force."""
        inner = list(self._as_written(citer, standing)) or list(self.sentences(self.messages(citer)))
        for at, text in enumerate(inner):
            yield text if at else self._while_in_force(standing, text)

    def _while_in_force(self, standing: m.Standing, text: str) -> str:
        known = {"condition": ProperName(self.condition(standing.lies)), "text": ProperName(lowered(text))}
        if standing.carrier is None:
            return sentence(self.said("rule.in_force", **known))
        element = self.element(standing.kind, standing.element)
        return sentence(self.said("rule.in_force_on", one=self.one(standing.carrier), element=element, **known))

    def _as_written(self, citer: CitingRule, standing: m.Standing) -> Iterator[str]:
        condition, body = standing.rest, standing.body
        match citer.node:
            case m.BoundTrigger() if condition is not None:
                yield from self.sentences(self.planner.body(body, Surroundings(soon=condition)))
            case m.BoundProcedure():
                around = self.planner.around(citer.node)
                around = around if condition is None else around.when(condition)
                yield from self.sentences(self.planner.body(body, around))
            case AdjustRule(define=name) if standing.amount is not None:
                yield sentence(self.adjust(name, condition, standing.amount))
            case m.Invariant() if condition is not None:
                yield sentence(self.said("rule.always", condition=ProperName(self.condition(condition))))

    def adjust(self, define: str, condition: Term | None, amount: Term) -> str:
        """Return the text of a standing change."""
        taken = negated_operand(amount)
        template = "rule.adjust" if taken is None else "rule.adjust_less"
        said = self.said(template, name=ProperName(self.name_of(define)), amount=self.of(taken or amount))
        if _is_always(condition):
            return said
        assert condition is not None
        return ", ".join((self.said("before.if", condition=ProperName(self.condition(condition))), said))

    def name_of(self, define: str) -> str:
        """Return what a define is called, as a phrase in its base form."""
        known = self.ruleset.defines.get(define)
        found = NumberType() if known is None else known.type
        return self.said("rule.mark", text=self.defined(define, (), found))

    def _declared(self, citer: CitingRule) -> str:
        match citer.node:
            case m.BoundDefine():
                return self._define(citer.node)
            case m.Invariant():
                return self.said("rule.always", condition=ProperName(self.condition(citer.node.condition)))
            case AdjustRule(define=name, condition=condition, amount=amount):
                return self.adjust(name, condition, amount)
            case m.BoundRanking():
                return self._ranking(citer.node)
            case StageRule():
                return self._stage(citer.node)
            case declared if isinstance(declared, DeclaredNode):
                return self._document(declared)
            case m.BoundProcedure() | m.BoundTrigger() | BoundOption() | Ask() | Guard() | WaiveRule():
                return ""

    def _ranking(self, line: m.BoundRanking) -> str:
        if line.order == "lost":
            return self.said("rule.ranking_lost", condition=ProperName(self.condition(line.by)))
        noun = self._ranked_noun(line)
        self.subject = line.variable.key
        inner = counted_operand(line.by)
        if isinstance(inner, t.Apply) and self._is_single(inner) and not noun:
            kind = self.noun_in(inner.type)
            said = self.said(f"rule.ranking_{line.order}_in", noun=kind, zone=self.of(inner))
        elif noun:
            said = self.said(f"rule.ranking_{line.order}_of", noun=noun)
        else:
            self.quantified[line.variable.key] = f"{RELATIVE}_one"
            value = self.of(line.by)
            first = self.said("rule.mark", text=value).partition(" ")[0]
            whose = not self.quantified.pop(line.variable.key, "") and first in self.said("rule.relative_one").split()
            said = self.said(
                f"rule.ranking_{line.order}{'_whose' if whose else ''}", value=value if whose else self.of(line.by)
            )
        compared = [one for one in self.ruleset.ranking if one.order != "lost"]
        ties = (
            ("", "rule.ranking_tied", "rule.ranking_still_tied")[min(compared.index(line), 2)]
            if line in compared
            else ""
        )
        return self.said(ties, rule=ProperName(said)) if ties else said

    def _ranked_noun(self, line: m.BoundRanking) -> str:
        """Return the noun of what is compared, where a player has more or less of it; an empty one for any other value."""
        owned = self._owned_count(line.by)
        if owned is not None:
            owner, noun = owned
        elif (
            isinstance(line.by, t.Apply)
            and len(line.by.arguments) == 1
            and self.known(without_copy_depth(line.by.define))
        ):
            owner, noun = line.by.arguments[0], without_copy_depth(line.by.define)
        else:
            return ""
        counts = (
            isinstance(line.by.type, NumberType) and line.by.type.unit is not None and self.known(line.by.type.unit)
        )
        own = isinstance(owner, t.Local) and owner.variable == line.variable
        return noun if own and counts else ""

    def _define(self, define: m.BoundDefine) -> str:
        self.mentioned, self.quantified = {}, {}
        arguments = tuple(t.Local(one.type, one) for one in define.parameters)
        if isinstance(define.type, TruthType):
            given = {one.name: argument for one, argument in zip(define.parameters, arguments, strict=True)}
            text = self.called(define.id, True, given)
            if text is None:
                text = self._marked(define.id, self.everything(arguments), True)
            return self.said(
                "rule.define_truth", text=ProperName(text), condition=ProperName(self.condition(define.value))
            )
        name = self.defined(define.id, self.everything(arguments), define.type)
        said = self.said("rule.define", name=name, value=self.of(define.value))
        return (
            said
            if define.deep is None
            else self.said("rule.deep", rule=ProperName(said), n=self.ruleset.constants[define.deep].value)
        )

    def _stage(self, stage: StageRule) -> str:
        number = stage.at + 1
        declared = self.ruleset.documents.game.stages[stage.at]
        if stage.bound.when is not None:
            said = self.said("rule.transition", n=number, condition=ProperName(self.condition(stage.bound.when)))
            effective = declared.effective
            if effective is None:
                return said
            time = ProperName(self._time(Time(effective.edge, effective.of)).rstrip(","))
            return self.said("rule.takes_effect", rule=ProperName(said), time=time)
        if declared.card is not None and stage.bound.card is not None:
            kind = next((one for one in self.ruleset.kinds.values() if declared.card in one.elements), None)
            if kind is not None:
                card = self.element(kind.id, kind.elements.index(declared.card))
                return self.said("rule.transition_card", n=number, card=card)
        return self.said("rule.stage", n=number)

    def _document(self, node: DeclaredNode) -> str:
        match node:
            case m.ConstantValue(id=name, value=value, unit=unit):
                said: Value = self.counted(value, unit) if unit is not None and self.known(unit) else value
                thing = ProperName(self.said("rule.mark", text=self.defined(name, (), NumberType())))
                return self.said("rule.constant", name=thing, value=said)
            case m.Table():
                return self._table(node)
            case m.Kind():
                return self._kind(node)
            case StateDecl():
                return self._state(node)
            case OptionDecl(id=name, values=values):
                choices = tuple(self.readable(value.id, f"option:{name}/{value.id}") for value in values)
                return self.said("rule.setting", name=self.readable(name), choices=choices)
            case SharedRule():
                return self.said("rule.ranking_shared")
            case RoundRule(phases=phases):
                names = ProperName(
                    ", ".join(
                        self.said("rule.numbered", n=at, name=self.readable(one, f"phase:{one}"))
                        for at, one in enumerate(phases, 1)
                    )
                )
                return self.said("rule.round", phases=names)
            case GameDecl(players=(low, high)):
                players: Value = low if low == high else NumberRange(low, high)
                return self.said("rule.game", players=players)

    def _table(self, table: m.Table) -> str:
        """Return the text of a table: cell by cell with one key, otherwise by its keys."""
        offers = dict(table_placeholders(table, self.ruleset, None))
        rows = offers.get(f"{table.id}.rows")
        if len(table.key_names) == 1 and rows is not None and isinstance(rows.value, RowValues):
            cells = [(next(iter(row.values())), row["value"]) for row in rows.value.rows]
        elif len(table.key_names) == 1 and rows is None:
            kind, found = self.ruleset.kinds.get(table.key_names[0]), enumerate(table.cells, table.lows[0])
            cells = [
                (key if kind is None else self.element(kind.id, key), self._value_in(table.type, value))
                for key, value in found
                if value is not None
            ]
        else:
            keys = tuple(self._key_name(name) for name in table.key_names)
            return self.said("rule.table_by", name=self.readable(table.id), keys=keys)
        by = table.key_names[0]
        if by == ROUND_KEY and cells:
            cells[-1] = (ProperName(f"{self._key(cells[-1][0], '')}+"), cells[-1][1])
        noun = PLAYER if by == PLAYER_COUNT else by if rows is not None and by in COUNTED_KINDS else ""
        said = [self.said("rule.row", key=ProperName(self._key(key, noun)), value=value) for key, value in cells]
        return self.said("rule.table", name=self.readable(table.id), rows=ProperName("; ".join(said)))

    def _value_in(self, of: Type, value: int) -> Value:
        return ProperName(self._key(self.element(of.kind, value), "")) if isinstance(of, ElementType) else value

    def _key_name(self, name: str) -> Value:
        if name == PLAYER_COUNT:
            return self.made(PLAYER_COUNT)
        return self.made("the", noun=name) if self.known(name) else self.quoted(name)

    def _key(self, key: Value, noun: str) -> str:
        """Return the text of a single table key."""
        match key:
            case int() if noun:
                said: Value = self.counted(key, noun) if noun == PLAYER else self.made("ordered", noun=noun, n=key)
            case str():
                if not self.known(key):
                    return key
                said = self.made("bare", noun=key)
            case ProperName():
                return key.text
            case _:
                said = key
        return self.said("rule.mark", text=said)

    def _kind(self, kind: m.Kind) -> str:
        if kind.form == "elements" and not kind.fields:
            items = tuple(self.element(kind.id, index) for index in range(len(kind.elements)))
            return self.said("rule.kind_listed", name=ProperName(kind.id), items=items)
        known = [count for count in kind.supply if count is not None]
        count = sum(known) if kind.form == "tokens" else len(kind.elements)
        counted = count and self.known(kind.id)
        return self.said("rule.kind" if counted else "rule.kind_named", noun=kind.id, name=ProperName(kind.id), n=count)

    def _state(self, state: StateDecl) -> str:
        """Return who may see a state field, where not everybody may, else what it holds."""
        found = self.ruleset.state_types[f"{state.owner}.{state.id}"]
        what = self.place(state.id, found, None)
        visible = state.visible
        if visible.who != "all" or visible.option is not None:
            said = self._seen(visible.who, what, state)
            if visible.option is not None:
                other = ProperName(self._seen(visible.otherwise or "all", what, state))
                option = self.readable(visible.option)
                said = self.said("rule.seen_with", rule=ProperName(said), option=option, other=other)
            return self.said("rule.uncounted", rule=ProperName(said)) if state.count == "hidden" else said
        if state.form != "zone":
            return ""
        seen = self.said("rule.seen_all", what=what)
        if state.capacity is None:
            return seen
        limited = self.said("rule.zone_limited", what=what, amount=self.counted(state.capacity, self.noun_in(found)))
        return f"{sentence(limited)} {sentence(seen)}"

    def _seen(self, who: str, what: Value, state: StateDecl) -> str:
        if who != "some":
            return self.said(f"rule.seen_{who}", what=what)
        _, players = self.ruleset.audiences[f"{state.owner}.{state.id}"]
        return self.said("rule.seen_some", what=what, players=self.of(players))


def sentence_id(citer: CitingRule) -> str:
    """Return the id of the sentence that may be typed for a rule; empty for a declaration."""
    rule = citer.id.partition("/")[0]
    return rule.replace(":define.", ":") if rule.startswith("rule:") else ""


def _is_always(condition: Term | None) -> bool:
    """Return whether a condition is absent or always true."""
    return condition is None or (isinstance(condition, Constant) and bool(condition.value))

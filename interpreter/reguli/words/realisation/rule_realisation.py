"""Realises rules without a wording from their bound form: plain, correct, and marked as a gloss."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Ask, Body, BoundOption, Branch, Guard, Ruled
from reguli.model.bound_tree.bound_terms import Constant, Term
from reguli.model.types import BundleType, ElementType, NumberType, TruthType, Type, ZoneType
from reguli.ruleset.document_nodes import ROUND_KEY, GameDecl, OptionDecl, StateDecl
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.grammar_values import NO_BREAK, NumberRange, ProperName
from reguli.words.placeholders.placeholder_scope import PLAYER_COUNT, table_placeholders
from reguli.words.placeholders.placeholder_values import COUNTED_KINDS, PLAYER
from reguli.words.placeholders.rule_citations import (
    AdjustRule,
    CitingRule,
    DeclaredNode,
    RoundRule,
    RuleNode,
    SharedRule,
    StageRule,
    WaiveRule,
    cited_guards,
)
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.realisation.phrase_templates import TEMPLATES, PhraseTemplates, read_gloss_templates
from reguli.words.realisation.term_phrases import FIELDS, TermPhrases, negated_operand
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace
from reguli.words.wording_parser import InflectedPhrase, RowValues, Value

# -- statement phrases -----------------------------------------------------------------------------------------------
# Says what happens: statements of the rules one after the other, for everybody or for the one who moves.


Mood: TypeAlias = Literal["do", "does"]
"""Whether everybody is told what to do, or what one player does is told."""


class StatementPhrases(TermPhrases):
    """Realiser of statements of one ruleset in one language; ``mood`` is an instruction to all, or a report on one player."""

    mood: Mood = "do"

    def body(self, body: b.Body) -> str:
        """Return the text of statements in their order; loop invariants are omitted."""
        return "; ".join(self.statement(one) for one in body if not isinstance(one, b.Claim)) or self.said("nothing")

    def part(self, found: Any, kind: object) -> Value:
        """Return a field of a node as a value; several nested statements are put in brackets."""
        if kind != "name" or not isinstance(found, tuple):
            return super().part(found, kind)
        text = self.body(found)
        several = sum(not isinstance(one, b.Claim) for one in found) > 1
        return ProperName(f"({text})" if several else text)

    def said_of(self, node: object, template: str, shorter: str = "", /, **known: Value) -> str:
        """Return the text of a node by a template, or by a shorter one if the values that only the longer one takes are absent."""
        name = self._in_mood(template)
        if shorter:
            more = TEMPLATES[name].keys() - TEMPLATES[self._in_mood(shorter)].keys()
            held = (known[one] if one in known else getattr(node, FIELDS.get(one, one)) for one in more)
            name = self._in_mood(shorter) if any(one in (None, ()) for one in held) else name
        return self.said(name, **self.taken(name, node, **known))

    def _in_mood(self, template: str) -> str:
        return template if template in TEMPLATES else f"{template}.{self.mood}"

    def statement(self, statement: b.BoundStatement) -> str:
        """Return the text of one statement."""
        match statement:
            case b.Give(variable=variable, value=value):
                return self.said("let", name=ProperName(variable.name), value=self._stated(value))
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
            case Branch() | b.Turn() | b.Looping():
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
                end = None if until is None else ProperName(self.condition(until))
                domain = self.of(ring) if where is None else self.such(self.of(ring), where)
                return self.said_of(statement, "around_until", "around", domain=domain, condition=end)

    def _stated(self, term: t.Term) -> Value:
        if isinstance(term.type, TruthType) and not isinstance(term, t.Constant):
            return ProperName(self.condition(term))
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
            case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                return self.of(inner)

    def _write(self, statement: b.Write) -> str:
        place, value = statement.place, statement.value
        if isinstance(place.type, TruthType) and isinstance(place, t.Tracked) and isinstance(value, t.Constant):
            name, verb = ProperName(place.field.partition(".")[2]), "mark" if value.value else "unmark"
            whose = self.everything((() if place.owner is None else (place.owner,)) + place.keys)
            return self.said(f"{verb}_for", name=name, items=whose) if whose else self.said(verb, name=name)
        if not statement.add:
            return self.said_of(statement, "becomes", value=self._stated(value))
        taken = negated_operand(value)
        return (
            self.said_of(statement, "grows")
            if taken is None
            else self.said_of(statement, "falls", value=self.of(taken))
        )

    def _end(self, zone: t.Term, top: bool) -> Value:
        """Return the phrase for a zone; for a stack, for its top or bottom."""
        field = self.ruleset.state.get(zone.field) if isinstance(zone, t.Tracked) else None
        if field is None or field.order != "stack":
            return self.of(zone)
        return self.made("top" if top else "bottom", zone=self.of(zone))

    def _amount(self, statement: b.Transfer | b.TakeTop) -> Value:
        """Return the amount moved with its noun; None where the statement moves everything."""
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
        if isinstance(variety, t.Constant) and isinstance(self.of(variety), InflectedPhrase):
            kind = self.ruleset.kinds.get(getattr(variety.type, "kind", ""))
            element = "" if kind is None else kind.elements[variety.value]
            if self.known(element):
                return element
        pieces = source.type.pieces if isinstance(source.type, ZoneType) else ""
        kind = self.ruleset.kinds.get(pieces)
        return "" if kind is None else self.noun_of(kind)

    def _each(self, statement: b.Each) -> str:
        """Return the text of a loop; its variable is "it" where the body consists of one statement."""
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
        """Return the text of a decision: who decides, and between which options; options have glosses of their own."""
        names = ProperName(", ".join(self.quoted(option.name).text for option in ask.options))
        how = "ask_each" if ask.each_once else "ask_again" if ask.repeatedly else "ask"
        return self.said_of(ask, how, name=ProperName(ask.name), options=names)

    def option(self, option: b.BoundOption, actor: Value) -> str:
        """Return the text of an option: the player's choices, its conditions, and its effects."""
        self.mood = "does"
        choices = tuple(self._choice(parameter) for parameter in option.parameters)
        known: dict[str, Value] = {"name": ProperName(option.name), "actor": actor, "choices": choices}
        text = self.said("rule.option_chooses" if choices else "rule.option", **known)
        for guard in cited_guards(option):
            text = self.said_of(guard, "rule.only_if", text=ProperName(text))
        return self.said("rule.then", text=ProperName(text), body=ProperName(self.body(option.effects)))

    def _choice(self, parameter: b.BoundParameter) -> Value:
        if isinstance(parameter.variable.type, NumberType) and isinstance(parameter.domain, t.Interval):
            low, high = self.of(parameter.domain.low), self.of(parameter.domain.high)
            return ProperName(
                self.said("rule.choice_between", name=ProperName(parameter.variable.name), low=low, high=high)
            )
        if isinstance(parameter.domain, t.Several):
            return ProperName(self._several(parameter.domain))
        return ProperName(self.said_of(parameter, "rule.choice_of"))

    def _several(self, several: t.Several) -> str:
        low, high, domain = self.of(several.least), self.of(several.most), self.of(several.domain)
        if several.least == several.most:
            return self.said("rule.choice_some", amount=low, domain=domain)
        return self.said("rule.choice_range", low=low, high=high, domain=domain)


# -- Says rules on pieces: as long as they are in force, what they say; and what lifts a guard -----------------------


class PieceRulePhrases(StatementPhrases):
    """Realiser of rules that are in force only under a condition."""

    def in_force(self, standing: m.Standing, text: str) -> str:
        """Return the condition that puts a piece's rule in force, followed by the rule."""
        known = {"condition": ProperName(self.condition(standing.lies)), "text": ProperName(text)}
        if standing.carrier is None:
            return self.said("rule.in_force", **known)
        element = self.element(standing.kind, standing.element)
        return self.said("rule.in_force_on", one=self.one(standing.carrier), element=element, **known)

    def as_written(self, citer: CitingRule, standing: m.Standing) -> str | None:
        """Return the text of a piece's rule without the condition that puts it in force; None where there is none."""
        condition, body = standing.rest, standing.body
        match citer.node:
            case m.BoundTrigger() if condition is not None:
                said = ProperName(self.condition(condition))
                return self.said("rule.trigger", condition=said, body=ProperName(self.body(body)))
            case m.BoundProcedure(id=name):
                done: Body = body if condition is None else (Branch(citer.span, citer.id, condition, body, ()),)
                return self.said("rule.procedure", name=ProperName(name), body=ProperName(self.body(done)))
            case AdjustRule(define=name) if standing.amount is not None:
                return self.adjust(name, condition, standing.amount)
            case m.Invariant() if condition is not None:
                return self.said("rule.always", condition=ProperName(self.condition(condition)))
            case _ if isinstance(citer.node, RuleNode | DeclaredNode):
                return None

    def adjust(self, define: str, condition: Term | None, amount: Term) -> str:
        """Return the text of a standing change."""
        name, much = self.readable(define), self.of(amount)
        if _is_always(condition):
            return self.said("rule.adjust_always", name=name, amount=much)
        assert condition is not None
        return self.said("rule.adjust", name=name, amount=much, condition=ProperName(self.condition(condition)))

    def guard(self, guard: Guard) -> str:
        """Return the text of a guard and its waivers."""
        said = [self.said_of(guard, "rule.unless", text=self.quoted(guard.reason.name))]
        for waiver in guard.waivers:
            standing = self.ruleset.standing.get(waiver.rule)
            if standing is None:
                said.append(self._lifted(waiver.condition, waiver.body))
            else:
                said.append(self.in_force(standing, self._lifted(standing.rest, standing.body)))
        return "; ".join(said)

    def _lifted(self, condition: Term | None, body: Body) -> str:
        if _is_always(condition):
            text = self.said("rule.lifted")
        else:
            assert condition is not None
            text = self.said("rule.lifted_while", condition=ProperName(self.condition(condition)))
        return self.said("rule.lifted_then", text=ProperName(text), body=ProperName(self.body(body))) if body else text


def _is_always(condition: Term | None) -> bool:
    """Return whether a condition is absent or always true."""
    return condition is None or (isinstance(condition, Constant) and bool(condition.value))


# -- rule realisation ------------------------------------------------------------------------------------------------


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
        return "\n".join(line for citer in subject.citers if (line := said(citer, book)))

    return text


def load_phrase_templates(desk: TranslationWorkspace, bag: Bag, sources: Sources) -> Mapping[str, PhraseTemplates]:
    """Open the gloss templates of every language of a workspace."""
    return {
        code: read_gloss_templates(
            seat.tongue, desk.homes.general, Bag() if code in desk.apart else bag, sources, seat.catalogue
        )
        for code, seat in desk.seats.items()
    }


def realise_rule(citer: CitingRule, ruleset: m.Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> str:
    """Return the gloss of a citing rule in the language of a template book, with ordinary spaces."""
    text = _Gloss(ruleset, book, names).citer(citer)
    return _sentence(text).replace(NO_BREAK, " ")


def realise_addition(citer: CitingRule, part: Ruled, ruleset: m.Ruleset, book: PhraseTemplates) -> str:
    """Return the gloss of a statement, guard or option that a variant adds to a rule, with ordinary spaces."""
    sayer = _Gloss(ruleset, book, ())
    match part:
        case Guard():
            text = sayer.guard(part)
        case BoundOption():
            text = sayer.citer(replace(citer, node=part, owner=citer.node if isinstance(citer.node, Ask) else None))
        case _:
            text = sayer.body((part,))  # type: ignore[arg-type]  # all others are statements
    return _sentence(text).replace(NO_BREAK, " ")


def gloss_condition(guard: Guard, ruleset: m.Ruleset, book: PhraseTemplates, names: tuple[Value, ...] = ()) -> str:
    """Return the text of a guard that does not hold."""
    sayer = _Gloss(ruleset, book, names)
    text = sayer.said("rule.not_allowed", condition=ProperName(sayer.condition(guard.condition, holds=False)))
    return _sentence(text).replace(NO_BREAK, " ")


def _sentence(text: str) -> str:
    text = text.strip()
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?", ":")) or not whole else f"{whole}."


class _Gloss(PieceRulePhrases):
    """Realiser of whole rules."""

    def citer(self, citer: CitingRule) -> str:
        """Return the gloss of a citing rule; for a rule on a piece, the condition that puts it in force comes first."""
        standing = self.ruleset.standing.get(citer.id.removeprefix("rule:"))
        text = None if standing is None else self.as_written(citer, standing)
        return self._citer(citer) if standing is None or text is None else self.in_force(standing, text)

    def _citer(self, citer: CitingRule) -> str:
        match citer.node:
            case m.BoundProcedure():
                return self._procedure(citer.node)
            case m.BoundTrigger(procedure=procedure):
                return self.said_of(citer.node, "rule.trigger", body=ProperName(self.body(procedure.body)))
            case m.BoundDefine():
                return self._define(citer.node)
            case BoundOption():
                actor = self.of(citer.owner.actor) if isinstance(citer.owner, Ask) else self.made("the", noun=PLAYER)
                return self.option(citer.node, actor)
            case Guard() | WaiveRule(guard=Guard()):
                return self.guard(citer.node if isinstance(citer.node, Guard) else citer.node.guard)
            case Ask():
                return self.ask(citer.node)
            case m.Invariant():
                return self.said_of(citer.node, "rule.always")
            case AdjustRule(define=name, condition=condition, amount=amount):
                return self.adjust(name, condition, amount)
            case m.BoundRanking(by=by, order="lost"):
                return self.said("rule.ranking_lost", condition=ProperName(self.condition(by)))
            case m.BoundRanking(by=by, order=order):
                said = self.said(f"rule.ranking_{order}", value=self.of(by))
                return self.said("rule.ranking_tied", rule=ProperName(said)) if self._breaks_ties(citer.node) else said
            case StageRule():
                return self._stage(citer.node)
            case _ if isinstance(citer.node, DeclaredNode):
                return self._document(citer.node)

    def _breaks_ties(self, line: m.BoundRanking) -> bool:
        """Return whether a line of the ranking only breaks ties left by earlier lines."""
        compared = [one for one in self.ruleset.ranking if one.order != "lost"]
        return line in compared[1:]

    def _procedure(self, procedure: m.BoundProcedure) -> str:
        phase = self.ruleset.kinds["phase"].index(procedure.id)
        known = phase is not None and any(procedure is one for one in self.ruleset.phases)
        name, body = ProperName(procedure.id), ProperName(self.body(procedure.body))
        said = self.said("rule.phase" if known else "rule.procedure", name=name, n=(phase or 0) + 1, body=body)
        return self._deep(said, procedure.deep)

    def _define(self, define: m.BoundDefine) -> str:
        items = tuple(self.one(variable) for variable in define.parameters)
        truth = isinstance(define.type, TruthType)
        template = f"rule.define{'_truth' if truth else ''}{'_for' if items else ''}"
        value = ProperName(self.condition(define.value)) if truth else self.of(define.value)
        said = self.said(template, name=self.readable(define.id), items=items, value=value, condition=value)
        return self._deep(said, define.deep)

    def _deep(self, said: str, constant: str | None) -> str:
        """Return the text of a rule with its maximum recursion depth, if it has one."""
        if constant is None:
            return said
        return self.said("rule.deep", rule=ProperName(said), n=self.ruleset.constants[constant].value)

    def _stage(self, stage: StageRule) -> str:
        number = stage.at + 1
        declared = self.ruleset.documents.game.stages[stage.at]
        if stage.bound.when is not None:
            return self.said("rule.transition", n=number, condition=ProperName(self.condition(stage.bound.when)))
        if declared.card is not None and stage.bound.card is not None:
            kind = next((one for one in self.ruleset.kinds.values() if declared.card in one.elements), None)
            if kind is not None:
                card = self.made("named", noun=self.noun_of(kind), name=ProperName(declared.card))
                return self.said("rule.transition_card", n=number, card=card)
        return self.said("rule.stage", n=number)

    def _document(self, node: DeclaredNode) -> str:
        match node:
            case m.ConstantValue(id=name, value=value, unit=unit):
                said: Value = self.counted(value, unit) if unit is not None and self.known(unit) else value
                return self.said("rule.constant", name=self.readable(name), value=said)
            case m.Table():
                return self._table(node)
            case m.Kind():
                return self._kind(node)
            case StateDecl():
                return self._state(node)
            case OptionDecl(id=name, values=values):
                return self.said(
                    "rule.setting", name=ProperName(name), choices=tuple(ProperName(value.id) for value in values)
                )
            case SharedRule():
                return self.said("rule.ranking_shared")
            case RoundRule(phases=phases):
                names = ProperName(
                    ", ".join(
                        self.said("rule.numbered", n=at, name=ProperName(one)) for at, one in enumerate(phases, 1)
                    )
                )
                return self.said("rule.round", phases=names)
            case GameDecl(name=name, players=(low, high)):
                players: Value = low if low == high else NumberRange(low, high)
                return self.said("rule.game", name=ProperName(name), players=players)

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
        thing, many = self.field_noun(state.id)
        what: Value = (
            self.made("the_many" if many else "the", noun=thing)
            if thing
            else self.made("named", noun="zone" if state.form == "zone" else "value", name=ProperName(state.id))
        )
        if state.form != "zone":
            return self._seen(self.said("rule.counter", what=what, thing=state.lasts), state)
        limited = "rule.zone" if state.capacity is None else "rule.zone_limited"
        return self._seen(self.said(limited, what=what, n=state.capacity), state)

    def _seen(self, said: str, state: StateDecl) -> str:
        """Return the text of a state field with its visibility, where not all players may see it."""
        visible = state.visible
        if visible.who != "all" or visible.option is not None:
            seen = ProperName(self._seen_by(visible.who, state))
            if visible.option is None:
                said = self.said("rule.seen", rule=ProperName(said), seen=seen)
            else:
                other = ProperName(self._seen_by(visible.otherwise or "all", state))
                said = self.said(
                    "rule.seen_with", rule=ProperName(said), option=ProperName(visible.option), seen=seen, other=other
                )
        return self.said("rule.uncounted", rule=ProperName(said)) if state.count == "hidden" else said

    def _seen_by(self, who: str, state: StateDecl) -> str:
        if who != "some":
            return self.said(f"rule.seen_{who}")
        _, players = self.ruleset.audiences[f"{state.owner}.{state.id}"]
        return self.said("rule.seen_some", players=self.of(players))

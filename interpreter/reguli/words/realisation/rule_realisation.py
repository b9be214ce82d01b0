"""Says rules that nobody has worded, from what is bound: plain, correct, and marked as a gloss."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree.bound_statements import Ask, BoundOption, Guard
from reguli.model.types import ElementType, TruthType, Type
from reguli.ruleset.document_nodes import GameDecl, OptionDecl, StateDecl
from reguli.source.diagnostic import Bag
from reguli.source.source_texts import Sources
from reguli.words.grammar.grammar_values import NO_BREAK, Name, Range
from reguli.words.placeholders.element_values import COUNTED_KINDS, PLAYER
from reguli.words.placeholders.rule_citations import (
    AdjustRule,
    Citer,
    Node,
    RoundRule,
    SharedRule,
    StageRule,
    WaiveRule,
)
from reguli.words.placeholders.table_placeholders import PLAYER_COUNT, table_offers
from reguli.words.placeholders.wording_subjects import Subject
from reguli.words.realisation.card_effect_phrases import Standings
from reguli.words.realisation.phrase_templates import GlossBook, open_gloss_book
from reguli.words.translation.translation_workspace import Desk, Seat
from reguli.words.wording.wording_values import Rows, Value

UNSAID: Final = "⟦"
"""What stands before the name of a template that a language lacks."""


def marked(text: str) -> str:
    """Mark a text as a gloss."""
    return f"⟨{text}⟩" if text else ""


def rule_texts(ruleset: m.Ruleset, books: Mapping[str, GlossBook]) -> Callable[[Subject, Seat], str]:
    """Give a function that says the rules of an element in the language of a seat, one line for each.

    A rule for which a new language has no templates yet is said in the first language that has them, so that whoever
    translates can read it.
    """
    spare = next((book for book in books.values() if book.templates), None)

    def said(citer: Citer, book: GlossBook) -> str:
        line = gloss(citer, ruleset, book)
        return gloss(citer, ruleset, spare) if spare is not None and UNSAID in line else line

    def text(subject: Subject, seat: Seat) -> str:
        book = books[seat.language.code]
        return "\n".join(line for citer in subject.citers if (line := said(citer, book)))

    return text


def books_of(desk: Desk, bag: Bag, sources: Sources) -> Mapping[str, GlossBook]:
    """Open what glosses are made of, in every language of a desk."""
    return {
        code: open_gloss_book(seat.tongue, desk.homes.general, bag, sources, seat.catalogue)
        for code, seat in desk.seats.items()
    }


def gloss(citer: Citer, ruleset: m.Ruleset, book: GlossBook, names: tuple[Value, ...] = ()) -> str:
    """Say what carries a statement in the language of a book; spaces are ordinary ones."""
    text = _Gloss(ruleset, book, names).citer(citer)
    return _sentence(text).replace(NO_BREAK, " ")


def gloss_condition(guard: Guard, ruleset: m.Ruleset, book: GlossBook, names: tuple[Value, ...] = ()) -> str:
    """Say that a guard does not hold."""
    sayer = _Gloss(ruleset, book, names)
    text = sayer.said("rule.not_allowed", condition=Name(sayer.condition(guard.condition, holds=False)))
    return _sentence(text).replace(NO_BREAK, " ")


def _sentence(text: str) -> str:
    text = text.strip()
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?", ":")) or not whole else f"{whole}."


class _Gloss(Standings):
    """Says whole rules."""

    def citer(self, citer: Citer) -> str:
        """Say what carries statements; of a rule on a piece first what puts it in force."""
        standing = self.ruleset.standing.get(citer.id.removeprefix("rule:"))
        text = None if standing is None else self.as_written(citer, standing)
        return self._citer(citer) if standing is None or text is None else self.in_force(standing, text)

    def _citer(self, citer: Citer) -> str:
        match citer.node:
            case m.BoundProcedure():
                return self._procedure(citer.node)
            case m.BoundTrigger(procedure=procedure):
                return self.said_of(citer.node, "rule.trigger", body=Name(self.body(procedure.body)))
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
                return self.said("rule.ranking_lost", condition=Name(self.condition(by)))
            case m.BoundRanking(by=by, order=order):
                said = self.said(f"rule.ranking_{order}", value=self.of(by))
                return self.said("rule.ranking_tied", rule=Name(said)) if self._breaks_ties(citer.node) else said
            case StageRule():
                return self._stage(citer.node)
            case _:
                return self._document(citer.node)

    def _breaks_ties(self, line: m.BoundRanking) -> bool:
        """Tell whether other players are compared before those of a line of the ranking."""
        compared = [one for one in self.ruleset.ranking if one.order != "lost"]
        return line in compared[1:]

    def _procedure(self, procedure: m.BoundProcedure) -> str:
        phase = self.ruleset.kinds["phase"].index(procedure.id)
        known = phase is not None and any(procedure is one for one in self.ruleset.phases)
        name, body = Name(procedure.id), Name(self.body(procedure.body))
        said = self.said("rule.phase" if known else "rule.procedure", name=name, n=(phase or 0) + 1, body=body)
        return self._deep(said, procedure.deep)

    def _define(self, define: m.BoundDefine) -> str:
        items = tuple(self.one(variable) for variable in define.parameters)
        truth = isinstance(define.type, TruthType)
        template = f"rule.define{'_truth' if truth else ''}{'_for' if items else ''}"
        value = Name(self.condition(define.value)) if truth else self.of(define.value)
        said = self.said(template, name=self.readable(define.id), items=items, value=value, condition=value)
        return self._deep(said, define.deep)

    def _deep(self, said: str, constant: str | None) -> str:
        """Say besides how deep a rule comes back to itself."""
        if constant is None:
            return said
        return self.said("rule.deep", rule=Name(said), n=self.ruleset.constants[constant].value)

    def _stage(self, stage: StageRule) -> str:
        number = stage.at + 1
        declared = self.ruleset.documents.game.stages[stage.at]
        if stage.bound.when is not None:
            return self.said("rule.transition", n=number, condition=Name(self.condition(stage.bound.when)))
        if declared.card is not None and stage.bound.card is not None:
            kind = next((one for one in self.ruleset.kinds.values() if declared.card in one.elements), None)
            if kind is not None:
                card = self.made("named", noun=self.noun_of(kind), name=Name(declared.card))
                return self.said("rule.transition_card", n=number, card=card)
        return self.said("rule.stage", n=number)

    def _document(self, node: Node) -> str:
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
                return self.said("rule.setting", name=Name(name), choices=tuple(Name(value.id) for value in values))
            case SharedRule():
                return self.said("rule.ranking_shared")
            case RoundRule(phases=phases):
                names = Name(
                    ", ".join(self.said("rule.numbered", n=at, name=Name(one)) for at, one in enumerate(phases, 1))
                )
                return self.said("rule.round", phases=names)
            case GameDecl(name=name, players=(low, high)):
                players: Value = low if low == high else Range(low, high)
                return self.said("rule.game", name=Name(name), players=players)
            case _:
                return ""

    def _table(self, table: m.Table) -> str:
        """Say a table of one key cell by cell, any other by its keys."""
        offers = dict(table_offers(table, self.ruleset, None))
        rows = offers.get(f"{table.id}.rows")
        if len(table.key_names) == 1 and rows is not None and isinstance(rows.value, Rows):
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
        noun = PLAYER if by == PLAYER_COUNT else by if rows is not None and by in COUNTED_KINDS else ""
        said = [self.said("rule.row", key=Name(self._key(key, noun)), value=value) for key, value in cells]
        return self.said("rule.table", name=self.readable(table.id), rows=Name("; ".join(said)))

    def _value_in(self, of: Type, value: int) -> Value:
        return Name(self._key(self.element(of.kind, value), "")) if isinstance(of, ElementType) else value

    def _key_name(self, name: str) -> Value:
        if name == PLAYER_COUNT:
            return self.made(PLAYER_COUNT)
        return self.made("the", noun=name) if self.known(name) else self.quoted(name)

    def _key(self, key: Value, noun: str) -> str:
        """Say a key of a table alone."""
        match key:
            case int() if noun:
                said: Value = self.counted(key, noun) if noun == PLAYER else self.made("ordered", noun=noun, n=key)
            case str():
                if not self.known(key):
                    return key
                said = self.made("bare", noun=key)
            case Name():
                return key.text
            case _:
                said = key
        return self.said("rule.mark", text=said)

    def _kind(self, kind: m.Kind) -> str:
        if kind.form == "elements" and not kind.fields:
            items = tuple(self.element(kind.id, index) for index in range(len(kind.elements)))
            return self.said("rule.kind_listed", name=Name(kind.id), items=items)
        known = [count for count in kind.supply if count is not None]
        count = sum(known) if kind.form == "tokens" else len(kind.elements)
        counted = count and self.known(kind.id)
        return self.said("rule.kind" if counted else "rule.kind_named", noun=kind.id, name=Name(kind.id), n=count)

    def _state(self, state: StateDecl) -> str:
        thing, many = self.field_noun(state.id)
        what: Value = (
            self.made("the_many" if many else "the", noun=thing)
            if thing
            else self.made("named", noun="zone" if state.form == "zone" else "value", name=Name(state.id))
        )
        if state.form != "zone":
            return self._seen(self.said("rule.counter", what=what), state)
        limited = "rule.zone" if state.capacity is None else "rule.zone_limited"
        return self._seen(self.said(limited, what=what, n=state.capacity), state)

    def _seen(self, said: str, state: StateDecl) -> str:
        """Say besides who may see what is tracked, where not all may."""
        visible = state.visible
        if visible.who != "all" or visible.option is not None:
            seen = Name(self._seen_by(visible.who, state))
            if visible.option is None:
                said = self.said("rule.seen", rule=Name(said), seen=seen)
            else:
                other = Name(self._seen_by(visible.otherwise or "all", state))
                said = self.said("rule.seen_with", rule=Name(said), option=Name(visible.option), seen=seen, other=other)
        return self.said("rule.uncounted", rule=Name(said)) if state.count == "hidden" else said

    def _seen_by(self, who: str, state: StateDecl) -> str:
        if who != "some":
            return self.said(f"rule.seen_{who}")
        _, players = self.ruleset.audiences[f"{state.owner}.{state.id}"]
        return self.said("rule.seen_some", players=self.of(players))

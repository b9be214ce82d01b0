"""Realises values of rules as phrases: every term of the bound tree becomes a number, a name, or a noun with its modifiers.

Conditions are said straight and to the contrary; a negation goes inward until it meets something that has a contrary of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, inline_lets
from reguli.model.resolved_ruleset import BoundDefine, is_field_table, without_copy_depth
from reguli.model.types import PLAIN, CollectionType, ElementType, NumberType, TruthType, ZoneType
from reguli.ruleset.document_nodes import ROUND_KEY
from reguli.source.diagnostic import Bag
from reguli.words.grammar.grammar_values import NumberRange, ProperName, number_text
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_scope import PLAYER_COUNT
from reguli.words.placeholders.placeholder_values import COUNTED_KINDS, OF_OPTION, PLAYER, element_wording
from reguli.words.realisation.noun_phrases import VALUE, NounPhrases, type_kind_id
from reguli.words.realisation.phrase_templates import TEMPLATES
from reguli.words.wording_parser import InflectedPhrase, Value

Said = TypeVar("Said")

# -- So many tokens of a variety, in words ---------------------------------------------------------------------------


def variety_counts_phrase(
    nouns: NounPhrases, kind: str, amounts: Iterable[tuple[int, int]], of: Callable[[int], Value]
) -> tuple[Value, ...]:
    """Return the amounts of some varieties of a kind, given by index, as phrases; "nothing" where there are none."""

    def said(term: t.Term) -> Value:
        assert isinstance(term, t.Constant)
        return of(term.value) if isinstance(term.type, ElementType) else term.value

    parts = [(t.Constant(ElementType(kind), index), t.Constant(PLAIN, amount)) for index, amount in amounts]
    return tuple(token_count_phrase(nouns, *one, said) for one in parts) or (nouns.made("nothing"),)


def bundle_phrase(nouns: NounPhrases, term: t.Bundled | t.Share, of: Callable[[t.Term], Value]) -> Value:
    """Return the phrase for a bundle's contents, or for the amount in a bundle."""
    if isinstance(term, t.Share):
        if term.variety is None:
            return nouns.made("number_of", what=of(term.bundle))
        return nouns.made("share", variety=of(term.variety), bundle=of(term.bundle))
    parts = zip(term.varieties, term.amounts, strict=True)
    return tuple(token_count_phrase(nouns, *one, of) for one in parts) or nouns.made("nothing")


def token_count_phrase(nouns: NounPhrases, variety: t.Term, amount: t.Term, of: Callable[[t.Term], Value]) -> Value:
    """Return an amount of tokens of a variety: with the variety's noun if both are constant, else as separate phrases."""
    if isinstance(variety, t.Constant) and isinstance(amount, t.Constant) and isinstance(variety.type, ElementType):
        noun = nouns.ruleset.kinds[variety.type.kind].elements[variety.value]
        if nouns.known(noun):
            return nouns.counted(amount.value, noun)
    return nouns.made("of_variety", amount=of(amount), variety=of(variety))


def containment_operands(term: t.Exists) -> tuple[t.Term, t.Term] | None:
    """Return the bundle and the zone or bundle that must contain it, if a condition means exactly that; else None."""
    match term:
        case t.Exists(
            _, "every", variable, t.Elements(), None, t.Compare(_, "<=", t.Share(_, less, t.Local(_, first)), more)
        ) if first == variable:
            match more:
                case t.Share(_, held, t.Local(_, second)) | t.Amount(_, t.Variety(_, held, t.Local(_, second))):
                    return (less, held) if second == variable else None
                case t.ReadTerm() | t.ComputedTerm():
                    return None
    return None


# -- term phrases ----------------------------------------------------------------------------------------------------


FIELDS: Final = {"one": "variable", "items": "arguments"}
"""What the fields of bound nodes are called that templates call otherwise."""
_DEEPEST: Final = 2
"""The depth to which values and conditions without words are told as they are defined."""
_SHORT: Final = 14
"""The most terms of such a definition."""
_AT_MOST: Final = {"<=": ("at_most", True), ">": ("at_most", False), ">=": ("at_least", True), "<": ("at_least", False)}
_CONTRARY: Final[Mapping[str, str]] = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "=": "!=", "!=": "="}
_ANY_OR_NONE: Final = {">": True, "!=": True, "=": False, "<=": False}
"""What a comparison with 0 says: that there is something, or nothing."""
_MIRRORED: Final[Mapping[str, Literal["<", "<=", ">", ">="]]] = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
"""A number that is written is said last: what there is, is less than 3."""


class TermPhrases(NounPhrases):
    """Builder of phrases and conditions for the terms of one ruleset in one language; ``values`` are the terms that variables stand for."""

    values: Mapping[int, t.Term] = MappingProxyType({})
    acting: t.Constant | None = None
    """The one who acts, where that is a player by seat and no variable."""
    _inside_of: tuple[str, ...] = ()

    def owner(self, term: t.Term) -> Value:
        """Return the owner of something: the one who acts by a mark of their own."""
        return self._OWN if self._is_subject(term) else self.of(term)

    def _is_subject(self, term: t.Term) -> bool:
        known = self.values.get(term.variable.key, term) if isinstance(term, t.Local) else term
        if isinstance(known, t.Local):
            return known.variable.key == self.subject and known.variable.key not in self.quantified
        return self.acting is not None and known == self.acting

    def taken(self, template: str, node: object, /, **known: Value) -> dict[str, Value]:
        """Return the arguments of a template: the ``known`` ones, and the others from a node's fields of the same names.

        A term where the template takes a name is said as a condition.
        """
        for name, kind in TEMPLATES[template].items():
            if name not in known:
                known[name] = self.part(getattr(node, FIELDS.get(name, name)), kind)
        return known

    def part(self, found: Any, kind: object) -> Value:
        """Return a field of a node as a value: a variable, a name, a truth value, terms, sort criteria, a term."""
        match found:
            case t.Variable():
                return self.one(found)
            case str():
                return self.readable(found)
            case bool():
                return found
            case t.Placed(), bool(down):
                return self.made("descending", key=self.of(found[0])) if down else self.of(found[0])
            case tuple():
                return tuple(self.part(item, "phrase") for item in found)
            case _:
                return ProperName(self.condition(found)) if kind == "name" else self.of(found)

    def phrase(self, name: str, node: t.Term, /, **known: Value) -> InflectedPhrase:
        """Return the phrase of a term by a template that takes the term's fields."""
        return self.made(name, **self.taken(f"phrase.{name}", node, **known))

    def of(self, term: t.Term) -> Value:
        """Return a term as a value for wordings."""
        match term:
            case t.Constant():
                return self._constant(term)
            case t.Known():
                return self.of(term.written)
            case t.Local(variable=variable):
                return self.of(self.values[variable.key]) if variable.key in self.values else self.variable(variable)
            case t.Elements():
                person = "person" if type_kind_id(term.type) == PLAYER else ""
                return self.made("the_many", person, noun=self.noun_in(term.type))
            case t.Fixed() if (number := self._written_number(term)) is not None:
                return number
            case t.Fixed():
                return self.place(term.field, term.type, self.of(term.element))
            case t.Tracked():
                owner = None if term.owner is None else self.owner(term.owner)
                return self.keyed(
                    self.place(term.field.partition(".")[2], term.type, owner), self.everything(term.keys)
                )
            case t.Variety():
                return self._of_variety(term)
            case t.Contents() | t.Amount():
                return self._inside(term)
            case t.Occupant(_, zone):
                return self.of(zone)
            case t.Gathered(found, kind, _, element):
                return self.place(self.ruleset.kinds[kind].plural, found, self.of(element))
            case t.Lies(found, zones, _, piece):
                return self.place(found.kind if isinstance(found, ElementType) else zones[0], found, self.of(piece))
            case t.Cell():
                return self._cell(term)
            case t.Arithmetic():
                return self._arithmetic(term)
            case t.Choice() | t.Fold() | t.Ranked() | t.Part() | t.Earlier() | t.SetOperation():
                return self._of_phrase(term)
            case t.Filter():
                return self._filtered(term)
            case t.Interval():
                return self._interval(term)
            case t.Several():
                return self.of(term.domain)
            case t.Listed() | t.Bundled() | t.Share():
                return self._written_out(term)
            case t.Matched():
                return self._matched(term)
            case t.Apply():
                return self._applied(term)
            case t.Builtin():
                return self._builtin(term)
            case t.Fact():
                return self._fact(term.name)
            case t.PieceCondition() if not isinstance(term.type, TruthType):
                return self.defined(term.field, self.everything((term.element, *term.arguments)), term.type)
            case t.Compare() | t.Logic() | t.Negation() | t.In() | t.Exists() | t.PieceCondition():
                return ProperName(self.condition(term))

    def _of_phrase(self, term: t.Choice | t.Fold | t.Ranked | t.Part | t.Earlier | t.SetOperation) -> Value:
        """Return a term that has one phrase."""
        match term:
            case t.Choice():
                return self.phrase("whichever", term)
            case t.Fold():
                return self.phrase(_HOW[term.how], term, domain=self.members(term.variable, term.domain, term.where))
            case t.Ranked():
                return self.phrase("ranked", term, domain=self.members(term.variable, term.domain, term.where))
            case t.Part() | t.Earlier():
                return self.phrase(type(term).__name__.lower(), term)
            case t.SetOperation():
                return self.phrase(_HOW[term.operator], term)

    def _of_variety(self, term: t.Variety) -> Value:
        """Return the pieces of a variety in a zone; those of a player's colour are theirs."""
        zone, variety = term.zone, term.variety
        if type_kind_id(variety.type) == PLAYER:
            if _owns(variety, zone):
                return self.of(zone)
            return self.made("theirs", owner=self.of(variety), noun=self.noun_in(term.type), zone=self.of(zone))
        if not isinstance(inline_lets(variety, self.values), t.Constant):
            return self.phrase("only_some", term, noun=self.noun_in(term.type))
        return self.phrase("only", term)

    def _cell(self, term: t.Cell) -> Value:
        declared = self.ruleset.tables[term.table].declared.keys
        asked = (
            one.arguments[0] if key.name == ROUND_KEY and isinstance(one, t.Builtin) else one
            for one, key in zip(term.keys, declared, strict=False)
        )
        if is_field_table(term.table):
            owner, *keys = map(self.of, asked)
            return self.keyed(self.place(term.table.partition(".")[2], term.type, owner), tuple(keys))
        # A table by the number of players has one value for those who play.
        named = [one for one in asked if not (isinstance(one, t.Fact) and one.name == PLAYER_COUNT)]
        return self.defined(term.table, self.everything(tuple(named)), term.type)

    def _written_number(self, term: t.Fixed) -> Value:
        """Return the number that a named element has in a field; None for anything else."""
        if not isinstance(term.element, t.Constant) or not isinstance(term.type, NumberType) or term.element.value < 0:
            return None
        value = self.ruleset.kinds[term.kind].values[term.field][term.element.value]
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        unit = term.type.unit
        return self.counted(value, unit) if unit is not None and self.known(unit) else value

    def _applied(self, term: t.Apply) -> Value:
        """Return a value that the ruleset defines: by its term, or as it is defined where that is short."""
        name = without_copy_depth(term.define)
        define = self.ruleset.defines.get(term.define)
        if f"value.{name}" in self.book.called:
            return self._called_value(name, () if define is None else define.parameters, term)
        known = bool(self.field_noun(name)[0])
        if known or define is None or not self._is_short(define.value, name):
            first = tuple(map(self.owner if known else self.of, term.arguments[:1]))
            return self.defined(name, (*first, *self.everything(term.arguments[1:])), term.type)
        return self.within(define, term.arguments, self.of)

    def _called_value(self, name: str, parameters: tuple[t.Variable, ...], term: t.Apply) -> Value:
        """Return a value in the words that the ruleset gives it."""
        pattern = self.book.called[f"value.{name}"]
        given = {one.name: self.of(argument) for one, argument in zip(parameters, term.arguments, strict=False)}
        many = ("other",) if isinstance(term.type, CollectionType) else ()
        own = self._traits(pattern.head)
        traits = ("definite", *many, *(one for one in own if not many or one not in {"one", "other"}))
        return InflectedPhrase(pattern.wording, given, pattern.head, traits)

    def _is_short(self, value: t.Term, name: str) -> bool:
        return (
            len(self._inside_of) < _DEEPEST
            and name not in self._inside_of
            and sum(1 for _ in all_terms(value)) <= _SHORT
        )

    def within(self, define: BoundDefine, arguments: tuple[t.Term, ...], say: Callable[[t.Term], Said]) -> Said:
        """Return what is said of the value of a define for some arguments."""
        known, inside = self.values, self._inside_of
        given = zip(define.parameters, arguments, strict=False)
        own = {one.key: inline_lets(value, known) for one, value in given}
        self.values = {**known, **{key: value for key, value in own.items() if not _is_same(value, key)}}
        self._inside_of = (*inside, without_copy_depth(define.id))
        said = say(define.value)
        self.values, self._inside_of = known, inside
        return said

    def _matched(self, term: t.Matched) -> Value:
        pair = {"left": self.one(term.left), "right": self.one(term.right), "among": self.of(term.left_domain)}
        return self.made(
            "matched", **pair, others=self.of(term.right_domain), condition=ProperName(self.condition(term.where))
        )

    def _constant(self, term: t.Constant) -> Value:
        if isinstance(term.type, NumberType):
            unit = term.type.unit
            if term.origin is not None and unit is not None and self.known(unit):
                return self.counted(term.value, unit)
            return term.value
        if isinstance(term.type, ElementType) and term.type.kind.startswith(OF_OPTION):
            return self._setting(term, term.type.kind)
        if isinstance(term.type, ElementType) and term.value >= 0:
            return self.element(term.type.kind, term.value)
        return self.made("nobody")

    def _setting(self, term: t.Constant, kind_id: str) -> Value:
        """Return an option by its name, even though its value is settled; one of its values is given in quotes."""
        value = self.ruleset.kinds[kind_id].elements[term.value]
        own = term.origin == kind_id.removeprefix(OF_OPTION)
        name = term.origin if own and term.origin else value
        if self.known(name):
            return self.made("the" if own else "element", noun=name)
        if own:
            return self.made("unnamed", noun=VALUE, name=self.readable(name))
        said = self.readable(name, element_wording(kind_id, value))
        return said if said.text else self.made("unnamed_element", noun=VALUE)

    def _inside(self, term: t.Contents | t.Amount) -> Value:
        """Return the contents of a zone; money stands for its amount, and the amount of anything else is a number of pieces."""
        zone = term.zone
        if isinstance(term, t.Amount):
            return self._number_of(zone)
        said = self.of(zone)
        several = isinstance(said, InflectedPhrase) and "other" in said.traits
        if isinstance(zone, t.Tracked) and isinstance(zone.type, ZoneType) and self._is_single(zone) and not several:
            return self.made("inside", noun=self.noun_in(term.type), zone=said)
        return said

    def _number_of(self, what: t.Term) -> Value:
        """Return the number of pieces in a zone or of members of a set; a zone that is called after its pieces stands for them."""
        inner = what.zone if isinstance(what, t.Contents) else what
        inner = inner.zone if isinstance(inner, t.Variety) and _owns(inner.variety, inner.zone) else inner
        said = self.of(inner)
        if _is_money(inner, self):
            return said
        if (
            _is_called(inner, self)
            or not isinstance(inner, t.Tracked | t.Apply | t.Fixed)
            or not self._is_single(inner)
        ):
            return self.made("number_of", what=said)
        return self.made("number_in", noun=self.noun_in(inner.type), zone=said)

    def _is_single(self, term: t.Tracked | t.Apply | t.Fixed) -> bool:
        """Return whether a term is called by a word for the whole: a hand, a row."""
        name = term.define if isinstance(term, t.Apply) else term.field.rpartition(".")[2]
        thing, many = self.field_noun(without_copy_depth(name))
        return bool(thing) and not many

    def _owned_count(self, term: t.Term) -> tuple[t.Term, str] | None:
        """Return the player and the noun of a count of what a player has; None for any other number."""
        if (
            isinstance(term, t.Tracked)
            and isinstance(term.type, NumberType)
            and term.type.unit is not None
            and not term.keys
        ):
            field = term.field.partition(".")[2]
            same = self.known(term.type.unit) and term.type.unit in (self.field_noun(field)[0], field.removesuffix("s"))
            of_player = term.owner is not None and type_kind_id(term.owner.type) == PLAYER
            return (term.owner, term.type.unit) if same and of_player and term.owner is not None else None
        inner = counted_operand(term)
        variety = inner.variety if isinstance(inner, t.Variety) else None
        zone = inner.zone if isinstance(inner, t.Variety) else inner
        if variety is not None and zone is not None and _owns(variety, zone):
            variety = None
        if (
            not isinstance(zone, t.Tracked)
            or zone.owner is None
            or zone.keys
            or (type_kind_id(zone.owner.type) != PLAYER and not self.field_noun(zone.field.partition(".")[2])[0])
        ):
            return None
        if not _is_called(zone, self) and self._is_single(zone):
            return None
        if variety is None:
            thing = self.field_noun(zone.field.partition(".")[2])[0]
            return zone.owner, self.noun_in(zone.type) if thing in {"", "money"} else thing
        named = "" if not isinstance(variety, t.Constant) else self._element_id(variety)
        return (zone.owner, named) if named and self.known(named) else None

    def _element_id(self, constant: t.Constant) -> str:
        """Return the id of an element; an empty one where there is none."""
        kind = self.ruleset.kinds.get(type_kind_id(constant.type))
        return "" if kind is None or constant.value < 0 else kind.elements[constant.value]

    def _absent(self, what: t.Term, holds: bool, *, one: bool) -> str | None:
        """Return that somebody or something has none of what a term stands for, or that it has; ``one`` where there is one at most.

        None where no owner is said, and for a zone that has a name of its own: a hand is empty.
        """
        inner = what.zone if isinstance(what, t.Contents) else what
        if (
            isinstance(inner, t.Variety)
            and type_kind_id(inner.variety.type) == PLAYER
            and not _owns(inner.variety, inner.zone)
        ):
            known = {"owner": self.of(inner.variety), "noun": self.noun_in(inner.type), "zone": self.of(inner.zone)}
            return self._clause("has_any_in", not holds, **known)
        said = self.of(inner)
        if not isinstance(said, InflectedPhrase) or "owner" not in said.values:
            return None
        state = self.ruleset.state.get(inner.field) if isinstance(inner, t.Tracked) else None
        if not one and "other" not in said.traits and (state is None or state.capacity != 1):
            return None
        noun = said.values.get("thing", said.values.get("noun"))
        if not isinstance(noun, str):
            return None
        return self._clause(self._having(noun), not holds, owner=said.values["owner"], noun=noun)

    def _having(self, noun: str) -> str:
        """Return the condition that somebody has something: at least one of it, or some of a thing that is not counted."""
        term = self.book.tongue.lexicon.terms.get(noun)
        return "has_some" if term is not None and term.noun.mass and not term.unit else "has_any"

    def _written_out(self, term: t.Listed | t.Bundled | t.Share) -> Value:
        """Return the phrase for written elements, a bundle, or the amount in a bundle."""
        if isinstance(term, t.Listed):
            return self.everything(term.items)
        return bundle_phrase(self, term, self.of)

    def _arithmetic(self, term: t.Arithmetic) -> Value:
        taken = negated_operand(term)
        if term.operator == "*":
            factor, other = (term.left, term.right) if isinstance(term.left, t.Constant) else (term.right, term.left)
            if isinstance(factor, t.Constant):
                return (
                    self.of(other)
                    if factor.value == 1
                    else self.made("product", left=factor.value, right=self.of(other))
                )
        if taken is None:
            return self.phrase(_HOW[term.operator], term)
        return -taken.value if isinstance(taken, t.Constant) else self.made("minus", value=self.of(taken))

    def members(self, variable: t.Variable, domain: t.Term, where: t.Term | None) -> Value:
        """Return the members of a domain that fulfil a condition."""
        whole = self.of(domain)
        self.inner |= {variable.key}
        if where is None:
            return whole
        most = self._most_of_all(where)
        if most is not None and most[0] == t.Local(variable.type, variable):
            return self.made(f"with_{most[1]}", domain=whole, noun=most[2])
        return self.such(variable, whole, where)

    def _most_of_all(self, condition: t.Term) -> tuple[t.Term, str, str] | None:
        """Return who has most or least of something, which of the two, and its noun; None for any other condition."""
        match condition:
            case t.Compare(operator="=", left=left, right=t.Fold(how=found, value=right)):
                how = {"max": "most", "min": "least"}.get(found)
            case t.Exists(how="no", variable=other, where=where, has=has) if (where is None) != (has is None):
                compared, *more = _other_than(other, [one for one in (where, has) if one is not None])[1]
                if more or not isinstance(compared, t.Compare):
                    return None
                left, right = compared.right, compared.left
                how = {">": "most", "<": "least"}.get(compared.operator)
            case t.ReadTerm() | t.ComputedTerm():
                return None
        mine, theirs = self._owned_count(left), self._owned_count(right)
        if how is not None and mine is not None and theirs is not None and mine[1] == theirs[1]:
            return mine[0], how, mine[1]
        return None

    def such(self, variable: t.Variable, domain: Value, where: t.Term) -> InflectedPhrase:
        """Return a domain restricted by a condition."""
        named = isinstance(domain, InflectedPhrase) and domain.values.get("noun") == self._noun_for(variable)
        return self.made("such", domain=domain, condition=self._such_that(variable, [where], "many" if named else ""))

    def _such_that(self, variable: t.Variable, conditions: list[t.Term], number: str) -> ProperName:
        """Return relative clauses: who has a card, whose number is 3; one that begins with "for which" where a condition makes none.

        ``number`` is that of what they describe: "one", "many", or an empty text where it has another noun.
        """
        self.inner |= {variable.key}
        parts = [part for one in conditions for part in _conjuncts(inline_lets(one, self.values))]
        words = self.said(f"rule.relative_{number}").split() if number else []
        known = {noun: [*keys] for noun, keys in self.mentioned.items()}
        texts: list[str] = []
        for part in parts if words else ():
            self.quantified[variable.key] = f"relative_{number}"
            text = self.condition(part)
            if self.quantified.pop(variable.key, "") or text.partition(" ")[0] not in words:
                break
            texts.append(text)
        self.mentioned = known
        if len(texts) == len(parts):
            return ProperName(self._all_of(texts))
        person = ("person",) if self._is_person(variable.type) else ()
        one = self.made("the_many" if number != "one" else "bare", *person, noun=self._noun_for(variable))
        said = ProperName(self._all_of([self.condition(condition) for condition in conditions]))
        return ProperName(self.said("rule.for_which", one=one, condition=said))

    def _all_of(self, texts: list[str]) -> str:
        """Return conditions that hold together."""
        joined = texts[0]
        for text in texts[1:]:
            joined = self.said("all_of", left=ProperName(joined), right=ProperName(text))
        return joined

    def _filtered(self, term: t.Filter) -> Value:
        found = self.members(term.variable, term.domain, term.where) if term.where is not None else self.of(term.domain)
        return self.phrase("sorted", term, domain=found) if term.keys else found

    def _interval(self, term: t.Interval) -> Value:
        low, high = self.of(term.low), self.of(term.high)
        if isinstance(low, int) and isinstance(high, int) and low <= high:
            return NumberRange(low, high)
        return self.made("interval", low=low, high=high)

    def _fact(self, name: str) -> InflectedPhrase:
        if name in COUNTED_KINDS:
            return self.made("the", noun=name)
        return self.made(name)

    def _builtin(self, term: t.Builtin) -> Value:
        arguments = self.everything(term.arguments)
        match term.name, arguments:
            case "count", _:
                return self._number_of(term.arguments[0])
            case (("lowest" | "highest" | "first" | "last"), (domain,)):
                inner = term.arguments[0]
                domain = self.of(inner.zone) if isinstance(inner, t.Contents) else domain
                return self.made(term.name, noun=self.noun_in(term.type), domain=domain)
            case (("lowest" | "highest"), (domain, amount)):
                return self.made(f"{term.name}_some", domain=domain, amount=amount)
            case (("reversed" | "subsets"), (domain,)):
                return self.made(term.name, domain=domain)
            case (("min" | "max"), (bound, value)) if isinstance(bound, int) or isinstance(value, int):
                name = "not_below" if term.name == "max" else "not_above"
                bound, value = (bound, value) if isinstance(bound, int) else (value, bound)
                made = self.made(name, value=value, bound=bound)
                if isinstance(value, InflectedPhrase) and (value.wording, value.values.get("bound")) == (
                    made.wording,
                    bound,
                ):
                    return value
                return made
            case (("min" | "max"), _):
                return self.made(f"{term.name}imum", items=arguments)
            case "parts", (domain, *_):
                return self.made("parts", domain=domain)
            case "longest", (domain, *_):
                return self.made("longest", domain=domain)
            case "cheapest_path", (start, target, *_):
                return self.made("cheapest", start=start, target=target)
            case (("next" | "previous"), (what, *steps)):
                return self._along(term, what, *steps)
            case (("abs" | "adjacent" | "ends"), (what,)):
                return self.made({"abs": "absolute", "adjacent": "neighbours"}.get(term.name, term.name), what=what)
            case (("edges_at" | "edges_of" | "cells_of" | "corners_of" | "edges_at_corner"), (what, *_)):
                return self.made("owned_unnamed_many", owner=what, noun=self.noun_in(term.type))
            case "clockwise_from", (what,):
                return self.made("clockwise", what=what)
            case _:
                return self.defined(term.name, arguments, term.type)

    def _along(self, term: t.Builtin, what: Value, steps: Value | None = None) -> InflectedPhrase:
        """Return the element before or after another one: players in clockwise seat order, others in their own order."""
        if steps is not None:
            return self.made(f"{term.name}_by", noun=self.noun_in(term.type), what=what, steps=steps)
        if term.detail == PLAYER:
            return self.made(f"{term.name}_player", what=what)
        return self.made(f"{term.name}_one", noun=self.noun_in(term.type), what=what)

    def everything(self, items: tuple[t.Term, ...]) -> tuple[Value, ...]:
        """Return the values of several terms."""
        return tuple(self.of(item) for item in items)

    def condition(self, term: t.Term, holds: bool = True) -> str:
        """Return the text of a condition, or of its negation."""
        match term:
            case t.Negation():
                return self.condition(term.operand, not holds)
            case t.Logic():
                both = (term.operator == "and") == holds
                left, right = self._part(term.left, term.operator, holds), self._part(term.right, term.operator, holds)
                return self.said("all_of" if both else "any_of", left=ProperName(left), right=ProperName(right))
            case t.Compare():
                return self._compared(term, holds)
            case t.In():
                return self._clause("among", holds, **self.taken("among.yes", term))
            case t.Exists():
                return self._exists(term, holds)
            case t.Choice():
                return self._if(term.condition, self.condition(term.then, holds), self.condition(term.otherwise, holds))
            case t.Constant(origin=origin):
                said = self.called(origin or "", holds, {})
                return said or self._clause(
                    "marked" if origin is None else "chosen", holds, name=self.readable(origin or "")
                )
            case t.Local(variable=variable) if variable.key in self.values:
                return self.condition(self.values[variable.key], holds)
            case t.Apply(define=name) if (found := self._defined_condition(term, name, holds)) is not None:
                return found
            case t.Local() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return self._named_condition(term, holds)

    def _clause(self, name: str, holds: bool, /, **values: Value) -> str:
        return self.said(f"{name}.{'yes' if holds else 'no'}", **values)

    def _if(self, condition: t.Term, then: str, otherwise: str) -> str:
        said = ProperName(self.condition(condition))
        return self.said("if_else", condition=said, then=ProperName(then), otherwise=ProperName(otherwise))

    def _part(self, term: t.Term, operator: str, holds: bool) -> str:
        """Return the text of one operand of and or or; a nested connective of the other kind is put in brackets."""
        text = self.condition(term, holds)
        inner = inline_lets(term, self.values)
        inner = inner.operand if isinstance(inner, t.Negation) else inner
        if isinstance(inner, t.Exists):
            inner = inner.has or inner.where or inner
        return f"({text})" if isinstance(inner, t.Logic) and inner.operator != operator else text

    def _compared(self, term: t.Compare, holds: bool) -> str:
        left, right = inline_lets(term.left, self.values), inline_lets(term.right, self.values)
        term = t.Compare(term.type, term.operator, left, right)
        if isinstance(term.left, t.Constant) and not isinstance(term.right, t.Constant) and term.operator in _MIRRORED:
            term = t.Compare(term.type, _MIRRORED[term.operator], term.right, term.left)
        owned, time = self._owned_count(term.left), self._compared_time(term, holds)
        if time is not None:
            return time
        most = self._most_of_all(term) if term.operator == "=" else None
        if most is not None:
            return self._clause(f"has_{most[1]}", holds, owner=self.of(most[0]), noun=most[2])
        if owned is not None and isinstance(term.right, t.Constant):
            return self._has(*owned, term.right, term.operator if holds else _CONTRARY[term.operator])
        if term.operator in _AT_MOST:
            name, straight = _AT_MOST[term.operator]
            if not (_is_zero(term.right) and term.operator == ">"):
                return self._clause(name, straight == holds, left=self._measured(term.left), right=self._bound(term))
        same = (term.operator == "=") == holds
        if isinstance(term.left.type, TruthType):
            return self._truths(term, same)
        if _is_none(term.right) and isinstance(term.left, t.Fact):
            return self._clause("no_turn", same)
        if _is_none(term.right):
            return self._absent(term.left, same, one=True) or self._clause("none", same, what=self.of(term.left))
        counted = counted_operand(term.left)
        if counted is not None and _is_zero(term.right):
            return self._absent(counted, same, one=False) or self._clause("empty", same, what=self.of(counted))
        name = "is_number" if isinstance(term.left.type, NumberType) else "equal"
        return self._clause(name, same, left=self._measured(term.left), right=self._bound(term))

    def _bound(self, term: t.Compare) -> Value:
        """Return what something is compared with; a number without its noun beside a number of things."""
        said = self.of(term.right)
        number = said.values.get("n") if isinstance(said, InflectedPhrase) else None
        return number if isinstance(number, int) and counted_operand(term.left) is not None else said

    def _has(self, owner: t.Term, noun: str, right: t.Constant, operator: str) -> str:
        """Return a comparison with a count of what a player has: the player has at least 3 cards."""
        who = self.of(owner)
        if _is_zero(right) and operator in _ANY_OR_NONE:
            return self._clause(self._having(noun), _ANY_OR_NONE[operator], owner=who, noun=noun)
        shift = {"<": -1, ">": 1}.get(operator, 0)
        name = {"<": "has_at_most", "<=": "has_at_most", ">": "has_at_least", ">=": "has_at_least"}.get(
            operator, "has_exactly"
        )
        amount = self.counted(right.value + shift, noun)
        return self._clause(name, operator != "!=", owner=who, amount=amount)

    def _compared_time(self, term: t.Compare, holds: bool) -> str | None:
        """Return a comparison with the round or the stage: it is round 1, stage 2 is over."""
        fact, right = term.left, term.right
        if (
            not isinstance(fact, t.Fact)
            or not isinstance(right, t.Constant)
            or fact.name not in (*COUNTED_KINDS, ROUND_KEY)
        ):
            return None
        number = isinstance(right.type, NumberType)
        shift = {"<": -1, ">=": -1}.get(term.operator, 0)
        if number and right.value + shift < 1:
            return None
        at = right.value + shift
        what = self.made("ordered", noun=fact.name, n=at) if number else self.element(type_kind_id(right.type), at)
        if term.operator in ("=", "!="):
            return self._clause("during", (term.operator == "=") == holds, what=what)
        return self._clause("after", (term.operator in (">", ">=")) == holds, what=what) if at >= 0 else None

    def _measured(self, term: t.Term) -> Value:
        """Return an operand of a comparison; a constant number is a plain name, so that it counts no noun."""
        if isinstance(term, t.Constant) and isinstance(term.type, NumberType):
            return ProperName(number_text(term.value, self.book.tongue.style.digits))
        return self.of(term)

    def _truths(self, term: t.Compare, same: bool) -> str:
        if isinstance(term.right, t.Constant):
            return self.condition(term.left, bool(term.right.value) == same)
        return self._if(term.right, self.condition(term.left, same), self.condition(term.left, not same))

    def _exists(self, term: t.Exists, holds: bool) -> str:
        if (held := containment_operands(term)) is not None:
            return self._clause("holds_bundle", holds, left=self.of(held[0]), right=self.of(held[1]))
        most = self._most_of_all(term)
        if most is not None:
            return self._clause(f"has_{most[1]}", holds, owner=self.of(most[0]), noun=most[2])
        whole, parts = isinstance(term.domain, t.Elements), [one for one in (term.where, term.has) if one is not None]
        straight = term.how == "every" or (term.how == "some") == holds
        if whole and len(parts) == 1 and straight and holds:
            # "some player has", "every player has": the variable stands in the condition itself.
            self.quantified[term.variable.key] = "every_one" if term.how == "every" else "some_one"
            return self.condition(parts[0])
        if whole and len(parts) == 1 and not straight and isinstance(parts[0], t.Negation):
            # "no card is not turned" is "every card is turned".
            self.quantified[term.variable.key] = "every_one"
            return self.condition(parts[0].operand)
        self.inner |= {term.variable.key}
        person = type_kind_id(term.variable.type) == PLAYER
        one = self.made("bare", "person" if person else "", noun=self._noun_for(term.variable))
        domain, (other, parts) = self.of(term.domain), _other_than(term.variable, parts)
        if term.how == "every":
            if term.where is not None:
                domain = self.such(term.variable, domain, term.where)
            condition = ProperName("…" if term.has is None else self.condition(term.has))
            name = "every_of_kind" if whole and term.where is None else "every"
            return self._clause(name, holds, one=one, domain=domain, condition=condition)
        if not parts:
            return self._clause("some_at_all", straight, one=one, domain=domain)
        name = "some_other" if whole and other else "some_of_kind" if whole else "some"
        return self._clause(
            name, straight, one=one, domain=domain, condition=self._such_that(term.variable, parts, "one")
        )

    def _defined_condition(self, term: t.Apply, name: str, holds: bool) -> str | None:
        """Return the text of a condition that the ruleset defines: in its own words, or as it is defined where that is short."""
        define = self.ruleset.defines.get(name)
        name = without_copy_depth(name)
        if define is None:
            return None
        given = dict(zip((one.name for one in define.parameters), term.arguments, strict=False))
        said = self.called(name, holds, given)
        if said is None and self._is_short(define.value, name):
            said = self.within(define, term.arguments, lambda value: self.condition(value, holds))
        return said

    def called(self, name: str, holds: bool, given: Mapping[str, t.Term]) -> str | None:
        """Return the text of a condition in the words that the ruleset gives it; None where it gives none."""
        pattern = self.book.called.get(f"condition.{name}.{'yes' if holds else 'no'}")
        if pattern is None:
            return None
        return format_wording(
            pattern.wording, {key: self.of(term) for key, term in given.items()}, self.book.tongue, Bag()
        )

    def _named_condition(self, term: t.Term, holds: bool) -> str:
        """Return the text of a named condition, for one player or for the game."""
        name, given = type(term).__name__.lower(), dict[str, t.Term]()
        match term:
            case t.Apply(define=name, arguments=arguments) | t.Builtin(name=name, arguments=arguments):
                given = {str(at): one for at, one in enumerate(arguments)}
            case t.Tracked(field=field, owner=owner, keys=keys):
                kind, _, name = field.partition(".")
                given = {type_kind_id(one.type): one for one in keys}
                given = given if owner is None else {kind: owner, **given}
            case t.Fixed(kind=kind, field=name, element=element):
                given = {kind: element}
            case t.PieceCondition(kind=kind, field=name, element=element, arguments=arguments):
                given = {kind: element, **{str(at): one for at, one in enumerate(arguments)}}
            case t.Local(variable=variable):
                name = variable.name
            case t.Fact(name=name):
                pass
            case t.ReadTerm() | t.ComputedTerm():
                pass
        own = self._own_condition(term, holds) if isinstance(term, t.Builtin) else None
        if own is not None:
            return own
        said = self.called(without_copy_depth(name), holds, given)
        if said is not None:
            return said
        return self._marked(name, self.everything(tuple(given.values())), holds)

    def _own_condition(self, term: t.Builtin, holds: bool) -> str | None:
        """Return the text of a condition that the language of rules itself has; None for another one."""
        if term.name == "is_none":
            (what,) = term.arguments
            if isinstance(what, t.Fact) and what.name == "at_turn":
                return self._clause("no_turn", holds)
            return self._absent(what, holds, one=True) or self._clause("none", holds, what=self.of(what))
        if term.name == "reaches":
            left, right = term.arguments[:2]
            return self._clause("connected", holds, left=self.of(left), right=self.of(right))
        return None

    def _marked(self, name: str, items: tuple[Value, ...], holds: bool) -> str:
        """Return the text of a condition that has no words of its own."""
        marked = "marked_as" if items else "marked"
        return self._clause(marked, holds, name=self.readable(name), items=items[0] if len(items) == 1 else items)


_HOW: Final = {
    "sum": "total", "max": "greatest", "min": "least", "union": "together", "without": "without", "common": "common",
    "+": "sum", "-": "difference", "*": "product", "div down": "quotient_down", "div up": "quotient_up",
}  # fmt: skip
"""The phrases of folds, of sets put together and of sums."""


def negated_operand(term: t.Term) -> t.Term | None:
    """Return the operand of a negation; ``-x`` is written as 0 - x."""
    match term:
        case t.Arithmetic(operator="-", left=t.Constant(value=0), right=taken):
            return taken
        case t.ReadTerm() | t.ComputedTerm():
            return None


def _is_called(zone: t.Term, phrases: TermPhrases) -> bool:
    """Return whether a zone is named after its contents, as a player's cards or money are."""
    match zone:
        case t.Tracked(field=field):
            noun, many = phrases.field_noun(field.partition(".")[2])
            return many or noun in {"", "money"} or noun == phrases.noun_in(zone.type)
        case t.Variety(zone=inner):
            return _is_called(inner, phrases)
        case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
            return False


def _is_money(zone: t.Term, phrases: TermPhrases) -> bool:
    return isinstance(zone, t.Tracked) and phrases.field_noun(zone.field.partition(".")[2])[0] == "money"


def _owns(variety: t.Term, zone: t.Term) -> bool:
    """Return whether a zone belongs to the player whose colour a variety is."""
    return isinstance(zone, t.Tracked) and zone.owner == variety


def _is_zero(term: t.Term) -> bool:
    return isinstance(term, t.Constant) and term.value == 0 and term.origin is None


def _is_none(term: t.Term) -> bool:
    return isinstance(term, t.Constant) and isinstance(term.type, ElementType) and term.value < 0


def counted_operand(term: t.Term) -> t.Term | None:
    """Return the object of a count: a zone, or a set."""
    match term:
        case t.Builtin(name="count", arguments=(inner,)):
            return inner.zone if isinstance(inner, t.Contents) else inner
        case t.Amount(zone=inner) | t.Share(bundle=inner, variety=None):
            return inner
        case t.LeafTerm() | t.LookupTerm() | t.Variety() | t.Contents() | t.Occupant() | t.ComputedTerm():
            return None


def _other_than(variable: t.Variable, conditions: list[t.Term]) -> tuple[bool, list[t.Term]]:
    """Return whether conditions ask for another element than a known one, and the remaining conditions; all of them if none remains."""
    parts: list[t.Term] = []
    for condition in conditions:
        parts += _conjuncts(condition)
    rest = [
        one
        for one in parts
        if not (
            isinstance(one, t.Compare)
            and one.operator == "!="
            and t.Local(variable.type, variable) in (one.left, one.right)
        )
    ]
    return (True, rest) if rest and len(rest) < len(parts) else (False, conditions)


def _conjuncts(condition: t.Term) -> list[t.Term]:
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*_conjuncts(condition.left), *_conjuncts(condition.right)]
    return [condition]


def _is_same(value: t.Term, key: int) -> bool:
    return isinstance(value, t.Local) and value.variable.key == key

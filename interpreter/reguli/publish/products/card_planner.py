"""Planning of a card from a ruleset and a layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Around, Ask, Body, Each, Perform, PerformPiece
from reguli.model.bound_tree.bound_terms import Builtin, Contents, Elements, Filter, Local, Term, Tracked, Variable
from reguli.model.bound_tree.tree_traversal import child_bodies, nested_statements
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.publish.document import document_tree as d
from reguli.publish.document.inline_nodes import (
    DIGEST_ID,
    Cell,
    HeadingText,
    JoinedInline,
    ListConjunction,
    LiteralRows,
    LiteralValue,
    Sayable,
    WordingStatement,
)
from reguli.publish.document.placeholder_resolution import known_placeholder_values
from reguli.publish.document.table_cells import PLAYER_COUNT, rows_along_free_key
from reguli.publish.document.table_planning import (
    RulesetValueReader,
    key_kind_heading,
    make_table,
    plan_constants_table,
    table_name,
)
from reguli.publish.layouts import book_layout, card_layout
from reguli.publish.layouts.card_layout import SaidPart
from reguli.publish.layouts.default_layout import add_variant_to_card, generate_card_layout
from reguli.publish.products.product_registry import BOOK, CARDS, load_layout
from reguli.ruleset.document_nodes import OptionDecl
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.placeholder_values import PLAYER

if TYPE_CHECKING:
    from reguli.words.placeholders.wording_subjects import Subjects


# -- Who acts in a phase, and in which order: read from the rules of the phase themselves ----------------------------


@frozen_class
class PhaseActors(FrozenValue):
    """The list of acting players (a state field such as ``game.order``, or a kind), whether it is reversed, and whether it is a ring.

    On a ring somebody begins, and the others follow.
    """

    list: str
    reversed: bool = False
    around: bool = False


def phase_seat_order(phase: BoundProcedure, ruleset: Ruleset) -> PhaseActors | None:
    """Return the order in which players decide in a phase; None where no player decides, or where the order is not unique.

    All loops that ask count, not the first alone: only the order on which they agree is printed. A decision outside of such a
    loop has no order that is known here.
    """
    orders = set(_orders(phase.body, ruleset, frozenset()))
    return orders.pop() if len(orders) == 1 else None


def _orders(body: Body, ruleset: Ruleset, seen: frozenset[str]) -> Iterator[PhaseActors | None]:
    """Yield the order of each loop that asks its own player, and None for each decision outside such loops.

    What is asked within such a loop belongs to the turn of its player, and changes no order.
    """
    for statement in body:
        match statement:
            case Each(variable=variable, domain=domain, body=inner) if _asks(variable, inner, ruleset, seen):
                yield _by(domain, ruleset, reverse=False)
            case Around(variable=variable, ring=ring, body=inner) if _asks(variable, inner, ruleset, seen):
                named = _by(ring, ruleset, reverse=False)
                yield None if named is None else replace(named, around=named.list == PLAYER)
            case Ask():
                yield None
            case Perform() | PerformPiece():
                for run in _run_by(statement, ruleset, seen):
                    yield from _orders(run.body, ruleset, seen | {run.rule})
            case b.Changing() | b.Binding() | b.Announce() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                for inner in child_bodies(statement):
                    yield from _orders(inner, ruleset, seen)


def _run_by(statement: Perform | PerformPiece, ruleset: Ruleset, seen: frozenset[str]) -> Iterator[BoundProcedure]:
    """Yield the procedures that a statement runs, without those already visited."""
    if isinstance(statement, Perform):
        found: tuple[BoundProcedure | None, ...] = (ruleset.procedures.get(statement.procedure),)
    else:
        found = ruleset.piece_rules.get((statement.kind, statement.field), ())
    return (procedure for procedure in found if procedure is not None and procedure.rule not in seen)


def _asks(variable: Variable, body: Body, ruleset: Ruleset, seen: frozenset[str]) -> bool:
    """Return whether a body asks the player in a variable to decide, directly or through procedures."""
    for statement in nested_statements(body):
        if isinstance(statement, Ask) and _is(statement.actor, variable):
            return True
        if isinstance(statement, Perform | PerformPiece):
            for run in _run_by(statement, ruleset, seen):
                for parameter, argument in zip(run.parameters, statement.arguments, strict=False):
                    if _is(argument, variable) and _asks(parameter, run.body, ruleset, seen | {run.rule}):
                        return True
    return False


def _is(term: Term, variable: Variable) -> bool:
    return isinstance(term, Local) and term.variable is variable


def _by(domain: Term, ruleset: Ruleset, *, reverse: bool) -> PhaseActors | None:
    """Return the list that a loop iterates over; None where its order has no name."""
    match domain:
        case Builtin(name="reversed", arguments=(inner, *_)):
            return _by(inner, ruleset, reverse=not reverse)
        case Filter(domain=inner):
            return _by(inner, ruleset, reverse=reverse)
        case Contents(zone=Tracked(field=field)) if ruleset.state[field].form == "list":
            return PhaseActors(field, reverse)
        case Elements(kind=kind):
            return PhaseActors(kind, reverse)
        case Builtin(name="clockwise_from"):
            return PhaseActors(PLAYER, reverse, around=True)
        case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
            return None


# -- card planner ----------------------------------------------------------------------------------------------------


def make_card_plan(
    ruleset: Ruleset,
    layout: card_layout.CardLayout | None,
    players: int | None,
    bag: Bag,
    *,
    kind: str = "card.kind",
    known: Callable[[], Subjects] | None = None,
) -> d.Plan:
    """Plan a card of a ruleset for a number of players, or with None for every number; ``kind`` is the wording of the product type.

    Without a layout a generic one is made: options, phases, numbers, tables, ranking. References that lead nowhere are
    findings (W402 to W404); the plan then lacks what they would have given. ``known`` gives all there is to say, where it is made already.
    """
    chosen = generate_card_layout(ruleset) if layout is None else layout
    planner = CardPlanner(ruleset, RulesetValueReader(ruleset, players, bag), chosen.generic, known)
    sections = tuple(planner.section(section) for section in chosen.sections)
    version = LiteralValue(ProperName(ruleset.version), ("game:version",))
    values = {"version": version, "digest": digest_value(ruleset)}
    foot = [WordingStatement("card.foot", planner.span, values, shared=True)]
    if ruleset.documents.origins:
        foot.append(WordingStatement("card.origins", planner.span, shared=True))
    return planner.document(kind, tuple(section for section in sections if section.blocks), tuple(foot))


def seen_by_value(ruleset: Ruleset) -> Mapping[str, str]:
    """Return how data was obtained, by the ids of constants, tables and their rows, and elements."""
    found: dict[str, str] = {}
    documents = ruleset.documents
    for constant in documents.constants:
        found[f"constant:{constant.id}"] = constant.source.seen or ""
    for table in documents.tables:
        found[f"table:{table.id}"] = table.source.seen or ""
        found |= {f"table:{table.id}[{row}": word for row, word, _ in table.source.seen_rows}
    for declared in documents.kinds:
        kind, source = ruleset.kinds.get(declared.id), declared.source
        names = () if kind is None or not source.elsewhere else kind.elements
        found |= {f"field:{declared.id}.{name}": source.seen_in(name) or "" for name in names}
    return MappingProxyType({name: word for name, word in found.items() if word})


def digest_value(ruleset: Ruleset) -> LiteralValue:
    """Return the digits that name the state of the rules; what realises a document adds a mark of its words."""
    return LiteralValue(ProperName(ruleset.short_digest), (DIGEST_ID,))


def title_wording_id(ruleset: Ruleset) -> str:
    """Return the id of the wording for a ruleset's name: its outermost variant's, where it has one."""
    documents = ruleset.documents
    return f"variant:{documents.variants[-1].id}" if documents.variants else f"game:{documents.game.id}"


def subjects_for_players(ruleset: Ruleset, players: int | None) -> Subjects:
    """Return all elements of a ruleset to be worded for a number of players, or for any."""
    # A check of layouts alone does without, and what a ruleset offers costs a fiftieth of its time to load.
    from reguli.words.placeholders.wording_subjects import wording_subjects

    return wording_subjects(ruleset, (), players)


class CardPlanner:
    """Planner of a card's blocks from the parts of a layout."""

    def __init__(
        self, ruleset: Ruleset, reader: RulesetValueReader, generic: bool, known: Callable[[], Subjects] | None = None
    ) -> None:
        self.known = known
        self.ruleset = ruleset
        self.reader = reader
        self.generic = generic
        self.span = ruleset.documents.game.span

    def document(
        self, kind: str, sections: tuple[d.DocumentSection[Sayable], ...], foot: tuple[WordingStatement, ...]
    ) -> d.Plan:
        """Return a product with its head: the product type, worded as ``kind``, and the number of players."""
        game, counted = self.ruleset.documents.game, {"players": self.reader.player_counts()}
        head = (
            WordingStatement(kind, self.span, shared=True),
            WordingStatement("card.players", self.span, counted, shared=True),
        )
        called, generic = title_wording_id(self.ruleset), self.generic
        return d.ProductDocument(
            game.id,
            self.ruleset.name,
            self.reader.players,
            head,
            sections,
            foot,
            called=called,
            generic=generic,
            seen=seen_by_value(self.ruleset),
        )

    def section(self, declared: card_layout.SectionDecl) -> d.DocumentSection[Sayable]:
        """Return one section; consecutive statements become one listing."""
        values, shared = self.reader.values(declared.values), self.generic or declared.shared
        heading = WordingStatement(f"section:{declared.id}", declared.span, values, shared=shared)
        blocks: list[d.DocumentBlock] = []
        for says, parts in groupby(declared.parts, key=lambda part: isinstance(part, SaidPart)):
            if says:
                items = (self.said(part) for part in parts if isinstance(part, SaidPart))
                blocks.append(d.LineList(tuple(item for item in items if item is not None), declared.ordered))
            else:
                blocks += [block for part in parts if (block := self.block(part)) is not None]
        return d.DocumentSection(declared.id, heading, tuple(blocks), declared.wide, back=declared.back)

    def said(self, say: SaidPart) -> WordingStatement | None:
        """Return one statement; None with a finding (W402) for an unknown number, and None if it concerns other player counts only."""
        if isinstance(say, card_layout.CardStatement):
            return self.worded(say)
        if not self.reader.is_stated(say.id, say.span) or self._is_of_others(say.id):
            return None
        return self.statement(f"statement:{say.id}", say.span)

    def _is_of_others(self, statement: str) -> bool:
        """Return whether a statement lists the pieces of a kind that exists only with other numbers of players."""
        absent = {kind for kind, _ in self.ruleset.documents.absent}
        kinds = (kind for name, kind in self.ruleset.kinds.items() if name in absent and not kind.elements)
        return any(kind.declared is not None and statement in kind.declared.source.cites for kind in kinds)

    def statement(self, name: str, span: Span) -> WordingStatement:
        """Return a statement for an element of the ruleset, with the values that it offers."""
        return WordingStatement(name, span, self.values_of(name), offered=True)

    def values_of(self, name: str) -> Mapping[str, LiteralValue | LiteralRows]:
        """Return the values that an element of the ruleset offers; none for an unknown element."""
        known = self.subjects.get(name)
        return {} if known is None else known_placeholder_values(known.offers, self.ruleset)

    def worded(self, say: card_layout.CardStatement) -> WordingStatement:
        """Return a statement that only cards have."""
        return WordingStatement(
            f"card:{say.id}", say.span, self.reader.values(say.values), cites=self.reader.cited(say)
        )

    @cached_property
    def subjects(self) -> Subjects:
        """Return all elements of the ruleset to be worded, for cards that quote the rulebook."""
        return self.known() if self.known is not None else subjects_for_players(self.ruleset, self.reader.players)

    def block(self, part: card_layout.Part) -> d.DocumentBlock | None:
        """Return one part; None where none of it can be realised."""
        match part:
            case card_layout.CardStatement() | card_layout.StatementQuote():
                said = self.said(part)
                return None if said is None else d.LineList((said,))
            case card_layout.PhasesPart():
                return self.phases(part)
            case card_layout.TablePart():
                return make_table(part, self.reader, part.id if self.generic else "")
            case card_layout.GeneratedPart():
                return self.made(part)
            case card_layout.StripPart():
                return self.strip(part)
            case _:
                assert_never(part)

    def made(self, part: card_layout.GeneratedPart) -> d.DocumentBlock | None:
        """Return a part generated from the whole ruleset, for cards and books alike."""
        match part.what:
            case "ranking":
                return self.ranking()
            case "options":
                pairs = (*self.options(), *self.option_relations())
                rows = tuple(d.DocumentRow(option[:1], option[1:]) for option in pairs)
                title = WordingStatement("section:options", self.span, shared=True)
                return d.DocumentTable(title, (), (), (), rows) if rows else None
            case _:
                return plan_constants_table(self.ruleset, WordingStatement("card.numbers", part.span, shared=True))

    def phases(self, part: card_layout.PhasesPart) -> d.PhaseListBlock[Sayable]:
        """Return the phases of the round; one that the layout omits or does not know is a finding (W404)."""
        said = {name: says for name, _, says in part.said}
        order = self.ruleset.documents.game.round
        for name, span, _ in part.said:
            if name not in order:
                self.reader.bag.add("W404", span, near=closest_name(name, order), phase=name, why=Said("why.no_phase"))
        for name in order:
            if name not in said:
                self.reader.bag.add("W404", part.span, phase=name, why=Said("why.phase_left_out"))
        return d.PhaseListBlock(tuple(self.phase(name, part.span, said.get(name, ())) for name in order))

    def phase(self, name: str, span: Span, says: Iterable[SaidPart] = ()) -> d.PhaseBlock[Sayable]:
        """Return a phase of the round with a card's statements on it."""
        at = self.ruleset.documents.game.round.index(name) + 1
        procedure = next((phase for phase in self.ruleset.phases if phase.id == name), None)
        acting = None if procedure is None else phase_seat_order(procedure, self.ruleset)
        return d.PhaseBlock(
            number=WordingStatement("card.phase", span, {"n": LiteralValue(at, (f"phase:{name}",))}, shared=True),
            name=WordingStatement(f"phase:{name}", span, word=name),
            order=None if acting is None else _order(acting, name, span),
            lines=tuple(line for say in says if (line := self.said(say)) is not None),
        )

    def ranking(self) -> d.LineList[Sayable] | None:
        """Return the criteria of the final ranking, distinguished by the compared value."""
        items = []
        for one, line in zip(self.ruleset.ranking, self.ruleset.documents.game.ranking, strict=True):
            said = WordingStatement(f"ranking:{one.order} {one.text}", line.span, word=one.text)
            # Only a sentence beside the line needs the values of the ruleset, which take time to collect.
            items.append(replace(said, values=self.values_of(said.id), offered=True) if line.source.says else said)
        return d.LineList(tuple(items), ordered=True) if items else None

    def options(self) -> tuple[tuple[WordingStatement, Cell], ...]:
        """Return each option with its chosen value: a truth value, or the name of one of the option's values."""
        return tuple(
            (WordingStatement(f"option:{option.id}", option.span, word=option.id, offered=True), self._chosen(option))
            for option in self.ruleset.documents.game.options
        )

    def option_relations(self) -> Iterator[tuple[Sayable, Sayable]]:
        """Yield each value of an option that excludes or needs others, with what it excludes or needs."""
        known = {option.id: option for option in self.ruleset.documents.game.options}
        for option in known.values():
            for value, term in option.terms:
                says = WordingStatement("option.excludes" if term.excludes else "option.needs", term.span, shared=True)
                others = [self._value(known[term.option], other) for other in term.values]
                listed = [one for other in others for one in (ListConjunction("or"), other)][1:]
                yield self._value(option, value), JoinedInline((says, *listed), " ")

    def _value(self, option: OptionDecl, value: str | bool) -> Sayable:
        """Return a value of an option: of a switch that is on its name alone."""
        name = WordingStatement(f"option:{option.id}", option.span, word=option.id, offered=True)
        if value is True:
            return name
        if isinstance(value, bool):
            return JoinedInline((name, LiteralValue(value)), ": ")
        chosen = WordingStatement(f"option:{option.id}/{value}", option.span, word=str(value), offered=True)
        return JoinedInline((name, chosen), ": ")

    def _chosen(self, option: OptionDecl) -> Cell:
        chosen = self.ruleset.options[option.id]
        if isinstance(chosen, bool):
            return LiteralValue(chosen, (f"option:{option.id}",))
        return WordingStatement(f"option:{option.id}/{chosen}", option.span, word=str(chosen), offered=True)

    def strip(self, part: card_layout.StripPart) -> d.KeyValueStrip[Sayable] | None:
        """Return a table with one key as pairs."""
        keys = self.reader.keys(part.of)
        if keys is None:
            return None
        if len(keys.free) != 1 or PLAYER_COUNT in keys.free:
            self.reader.unfit(part.of, Said("why.one_key"))
            return None
        (free,) = keys.free
        table = keys.table
        values, word = self.reader.values(part.values), part.id if self.generic else ""
        return d.KeyValueStrip(
            title=WordingStatement(f"card:{part.id}", part.span, values, word=word),
            key=key_kind_heading(self.ruleset, table.id, free, part.span),
            value=table_name(table.id, part.span, {}),
            pairs=tuple((HeadingText(pair.key), pair.value) for pair in rows_along_free_key(self.ruleset, keys, free)),
            wrap=part.wrap,
        )


def _order(acting: PhaseActors, phase: str, span: Span) -> WordingStatement:
    """Return the wording of the order of play; the seat order has a wording shared by all rulesets."""
    ids = (f"order:{phase}",)
    values: dict[str, LiteralValue | LiteralRows] = {
        "reversed": LiteralValue(acting.reversed, ids),
        "around": LiteralValue(acting.around, ids),
    }
    if acting.list == PLAYER:
        return WordingStatement("card.order", span, values, shared=True)
    return WordingStatement(f"order:{acting.list}", span, values, word=acting.list.rpartition(".")[2])


class _Holder(CardPlanner):
    """Planner for layout checks that omits the values offered by rulebook statements, which are slow to collect."""

    def values_of(self, name: str) -> Mapping[str, LiteralValue | LiteralRows]:
        """Return no values."""
        return {}


def check_layouts(layers: Layers, ruleset: Ruleset, bag: Bag, sources: Sources) -> None:
    """Report faults in the layouts of pages that a ruleset has or edits: their form, and for cards each value they name.

    Findings: Y, R1, R167, R168, W401 to W404, W410.
    """
    for product in (product for product in CARDS if layers.has_own(product.file)):
        layout = load_layout(layers, product.file, card_layout.CARD, bag, sources)
        if layout is not None:
            layout = add_variant_to_card(layout, ruleset, stating=False)
            planner = _Holder(ruleset, RulesetValueReader(ruleset, None, bag), layout.generic)
            for section in layout.sections:
                planner.section(section)
    if layers.has_own(BOOK):
        load_layout(layers, BOOK, book_layout.BOOK, bag, sources)

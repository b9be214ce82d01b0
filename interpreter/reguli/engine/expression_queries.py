"""Queries of a position: expressions of the rules language, evaluated with full information.

Questions about positions of one program share their closures, made once, and what these find out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reguli.engine.chance_nodes import resolve_card_orders
from reguli.engine.gameplay.condition_diagnosis import evaluate_condition
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Plain, element_text, value_as_json
from reguli.engine.state_snapshots import with_scratch_slots
from reguli.ir.executable_program import Playable
from reguli.ir.program import Program, Slots
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS
from reguli.language.parsing.parser import parse_expression
from reguli.language.syntax_tree.expressions import Expression
from reguli.model.binding.query_binding import bind_standalone_expression
from reguli.model.bound_tree.bound_terms import Amount, Constant, Term, Variety
from reguli.model.bound_tree.tree_traversal import fields_read
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, ElementType, NumberType, Type, ZoneType
from reguli.source.diagnostic import Bag, Diagnostic, Trouble
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources

QUESTION = "question"
KEPT = 256
"""Questions that are kept in case they are asked again."""
MOST = 1000
"""Questions whose closures share one layout; then a new one is begun, so that what they need does not grow for ever."""


class Unanswerable(Trouble):
    """An invalid query; ``findings`` give the reasons, located in the query text (file ``question``)."""

    def __init__(self, text: str, findings: Sequence[Diagnostic]) -> None:
        """Store the query text and its findings."""
        super().__init__(text, tuple(findings))
        self.sources = Sources()
        self.sources.add(QUESTION, text)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings of the text."""
        found: tuple[Diagnostic, ...] = self.args[1]
        return found


@frozen_class
class BoundQuery(FrozenValue):
    """A bound query: its closure, the scratch slots it needs, and whether it reads the order of a stack."""

    term: Term
    closure: Callable[[Slots], Any]
    room: int
    ordered: bool


class QueryEvaluator:
    """An evaluator for one program's terms.

    While a position is asked it stands still, so every define is computed once for each argument, also from one question
    to the next; distances over the board are those that the rules know.
    """

    def __init__(self, program: Playable) -> None:
        """Start without queries."""
        self._program = program
        self._begin()
        self._position: Slots = []
        """The position that was asked last."""
        self._standing: Slots = []
        """The same, with room for the closures, as they left it."""

    def _begin(self) -> None:
        self._asking = self._program.asking(self._program.ruleset)
        self._made = 0

    def made(self, term: Term) -> BoundQuery:
        """Make the closure of a term."""
        if self._made == MOST:
            self._begin()
        self._made += 1
        closure = self._asking.closure(term)
        return BoundQuery(term, closure, self._asking.room, self._looks_at_an_order(term))

    def _looks_at_an_order(self, term: Term) -> bool:
        state = self._program.ruleset.state
        return any(state[name].order == "stack" for name in fields_read(self._program.ruleset, term))

    def ask(self, asked: BoundQuery, playthrough: GamePlaythrough) -> object:
        """Evaluate a query in the position of a playthrough of this program. Raises ``RulesFault``."""
        slots = resolve_card_orders(playthrough) if asked.ordered else playthrough.slots
        program, standing = self._program, self._standing
        if len(standing) < len(slots) + asked.room or slots != self._position:
            self._position = list(slots)
            standing = self._standing = with_scratch_slots(program, slots, asked.room)
            standing[EPOCH] = 0
            program.remember(standing)
        standing[BUDGET] = LOOKS
        try:
            return asked.closure(standing)
        except Failed:
            evaluate_condition(program, asked.term, slots)
            raise


@frozen_class
class ExpressionQuery(FrozenValue):
    """An expression bound for one program: its type, and its bound queries; for tokens with several varieties one each."""

    type: Type
    asked: tuple[BoundQuery, ...]


class QueryCache:
    """A cache of queries on one program, each parsed and bound once; least recently used ones are dropped."""

    def __init__(self, program: Playable) -> None:
        """Start empty."""
        self._program = program
        self._asker = QueryEvaluator(program)
        self._known: dict[tuple[str, tuple[str, ...]], ExpressionQuery] = {}

    def read(self, text: str, names: tuple[str, ...] = ()) -> ExpressionQuery:
        """Read a query; players appear by ``names`` or as seats. Raises ``Unanswerable``."""
        found = self._known.pop((text, names), None)
        if found is None:
            found = self._made(text, names)
            if len(self._known) == KEPT:
                del self._known[next(iter(self._known))]
        self._known[text, names] = found
        return found

    def _made(self, text: str, names: tuple[str, ...]) -> ExpressionQuery:
        term = bind_query(self._program.ruleset, text, names, self._program.players)
        return ExpressionQuery(term.type, tuple(map(self._asker.made, query_terms(self._program, term))))

    def answer(self, question: ExpressionQuery, playthrough: GamePlaythrough) -> Plain:
        """Return the value in the position of a playthrough of this program, as ids. Raises ``RulesFault``."""
        return query_value_as_plain(
            playthrough.program,
            playthrough.names,
            question.type,
            [self._asker.ask(part, playthrough) for part in question.asked],
        )


def bind_query(ruleset: Ruleset, text: str, names: tuple[str, ...], seated: int) -> Term:
    """Parse and bind a query for a number of players with these names. Raises ``Unanswerable``."""
    bag = Bag()
    node = parse_expression(text, QUESTION, bag)
    texts = ((QUESTION, text),)
    term = (
        None
        if node is None
        else bind_standalone_expression(ruleset, node, bag, players=names, seated=seated, texts=texts)
    )
    if term is None:
        raise Unanswerable(text, bag.diagnostics)
    return term


def bind_document_query(
    playthrough: GamePlaythrough, node: Expression, bag: Bag, texts: Sequence[tuple[str, str]] = ()
) -> Term | None:
    """Bind a query from a document; ``None`` with findings if it is invalid."""
    program, names = playthrough.program, playthrough.names
    known: Term | None = program.asked.get((node, names))
    if known is None:
        known = bind_standalone_expression(
            program.ruleset, node, bag, players=names, seated=program.players, texts=texts
        )
        if known is not None:
            program.asked[node, names] = known
    return known


def evaluate_to_plain(playthrough: GamePlaythrough, term: Term) -> Plain:
    """Return the value of a bound query, as ids; ``{variety: number}`` for tokens. Raises ``RulesFault`` if there is none."""
    return query_value_as_plain(
        playthrough.program,
        playthrough.names,
        term.type,
        [evaluate_query(playthrough, part) for part in query_terms(playthrough.program, term)],
    )


def query_terms(program: Program, term: Term) -> tuple[Term, ...]:
    """Return the terms to evaluate: for a zone of tokens with several varieties one amount each, otherwise the term itself."""
    if not isinstance(term.type, ZoneType) or term.type.variety is None:
        return (term,)
    pieces, variety = term.type.pieces, ElementType(term.type.variety)
    varieties = (Constant(variety, index) for index in range(program.layout.size_of(variety.kind)))
    return tuple(Amount(NumberType(pieces), Variety(ZoneType(pieces, True), term, one)) for one in varieties)


def query_value_as_plain(program: Program, names: Sequence[str], kind: Type, values: Sequence[object]) -> Plain:
    """Return query results as plain values: token counts by variety for a zone or bundle, else the single value."""
    variety = kind.variety if isinstance(kind, ZoneType) else None
    if isinstance(kind, BundleType):
        (values,), variety = values, kind.kind  # type: ignore[assignment]  # a number for each
    if variety is None:
        return value_as_json(program, kind, values[0], names, ids=True)
    return {
        element_text(program, variety, index, names, ids=True): int(amount)  # type: ignore[call-overload]
        for index, amount in enumerate(values)
        if amount
    }


def evaluate_query(playthrough: GamePlaythrough, term: Term) -> object:
    """Return the raw engine value: numbers and element indices; shuffled stacks are in future drawing order."""
    asked = fields_read(playthrough.program.ruleset, term)
    return evaluate_condition(playthrough.program, term, resolve_card_orders(playthrough, asked))

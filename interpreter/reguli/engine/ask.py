"""Questions about a position: expressions of the rules language, answered with everything that is known."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.engine.conditions import evaluate
from reguli.engine.peek import chance_order
from reguli.engine.playthrough import Playthrough
from reguli.engine.speech import Plain, element_text, value_plain
from reguli.language.expressions import Expression
from reguli.language.parser import parse_expression
from reguli.model.questions import bind_question
from reguli.model.terms import Amount, Constant, Term, Variety
from reguli.model.types import ElementType, NumberType, Type, ZoneType
from reguli.source.diagnostic import Bag, Diagnostic

QUESTION = "question"


class Unanswerable(Exception):  # noqa: N818 - it says what was asked
    """A question means nothing in these rules; ``findings`` say why, their places in the text asked (file ``question``)."""

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        super().__init__(*(finding.code for finding in findings))
        self.findings = tuple(findings)


def value_of(playthrough: Playthrough, text: str) -> tuple[Plain, Type]:
    """Give the value of an expression in the position, by ids, and its type.

    The players stand by their names. Raises ``Unanswerable``, and ``RulesFault`` when there is no value.
    """
    bag = Bag()
    node = parse_expression(text, QUESTION, bag)
    term = None if node is None else question(playthrough, node, bag, ((QUESTION, text),))
    if term is None:
        raise Unanswerable(bag.diagnostics)
    return answer(playthrough, term), term.type


def question(
    playthrough: Playthrough, node: Expression, bag: Bag, texts: Sequence[tuple[str, str]] = ()
) -> Term | None:
    """Bind a question; ``None`` with findings when it means nothing."""
    return bind_question(playthrough.program.ruleset, node, bag, players=playthrough.names, texts=texts)


def answer(playthrough: Playthrough, term: Term) -> Plain:
    """Give the value of a bound question, by ids; ``{variety: number}`` for tokens. Raises ``RulesFault`` when there is none."""
    if isinstance(term.type, ZoneType) and term.type.variety is not None:
        return _amounts(playthrough, term, term.type.pieces, term.type.variety)
    value = raw_answer(playthrough, term)
    return value_plain(playthrough.program, term.type, value, playthrough.names, ids=True)


def _amounts(playthrough: Playthrough, zone: Term, pieces: str, variety: str) -> Plain:
    """Count the tokens of each variety that lie in a zone, without those that lack."""
    program, found = playthrough.program, {}
    for index in range(program.layout.size_of(variety)):
        one = Variety(ZoneType(pieces, True), zone, Constant(ElementType(variety), index))
        amount = raw_answer(playthrough, Amount(NumberType(pieces), one))
        if amount:
            found[element_text(program, variety, index, playthrough.names, ids=True)] = amount
    return found  # type: ignore[return-value]  # amounts are whole numbers


def raw_answer(playthrough: Playthrough, term: Term) -> object:
    """Give the value as the engine has it: numbers and element indices; shuffled stacks in the order that will come."""
    return evaluate(playthrough.program, term, chance_order(playthrough))

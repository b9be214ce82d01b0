"""Questions about a position: expressions of the rules language, answered with everything that is known."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.engine.peek import chance_order
from reguli.engine.playthrough import Playthrough
from reguli.engine.reasons import evaluate
from reguli.engine.speech import Plain, element_text, value_plain
from reguli.language.expressions import Expression
from reguli.language.parser import parse_expression
from reguli.model.questions import bind_question
from reguli.model.terms import Amount, Constant, Term, Variety
from reguli.model.types import ElementType, NumberType, Type, ZoneType
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.sources import Sources
from reguli.source.trouble import Trouble

QUESTION = "question"


class Unanswerable(Trouble):
    """A question means nothing in these rules; ``findings`` say why, their places in the text asked (file ``question``)."""

    def __init__(self, text: str, findings: Sequence[Diagnostic]) -> None:
        """Take the text that was asked and what is wrong with it."""
        super().__init__(text, tuple(findings))
        self.sources = Sources()
        self.sources.add(QUESTION, text)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Give what is wrong with the text."""
        found: tuple[Diagnostic, ...] = self.args[1]
        return found


def value_of(playthrough: Playthrough, text: str) -> tuple[Plain, Type]:
    """Give the value of an expression in the position, by ids, and its type.

    The players stand by their names. Raises ``Unanswerable``, and ``RulesFault`` when there is no value.
    """
    bag = Bag()
    node = parse_expression(text, QUESTION, bag)
    term = None if node is None else question(playthrough, node, bag, ((QUESTION, text),))
    if term is None:
        raise Unanswerable(text, bag.diagnostics)
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
    return evaluate(playthrough, term, chance_order(playthrough))

"""Questions about a position: expressions of the rules language, answered with everything that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reguli.engine.asking import Asked, Asker
from reguli.engine.chance.peek import chance_order
from reguli.engine.notation import Plain, element_text, value_plain
from reguli.engine.playing.conditions import evaluate
from reguli.engine.playing.playthrough import Playthrough
from reguli.ir.playable import Playable
from reguli.language.parsing.parser import parse_expression
from reguli.language.tree.expressions import Expression
from reguli.model.binding.questions import bind_question
from reguli.model.ruleset import Ruleset
from reguli.model.tree.terms import Amount, Constant, Term, Variety
from reguli.model.types import ElementType, NumberType, Type, ZoneType
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.sources import Sources
from reguli.source.trouble import Trouble

QUESTION = "question"
KEPT = 256
"""Questions that are kept in case they are asked again."""


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


@dataclass(frozen=True, slots=True)
class Question:
    """An expression read and bound for one program: its type, and what is asked; for tokens of several varieties each of them."""

    type: Type
    asked: Asked | None
    varieties: tuple[tuple[int, Asked], ...] = ()


class Questions:
    """Questions about positions of one program, each read and bound once; of many the last ones asked are kept."""

    def __init__(self, program: Playable) -> None:
        """Begin with none."""
        self._program = program
        self._asker = Asker(program)
        self._known: dict[tuple[str, tuple[str, ...]], Question] = {}

    def read(self, text: str, names: tuple[str, ...] = ()) -> Question:
        """Read a question; players stand by ``names`` or as seats. Raises ``Unanswerable``."""
        found = self._known.pop((text, names), None)
        if found is None:
            found = self._made(text, names)
            if len(self._known) == KEPT:
                del self._known[next(iter(self._known))]
        self._known[text, names] = found
        return found

    def _made(self, text: str, names: tuple[str, ...]) -> Question:
        term = bound_question(self._program.ruleset, text, names, self._program.players)
        parts = _by_variety(self._program, term)
        if parts is None:
            return Question(term.type, self._asker.made(term))
        return Question(term.type, None, tuple((index, self._asker.made(part)) for index, part in enumerate(parts)))

    def answer(self, question: Question, playthrough: Playthrough) -> Plain:
        """Give the value in the position of a playthrough of this program, by ids. Raises ``RulesFault``."""
        if question.asked is not None:
            value = self._asker.ask(question.asked, playthrough)
            return value_plain(self._program, question.type, value, playthrough.names, ids=True)
        assert isinstance(question.type, ZoneType)
        amounts = [(index, self._asker.ask(part, playthrough)) for index, part in question.varieties]
        return _amounts(playthrough, question.type, amounts)


def bound_question(ruleset: Ruleset, text: str, names: tuple[str, ...], seated: int) -> Term:
    """Read and bind a question for a table of so many, the players called by names. Raises ``Unanswerable``."""
    bag = Bag()
    node = parse_expression(text, QUESTION, bag)
    texts = ((QUESTION, text),)
    term = None if node is None else bind_question(ruleset, node, bag, players=names, seated=seated, texts=texts)
    if term is None:
        raise Unanswerable(text, bag.diagnostics)
    return term


def question(
    playthrough: Playthrough, node: Expression, bag: Bag, texts: Sequence[tuple[str, str]] = ()
) -> Term | None:
    """Bind a question that stands in a document; ``None`` with findings when it means nothing."""
    program, names = playthrough.program, playthrough.names
    return bind_question(program.ruleset, node, bag, players=names, seated=program.players, texts=texts)


def answer(playthrough: Playthrough, term: Term) -> Plain:
    """Give the value of a bound question, by ids; ``{variety: number}`` for tokens. Raises ``RulesFault`` when there is none."""
    parts = _by_variety(playthrough.program, term)
    if parts is None:
        value = raw_answer(playthrough, term)
        return value_plain(playthrough.program, term.type, value, playthrough.names, ids=True)
    assert isinstance(term.type, ZoneType)
    amounts = [(index, raw_answer(playthrough, part)) for index, part in enumerate(parts)]
    return _amounts(playthrough, term.type, amounts)


def _by_variety(program: Playable, term: Term) -> list[Term] | None:
    """Give what asks for each variety of a zone of tokens that has several; ``None`` for everything else."""
    if not isinstance(term.type, ZoneType) or term.type.variety is None:
        return None
    pieces, variety = term.type.pieces, term.type.variety
    zones = [
        Variety(ZoneType(pieces, True), term, Constant(ElementType(variety), index))
        for index in range(program.layout.size_of(variety))
    ]
    return [Amount(NumberType(pieces), zone) for zone in zones]


def _amounts(playthrough: Playthrough, zone: ZoneType, amounts: Sequence[tuple[int, object]]) -> Plain:
    """Give the tokens of each variety that lie in a zone, without those that lack."""
    program, variety = playthrough.program, zone.variety or ""
    return {
        element_text(program, variety, index, playthrough.names, ids=True): int(amount)  # type: ignore[call-overload]
        for index, amount in amounts
        if amount
    }


def raw_answer(playthrough: Playthrough, term: Term) -> object:
    """Give the value as the engine has it: numbers and element indices; shuffled stacks in the order that will come."""
    return evaluate(playthrough.program, term, chance_order(playthrough))

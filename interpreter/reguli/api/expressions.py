"""Expressions of the rules language, read once and asked of many positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reguli.api.troubles import placed
from reguli.engine.notation import Plain
from reguli.engine.questions import Question, Questions

if TYPE_CHECKING:
    # A playthrough takes expressions, and expressions are asked of playthroughs.
    from reguli.api.playthroughs import Playthrough


class Expression:
    """An expression that is read and bound once and asked often. Make one with ``Game.expression``.

    Asked of playthroughs of one game and one number of players it is bound once; elsewhere it is bound anew. Several questions
    about one position are the cheapest, because what its defines gave is still known. It pickles as its text.
    """

    __slots__ = ("_last", "names", "text")

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        """Keep the text, and the names of players it may use."""
        self.text, self.names = text, names
        self._last: tuple[Questions, Question] | None = None

    def of(self, playthrough: Playthrough) -> Plain:
        """Give the value in the position of a playthrough, with everything that is known, hidden or not.

        Raises ``RulesFault`` when there is no value, and ``Unanswerable`` when it means nothing at this table.
        """
        sitting, game = playthrough.sitting, playthrough.game
        questions = game.questions(sitting.program.players)
        with placed(sitting.program, game.sources, sitting.names):
            if self._last is None or self._last[0] is not questions:
                self._last = questions, questions.read(self.text, self.names)
            return questions.answer(self._last[1], sitting)

    def __repr__(self) -> str:
        """Show the text."""
        return f"<Expression {self.text!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it as its text and the names."""
        return Expression, (self.text, self.names)

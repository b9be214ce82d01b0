"""The score sheet of a finished game: what each value of the ranking is made of, in a person's language.

A value that the rules compute as a sum is split into its summands. A field that the rules count up during play is split
into its value before the last move and what each rule added behind it, which is where games score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from reguli.engine.expression_queries import QueryEvaluator
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.history.journal import count_visible_entries, visible_entries
from reguli.model.bound_tree.bound_statements import Write
from reguli.model.bound_tree.bound_terms import Apply, Arithmetic, Constant, Local, Term, Tracked, Variable
from reguli.model.bound_tree.tree_traversal import all_statements, inline_lets
from reguli.model.resolved_ruleset import Ruleset, without_copy_depth
from reguli.play.session_texts import SessionRealiser
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.event_realiser import capitalise_for_screen

BEFORE: Final = "score.before"
"""The text of the first line of a field that is counted up during play."""


@frozen_class
class ScoreLine(FrozenValue):
    """One line of a score sheet: the criterion (0-based), the text, the statements it cites, and a value by seat."""

    criterion: int
    text: str
    cites: tuple[str, ...]
    values: tuple[int, ...]


def score_sheet(playthrough: GamePlaythrough, tongue: SessionRealiser) -> tuple[ScoreLine, ...]:
    """Return the lines of the criteria that have more than one. Raises ``RulesFault``."""
    found: list[ScoreLine] = []
    ruleset = playthrough.program.ruleset
    for number, criterion in enumerate(ruleset.ranking):
        by = criterion.by
        if isinstance(by, Tracked) and isinstance(by.owner, Local):
            lines = [*_scored(playthrough, tongue, number, by.field)]
        else:
            lines = [*_summed(playthrough, tongue, number, by, criterion.variable)]
        found += lines if len(lines) > 1 else ()
    return tuple(found)


def _summed(
    playthrough: GamePlaythrough, tongue: SessionRealiser, number: int, term: Term, player: Variable
) -> Iterator[ScoreLine]:
    ruleset, evaluator = playthrough.program.ruleset, QueryEvaluator(playthrough.program)
    for sign, part in _summands(_opened(ruleset, term)):
        values = []
        for seat in range(playthrough.program.players):
            asked = evaluator.made(inline_lets(part, {player.key: Constant(player.type, seat)}))
            values.append(sign * int(str(evaluator.ask(asked, playthrough))))
        cites = ruleset.defines[part.define].node.cites if isinstance(part, Apply) else ()
        yield ScoreLine(number, tongue.sum_name(part), tuple(one.id for one in cites), tuple(values))


def _opened(ruleset: Ruleset, term: Term) -> Term:
    """Return the formula of a define for its arguments; other terms as they are."""
    if not isinstance(term, Apply):
        return term
    define = ruleset.defines[term.define]
    given = {one.key: value for one, value in zip(define.parameters, term.arguments, strict=True)}
    opened: Term = inline_lets(define.value, given)
    return opened


def _summands(term: Term, sign: int = 1) -> Iterator[tuple[int, Term]]:
    if isinstance(term, Arithmetic) and term.operator in {"+", "-"}:
        yield from _summands(term.left, sign)
        yield from _summands(term.right, sign if term.operator == "+" else -sign)
    else:
        yield sign, term


def _scored(playthrough: GamePlaythrough, tongue: SessionRealiser, number: int, field: str) -> Iterator[ScoreLine]:
    past = playthrough.branch()
    if not past.undo():
        return
    program, ruleset = playthrough.program, playthrough.program.ruleset
    seats = playthrough.names or ruleset.kinds["player"].elements[: program.players]
    values = {place.player: int(place.values[number]) for place in past.places()}
    yield ScoreLine(
        number, capitalise_for_screen(tongue.shared(BEFORE)), (), tuple(values[seat] for seat in range(program.players))
    )
    added: dict[str, list[int]] = defaultdict(lambda: [0] * program.players)
    cites: dict[str, tuple[str, ...]] = {}
    for entry in visible_entries(playthrough, since=count_visible_entries(past)):
        if entry.verb == "set" and entry.about == field:
            seat, value = seats.index(str(entry.values["owner"])), int(str(entry.values["value"]))
            added[entry.rule][seat] += value - values[seat]
            values[seat], cites[entry.rule] = value, entry.cites
    writes = {without_copy_depth(one.rule): one.value for one in all_statements(ruleset) if isinstance(one, Write)}
    for rule, changes in added.items():
        if any(changes) and rule in writes:
            yield ScoreLine(number, tongue.sum_name(writes[rule]), cites[rule], tuple(changes))

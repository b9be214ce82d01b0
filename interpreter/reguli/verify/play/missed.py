"""What no game and no example came to, each with what came nearest; what no game came to is played in the examples first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reguli.ir.make import make_program
from reguli.source.diagnostic import finding
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.verify.examples import run_example
from reguli.verify.play.reached import Reached, Spot, cells_unread, unreached
from reguli.verify.play.watching import watched
from reguli.verify.report.budget import EXAMPLE, Budget
from reguli.verify.report.found import Found, Severity, made_id
from reguli.verify.report.subject import Subject

SLOW: Final = 10
"""An example takes so many times as long under watch."""
SHOWN: Final = 12
"""So many places of one finding are shown."""
CODES: Final = {"option": "V407", "rule": "V408", "body": "V409", "branch": "V409", "otherwise": "V409"}


def missed(subject: Subject, reached: Reached, games: int, budget: Budget) -> Iterator[Found]:
    """Give what neither games nor examples came to, one finding for options, one for rules and one for parts of rules."""
    left = _run_examples(subject, reached, budget)
    examples = Said("at_games.examples_left", count=left) if left else Said("at_games.no_example")
    severity: Severity = "note" if left else "warning"
    by_code: dict[str, list[Spot]] = {}
    for spot in unreached(subject.ruleset, reached):
        by_code.setdefault(CODES[spot.sort], []).append(spot)
    for code, spots in sorted(by_code.items()):
        names = ", ".join(dict.fromkeys(spot.rule for spot in spots))
        related = [(spot.span, _nearest(spot, reached, subject.opened.sources)) for spot in spots[:SHOWN]]
        told = finding(code, spots[0].span, related=related, count=len(spots), games=games, examples=examples)
        yield Found(made_id("play", code, "", names), "play", severity, told, spots[0].rule)
    tables = list(cells_unread(subject.ruleset, reached))
    if tables:
        spans = {table.id: table.declared.span for table in subject.ruleset.own_tables}
        related = [
            (spans[name], Said("at_games.cells", table=name, unread=unread, cells=cells))
            for name, unread, cells in tables
        ]
        told = finding(
            "V410",
            related[0][0],
            related=related[:SHOWN],
            count=sum(one[1] for one in tables),
            games=games,
            examples=examples,
        )
        yield Found(made_id("play", told.code, "", ""), "play", "note", told)


def _nearest(spot: Spot, reached: Reached, sources: Sources) -> Said:
    """Say what came nearest, where that can be said."""
    near = reached.near.get(spot.condition)
    if near is None:
        return Said("at_games.not_come_to", rule=spot.rule)
    text = _written(near.span, sources)
    if near.left is None or near.right is None:
        return Said("at_games.kept_away", rule=spot.rule, text=text, games=near.games)
    return Said("at_games.nearest", rule=spot.rule, text=text, left=near.left, right=near.right, games=near.games)


def _written(span: Span, sources: Sources) -> str:
    """Give what stands at a place, as far as its first line goes."""
    line = sources.line(span.file, span.line) or ""
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return " ".join(line[span.column - 1 : end].split())


def _run_examples(subject: Subject, reached: Reached, budget: Budget) -> int:
    """Run examples under watch until nothing is left that nothing came to; give how many there was no budget for."""
    programs = subject.programs.anew(lambda ruleset, players: watched(make_program(ruleset, players), reached))
    for number, example in enumerate(subject.examples):
        if not list(unreached(subject.ruleset, reached)):
            return 0
        if not budget.spend(EXAMPLE * SLOW):
            return len(subject.examples) - number
        run_example(programs, example, subject.opened.sources)
    return 0

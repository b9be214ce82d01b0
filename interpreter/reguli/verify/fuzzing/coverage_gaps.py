"""What no game and no example came to, each with what came nearest; what no game came to is played in the examples first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from reguli.ir.program_builder import make_program
from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.source.diagnostic import finding
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.verify.example_runner import run_example
from reguli.verify.fuzzing.coverage_probe import watched
from reguli.verify.fuzzing.rule_coverage import Reached, Spot, Unread, cells_unread, unreached
from reguli.verify.report.finding_types import Found, Severity, made_id
from reguli.verify.report.step_budget import EXAMPLE, Budget
from reguli.verify.report.verification_target import Subject

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
        related = [(one.table.declared.span, _cells(one, subject.ruleset)) for one in tables]
        count = sum(len(one.keys) for one in tables)
        told = finding("V410", related[0][0], related=related[:SHOWN], count=count, games=games, examples=examples)
        yield Found(made_id("play", told.code, "", ""), "play", "note", told)


def _cells(unread: Unread, ruleset: Ruleset) -> Said:
    """Say which cells of a table nothing read, and which one was read that is nearest to them."""
    name, count, cells = unread.table.id, len(unread.keys), len(unread.keys) + len(unread.read)
    if unread.nearest is None:
        return Said("at_games.no_cells", table=name, cells=cells)
    near = _keys(unread.table, ruleset, unread.nearest)
    rows: dict[tuple[int, ...], list[int]] = {}
    for key in unread.keys:
        rows.setdefault(key[:-1], []).append(key[-1])
    alike: dict[str, list[str]] = {}
    for row, last in rows.items():
        alike.setdefault(_stretches(unread.table, ruleset, last), []).append(_keys(unread.table, ruleset, row))
    said = [f"{', '.join(row)}: {last}" if row[0] else last for last, row in alike.items()]
    keys = "; ".join([*said[:SHOWN], *(["…"] if len(said) > SHOWN else [])])
    return Said("at_games.cells", table=name, unread=count, cells=cells, keys=keys, near=near)


def _keys(table: Table, ruleset: Ruleset, keys: Sequence[int]) -> str:
    """Say the first keys of a cell, or all."""
    return " ".join(_key(table, ruleset, at, key) for at, key in enumerate(keys))


def _stretches(table: Table, ruleset: Ruleset, keys: Sequence[int]) -> str:
    """Say the last keys of a row: numbers that follow on one another by the first and the last of them."""
    last = len(table.key_names) - 1
    if table.key_names[last] in ruleset.kinds:
        return ", ".join(_key(table, ruleset, last, key) for key in keys)
    stretches = [[key for _, key in group] for _, group in groupby(enumerate(keys), lambda one: one[1] - one[0])]
    return ", ".join(str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in stretches)


def _key(table: Table, ruleset: Ruleset, at: int, key: int) -> str:
    kind = ruleset.kinds.get(table.key_names[at])
    return str(key) if kind is None else kind.elements[key]


def _nearest(spot: Spot, reached: Reached, sources: Sources) -> Said:
    """Say what came nearest, where that can be said."""
    near = reached.near.get(spot.condition)
    if near is None:
        if spot.sort == "option":
            return Said("at_games.unguarded", rule=spot.rule)
        return Said("at_games.not_come_to", rule=spot.rule)
    text = _written(near.span, sources)
    if near.left is None or near.right is None:
        if spot.holds:
            return Said("at_games.never_held", rule=spot.rule, text=text, games=near.games)
        return Said("at_games.always_held", rule=spot.rule, text=text, games=near.games)
    sides = {"left": near.left, "right": near.right}
    if spot.holds:
        return Said("at_games.nearest_to_hold", rule=spot.rule, text=text, games=near.games, **sides)
    return Said("at_games.nearest_to_fail", rule=spot.rule, text=text, games=near.games, **sides)


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

"""The report of balance in words, for terminals and pages: sections of figures, each by the names that the game's words have for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import groupby
from math import isinf
from typing import Final

from reguli.app.balance.balance_report import BalanceReport, BalanceSide
from reguli.app.game_sessions import TablePosition, open_session_texts
from reguli.balance.figures import BalanceFigure
from reguli.batch.move_counts import CountedItem, move_counts
from reguli.batch.playouts import (
    ranking_columns,
)
from reguli.batch.rows import (
    default_seat_names,
)
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.runtime_faults import RulesFault
from reguli.words.catalogue.interface_texts import InterfaceTexts

LONG: Final = ("decisions", "options", "elements", "takers")
"""Groups of which a terminal shows what differs by more than noise."""
MOST_NAMED: Final = 24
RAREST: Final = 3
"""Elements of each option that a terminal names of one ruleset."""
GLOSS: Final = "⟨"


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One figure in words, with its numbers for a diagram; ``setting`` is which ruleset it is of, where there are several."""

    label: str
    setting: str
    value: str
    interval: str
    remark: str
    shown: bool
    figure: BalanceFigure


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A group of figures under a heading; ``hidden`` says what a terminal leaves out."""

    id: str
    title: str
    rows: tuple[ReportRow, ...]


class FigureNames:
    """Names figures in a language: by the words of the game, or else by ids."""

    def __init__(self, report: BalanceReport, words: InterfaceTexts) -> None:
        """Open the words of the game."""
        loaded = report.loaded
        program = loaded.program(report.players)
        self._ruleset, self._words = program.ruleset, words
        self._items = {one.column: one for one in move_counts(program, ()).items}
        rules = {
            choice.option.name: choice.option.rule
            for one in program.decisions
            for choice in one.choices
            if not choice.option.parameters
        }
        self._points = dict(zip(ranking_columns(program.ruleset), program.ruleset.ranking, strict=True))
        self._tongue = None
        # A game whose set-up fails has ids alone.
        with suppress(RulesFault):
            self._tongue = open_session_texts(TablePosition(loaded, start_playthrough(program)), words.code)
        self._options = (
            {}
            if self._tongue is None
            else {
                name: text
                for name, rule in rules.items()
                if GLOSS not in (text := self._tongue.events.move(rule, {}, default_seat_names(1)[0], you=True).text)
            }
        )

    def of(self, figure: BalanceFigure) -> str:
        """Return the name of a figure, with its seat."""
        name = self._name(figure)
        return name if figure.seat is None else self._words.say("{what}, seat {seat}", what=name, seat=figure.seat)

    def _name(self, figure: BalanceFigure) -> str:
        say, tongue = self._words.say, self._tongue
        lengths = {
            "wins": say("first place"),
            "moves": say("moves"),
            "rounds": say("rounds"),
            "choices": say("decisions with a choice"),
            "branching": say("moves offered at a decision"),
            "turns": say("turns"),
            "laps": say("turns of the first player"),
            "leads": say("changes of the lead"),
        }
        if figure.name in self._items:
            return self.item(self._items[figure.name])
        if figure.group == "points" and tongue is not None and figure.name in self._points:
            return tongue.criteria()[[*self._points].index(figure.name)]
        if figure.group == "stages":
            stage = figure.name if tongue is None else tongue.era("stage", figure.name)
            return say("round in which it begins: {stage}", stage=stage)
        if figure.group == "decisions":
            form, _, decision = figure.name.partition(".")
            return (
                say("{decision}, moves", decision=decision)
                if form == "moves"
                else say("{decision}, choices", decision=decision)
            )
        return lengths.get(figure.name, figure.name)

    def item(self, item: CountedItem) -> str:
        """Return the name of an option, with its element."""
        option = self._options.get(item.option, item.option)
        if item.kind is None or item.element is None:
            return option
        element = item.element if self._tongue is None else self._tongue.events.listed(item.kind, item.element)
        return f"{option}: {element.strip('⟨⟩')}"

    def items(self, names: Sequence[str]) -> list[str]:
        """Return the names of options and elements, as ``BalanceSide.never_taken`` has them."""
        return [self.item(self._items[f"took.{name}"]) for name in names]


def report_sections(report: BalanceReport, words: InterfaceTexts) -> list[ReportSection]:
    """Return all figures in words, group by group; of several rulesets the rows of one figure stand together."""
    names, say = FigureNames(report, words), words.say
    titles = {
        "results": say("Who wins, by seat"),
        "length": say("Length"),
        "points": say("Points"),
        "stages": say("Stages"),
        "decisions": say("Decisions: how often in a game"),
        "options": say("Options: how often in a game"),
        "elements": say("Options with an element: how often in a game"),
        "takers": say("How often who takes it wins"),
    }
    by_key: dict[tuple[str, str, int | None], list[tuple[BalanceSide, BalanceFigure]]] = {}
    for side in report.sides:
        for one in side.figures:
            by_key.setdefault((one.group, one.name, one.seat), []).append((side, one))
    several = len(report.sides) > 1
    found = []
    for group, title in titles.items():
        rows = [
            _row(names.of(one), side, one, words, several=several)
            for key, figures in by_key.items()
            if key[0] == group
            for side, one in figures
        ]
        if rows:
            found.append(ReportSection(group, title, tuple(rows)))
    return found


def _row(label: str, side: BalanceSide, one: BalanceFigure, words: InterfaceTexts, *, several: bool) -> ReportRow:
    def number(value: float, *, signed: bool = False) -> str:
        text = f"{100 * value:{'+' if signed else ''}.1f}" if one.is_share else f"{value:{'+' if signed else ''}.2f}"
        # What is shown as nothing has no sign.
        text = (text if float(text) else text.lstrip("-+")).replace(".", words.decimal_mark)
        return f"{text} %" if one.is_share else text

    interval, remark = "–" if isinf(one.low) else f"{number(one.low)} … {number(one.high)}", ""
    if one.difference is not None and not (several and side.base):
        low, high = number(one.difference_low or 0.0, signed=True), number(one.difference_high or 0.0, signed=True)
        said = f"{number(one.difference, signed=True)} ({low} … {high})"
        if one.smallest is None:
            remark = words.say("{difference}: too few to judge", difference=said)
        elif one.noise:
            smallest = number(one.smallest)
            remark = words.say("{difference}: within noise; {smallest} would show", difference=said, smallest=smallest)
        else:
            remark = words.say("{difference}: shown", difference=said)
    shown = one.noise is False and not (several and side.base)
    return ReportRow(label, side.label if several else "", number(one.value), interval, remark, shown, one)


def method_lines(report: BalanceReport, words: InterfaceTexts) -> Iterator[str]:
    """Yield what was played, and how the figures were judged."""
    say, several = words.say, len(report.sides) > 1
    yield say(
        "{ruleset}, {players} players, bots: {bots}, seed {seed}",
        ruleset=report.ruleset,
        players=report.players,
        bots=", ".join(report.policy),
        seed=report.seed,
    )
    for side in report.sides:
        ends = dict(side.outcomes)
        count = words.count("{n} game", "{n} games", sum(ends.values()))
        said = say(
            "{games}: {over} played to the end, {unfinished} not ended, {fault} stopped by a fault of the rules",
            games=count,
            over=ends.get("over", 0),
            unfinished=ends.get("unfinished", 0),
            fault=ends.get("fault", 0),
        )
        yield f"{side.label}: {said}" if several else said
    yield say("Figures are of games played to the end, with intervals of 95 % (shares: Wilson; means: Student).")
    if several:
        yield say("Differences are from {base}, game by game with the same chance.", base=report.base.label)
    else:
        yield say("Differences are from equal chances of all seats.")
    yield say(
        "{tested} differences were judged by Holm's method in each group of figures: with no difference at all, one group in twenty has a false alarm. What “would show” shows in four of five such reports. Fewer than 30 games or takers are not judged.",
        tested=report.tested,
    )


def closing_lines(report: BalanceReport, words: InterfaceTexts) -> Iterator[str]:
    """Yield what was never taken and which decisions never had a choice."""
    names, several = FigureNames(report, words), len(report.sides) > 1
    for side in report.sides if report.sweep is None else (report.base,):
        if not side.games:
            continue
        lead = f"{side.label}: " if several else ""
        never, bare = names.items(side.never_taken()), side.without_choice()
        yield lead + words.say("never taken: {names}", names=_listed(never))
        yield lead + words.say("decisions that never had a choice: {names}", names=_listed(bare))


def _listed(names: Sequence[str]) -> str:
    more = [f"… (+{len(names) - MOST_NAMED})"] if len(names) > MOST_NAMED else []
    return "; ".join([*names[:MOST_NAMED], *more]) or "–"


def balance_lines(report: BalanceReport, words: InterfaceTexts) -> list[str]:
    """Return the report as lines of text; of long groups what differs by more than noise."""
    lines = [*method_lines(report, words)]
    for section in report_sections(report, words):
        rows = [row for row in section.rows if section.id not in LONG or row.shown]
        left = sum(row.figure.noise is True for row in section.rows) if section.id in LONG else 0
        plain = section.id in LONG and all(row.figure.noise is None for row in section.rows)
        if plain:
            rows = [*section.rows] if section.id == "options" else [*_rarest(section)]
        if not rows and not left:
            continue
        lines += ["", section.title]
        if plain and section.id == "elements":
            lines.append("  " + words.say("(the three rarest of each option; the page and the csv file have all)"))
        lines += _aligned(rows, several=len(report.sides) > 1)
        if left:
            lines.append("  " + words.count("{n} more within noise", "{n} more within noise", left))
    return [*lines, "", *closing_lines(report, words)]


def _rarest(section: ReportSection) -> Iterator[ReportRow]:
    """Yield, of each option with an element, the rows of what is taken least but not never."""
    taken = [row for row in section.rows if section.id == "elements" and row.figure.value]
    for _, group in groupby(taken, key=lambda row: row.figure.name.rpartition(".")[0]):
        yield from sorted(group, key=lambda row: row.figure.value)[:RAREST]


def _aligned(rows: Sequence[ReportRow], *, several: bool) -> Iterator[str]:
    """Yield rows as lines, aligned; of several rulesets under the name of each figure."""
    parts = ("setting" if several else "label", "value", "interval")
    widths = [max((len(getattr(row, part)) for row in rows), default=0) for part in parts]
    label = ""
    for row in rows:
        if several and row.label != label:
            label = row.label
            yield f"  {label}"
        first, value, interval = (str(getattr(row, part)) for part in parts)
        cells = ((4 if several else 2) * " " + first.ljust(widths[0]), value.rjust(widths[1]))
        yield "  ".join([*cells, f"({interval})".ljust(widths[2] + 2), row.remark]).rstrip()


def _bounds(section: ReportSection) -> dict[str, tuple[float, float]]:
    """Return the ends of the axis of each figure that has bounded intervals: all seats and rulesets of one figure have one axis."""
    found: dict[str, list[float]] = {}
    for row in section.rows:
        one = row.figure
        found.setdefault(one.name, []).extend((one.low, one.high, *(() if one.expected is None else (one.expected,))))
    return {name: (min(ends), max(ends)) for name, ends in found.items() if not any(map(isinf, ends))}


def balance_page(report: BalanceReport, words: InterfaceTexts) -> str:
    """Return the report as one self-contained HTML page."""
    # The page needs jinja2, which costs 50 ms and no other form of a report needs.
    from reguli.publish.pictures.replay_page import balance_report_page

    sections = [
        {
            "id": section.id,
            "title": section.title,
            "rows": [asdict(row) for row in section.rows],
            "bounds": _bounds(section),
            "long": section.id in LONG,
        }
        for section in report_sections(report, words)
    ]
    texts = {
        "title": words.say("Balance: {ruleset}", ruleset=report.ruleset),
        "figure": words.say("figure"),
        "setting": words.say("rules"),
        "value": words.say("value"),
        "interval": words.say("interval of 95 %"),
        "difference": words.say("difference"),
        "diagram": words.say("{value}, interval {interval}"),
        "rows": words.say("{rows} figures, {shown} of them with a difference that is shown"),
        "legend": words.say(
            "Dot: value. Line: interval of 95 %. Dashed line: equal chances. A filled square in place of the dot: a difference that is shown."
        ),
    }
    data = {
        "language": words.code,
        "texts": texts,
        "method": [*method_lines(report, words)],
        "closing": [*closing_lines(report, words)],
        "sections": sections,
        "several": len(report.sides) > 1,
    }
    return balance_report_page(data)

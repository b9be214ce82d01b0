"""Conditions with a constant result, and accesses to missing table cells, under every option and number of players.

``check`` finds what written numbers settle (C107); here ranges, tables, fields of elements and the guards before a place are counted in. What is settled for some
numbers of players or under some options only is there for the others, and is not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Final

from reguli.compile.passes.interval_analysis import Interval, interval_union
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, child_terms, reachable_terms, source_procedures
from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.table_binding import row_cell_indices
from reguli.model.types import NumberType, TruthType
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.ruleset.folder_contents import resolve_option_values
from reguli.ruleset.option_settings import settings_of_each_value
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.verify.report import Found, Holds, Level, Subject
from reguli.verify.static_analysis.static_findings import source_text, static_finding
from reguli.verify.static_analysis.value_bounds import NO, YES, BoundEvaluator, BoundsPropagation, non_procedure_terms

# -- ruleset settings ------------------------------------------------------------------------------------------------
# The rulesets that one ruleset is: for each setting of its options that changes what there is, and each number of players that does.
#
# Options that only rules ask about are not settled here: whoever looks at a condition takes them for either value.


@frozen_class
class RulesetSetting(FrozenValue):
    """A ruleset bound for a range of player counts, with the lowest and the highest."""

    ruleset: Ruleset
    players: tuple[int, int]


def all_settings(subject: Subject) -> tuple[RulesetSetting, ...]:
    """Return every setting, the defaults first."""
    documents = subject.documents
    low, high = documents.game.players
    tables = [(count, count) for count in range(low, high + 1)] if documents.by_players else [(low, high)]
    found = []
    for options in _options(documents, {**subject.opened.options}):
        bound = [(subject.programs.ruleset(options, players[0], Bag()), players) for players in tables]
        found += [RulesetSetting(ruleset, players) for ruleset, players in bound if ruleset is not None]
    return tuple(found)


def _options(documents: Documents, given: dict[str, str | bool]) -> Iterator[dict[str, str | bool]]:
    settled = resolve_option_values(documents, given, Bag())
    if settled is None:
        return
    yield settled
    for option, value, found in settings_of_each_value(documents.game.options, given):
        if value in tuple(_others(option)):
            yield found


def _others(option: OptionDecl) -> Iterator[str]:
    """Yield the values of an option other than the default that change boards or numbers."""
    default = next((one for one in option.values if one.id == option.default), None)
    for value in option.values:
        if default is not None and (value.boards, value.constants) != (default.boards, default.constants):
            yield value.id


# -- settled conditions ----------------------------------------------------------------------------------------------


NEAR: Final = 1
"""So far out of a table a key is a slip; what is known less well is not told."""
Key = tuple[str, Span, str]
"""A rule, a place in it, and the words there."""


@dataclass(slots=True)
class _Answers:
    """The results of conditions and cell accesses at each place, over all settings."""

    truths: dict[Key, set[Interval]] = field(default_factory=dict)
    folded: set[tuple[str, Span]] = field(default_factory=set)
    cells: dict[Key, set[bool | None]] = field(default_factory=dict)
    """Whether a cell is in its table: yes, never, or not known."""
    tables: dict[Key, tuple[Table, int, Interval]] = field(default_factory=dict)
    """Of each cell the table, which of its keys it is about, and between which numbers that lies in any setting."""


def find_decided_conditions(subject: Subject) -> Iterator[Found | Holds]:
    """Find constant conditions, and cell accesses outside their tables; yield evidence for accesses proved to be inside."""
    answers = _Answers()
    for setting in all_settings(subject):
        for players in range(setting.players[0], setting.players[1] + 1):
            look = _Look(answers, BoundEvaluator(setting.ruleset, players))
            following = BoundsPropagation(setting.ruleset, look.bounds, look.asked)
            for procedure in source_procedures(setting.ruleset):
                following.procedure(procedure)
            for term, span, rule, what in non_procedure_terms(setting.ruleset):
                look.asked(term, span, rule, look.bounds, what)
    yield from _conditions(answers, subject)
    yield from _inside_tables(answers)
    yield from _cells(answers)
    yield from _reached(answers, subject)


@dataclass(slots=True)
class _Look:
    """Records evaluated terms under one setting."""

    answers: _Answers
    bounds: BoundEvaluator
    seen: set[tuple[str, Span]] = field(default_factory=set)
    """The cells that were come to, of all that a term may ask for."""

    def asked(self, term: t.Term, span: Span, rule: str, known: BoundEvaluator, what: str) -> None:
        """Record the result of a term, and of the parts of a condition."""
        if isinstance(term.type, TruthType) and what != "value":
            self._condition(term, term.span or span, rule, known)
        cells = {(one.table, one.span) for one in reachable_terms(known.ruleset, (term,)) if isinstance(one, t.Cell)}
        if cells:
            self.seen = set()
            self._inside(term, span, rule, known)
            for table, at in cells - self.seen:
                self.answers.cells.setdefault((rule, at, f"{table} 0"), set()).add(None)

    def _condition(self, term: t.Term, span: Span, rule: str, known: BoundEvaluator) -> None:
        if isinstance(term, t.Constant):
            # What there is at this table settles it, and may settle it otherwise at another one.
            self.answers.folded.add((rule, span))
        else:
            self.answers.truths.setdefault((rule, span, type(term).__name__), set()).add(known.of(term))
        match term:
            case t.Negation(_, operand):
                self._condition(operand, operand.span or span, rule, known)
            case t.Logic(_, word, left, right):
                self._condition(left, left.span or span, rule, known)
                further = known.told(left, holds=word == "and")
                if further is not None:
                    self._condition(right, right.span or span, rule, known.knowing(further))
            case t.ReadTerm() | t.ComputedTerm():
                pass

    def _inside(self, term: t.Term, span: Span, rule: str, known: BoundEvaluator) -> None:
        """Record the cell accesses within a term, with the facts known at each."""
        match term:
            case t.Cell():
                self._cell(term, rule, known)
            case t.Logic(_, word, left, right):
                self._inside(left, span, rule, known)
                further = known.told(left, holds=word == "and")
                if further is not None:
                    self._inside(right, span, rule, known.knowing(further))
                return
            case t.Choice(_, condition, then, otherwise):
                self._inside(condition, span, rule, known)
                for one, holds in ((then, True), (otherwise, False)):
                    further = known.told(condition, holds=holds)
                    if further is not None:
                        self._inside(one, span, rule, known.knowing(further))
                return
            case t.Apply(_, define, arguments):
                inside = known.inside(define, arguments)
                if inside is not None and any(isinstance(one, t.Cell) for one in all_terms(inside)):
                    self._inside(inside, span, rule, known)
            case (
                t.Exists(variable=variable, domain=domain)
                | t.Fold(variable=variable, domain=domain)
                | t.Filter(variable=variable, domain=domain)
            ):
                self._inside(domain, span, rule, known)
                self._of_each(term, span, rule, known.knowing(known.member(variable, domain)))
                return
            case t.LeafTerm() | t.Fixed() | t.Tracked() | t.Gathered() | t.Lies() | t.ZoneTerm() | t.ComputedTerm():
                pass
        for one in child_terms(term):
            self._inside(one, span, rule, known)

    def _of_each(self, term: t.Exists | t.Fold | t.Filter, span: Span, rule: str, inner: BoundEvaluator) -> None:
        """Record the terms evaluated for each member of a domain."""
        if term.where is not None:
            self._inside(term.where, span, rule, inner)
            further = inner.told(term.where, holds=True)
            if further is None:
                return
            inner = inner.knowing(further)
        value = term.value if isinstance(term, t.Fold) else term.has if isinstance(term, t.Exists) else None
        if value is not None:
            self._inside(value, span, rule, inner)

    def _cell(self, term: t.Cell, rule: str, known: BoundEvaluator) -> None:
        table, found = term.table, known.ruleset.tables[term.table]
        self.seen.add((table, term.span))
        for at, (key, low, size) in enumerate(zip(term.keys, found.lows, found.sizes, strict=False)):
            if not isinstance(key.type, NumberType):
                continue
            least, most = known.of(key)
            last = low + size - 1
            inside: bool | None = None
            if least is not None and most is not None and low <= least and most <= last:
                inside = True
            elif (least is not None and least > last) or (most is not None and most < low):
                inside = False
            where = (rule, term.span, f"{table} {at}")
            self.answers.cells.setdefault(where, set()).add(inside)
            _, _, before = self.answers.tables.get(where, (found, at, (least, most)))
            self.answers.tables[where] = (found, at, interval_union(before, (least, most)))


def _conditions(answers: _Answers, subject: Subject) -> Iterator[Found]:
    seen: list[Span] = []
    for (rule, span, _), found in answers.truths.items():
        # Of parts of a condition that is settled itself nothing is told.
        if (
            found in ({YES}, {NO})
            and (rule, span) not in answers.folded
            and not any(_within(span, one) for one in seen)
        ):
            seen.append(span)
            text = source_text(subject, span)
            said = Said("says.always") if found == {YES} else Said("says.never")
            yield static_finding("V120", span, rule, text, text=text, answer=said)


def _within(span: Span, other: Span) -> bool:
    """Return whether a place is inside another one."""
    return (
        span.file == other.file
        and (other.line, other.column) <= (span.line, span.column)
        and (span.end_line, span.end_column) <= (other.end_line, other.end_column)
    )


def _inside_tables(answers: _Answers) -> Iterator[Holds]:
    """Yield evidence, with the tables, for each rule whose table accesses are all proved to exist."""
    by_rule: dict[str, dict[str, bool]] = {}
    for (rule, _, where), found in answers.cells.items():
        tables = by_rule.setdefault(rule, {})
        name = where.partition(" ")[0]
        tables[name] = tables.get(name, True) and found == {True}
    for rule, tables in by_rule.items():
        if all(tables.values()):
            names = ", ".join(sorted(tables))
            yield Holds(rule, "inside tables", Level.PROVED, Said("why.inside_table", name=names))


def _cells(answers: _Answers) -> Iterator[Found | Holds]:
    for where, found in answers.cells.items():
        if where not in answers.tables:
            continue
        rule, span, _ = where
        table, at, (least, most) = answers.tables[where]
        low, high = table.lows[at], table.lows[at] + table.sizes[at] - 1
        if found != {True} and least is not None and most is not None and low - NEAR <= least and most <= high + NEAR:
            never = found == {False}
            yield static_finding(
                "V121" if never else "V122",
                span,
                rule,
                f"{table.id} {table.key_names[at]}",
                "error" if never else "warning",
                table=table.id,
                key=table.key_names[at],
                low=low,
                high=high,
                found=least if least < low else most,
            )


def _reached(answers: _Answers, subject: Subject) -> Iterator[Found]:
    """Find rows at the end of tables that no rule can access."""
    asked: dict[tuple[str, Span, int], list[Interval]] = {}
    unknown = {one.table for one in _asked_elsewhere(subject.ruleset)}
    tables: dict[tuple[str, Span, int], Table] = {}
    for where in answers.cells:
        if where not in answers.tables:
            unknown.add(where[2].partition(" ")[0])
            continue
        table, at, interval = answers.tables[where]
        asked.setdefault((table.id, table.declared.span, at), []).append(interval)
        tables[table.id, table.declared.span, at] = table
    for (name, _, at), intervals in asked.items():
        table = tables[name, _, at]
        least, most = reduce(interval_union, intervals)
        # Of a row for a range of numbers it is enough that one of them is asked for.
        last = table.lows[at] + table.row_groups(at)[-1][0]
        if name in unknown or table.key_names[at] == "player_count" or least is None or most is None or most >= last:
            continue
        row = row_cell_indices(table.sizes, at, last - table.lows[at])
        yield static_finding(
            "V123",
            table.spans[row[0]],
            f"table:{name}",
            str(last),
            table=name,
            key=table.key_names[at],
            found=last,
            high=most,
        )


def _asked_elsewhere(ruleset: Ruleset) -> Iterator[t.Cell]:
    """Yield cells accessed in untracked contexts: claims, start values, visibility, conditions on pieces."""
    terms = [one.condition for one in ruleset.invariants]
    terms += ruleset.starts.values()
    terms += (audience for _, audience in ruleset.audiences.values())
    terms += (one[1] for rules in ruleset.piece_conditions.values() for one in rules if one is not None)
    yield from (one for one in reachable_terms(ruleset, terms) if isinstance(one, t.Cell))

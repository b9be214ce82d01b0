"""Counts as a part of verification: each is evaluated on the box, or after the set-up, under every setting it may depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final

from reguli.engine.gameplay.condition_diagnosis import evaluate_condition
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.model.binding.standalone_expressions import Aside
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import OptionDecl
from reguli.ruleset.folder_contents import COUNTS
from reguli.ruleset.option_settings import choice_text
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.verify.double_entry.count_files import (
    PLAYERS,
    CountDecl,
    When,
    expected_number,
    expression_words,
    load_counts,
    range_numbers,
    substitute_element,
    written_keys,
)
from reguli.verify.double_entry.fact_comparison import (
    EnteredFacts,
    OpenOrigin,
    all_enterable_items,
    find_entered_data_files,
    find_unverified_data,
    no_base_ruleset,
)
from reguli.verify.report import Budget, Found, Holds, Level, Progress, Severity, Subject, finding_id
from reguli.verify.setup_runs import setup_options

# -- count settings --------------------------------------------------------------------------------------------------
# The tables at which counts are asked: settings of the options and numbers of players, each made once.


SEEDS: Final = (0, 1, 2)
"""What a set-up leaves where must be so whatever chance brings: so many set-ups are looked at."""
Settings = tuple[tuple[str, str | bool], ...]


@dataclass(frozen=True, slots=True)
class CountConfiguration:
    """One setting: the values of all options and the number of players; without a number it is the box for any number."""

    settings: Settings
    players: int | None


@dataclass(slots=True)
class CountContext:
    """The settings of one ruleset at which counts are evaluated."""

    subject: Subject
    bag: Bag = field(default_factory=Bag)
    """What is found while counts are bound."""
    programs: dict[CountConfiguration, Playable | None] = field(default_factory=dict)
    positions: dict[tuple[CountConfiguration, When], tuple[Slots, ...]] = field(default_factory=dict)
    asides: dict[int, Aside] = field(default_factory=dict)
    asked: frozenset[str] | None = None
    """The options that the rules of the set-up ask for, found on first use."""

    def seats(self, when: When, by: Collection[str], *, by_players: bool) -> Iterator[CountConfiguration]:
        """Yield the settings at which a count is evaluated: each value of the options it may depend on, other options at their defaults."""
        low, high = self.subject.documents.game.players
        every: tuple[int | None, ...] = tuple(range(low, high + 1))
        if when == "counts" and not by_players:
            every = (None,) if self.subject.documents.by_players else (low, high)
        for settings in self._settings(when, by):
            for players in dict.fromkeys(every):
                yield CountConfiguration(settings, players)

    def _settings(self, when: When, by: Collection[str]) -> tuple[Settings, ...]:
        options = self.subject.documents.game.options
        given = self.subject.opened.options
        base = {option.id: given.get(option.id, option.default) for option in options}
        named = [option for option in options if option.id in by and option.id not in given]
        asked = self._asked_in_set_up() if when == "set_up" else frozenset()
        found: dict[Settings, None] = {}
        for chosen in product(*(option.every_value for option in named)):
            here = base | dict(zip((option.id for option in named), chosen, strict=True))
            found[tuple(here.items())] = None
            for option in options:
                if option not in named and option.id not in given and (_changes(option) or option.id in asked):
                    found |= {tuple((here | {option.id: value}).items()): None for value in option.every_value}
        return tuple(found)

    def _asked_in_set_up(self) -> frozenset[str]:
        if self.asked is None:
            self.asked = setup_options(self.subject.ruleset)
        return self.asked

    def program(self, seat: CountConfiguration) -> Playable | None:
        """Return the program of a setting."""
        if seat not in self.programs:
            ruleset = self.subject.programs.ruleset(dict(seat.settings), seat.players, Bag())
            players = self.subject.documents.game.players[1] if seat.players is None else seat.players
            self.programs[seat] = None if ruleset is None else self.subject.opened.settings.walked(ruleset, players)
        return self.programs[seat]

    def lying(self, seat: CountConfiguration, when: When, program: Playable) -> tuple[Slots, ...]:
        """Return the positions to examine: the box, or the results of the set-up. Raises ``RulesFault``."""
        if (seat, when) not in self.positions:
            begun = (start_playthrough(program, seed, play_forced=False).slots for seed in SEEDS)
            self.positions[seat, when] = (list(program.first),) if when == "counts" else tuple(begun)
        return self.positions[seat, when]

    def aside(self, ruleset: Ruleset) -> Aside:
        """Return the binder of counts for a ruleset."""
        if id(ruleset) not in self.asides:
            sources = self.subject.opened.sources
            names = {f"{path.name}/counts.yaml" for path in self.subject.opened.layers.folders}
            texts = tuple((name, text) for name in sorted(names) if (text := sources.text(name)) is not None)
            self.asides[id(ruleset)] = Aside(ruleset, self.bag, texts=texts)
        return self.asides[id(ruleset)]


def _changes(option: OptionDecl) -> bool:
    """Return whether a value of an option changes the declarations."""
    return any(value.boards or value.constants for value in option.values)


# -- count comparison ------------------------------------------------------------------------------------------------


MOST: Final = 2_000
"""So many combinations of keys at most are asked of one count."""
ASKED: Final = 1
"""Steps that it takes to ask a count."""
PROPERTY: Final = "count"
"""The property of a kind, table or constant that there are as many as the printed game has."""
Keys = tuple[str, ...]


@dataclass(slots=True)
class CountResult:
    """The result of one count: findings with their keys, and all known keys by nesting depth."""

    decl: CountDecl
    found: list[tuple[Diagnostic, str, Severity]] = field(default_factory=list)
    known: dict[int, dict[str, None]] = field(default_factory=dict)
    told: set[Keys] = field(default_factory=set)
    missing: set[Span] = field(default_factory=set)
    """Where a number is missing: the first key without one is told."""
    agreed: int = 0
    expected: list[tuple[Span, Said]] = field(default_factory=list)
    """Numbers of the base that differ because of what the variant changes."""


def run_count_checks(subject: Subject, budget: Budget, origin: OpenOrigin = no_base_ruleset) -> Iterator[Found | Holds]:
    """Evaluate every count of a ruleset; a base count that fails here is a change, or a note if a wanted change explains it."""
    bag = Bag()
    listed = load_counts(subject.opened.layers, bag, subject.opened.sources)
    for told in bag:
        yield _found("error", told, "", "")
    counting = CountComparison(CountContext(subject), budget, origin)
    for decl in listed:
        asked = counting.asked(decl)
        for told, about, severity in asked.found:
            yield _found(severity, told, decl.text, about)
        if asked.expected:
            told = make_finding("V146", decl.span, related=asked.expected, text=decl.text, count=len(asked.expected))
            yield _found("note", told, decl.text, "")
        if not any(expression_words(decl.asked)):
            yield _found("warning", make_finding("V145", decl.span, text=decl.text), decl.text, "")
        if not asked.found and asked.agreed:
            yield from _held(decl, subject.ruleset, asked)
    for told in counting.tables.bag:
        yield _found("error", told, "", str(told.args))


def _found(severity: Severity, told: Diagnostic, text: str, about: str) -> Found:
    return Found(finding_id("static", told.code, text, about), "static", severity, told)


def _held(decl: CountDecl, ruleset: Ruleset, asked: CountResult) -> Iterator[Holds]:
    """Yield the evidence that counted objects have the expected numbers."""
    by = Said("why.counted", text=decl.text, count=asked.agreed)
    for rule in declarations_in_count(decl, ruleset):
        yield Holds(rule, PROPERTY, Level.ENTERED_TWICE, by)


def declarations_in_count(decl: CountDecl, ruleset: Ruleset) -> Mapping[str, Span]:
    """Return the kinds, tables and constants that a count refers to, with their places."""
    found: dict[str, Span] = {}
    names = frozenset(expression_words(decl.asked))
    for kind in ruleset.kinds.values():
        if kind.span.line and names & {kind.id, kind.plural}:
            found[f"kind:{kind.id}"] = kind.span
    found |= {f"table:{table.id}": table.declared.span for table in ruleset.tables.values() if table.id in names}
    return found | {f"constant:{one.id}": one.span for one in ruleset.constants.values() if one.id in names}


@dataclass(slots=True)
class CountComparison:
    """Evaluates the counts of one ruleset."""

    tables: CountContext
    budget: Budget
    open_origin: OpenOrigin = no_base_ruleset
    _origin: list[tuple[CountContext | None, CountContext | None]] = field(default_factory=list)

    def asked(self, decl: CountDecl) -> CountResult:
        """Evaluate one count under every setting."""
        asked, documents = CountResult(decl), self.tables.subject.documents
        kinds = (*self.tables.subject.ruleset.kinds, *(kind.id for kind in documents.kinds))
        known = {PLAYERS, *(option.id for option in documents.game.options), *kinds}
        unknown = [(name, span) for name, span in decl.by if name not in known]
        for name, span in unknown:
            told = make_finding(
                "V142", span, near=closest_name(name, known), text=decl.text, why=Said("why.no_key_of_count", name=name)
            )
            asked.found.append((told, name, "error"))
        if unknown:
            return asked
        names = [name for name, _ in decl.by]
        for seat in self.tables.seats(decl.when, names, by_players=PLAYERS in names):
            program = self.tables.program(seat)
            if program is not None and self.budget.spend(ASKED):
                self._at(seat, program, asked)
        self._unknown_keys(asked)
        return asked

    def _at(self, seat: CountConfiguration, program: Playable, asked: CountResult) -> None:
        """Evaluate a count under one setting, for all existing keys."""
        decl = asked.decl
        values = [_values(name, seat, program) for name, _ in decl.by]
        for depth, own in enumerate(values):
            asked.known.setdefault(depth, {}).update(dict.fromkeys(own))
        for keys in islice(product(*values), MOST):
            if keys in asked.told:
                continue
            wanted = expected_number(decl.wanted, keys)
            if isinstance(wanted, Span):
                if wanted in asked.missing:
                    return
                asked.missing.add(wanted)
                why = Said("why.nothing_expected", keys=_said(keys)) if keys else Said("why.no_number_expected")
                asked.found.append(
                    (make_finding("V142", wanted, near=None, text=decl.text, why=why), _said(keys), "error")
                )
                return
            self._compared(seat, keys, wanted, asked)

    def _compared(self, seat: CountConfiguration, keys: Keys, wanted: tuple[int, Span], asked: CountResult) -> None:
        decl, (number, span) = asked.decl, wanted
        value = evaluate_count(self.tables, decl, seat, keys)
        if value == number:
            asked.agreed += 1
        if value in (number, None):
            return
        asked.told.add(keys)
        ruleset = self.tables.subject.ruleset
        related = [
            (place, Said("here.counted", name=rule.partition(":")[2]))
            for rule, place in declarations_in_count(decl, ruleset).items()
        ]
        where = (self.tables.subject.documents.game.span, _table(seat))
        if isinstance(value, Said):
            told = make_finding("V143", decl.span, near=None, related=[where], text=decl.text, why=value)
            asked.found.append((told, _said(keys), "error"))
            return
        text = decl.text if not keys else f"{decl.text} ({_said(keys)})"
        base, wanted_alone = (None, None) if decl.own else self._tables_of_origin()
        inherited = base is not None and evaluate_count(base, decl, seat, keys) == number
        if inherited and wanted_alone is not None and evaluate_count(wanted_alone, decl, seat, keys) == int(value or 0):
            asked.expected.append((span, Said("here.count_follows", text=text, found=int(value or 0), wanted=number)))
            return
        code = "V144" if inherited else "V141"
        severity: Severity = "change" if inherited else "error"
        told = make_finding(
            code, span, near=None, related=[*related, where], text=text, found=int(value or 0), wanted=number
        )
        asked.found.append((told, _said(keys), severity))

    def _tables_of_origin(self) -> tuple[CountContext | None, CountContext | None]:
        """Return the settings of the base, and those of the base with only the wanted changes."""
        if not self._origin:
            origin = self.open_origin()
            known = (None, None) if origin is None else (origin.base, origin.wanted)
            base, wanted = (None if one is None else CountContext(one) for one in known)
            self._origin.append((base, wanted))
        return self._origin[0]

    def _unknown_keys(self, asked: CountResult) -> None:
        """Report keys of the count that do not exist."""
        decl = asked.decl
        for option in self.tables.subject.documents.game.options:
            for depth, (name, _) in enumerate(decl.by):
                if name == option.id:
                    every = map(choice_text, option.every_value)
                    asked.known.setdefault(depth, {}).update(dict.fromkeys(every))
        for depth, written, span in written_keys(decl.wanted, 0):
            known = asked.known.get(depth, {})
            if not all(one in known for one in range_numbers(written)) and known:
                why = Said("why.no_such_key", name=written, known=abbreviated_list([*known]))
                told = make_finding("V142", span, near=closest_name(written, known), text=decl.text, why=why)
                asked.found.append((told, written, "error"))


def _values(name: str, seat: CountConfiguration, program: Playable) -> Keys:
    """Return the possible values of a key under a setting; the number of players and an option have only their current value."""
    if name == PLAYERS:
        return (str(seat.players),)
    settings = dict(seat.settings)
    if name in settings:
        return (choice_text(settings[name]),)
    kind = program.ruleset.kinds.get(name)
    return () if kind is None else kind.elements[: program.layout.size_of(name)]


def evaluate_count(tables: CountContext, decl: CountDecl, seat: CountConfiguration, keys: Keys) -> int | Said | None:
    """Evaluate a count under a setting; None if it cannot be bound there, which is reported once. Among several positions the first differing value counts."""
    program = tables.program(seat)
    if program is None:
        return None
    node = decl.asked
    for (name, _), key in zip(decl.by, keys, strict=True):
        if name in program.ruleset.kinds and name != PLAYERS:
            node = substitute_element(node, name, key)
    term = tables.aside(program.ruleset).term(node)
    if term is None:
        return None
    try:
        values = [evaluate_condition(program, term, slots) for slots in tables.lying(seat, decl.when, program)]
    except RulesFault as fault:
        return Said("why.rules_fail_with", code=str(fault.args[0]))
    wanted = expected_number(decl.wanted, keys)
    number = None if isinstance(wanted, Span) else wanted[0]
    return next((int(value) for value in values if value != number), number)  # type: ignore[call-overload]


def _said(keys: Keys) -> str:
    return ", ".join(keys)


def _table(seat: CountConfiguration) -> Said:
    options = ", ".join(
        f"{name}={value if isinstance(value, str) else str(value).lower()}" for name, value in seat.settings
    )
    if seat.players is None:
        return Said("here.in_the_box", options=options)
    return (
        Said("here.with_options", players=seat.players, options=options)
        if options
        else Said("here.with_players", players=seat.players)
    )


# -- double entry part -----------------------------------------------------------------------------------------------
# What was entered a second time as a part of verification: counts, every file of facts, and of which data there is none.


def run_double_entry(
    subject: Subject, budget: Budget, progress: Progress, *, origin: OpenOrigin
) -> Iterator[Found | Holds]:
    """Compare a ruleset with its counts and with data entered a second time; ``origin`` opens the base of a variant."""
    progress(COUNTS, 0, 0)
    yield from run_count_checks(subject, budget, origin)
    files = find_entered_data_files(subject)
    things = all_enterable_items(subject)
    facts, held = EnteredFacts(subject, things, origin), dict[str, Holds]()
    for at, file in enumerate(files):
        progress(file.name, at, len(files))
        for one in facts.compared(file):
            if isinstance(one, Holds):
                held[one.rule] = one
            yield one
    yield from find_unverified_data(things, held)

"""The verification report as one HTML file, and its matrix as a spreadsheet."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from reguli.app.errors import make_refusal
from reguli.app.verification.coverage_matrix import (
    CoverageTexts,
    DisplayNames,
    MatrixRow,
    Stripe,
    load_display_names,
    stripe_legend,
)
from reguli.app.verification.part_registry import BEGUN, offered_example_yaml
from reguli.app.verification.text_report import (
    MOST_ACTIONS,
    ORDER,
    Judged,
    VerificationReport,
    finding_counts_line,
    omission_lines,
    property_level_lines,
    report_header_line,
    severity_heading,
    strip_rule_sort,
    suggested_action,
)
from reguli.engine.chance_nodes import refusal_with_typed_names
from reguli.engine.chance_source import ChanceRefused
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.playthrough import GamePlaythrough, PlayedMove
from reguli.engine.notation import Plain
from reguli.engine.position_documents.document_setup import impossible_outcome_finding, set_up_position
from reguli.ir.runtime_faults import RulesFault
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.play.replay_steps import (
    Flat,
    board_script_texts,
    completed_move_text,
    decision_prompt_line,
    flatten_position,
    replay_static_data,
    replay_step_data,
)
from reguli.ruleset.declarations.example_files import ExampleDecl, PositionDecl, StepDecl, read_examples
from reguli.source.diagnostic import Bag, finding_as_json, finding_sentence, finding_sentence_value, place_of
from reguli.source.finding_catalogue import Said, Translation
from reguli.source.source_excerpt import Sources, Span, escape_invisible
from reguli.source.spreadsheet_files import SpreadsheetsUnavailable, text_spreadsheet
from reguli.verify.example_runner import MOST_FORCED, ProgramCache, run_step
from reguli.verify.report import Found, Offered
from reguli.words.catalogue.interface_texts import InterfaceTexts

if TYPE_CHECKING:
    from reguli.play.session_texts import SessionRealiser


# -- position steps --------------------------------------------------------------------------------------------------
# The positions of a page: an example played step by step, as what each step changes on one table that many positions share.


FACTS: Final = "facts/"
UNSEEN: Final = "–"


@dataclass(frozen=True, slots=True)
class PagePosition:
    """A position with its steps: its setting, its differences from the setting's first position, and the places the example sets."""

    table: str
    start: Flat
    steps: tuple[dict[str, Plain], ...]
    places: tuple[tuple[str, str, str], ...]

    def to_json(self) -> dict[str, object]:
        """Return the position as JSON-ready values."""
        return {"table": self.table, "start": self.start, "steps": list(self.steps)}


@dataclass(slots=True)
class SharedTableData:
    """Data shared by the positions of one setting: the first position, all names, and the texts."""

    name: str
    start: Flat
    data: dict[str, Any]
    tongue: SessionRealiser

    def to_json(self) -> dict[str, object]:
        """Return the data as JSON-ready values."""
        return {**self.data, "start": self.start}


@dataclass(slots=True)
class ExamplePlayer:
    """Plays examples for a page; programs are made once for all."""

    loaded: LoadedRuleset
    words: InterfaceTexts
    translation: Translation
    programs: ProgramCache | None = None
    tables: dict[tuple[object, ...], SharedTableData] = field(default_factory=dict)

    def show(self, example: ExampleDecl, sources: Sources) -> PagePosition | Said:
        """Return the position of an example and its steps, or the reason why it cannot be set up."""
        if self.loaded.documents is None or self.loaded.ruleset is None:
            return Said("why.ruleset_unread")
        if self.programs is None:
            self.programs = ProgramCache(self.loaded.settings, self.loaded.options)
        bag = Bag()
        program = self.programs.program(example.position, bag)
        first = None if program is None else set_up_position(program, example.position, bag, most_forced=MOST_FORCED)
        if first is None:
            return finding_sentence_value(bag.diagnostics[0])
        table = self._table(first, example)
        start = flatten_position(first)
        places = tuple(position_entries(self._set(first, example.position), start, table.data, self.words))
        steps = tuple(self._steps(first, example, table.tongue, sources))
        own: Flat = {place: value for place, value in start.items() if table.start.get(place, ...) != value}
        return PagePosition(table.name, own, steps, places)

    def _table(self, first: GamePlaythrough, example: ExampleDecl) -> SharedTableData:
        options = tuple(sorted(first.program.ruleset.options.items()))
        key = (first.program.players, options, first.names, example.names)
        if key not in self.tables:
            tongue = self._tongue(first, {typed: dict(names) for typed, names in example.names})
            data = replay_static_data(first.program, tongue)
            self.tables[key] = SharedTableData(f"table_{len(self.tables) + 1}", flatten_position(first), data, tongue)
        return self.tables[key]

    def _tongue(self, first: GamePlaythrough, names: Mapping[str, Mapping[str, str]]) -> SessionRealiser:
        # As above.
        from reguli.play.session_texts import open_sitting_tongue
        from reguli.words.grammar.languages import language_by_code, languages

        ruleset, code = first.program.ruleset, self.words.code
        homes = locate_wording_folders(self.loaded.path, ruleset.documents.game.words)
        spoken = {typed: own[code] for typed, own in names.items() if code in own}
        return open_sitting_tongue(ruleset, language_by_code(code) or languages()[0], homes, first, spoken)

    def _set(self, first: GamePlaythrough, position: PositionDecl) -> frozenset[str]:
        """Return the places that the example itself sets: those that differ from the position without its state."""
        flats = []
        for state in (position.state, ()):
            bare = dataclasses.replace(position, state=state, at=None)
            found = set_up_position(first.program, bare, Bag(), most_forced=MOST_FORCED)
            flats.append({} if found is None else flatten_position(found))
        return frozenset(place for place, value in flats[0].items() if flats[1].get(place, ...) != value)

    def _steps(
        self, playthrough: GamePlaythrough, example: ExampleDecl, tongue: SessionRealiser, sources: Sources
    ) -> Iterator[dict[str, Plain]]:
        """Yield the steps; a step that cannot be taken is the last, with its reason."""
        text = sources.text(example.span.file)
        texts = () if text is None else ((example.span.file, text),)
        flat = flatten_position(playthrough)
        yield self._asking(
            playthrough, replay_step_data(playthrough, {}, (flat, flat), 0, words=self.words, tongue=tongue), tongue
        )
        for step in example.when:
            before, moves, told, bag = playthrough.branch(), len(playthrough.moves), len(playthrough.journal), Bag()
            try:
                run_step(playthrough, step, texts, bag)
            except RulesFault as fault:
                bag.extend([fault_diagnostic(playthrough.program, fault)])
            except ChanceRefused as refused:
                typed = refusal_with_typed_names(playthrough.program, refused, playthrough.names)
                bag.extend([impossible_outcome_finding(typed, step.span)])
            after = flatten_position(playthrough)
            played = playthrough.moves[moves] if len(playthrough.moves) > moves else None
            said: dict[str, Plain] = {"move": self._done(before, played, step, tongue)}
            if bag:
                said["failed"] = finding_sentence(bag.diagnostics[0], self.translation)
            made = replay_step_data(playthrough, said, (after, flat), told, words=self.words, tongue=tongue)
            yield self._asking(playthrough, made, tongue)
            if bag:
                return
            flat = after

    def _asking(
        self, playthrough: GamePlaythrough, step: dict[str, Plain], tongue: SessionRealiser
    ) -> dict[str, Plain]:
        """Add the pending decision and its player to a step."""
        if playthrough.decision is not None:
            step["asks"] = decision_prompt_line(playthrough, tongue.title(playthrough.actor), tongue)
        return step

    def _done(self, before: GamePlaythrough, played: PlayedMove | None, step: StepDecl, tongue: SessionRealiser) -> str:
        """Return the text of a step: the move in words, or the automatic effect."""
        if step.form == "move":
            return step.text if played is None else completed_move_text(before, played, tongue)
        if step.form == "phase":
            return self.words.say("the phase is played: {name}", name=tongue.era("phase", step.text))
        return self.words.say("the rule runs by itself: {name}", name=step.text)


# -- places in words -----------------------------------------------------------------------------------------------


def position_entries(
    places: frozenset[str], flat: Flat, data: Mapping[str, Any], words: InterfaceTexts
) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of places: the owner or location, the field, its value; in listed order, player fields first."""
    order = {"game": 0, "player": 1}
    found = [place for place in flat if place in places and not place.startswith(FACTS)]
    for place in sorted(found, key=lambda one: order.get(one.partition("/")[0], 2)):
        owner, name, *element = place.split("/", 2)
        kept = data["fields"].get(f"{owner}/{name}")
        if kept is None or not kept["shown"]:
            continue
        who = words.say("Game") if not element else _label(owner, element[0], data)
        yield who, kept["label"], position_value_text(flat[place], kept, element[0] if element else None, data, words)


def position_value_text(
    value: Plain, kept: Mapping[str, Any], owner: str | None, data: Mapping[str, Any], words: InterfaceTexts
) -> str:
    """Return the text of a position's value, as the page's script would show it."""
    match value:
        case None:
            return words.say("without limit") if kept["form"] == "zone" else words.say("none")
        case bool():
            return words.say("yes") if value else words.say("no")
        case list():
            return ", ".join(_listed(item, kept, data, words) for item in value) or UNSEEN
        case dict():
            if owner is not None and kept["seats"] and list(value) == [owner]:
                return str(value[owner])
            of = kept["variety"] or kept["of"]
            single = [
                f"{_label(of, name, data)}" if count == 1 and kept["single"] else f"{_label(of, name, data)} {count}"
                for name, count in value.items()
            ]
            return ", ".join(single) or UNSEEN
        case str():
            return _label(kept["of"], value, data)
        case _:
            return str(value)


def _listed(item: Plain, kept: Mapping[str, Any], data: Mapping[str, Any], words: InterfaceTexts) -> str:
    if isinstance(item, list):
        items = ", ".join(_label(kept["of"], str(each), data) for each in item)
        return f"{len(item)} {words.say('in unknown order: {items}', items=items)}"
    return _label(kept["of"], str(item), data)


def _label(kind: str | None, name: str, data: Mapping[str, Any]) -> str:
    """Return the text of an element; for a player, the name at the table."""
    if kind == "player" and name in data["seat_ids"]:
        return str(data["seats"][data["seat_ids"].index(name)])
    return str(data["labels"].get(kind, {}).get(name, name))


# -- finding view ----------------------------------------------------------------------------------------------------
# Findings as a page shows them: the sentence, the rule as written, the position, two readings, and what answers them.


AROUND: Final = 2
"""Lines shown before and behind a place."""
MOST_LINES: Final = 14
"""Of a place itself so many lines are shown."""
TAB: Final = 4
MOST_POSITIONS: Final = 200
"""So many positions are drawn on one page; the others are written."""
CALLED: Final = ("name", "example")
"""Arguments of a finding that may name an example."""


@dataclass(slots=True)
class FindingFormatter:
    """Prepares findings for a page."""

    report: VerificationReport
    words: InterfaceTexts
    translation: Translation
    names: DisplayNames
    positions: ExamplePlayer
    drawn: dict[str, object] = field(default_factory=dict)

    def data(self, one: Judged) -> dict[str, object]:
        """Return all data that the page shows for a finding."""
        found = one.found
        told, offered = finding_as_json(found.told, self.translation), found.offered
        return {
            "id": found.id,
            "part": found.part,
            "sort": severity_heading(found.severity, self.words),
            "accepted": one.accepted,
            "question": one.question,
            "action": suggested_action(one, self.words, self.translation) if one.open else "",
            "place": place_of(found.told.span),
            "rule": {"id": strip_rule_sort(found.rule), "said": self.names.rule(found.rule)} if found.rule else None,
            "message": told["message"],
            "expected": told["expected"],
            "remedy": told["remedy"] if one.open else "",
            "near": found.told.near,
            "written": source_excerpt_lines(found.told.span, self.report.sources),
            "related": [
                {
                    "place": place_of(span),
                    "said": self.translation.say(said),
                    "written": source_excerpt_lines(span, self.report.sources),
                }
                for span, said in found.told.related
            ],
            "shown": self._shown(found),
            "besides": [] if offered is None else [self.translation.say(one.said) for one in offered.besides],
            "readings": [] if offered is None else list(self._readings(found, offered)),
            "file": "" if offered is None else offered.file,
            "accept": self._command("accept", found.id, "--because", "…")
            if one.open and found.told.code[0] == "V"
            else "",
        }

    def _readings(self, found: Found, offered: Offered) -> Iterator[dict[str, object]]:
        for number, reading in enumerate(offered.readings, 1):
            yield {
                "number": number,
                "said": self.translation.say(reading.said),
                "now": reading.now,
                "claim": escape_invisible(reading.claim.strip()),
                "yaml": f"{BEGUN}\n{offered_example_yaml(offered, number)}",
                "command": self._command("keep", found.id, "--reading", str(number)),
            }

    def _command(self, name: str, *rest: str) -> str:
        options = [
            word
            for option, value in self.positions.loaded.options.items()
            for word in ("--option", f"{option}={str(value).lower() if isinstance(value, bool) else value}")
        ]
        return shlex.join(("reguli", name, self.report.name, *rest, *options)).replace("'…'", '"…"')

    # -- positions -------------------------------------------------------------------------------------------------

    def _shown(self, found: Found) -> dict[str, object] | None:
        """Return the position of a finding, if it has one."""
        example, sources = self._example(found)
        if example is None or len(self.drawn) >= MOST_POSITIONS:
            return None
        shown = self.positions.show(example, sources)
        if not isinstance(shown, PagePosition):
            why = self.translation.say(shown)
            return {"why_not": why, "places": [], "steps": [], "asks": "", "table": None, "called": ""}
        self.drawn[found.id] = shown.to_json()
        return {
            "why_not": "",
            "places": [{"who": who, "what": what, "value": value} for who, what, value in shown.places],
            "steps": [{"move": step["move"], "failed": step.get("failed", "")} for step in shown.steps[1:]],
            "asks": shown.steps[-1].get("asks", ""),
            "table": shown.table,
            "called": "" if found.offered is not None else self.names.example(example.id),
        }

    def _example(self, found: Found) -> tuple[ExampleDecl | None, Sources]:
        """Return the example of a finding: the offered one, or the one that it concerns."""
        sources = self.report.sources
        if found.offered is not None:
            sources = Sources()
            text = f"{BEGUN}\n{offered_example_yaml(found.offered, 1)}"
            read = read_examples(text, found.offered.file, Bag(), sources)
            return next(iter(read), None), sources
        args = dict(found.told.args)
        examples = self.positions.loaded.examples
        named = next((examples[str(args[key])] for key in CALLED if str(args.get(key)) in examples), None)
        if named is None and found.part == "examples" and found.told.span is not None:
            named = self._round(found.told.span)
        return named, sources

    def _round(self, span: Span) -> ExampleDecl | None:
        """Return the example that contains a place: the last one that begins before it in its file."""
        before = [
            one
            for one in self.positions.loaded.examples.values()
            if one.span.file == span.file and one.span.line <= span.line
        ]
        return max(before, key=lambda one: one.span.line, default=None)


def source_excerpt_lines(span: Span | None, sources: Sources) -> list[dict[str, object]]:
    """Return the source lines around a place, each split into three parts: before, inside and after the place."""
    if span is None or not span.line or sources.line(span.file, span.line) is None:
        return []
    last = min(span.end_line, span.line + MOST_LINES)
    numbered = (
        (number, sources.line(span.file, number)) for number in range(max(1, span.line - AROUND), last + AROUND + 1)
    )
    return [_parted(text, number, span) for number, text in numbered if text is not None]


def _parted(text: str, number: int, span: Span) -> dict[str, object]:
    """Split a line at the start and the end of a place; a line outside the place is all in the first part."""
    start = end = len(text)
    if span.line <= number <= span.end_line:
        start = span.column - 1 if number == span.line else len(text) - len(text.lstrip())
        end = max(start, span.end_column - 1) if number == span.end_line else len(text)
    before, within, behind = (
        escape_invisible(one.expandtabs(TAB)) for one in (text[:start], text[start:end], text[end:])
    )
    return {"number": number, "before": before, "within": within, "behind": behind}


# -- page output -----------------------------------------------------------------------------------------------------


def page_script_texts(words: InterfaceTexts) -> dict[str, str]:
    """Return the texts by name; the page's script fills the remaining placeholders in braces."""
    return {**_texts_of_findings(words), **_texts_of_positions(words), **board_script_texts(words)}


def _texts_of_findings(words: InterfaceTexts) -> dict[str, str]:
    say = words.say
    return {
        "skip": say("to what is to be done"),
        "contents": say("On this page"),
        "actions": say("What to do first"),
        "nothing": say("Nothing is to be done."),
        "more_below": say("All others stand below, with what they say."),
        "sentences": say("The rules, sentence by sentence"),
        "matrix": say("Statements, rules, examples"),
        "unchecked": say("What was not looked at"),
        "all_looked_at": say("nothing was left out"),
        "unheld": say("Rules that nothing holds"),
        "questions_help": say(
            "No statement of the rulebook decides this. What the rules do now stands beside each question; an example or a ruling closes it."
        ),
        "noscript": say("Without JavaScript the positions are written, not drawn; everything else is here."),
        "foot": say("Written by reguli verify. This file needs nothing else, and sends nothing anywhere."),
        "accepted": say("accepted"),
        "question": say("the question"),
        "written": say("As it is written"),
        "see": say("See also"),
        "expected": say("expected"),
        "to_do": say("to do"),
        "near": say("did you mean"),
        "rule": say("The rule"),
        "now": say("so it is now"),
        "reading": say("Reading {number}"),
        "besides": say("What it claims by either reading"),
        "readings": say("Which reading is right?"),
        "claim": say("What the example then claims"),
        "yaml": say("The whole example"),
        "keep": say("Keep it with this reading"),
        "accept": say("Accept it as it is, and say why"),
        "copy_yaml": say("Copy the example"),
        "copy_command": say("Copy the command"),
        "copied": say("copied"),
        "not_copied": say("not copied: mark the text and copy it by hand"),
    }


def _texts_of_positions(words: InterfaceTexts) -> dict[str, str]:
    say = words.say
    return {
        "position_of": say("The position"),
        "of_example": say("of the example: {said}"),
        "no_position": say("It cannot be drawn: {why}"),
        "what_is_set": say("What the example sets"),
        "nothing_set": say("Everything is as at the beginning."),
        "whose": say("where"),
        "what": say("what"),
        "whole": say("The whole position"),
        "steps": say("Steps of the example"),
        "moves": say("What is done"),
        "then_asked": say("Then it is asked"),
        "back": say("Back"),
        "on": say("Forward"),
        "keys_help": say("Left and right arrow step too, Home and End lead to the first and the last."),
        "given": say("the position that is given"),
        "failed": say("here it goes no further: {why}"),
        "board": say("The board"),
        "changed": say("◆ marks what this step changed."),
        "legend": say("What the stripes mean"),
        "legend_help": say(
            "A sentence may be held in several ways; the stripe is that of the strongest, the letters are those of all."
        ),
        "held_by": say("held by"),
        "shown_by": say("shown by examples"),
        "no_statements": say("This ruleset lists no statements of a rulebook."),
        "statement": say("statement"),
        "sentence": say("sentence"),
        "state": say("sort"),
        "rule_of": say("rule"),
        "rule_said": say("the rule in words"),
        "example": say("examples"),
        "stripe": say("held"),
        "level": say("levels"),
        "wording": say("wording"),
        "filter": say("Show rows with this text"),
        "filter_stripe": say("Show rows that are"),
        "any": say("of any sort"),
        "rows": say("{shown} of {all} rows"),
        "sort_by": say("sort"),
        "no_statement": say("no statement"),
        "no_rule": say("no rule"),
    }


WIDTHS: Final = (12, 60, 16, 40, 60, 40, 14, 50, 24)
COLUMNS: Final = ("statement", "sentence", "state", "rule_of", "rule_said", "example", "stripe", "level", "wording")


def report_page_data(
    report: VerificationReport, loaded: LoadedRuleset, words: InterfaceTexts, translation: Translation
) -> dict[str, object]:
    """Return all data of a report page as JSON-ready values in one language."""
    names, texts = load_display_names(loaded, words), page_script_texts(words)
    positions = ExamplePlayer(loaded, words, translation)
    finder = FindingFormatter(report, words, translation, names, positions)
    coverage = CoverageTexts(report, words, translation, names)
    found = {severity: [finder.data(one) for one in report.of(severity)] for severity in ORDER if report.of(severity)}
    by_id = {one["id"]: one for each in found.values() for one in each}
    actions = report.actions
    return {
        "lang": words.code,
        "title": words.say("Verification of {name}", name=report.title),
        "summary": [report_header_line(report, words), finding_counts_line(report, words)],
        "texts": texts,
        "actions": [by_id[one.found.id] for one in actions[:MOST_ACTIONS]],
        "more": max(0, len(actions) - MOST_ACTIONS),
        "sections": [
            {"severity": severity, "title": severity_heading(severity, words), "findings": each}
            for severity, each in found.items()
        ],
        "stripes": [
            {"id": name, "letter": letter, "word": word, "means": means}
            for name, (letter, word, means) in stripe_legend(words).items()
        ],
        "held": list(property_level_lines(report, words, translation)),
        "sentences": list(coverage.sentences()),
        "columns": [{"id": name, "said": texts[name]} for name in COLUMNS],
        "matrix": list(coverage.matrix()),
        "left_out": list(omission_lines(report, words)),
        "unheld": [{"id": strip_rule_sort(rule), "said": names.rule(rule)} for rule in report.unchecked],
        "tables": {table.name: table.to_json() for table in positions.tables.values()},
        "positions": finder.drawn,
    }


def render_report_page(
    report: VerificationReport, loaded: LoadedRuleset, words: InterfaceTexts, translation: Translation
) -> str:
    """Return the page; ``loaded`` is the ruleset of the report."""
    # The page needs jinja2, which costs 50 ms and no other form of a report needs.
    from reguli.publish.pictures.replay_page import verification_page

    return verification_page(report_page_data(report, loaded, words, translation))


def coverage_spreadsheet(
    report: VerificationReport, loaded: LoadedRuleset, words: InterfaceTexts, translation: Translation
) -> bytes:
    """Return the matrix as a spreadsheet. Raises ``Refused`` (W503) without the library that writes spreadsheets."""
    names, texts = load_display_names(loaded, words), page_script_texts(words)
    stripes = {name: word for name, (_, word, _) in stripe_legend(words).items()}
    rows = [_cells(one, stripes) for one in CoverageTexts(report, words, translation, names).matrix()]
    try:
        return text_spreadsheet(texts["matrix"], [texts[name] for name in COLUMNS], rows, WIDTHS)
    except SpreadsheetsUnavailable as missing:
        raise make_refusal("W503") from missing


def _cells(row: MatrixRow, stripes: Mapping[Stripe, str]) -> list[str]:
    examples, levels = "\n".join(row.examples), "\n".join(row.levels)
    said = [row.statement, row.sentence, row.state, row.rule, row.rule_said]
    return [*said, examples, stripes[row.stripe], levels, row.wording]

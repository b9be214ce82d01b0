"""The report of verification as one HTML file, and its matrix as a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reguli.app.errors import refused
from reguli.app.verification.report_page.coverage_matrix import Coverage, MatrixRow, Stripe, stripe_words
from reguli.app.verification.report_page.display_names import names_of
from reguli.app.verification.report_page.finding_view import Finder
from reguli.app.verification.report_page.position_steps import Positions
from reguli.app.verification.text_report import counts_line, head_line, held_lines, left_out_lines, title_of
from reguli.app.verification.triaged_report import MOST_ACTIONS, Report, bare
from reguli.pipeline import Loaded
from reguli.play.replay_steps import view_texts
from reguli.source.finding_translation import Translation
from reguli.verify.report.finding_types import Severity
from reguli.words.catalogue.interface_texts import Interface
from reguli.words.translation.spreadsheet_files import NoSheets, plain_sheet


def texts_of(words: Interface) -> dict[str, str]:
    """Give the texts by name; gaps in braces that stay are filled by the page's script."""
    return {
        **_headings(words),
        **_findings(words),
        **_stepping(words),
        **_rules(words),
        **_matrix(words),
        **view_texts(words),
    }


def _headings(words: Interface) -> dict[str, str]:
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
    }


def _findings(words: Interface) -> dict[str, str]:
    say = words.say
    return {
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


def _stepping(words: Interface) -> dict[str, str]:
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
    }


def _rules(words: Interface) -> dict[str, str]:
    say = words.say
    return {
        "legend": say("What the stripes mean"),
        "legend_help": say(
            "A sentence may be held in several ways; the stripe is that of the strongest, the letters are those of all."
        ),
        "held_by": say("held by"),
        "shown_by": say("shown by examples"),
        "no_statements": say("This ruleset lists no statements of a rulebook."),
    }


def _matrix(words: Interface) -> dict[str, str]:
    say = words.say
    return {
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


SECTIONS: Final[tuple[Severity, ...]] = ("error", "change", "gap", "open", "warning", "note")
WIDTHS: Final = (12, 60, 16, 40, 60, 40, 14, 50, 24)
COLUMNS: Final = ("statement", "sentence", "state", "rule_of", "rule_said", "example", "stripe", "level", "wording")


def page_data(report: Report, loaded: Loaded, words: Interface, translation: Translation) -> dict[str, object]:
    """Return everything that the page of a report says, as plain values in one language."""
    names, texts = names_of(loaded, words), texts_of(words)
    positions = Positions(loaded, words, translation)
    finder = Finder(report, words, translation, names, positions)
    coverage = Coverage(report, words, translation, names)
    found = {
        severity: [finder.data(one) for one in report.of(severity)] for severity in SECTIONS if report.of(severity)
    }
    by_id = {one["id"]: one for each in found.values() for one in each}
    actions = report.actions
    return {
        "lang": words.code,
        "title": words.say("Verification of {name}", name=report.title),
        "summary": [head_line(report, words), counts_line(report, words)],
        "texts": texts,
        "actions": [by_id[one.found.id] for one in actions[:MOST_ACTIONS]],
        "more": max(0, len(actions) - MOST_ACTIONS),
        "sections": [
            {"severity": severity, "title": title_of(severity, words), "findings": each}
            for severity, each in found.items()
        ],
        "stripes": [
            {"id": name, "letter": letter, "word": word, "means": means}
            for name, (letter, word, means) in stripe_words(words).items()
        ],
        "held": list(held_lines(report, words)),
        "sentences": list(coverage.sentences()),
        "columns": [{"id": name, "said": texts[name]} for name in COLUMNS],
        "matrix": list(coverage.matrix()),
        "left_out": list(left_out_lines(report, words)),
        "unheld": [{"id": bare(rule), "said": names.rule(rule)} for rule in report.unchecked],
        "tables": {table.name: table.to_json() for table in positions.tables.values()},
        "positions": finder.drawn,
    }


def report_page(report: Report, loaded: Loaded, words: Interface, translation: Translation) -> str:
    """Return the page; ``loaded`` is the ruleset that the report is on."""
    # The page needs jinja2, which costs 50 ms and no other form of a report needs.
    from reguli.publish.pictures.replay_page import verification_page

    return verification_page(page_data(report, loaded, words, translation))


def report_matrix(report: Report, loaded: Loaded, words: Interface, translation: Translation) -> bytes:
    """Return the matrix as a spreadsheet. Raises ``Refused`` (W503) without the library that writes spreadsheets."""
    names, texts = names_of(loaded, words), texts_of(words)
    stripes = {name: word for name, (_, word, _) in stripe_words(words).items()}
    rows = [_cells(one, stripes) for one in Coverage(report, words, translation, names).matrix()]
    try:
        return plain_sheet(texts["matrix"], [texts[name] for name in COLUMNS], rows, WIDTHS)
    except NoSheets as missing:
        raise refused("W503") from missing


def _cells(row: MatrixRow, stripes: Mapping[Stripe, str]) -> list[str]:
    examples, levels = "\n".join(row.examples), "\n".join(row.levels)
    said = [row.statement, row.sentence, row.state, row.rule, row.rule_said]
    return [*said, examples, stripes[row.stripe], levels, row.wording]

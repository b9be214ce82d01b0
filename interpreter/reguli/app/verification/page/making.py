"""The report of verification as one HTML file, and its matrix as a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reguli.app.troubles import refused
from reguli.app.verification.page.coverage import Coverage, MatrixRow, Stripe, stripe_words
from reguli.app.verification.page.findings import Finder
from reguli.app.verification.page.named import names_of
from reguli.app.verification.page.positions import Positions
from reguli.app.verification.page.texts import texts_of
from reguli.app.verification.report import MOST_ACTIONS, Report, bare
from reguli.app.verification.report_lines import counts_line, head_line, held_lines, left_out_lines, title_of
from reguli.pipeline import Loaded
from reguli.source.translation import Translation
from reguli.verify.report.found import Severity
from reguli.words.catalogue.interface import Interface
from reguli.words.desk.plain_sheet import plain_sheet
from reguli.words.desk.workbook import NoSheets

SECTIONS: Final[tuple[Severity, ...]] = ("error", "change", "gap", "open", "warning", "note")
WIDTHS: Final = (12, 60, 16, 40, 60, 40, 14, 50, 24)
COLUMNS: Final = ("statement", "sentence", "state", "rule_of", "rule_said", "example", "stripe", "level", "wording")


def page_data(report: Report, loaded: Loaded, words: Interface, translation: Translation) -> dict[str, object]:
    """Give everything that the page of a report says, as plain values in one language."""
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
    """Give the page; ``loaded`` is the ruleset that the report is on."""
    # The page needs jinja2, which costs 50 ms and no other form of a report needs.
    from reguli.publish.pictures.verification import verification_page

    return verification_page(page_data(report, loaded, words, translation))


def report_matrix(report: Report, loaded: Loaded, words: Interface, translation: Translation) -> bytes:
    """Give the matrix as a spreadsheet. Raises ``Refused`` (W503) where what writes spreadsheets is not installed."""
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

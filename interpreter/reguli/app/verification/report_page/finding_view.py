"""Findings as a page shows them: the sentence, the rule as written, the position, two readings, and what answers them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from reguli.app.verification.example_yaml import BEGUN, example_item
from reguli.app.verification.report_page.display_names import Names
from reguli.app.verification.report_page.position_steps import Positions, Shown
from reguli.app.verification.text_report import action_of, title_of
from reguli.app.verification.triaged_report import Judged, Report, bare
from reguli.ruleset.declarations.example_files import ExampleDecl, read_examples
from reguli.source.diagnostic import Bag, as_json, place_of
from reguli.source.finding_translation import Translation
from reguli.source.source_excerpt import printable
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.verify.report.finding_types import Found, Offered, Reading
from reguli.words.catalogue.interface_texts import Interface

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
class Finder:
    """Makes findings ready for a page."""

    report: Report
    words: Interface
    translation: Translation
    names: Names
    positions: Positions
    drawn: dict[str, object] = field(default_factory=dict)

    def data(self, one: Judged) -> dict[str, object]:
        """Give everything that the page says of a finding."""
        found = one.found
        told = as_json(found.told, self.translation)
        shown = self._shown(found)
        return {
            "id": found.id,
            "part": found.part,
            "sort": title_of(found.severity, self.words),
            "accepted": one.accepted,
            "question": one.question,
            "action": action_of(one, self.words, self.translation) if one.open else "",
            "place": place_of(found.told.span),
            "rule": {"id": bare(found.rule), "said": self.names.rule(found.rule)} if found.rule else None,
            "message": told["message"],
            "expected": told["expected"],
            "remedy": told["remedy"] if one.open else "",
            "near": found.told.near,
            "written": written(found.told.span, self.report.sources),
            "related": [
                {
                    "place": place_of(span),
                    "said": self.translation.say(said),
                    "written": written(span, self.report.sources),
                }
                for span, said in found.told.related
            ],
            "shown": shown,
            "besides": []
            if found.offered is None
            else [self.translation.say(one.said) for one in found.offered.besides],
            "readings": [] if found.offered is None else list(self._readings(found, found.offered)),
            "file": "" if found.offered is None else found.offered.file,
            "accept": self._command("accept", found.id, "--because", "…")
            if one.open and found.told.code[0] == "V"
            else "",
        }

    def _readings(self, found: Found, offered: Offered) -> Iterator[dict[str, object]]:
        for number, reading in enumerate(offered.readings, 1):
            yield self._reading(found, offered, number, reading)

    def _reading(self, found: Found, offered: Offered, number: int, reading: Reading) -> dict[str, object]:
        return {
            "number": number,
            "said": self.translation.say(reading.said),
            "now": reading.now,
            "claim": printable(reading.claim.strip()),
            "yaml": f"{BEGUN}\n{example_item(offered, number)}",
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
        """Give the position of a finding, if it has one."""
        example, sources = self._example(found)
        if example is None or len(self.drawn) >= MOST_POSITIONS:
            return None
        shown = self.positions.show(example, sources)
        if not isinstance(shown, Shown):
            return {
                "why_not": self.translation.say(shown),
                "places": [],
                "steps": [],
                "asks": "",
                "table": None,
                "called": "",
            }
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
        """Give the example of a finding: the one that is offered, or the one that it is about."""
        sources = self.report.sources
        if found.offered is not None:
            sources = Sources()
            text = f"{BEGUN}\n{example_item(found.offered, 1)}"
            read = read_examples(text, found.offered.file, Bag(), sources)
            return next(iter(read), None), sources
        args = dict(found.told.args)
        examples = self.positions.loaded.examples
        named = next((examples[str(args[key])] for key in CALLED if str(args.get(key)) in examples), None)
        if named is None and found.part == "examples" and found.told.span is not None:
            named = self._round(found.told.span)
        return named, sources

    def _round(self, span: Span) -> ExampleDecl | None:
        """Give the example in which a place stands: the last that begins before it in its file."""
        before = [
            one
            for one in self.positions.loaded.examples.values()
            if one.span.file == span.file and one.span.line <= span.line
        ]
        return max(before, key=lambda one: one.span.line, default=None)


def written(span: Span | None, sources: Sources) -> list[dict[str, object]]:
    """Give the lines of a place as they are written, a few round it, each in three parts: before, within, behind the place."""
    if span is None or not span.line or sources.line(span.file, span.line) is None:
        return []
    last = min(span.end_line, span.line + MOST_LINES)
    numbered = (
        (number, sources.line(span.file, number)) for number in range(max(1, span.line - AROUND), last + AROUND + 1)
    )
    return [_parted(text, number, span) for number, text in numbered if text is not None]


def _parted(text: str, number: int, span: Span) -> dict[str, object]:
    """Part a line where a place begins and ends in it; outside of the place everything is before it."""
    start = end = len(text)
    if span.line <= number <= span.end_line:
        start = span.column - 1 if number == span.line else len(text) - len(text.lstrip())
        end = max(start, span.end_column - 1) if number == span.end_line else len(text)
    before, within, behind = (printable(one.expandtabs(TAB)) for one in (text[:start], text[start:end], text[end:]))
    return {"number": number, "before": before, "within": within, "behind": behind}

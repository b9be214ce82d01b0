"""Creation of findings for static checks."""

from __future__ import annotations

from typing import Any

from reguli.source.diagnostic import make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span
from reguli.verify.report import Found, Severity, Subject, make_report_finding


def static_finding(
    code: str,
    span: Span | None,
    rule: str,
    operand: str,
    severity: Severity = "warning",
    *,
    related: tuple[tuple[Span, Said], ...] = (),
    **values: Any,
) -> Found:
    """Return a finding of a code, with the id of its rule, table or kind, and its operand."""
    return make_report_finding("static", severity, make_finding(code, span, related=related, **values), rule, operand)


def source_text(subject: Subject, span: Span) -> str:
    """Return the source text of a place within one line."""
    text = next((text for file, text in subject.ruleset.documents.texts if file == span.file), "")
    lines = text.split("\n")
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end].strip()

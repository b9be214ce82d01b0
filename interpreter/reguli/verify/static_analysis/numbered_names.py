"""Elements whose ids carry a number that is also a field of theirs: ``card_13`` with the number 13.

Where that is so for all elements of one beginning but a few, those few are told: one of the two numbers is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from reguli.model.resolved_ruleset import Kind
from reguli.source.span import Span
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.ruleset_settings import settings_of
from reguli.verify.static_analysis.static_findings import told

NUMBERED: Final = re.compile(r"(.*?)_?([0-9]+)")
LEAST: Final = 5
"""So many elements of one beginning make it no chance that their numbers agree."""
SLIPS: Final = 0.2
"""So many of them may be slips at most."""


def other_numbers(subject: Subject) -> Iterator[Found]:
    """Find elements whose ids carry another number than the field in which all others carry theirs."""
    seen: set[tuple[str, str, str]] = set()
    for setting in settings_of(subject):
        for kind in setting.ruleset.kinds.values():
            for field, at, number in _slips(kind):
                key = (kind.id, field, kind.elements[at])
                if key in seen:
                    continue
                seen.add(key)
                yield told(
                    "V114",
                    _places(kind, field).get(kind.elements[at], kind.span),
                    f"kind:{kind.id}",
                    f"{kind.elements[at]} {field}",
                    name=kind.elements[at],
                    field=field,
                    found=kind.values[field][at],
                    number=number,
                )


def _slips(kind: Kind) -> Iterator[tuple[str, int, int]]:
    """Give the fields and elements whose number is not that of the id, with the latter."""
    families: dict[str, list[tuple[int, int]]] = {}
    for at, element in enumerate(kind.elements):
        matched = NUMBERED.fullmatch(element)
        if matched is not None:
            families.setdefault(matched[1], []).append((at, int(matched[2])))
    numbers = (name for name, declared in kind.fields.items() if declared.form == "number" and name in kind.values)
    for field in numbers:
        for family in families.values():
            wrong = [(at, number) for at, number in family if kind.values[field][at] != number]
            if len(family) >= LEAST and 0 < len(wrong) <= len(family) * SLIPS:
                yield from ((field, at, number) for at, number in wrong)


def _places(kind: Kind, field: str) -> Mapping[str, Span]:
    """Give where the field of each element is written."""
    declared = () if kind.declared is None else kind.declared.elements
    return {one.id: cell.span for one in declared for name, cell in one.cells if name == field}

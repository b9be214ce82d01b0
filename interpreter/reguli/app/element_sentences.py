"""The rules of one element in words, for a player who looks at a card on the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from reguli.app.translation import WordingDesk
from reguli.engine.notation import Plain
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType

MOST: Final = 12
"""Sentences of one element."""
OTHERS: Final = ("element:", "statement:")
"""What is said under the name of an element and is no rule of its own: its name, and statements about its whole kind."""
PROCEDURE: Final = "procedure:"


def element_sentences(desk: WordingDesk, ruleset: Ruleset, kind: str, element: str) -> list[Plain]:
    """Return sentences on the rules of an element; where it has none, on those of its values, else of the elements that have it as a value."""
    for elements in (iter([(kind, element)]), _values(ruleset, kind, element), _belonging(ruleset, kind, element)):
        found = dict.fromkeys(text for one in elements for text in _said(desk, ruleset, *one))
        if found:
            return [*islice(found, MOST)]
    return []


def _said(desk: WordingDesk, ruleset: Ruleset, kind: str, element: str) -> Iterator[str]:
    acts = (name for name, field in ruleset.kinds[kind].fields.items() if field.form == "procedure")
    for name in (f"{kind}/{element}", *(f"procedure:{kind}.{element}.{act}" for act in acts)):
        # An element without a rule has no name there.
        for one in desk.say(name) if desk.names(name) else ():
            # The wording of a procedure is what somebody does, a part of other sentences.
            text = one.gloss if one.id.startswith(PROCEDURE) and one.gloss else one.wording or one.gloss
            if text and not one.id.startswith(OTHERS):
                yield text


def _values(ruleset: Ruleset, kind: str, element: str) -> Iterator[tuple[str, str]]:
    """Yield the elements that are values of an element, in fields with one value and with several."""
    known = ruleset.kinds[kind]
    at = known.elements.index(element)
    for name, field in known.fields.items():
        if field.form == "kind" and field.of is not None:
            for value in [*known.values.get(name, ())][at : at + 1]:
                if isinstance(value, int) and value >= 0:
                    yield field.of, ruleset.kinds[field.of].elements[value]
    for table in ruleset.tables.values():
        if table.id.startswith(f"{kind}.") and table.key_names[:1] == (kind,) and isinstance(table.type, ElementType):
            each = len(table.cells) // table.sizes[0]
            for cell in table.cells[at * each : (at + 1) * each]:
                if cell is not None and cell >= 0:
                    yield table.type.kind, ruleset.kinds[table.type.kind].elements[cell]


def _belonging(ruleset: Ruleset, kind: str, element: str) -> Iterator[tuple[str, str]]:
    """Yield the elements of other kinds that have an element as a value of a field."""
    at = ruleset.kinds[kind].elements.index(element)
    for other in ruleset.kinds.values():
        for name, declared in other.fields.items() if other.declared is not None else ():
            if declared.form == "kind" and declared.of == kind:
                for one, value in zip(other.elements, other.values.get(name, ()), strict=False):
                    if value == at:
                        yield other.id, one

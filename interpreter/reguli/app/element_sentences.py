"""The rules of one element in words, for a player who looks at a card on the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Final

from reguli.app.errors import Refused
from reguli.app.translation import WordingDesk
from reguli.engine.notation import Plain
from reguli.model.resolved_ruleset import Ruleset

MOST: Final = 12
"""Sentences of one element."""
OTHERS: Final = ("element:", "statement:")
"""What is said under the name of an element and is no rule of its own: its name, and statements about its whole kind."""


def element_sentences(desk: WordingDesk, ruleset: Ruleset, kind: str, element: str) -> list[Plain]:
    """Return sentences on the rules of an element; where it has none, on those of the elements that have it as a value."""
    own = [*_said(desk, ruleset, kind, element)]
    if not own:
        own = [text for other in _belonging(ruleset, kind, element) for text in _said(desk, ruleset, *other)]
    return [*islice(dict.fromkeys(own), MOST)]


def _said(desk: WordingDesk, ruleset: Ruleset, kind: str, element: str) -> Iterator[str]:
    acts = (name for name, field in ruleset.kinds[kind].fields.items() if field.form == "procedure")
    for name in (f"{kind}/{element}", *(f"procedure:{kind}.{element}.{act}" for act in acts)):
        with suppress(Refused):  # an element without a rule has no name there
            for one in desk.say(name):
                text = one.wording or one.gloss
                if text and not one.id.startswith(OTHERS):
                    yield text


def _belonging(ruleset: Ruleset, kind: str, element: str) -> Iterator[tuple[str, str]]:
    """Yield the elements of other kinds that have an element as a value of a field."""
    at = ruleset.kinds[kind].elements.index(element)
    for other in ruleset.kinds.values():
        for name, declared in other.fields.items() if other.declared is not None else ():
            if declared.form == "kind" and declared.of == kind:
                for one, value in zip(other.elements, other.values.get(name, ()), strict=False):
                    if value == at:
                        yield other.id, one

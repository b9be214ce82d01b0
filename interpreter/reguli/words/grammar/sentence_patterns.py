"""Patterns of sentences and the forms of verbs, as language files and lexicons write them.

``verbs`` gives the forms of each verb by name, ``acts`` says what is done by options and procedures, and ``conditions`` says what holds
of flags and conditions that the ruleset names::

    verbs:
      refill: {base: refill, present: refills, present_many: refill}
    acts:
      refill_market: {verb: refill, say: "[verb] the [market]"}
    conditions:
      passed: {'yes': "[player] has passed", 'no': "[player] has not passed"}
    values:
      clockwise_from: {say: "the [player:many], clockwise from [start]", head: player}

``values`` are phrases for values that a noun alone cannot say.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.schema.shapes import (
    ANY_NAME,
    HERE,
    TEXT,
    WHOLE,
    MappingField,
    MappingShape,
    named_value_pairs_schema,
    schema_with_conversion,
)
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

MANY: Final = "_many"
DEFINITE: Final = "_definite"
"""How the names of forms end that agree with several who act, or with a definite object."""


@frozen_class
class PatternDecl(FrozenValue):
    """A pattern as written: its text, the name that takes the forms asked of the whole, and the text used after a preposition.

    Of an act ``verb`` is the verb that the name ``verb`` stands for, and ``object`` the name of what the verb agrees with. Of a clause
    ``verb`` is the form that its verb takes.
    """

    span: Span
    say: str
    head: str = ""
    after: str = ""
    verb: str = ""
    object: str = ""


PATTERN: Final = MappingShape(
    PatternDecl,
    tuple(MappingField(key, TEXT, default="", called=WHOLE) for key in ("say", "head", "after", "verb", "object")),
    span=HERE,
    short="say",
)
ACTS: Final = schema_with_conversion(
    named_value_pairs_schema(ANY_NAME, PATTERN), lambda found: {f"act.{name}": decl for name, decl in found}
)
VALUES: Final = schema_with_conversion(
    named_value_pairs_schema(ANY_NAME, PATTERN), lambda found: {f"value.{name}": decl for name, decl in found}
)
_BOTH: Final = MappingShape(
    lambda yes, no: {end: decl for end, decl in (("yes", yes), ("no", no)) if decl is not None},
    tuple(MappingField(key, PATTERN, default=None, called=WHOLE, needed=True) for key in ("yes", "no")),
)
CONDITIONS: Final = schema_with_conversion(
    named_value_pairs_schema(ANY_NAME, _BOTH),
    lambda found: {f"condition.{name}.{end}": decl for name, both in found for end, decl in both.items()},
)
VERBS: Final = schema_with_conversion(
    named_value_pairs_schema(
        ANY_NAME,
        schema_with_conversion(named_value_pairs_schema(ANY_NAME, TEXT), lambda forms: MappingProxyType(dict(forms))),
    ),
    dict,
)


def verb_form(forms: Mapping[str, str], form: str, *, many: bool, definite: bool) -> str | None:
    """Return a form of a verb that agrees with its subject and its object, or the form that agrees with less; None where there is none."""
    subject, thing = MANY if many else "", DEFINITE if definite else ""
    names = (form + subject + thing, form + subject, form + thing, form)
    return next((forms[name] for name in names if name in forms), None)

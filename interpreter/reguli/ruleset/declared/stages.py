"""The stages of a game: eras, and how one passes to the next."""

from __future__ import annotations

from typing import Final

from reguli.reading.groups import Field, Found, Group, must
from reguli.reading.shapes import ListOf, by_name
from reguli.reading.values import NAME, NAMES, NEW_NAME, VALUE, number
from reguli.ruleset.citations import SOURCE
from reguli.ruleset.documents import StageCase, StageDecl
from reguli.ruleset.moments import MOMENT, PART, SCHEDULED

MOST_ORDER: Final = 1_000
NEEDED: Final = (
    ("when", "checked"),
    ("when", "effective"),
    ("checked", "when"),
    ("checked", "effective"),
    ("effective", "when"),
    ("once", "when"),
    ("cases", "drawn"),
)
"""What a stage may have, and what it then needs."""


def _both_halves(found: Found) -> bool:
    """Report what of a stage stands without what it needs; one lack is told once."""
    told: set[str] = set()
    for there, lacking in NEEDED:
        at = found.given(there)
        if at is not None and lacking not in found.entries and lacking not in told:
            told.add(lacking)
            found.reader.bag.add("R126", at.span, name=found.values["id"], there=there, lacking=lacking)
    return True


CHECKED: Final = Group(
    lambda at, order: (at, order),
    (must("at", MOMENT), Field("order", number(1, MOST_ORDER), default=1)),
    short="at",
)
CASE: Final = Group(
    StageCase, (Field("now", NAME), Field("then", SCHEDULED), must("effective", MOMENT), SOURCE), named="edge of"
)
DRAWN: Final = Group(lambda card, deck: (card, deck), (must("card", NAME), must("from", NAME, "deck")))
STAGE: Final = Group(
    StageDecl,
    (
        must("id", NEW_NAME),
        Field("from", NAMES, "sources", default=()),
        Field("when", VALUE),
        Field("checked", CHECKED, "checked order", default=(None, 1)),
        Field("once", SCHEDULED),
        Field("effective", MOMENT),
        Field("drawn", DRAWN, "card deck", default=(None, None)),
        Field("cases", by_name(CASE, "part.a_case", "part.case", PART), default=()),
        SOURCE,
    ),
    span="id",
    renamed="part.stage",
    settle=_both_halves,
)
STAGES: Final = ListOf(STAGE, "part.a_stage")

"""The options of a game: what is settled before it begins."""

from __future__ import annotations

from functools import partial
from typing import Final

from reguli.reading.groups import Field, Found, Group, Signed, must
from reguli.reading.shapes import Either, by_name, made, pairs
from reguli.reading.values import NAME, NAMES, NEW_NAME, TRUTH, names, number
from reguli.ruleset.citations import SOURCE
from reguli.ruleset.documents import OptionDecl, OptionValue

CONSTANTS: Final = pairs(NAME, number(), "part.name_of_constant", "part.constant")
VALUE: Final = Group(
    OptionValue,
    (Field("boards", NAMES, default=()), Field("constants", CONSTANTS, default=()), SOURCE),
    named="id",
    bare=True,
)
BARE: Final = made(names(NEW_NAME), lambda found: tuple(OptionValue(span, name) for name, span in found))
VALUES: Final = Either(by_name(VALUE, "part.a_value", "part.field", NEW_NAME), BARE)
SWITCH: Final = Group(
    partial(OptionDecl, form="switch", values=()), (must("switch", TRUTH, "default"), SOURCE), named="id"
)


def _among(found: Found) -> bool:
    """Hold the default to the values; R107."""
    known, default = [value.id for value in found.values["values"]], found.values["default"]
    if known and default not in known:
        found.reader.other(found.entries["default"].value, default, found.of("default"), known)
    return default in known


CHOICE: Final = Group(
    partial(OptionDecl, form="choose"),
    (must("choose", VALUES, "values"), must("default", NAME), SOURCE),
    named="id",
    settle=_among,
)
OPTIONS: Final = by_name(Signed({"switch": SWITCH, "choose": CHOICE}), "part.name_of_option", "part.option", NEW_NAME)

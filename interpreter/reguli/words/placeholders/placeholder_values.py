"""The values that a wording may use: the names its rule offers, each with its kind and, where the rules fix it, its value.

A constant ``limit`` offers ``limit`` and ``limit.next`` (one more, as in "whoever builds the fourth"). A table offers its
cells by their keys, ``table.KEY.KEY``, and

``.exceptions``       by number of players: the base value is that of most tables; rows of ``players``, ``value``, ``next``
``.exception_runs``   the same with neighbouring numbers of players together
``.KEY.key``          the key itself, where the table goes by one number: the second costs 15
``.rows``             every cell that is left: a column for each key, ``value``, ``next``
``.span``             the least to the greatest value
``.each``             how many cells have each value, where it is the same for all of them

What is pieces offers ``KIND.count`` and ``KIND.VARIETY``, a number that a place is limited to ``NAME.capacity``. Everywhere
there are ``players`` (the range a table may seat), ``phase.ID`` and ``stage.ID`` (their places in the order).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model import types
from reguli.ruleset.document_nodes import OptionDecl, StateDecl
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.grammar.grammar_values import RANGE_DASH, NumberRange, ProperName
from reguli.words.wording_parser import Kind, PlainKind, Reach, RowsKind, Value, Values

# -- element values --------------------------------------------------------------------------------------------------
# How the values of a ruleset are spoken of: an element as a number, a term or a name; a type as a kind of value.


PLAYER = "player"
SEATS: Final = "seats:"
"""How the ids begin of the numbers of players that have something, or lack it."""
WITHOUT: Final = "without"
GAME = "game"
COUNTED_KINDS = ("phase", "stage")
"""Kinds whose elements are told apart by their place in the order: the second phase, stage 3."""
NAME_FIELD = "name"
OF_OPTION: Final = "option:"
"""How the id of the kind begins whose elements are the values of an option."""
ELEMENT_WORDING = "element:"
"""How the ids of the wordings of single elements begin."""


OUTSIDE: Final = {
    "north": "↑",
    "north_east": "↗",
    "east": "→",
    "south_east": "↘",
    "south": "↓",
    "south_west": "↙",
    "west": "←",
    "north_west": "↖",
}
"""By the direction in which the outer edge of a board looks, the sign that says it in every language."""


def element_wording(kind: str, element: str) -> str:
    """Return the id of the wording of an individual element; the kind of an option's values has the id of the option."""
    return f"{'' if kind.startswith(OF_OPTION) else ELEMENT_WORDING}{kind}/{element}"


def element_kind(kind: m.Kind) -> PlainKind:
    """Return the kind of value by which a wording names the elements of a kind.

    Phases, stages and what is labelled by a number are numbers; players, cells of a board and what has a name field
    are names; everything else is a term of the lexicon, by its id.
    """
    if kind.id in COUNTED_KINDS or _label_form(kind) == "number":
        return "number"
    if kind.id == PLAYER or _named(kind) or kind.form in ("grid", "edges") or kind.relation is not None:
        return "name"
    return "term"


def _label_form(kind: m.Kind) -> str:
    declared = kind.declared
    label = None if declared is None else declared.label
    return kind.fields[label].form if label is not None and label in kind.fields else ""


def _named(kind: m.Kind) -> bool:
    field = kind.fields.get(NAME_FIELD)
    return field is not None and field.form == "text"


def _joined(kind: m.Kind, label: str) -> str:
    """Return the label of a connection with its two elements joined by a dash; its id joins them differently."""
    if kind.form != "edges" and kind.relation is None:
        return label
    first, between, beyond = label.partition("__")
    return f"{first}{RANGE_DASH}{OUTSIDE.get(beyond, beyond)}" if between else label


def element_value(kind: m.Kind, index: int, names: tuple[Value, ...] = ()) -> Value:
    """Return an element as a value for wordings; ``names`` are those of the players, by seat.

    Raises IndexError for an element that is not there.
    """
    if not 0 <= index < len(kind.elements):
        raise IndexError(index)
    if kind.id == PLAYER and index < len(names):
        return names[index]
    match element_kind(kind):
        case "number":
            return index + 1 if kind.id in COUNTED_KINDS else int(kind.labels[index])
        case "name":
            written = kind.values[NAME_FIELD][index] if _named(kind) else None
            text = written if isinstance(written, str) else _joined(kind, kind.labels[index])
            said = kind.translations(NAME_FIELD, index) if _named(kind) else ()
            return ProperName(text, thing=kind.id != PLAYER, translations=said)
        case _:
            return kind.elements[index]


def placeholder_kind(value: types.Type, ruleset: m.Ruleset) -> Kind | None:
    """Return the value kind of a type; None for a type that no wording can express."""
    match value:
        case types.NumberType() | types.NumbersType():
            return "number"
        case types.TruthType():
            return "truth"
        case types.ElementType(kind):
            known = ruleset.kinds.get(kind)
            return None if known is None else element_kind(known)
        case types.CollectionType() | types.BundleType():
            return "list"
        case types.ZoneType(_, counted):
            return "number" if counted else "list"
        case types.GroupsType() | types.KeyedType() | types.UnknownType():
            return None


# -- placeholder values ----------------------------------------------------------------------------------------------


@frozen_class
class UnknownValue(FrozenValue):
    """Sentinel for a value known only during a playthrough."""


EVERYWHERE: Final = ("players", "phase.", "stage.")
"""How the names begin that every wording may use: what they say holds of the whole game."""


@frozen_class
class PlaceholderValue(FrozenValue):
    """A name that a wording may use: the kind of its value, the value itself, the unit or kind it belongs to.

    ``sample`` shows a value that only a playthrough knows. ``cells`` are those of tables that it is read from:
    ``table:income[4,early]``.
    """

    kind: Kind
    value: Value | UnknownValue
    unit: str = ""
    sample: Value = None
    cells: tuple[str, ...] = field(default=(), compare=False)


Offers: TypeAlias = Mapping[str, PlaceholderValue]

UNKNOWN: Final = UnknownValue()
NO_OFFERS: Final[Offers] = MappingProxyType({})
SAMPLE: Final = 4
_USUAL: Final[Mapping[str, Value]] = {"number": SAMPLE, "truth": True, "name": ProperName("Ana"), "list": ()}
"""What each kind of value is shown with where no sample is given."""
SAMPLES: Final = (0, 1, 2, 20)
"""What a number nobody knows yet is shown with: none, one, a few, and one that Romanian counts with "de"."""


def number_placeholders(
    name: str, value: int, unit: str | None, cells: tuple[str, ...] = ()
) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield offers of a number and of its successor."""
    yield name, PlaceholderValue("number", value, unit or "", cells=cells)
    yield f"{name}.next", PlaceholderValue("number", value + 1, unit or "", cells=cells)


def constant_placeholders(constant: m.ConstantValue) -> Iterator[tuple[str, PlaceholderValue]]:
    """Offer a constant."""
    yield from number_placeholders(constant.id, constant.value, constant.unit)


def kind_placeholders(kind: m.Kind, ruleset: m.Ruleset) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield the number of pieces or elements; for tokens the number of each variety.

    Of a kind that only other numbers of players have, a sentence can but speak of those: it is offered what they have.
    """
    if kind.form != "tokens":
        elements = kind.elements or tuple(name for of, name in ruleset.documents.absent if of == kind.id)
        if elements:
            yield f"{kind.id}.count", PlaceholderValue("number", len(elements), kind.id)
        return
    known = [count for count in kind.supply if count is not None]
    if len(known) != len(kind.supply) or not known:
        return
    yield f"{kind.id}.count", PlaceholderValue("number", sum(known), kind.id)
    variety = ruleset.kinds.get(kind.variety or "")
    if variety is None:
        return
    if len(set(known)) == 1:
        yield f"{kind.id}.each", PlaceholderValue("number", known[0], kind.id)
    if variety.id != PLAYER:
        for element, count in zip(variety.elements, known, strict=True):
            yield f"{kind.id}.{element}", PlaceholderValue("number", count, kind.id)


def capacity_placeholders(state: StateDecl) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield the capacity of a place."""
    if state.capacity is not None:
        yield from number_placeholders(f"{state.id}.capacity", state.capacity, state.of)


def option_placeholders(option: OptionDecl, ruleset: m.Ruleset) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield the settings fixed before the game: whether a switch is on, and for each value of a choice whether it is selected."""
    settled = ruleset.options[option.id]
    if option.form == "switch":
        yield option.id, PlaceholderValue("truth", settled)
    for value in option.values:
        yield f"{option.id}.{value.id}", PlaceholderValue("truth", settled == value.id)


def common_placeholders(ruleset: m.Ruleset) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield the offers common to every wording."""
    low, high = ruleset.players
    yield "players", PlaceholderValue("number", low if low == high else NumberRange(low, high), PLAYER)
    for name in ("phase", "stage"):
        for index, element in enumerate(ruleset.kinds[name].elements):
            yield f"{name}.{element}", PlaceholderValue("number", index + 1, name)


def seat_values(ruleset: m.Ruleset) -> Iterator[tuple[str, int | NumberRange | None]]:
    """Yield the numbers of players that have a kind or row (``KIND.ROW``), and those that lack it (``without.KIND.ROW``).

    The value is 0 where there is no such number, and None where the numbers are no single range.
    """
    counts = range(ruleset.players[0], ruleset.players[1] + 1)
    for kind in ruleset.documents.whole:
        for name, row in (
            (kind.id, kind.elements),
            *((f"{kind.id}.{name}", row) for name, row in m.written_rows(kind).items()),
        ):
            if row and all(one.players is not None for one in row):
                there = {count for one in row for count in one.players or ()}
                yield name, _count_range([count for count in counts if count in there])
                yield f"{WITHOUT}.{name}", _count_range([count for count in counts if count not in there])


def _count_range(counts: list[int]) -> int | NumberRange | None:
    if len(counts) < 2:
        return counts[0] if counts else 0
    return NumberRange(counts[0], counts[-1]) if counts[-1] - counts[0] == len(counts) - 1 else None


def element_placeholder(ruleset: m.Ruleset, kind: m.Kind, index: int, offered: Kind) -> tuple[str, PlaceholderValue]:
    """Offer an element that a rule names."""
    return f"{kind.id}.{kind.elements[index]}", PlaceholderValue(offered, element_value(kind, index), kind.id)


def names_by_kind(offers: Offers) -> Reach:
    """Return the names that a wording may use, with their kinds."""
    return MappingProxyType({name: offer.kind for name, offer in offers.items()})


def rule_fixed_values(offers: Offers) -> Values:
    """Return the values fixed by the rules."""
    return {name: offer.value for name, offer in offers.items() if not isinstance(offer.value, UnknownValue)}


def sample_values(offers: Offers, number: int) -> Values:
    """Return values to test a wording with: ``number`` for every single number, otherwise the known value or a sample."""
    found: dict[str, Value] = {}
    for name, offer in offers.items():
        known = offer.sample if isinstance(offer.value, UnknownValue) else offer.value
        found[name] = number if offer.kind == "number" and not isinstance(known, NumberRange) else known
    return found


def fixed_or_sample_values(offers: Offers) -> Values:
    """Return the values fixed by the rules, and samples for those known only during a playthrough."""
    return {
        name: offer.sample if isinstance(offer.value, UnknownValue) else offer.value for name, offer in offers.items()
    }


def playtime_placeholder(kind: Kind, unit: str = "", sample: Value = None) -> PlaceholderValue:
    """Return an offer of a value known only during a playthrough."""
    usual = _USUAL.get(kind) if isinstance(kind, str) else None
    return PlaceholderValue(kind, UNKNOWN, unit, usual if sample is None else sample)


def rows_placeholder_kind(fields: Mapping[str, Kind]) -> RowsKind:
    """Return the kind of a table whose rows have one value each."""
    return RowsKind(MappingProxyType({**fields, "value": "number", "next": "number"}))

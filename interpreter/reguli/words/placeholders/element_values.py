"""How the values of a ruleset are spoken of: an element as a number, a term or a name; a type as a kind of value."""

from __future__ import annotations

from reguli.model import resolved_ruleset as m
from reguli.model import types
from reguli.words.grammar.grammar_values import RANGE_DASH, Name
from reguli.words.wording.wording_values import Kind, PlainKind, Value

PLAYER = "player"
GAME = "game"
COUNTED_KINDS = ("phase", "stage")
"""Kinds whose elements are told apart by their place in the order: the second phase, stage 3."""
NAME_FIELD = "name"
ELEMENT_WORDING = "element:"
"""How the ids of the wordings of single elements begin."""


def element_wording(kind: str, element: str) -> str:
    """Give the id of the wording of a single element."""
    return f"{ELEMENT_WORDING}{kind}/{element}"


def element_kind(kind: m.Kind) -> PlainKind:
    """Say how the elements of a kind are spoken of.

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
    """Say what joins two elements by their names with a dash; its id joins them otherwise."""
    return label.replace("__", RANGE_DASH) if kind.form == "edges" or kind.relation is not None else label


def element_value(kind: m.Kind, index: int, names: tuple[Value, ...] = ()) -> Value:
    """Give an element as a wording says it; ``names`` are those of the players, by seat.

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
            return Name(text, thing=kind.id != PLAYER)
        case _:
            return kind.elements[index]


def kind_of_type(value: types.Type, ruleset: m.Ruleset) -> Kind | None:
    """Say how values of a type are spoken of; None for what no wording can say."""
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
        case _:
            return None

"""The flat state: the layout of one list of integers.

``slots = facts | state fields | piece places | frames | agenda`` is the logical position: it is hashed and saved.
Behind it stand ``chance counters`` (saved, not hashed: two ways to one position are one position) and ``scratch``
(variables of rules that never wait for anybody; neither hashed nor saved).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from reguli.model import types as ty
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Constant, Contents, Local, Placed, Term, Tracked, Variable, Variety
from reguli.model.bound_tree.tree_traversal import field_of_place
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, GroupsType, NumbersType, Type, ZoneType
from reguli.ruleset.document_nodes import StateDecl, TableKey
from reguli.source.frozen_values import FrozenValue, frozen_class

NONE = -1
FACTS = (
    "round",
    "phase",
    "edge",
    "stage",
    "coming_stage",
    "coming_moment",
    "coming_case",
    "at_turn",
    "over",
    "settling",
    "holding",
    "pc",
)
EDGES = ("before", "start", "during", "end")
OPEN_LIST_CAPACITY = 64
SUBSETS_LIMIT = 12
"""Most members of a set all of whose subsets are asked for."""
EPOCH = -1
"""The last scratch slot: 0 where nothing is remembered of the position; else that it stands still, or that its stamps hold."""
BUDGET = -2
"""The scratch slot of how many more elements may be looked at before rules are refused as endless."""
LOOKS = 2_000_000
"""Elements that conditions and values may look at between two decisions, or in one listing of moves."""


@frozen_class
class KeySlots(FrozenValue):
    """A key of a state field: its first value and its size."""

    kind: str | None
    """``None`` for numbers."""
    low: int
    size: int


@frozen_class
class FieldSlots(FrozenValue):
    """The slots of a state field: place ``i`` starts at ``base + i * stride``.

    There is a place for each owner (0 for the game), or for each owner and each of its keys, the last key going fastest.
    """

    name: str
    base: int
    stride: int
    places: int
    declared: StateDecl = field(compare=False)
    """As written, in the documents of the ruleset."""
    capacity: int
    """Most members of a list, or most pieces of a stack; number of varieties for tokens; 0 for one value."""
    zone: int
    """First zone number, for zones; ``NONE`` otherwise."""
    infinite: bool = False
    """A bank without limit: what leaves and enters it is not counted."""
    keys: tuple[KeySlots, ...] = ()

    def zone_of(self, slot: int) -> int:
        """Return the number of the zone starting at a slot."""
        return self.zone + (slot - self.base) // self.stride

    @property
    def several(self) -> bool:
        """Return whether it can have several places."""
        return self.declared.owner != "game" or bool(self.keys)

    @property
    def each(self) -> int:
        """Return the number of places per owner."""
        return prod(key.size for key in self.keys)

    def owner_of(self, place: int) -> int:
        """Return the number of the element a place belongs to."""
        return place // self.each if self.keys else place

    def keys_of(self, place: int) -> tuple[int, ...]:
        """Return the keys of a place: element indices, and numbers unchanged."""
        found: list[int] = []
        for key in reversed(self.keys):
            place, index = divmod(place, key.size)
            found.append(key.low + index)
        return tuple(reversed(found))

    def place(self, owner: int, keys: Sequence[int]) -> int | None:
        """Return the place of an owner and its keys; ``None`` for a key out of range."""
        for key, index in zip(self.keys, keys, strict=True):
            if not key.low <= index < key.low + key.size:
                return None
            owner = owner * key.size + index - key.low
        return owner


@frozen_class
class Storage(FrozenValue):
    """The slots of a variable; ``capacity`` > 0 is the maximum length of a list."""

    slot: int
    capacity: int = 0


@dataclass(slots=True)
class Layout:
    """The slot allocation of a program being built; the counts are final at the end."""

    ruleset: Ruleset
    players: int
    fields: dict[str, FieldSlots] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    """First slot of the places of each kind of unique pieces."""
    zone_fields: list[tuple[str, int]] = field(default_factory=list)
    """By zone number: field and place."""
    logical: int = len(FACTS)
    counters: dict[str, int] = field(default_factory=dict)
    """Chance counters by site, numbered from 0; they follow the logical slots."""
    scratch: int = 2
    stamps: dict[str, int] = field(default_factory=dict)
    """The slot of the stamp of each field (``ir.version_counters``); zones of the same pieces share one, since what leaves one comes into another."""
    storage: dict[int, Storage] = field(default_factory=dict)
    outliving: list[tuple[Type, Storage]] = field(default_factory=list)
    """Of the variables that outlive a decision, in their order."""
    late: list[int] = field(default_factory=list)
    """Slots that are 0 while nothing is put off, and nothing that was is being run."""
    frames: dict[str, tuple[int, int]] = field(default_factory=dict)
    _token_slots: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def aside(self) -> Layout:
        """Return a layout for terms outside the rules: the same places, and further scratch slots of its own."""
        return replace(self, storage=dict(self.storage))

    @property
    def stamp_slots(self) -> slice:
        """Return the slice of the stamps, from the end."""
        slots = self.stamps.values()
        return slice(min(slots, default=0), max(slots, default=-1) + 1)

    def size_of(self, kind: str) -> int:
        """Return the number of elements of a kind at this table."""
        return self.players if kind == "player" else len(self.ruleset.kinds[kind].elements)

    def token_slots(self, kind: str) -> tuple[tuple[int, int], ...]:
        """Return variety and slot of everything that holds tokens of a kind; cached, so call it after all fields are laid out."""
        if kind not in self._token_slots:
            zones = (it for it in self.fields.values() if it.declared.form == "zone" and it.declared.of == kind)
            self._token_slots[kind] = tuple(
                (variety, zone.base + owner * zone.stride + variety)
                for zone in zones
                for owner in range(zone.places)
                for variety in range(zone.capacity)
            )
        return self._token_slots[kind]

    def take(self, count: int) -> int:
        """Reserve logical slots and return the first."""
        first = self.logical
        self.logical += count
        return first

    def frame_variable(self, variable: Variable) -> Storage:
        """Reserve logical slots for a variable that outlives a decision."""
        capacity = _members(self, variable)
        storage = Storage(self.take(capacity + 1 if capacity else 1), capacity)
        self.storage[variable.key] = storage
        self.outliving.append((variable.type, storage))
        return storage

    def bind(self, key: int) -> Storage:
        """Return a variable's place, by default a new scratch slot for any value, counted from the end."""
        known = self.storage.get(key)
        if known is None:
            self.scratch += 1
            known = self.storage[key] = Storage(-self.scratch)
        return known

    def counter(self, site: str) -> int:
        """Return the number of the chance counter of a site."""
        return self.counters.setdefault(site, len(self.counters))


def _members(layout: Layout, variable: Variable) -> int:
    match variable.type:
        case CollectionType(kind) | GroupsType(kind, True) | BundleType(kind=kind):
            return layout.size_of(kind)
        case NumbersType() | GroupsType():
            return OPEN_LIST_CAPACITY
        case ty.SingleType() | ty.PlaceType() | ty.UnknownType():
            return 0


def lay_out_state(ruleset: Ruleset, players: int) -> Layout:
    """Lay out facts, state fields and the places of pieces for a number of players."""
    layout = Layout(ruleset, players)
    for name, declared in ruleset.state.items():
        _lay_field(layout, name, declared)
    for kind in ruleset.kinds.values():
        if kind.form == "pieces":
            layout.places[kind.id] = layout.take(len(kind.elements))
    _lay_stamps(layout)
    return layout


def _lay_stamps(layout: Layout) -> None:
    """Assign stamps to the fields, sequentially in the scratch slots."""
    shared: dict[str, int] = {}
    for name, one in layout.fields.items():
        of = one.declared.of
        pieces = one.declared.form == "zone" and of in layout.places
        slot = shared.get(str(of)) if pieces else None
        if slot is None:
            layout.scratch += 1
            slot = -layout.scratch
        layout.stamps[name] = slot
        if pieces:
            shared[str(of)] = slot


def _lay_field(layout: Layout, name: str, declared: StateDecl) -> None:
    keys = tuple(_key(layout, key) for key in declared.by)
    owners = 1 if declared.owner == "game" else layout.size_of(declared.owner)
    places = owners * prod(key.size for key in keys)
    capacity, width, zone, infinite = 0, 1, NONE, False
    of = declared.of
    if declared.form in ("list", "set"):
        assert of is not None
        capacity = layout.size_of(of)
        width = capacity + 1 if declared.form == "list" else capacity
    elif declared.form == "bundle":
        assert of is not None
        width = capacity = layout.size_of(layout.ruleset.kinds[of].variety or "")
    elif declared.form == "zone":
        assert of is not None
        kind = layout.ruleset.kinds[of]
        zone = len(layout.zone_fields)
        layout.zone_fields.extend((name, place) for place in range(places))
        if kind.form == "tokens":
            width = capacity = 1 if kind.variety is None else layout.size_of(kind.variety)
            infinite = None in kind.supply and _is_start(kind.starts, name)
        else:
            capacity = declared.capacity or len(kind.elements)
            width = 1 + 2 * capacity if declared.order == "stack" else 0
    base = layout.take(width * places)
    layout.fields[name] = FieldSlots(name, base, width, places, declared, capacity, zone, infinite, keys)


def _key(layout: Layout, key: TableKey) -> KeySlots:
    if key.low is None or key.high is None:
        return KeySlots(key.name, 0, layout.size_of(key.name))
    return KeySlots(None, key.low, key.high - key.low + 1)


def _is_start(starts: object, name: str) -> bool:
    return getattr(starts, "field", None) == name


# -- zone storage ----------------------------------------------------------------------------------------------------
# What a place of the rules is: the field or variable behind it, the pieces of a zone, a whole stack that is moved.


def field_or_variable_name(place: Term) -> str:
    """Return the name of the field or variable behind a place."""
    inner = place.zone if isinstance(place, Contents | Variety) else place
    return inner.variable.name if isinstance(inner, Local) else field_of_place(inner) or ""


def is_whole_stack(layout: Layout, statement: b.Relocate) -> bool:
    """Return whether a stack is moved to a stack."""
    source, target, pieces = statement.source, statement.target, statement.pieces
    if not (isinstance(source, Tracked) and isinstance(target, Tracked)):
        return False
    if not (isinstance(pieces, Contents) and pieces.zone == source):
        return False
    return all(layout.fields[zone.field].declared.order == "stack" for zone in (source, target))


def zone_kind(zone: Term) -> str:
    """Return the kind of a zone's pieces."""
    inner = zone if isinstance(zone, Tracked) else getattr(zone, "zone", zone)
    assert isinstance(inner.type, ZoneType)
    return inner.type.pieces


# -- What the places of a field start with: one value for all, or one by whose it is and at which key ----------------


def initial_value(field: FieldSlots, start: Term, place: int) -> Term:
    """Return the start value of one place, with its owner and keys substituted for their names."""
    named = (field.declared.owner, *(key.name for key in field.declared.by))
    found: Term = _known(start, dict(zip(named, (field.owner_of(place), *field.keys_of(place)), strict=True)))
    return found


def has_varying_initial_value(field: FieldSlots, start: Term) -> bool:
    """Return whether a start value depends on the place's owner or keys."""
    return initial_value(field, start, 0) is not start


def _known(term: Any, whose: dict[str, int]) -> Any:
    if isinstance(term, tuple):
        items = tuple(_known(item, whose) for item in term)
        return term if all(new is old for new, old in zip(items, term, strict=True)) else items
    if isinstance(term, Local) and term.variable.name in whose:
        return Constant(term.type, whose[term.variable.name])
    if not isinstance(term, Placed):
        return term
    parts = {name: getattr(term, name) for name in term.__match_args__}
    changed = {name: new for name, old in parts.items() if (new := _known(old, whose)) is not old}
    return replace(term, **changed) if changed else term

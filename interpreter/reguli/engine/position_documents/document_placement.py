"""Placement from a document: reads places and values; pieces and tokens are moved, never created or lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reguli.engine.notation import element_text, find_element_index
from reguli.engine.position_documents.position_values import stack_segments
from reguli.ir.interpreter.builtin_functions import write_list_members
from reguli.ir.interpreter.collection_closures import write_stack
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import EDGES, FACTS, FieldSlots, KeySlots
from reguli.language.syntax_tree.expressions import Call, Expression, Field, Index, Name, Number, Operation, Selection
from reguli.ruleset.declarations.example_files import Given, PlaceDecl
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

# -- Values of a position document read for the place they are put into ----------------------------------------------


SHOWN = 60
"""So many characters of a value are shown in a finding."""


@frozen_class
class PlacedValue(FrozenValue):
    """A value for one place of a state field, or for one variety of its tokens."""

    field: FieldSlots
    place: int
    variety: int | None
    value: Given
    text: str

    @property
    def zone(self) -> int:
        """Return the zone number, for zones."""
        return self.field.zone + self.place


def _written(given: Given) -> str:
    """Return a value in document notation."""
    if given.items is not None:
        return f"[{', '.join(_written(item) for item in given.items)}]"
    if given.entries is not None:
        return f"{{{', '.join(f'{key}: {_written(item)}' for key, item in given.entries)}}}"
    if given.value is None:
        return "null"
    return str(given.value).lower() if isinstance(given.value, bool) else str(given.value)


@frozen_class
class PlacementReader(FrozenValue):
    """A reader of values; a mismatch is a finding and yields ``None``."""

    program: Program
    names: tuple[str, ...]
    bag: Bag

    def wrong(self, given: Given, place: str, expected: Value) -> None:
        """Report a value of invalid form."""
        found = _written(given)
        found = found if len(found) <= SHOWN else f"{found[:SHOWN]}…"
        self.bag.add("E502", given.span, place=place, found=found, expected=expected)

    def number(self, given: Given, place: str, low: int, high: int | None) -> int | None:
        """Read a whole number within a range."""
        value = given.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(given, place, Said("sort.whole_number"))
            return None
        if value < low or (high is not None and value > high):
            shown = "…" if high is None else high
            self.bag.add("E507", given.span, place=place, value=value, low=low, high=shown)
            return None
        return value

    def truth(self, given: Given, place: str) -> int | None:
        """Read a truth as 0 or 1."""
        if isinstance(given.value, bool):
            return int(given.value)
        self.wrong(given, place, Said("sort.true_or_false"))
        return None

    def index(self, kind: str, word: str) -> int | None:
        """Return the index of an element by a typed name, or ``None`` if it is unknown."""
        return find_element_index(self.program, kind, word, self.names) if kind in self.program.ruleset.kinds else None

    def element(self, given: Given, kind: str, place: str, *, none: bool = False) -> int | None:
        """Read an element; the word ``none`` gives -1 where allowed."""
        value = given.value
        if isinstance(value, bool) or not isinstance(value, str | int):
            if value is None and none and given.items is None and given.entries is None:
                return -1
            self.wrong(given, place, Said("sort.one", kind=kind))
            return None
        if none and value == "none":
            return -1
        found = self.index(kind, str(value))
        if found is None:
            self.unknown(kind, str(value), given.span)
        return found

    def called(self, kind: str) -> tuple[str, ...]:
        """Return all names of a kind's elements: ids, labels, names of players."""
        declared = self.program.ruleset.kinds[kind]
        return (*declared.elements, *declared.typed, *(self.names if kind == "player" else ()))

    def unknown(self, kind: str, word: str, span: Span) -> None:
        """Report an unknown element, with the most similar known name."""
        self.bag.add("E503", span, near=closest_name(word, self.called(kind)), kind=kind, name=word[:SHOWN])

    def elements(self, given: Given, kind: str, place: str) -> list[int] | None:
        """Read a list of distinct elements; a single one counts as a list."""
        if given.entries is not None:
            self.wrong(given, place, Said("sort.list_of", kind=kind))
            return None
        items = given.items if given.items is not None else (given,)
        found = [self.element(item, kind, place) for item in items]
        known = [index for index in found if index is not None]
        if len(set(known)) < len(known):
            self.wrong(given, place, Said("sort.list_of_each_once", kind=kind))
            return None
        return known if len(known) == len(found) else None


# -- piece placement -------------------------------------------------------------------------------------------------
# Unique pieces put where a document says; those it does not name stay, or go back to where they begin.


Run = tuple[list[int], bool]
"""Pieces from top to bottom, and whether a shuffle forgot their order."""


@frozen_class
class _Kind(FrozenValue):
    """The places of one kind of pieces."""

    program: Program
    id: str

    @property
    def first(self) -> int:
        return self.program.layout.places[self.id]

    @property
    def elements(self) -> tuple[str, ...]:
        return self.program.ruleset.kinds[self.id].elements

    def start(self, piece: int) -> int:
        """Return a piece's start zone."""
        return self.program.first[self.first + piece]

    def stacks(self) -> list[tuple[FieldSlots, int]]:
        """Return the stacks of such pieces, with their owners."""
        return [
            (field, owner)
            for field in self.program.layout.fields.values()
            if field.declared.form == "zone" and field.declared.of == self.id and field.declared.order == "stack"
            for owner in range(field.places)
        ]


def place_pieces(reader: PlacementReader, slots: Slots, kind_id: str, puts: list[PlacedValue]) -> None:
    """Place the pieces of one kind. Findings: E502, E503, E505, E506, E508."""
    kind = _Kind(reader.program, kind_id)
    runs = {put.zone: _runs(reader, kind, put) for put in puts}
    placed: dict[int, PlacedValue] = {}
    for put in puts:
        for pieces, _ in runs[put.zone]:
            for piece in pieces:
                _place(reader, kind, piece, put, placed)
    before = {(field.zone + owner): list(stack_segments(slots, field, owner)) for field, owner in kind.stacks()}
    left: dict[int, int] = {}
    for piece in range(len(kind.elements)):
        at = kind.first + piece
        if piece in placed:
            slots[at] = placed[piece].zone
        elif slots[at] in runs:
            slots[at] = kind.start(piece)
            if slots[at] in runs:
                left[slots[at]] = left.get(slots[at], 0) + 1
    for put in puts:
        if put.zone in left:
            said = sum(len(pieces) for pieces, _ in runs[put.zone])
            reader.bag.add("E508", put.value.span, place=put.text, said=said, left=said + left[put.zone])
    for field, owner in kind.stacks():
        zone = field.zone + owner
        written = runs[zone] if zone in runs else _kept(kind, slots, before[zone], zone)
        _write_stack(reader.program, slots, field, owner, written)


def _place(reader: PlacementReader, kind: _Kind, piece: int, put: PlacedValue, placed: dict[int, PlacedValue]) -> None:
    other = placed.get(piece)
    if other is None:
        placed[piece] = put
        return
    name = kind.elements[piece]
    reader.bag.add("E505", put.value.span, piece=name, first=other.text, second=put.text)


def _runs(reader: PlacementReader, kind: _Kind, put: PlacedValue) -> list[Run]:
    """Read a list of pieces; in a stack, a nested list is a shuffled part of unknown order."""
    given, stack = put.value, put.field.declared.order == "stack"
    runs: list[Run] = []
    for item in given.items if given.items is not None else (given,):
        mixed = item.items is not None
        if mixed and not stack:
            reader.wrong(given, put.text, Said("sort.list_of", kind=kind.id))
            return []
        pieces = reader.elements(item, kind.id, put.text)
        if pieces is None:
            return []
        runs.append((pieces, mixed))
    count = sum(len(pieces) for pieces, _ in runs)
    if put.field.declared.capacity is not None and count > put.field.capacity:
        reader.bag.add("E506", given.span, count=count, place=put.text, capacity=put.field.capacity)
        return []
    return runs


def _kept(kind: _Kind, slots: Slots, before: list[Run], zone: int) -> list[Run]:
    """Return an unnamed stack: remaining pieces keep their order, returned ones go under them."""
    runs = [([p for p in pieces if slots[kind.first + p] == zone], mixed) for pieces, mixed in before]
    there = {piece for pieces, _ in runs for piece in pieces}
    back = [p for p in range(len(kind.elements)) if slots[kind.first + p] == zone and p not in there]
    return [run for run in (*runs, (back, False)) if run[0]]


def _write_stack(program: Program, slots: Slots, field: FieldSlots, owner: int, runs: list[Run]) -> None:
    """Write a stack; a shuffled part counts as the first shuffle if there was none, so orders can be prescribed."""
    parts = [(sorted(pieces) if mixed else pieces[::-1], mixed) for pieces, mixed in reversed(runs)]
    write_stack(slots, field.base + owner * field.stride, field.capacity, parts)
    counter = program.layout.counters.get(f"{field.name}.{owner}")
    if counter is not None and any(mixed and pieces for pieces, mixed in runs):
        slots[program.logical + counter] = max(1, slots[program.logical + counter])


# -- Tokens put where a document says: taken from where they begin, so that none is made or lost ---------------------


@frozen_class
class _Amount(FrozenValue):
    """A number of tokens of a variety in one slot of a document."""

    put: PlacedValue
    slot: int
    variety: int
    amount: int


def return_tokens_to_start(program: Program, slots: Slots, field: FieldSlots) -> None:
    """Return all tokens in a field, for every owner, to the place where they start."""
    starts = _starts(program, field.declared.of or "")
    for owner in range(field.places):
        for variety in range(field.capacity):
            slot, start = field.base + owner * field.stride + variety, starts.get(variety)
            if start == slot:
                continue
            if start is not None:
                slots[start] += slots[slot]
            slots[slot] = 0


def place_tokens(reader: PlacementReader, slots: Slots, kind: str, puts: list[PlacedValue]) -> None:
    """Place the tokens of one kind. Findings: E502, E503, E504, E506, E507, E508."""
    program = reader.program
    amounts = tuple({said.slot: said for put in puts for said in _amounts(reader, kind, put)}.values())
    slots_of = program.layout.token_slots(kind)
    starts = {variety: slot for variety, slot in slots_of if program.first[slot]}
    kept_places = {*starts.values(), *(one.slot for one in amounts)}
    for said in amounts:
        start = starts.get(said.variety)
        if start is not None and start != said.slot:
            slots[start] += slots[said.slot]
        if start != said.slot:
            slots[said.slot] = 0
    for said in amounts:
        if said.slot != starts.get(said.variety):
            others = (slot for variety, slot in slots_of if variety == said.variety and slot not in kept_places)
            _fetch(slots, said, starts.get(said.variety), others)
        _take(reader, slots, kind, said, starts.get(said.variety))
    for said in amounts:
        if starts.get(said.variety) == said.slot and slots[said.slot] != said.amount:
            left = slots[said.slot]
            reader.bag.add("E508", said.put.value.span, place=said.put.text, said=said.amount, left=left)
    for put in puts:
        _check_room(reader, slots, put)


def set_bundle_value(reader: PlacementReader, slots: Slots, put: PlacedValue) -> None:
    """Write a bundle value from a document; it holds no tokens, so none are taken from anywhere. Findings: E502, E503."""
    for said in _amounts(reader, put.field.declared.of or "", put):
        slots[said.slot] = said.amount


def _fetch(slots: Slots, said: _Amount, start: int | None, others: Iterable[int]) -> None:
    """Return needed tokens to their start from places that the document does not name."""
    if start is None or said.amount <= slots[start]:
        return
    for slot in others:
        brought = min(max(0, said.amount - slots[start]), slots[slot])
        slots[slot] -= brought
        slots[start] += brought


def _take(reader: PlacementReader, slots: Slots, kind: str, said: _Amount, start: int | None) -> None:
    if start == said.slot:
        return
    declared = reader.program.ruleset.kinds[kind]
    supply = declared.supply[said.variety if len(declared.supply) > 1 else 0]
    if supply is None:
        slots[said.slot] = said.amount
        return
    there = 0 if start is None else slots[start]
    if said.amount > there:
        what = kind
        if declared.variety is not None:
            what = f"{kind} {element_text(reader.program, declared.variety, said.variety, reader.names, ids=True)}"
        reader.bag.add("E504", said.put.value.span, wanted=said.amount, what=what, there=there)
        return
    slots[said.slot] = said.amount
    if start is not None:
        slots[start] -= said.amount


def _starts(program: Program, kind: str) -> dict[int, int]:
    """Return by variety the slot in which its tokens start; unlimited ones have none."""
    return {variety: slot for variety, slot in program.layout.token_slots(kind) if program.first[slot]}


def _amounts(reader: PlacementReader, kind: str, put: PlacedValue) -> list[_Amount]:
    """Read a number, or a number for each variety; omitted varieties count as 0."""
    base = put.field.base + put.place * put.field.stride
    declared = reader.program.ruleset.kinds[kind]
    if put.field.infinite:
        reader.wrong(put.value, put.text, Said("sort.anything_unlimited"))
        return []
    if put.variety is not None or declared.variety is None:
        variety = put.variety or 0
        number = reader.number(put.value, put.text, 0, None)
        return [] if number is None else [_Amount(put, base + variety, variety, number)]
    if put.value.entries is None:
        reader.wrong(put.value, put.text, Said("sort.number_for_each", variety=declared.variety))
        return []
    found = dict.fromkeys(range(put.field.capacity), 0)
    for key, item in put.value.entries:
        index = reader.index(declared.variety, key)
        if index is None:
            reader.unknown(declared.variety, key, item.span)
            continue
        found[index] = reader.number(item, f"{put.text}[{key}]", 0, None) or 0
    return [_Amount(put, base + variety, variety, amount) for variety, amount in found.items()]


def _check_room(reader: PlacementReader, slots: Slots, put: PlacedValue) -> None:
    limit = put.field.declared.capacity
    base = put.field.base + put.place * put.field.stride
    count = sum(slots[base : base + put.field.capacity])
    if limit is not None and count > limit:
        reader.bag.add("E506", put.value.span, count=count, place=put.text, capacity=limit)


# -- document placement ----------------------------------------------------------------------------------------------


ROUND, PHASE, EDGE, STAGE = (FACTS.index(name) for name in ("round", "phase", "edge", "stage"))
SETTABLE = ("round", "phase", "stage")
MOST_ROUNDS = 1_000_000


def apply_placements(
    program: Program, slots: Slots, places: Sequence[PlaceDecl], names: Sequence[str], bag: Bag, *, whole: bool = True
) -> None:
    """Apply all placements to ``slots``; findings (E501 to E508) go into the bag.

    ``whole`` says that a field that is named for some of those who have it is as in the box for the others.
    """
    reader = PlacementReader(program, tuple(names), bag)
    pieces: dict[str, list[PlacedValue]] = {}
    tokens: dict[str, list[PlacedValue]] = {}
    puts: list[PlacedValue] = []
    for place in places:
        if isinstance(place.place, Name) and place.place.id in SETTABLE:
            _fact(reader, slots, place)
        else:
            puts += _Puts(reader).puts(place)
    for field in {put.field.name: put.field for put in puts if whole}.values():
        _empty(program, slots, field)
    for put in puts:
        of = put.field.declared.of or ""
        if put.field.declared.form != "zone":
            _single(reader, slots, put)
        elif program.ruleset.kinds[of].form == "tokens":
            tokens.setdefault(of, []).append(put)
        else:
            pieces.setdefault(of, []).append(put)
    for kind, puts in pieces.items():
        place_pieces(reader, slots, kind, puts)
    for kind, puts in tokens.items():
        place_tokens(reader, slots, kind, puts)


def mentioned_fields(program: Program, places: Sequence[PlaceDecl]) -> frozenset[str]:
    """Return the fields a document sets for at least one owner: ``game.deck``, ``player.money``."""
    found = set()
    for place in places:
        node, _ = _parted(place.place)
        name = node.name if isinstance(node, Field) else node.id if isinstance(node, Name) else ""
        found |= {
            field.name
            for field in program.layout.fields.values()
            if field.declared.id == name and (field.declared.owner == "game") == isinstance(node, Name)
        }
    return frozenset(found)


def _empty(program: Program, slots: Slots, field: FieldSlots) -> None:
    """Reset a field for all owners to its initial state: its pieces and tokens return to their start."""
    kind = program.ruleset.kinds.get(field.declared.of or "")
    if field.declared.form != "zone" or kind is None:
        end = field.base + field.places * field.stride
        slots[field.base : end] = program.first[field.base : end]
    elif kind.form == "tokens":
        return_tokens_to_start(program, slots, field)
    else:
        first = program.layout.places[kind.id]
        for at in range(first, first + len(kind.elements)):
            if field.zone <= slots[at] < field.zone + field.places:
                slots[at] = program.first[at]


def _fact(reader: PlacementReader, slots: Slots, place: PlaceDecl) -> None:
    assert isinstance(place.place, Name)
    if place.place.id == "round":
        number = reader.number(place.value, "round", 0, MOST_ROUNDS)
        slots[ROUND] = slots[ROUND] if number is None else number
        return
    index = reader.element(place.value, place.place.id, place.text)
    if index is not None:
        slots[STAGE if place.place.id == "stage" else PHASE] = index
        if place.place.id == "phase":
            slots[EDGE] = EDGES.index("during")


def _single(reader: PlacementReader, slots: Slots, put: PlacedValue) -> None:
    """Set a number, flag, element, list, set or bundle."""
    field, declared, of = put.field, put.field.declared, put.field.declared.of or ""
    base = field.base + put.place * field.stride
    value: int | None
    match declared.form:
        case "number":
            value = reader.number(put.value, put.text, declared.low, declared.high)
        case "flag":
            value = reader.truth(put.value, put.text)
        case "element":
            # Rules never ask whether it is there where it always is.
            value = reader.element(put.value, of, put.text, none=field.name in reader.program.ruleset.absent.fields)
        case "list":
            items = reader.elements(put.value, of, put.text)
            if items is not None:
                write_list_members(slots, base, items, field.capacity)
            return
        case "bundle":
            set_bundle_value(reader, slots, put)
            return
        case _:
            items = reader.elements(put.value, of, put.text)
            if items is not None:
                slots[base : base + field.capacity] = [int(i in items) for i in range(field.capacity)]
            return
    if value is not None:
        slots[base] = value


def _parted(node: Expression) -> tuple[Expression, tuple[tuple[Expression, ...], ...]]:
    """Split ``zone[key][variety]`` into its base and indexes."""
    found: list[tuple[Expression, ...]] = []
    while isinstance(node, Index):
        found.insert(0, node.arguments)
        node = node.base
    return node, tuple(found)


@dataclass(slots=True)
class _Puts:
    """A reader of place names."""

    reader: PlacementReader

    def puts(self, place: PlaceDecl) -> list[PlacedValue]:
        """Return the placements of one entry; a kind's name means all its elements, a keyed field without keys all its places."""
        node, indexes = _parted(place.place)
        match node:
            case Name(_, name) if f"game.{name}" in self.reader.program.layout.fields:
                field = self.reader.program.layout.fields[f"game.{name}"]
                owned = [(field, 0, place.value)]
            case Field(_, Name(_, base), name):
                owned = self._of_elements(place, base, name)
            case Number() | Name() | Field() | Index() | Call() | Operation() | Selection():
                return self._unknown(place)
        if not owned:
            return []
        puts: list[PlacedValue] = []
        keyed = bool(owned[0][0].keys)
        for field, owner, value in owned:
            keys = self._keys(place, field, indexes[0]) if keyed and indexes else ()
            if keys is None:
                return []
            puts += self._spread(place, field, (owner, *keys), value)
        rest = indexes[1:] if keyed else indexes
        if len(rest) > 1 or (rest and len(rest[0]) != 1):
            return self._unknown(place)
        return self._narrowed(place, puts, rest[0][0]) if rest else puts

    def _keys(self, place: PlaceDecl, field: FieldSlots, nodes: tuple[Expression, ...]) -> tuple[int, ...] | None:
        """Read the written keys; ``None`` if there is no such place."""
        found: list[int] = []
        for node, key in zip(nodes, field.keys, strict=False):
            word = node.id if isinstance(node, Name) else str(node.value) if isinstance(node, Number) else ""
            index = self._key(key, word)
            if index is not None:
                found.append(index)
            elif key.kind is not None and word:
                self.reader.unknown(key.kind, word, place.span)
                return None
        if len(found) != len(field.keys) or len(nodes) != len(found):
            self._unknown(place)
            return None
        return tuple(found)

    def _key(self, key: KeySlots, word: str) -> int | None:
        if key.kind is not None:
            return self.reader.index(key.kind, word)
        inside = word.isdigit() and key.low <= int(word) < key.low + key.size
        return int(word) if inside else None

    def _spread(self, place: PlaceDecl, field: FieldSlots, at: tuple[int, ...], value: Given) -> list[PlacedValue]:
        """Return placements for all places with this owner and first keys; a mapping or a flag list sets them individually."""
        left = field.keys[len(at) - 1 :]
        if not left:
            number = field.place(at[0], at[1:])
            return [] if number is None else [PlacedValue(field, number, None, value, place.text)]
        key = left[0]
        every = range(key.low, key.low + key.size)
        if value.entries is not None:
            found = [(self._key(key, word), item) for word, item in value.entries]
            if all(index is not None for index, _ in found):
                return [put for index, item in found for put in self._spread(place, field, (*at, index or 0), item)]
        if field.declared.form == "flag" and value.items is not None and len(left) == 1 and key.kind is not None:
            marked = self.reader.elements(value, key.kind, place.text) or ()
            given = [(index, Given(value.span, index in marked)) for index in every]
            return [put for index, item in given for put in self._spread(place, field, (*at, index), item)]
        return [put for index in every for put in self._spread(place, field, (*at, index), value)]

    def _of_elements(self, place: PlaceDecl, base: str, name: str) -> list[tuple[FieldSlots, int, Given]]:
        fields = self.reader.program.layout.fields
        if base not in self.reader.names and f"{base}.{name}" in fields:
            return self._of_kind(place, fields[f"{base}.{name}"])
        for field in fields.values():
            kind = field.declared.owner
            if field.declared.id == name and kind != "game":
                owner = self.reader.index(kind, base)
                if owner is not None:
                    return [(field, owner, place.value)]
        self._unknown(place)
        return []

    def _of_kind(self, place: PlaceDecl, field: FieldSlots) -> list[tuple[FieldSlots, int, Given]]:
        kind, value = field.declared.owner, place.value
        every = range(self.reader.program.layout.size_of(kind))
        if field.declared.form == "flag" and value.items is not None and not field.keys:
            marked = self.reader.elements(value, kind, place.text) or ()
            return [(field, owner, Given(value.span, owner in marked)) for owner in every]
        if value.entries is not None:
            owners = [(self.reader.index(kind, key), item) for key, item in value.entries]
            if all(owner is not None for owner, _ in owners):
                return [(field, owner, item) for owner, item in owners if owner is not None]
        return [(field, owner, value) for owner in every]

    def _narrowed(self, place: PlaceDecl, puts: list[PlacedValue], variety: Expression) -> list[PlacedValue]:
        found: list[PlacedValue] = []
        for put in puts:
            of = self.reader.program.ruleset.kinds.get(put.field.declared.of or "")
            if (
                put.field.declared.form not in ("zone", "bundle")
                or of is None
                or of.variety is None
                or not isinstance(variety, Name)
            ):
                return self._unknown(place)
            index = self.reader.index(of.variety, variety.id)
            if index is None:
                self.reader.unknown(of.variety, variety.id, place.span)
                return []
            found.append(PlacedValue(put.field, put.place, index, put.value, put.text))
        return found

    def _unknown(self, place: PlaceDecl) -> list[PlacedValue]:
        fields = self.reader.program.layout.fields.values()
        known = [*SETTABLE, *(field.declared.id for field in fields if field.declared.owner == "game")]
        owned = [field.declared for field in fields if field.declared.owner != "game"]
        meant = None
        match place.place:
            case Field(_, Name(_, base), name):
                known += [f"{base}.{field.id}" for field in owned if self._owns(field.owner, base)]
                known += [f"{word}.{name}" for field in owned if field.id == name for word in self._owners(field.owner)]
            case Name(_, name):
                meant = next((f"{self._owners(field.owner)[0]}.{name}" for field in owned if field.id == name), None)
            case Number() | Field() | Name() | Index() | Call() | Operation() | Selection():
                pass
        self.reader.bag.add("E501", place.span, near=meant or closest_name(place.text, known), name=place.text)
        return []

    def _owns(self, kind: str, base: str) -> bool:
        return base == kind or self.reader.index(kind, base) is not None

    def _owners(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind's elements in a document."""
        return self.reader.names if kind == "player" else self.reader.called(kind)

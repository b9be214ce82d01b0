"""What a document puts into a position: places and values read, pieces and tokens moved so that none is made or lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reguli.engine.position_documents.piece_placement import put_pieces
from reguli.engine.position_documents.placement_reader import Put, Reader
from reguli.engine.position_documents.token_placement import empty_zone, put_bundle, put_tokens
from reguli.ir.interpreter.slot_collections import write_members
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import EDGES, FACTS, FieldSlots, KeySlots
from reguli.language.syntax_tree.expressions import Expression, Field, Index, Name, Number
from reguli.ruleset.declarations.position_files import Given, PlaceDecl
from reguli.source.diagnostic import Bag
from reguli.source.name_suggestions import near

ROUND, PHASE, EDGE, STAGE = (FACTS.index(name) for name in ("round", "phase", "edge", "stage"))
SETTABLE = ("round", "phase", "stage")
MOST_ROUNDS = 1_000_000


def put_all(
    program: Program, slots: Slots, places: Sequence[PlaceDecl], names: Sequence[str], bag: Bag, *, whole: bool = True
) -> None:
    """Put everything into place, in ``slots``; findings (E501 to E508) go into the bag.

    ``whole`` says that a field that is named for some of those who have it is as in the box for the others.
    """
    reader = Reader(program, tuple(names), bag)
    pieces: dict[str, list[Put]] = {}
    tokens: dict[str, list[Put]] = {}
    puts: list[Put] = []
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
        put_pieces(reader, slots, kind, puts)
    for kind, puts in tokens.items():
        put_tokens(reader, slots, kind, puts)


def fields_said(program: Program, places: Sequence[PlaceDecl]) -> frozenset[str]:
    """Give the fields that a document names for one of their owners at least: ``game.deck``, ``player.money``."""
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
    """Bring a field back to what it is in the box, for all who have it: its pieces and tokens lie where they begin."""
    kind = program.ruleset.kinds.get(field.declared.of or "")
    if field.declared.form != "zone" or kind is None:
        end = field.base + field.places * field.stride
        slots[field.base : end] = program.first[field.base : end]
    elif kind.form == "tokens":
        empty_zone(program, slots, field)
    else:
        first = program.layout.places[kind.id]
        for at in range(first, first + len(kind.elements)):
            if field.zone <= slots[at] < field.zone + field.places:
                slots[at] = program.first[at]


def _fact(reader: Reader, slots: Slots, place: PlaceDecl) -> None:
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


def _single(reader: Reader, slots: Slots, put: Put) -> None:
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
                write_members(slots, base, items, field.capacity)
            return
        case "bundle":
            put_bundle(reader, slots, put)
            return
        case _:
            items = reader.elements(put.value, of, put.text)
            if items is not None:
                slots[base : base + field.capacity] = [int(i in items) for i in range(field.capacity)]
            return
    if value is not None:
        slots[base] = value


def _parted(node: Expression) -> tuple[Expression, tuple[tuple[Expression, ...], ...]]:
    """Part ``zone[key][variety]`` into what is indexed and by what."""
    found: list[tuple[Expression, ...]] = []
    while isinstance(node, Index):
        found.insert(0, node.arguments)
        node = node.base
    return node, tuple(found)


@dataclass(slots=True)
class _Puts:
    """Reads the names of places."""

    reader: Reader

    def puts(self, place: PlaceDecl) -> list[Put]:
        """Give what one entry puts where; a kind's name stands for all its elements, a field without its keys for all of them."""
        node, indexes = _parted(place.place)
        match node:
            case Name(_, name) if f"game.{name}" in self.reader.program.layout.fields:
                field = self.reader.program.layout.fields[f"game.{name}"]
                owned = [(field, 0, place.value)]
            case Field(_, Name(_, base), name):
                owned = self._of_elements(place, base, name)
            case _:
                return self._unknown(place)
        if not owned:
            return []
        puts: list[Put] = []
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
        """Read the keys that are written; ``None`` where there is no such place."""
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

    def _spread(self, place: PlaceDecl, field: FieldSlots, at: tuple[int, ...], value: Given) -> list[Put]:
        """Put a value at each place whose owner and first keys are given; a group by key, or a list of flags, tells them apart."""
        left = field.keys[len(at) - 1 :]
        if not left:
            number = field.place(at[0], at[1:])
            return [] if number is None else [Put(field, number, None, value, place.text)]
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

    def _narrowed(self, place: PlaceDecl, puts: list[Put], variety: Expression) -> list[Put]:
        found: list[Put] = []
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
            found.append(Put(put.field, put.place, index, put.value, put.text))
        return found

    def _unknown(self, place: PlaceDecl) -> list[Put]:
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
        self.reader.bag.add("E501", place.span, near=meant or near(place.text, known), name=place.text)
        return []

    def _owns(self, kind: str, base: str) -> bool:
        return base == kind or self.reader.index(kind, base) is not None

    def _owners(self, kind: str) -> tuple[str, ...]:
        """Give how the elements of a kind are named in a document."""
        return self.reader.names if kind == "player" else self.reader.called(kind)

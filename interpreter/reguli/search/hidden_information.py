"""Determinization: what a seat cannot see is dealt anew from all that its view leaves possible.

Nothing of a sample depends on what lies hidden: it is made of the counts that everybody may take, of where each piece may be by what the seat saw of its moves, and of a
stream. So positions that look alike to a seat give equal samples (information sets: Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012).

A piece may be where it lay before the game, or where the seat saw it come; where an unseen piece left a zone for another, every piece that may have been in
the first may be in the second. Tokens that only moved in sight of the seat are known by count. Other hidden tokens are dealt anew by variety, and other hidden
values come from their declared range; what has none stays as it is and is named by ``unsampled``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.observation import hides_zone_count, may_see_field, visible_stack_cards
from reguli.engine.position_documents.position_values import stack_segments, zone_pieces
from reguli.engine.state_snapshots import restore_snapshot
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.collection_closures import write_stack
from reguli.ir.program import Slots
from reguli.ir.rng import Bits, Stream, derive_key, game_key, hash_name, shuffled, uniform_below
from reguli.ir.state_layout import NONE, FieldSlots
from reguli.model.analysis.information_flow import ALL, audience_of
from reguli.model.types import ElementType

DEAL: Final = "|deal"
CHANGES: Final = ("set", "join", "leave")
"""Verbs of notes that a value changed."""
UNCOUNTED: Final = 1 << 30
"""The room of a zone whose pieces may not be counted."""


@dataclass(frozen=True, slots=True)
class _Pool:
    """Pieces of one kind that the seat cannot place, in the order of their kind; the rooms of zones; and where each piece may be."""

    first: int
    """The first slot of the places of this kind."""
    pieces: tuple[int, ...]
    rooms: tuple[tuple[int, int], ...]
    """Zones by number, and how many of the pieces lie there."""
    possible: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class _Stack:
    """A stack that the seat does not see whole: its parts from bottom to top, each card ``None`` or known, and whether the part is shuffled."""

    zone: int
    base: int
    capacity: int
    parts: tuple[tuple[tuple[int | None, ...], bool], ...]


@dataclass(frozen=True, slots=True)
class _Tokens:
    """Tokens of one kind that the seat cannot count: the first slots of their zones, how many lie in each, and of each variety how many there are in all."""

    zones: tuple[tuple[int, int], ...]
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HiddenInformation:
    """All that a seat cannot see of a position, ready to be dealt anew. Make it with ``hidden_information``."""

    pools: tuple[_Pool, ...] = ()
    stacks: tuple[_Stack, ...] = ()
    tokens: tuple[_Tokens, ...] = ()
    values: tuple[tuple[int, int, int], ...] = ()
    """Slots of values with their least and greatest."""
    unsampled: tuple[str, ...] = ()
    """Fields whose hidden values have no declared range: they stay as they are."""

    def __bool__(self) -> bool:
        """Return whether anything is dealt anew."""
        return bool(self.pools or self.stacks or self.tokens or self.values)

    def deal(self, slots: Slots, stream: Bits) -> None:
        """Write one sample into slots."""
        dealt = defaultdict[int, list[int]](list)
        for pool in self.pools:
            for piece, zone in zip(pool.pieces, _assigned(pool, stream), strict=True):
                slots[pool.first + piece] = zone
                dealt[zone].append(piece)
        for stack in self.stacks:
            _fill_stack(slots, stack, shuffled(dealt[stack.zone], stream))
        for tokens in self.tokens:
            _deal_tokens(slots, tokens, stream)
        for slot, low, high in self.values:
            slots[slot] = low + uniform_below(stream, high - low + 1)


def hidden_information(playthrough: GamePlaythrough, seat: int) -> HiddenInformation:
    """Return what a seat (0-based) cannot see, and what its view leaves possible. The cost is proportional to the journal."""
    return _View(playthrough, seat).hidden()


def unsampled_fields(program: Playable) -> tuple[str, ...]:
    """Return the names of fields that some seat cannot see and that rules may change without a range of values: what is dealt anew leaves them as they are."""
    changed = {note.about for note in program.notes if note.verb in CHANGES}
    hidden = (
        one for one in program.layout.fields.values() if audience_of(program.ruleset, one.declared.visible) != ALL
    )
    return tuple(one.name for one in hidden if one.infinite or (one.name in changed and _bounds(program, one) is None))


def _bounds(program: Playable, one: FieldSlots) -> tuple[int, int] | None:
    """Return the least and the greatest value of a field that is no zone; None if it is no single value of a declared range."""
    declared = one.declared
    match declared.form:
        case "flag":
            return 0, 1
        case "number" if declared.high is not None:
            return declared.low, declared.high
        case "element":
            return 0, program.layout.size_of(declared.of or "") - 1
        case "number" | "list" | "set" | "bundle" | "zone":
            return None


def deal_stream(seed: int) -> Stream:
    """Return the stream of the deal that belongs to a seed."""
    return Stream(derive_key(game_key(seed), hash_name(DEAL)))


def branch_anew(playthrough: GamePlaythrough, seed: int, seat: int | None = None) -> GamePlaythrough:
    """Return a copy whose chance to come is that of another seed, and for a seat with what it cannot see dealt anew.

    Nothing prescribed comes any more, and nothing before can be undone: it belongs to the position that was.
    """
    slots = list(playthrough.slots[: playthrough.program.saved])
    if seat is not None:
        hidden_information(playthrough, seat).deal(slots, deal_stream(seed))
    chance = ChanceSource(seed, log=list(playthrough.chance.log), constants=playthrough.chance.constants)
    found = playthrough.branch()
    return replace(
        found, chance=chance, slots=restore_snapshot(found.program, tuple(slots)), _past=[], passed=[], _offered=None
    )


# -- what a seat knows -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _View:
    playthrough: GamePlaythrough
    seat: int
    _seen: dict[int, bool] = field(default_factory=dict)

    def hidden(self) -> HiddenInformation:
        slots, program = self.playthrough.slots, self.playthrough.program
        places = [(one, place) for one in program.layout.fields.values() for place in range(one.places)]
        unseen = [(one, place) for one, place in places if not may_see_field(program, slots, one, place, self.seat)]
        pieces = defaultdict[str, list[tuple[FieldSlots, int]]](list)
        tokens = defaultdict[str, list[tuple[FieldSlots, int]]](list)
        values, unsampled = list[tuple[int, int, int]](), dict[str, None]()
        for one, place in unseen:
            kind = one.declared.of or ""
            if one.declared.form != "zone":
                values += self._value(one, place, unsampled)
            elif program.ruleset.kinds[kind].form == "tokens":
                tokens[kind].append((one, place))
            else:
                pieces[kind].append((one, place))
        found = [self._pieces(kind, zones) for kind, zones in pieces.items()]
        return HiddenInformation(
            tuple(pool for pool, _ in found if pool.pieces),
            tuple(stack for _, stacks in found for stack in stacks),
            tuple(self._tokens(tokens, unsampled)),
            tuple(values),
            tuple(unsampled),
        )

    def _sees(self, zone: int) -> bool:
        """Return whether the seat sees a zone by number; all see nowhere."""
        if zone not in self._seen:
            program, slots = self.playthrough.program, self.playthrough.slots
            name, place = program.layout.zone_fields[zone] if zone >= 0 else ("", 0)
            self._seen[zone] = zone < 0 or may_see_field(program, slots, program.layout.fields[name], place, self.seat)
        return self._seen[zone]

    # -- pieces --------------------------------------------------------------------------------------------------

    def _pieces(self, kind: str, zones: Sequence[tuple[FieldSlots, int]]) -> tuple[_Pool, list[_Stack]]:
        program, slots = self.playthrough.program, self.playthrough.slots
        possible = self._possible_zones(kind, {one.zone + place for one, place in zones})
        known, rooms, stacks = set[int](), list[tuple[int, int]](), list[_Stack]()
        for one, place in zones:
            zone, there = one.zone + place, zone_pieces(program, slots, one, place)
            placed = [card for card in there if possible[card] == {zone}]
            if one.declared.order == "stack":
                stack = self._stack(one, place)
                # A card whose place in the stack is known lies there, whatever else is known of it.
                fixed = [card for part, _ in stack.parts for card in part if card is not None]
                placed = fixed
                stacks.append(stack)
            known.update(placed)
            rooms.append((zone, UNCOUNTED if hides_zone_count(one) else len(there) - len(placed)))
        unplaced = [card for one, place in zones for card in zone_pieces(program, slots, one, place)]
        loose = tuple(sorted(card for card in unplaced if card not in known))
        first = program.layout.places[kind]
        return _Pool(first, loose, tuple(rooms), tuple(possible[card] for card in loose)), stacks

    def _stack(self, one: FieldSlots, place: int) -> _Stack:
        playthrough = self.playthrough
        seen = iter(visible_stack_cards(playthrough, one, place, self.seat)[::-1])
        runs = reversed(stack_segments(playthrough.slots, one, place))
        parts = tuple((tuple(next(seen) for _ in cards), mixed) for cards, mixed in runs)
        return _Stack(one.zone + place, one.base + place * one.stride, one.capacity, parts)

    def _possible_zones(self, kind: str, hidden: set[int]) -> list[frozenset[int]]:
        """Return, by piece of a kind, the zones where it may be as far as the seat saw; of a piece in sight its zone."""
        playthrough, program = self.playthrough, self.playthrough.program
        first, count = program.layout.places[kind], program.layout.size_of(kind)
        if playthrough.origin is None:
            possible = [{program.first[first + card]} for card in range(count)]
            for card, source, target in self._moves(kind):
                if self._sees(source) or self._sees(target):
                    possible[card] = {target}
                else:
                    for zones in possible:
                        if source in zones:
                            zones.add(target)
            allowed = [frozenset(zones & hidden) for zones in possible]
            if all(
                place not in hidden or place in zones
                for place, zones in zip(playthrough.slots[first : first + count], allowed, strict=True)
            ):
                return allowed
        return [frozenset(hidden)] * count

    def _moves(self, kind: str) -> Iterator[tuple[int, int, int]]:
        notes = self.playthrough.program.notes
        for number, *values in self.playthrough.journal:
            note = notes[number]
            if note.verb in ("move", "draw") and isinstance(note.types[0], ElementType) and note.types[0].kind == kind:
                card, source, target = values
                yield card, source, target

    # -- tokens and values ---------------------------------------------------------------------------------------

    def _tokens(self, hidden: dict[str, list[tuple[FieldSlots, int]]], unsampled: dict[str, None]) -> Iterator[_Tokens]:
        slots, notes = self.playthrough.slots, self.playthrough.program.notes
        doubtful = set[int]()
        for number, *values in self.playthrough.journal:
            if notes[number].verb == "transfer" and not any(map(self._sees, values[-2:])):
                doubtful.update(values[-2:])
        for zones in hidden.values():
            loose = [
                (one, place)
                for one, place in zones
                if one.zone + place in doubtful or self.playthrough.origin is not None
            ]
            if any(one.infinite for one, _ in loose):
                unsampled.update((one.name, None) for one, _ in loose)
                continue
            at = [(one.base + place * one.stride, one.capacity) for one, place in loose]
            if len(at) > 1:
                amounts = tuple(map(sum, zip(*(slots[base : base + count] for base, count in at), strict=True)))
                yield _Tokens(tuple((base, sum(slots[base : base + count])) for base, count in at), amounts)
            else:
                unsampled.update((one.name, None) for one, _ in loose)

    def _value(self, one: FieldSlots, place: int, unsampled: dict[str, None]) -> Iterator[tuple[int, int, int]]:
        """Yield the slot and the range of a hidden value that may have been changed."""
        if self.playthrough.origin is None and not self._was_set(one.name):
            return
        bounds = _bounds(self.playthrough.program, one)
        if bounds is None:
            unsampled[one.name] = None
        else:
            yield one.base + place * one.stride, *bounds

    def _was_set(self, name: str) -> bool:
        notes = self.playthrough.program.notes
        return any(
            notes[entry[0]].about == name and notes[entry[0]].verb in CHANGES for entry in self.playthrough.journal
        )


# -- one sample ------------------------------------------------------------------------------------------------------


def _assigned(pool: _Pool, stream: Bits) -> list[int]:
    """Return a zone for each piece: every zone gets as many as lie there, and every piece a zone where it may be.

    The pieces take spaces by lot, one after the other. One for which none is left displaces another (Kuhn's augmenting paths).
    """
    spaces = [zone for zone, room in pool.rooms if room < UNCOUNTED for _ in range(room)]
    free = [zone for zone, room in pool.rooms if room == UNCOUNTED]
    spaces += [free[uniform_below(stream, len(free))] for _ in range(len(pool.pieces) - len(spaces))] if free else []
    spaces = shuffled(spaces, stream)
    if all(possible.issuperset(spaces) for possible in set(pool.possible)):
        return spaces
    zones = [NONE] * len(pool.pieces)
    for piece in shuffled(range(len(pool.pieces)), stream):
        at = next((at for at, zone in enumerate(spaces) if zone in pool.possible[piece]), None)
        if at is None:
            at = _displaced(pool, zones, spaces, piece)
        zones[piece] = spaces.pop(at)
    return zones


def _displaced(pool: _Pool, zones: list[int], spaces: list[int], piece: int) -> int:
    """Move pieces on until a space is left for one more; return its place, with the zone of the one in question free."""
    reached = dict.fromkeys(pool.possible[piece], NONE)
    waiting = sorted(reached)
    for zone in waiting:
        for other, held in enumerate(zones):
            if held != zone:
                continue
            for goal in sorted(pool.possible[other] - reached.keys()):
                reached[goal] = other
                waiting.append(goal)
    goal = next(zone for zone in waiting if zone in spaces)
    at = spaces.index(goal)
    while reached[goal] != NONE:
        other = reached[goal]
        zones[other], goal = goal, zones[other]
    # The space found is taken by whoever was displaced last; the one that came free stands in its place.
    spaces[at] = goal
    return at


def _fill_stack(slots: Slots, stack: _Stack, cards: list[int]) -> None:
    parts = []
    for seen, mixed in stack.parts:
        part = [cards.pop() if card is None else card for card in seen]
        parts.append((sorted(part) if mixed else part, mixed))
    write_stack(slots, stack.base, stack.capacity, parts)


def _deal_tokens(slots: Slots, tokens: _Tokens, stream: Bits) -> None:
    bag = shuffled([variety for variety, amount in enumerate(tokens.amounts) for _ in range(amount)], stream)
    for base, count in tokens.zones:
        slots[base : base + len(tokens.amounts)] = [0] * len(tokens.amounts)
        for _ in range(count):
            slots[base + bag.pop()] += 1

"""The journal as typed events: each with its rule, filtered for one player's knowledge.

Texts are made of ids and signs only: ``move card_13: market -> anna.cards``. What a player may not know is
``{"hidden": true}`` among the values and ``?`` in the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import NO_MEMBER, Plain, format_plain_value, value_as_json
from reguli.engine.observation import HIDDEN, hides_zone_count, is_zone_count_hidden, may_see_field, may_see_zone
from reguli.ir.program import Note, Program
from reguli.ir.state_layout import FieldSlots
from reguli.model.bound_tree.bound_statements import Verb
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.model.types import CollectionType, ElementType, GroupsType
from reguli.source.frozen_values import FrozenValue, frozen_class

Viewer = int | Literal["all"] | None
"""A seat, ``None`` for a spectator, or ``"all"`` for everything there is to know."""
Values = dict[str, Plain]
VERBS: Mapping[Verb, tuple[tuple[str, ...], str]] = {
    "move": (("piece", "from", "to"), "move {piece}: {from} -> {to}"),
    "draw": (("piece", "from", "to"), "draw {piece}: {from} -> {to}"),
    "transfer": (("amount", "variety", "from", "to"), "transfer {amount} {what}: {from} -> {to}"),
    "set": (("owner", "value"), "set {owned} = {value}"),
    "join": (("owner", "element"), "join {owned}: {element}"),
    "leave": (("owner", "element"), "leave {owned}: {element}"),
    "shuffle": (("zone",), "shuffle {zone}"),
    "sort": ((), "sort {about}"),
    "take_back": (("player",), "take_back {player}: {about}"),
}
"""By verb: the names of its values, and its text."""


@frozen_class
class JournalEntry(FrozenValue):
    """One event. ``values`` are plain (see ``entries``); ``cites`` are the inventory ids its rule stands under.

    ``index`` is its place among the events that its viewer is told.
    """

    index: int
    verb: Verb
    rule: str
    cites: tuple[str, ...]
    about: str
    values: Mapping[str, Plain]
    text: str


def visible_entries(playthrough: GamePlaythrough, player: Viewer = "all", since: int = 0) -> list[JournalEntry]:
    """Return the events from ``since`` (an index, 0-based) on, as visible to one player.

    Nobody is told what went from one zone to another that they may count neither of, and it is not numbered for them.
    Values by verb: ``choose``: player and arguments by name; ``move`` and ``draw``: piece, from, to; ``transfer``:
    amount, variety, from, to; ``set``: owner (if any), keys by name, value; ``join`` and ``leave``: owner (if any), keys, element;
    ``shuffle``: zone; ``lot``: its variable; ``announce`` and ``later``: arguments by name; ``round``, ``phase``,
    ``stage``: which; ``sort``: nothing; ``take_back``: the player who found no way out of what is all or nothing.
    """
    teller = _Teller(playthrough, player)
    first = max(0, since)
    return [teller.entry(at, index) for index, at in enumerate(_told(teller, len(playthrough.journal))[first:], first)]


def count_visible_entries(playthrough: GamePlaythrough, player: Viewer = "all", until: int | None = None) -> int:
    """Return how many events a viewer can see; with ``until``, among that many first events."""
    happened = len(playthrough.journal) if until is None else until
    return len(_told(_Teller(playthrough, player), happened))


def _told(teller: _Teller, happened: int) -> Sequence[int]:
    """Return the journal indices of the events visible to a viewer, among that many first events."""
    events = range(happened)
    return [at for at in events if not teller.passes_over(at)] if teller.has_uncounted else events


class _Teller:
    """The journal of one playthrough as visible to one viewer."""

    def __init__(self, playthrough: GamePlaythrough, player: Viewer) -> None:
        self._playthrough = playthrough
        self._program = playthrough.program
        self._slots = playthrough.slots
        self._player = player
        self._options = {
            choice.note: (choice.option, decision.ask.secretly)
            for decision in self._program.decisions
            for choice in decision.choices
        }

        fields = self._program.layout.fields.values()
        self.has_uncounted = player != "all" and any(hides_zone_count(field) for field in fields)
        """Whether there are zones of which the viewer may not know how much lies there."""

    def passes_over(self, at: int) -> bool:
        """Return whether a journal entry is entirely hidden from the viewer."""
        number, *values = self._playthrough.journal[at]
        return self._program.notes[number].verb in ("move", "draw") and all(map(self._uncounted, values[-2:]))

    def _uncounted(self, zone: int) -> bool:
        return self._player != "all" and is_zone_count_hidden(self._program, self._slots, zone, self._player)

    def entry(self, at: int, index: int) -> JournalEntry:
        """Return a journal entry under its number for the viewer."""
        number, *values = self._playthrough.journal[at]
        note = self._program.notes[number]
        plain = [
            value_as_json(self._program, kind, value, self._playthrough.names, ids=True)
            for kind, value in zip(note.types, values, strict=True)
        ]
        named = dict(zip(self._value_names(note, number), plain, strict=True))
        if note.verb == "transfer" and not isinstance(note.types[1], ElementType):
            named["variety"] = None
        for name in self._secret(note, number, values):
            named[name] = {HIDDEN: True}
        place = self._program.rules.get(note.rule)
        about = note.about.removeprefix("game.")
        cites = () if place is None else place.cites
        return JournalEntry(
            index,
            note.verb,
            without_copy_depth(note.rule),
            cites,
            without_copy_depth(about),
            named,
            _text(note, about, named, change_event_keys(note, self._program)),
        )

    def _value_names(self, note: Note, number: int) -> list[str]:
        match note.verb:
            case "choose":
                option, _ = self._options[number]
                return ["player", *(parameter.variable.name for parameter in option.parameters)]
            case "announce" | "later":
                return self._parameter_names(note)
            case "set" | "move" | "draw" | "transfer" | "shuffle" | "join" | "leave" | "sort" | "take_back":
                return _names_of(note, self._program)
            case "round" | "phase" | "stage" | "lot":
                return [note.about]

    def _parameter_names(self, note: Note) -> list[str]:
        ruleset = self._program.ruleset
        if note.verb == "later" and note.about in ruleset.procedures:
            return [variable.name for variable in ruleset.procedures[note.about].parameters]
        kind, dot, field = note.about.partition(".")
        if dot:
            rule = next(rule for rule in ruleset.piece_rules[kind, field] if rule is not None)
            return ["this", *(variable.name for variable in rule.parameters)]
        declared = next((rules[0] for event, rules in ruleset.events.items() if event == note.about and rules), None)
        if declared is None:
            return [str(at) for at in range(1, len(note.types) + 1)]
        return [variable.name for variable in declared.parameters]

    # -- what is not for everybody -----------------------------------------------------------------------------

    def _secret(self, note: Note, number: int, values: Sequence[int]) -> list[str]:
        """Return the names of the values hidden from the viewer."""
        if self._player == "all":
            return []
        names = self._value_names(note, number)
        match note.verb:
            case "choose":
                secret = self._options[number][1] and values[0] != self._player
                return names[1:] if secret else []
            case "move" | "draw" | "transfer":
                seen = any(may_see_zone(self._program, self._slots, zone, self._player) for zone in values[-2:])
                unseen = [name for name, zone in zip(names[-2:], values[-2:], strict=True) if self._uncounted(zone)]
                return unseen if seen else [*names[:-2], *unseen]
            case "set" | "join" | "leave":
                field = self._program.layout.fields.get(note.about)
                place = 0 if field is None else changed_place(field, values)
                if field is None or may_see_field(self._program, self._slots, field, place, self._player):
                    return []
                # At which key something changed tells as much as what it is now.
                return [name for name in names if name != "owner"]
            case "announce" | "later":
                return [name for name, kind in zip(names, note.types, strict=True) if self._may_lie_hidden(kind)]
            case "round" | "phase" | "stage" | "shuffle" | "sort" | "lot" | "take_back":
                return []

    def _may_lie_hidden(self, kind: object) -> bool:
        """Return whether pieces of a kind can be in zones hidden from the viewer."""
        if not isinstance(kind, ElementType | CollectionType | GroupsType):
            return False
        player = None if self._player == "all" else self._player
        return any(
            not may_see_field(self._program, self._slots, field, owner, player)
            for field in self._program.layout.fields.values()
            if field.declared.form == "zone" and field.declared.of == kind.kind in self._program.layout.places
            for owner in range(field.places)
        )


def _names_of(note: Note, program: Program) -> list[str]:
    """Return the value names of an effect: an owner only for fields of elements, keys only for keyed ones."""
    names, keys = VERBS[note.verb][0], change_event_keys(note, program)
    if not keys:
        return [*names[-len(note.types) :]]
    return [*names[: len(note.types) - len(keys) - 1], *keys, names[-1]]


def change_event_keys(note: Note, program: Program) -> list[str]:
    """Return the key names of an event's changed field."""
    field = program.layout.fields.get(note.about) if note.verb in ("set", "join", "leave") else None
    return [] if field is None else [key.name for key in field.declared.by]


def changed_place(field: FieldSlots, values: Sequence[int]) -> int:
    """Return the place in a change event from its owner and keys; the last value is new."""
    told = values[:-1] if field.declared.owner != "game" else (0, *values[:-1])
    return field.place(told[0], told[1:]) or 0 if told else 0


def _text(note: Note, about: str, values: Values, keys: Sequence[str]) -> str:
    said = {name: _said(value) for name, value in values.items()}
    match note.verb:
        case "choose":
            rest = [word for name, word in said.items() if name != "player"]
            return f"choose {said['player']}: {' '.join([about, *rest])}"
        case "announce" | "later":
            return f"{note.verb} {about}: {' '.join(said.values())}".rstrip(": ")
        case "lot":
            return f"lot {about}: {said[about]}"
        case "set" | "move" | "draw" | "transfer" | "shuffle" | "join" | "leave" | "sort" | "take_back":
            what = about if values.get("variety") is None else f"{about} {said['variety']}"
            at = f"[{','.join(said[key] for key in keys)}]" if keys else ""
            owned = f"{said['owner']}.{about.partition('.')[2]}{at}" if "owner" in said else f"{about}{at}"
            return VERBS[note.verb][1].format_map({**said, "about": about, "what": what, "owned": owned})
        case "round" | "phase" | "stage":
            return f"{note.verb} {' '.join(said.values())}"


def _said(value: Plain) -> str:
    if isinstance(value, list) and not value:
        return NO_MEMBER
    return "?" if isinstance(value, dict) else format_plain_value(value).replace(", ", ",")

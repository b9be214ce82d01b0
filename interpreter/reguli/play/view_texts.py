"""What one player sees, in words: one line for each thing of the game, one line for each player.

What lies on spaces or cards and belongs to players stands in the lines of its players, by the spaces or cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import Plain, element_text
from reguli.engine.observation.player_views import HIDDEN, SEEN, view
from reguli.engine.position_documents.position_values import position_plain
from reguli.ir.state_layout import FieldSlots
from reguli.model.resolved_ruleset import Kind
from reguli.words.catalogue.interface_texts import Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SittingTongue
    from reguli.words.placeholders.field_labels import Label

GAME: Final = "game"
PLAYER: Final = "player"
NUMBER: Final = "number"
"""The unit of what is only a number."""
NOTHING: Final = "–"
BETWEEN: Final = "; "


def view_lines(playthrough: Playthrough, player: int | None, words: Interface, tongue: SittingTongue) -> list[str]:
    """Give the position as a player (``None``: a spectator) sees it."""
    shown = view(playthrough, player)["position"]
    assert isinstance(shown, dict)
    return _lines(playthrough, shown, words, tongue)


def position_lines(playthrough: Playthrough, words: Interface, tongue: SittingTongue) -> list[str]:
    """Give the whole position, nothing hidden."""
    return _lines(playthrough, position_plain(playthrough.program, playthrough.slots, playthrough.names), words, tongue)


def _lines(playthrough: Playthrough, shown: Mapping[str, Plain], words: Interface, tongue: SittingTongue) -> list[str]:
    """Say a position, as ``view`` or ``position_plain`` give it; fields not meant to be shown are left out."""
    facts = shown["facts"]
    assert isinstance(facts, dict)
    return [_facts(facts, words, tongue), *_View(playthrough, shown, words, tongue).lines()]


def _facts(facts: Mapping[str, Plain], words: Interface, tongue: SittingTongue) -> str:
    number = facts["round"]
    parts = [tongue.round(number if isinstance(number, int) else 0)]
    parts += [tongue.era(kind, str(facts[kind])) for kind in ("phase", "stage") if facts.get(kind) is not None]
    return ", ".join([*parts, words.say("over")] if facts.get("over") else parts)


@dataclass(frozen=True, slots=True)
class _View:
    """One position as somebody sees it."""

    playthrough: Playthrough
    shown: Mapping[str, Plain]
    words: Interface
    tongue: SittingTongue

    def lines(self) -> Iterator[str]:
        """Say what is the game's, then what lies about, then what each player has."""
        for field, value in self._fields(GAME):
            yield from self._of_game(field, value)
        for owner in self.shown:
            if owner not in (GAME, PLAYER, "facts"):
                for field, value in self._fields(owner):
                    yield from self._of_elements(owner, field, value)
        for seat in range(self.playthrough.program.players):
            parts = [part for part in self._of_player(seat) if part]
            yield f"{self.tongue.title(seat)} – {BETWEEN.join(parts)}" if parts else self.tongue.title(seat)

    def _fields(self, owner: str) -> Iterator[tuple[FieldSlots, Plain]]:
        values = self.shown.get(owner)
        for name, value in values.items() if isinstance(values, dict) else ():
            field = self.playthrough.program.layout.fields[f"{owner}.{name}"]
            if field.declared.shown:
                yield field, value

    def _label(self, field: FieldSlots) -> Label:
        return self.tongue.events.labels.field(field.declared.owner, field.declared.id)

    def _of_game(self, field: FieldSlots, value: Plain) -> Iterator[str]:
        label = self._label(field)
        head = label.text[:1].upper() + label.text[1:]
        if isinstance(value, bool):
            if value:
                yield head
        elif not (field.declared.form in ("zone", "bundle") and _is_nothing(value)):
            yield f"{head}: {self._value(field, value, label)}"

    def _of_elements(self, owner: str, field: FieldSlots, value: Plain) -> Iterator[str]:
        """Say what elements have that have something, unless it belongs to players."""
        if self._of_players(field) or not isinstance(value, dict):
            return
        label = self._label(field)
        items = []
        for element, each in value.items():
            if not _is_nothing(each):
                name = self.tongue.events.listed(owner, element)
                said = "" if each is True else self._value(field, each, label)
                items.append(f"{name} ({said})" if said else name)
        if items:
            yield f"{label.text[:1].upper()}{label.text[1:]}: {', '.join(items)}"

    def _of_player(self, seat: int) -> Iterator[str]:
        name = element_text(self.playthrough.program, PLAYER, seat, self.playthrough.names, ids=True)
        for field, values in self._fields(PLAYER):
            value = values.get(name) if isinstance(values, dict) else None
            label = self._label(field)
            own = value.get(name) if isinstance(value, dict) and self._of_players(field) else None
            if value is True:
                yield label.text
            elif own is not None and isinstance(value, dict) and len(value) == 1:
                yield f"{label.text}: {own}"
            elif not _is_nothing(value) or field.declared.form == "number" or self._is_sum(field):
                yield f"{label.text}: {self._value(field, value, label)}"
        for owner in self.shown:
            if owner not in (GAME, PLAYER, "facts"):
                for field, values in self._fields(owner):
                    yield self._lying_about(owner, field, values, name)

    def _lying_about(self, owner: str, field: FieldSlots, values: Plain, player: str) -> str:
        """Say where on the elements of a kind something of a player lies."""
        if not self._of_players(field) or not isinstance(values, dict):
            return ""
        found = []
        for (element, *keys), value in _leaves(values, len(field.keys) + 1):
            count = value.get(player, 0) if isinstance(value, dict) else int(value == player)
            if isinstance(count, int) and count:
                told = [self.tongue.key(key.kind, word) for key, word in zip(field.keys, keys, strict=True)]
                said = " ".join([self.tongue.events.listed(owner, element), *told])
                found.append(said if count == 1 else f"{said} ×{count}")
        return f"{self._label(field).text}: {', '.join(found)}" if found else ""

    def _is_sum(self, field: FieldSlots) -> bool:
        """Whether a field holds a number of one sort of token, of which people want to know as well that there is none left."""
        kind = self._kind(field)
        return field.declared.form == "zone" and kind is not None and kind.form == "tokens" and kind.variety is None

    def _of_players(self, field: FieldSlots) -> bool:
        """Whether what lies in a field is told apart by whose it is."""
        kind = self._kind(field)
        return kind is not None and PLAYER in (kind.id, kind.variety)

    def _kind(self, field: FieldSlots) -> Kind | None:
        return self.playthrough.program.ruleset.kinds.get(field.declared.of or "")

    # -- values ------------------------------------------------------------------------------------------------

    def _value(self, field: FieldSlots, value: Plain, label: Label, level: int = 0) -> str:
        """Say a value; ``level`` is how many of its keys are said already."""
        kind = self._kind(field)
        if level < len(field.keys) and isinstance(value, dict):
            return self._by_key(field, value, label, level)
        match value:
            case None:
                return self.words.say("without limit") if field.infinite else NOTHING
            case bool():
                return self.words.say("yes") if value else self.words.say("no")
            case int():
                return self._amount(value, field.declared.of, label)
            case dict() if value.get(HIDDEN) is True:
                ends = _known_ends(value, self.words, lambda card: self._item(kind, card))
                return "; ".join([self._hidden(kind, value.get("count")), *ends])
            case dict():
                return self._varieties(kind, value)
            case list():
                return ", ".join(self._item(kind, item) for item in value) or NOTHING
            case _:
                return self._item(kind, value)

    def _by_key(self, field: FieldSlots, values: Mapping[str, Plain], label: Label, level: int) -> str:
        """Say what stands at each key, where something does: wool 3, wine 1."""
        found = []
        for word, value in values.items():
            if field.declared.form != "number" and _is_nothing(value):
                continue
            name = self.tongue.key(field.keys[level].kind, word)
            said = "" if value is True else self._value(field, value, label, level + 1)
            found.append(name if not said else f"{name} {said}" if isinstance(value, int) else f"{name} ({said})")
        return ", ".join(found) or NOTHING

    def _amount(self, value: int, unit: str | None, label: Label) -> str:
        """Say a number with its unit, which is left out where the label says it already."""
        return str(value) if unit is None or unit in (NUMBER, label.term) else self.tongue.amount(value, unit)

    def _hidden(self, kind: Kind | None, count: Plain) -> str:
        if not isinstance(count, int) or kind is None:
            return self.tongue.shared("view.hidden")
        return self.tongue.shared("view.hidden_pieces", n=count, thing=self.tongue.events.phrases.noun_of(kind))

    def _varieties(self, kind: Kind | None, amounts: Mapping[str, Plain]) -> str:
        """Say how many there are of each, as a table does: salt 3, rye 2."""
        of = "" if kind is None else kind.variety or ""
        said = [
            self.tongue.shared("view.of_each", what=self.tongue.name(self.tongue.events.listed(of, variety)), n=amount)
            for variety, amount in amounts.items()
            if isinstance(amount, int)
        ]
        return ", ".join(said) or NOTHING

    def _item(self, kind: Kind | None, item: Plain) -> str:
        if isinstance(item, list):
            items = tuple(self.tongue.name(self._item(kind, each)) for each in item)
            noun = "element" if kind is None else self.tongue.events.phrases.noun_of(kind)
            return self.tongue.shared("view.mixed", n=len(item), thing=noun, items=items)
        return NOTHING if item is None or kind is None else self.tongue.events.listed(kind.id, str(item))


def _is_nothing(value: Plain) -> bool:
    """Tell whether nothing is there; of several places, at none of them."""
    if isinstance(value, dict) and HIDDEN not in value:
        return all(map(_is_nothing, value.values()))
    return value in (None, False, 0) or value in ([], {HIDDEN: True, "count": 0})


def _leaves(values: Plain, levels: int) -> Iterator[tuple[tuple[str, ...], Plain]]:
    """Give every value of a group of groups with the words that lead to it."""
    if not levels or not isinstance(values, dict):
        yield (), values
        return
    for word, value in values.items():
        yield from (((word, *rest), leaf) for rest, leaf in _leaves(value, levels - 1))


def _known_ends(value: Mapping[str, Plain], words: Interface, said: Callable[[Plain], str]) -> list[str]:
    """Say the cards at either end of a hidden stack that the viewer knows, from top to bottom."""
    known = value.get(SEEN)
    if not isinstance(known, list):
        return []
    top, bottom = list(takewhile(bool, known)), list(takewhile(bool, reversed(known)))[::-1]
    lines = [words.say("on top: {cards}", cards=", ".join(map(said, top)))] if top else []
    if bottom and len(top) < len(known):
        lines.append(words.say("at the bottom: {cards}", cards=", ".join(map(said, bottom))))
    return lines

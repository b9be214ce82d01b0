"""A player's view in words: one line for each thing of the game, one line for each player.

What lies on spaces or cards and belongs to players stands in the lines of its players, by the spaces or cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from reguli.engine.gameplay.playthrough import (
    GamePlaythrough,
    PlayedMove,
    Refusal,
    outcomes_by_chance_node,
    start_playthrough,
)
from reguli.engine.history.journal import visible_entries
from reguli.engine.notation import Plain, element_text, move_json, move_text
from reguli.engine.observation import HIDDEN, SEEN, player_view
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_values import position_as_plain
from reguli.ir.state_layout import FieldSlots
from reguli.model.resolved_ruleset import Kind
from reguli.play.replay_steps import completed_move_text, player_text
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import abbreviated_list
from reguli.words.catalogue.interface_texts import InterfaceTexts

if TYPE_CHECKING:
    from reguli.play.session_texts import SessionRealiser
    from reguli.words.placeholders.translator_notes import FieldLabel


GAME: Final = "game"
PLAYER: Final = "player"
NUMBER: Final = "number"
"""The unit of what is only a number."""
NOTHING: Final = "–"
BETWEEN: Final = "; "


def view_lines(
    playthrough: GamePlaythrough, player: int | None, words: InterfaceTexts, tongue: SessionRealiser
) -> list[str]:
    """Return a player's view of the position (``None``: a spectator)."""
    shown = player_view(playthrough, player)["position"]
    assert isinstance(shown, dict)
    return _lines(playthrough, shown, words, tongue)


def position_lines(playthrough: GamePlaythrough, words: InterfaceTexts, tongue: SessionRealiser) -> list[str]:
    """Return the lines of the full position."""
    return _lines(
        playthrough, position_as_plain(playthrough.program, playthrough.slots, playthrough.names), words, tongue
    )


def _lines(
    playthrough: GamePlaythrough, shown: Mapping[str, Plain], words: InterfaceTexts, tongue: SessionRealiser
) -> list[str]:
    """Return the lines of a position from ``view`` or ``position_as_plain``, without fields that are not to be shown."""
    facts = shown["facts"]
    assert isinstance(facts, dict)
    return [_facts(facts, words, tongue), *_View(playthrough, shown, words, tongue).lines()]


def _facts(facts: Mapping[str, Plain], words: InterfaceTexts, tongue: SessionRealiser) -> str:
    number = facts["round"]
    parts = [tongue.round(number if isinstance(number, int) else 0)]
    parts += [tongue.era(kind, str(facts[kind])) for kind in ("phase", "stage") if facts.get(kind) is not None]
    return ", ".join([*parts, words.say("over")] if facts.get("over") else parts)


@dataclass(frozen=True, slots=True)
class _View:
    """One player's view of a position."""

    playthrough: GamePlaythrough
    shown: Mapping[str, Plain]
    words: InterfaceTexts
    tongue: SessionRealiser

    def lines(self) -> Iterator[str]:
        """Yield the game's lines, then those of elements, then those of each player."""
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

    def _label(self, field: FieldSlots) -> FieldLabel:
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
        """Yield the non-empty elements of a field, unless it is divided by player."""
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
        """Return the elements of a kind that hold something of a player."""
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
        """Return whether a field counts a single sort of token, so that a zero is also worth showing."""
        kind = self._kind(field)
        return field.declared.form == "zone" and kind is not None and kind.form == "tokens" and kind.variety is None

    def _of_players(self, field: FieldSlots) -> bool:
        """Return whether a field's contents differ by owner."""
        kind = self._kind(field)
        return kind is not None and PLAYER in (kind.id, kind.variety)

    def _kind(self, field: FieldSlots) -> Kind | None:
        return self.playthrough.program.ruleset.kinds.get(field.declared.of or "")

    # -- values ------------------------------------------------------------------------------------------------

    def _value(self, field: FieldSlots, value: Plain, label: FieldLabel, level: int = 0) -> str:
        """Return the text of a value; ``level`` is how many of its keys are covered."""
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

    def _by_key(self, field: FieldSlots, values: Mapping[str, Plain], label: FieldLabel, level: int) -> str:
        """Return the values at non-empty keys: wool 3, wine 1."""
        found = []
        for word, value in values.items():
            if field.declared.form != "number" and _is_nothing(value):
                continue
            name = self.tongue.key(field.keys[level].kind, word)
            said = "" if value is True else self._value(field, value, label, level + 1)
            found.append(name if not said else f"{name} {said}" if isinstance(value, int) else f"{name} ({said})")
        return ", ".join(found) or NOTHING

    def _amount(self, value: int, unit: str | None, label: FieldLabel) -> str:
        """Return the text of a number with its unit, which is omitted if the label already names it."""
        return str(value) if unit is None or unit in (NUMBER, label.term) else self.tongue.amount(value, unit)

    def _hidden(self, kind: Kind | None, count: Plain) -> str:
        if not isinstance(count, int) or kind is None:
            return self.tongue.shared("view.hidden")
        return self.tongue.shared("view.hidden_pieces", n=count, thing=self.tongue.events.phrases.noun_of(kind))

    def _varieties(self, kind: Kind | None, amounts: Mapping[str, Plain]) -> str:
        """Return the amount of each variety in table form: salt 3, rye 2."""
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
    """Return whether a value, or all of several, is empty."""
    if isinstance(value, dict) and HIDDEN not in value:
        return all(map(_is_nothing, value.values()))
    return value in (None, False, 0) or value in ([], {HIDDEN: True, "count": 0})


def _leaves(values: Plain, levels: int) -> Iterator[tuple[tuple[str, ...], Plain]]:
    """Yield every value of a nested mapping with its path of keys."""
    if not levels or not isinstance(values, dict):
        yield (), values
        return
    for word, value in values.items():
        yield from (((word, *rest), leaf) for rest, leaf in _leaves(value, levels - 1))


def _known_ends(value: Mapping[str, Plain], words: InterfaceTexts, said: Callable[[Plain], str]) -> list[str]:
    """Return the lines of the known cards at the ends of a hidden stack, from top to bottom."""
    known = value.get(SEEN)
    if not isinstance(known, list):
        return []
    top, bottom = list(takewhile(bool, known)), list(takewhile(bool, reversed(known)))[::-1]
    lines = [words.say("on top: {cards}", cards=", ".join(map(said, top)))] if top else []
    if bottom and len(top) < len(known):
        lines.append(words.say("at the bottom: {cards}", cards=", ".join(map(said, bottom))))
    return lines


# -- A playthrough phase by phase: the moves of each, and the position behind it -------------------------------------


Era = tuple[int, int]
"""Round and phase."""


@dataclass(frozen=True, slots=True)
class PlayedPhase:
    """The moves of one phase of one round, each with its worded consequences, and the position when the next phase begins."""

    title: str
    moves: tuple[str, ...]
    position: tuple[str, ...]


def rewound_playthrough(playthrough: GamePlaythrough) -> GamePlaythrough:
    """Return the playthrough at its beginning, with chance fixed to its outcomes and forced moves played manually."""
    chance = playthrough.chance
    if playthrough.origin is None:
        return start_playthrough(
            playthrough.program,
            chance.seed,
            prescribed=chance.prescribed,
            recorded=chance.log,
            play_forced=False,
            names=playthrough.names,
        )
    # What was set up once without findings can be set up again.
    bag = Bag()
    first = set_up_position(
        playthrough.program,
        playthrough.origin,
        bag,
        seed=chance.seed,
        play_forced=False,
        recorded=outcomes_by_chance_node(chance.log),
    )
    assert first is not None, bag.codes
    return first


def iterate_played_phases(
    playthrough: GamePlaythrough, words: InterfaceTexts, tongue: SessionRealiser
) -> Iterator[PlayedPhase]:
    """Yield a playthrough's phases, in lines."""
    first = rewound_playthrough(playthrough)
    beginning = words.say("beginning")
    yield PlayedPhase(beginning[:1].upper() + beginning[1:], (), tuple(position_lines(first, words, tongue)))
    era, moves = _era(first), list[str]()
    title = _title(first, tongue)
    for at, played in enumerate(playthrough.moves):
        forced = f" ({words.say('the only move')})" if played.forced else ""
        moves.append(f"{completed_move_text(first, played, tongue)}  [{_typed(first, played)}]{forced}")
        told = len(first.journal)
        first.apply(played.move)
        moves += (f"  → {said}" for entry in visible_entries(first, "all", told) if (said := tongue.happened(entry)))
        if _era(first) != era or at == len(playthrough.moves) - 1:
            yield PlayedPhase(title, tuple(moves), tuple(position_lines(first, words, tongue)))
            era, moves, title = _era(first), [], _title(first, tongue)


def playthrough_as_json(playthrough: GamePlaythrough) -> dict[str, Plain]:
    """Return a playthrough as JSON: ``moves``, full ``positions`` at the beginning and after each phase, ``ranking``."""
    first = rewound_playthrough(playthrough)
    moves: list[Plain] = []
    positions: list[Plain] = [_position(first, 0)]
    era = _era(first)
    for at, played in enumerate(playthrough.moves, 1):
        moves.append(_move(first, played, at))
        first.apply(played.move)
        if _era(first) != era or at == len(playthrough.moves):
            positions.append(_position(first, at))
            era = _era(first)
    ruleset = playthrough.program.ruleset
    return {
        "ruleset": ruleset.id,
        "options": dict(ruleset.options),
        "players": [player_text(playthrough, seat) for seat in range(playthrough.program.players)],
        "seed": playthrough.chance.seed,
        "moves": moves,
        "positions": positions,
        "over": playthrough.over,
        "ranking": ranking_as_json(playthrough),
    }


def ranking_as_json(playthrough: GamePlaythrough) -> list[Plain]:
    """Return the ranking as JSON, best first."""
    criteria = [criterion.text for criterion in playthrough.program.ruleset.ranking]
    return [
        {
            "place": place.place,
            "player": player_text(playthrough, place.player),
            "values": dict(zip(criteria, place.values, strict=True)),
        }
        for place in playthrough.places()
    ]


def _era(playthrough: GamePlaythrough) -> Era:
    return playthrough.fact("round"), playthrough.fact("phase")


def _title(playthrough: GamePlaythrough, tongue: SessionRealiser) -> str:
    number, phase = _era(playthrough)
    phases = playthrough.program.ruleset.kinds["phase"].elements
    title = tongue.round(number)
    return f"{title}, {tongue.era('phase', phases[phase])}" if 0 <= phase < len(phases) else title


def _typed(playthrough: GamePlaythrough, played: PlayedMove) -> str:
    """Return a past move in typed form."""
    decision = playthrough.program.decisions[played.decision]
    return move_text(playthrough.program, decision, played.move, playthrough.names)


def _move(playthrough: GamePlaythrough, played: PlayedMove, number: int) -> Plain:
    decision = playthrough.program.decisions[played.decision]
    return {
        "number": number,
        "player": player_text(playthrough, played.actor),
        "decision": decision.ask.name,
        "move": _typed(playthrough, played),
        **move_json(playthrough.program, decision, played.move),
        "forced": played.forced,
    }


def _position(playthrough: GamePlaythrough, moves: int) -> Plain:
    shown = position_as_plain(playthrough.program, playthrough.slots, playthrough.names)
    return {"after_move": moves, "hash": playthrough.hash, **shown}


# -- refusal texts ---------------------------------------------------------------------------------------------------
# Says why a move is not allowed: the reason in words, then the exact rule with the values that made it fail.


NOT_OFFERED: Final = "not_offered"
SIDES: Final = ("left", "right")
"""The names of the values of a comparison."""
SOUGHT: Final = ("item", "among")
"""Those of something that is not among others."""


def move_refusal_lines(refusal: Refusal, words: InterfaceTexts, said: str, tongue: SessionRealiser) -> list[str]:
    """Return the lines of one reason: its text (``said``), its name, the condition with the responsible values, the valid values.

    The values are said in words too, and what the reason has said already is not said again; the condition and the ids below it
    are those of the ruleset.
    """
    of_nearest = [] if refusal.nearest is None else _rule_lines(refusal.nearest.refusal, words, tongue)
    return [said, *(f"  {line}" for line in (*_rule_lines(refusal, words, tongue), *of_nearest))]


def _rule_lines(refusal: Refusal, words: InterfaceTexts, tongue: SessionRealiser) -> list[str]:
    head = refusal.name
    if refusal.arguments:
        head += f"({', '.join(_said(value, words) for value in refusal.arguments)})"
    lines = [f"{head}: {refusal.text}" if refusal.text else head]
    if refusal.name != NOT_OFFERED:
        lines += _values(refusal, words, tongue)
    if refusal.lacking:
        lacking = (f"{amount} {tongue.element(variety)}" for variety, amount in refusal.lacking)
        lines.append("  " + words.say("missing: {values}", values=", ".join(lacking)))
    lines += _changes(refusal, words, tongue)
    if refusal.admissible and not tongue.says_all_of(refusal):
        values = abbreviated_list([_said(value, words, tongue) for value in refusal.admissible])
        lines.append("  " + words.say("what would do: {values}", values=values))
    lines.append("  " + "  ".join(part for part in (refusal.span, refusal.rule, ", ".join(refusal.cites)) if part))
    return lines


def _values(refusal: Refusal, words: InterfaceTexts, tongue: SessionRealiser) -> list[str]:
    said = {name: _said(value, words, tongue, refusal.unit) for name, value in refusal.values}
    match tuple(said):
        case ():
            return []
        case names if names == SIDES:
            return ["  " + words.say("left side: {left}; right side: {right}", **said)]
        case names if names == SOUGHT:
            return ["  " + words.say("sought: {item}; among: {among}", **said)]
        case _:
            return ["  " + ", ".join(f"{name} {value}" for name, value in said.items())]


def _changes(refusal: Refusal, words: InterfaceTexts, tongue: SessionRealiser) -> list[str]:
    """Return the pieces that changed the values, their owners, and the amounts."""
    lines = []
    for one in refusal.changes:
        by = one.by if one.piece is None else tongue.element(str(one.piece))
        if one.owner is None:
            lines.append("  " + words.say("{amount} by {piece}", amount=f"{one.amount:+}", piece=by))
        else:
            owner = str(one.owner)
            lines.append(
                "  " + words.say("{amount} by {piece} of {owner}", amount=f"{one.amount:+}", piece=by, owner=owner)
            )
    return lines


def _said(value: Plain, words: InterfaceTexts, tongue: SessionRealiser | None = None, unit: str | None = None) -> str:
    match value:
        case None:
            return words.say("none")
        case bool():
            return words.say("yes") if value else words.say("no")
        case list():
            return ", ".join(_said(item, words, tongue) for item in value) or words.say("nothing")
        case Mapping():
            return ", ".join(f"{key}: {_said(item, words, tongue)}" for key, item in value.items())
        case int() if tongue is not None and unit is not None:
            return tongue.amount(value, unit)
        case str() if tongue is not None:
            return tongue.element(value)
        case _:
            return str(value)

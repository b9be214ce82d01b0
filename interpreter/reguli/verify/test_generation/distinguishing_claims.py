"""Claims that distinguish two final positions: one claim for each side, and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.gameplay.refusal_reasons import refusal_reason_names
from reguli.engine.notation import Plain, Unreadable, element_text, parse_move, place_text
from reguli.engine.position_documents.position_values import place_as_plain
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.example_runner import NOBODY, move_as_typed, plain_value_text, ranking_player_names
from reguli.verify.example_writer import claim_value, is_partly_unordered
from reguli.verify.paired_programs import FirstDifference, ProgramPair
from reguli.verify.test_generation.test_scenario import ScenarioOutcome, decider_name

NOT_OFFERED: Final = "not_offered"
MOST: Final = 2_000
"""Moves of a family that are looked through for one that a side alone allows."""
FEW: Final = 4
"""So many elements of two lists are told one by one."""
PLAIN: Final = ("number", "flag", "element")
"""Forms of fields whose values are told first."""
Ends = tuple[GamePlaythrough, GamePlaythrough]


@frozen_class
class ShownClaim(FrozenValue):
    """A claim that identifies one side, and its text."""

    claim: Mapping[str, object]
    said: Said


@frozen_class
class DistinguishingClaim(FrozenValue):
    """A difference between two sides; ``key`` is the same for differences of the same kind."""

    key: tuple[str, ...]
    sides: tuple[ShownClaim, ShownClaim]


@dataclass(slots=True)
class ClaimSearch:
    """Searches for differences between two sides, starting with the known kind."""

    pair: ProgramPair
    known: FirstDifference
    like: tuple[str, ...] = ()
    """The key of what was found before: nothing else is looked for then."""

    def apart(self, ends: tuple[ScenarioOutcome, ScenarioOutcome]) -> DistinguishingClaim | None:
        """Return the difference between two outcomes; ``None`` if there is none, or a move would be claimed before it is made."""
        one, other = ends
        if one.after is None or other.after is None:
            return self._fitting(_by_fault(ends))
        both = one.after, other.after
        first = "asked" if self.known.kind in ("decision", "actor", "over") else self.known.kind
        wanted = self.like[:1] or tuple(sorted(("moves", "field", "ranking", "asked"), key=lambda way: way != first))
        for way in wanted:
            match way:
                case "moves":
                    found = self._by_moves(both)
                case "field":
                    found = self._by_fields(both)
                case "ranking":
                    found = _by_ranking(both)
                case _:
                    found = _by_asked(both)
            if found is not None and self._fitting(found) is not None:
                return found
        return None

    def _fitting(self, found: DistinguishingClaim | None) -> DistinguishingClaim | None:
        return found if found is not None and self.like in ((), found.key) else None

    # -- what may be done ------------------------------------------------------------------------------------------

    def _by_moves(self, ends: Ends) -> DistinguishingClaim | None:
        if not _same_decision(ends):
            return None
        listed = [_listed(end) for end in ends]
        failing = next((at for at in range(2) if isinstance(listed[at], RulesFault)), None)
        if failing is not None:
            return self._unlisted(ends, listed, failing)
        keyed = [self._moves(end, families) for end, families in zip(ends, listed, strict=True)]  # type: ignore[arg-type]
        alone = [(at, move) for at in range(2) for key, move in keyed[at].items() if key not in keyed[1 - at]]
        known = (move.option for moves in self.known.alone for move in moves)
        wanted = self.like[1] if self.like else next(known, "")
        for at, move in sorted(alone, key=lambda one: one[1].option != wanted):
            text = move_as_typed(ends[at], move)
            if not _allows(ends[1 - at], text):
                return _of_move(ends, at, move.option, text)
        return None

    def _moves(self, end: GamePlaythrough, families: Sequence[ActionSet]) -> dict[tuple[object, ...], Move]:
        """Return the moves by an identifying key: their numbers, or their typed text if the boxes differ."""
        found: dict[tuple[object, ...], Move] = {}
        for family in families:
            for move in islice(family.moves(), MOST):
                rest = move.arguments if self.pair.matching.same_box else (move_as_typed(end, move),)
                found[(move.option, *rest)] = move
        return found

    def _unlisted(
        self, ends: Ends, listed: Sequence[Sequence[ActionSet] | RulesFault], failing: int
    ) -> DistinguishingClaim | None:
        """Return a claim that a move is allowed, if the other side fails to list its moves; that side's claim is a refusal."""
        sound, fault = listed[1 - failing], listed[failing]
        assert isinstance(fault, RulesFault)
        if isinstance(sound, RulesFault) or not sound:
            return None
        text = move_as_typed(ends[1 - failing], sound[0].move(0))
        allowed = _allowed(ends[1 - failing], text)
        refused = {"refused": text, "by": allowed.claim["by"]}
        code = str(fault.args[0])
        sides = allowed, ShownClaim(refused, Said("reading.fails", fault=code))
        return _turned(("moves", sound[0].choice.option.name, code), sides, failing == 0)

    # -- what lies where -------------------------------------------------------------------------------------------

    def _by_fields(self, ends: Ends) -> DistinguishingClaim | None:
        for text, one, other in self.changes(ends):
            return DistinguishingClaim(("field", text), _values(text, one, other))
        return None

    def changes(self, ends: Ends) -> Iterator[tuple[str, Plain, Plain]]:
        """Yield the places that differ, as named in examples, with the values of both sides; the known difference comes first."""
        wanted = self.known.what.partition("[")[0]
        programs = ends[0].program, ends[1].program
        fields = [(field, programs[1].layout.fields.get(field.name)) for field in programs[0].layout.fields.values()]
        for field, other in sorted(fields, key=lambda one: (one[0].name != wanted, one[0].declared.form not in PLAIN)):
            if other is not None and other.places == field.places and not (field.infinite or other.infinite):
                yield from self._of_field(ends, (field, other))
        for name in ("stage", "round", "phase"):
            numbers = [end.slots[FACTS.index(name)] for end in ends]
            kind = programs[0].ruleset.kinds.get(name)
            if numbers[0] != numbers[1] and min(numbers) >= 0 and (name == "round" or kind is not None):
                values = numbers if kind is None else [kind.elements[number] for number in numbers]
                yield name, values[0], values[1]

    def _of_field(self, ends: Ends, fields: tuple[FieldSlots, FieldSlots]) -> Iterator[tuple[str, Plain, Plain]]:
        if self.pair.matching.same_layout and _alike(ends, fields[0]):
            return
        for place in range(fields[0].places):
            text = place_text(ends[0].program, fields[0].name, place, ends[0].names, ids=True)
            if self.like and text not in self.like:
                continue
            one, other = (
                place_as_plain(end.program, end.slots, field, place, end.names)
                for end, field in zip(ends, fields, strict=True)
            )
            if one != other and not is_partly_unordered(one) and not is_partly_unordered(other):
                yield text, *(claim_value(ends[0].program, fields[0], value) for value in (one, other))  # type: ignore[misc]


def _alike(ends: Ends, field: FieldSlots) -> bool:
    """Return whether the slots of a field exclude any difference."""
    one, other = ends[0].slots, ends[1].slots
    own = slice(field.base, field.base + field.places * field.stride)
    first = ends[0].program.layout.places.get(field.declared.of or "") if field.declared.form == "zone" else None
    if one[own] != other[own]:
        return False
    if first is None:
        return True
    pieces = slice(first, first + len(ends[0].program.ruleset.kinds[field.declared.of or ""].elements))
    return one[pieces] == other[pieces]


# -- rules that fail ---------------------------------------------------------------------------------------------------


def _by_fault(ends: tuple[ScenarioOutcome, ScenarioOutcome]) -> DistinguishingClaim | None:
    """Return the claims if the rules of one side fail; that side's claim is that nothing changes."""
    failing = next((at for at in range(2) if ends[at].trouble == "fails"), None)
    if failing is None:
        return None
    sound, fault = ends[1 - failing], ends[failing].fault
    if sound.after is None:
        return None
    asked, said = _asked(sound.after), Said("reading.fails", fault=fault)
    other = ShownClaim({**asked.claim, "is": False}, said)
    if sound.before is not None and _asked(sound.before).claim != asked.claim:
        other = ShownClaim(_asked(sound.before).claim, said)
    return _turned(("fault", fault), (asked, other), failing == 0)


def _turned(key: tuple[str, ...], sides: tuple[ShownClaim, ShownClaim], turned: bool) -> DistinguishingClaim:
    return DistinguishingClaim((*key, str(turned)), (sides[1], sides[0]) if turned else sides)


# -- moves -------------------------------------------------------------------------------------------------------------


def refusal_claims(ends: tuple[ScenarioOutcome, ScenarioOutcome], move: str) -> DistinguishingClaim | None:
    """Return claims that distinguish two sides by a move that one refuses; both are in the position before it."""
    if ends[0].after is None or ends[1].after is None or not _same_decision((ends[0].after, ends[1].after)):
        return None
    both = ends[0].after, ends[1].after
    allowing = next((at for at in range(2) if _allows(both[at], move)), None)
    if allowing is None or _allows(both[1 - allowing], move):
        return None
    return _of_move(both, allowing, move.split(maxsplit=1)[0], move)


def _of_move(ends: Ends, allowing: int, name: str, text: str) -> DistinguishingClaim:
    refused, reason = _refused(ends[1 - allowing], name, text)
    return _turned(("moves", name, reason), (_allowed(ends[allowing], text), refused), allowing == 1)


def _listed(end: GamePlaythrough) -> Sequence[ActionSet] | RulesFault:
    try:
        return list(end.families())
    except RulesFault as fault:
        return fault


def _allows(end: GamePlaythrough, text: str) -> bool:
    assert end.decision is not None
    try:
        return end.allows(parse_move(end.program, end.decision, text, end.names))
    except (Unreadable, RulesFault):
        return False


def _same_decision(ends: Ends) -> bool:
    return None not in (ends[0].decision, ends[1].decision) and _asked(ends[0]).claim == _asked(ends[1]).claim


def _allowed(end: GamePlaythrough, text: str) -> ShownClaim:
    by = decider_name(end)
    return ShownClaim({"allowed": text, "by": by}, Said("reading.allowed", player=by, move=text))


def _refused(end: GamePlaythrough, option: str, text: str) -> tuple[ShownClaim, str]:
    """Return the claim that a move is refused, with the reason; if the option does not exist, that it offers no moves."""
    assert end.decision is not None
    by = decider_name(end)
    said = Said("reading.not_allowed", player=by, move=text)
    try:
        names = refusal_reason_names(end, parse_move(end.program, end.decision, text, end.names))
    except (Unreadable, RulesFault):
        return ShownClaim({"legal": option, "by": by, "is": []}, said), ""
    reason = next((name for name in names if name != NOT_OFFERED), "")
    if not reason:
        return ShownClaim({"refused": text, "by": by}, said), ""
    said = Said("reading.not_allowed_because", player=by, move=text, reason=reason)
    return ShownClaim({"refused": text, "by": by, "because": reason}, said), reason


# -- values, who is asked, the ranking -----------------------------------------------------------------------------------


def _value(text: str, value: Plain) -> ShownClaim:
    return ShownClaim({"value": text, "is": value}, Said("reading.value", place=text, value=plain_value_text(value)))


def _values(text: str, one: Plain, other: Plain) -> tuple[ShownClaim, ShownClaim]:
    """Return claims on a place's value on both sides; for long lists of different length, on their lengths."""
    if isinstance(one, list) and isinstance(other, list) and len(one) != len(other) and len(one + other) > FEW:
        text, one, other = f"count({text})", len(one), len(other)
    return _value(text, one), _value(text, other)


def _by_asked(ends: Ends) -> DistinguishingClaim | None:
    sides = _asked(ends[0]), _asked(ends[1])
    if sides[0].claim == sides[1].claim:
        return None
    return DistinguishingClaim(("asked", *(str(side.claim["asked"]) for side in sides)), sides)


def _asked(end: GamePlaythrough) -> ShownClaim:
    if end.decision is None:
        return ShownClaim({"asked": NOBODY}, Said("reading.nobody"))
    name, by = end.decision.ask.name, decider_name(end)
    return ShownClaim({"asked": name, "by": by}, Said("reading.asked", player=by, decision=name))


def _by_ranking(ends: Ends) -> DistinguishingClaim | None:
    if not (ends[0].over and ends[1].over):
        return None
    groups = [_groups(end) for end in ends]
    if groups[0] is None or groups[1] is None:
        return None
    if groups[0] == groups[1]:
        return _by_criteria(ends)
    sides = [ShownClaim({"ranking": found}, Said("reading.ranking", ranking=_row(found))) for found in groups if found]
    return DistinguishingClaim(("ranking",), (sides[0], sides[1]))


def _by_criteria(ends: Ends) -> DistinguishingClaim | None:
    """Return claims that distinguish two rankings with equal places by a player's ranking criterion."""
    values = [{place.player: place.values for place in end.places()} for end in ends]
    for player in values[0]:
        name = element_text(ends[0].program, "player", player, ends[0].names)
        for at, line in enumerate(ends[0].program.ruleset.ranking):
            one, other = (value[player][at : at + 1] for value in values)
            if one != other and one and other:
                text = re.sub(rf"\b{line.variable.name}\b", name, line.text)
                return DistinguishingClaim(("ranking", text), _values(text, one[0], other[0]))
    return None


def _groups(end: GamePlaythrough) -> list[list[str]] | None:
    try:
        return ranking_player_names(end)
    except RulesFault:
        return None


def _row(groups: Sequence[Sequence[str]]) -> Value:
    return ", ".join(" = ".join(group) for group in groups)

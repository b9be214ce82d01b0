"""Says why a move is not allowed: the reason of the rule in its own words, what is missing, what would be allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from reguli.model.bound_tree.bound_statements import BoundOption, BoundParameter, Guard
from reguli.model.types import ElementType, NumberType
from reguli.words.event_texts.event_realiser import EventTongue, Line, Plain, sentence
from reguli.words.placeholders.element_values import element_kind
from reguli.words.placeholders.placeholder_scope import (
    LACKING,
    LEFT,
    MISSING,
    MOVER,
    RIGHT,
    argument_names,
    varieties_asked,
)
from reguli.words.placeholders.rule_citations import guards_of
from reguli.words.realisation.rule_realisation import gloss_condition, marked
from reguli.words.wording.wording_values import Value

NOT_OFFERED: Final = "not_offered"
"""The reason for an argument outside of what may be chosen."""
MOST_SHOWN: Final = 12
"""Of what would be allowed, so many are said."""


class Refused(Protocol):
    """One reason against a move, as the engine gives it."""

    @property
    def rule(self) -> str:
        """The id of the guard, or of the option and its parameter."""

    @property
    def name(self) -> str:
        """The name of the reason."""

    @property
    def values(self) -> Sequence[tuple[str, Plain]]:
        """The two sides of what failed, or the value that was chosen."""

    @property
    def arguments(self) -> Sequence[Plain]:
        """The values of the reason."""

    @property
    def missing(self) -> int | None:
        """How much is missing."""

    @property
    def unit(self) -> str | None:
        """Of what."""

    @property
    def lacking(self) -> Sequence[tuple[str, int]]:
        """How much of which variety of tokens is missing."""

    @property
    def admissible(self) -> Sequence[Plain]:
        """What would be allowed; of numbers the least and the greatest."""


def say_refusal(
    refusal: Refused, tongue: EventTongue, *, player: str, move: Mapping[str, Plain], you: bool = True
) -> Line:
    """Say one reason against a move of ``player`` (a name or seat), whose arguments are ``move`` by name.

    ``you`` tells whether the one who reads is the one who moves: "you are 4 short", "Dan is 4 short". The wording of the
    ruleset is said where there is one and it has all its values; else a gloss, with what is missing or allowed.
    """
    known = tongue.option(refusal.rule.rpartition("/")[0])
    if known is None:
        found = tongue.option(refusal.rule)
        return Line(sentence(tongue.shared_wording(f"reason.{refusal.name}")), gloss=found is None)
    option = known[0]
    values = tongue.move_values(option, move, player, you)
    if refusal.name == NOT_OFFERED:
        return _not_offered(refusal, tongue, option)
    guard = next((one for one in guards_of(option) if one.rule == refusal.rule), None)
    if guard is None:
        return tongue.line(f"reason.{refusal.name}")
    values |= _reason_values(refusal, guard, tongue)
    text = tongue.own_wording((f"reason:{option.name}/{refusal.name}", f"reason:{refusal.name}"), values)
    if text is not None:
        return Line(sentence(text))
    lines = [gloss_condition(guard, tongue.ruleset, tongue.book, tongue.names)]
    if refusal.lacking:
        lines.append(sentence(tongue.shared_wording("reason.lacking", **_lacking(refusal, guard, tongue))))
    elif refusal.missing is not None:
        lines.append(sentence(say_missing(refusal.missing, refusal.unit, tongue, values[MOVER], you=you)))
    return Line(marked(" ".join(lines)), gloss=True)


def say_missing(amount: int, unit: str | None, tongue: EventTongue, player: Value, *, you: bool) -> str:
    """Say how much somebody lacks, with its unit where the language has a word for it."""
    name = "reason.missing" if unit in tongue.terms.lexicon.terms else "reason.missing_number"
    return tongue.shared_wording(name, player=player, you=you, missing=amount, thing=unit)


def _reason_values(refusal: Refused, guard: Guard, tongue: EventTongue) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, argument, plain in zip(
        argument_names(guard.reason), guard.reason.arguments, refusal.arguments, strict=True
    ):
        values[name] = tongue.value(plain, argument.type)
    if refusal.missing is not None:
        sides = dict(refusal.values)
        values[MISSING] = refusal.missing
        values |= {side: plain for side in (LEFT, RIGHT) if isinstance(plain := sides.get(side), int)}
    return values | _lacking(refusal, guard, tongue)


def _lacking(refusal: Refused, guard: Guard, tongue: EventTongue) -> dict[str, Value]:
    """Give how much of which variety is missing, each counted by its noun, and how much it is together."""
    kind = varieties_asked(guard.condition, tongue.ruleset) if refusal.lacking else None
    if kind is None:
        return {}
    return {LACKING: tongue.so_many(kind, refusal.lacking), MISSING: refusal.missing}


def _not_offered(refusal: Refused, tongue: EventTongue, option: BoundOption) -> Line:
    """Say that something cannot be chosen, and what can."""
    name = refusal.rule.rpartition("/")[2]
    parameter = next((one for one in option.parameters if one.variable.name == name), None)
    chosen = None if parameter is None else next((plain for key, plain in refusal.values if key == name), None)
    if parameter is None or chosen is None:
        return tongue.line("reason.nothing_offered")
    said = _chosen(parameter, chosen, tongue)
    if not refusal.admissible:
        return tongue.line("reason.nothing_offered", what=said)
    allowed = tuple(tongue.value(plain, parameter.variable.type) for plain in refusal.admissible)
    if isinstance(parameter.variable.type, NumberType) and len(allowed) == 2:
        low, high = allowed
        return tongue.line("reason.not_in_range", what=said, low=low, high=high)
    shown = allowed[:MOST_SHOWN]
    more = len(allowed) > len(shown)
    return tongue.line("reason.not_offered", what=said, allowed=shown, more=more)


def _chosen(parameter: BoundParameter, chosen: Plain, tongue: EventTongue) -> Value:
    """Say what was chosen: an element that goes by a number by the noun of its parameter, where it has one."""
    found, noun = parameter.variable.type, parameter.variable.name
    if not isinstance(found, ElementType):
        return tongue.value(chosen, found)
    numbered = element_kind(tongue.ruleset.kinds[found.kind]) == "number" and str(chosen).isdecimal()
    if numbered and tongue.phrases.known(noun):
        return tongue.phrases.made("numbered", noun=noun, n=int(str(chosen)))
    return tongue.phrase(found.kind, str(chosen))

"""Realises a journal: each event as one sentence, with the players' names and the terms of the ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from reguli.model.bound_tree.bound_statements import BoundOption, BoundParameter, Cast, Guard, Verb
from reguli.model.bound_tree.tree_traversal import all_procedures, nested_statements
from reguli.model.types import BundleType, CollectionType, ElementType, NumberType, TruthType, Type, ZoneType
from reguli.ruleset.document_nodes import TableKey
from reguli.words.event_realiser import UNKNOWN, EventRealiser, EventText, Plain, capitalise_for_screen
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.effect_placeholders import AMOUNT, ELEMENT, GIVER, OWNER, PIECE, TAKER, VALUE, VARIETY
from reguli.words.placeholders.placeholder_scope import (
    LACKING,
    LEFT,
    MISSING,
    MOVER,
    RIGHT,
    argument_names,
    compared_variety_kind,
)
from reguli.words.placeholders.placeholder_values import COUNTED_KINDS, GAME, PLAYER, element_kind
from reguli.words.placeholders.rule_citations import cited_guards
from reguli.words.realisation.rule_realisation import gloss_condition, mark_text_as_gloss
from reguli.words.wording_parser import Value


class JournalEvent(Protocol):
    """One event of the engine's journal; the engine documents the values of each verb."""

    @property
    def verb(self) -> Verb:
        """Return the type of the event."""

    @property
    def rule(self) -> str:
        """Return the id of the rule that caused the event."""

    @property
    def about(self) -> str:
        """Return the subject of the event: a kind, a field, a procedure."""

    @property
    def values(self) -> Mapping[str, Plain]:
        """Return the event's values by name."""


def is_reported(entry: JournalEvent, tongue: EventRealiser) -> bool:
    """Return whether an event is reported to people; bookkeeping of rules and events not to be shown are left out.

    What goes from or to where people are not shown what lies there is told where it has a wording of its own; so is what leads to something that is told
    when it happens: what is put off, and an event that a rule answers.
    """
    state = tongue.ruleset.state
    worded = tongue.own.accepted(f"effect:{entry.rule}") is not None
    match entry.verb:
        case "set" | "join" | "leave" | "sort":
            found = state.get(_qualified(entry.about))
            return found is not None and found.shown
        case "move" | "draw" | "transfer":
            ends = (
                None if isinstance(entry.values[name], Mapping) else tongue.kept_at(str(entry.values[name]))
                for name in ("from", "to")
            )
            shown = all(found is None or state[found].shown for found in ends)
            return shown or worded
        case "later":
            return worded
        case "announce":
            return worded or not tongue.ruleset.events.get(entry.about)
        case "choose" | "round" | "phase" | "stage" | "shuffle" | "lot" | "take_back":
            return True


def _qualified(about: str) -> str:
    return about if "." in about else f"{GAME}.{about}"


def event_text(entry: JournalEvent, tongue: EventRealiser) -> EventText:
    """Return the text of one event, in the past tense: by its effect's own wording, else by the general wording of its type."""
    worded = tongue.own_wording((f"effect:{entry.rule}",), _effect_values(entry, tongue))
    if worded is not None:
        return EventText(capitalise_for_screen(worded))
    match entry.verb:
        case "choose":
            arguments = {name: plain for name, plain in entry.values.items() if name != PLAYER}
            return tongue.done(entry.rule, arguments, str(entry.values[PLAYER]))
        case "round" | "phase" | "stage":
            return _begun(entry, tongue)
        case "move" | "draw" | "transfer":
            return _moved(entry, tongue)
        case "set":
            return _set(entry, tongue)
        case "join" | "leave":
            return _joined(entry, tongue)
        case "shuffle":
            return tongue.line("journal.shuffle", what=tongue.zone(str(entry.values["zone"])))
        case "sort":
            return tongue.line("journal.sort", what=_field(entry, tongue)[1])
        case "lot":
            return tongue.line("journal.lot", what=_outcome(entry, tongue))
        case "take_back":
            return tongue.line("journal.take_back", player=tongue.player(str(entry.values[PLAYER])))
        case "later" | "announce":
            return _named(entry, tongue)


def _effect_values(entry: JournalEvent, tongue: EventRealiser) -> dict[str, Value]:
    """Return the values that an effect's wording may name, as far as the event has them and the reader may know them."""
    given = {name: plain for name, plain in entry.values.items() if not isinstance(plain, Mapping)}
    found = phase_stage_numbers(tongue)
    match entry.verb:
        case "move" | "draw" if "piece" in given:
            found[PIECE] = tongue.element(entry.about, str(given["piece"]))
        case "transfer":
            kind = tongue.ruleset.kinds.get(entry.about)
            if isinstance(given.get("amount"), int):
                found[AMOUNT] = _plain(given["amount"])
            if kind is not None and kind.variety is not None and isinstance(given.get("variety"), str):
                found[VARIETY] = tongue.element(kind.variety, str(given["variety"]))
        case "set" | "join" | "leave":
            found |= _changed_values(entry, given, tongue)
        case "lot":
            found[ELEMENT] = _outcome(entry, tongue)
        case (
            "choose"
            | "round"
            | "phase"
            | "stage"
            | "move"
            | "draw"
            | "shuffle"
            | "sort"
            | "later"
            | "announce"
            | "take_back"
        ):
            return found
    for name, end in ((GIVER, "from"), (TAKER, "to")):
        owner = tongue.owner(str(given[end])) if end in given else None
        if owner is not None:
            found[name] = owner
    return found


def _changed_values(entry: JournalEvent, given: Mapping[str, Plain], tongue: EventRealiser) -> dict[str, Value]:
    kind, _, name = entry.about.rpartition(".")
    of = tongue.ruleset.state_types.get(entry.about if kind else f"{GAME}.{name}")
    found: dict[str, Value] = {}
    for key in _keys(entry, tongue):
        word = given.get(key.name)
        if word is not None:
            found[key.name] = tongue.element(key.name, str(word)) if key.low is None else _plain(word)
    if "owner" in given and kind in tongue.ruleset.kinds:
        found[OWNER] = tongue.element(kind, str(given["owner"]))
    if "value" in given and of is not None:
        found[VALUE] = tongue.value(given["value"], of)
    element = getattr(of, "kind", None)
    if "element" in given and isinstance(element, str):
        found[ELEMENT] = tongue.element(element, str(given["element"]))
    return found


def _begun(entry: JournalEvent, tongue: EventRealiser) -> EventText:
    plain = next(iter(entry.values.values()), None)
    if entry.verb == "round":
        return tongue.line("journal.round", n=plain if isinstance(plain, int) else 0)
    kind = tongue.ruleset.kinds[entry.verb]
    number = (kind.index(str(plain)) or 0) + 1
    title = (
        tongue.own_wording((f"{entry.verb}:{plain}",), phase_name_numbers(tongue, number))
        if entry.verb == "phase"
        else None
    )
    if title is not None:
        return tongue.line("journal.phase_named", n=number, name=ProperName(title))
    return tongue.line(f"journal.{entry.verb}", n=number)


def phase_name_numbers(tongue: EventRealiser, number: int) -> dict[str, Value]:
    """Return the values that a phase or stage name may use: its own number, and the numbers of all phases and stages."""
    return {"number": number, **phase_stage_numbers(tongue)}


def phase_stage_numbers(tongue: EventRealiser) -> dict[str, Value]:
    """Return the numbers of phases and stages, which every wording may use."""
    kinds = (tongue.ruleset.kinds[name] for name in COUNTED_KINDS)
    return {f"{kind.id}.{one}": at + 1 for kind in kinds for at, one in enumerate(kind.elements)}


def _moved(entry: JournalEvent, tongue: EventRealiser) -> EventText:
    """Return the text of a move between zones: tokens by number, a piece by name, or as a piece unknown to the reader."""
    plain, phrases = entry.values, tongue.phrases
    if entry.verb == "transfer":
        amount, noun = plain["amount"], _variety(entry.about, plain.get("variety"), tongue)
        what: Value = phrases.counted(amount, noun) if isinstance(amount, int) and noun else _plain(amount)
    elif isinstance(plain["piece"], Mapping):
        what = phrases.made("some_one", noun=phrases.noun_of(tongue.ruleset.kinds[entry.about]))
    else:
        what = tongue.phrase(entry.about, str(plain["piece"]))
    within = _within_one_player(str(plain["from"]), str(plain["to"]), tongue)
    if within is not None:
        whom, *labels = within
        return tongue.line("journal.move_within", whom=whom, what=what, source=labels[0], target=labels[1])
    source, target = (
        UNKNOWN if isinstance(plain[name], Mapping) else tongue.zone(str(plain[name])) for name in ("from", "to")
    )
    return tongue.line(f"journal.{entry.verb}", what=what, source=source, target=target)


def _within_one_player(source: str, target: str, tongue: EventRealiser) -> tuple[ProperName, ...] | None:
    """Return a player with the labels of two of their zones; None for other zones, and where a label is missing."""
    owners = {zone.partition("[")[0].rpartition(".")[0] for zone in (source, target)}
    fields = [(tongue.kept_at(zone) or "").partition(".") for zone in (source, target)]
    labels = [tongue.labels.field(kind, name) for kind, _, name in fields if kind == PLAYER]
    if len(owners) > 1 or len(labels) < len(fields) or any(label.gloss for label in labels):
        return None
    return (ProperName(tongue.listed(PLAYER, owners.pop())), *(ProperName(label.text) for label in labels))


def _variety(kind_id: str, variety: Plain, tongue: EventRealiser) -> str:
    """Return the term that tokens are counted by: their variety's where it has one and is no player, else their own."""
    terms, kind = tongue.terms.lexicon.terms, tongue.ruleset.kinds.get(kind_id)
    if isinstance(variety, str) and variety in terms and (kind is None or kind.variety != PLAYER):
        return variety
    return "" if kind is None else tongue.phrases.noun_of(kind)


def _plain(plain: Plain) -> Value:
    return plain if isinstance(plain, int) else UNKNOWN


def _field(entry: JournalEvent, tongue: EventRealiser) -> tuple[Type | None, Value]:
    """Return the type of the field an event is about, and the phrase for it."""
    kind, _, name = entry.about.rpartition(".")
    found = tongue.ruleset.state_types.get(entry.about if kind else f"{GAME}.{name}")
    if found is None:
        return None, tongue.phrases.place(name, None, None, listed=True)
    place = tongue.place(kind or GAME, name, found, str(entry.values.get("owner", "")), listed=True)
    words = [entry.values[key.name] for key in _keys(entry, tongue)]
    return found, tongue.keyed(f"{kind or GAME}.{name}", place, words)


def _keys(entry: JournalEvent, tongue: EventRealiser) -> tuple[TableKey, ...]:
    """Return the keys of the field that an event is about."""
    kind, _, name = entry.about.rpartition(".")
    declared = tongue.ruleset.state.get(f"{kind or GAME}.{name}")
    return () if declared is None else declared.by


def _whom(entry: JournalEvent, tongue: EventRealiser) -> ProperName | None:
    """Return the owner and keys of the field that an event is about; None where it is the game's only one."""
    kind = entry.about.rpartition(".")[0]
    owner, found = entry.values.get("owner"), []
    if owner is not None:
        found.append(tongue.listed(kind, str(owner)))
    for key in _keys(entry, tongue):
        word = entry.values[key.name]
        hidden = isinstance(word, Mapping)
        found.append(UNKNOWN.text if hidden else tongue.listed(key.name, str(word)) if key.low is None else str(word))
    return ProperName(", ".join(found)) if found else None


def _set(entry: JournalEvent, tongue: EventRealiser) -> EventText:
    found, place = _field(entry, tongue)
    value = entry.values["value"]
    kind, _, name = entry.about.rpartition(".")
    named = tongue.labels.field(kind or GAME, name)
    label = named.text
    if isinstance(found, TruthType):
        verb = "journal.mark" if value else "journal.unmark"
        whom = _whom(entry, tongue)
        if whom is None:
            return tongue.line(verb, what=ProperName(label))
        sort = f"{verb}_for" if kind == PLAYER else f"{verb}_on"
        return tongue.line(sort, what=ProperName(label), whom=whom)
    said = _plain(value) if found is None or isinstance(found, ZoneType) else tongue.value(value, found)
    if isinstance(found, BundleType) and isinstance(value, list):
        said = tongue.so_many(found.kind, Counter(map(str, value)).items())
    if kind == PLAYER and not named.term and not named.gloss:
        return tongue.line("journal.set_for", whom=_whom(entry, tongue) or UNKNOWN, what=ProperName(label), value=said)
    if kind in ("", PLAYER):
        return tongue.line("journal.set", what=place, value=said)
    return tongue.line("journal.set_on", what=ProperName(label), whom=_whom(entry, tongue) or UNKNOWN, value=said)


def _joined(entry: JournalEvent, tongue: EventRealiser) -> EventText:
    found, place = _field(entry, tongue)
    kind = getattr(found, "kind", None)
    element = entry.values["element"]
    if isinstance(element, Mapping):
        what: Value = UNKNOWN
    else:
        what = tongue.phrase(kind, str(element)) if isinstance(kind, str) else _of_any_kind(str(element), tongue)
    return tongue.line(f"journal.{entry.verb}", what=what, place=place)


def _of_any_kind(word: str, tongue: EventRealiser) -> Value:
    """Return an element whose kind the event does not specify."""
    if word in tongue.called:
        return tongue.player(word)
    kind = next((kind.id for kind in tongue.ruleset.kinds.values() if word in kind.elements), None)
    return ProperName(word) if kind is None else tongue.phrase(kind, word)


def _outcome(entry: JournalEvent, tongue: EventRealiser) -> Value:
    """Return the result of a random draw: an element, a number, or all members of a group."""
    plain = entry.values[entry.about]
    found = next(
        (
            statement.variable.type
            for procedure in all_procedures(tongue.ruleset)
            for statement in nested_statements(procedure.body)
            if isinstance(statement, Cast) and statement.rule == entry.rule
        ),
        None,
    )
    if isinstance(found, CollectionType) and isinstance(plain, Sequence):
        return tuple(tongue.phrase(found.kind, str(member)) for member in plain)
    return tongue.phrase(found.kind, str(plain)) if isinstance(found, ElementType) else _of_any_kind(str(plain), tongue)


def _named(entry: JournalEvent, tongue: EventRealiser) -> EventText:
    """Return the text of an event that the ruleset names itself, with its values."""
    items = tuple(
        UNKNOWN if isinstance(plain, Mapping) else plain if isinstance(plain, int) else _of_any_kind(str(plain), tongue)
        for plain in entry.values.values()
    )
    return tongue.line(f"journal.{entry.verb}", what=ProperName(entry.about), items=items)


# -- refusal reason texts --------------------------------------------------------------------------------------------
# Says why a move is not allowed: the reason of the rule in its own words, what is missing, what would be allowed.


NOT_OFFERED: Final = "not_offered"
"""The reason for an argument outside of what may be chosen."""
MOST_SHOWN: Final = 12
"""Of what would be allowed, so many are said."""


class RefusalReason(Protocol):
    """One of the engine's reasons for refusing a move."""

    @property
    def rule(self) -> str:
        """Return the id of the guard, or of the option and its parameter."""

    @property
    def name(self) -> str:
        """The name of the reason."""

    @property
    def values(self) -> Sequence[tuple[str, Plain]]:
        """Return the two sides of the failed comparison, or the chosen value."""

    @property
    def arguments(self) -> Sequence[Plain]:
        """Return the arguments of the reason."""

    @property
    def missing(self) -> int | None:
        """Return the missing amount."""

    @property
    def unit(self) -> str | None:
        """Return the unit of the missing amount."""

    @property
    def lacking(self) -> Sequence[tuple[str, int]]:
        """Return the missing amount of each variety of tokens."""

    @property
    def admissible(self) -> Sequence[Plain]:
        """Return the admissible values; for numbers the least and the greatest."""


def say_refusal(
    refusal: RefusalReason, tongue: EventRealiser, *, player: str, move: Mapping[str, Plain], you: bool = True
) -> EventText:
    """Return the text of one reason against a move of ``player`` (a name or seat), whose arguments are ``move`` by name.

    ``you`` tells whether the one who reads is the one who moves: "you are 4 short", "Dan is 4 short". The wording of the
    ruleset is said where there is one and it has all its values; else a gloss, with what is missing or allowed.
    """
    known = tongue.option(refusal.rule.rpartition("/")[0])
    if known is None:
        found = tongue.option(refusal.rule)
        return EventText(capitalise_for_screen(tongue.shared_wording(f"reason.{refusal.name}")), gloss=found is None)
    option = known[0]
    values = tongue.move_values(option, move, player, you)
    if refusal.name == NOT_OFFERED:
        return _not_offered(refusal, tongue, option)
    guard = next((one for one in cited_guards(option) if one.rule == refusal.rule), None)
    if guard is None:
        return tongue.line(f"reason.{refusal.name}")
    values |= _reason_values(refusal, guard, tongue)
    text = tongue.own_wording((f"reason:{option.name}/{refusal.name}", f"reason:{refusal.name}"), values)
    if text is not None:
        return EventText(capitalise_for_screen(text))
    lines = [gloss_condition(guard, tongue.ruleset, tongue.book, tongue.names)]
    if refusal.lacking:
        lines.append(capitalise_for_screen(tongue.shared_wording("reason.lacking", **_lacking(refusal, guard, tongue))))
    elif refusal.missing is not None:
        lines.append(
            capitalise_for_screen(shortage_text(refusal.missing, refusal.unit, tongue, values[MOVER], you=you))
        )
    return EventText(mark_text_as_gloss(" ".join(lines)), gloss=True)


def shortage_text(amount: int, unit: str | None, tongue: EventRealiser, player: Value, *, you: bool) -> str:
    """Return the text of the amount a player lacks, with its unit where the language has a word for it."""
    name = "reason.missing" if unit in tongue.terms.lexicon.terms else "reason.missing_number"
    return tongue.shared_wording(name, player=player, you=you, missing=amount, thing=unit)


def _reason_values(refusal: RefusalReason, guard: Guard, tongue: EventRealiser) -> dict[str, Value]:
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


def _lacking(refusal: RefusalReason, guard: Guard, tongue: EventRealiser) -> dict[str, Value]:
    """Return the missing amount of each variety, counted by its noun, and the total."""
    kind = compared_variety_kind(guard.condition, tongue.ruleset) if refusal.lacking else None
    if kind is None:
        return {}
    return {LACKING: tongue.so_many(kind, refusal.lacking), MISSING: refusal.missing}


def _not_offered(refusal: RefusalReason, tongue: EventRealiser, option: BoundOption) -> EventText:
    """Return the text of a refusal: the value that cannot be chosen, and the values that can."""
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


def _chosen(parameter: BoundParameter, chosen: Plain, tongue: EventRealiser) -> Value:
    """Return the chosen value; a numbered element is named by the noun of its parameter, where there is one."""
    found, noun = parameter.variable.type, parameter.variable.name
    if not isinstance(found, ElementType):
        return tongue.value(chosen, found)
    numbered = element_kind(tongue.ruleset.kinds[found.kind]) == "number" and str(chosen).isdecimal()
    if numbered and tongue.phrases.known(noun):
        return tongue.phrases.made("numbered", noun=noun, n=int(str(chosen)))
    return tongue.phrase(found.kind, str(chosen))

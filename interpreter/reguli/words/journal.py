"""Says what happened: each event of a journal as one sentence, with the players' names and the terms of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from reguli.model.bound import Cast
from reguli.model.types import ElementType, TruthType, Type, ZoneType
from reguli.model.walk import all_procedures, statements_of
from reguli.words.elements import PLAYER
from reguli.words.noun import Name
from reguli.words.teller import UNKNOWN, Plain, Teller, Told, sentence
from reguli.words.values import Value


class Event(Protocol):
    """One event as the engine gives it: see the engine's journal for the values of each verb."""

    @property
    def verb(self) -> str:
        """What kind of event it is."""

    @property
    def rule(self) -> str:
        """The rule that made it happen."""

    @property
    def about(self) -> str:
        """What it is about: a kind, a field, a procedure."""

    @property
    def values(self) -> Mapping[str, Plain]:
        """Its values by name."""


def say_entry(entry: Event, teller: Teller) -> Told:
    """Say one event."""
    match entry.verb:
        case "choose":
            arguments = {name: plain for name, plain in entry.values.items() if name != PLAYER}
            return teller.move(entry.rule, arguments, str(entry.values[PLAYER]))
        case "round" | "phase" | "stage":
            return _begun(entry, teller)
        case "move" | "draw":
            return _moved(entry, teller)
        case "transfer":
            return _transferred(entry, teller)
        case "set":
            return _set(entry, teller)
        case "join" | "leave":
            return _joined(entry, teller)
        case "shuffle":
            zone = teller.zone(str(entry.values["zone"]))
            return Told(sentence(teller.shared_wording("journal.shuffle", what=zone)))
        case "sort":
            return Told(sentence(teller.shared_wording("journal.sort", what=_field(entry, teller)[1])))
        case "lot":
            return _lot(entry, teller)
        case _:
            return _named(entry, teller)


def _begun(entry: Event, teller: Teller) -> Told:
    plain = next(iter(entry.values.values()), None)
    if entry.verb == "round":
        return Told(sentence(teller.shared_wording("journal.round", n=plain if isinstance(plain, int) else 0)))
    kind = teller.ruleset.kinds[entry.verb]
    number = (kind.index(str(plain)) or 0) + 1
    title = (
        teller.own_wording((f"{entry.verb}:{plain}",), era_numbers(teller, number)) if entry.verb == "phase" else None
    )
    if title is not None:
        return Told(sentence(teller.shared_wording("journal.phase_named", n=number, name=Name(title))))
    return Told(sentence(teller.shared_wording(f"journal.{entry.verb}", n=number)))


def era_numbers(teller: Teller, number: int) -> dict[str, Value]:
    """Give what the name of a phase or stage may use: its own number, and those of all phases and stages."""
    values: dict[str, Value] = {"number": number}
    for name in ("phase", "stage"):
        values |= {f"{name}.{one}": at + 1 for at, one in enumerate(teller.ruleset.kinds[name].elements)}
    return values


def _moved(entry: Event, teller: Teller) -> Told:
    piece = entry.values["piece"]
    hidden = isinstance(piece, Mapping)
    what = _some(entry.about, teller) if hidden else teller.phrase(entry.about, str(piece))
    source, target = (teller.zone(str(entry.values[name])) for name in ("from", "to"))
    return Told(sentence(teller.shared_wording(f"journal.{entry.verb}", what=what, source=source, target=target)))


def _some(kind_id: str, teller: Teller) -> Value:
    """Say a piece that the reader may not know."""
    phrases = teller.phrases
    return phrases.made("some_one", ("indefinite",), noun=phrases.noun_of(teller.ruleset.kinds[kind_id]))


def _transferred(entry: Event, teller: Teller) -> Told:
    amount, variety = entry.values["amount"], entry.values.get("variety")
    noun = _variety(entry.about, variety, teller)
    phrases = teller.phrases
    what: Value = phrases.counted(amount, noun) if isinstance(amount, int) and noun else _plain(amount)
    source, target = (teller.zone(str(entry.values[name])) for name in ("from", "to"))
    return Told(sentence(teller.shared_wording("journal.transfer", what=what, source=source, target=target)))


def _variety(kind_id: str, variety: Plain, teller: Teller) -> str:
    """Give the term that tokens are counted by: of their variety where it has one, else their own."""
    terms = teller.tongue.lexicon.terms
    if isinstance(variety, str) and variety in terms:
        return variety
    kind = teller.ruleset.kinds.get(kind_id)
    return "" if kind is None else teller.phrases.noun_of(kind)


def _plain(plain: Plain) -> Value:
    return plain if isinstance(plain, int) else UNKNOWN


def _field(entry: Event, teller: Teller) -> tuple[Type | None, Value]:
    """Give the type of the field an event is about, and the phrase for it."""
    kind, _, name = entry.about.rpartition(".")
    found = teller.ruleset.state_types.get(entry.about if kind else f"game.{name}")
    owner = entry.values.get("owner")
    said = None if owner is None else teller.phrase(kind, str(owner))
    return found, teller.phrases.place(name, found, said, listed=True)


def _set(entry: Event, teller: Teller) -> Told:
    found, place = _field(entry, teller)
    value = entry.values["value"]
    if isinstance(found, TruthType):
        name = Name(entry.about.rpartition(".")[2])
        kind, owner = entry.about.partition(".")[0], entry.values.get("owner")
        verb = "journal.mark" if value else "journal.unmark"
        if owner is None:
            return Told(sentence(teller.shared_wording(verb, what=name)))
        return Told(sentence(teller.shared_wording(f"{verb}_for", what=name, whom=teller.phrase(kind, str(owner)))))
    said = _plain(value) if found is None or isinstance(found, ZoneType) else teller.value(value, found)
    return Told(sentence(teller.shared_wording("journal.set", what=place, value=said)))


def _joined(entry: Event, teller: Teller) -> Told:
    found, place = _field(entry, teller)
    kind = getattr(found, "kind", None)
    element = entry.values["element"]
    if isinstance(element, Mapping):
        what: Value = UNKNOWN
    else:
        what = teller.phrase(kind, str(element)) if isinstance(kind, str) else _of_any_kind(str(element), teller)
    return Told(sentence(teller.shared_wording(f"journal.{entry.verb}", what=what, place=place)))


def _of_any_kind(word: str, teller: Teller) -> Value:
    """Say an element whose kind the event does not tell."""
    if word in {name.text for name in teller.names}:
        return Name(word)
    kind = next((kind.id for kind in teller.ruleset.kinds.values() if word in kind.elements), None)
    return Name(word) if kind is None else teller.phrase(kind, word)


def _lot(entry: Event, teller: Teller) -> Told:
    plain = entry.values[entry.about]
    found = next(
        (
            statement.variable.type
            for procedure in all_procedures(teller.ruleset)
            for statement in statements_of(procedure.body)
            if isinstance(statement, Cast) and statement.rule == entry.rule
        ),
        None,
    )
    what = teller.phrase(found.kind, str(plain)) if isinstance(found, ElementType) else _of_any_kind(str(plain), teller)
    return Told(sentence(teller.shared_wording("journal.lot", what=what)))


def _named(entry: Event, teller: Teller) -> Told:
    """Say an event that has a name of the ruleset's own, with its values."""
    items = tuple(
        UNKNOWN if isinstance(plain, Mapping) else plain if isinstance(plain, int) else _of_any_kind(str(plain), teller)
        for plain in entry.values.values()
    )
    return Told(sentence(teller.shared_wording(f"journal.{entry.verb}", what=Name(entry.about), items=items)))

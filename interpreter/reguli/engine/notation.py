"""Moves and values as typed text and as JSON; ids only, language independent.

A move is ``option argument argument``: labels or ids of elements and whole numbers, unquoted in any shell. Of a set that is chosen
all members are written, ``discard c1 c4``, of a bundle each token by its variety, ``give wood wood clay``, none as ``-``; where another set follows, a comma stands between the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from reguli.engine.gameplay.legal_actions import Move, choice_by_name
from reguli.ir.interpreter.set_numbering import DIGITS, decode_bundle, decode_set, encode_bundle, encode_set
from reguli.ir.program import Choice, Decide, Program, ZoneValue
from reguli.ir.state_layout import FieldSlots
from reguli.model import types as ty
from reguli.source.diagnostic import Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said, Value, abbreviated_list
from reguli.source.name_suggestions import closest_name

MANY: Final = (ty.CollectionType, ty.BundleType)
"""What is written with several words."""
AND: Final = ","
"""Stands between two sets."""
NO_MEMBER: Final = "-"
"""Stands for a set of nothing."""

Plain = int | bool | str | None | list["Plain"] | dict[str, "Plain"]
"""What JSON can say of a value."""


WHAT: Final[Mapping[str, Said]] = MappingProxyType(
    {
        "option": Said("thing.option"),
        "count": Said("thing.move"),
        "number": Said("sort.any_whole_number"),
        "language": Said("thing.language"),
    }
)
"""What an unreadable word should have been; an argument where nothing else is said."""


class Unreadable(Trouble):
    """An unreadable text: ``kind`` is the reason, with the ``word`` and valid choices (``expected``).

    Kinds: ``option``, ``count`` (of arguments; ``expected`` are the names of all), ``number``, ``element``, ``language``, and
    ``outcome`` of chance, prescribed at a ``site``.
    """

    def __init__(self, kind: str, word: str, expected: Sequence[str], site: str = "") -> None:
        """Store the unreadable word."""
        super().__init__(kind, word, tuple(expected), site)
        self.kind, self.word, self.expected, self.site = kind, word, tuple(expected), site

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the finding X111, of outcomes X113."""
        meant = closest_name(self.word, self.expected)
        known: Value = abbreviated_list(self.expected) or Said("says.digits")
        if self.kind == "outcome":
            return (make_finding("X113", near=meant, wanted=self.word, site=self.site, candidates=known),)
        if self.kind == "count":
            known = " ".join([*self.word.split(maxsplit=1)[:1], *(name.upper() for name in self.expected)])
        return (
            make_finding(
                "X111", near=meant, word=self.word, what=WHAT.get(self.kind, Said("thing.argument")), expected=known
            ),
        )


def element_text(program: Program, kind: str, index: int, names: Sequence[str] = (), *, ids: bool = False) -> str:
    """Return an element's typed form: a player's name, the label if it is unambiguous, or the id; with ``ids`` never the label."""
    if index < 0:
        return "none"
    if kind == "player" and index < len(names):
        return names[index]
    known = program.ruleset.kinds[kind]
    return known.elements[index] if ids else known.word(index)


def value_text(program: Program, kind: ty.Type | ZoneValue, value: object, names: Sequence[str] = ()) -> str:
    """Return a value as text, written with ids and digits only."""
    return format_plain_value(value_as_json(program, kind, value, names))


def format_plain_value(plain: Plain) -> str:
    """Write a plain value on one line, as typed."""
    match plain:
        case None:
            return "none"
        case bool():
            return "yes" if plain else "no"
        case list():
            return ", ".join(format_plain_value(item) for item in plain)
        case dict():
            return ", ".join(f"{key}: {format_plain_value(item)}" for key, item in plain.items())
        case _:
            return str(plain)


def value_as_json(
    program: Program, kind: ty.Type | ZoneValue, value: object, names: Sequence[str] = (), *, ids: bool = False
) -> Plain:
    """Return a value in JSON form: elements by label (or id), truths as booleans, collections as lists."""

    def element(of: str, item: object) -> str:
        return element_text(program, of, _whole(item), names, ids=ids)

    match kind:
        case ZoneValue():
            return zone_text(program, _whole(value), names, ids=ids)
        case ty.ElementType(of):
            index = _whole(value)
            return None if index < 0 else element(of, index)
        case ty.TruthType():
            return bool(value)
        case ty.CollectionType(of):
            return [element(of, item) for item in _items(value)]
        case ty.BundleType(kind=of):
            return [element(of, variety) for variety, share in enumerate(_shares(value)) for _ in range(share)]
        case ty.GroupsType(of):
            return [[element(of, item) for item in _items(group)] for group in _items(value)]
        case ty.NumbersType():
            return [_whole(item) for item in _items(value)]
        case ty.NumberType() | ty.UnknownType():
            return _whole(value)
        case ty.ZoneType(pieces, counted):
            if counted:
                return _whole(value)
            return [element(pieces, item) for item in _items(value)]
        case ty.KeyedType():
            raise AssertionError(kind)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return int(value)


def _items(value: object) -> list[object]:
    if isinstance(value, int):  # a set that was chosen
        return [*decode_set(value)]
    assert isinstance(value, list | tuple | range)
    return list(value)


def _shares(value: object) -> Sequence[int]:
    if isinstance(value, int):  # a bundle that was chosen
        return decode_bundle(value, -(-value.bit_length() // DIGITS))
    assert isinstance(value, list | tuple)
    return value


def zone_text(program: Program, zone: int, names: Sequence[str] = (), *, ids: bool = False) -> str:
    """Name a zone: ``deck``, ``market``, ``anna.cards``."""
    if zone < 0:
        return "nowhere"
    field, place = program.layout.zone_fields[zone]
    return place_text(program, field, place, names, ids=ids)


def place_text(program: Program, field: str, place: int, names: Sequence[str] = (), *, ids: bool = False) -> str:
    """Name one place of a state field: ``deck``, ``anna.money``, ``worth[salt]``, ``anna.share[salt]``."""
    kind, _, name = field.partition(".")
    slots = program.layout.fields[field]
    if slots.keys:
        name = f"{name}[{','.join(key_texts(program, slots, place, names))}]"
    return name if kind == "game" else f"{element_text(program, kind, slots.owner_of(place), names, ids=ids)}.{name}"


def key_texts(program: Program, field: FieldSlots, place: int, names: Sequence[str] = ()) -> list[str]:
    """Name the keys of a place: elements by id (a player by name), numbers in digits."""
    found = zip(field.keys, field.keys_of(place), strict=True)
    return [
        str(index) if key.kind is None else element_text(program, key.kind, index, names, ids=True)
        for key, index in found
    ]


# -- moves -----------------------------------------------------------------------------------------------------


def parameter_types(choice: Choice) -> tuple[ty.Type, ...]:
    """Return the types of an option's parameters."""
    return tuple(parameter.variable.type for parameter in choice.option.parameters)


def move_text(program: Program, decision: Decide, move: Move, names: Sequence[str] = ()) -> str:
    """Return a move in typed form."""
    kinds = parameter_types(find_matching_choice(decision, move.option, move.arguments))
    return " ".join([move.option, *argument_words(program, kinds, move.arguments, names)])


def argument_words(
    program: Program, kinds: Sequence[ty.Type], arguments: Sequence[int], names: Sequence[str] = ()
) -> list[str]:
    """Return arguments in typed form; there may be fewer than parameters."""
    words: list[str] = []
    before = False
    for kind, value in zip(kinds, arguments, strict=False):
        many = isinstance(kind, MANY)
        words += [AND] if many and before else []
        words.append(value_text(program, kind, value, names).replace(", ", " ") or NO_MEMBER)
        before = before or many
    return words


def move_json(program: Program, decision: Decide, move: Move, *, ids: bool = False) -> dict[str, Plain]:
    """Return a move as JSON: the option and its arguments by parameter name; with ``ids`` elements by id, not label."""
    choice = find_matching_choice(decision, move.option, move.arguments)
    arguments: dict[str, Plain] = {
        parameter.variable.name: value_as_json(program, parameter.variable.type, value, ids=ids)
        for parameter, value in zip(choice.option.parameters, move.arguments, strict=True)
    }
    return {"option": move.option, "arguments": arguments}


def find_matching_choice(decision: Decide, option: str, arguments: Sequence[int] = ()) -> Choice:
    """Return the choice of an option name; if several pieces have the option, the arguments select the piece.

    Raises ``Unreadable`` when the decision has none.
    """
    choice = choice_by_name(decision, option, arguments)
    if choice is None:
        raise Unreadable("option", option, list(typable_option_names(decision)))
    return choice


def typable_option_names(decision: Decide) -> tuple[str, ...]:
    """Return the typable option names, in move order; an option on several pieces appears once."""
    return tuple(dict.fromkeys(choice.option.name for choice in decision.choices))


def _choice_meant(program: Program, decision: Decide, option: str, first: str | None, names: Sequence[str]) -> Choice:
    """Return the choice of an option name and its first argument in typed form."""
    choice = find_matching_choice(decision, option)
    if not choice.option.pieces or first is None:
        return choice
    return find_matching_choice(
        decision, option, (parse_argument_value(program, parameter_types(choice)[0], first, names),)
    )


def parse_move(program: Program, decision: Decide, text: str, names: Sequence[str] = ()) -> Move:
    """Read a typed move. Raises ``Unreadable``: unknown option, wrong number of arguments, or an unknown argument."""
    words = text.split()
    if not words:
        raise Unreadable("option", "", list(typable_option_names(decision)))
    choice = _choice_meant(program, decision, words[0], next(iter(words[1:]), None), names)
    kinds = parameter_types(choice)
    if any(isinstance(kind, MANY) for kind in kinds):
        words = text.replace(AND, f" {AND} ").split()
    shared = assign_words_to_parameters(kinds, words[1:])
    if shared is None:
        expected = [parameter.variable.name for parameter in choice.option.parameters]
        raise Unreadable("count", text, expected)
    return Move(words[0], tuple(parse_argument_value(program, k, w, names) for k, w in zip(kinds, shared, strict=True)))


def assign_words_to_parameters(kinds: Sequence[ty.Type], words: Sequence[str]) -> list[str] | None:
    """Distribute the words among the parameters: one each; a set takes all words up to a comma or those the later parameters leave over. None if the words do not fit."""
    found: list[str] = []
    left = [*words]
    for at, kind in enumerate(kinds):
        behind = kinds[at + 1 :]
        taken = 1
        if isinstance(kind, MANY):
            taken = left.index(AND) if AND in left else len(left) - len(behind)
        if taken < 1 or len(left) < taken:
            return None
        found.append(" ".join(left[:taken]))
        left = left[taken:]
        if left[:1] == [AND] and any(isinstance(one, MANY) for one in behind[:1]):
            left = left[1:]
    return None if left else found


def parse_json_move(program: Program, decision: Decide, data: Mapping[str, object], names: Sequence[str] = ()) -> Move:
    """Read a move given as JSON, ``{"option": …, "arguments": {name: value}}``. Raises ``Unreadable``."""
    arguments = data.get("arguments", {})
    given = arguments if isinstance(arguments, dict) else {}
    option = str(data.get("option", ""))
    of_several = find_matching_choice(decision, option).option.parameters[:1]
    first = next((_words(given[one.variable.name]) for one in of_several if one.variable.name in given), None)
    choice = _choice_meant(program, decision, option, first, names)
    variables = [parameter.variable for parameter in choice.option.parameters]
    expected = [variable.name for variable in variables]
    if sorted(map(str, given)) != sorted(expected):
        raise Unreadable("count", " ".join(map(str, given)), expected)
    return Move(
        choice.option.name,
        tuple(parse_argument_value(program, v.type, _words(given[v.name]), names) for v in variables),
    )


def _words(value: object) -> str:
    return (" ".join(map(str, value)) or NO_MEMBER) if isinstance(value, list) else str(value)


def validate_move(program: Program, decision: Decide, move: Move, names: Sequence[str] = ()) -> None:
    """Check a move's option, number of arguments and elements against a decision.

    Raises ``Unreadable``.
    """
    choice = find_matching_choice(decision, move.option, move.arguments)
    kinds = parameter_types(choice)
    if len(move.arguments) != len(kinds):
        expected = [parameter.variable.name for parameter in choice.option.parameters]
        raise Unreadable("count", " ".join([move.option, *map(str, move.arguments)]), expected)
    for kind, value in zip(kinds, move.arguments, strict=True):
        if isinstance(kind, ty.ElementType) and not 0 <= value < program.layout.size_of(kind.kind):
            size = program.layout.size_of(kind.kind)
            known = [element_text(program, kind.kind, index, names) for index in range(size)]
            raise Unreadable("element", str(value), known)
        digits = DIGITS if isinstance(kind, ty.BundleType) else 1
        if isinstance(kind, MANY) and not 0 <= value < 1 << digits * program.layout.size_of(kind.kind):
            raise Unreadable("element", str(value), [])


def parse_argument_value(program: Program, kind: ty.Type, word: str, names: Sequence[str] = ()) -> int:
    """Read one argument: a whole number, an element by name, label or id, or the members of a set. Raises ``Unreadable``."""
    if isinstance(kind, ty.CollectionType):
        members = [] if word == NO_MEMBER else word.split()
        return encode_set([parse_element(program, kind.kind, one, names) for one in members])
    if isinstance(kind, ty.BundleType):
        words = [] if word == NO_MEMBER else word.split()
        found = [parse_element(program, kind.kind, one, names) for one in words]
        return encode_bundle([found.count(variety) for variety in range(program.layout.size_of(kind.kind))])
    if isinstance(kind, ty.ElementType):
        return parse_element(program, kind.kind, word, names)
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise Unreadable("number", word, [])
    return int(word)


def find_element_index(program: Program, kind_id: str, word: str, names: Sequence[str] = ()) -> int | None:
    """Return the index of an element by name, label or id; ``None`` if the name is unknown or the label is ambiguous."""
    kind = program.ruleset.kinds[kind_id]
    size = program.layout.size_of(kind_id)
    for listed in ([name.lower() for name in names] if kind_id == "player" else [], kind.typed, kind.elements):
        known = list(listed)[:size]
        for said in (word, word.lower()):
            if said in known:
                return known.index(said)
    return None


def parse_element(program: Program, kind: str, word: str, names: Sequence[str] = ()) -> int:
    """Read an element of a kind. Raises ``Unreadable``."""
    found = find_element_index(program, kind, word, names)
    if found is None:
        size = program.layout.size_of(kind)
        raise Unreadable("element", word, [element_text(program, kind, index, names) for index in range(size)])
    return found

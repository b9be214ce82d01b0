"""What an example expects, read in the form of what was found, and compared with it."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.engine.notation import Plain, element_text
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.puts import SHOWN, Reader
from reguli.model.tree.terms import Contents, Elements, Filter, Listed, SetOperation, Term, Tracked
from reguli.model.types import CollectionType, ElementType, NumberType, TruthType, Type, ZoneType, type_text
from reguli.ruleset.declared.positions import Given
from reguli.source.diagnostic import Bag
from reguli.source.said import Said, Value


def read_wanted(playthrough: Playthrough, kind: Type, given: Given, text: str, bag: Bag) -> object:
    """Read an expected value as the engine has it; ``None`` with a finding (E412, E503) when it cannot be."""
    reader = Reader(playthrough.program, playthrough.names, bag)
    match kind:
        case NumberType() if isinstance(given.value, int) and not isinstance(given.value, bool):
            return given.value
        case TruthType() if isinstance(given.value, bool):
            return int(given.value)
        case ElementType(of):
            return reader.element(given, of, text, none=True)
        case CollectionType(of) if given.items is not None:
            return reader.elements(given, of, text)
        case ZoneType(_, True, str(variety)) if given.entries is not None:
            return _amounts(reader, variety, given)
        case _:
            found = str(given.plain())[:SHOWN]
            bag.add("E412", given.span, text=text, expected=type_text(kind), found=found)
            return None


def _amounts(reader: Reader, variety: str, given: Given) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for key, item in given.entries or ():
        index = reader.index(variety, key)
        if index is None:
            reader.bag.add("E503", item.span, kind=variety, name=key)
        elif item.value:
            found[element_text(reader.program, variety, index, reader.names, ids=True)] = item.value
    return found


def agrees(playthrough: Playthrough, term: Term, wanted: object, found: object) -> bool:
    """Tell whether what was found is what was wanted; collections without an order compare as sets."""
    if isinstance(wanted, list) and isinstance(found, list | tuple | range):
        if is_ordered(playthrough, term):
            return wanted == list(found)
        return sorted(wanted) == sorted(found)
    return bool(wanted == found)


def is_ordered(playthrough: Playthrough, term: Term) -> bool:
    """Tell whether the order of a collection means anything: lists and stacks have one, sets and heaps do not."""
    match term:
        case Tracked(_, name) | Contents(_, Tracked(_, name)):
            declared = playthrough.program.ruleset.state[name]
            return declared.form == "list" or declared.order == "stack"
        case Elements() | Listed():
            return False
        case Filter(domain=domain, keys=keys):
            return bool(keys) or is_ordered(playthrough, domain)
        case SetOperation(left=left):
            return is_ordered(playthrough, left)
        case _:
            return True


def shown(plain: Plain) -> str:
    """Say a plain value in a finding."""
    match plain:
        case None:
            return "none"
        case bool():
            return "true" if plain else "false"
        case list():
            return f"[{', '.join(shown(item) for item in plain)}]"
        case dict():
            return f"{{{', '.join(f'{key}: {shown(item)}' for key, item in plain.items())}}}"
        case _:
            return str(plain)


def listed(items: Sequence[str], none: Said) -> Value:
    """List names in a finding; ``none`` is said where there are none."""
    return ", ".join(items) or none

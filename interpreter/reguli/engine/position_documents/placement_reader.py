"""Values of a position document read for the place they are put into."""

from __future__ import annotations

from reguli.engine.notation import index_of
from reguli.ir.program import Program
from reguli.ir.state_layout import FieldSlots
from reguli.ruleset.declarations.position_files import Given
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.name_suggestions import near
from reguli.source.span import Span

SHOWN = 60
"""So many characters of a value are shown in a finding."""


@kept
class Put(Kept):
    """A value for one place of a state field, or for one variety of its tokens."""

    field: FieldSlots
    place: int
    variety: int | None
    value: Given
    text: str

    @property
    def zone(self) -> int:
        """Give the zone number, for zones."""
        return self.field.zone + self.place


def _written(given: Given) -> str:
    """Give a value as it may be written in a document."""
    if given.items is not None:
        return f"[{', '.join(_written(item) for item in given.items)}]"
    if given.entries is not None:
        return f"{{{', '.join(f'{key}: {_written(item)}' for key, item in given.entries)}}}"
    if given.value is None:
        return "null"
    return str(given.value).lower() if isinstance(given.value, bool) else str(given.value)


@kept
class Reader(Kept):
    """Reads values; what does not fit is a finding and gives ``None``."""

    program: Program
    names: tuple[str, ...]
    bag: Bag

    def wrong(self, given: Given, place: str, expected: Value) -> None:
        """Report a value of a wrong form."""
        found = _written(given)
        found = found if len(found) <= SHOWN else f"{found[:SHOWN]}…"
        self.bag.add("E502", given.span, place=place, found=found, expected=expected)

    def number(self, given: Given, place: str, low: int, high: int | None) -> int | None:
        """Read a whole number within a range."""
        value = given.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(given, place, Said("sort.whole_number"))
            return None
        if value < low or (high is not None and value > high):
            shown = "…" if high is None else high
            self.bag.add("E507", given.span, place=place, value=value, low=low, high=shown)
            return None
        return value

    def truth(self, given: Given, place: str) -> int | None:
        """Read a truth as 0 or 1."""
        if isinstance(given.value, bool):
            return int(given.value)
        self.wrong(given, place, Said("sort.true_or_false"))
        return None

    def index(self, kind: str, word: str) -> int | None:
        """Give the index of an element named by a person, or ``None`` when there is none of this name."""
        return index_of(self.program, kind, word, self.names) if kind in self.program.ruleset.kinds else None

    def element(self, given: Given, kind: str, place: str, *, none: bool = False) -> int | None:
        """Read an element; the word ``none`` gives -1 where allowed."""
        value = given.value
        if isinstance(value, bool) or not isinstance(value, str | int):
            if value is None and none and given.items is None and given.entries is None:
                return -1
            self.wrong(given, place, Said("sort.one", kind=kind))
            return None
        if none and value == "none":
            return -1
        found = self.index(kind, str(value))
        if found is None:
            self.unknown(kind, str(value), given.span)
        return found

    def called(self, kind: str) -> tuple[str, ...]:
        """Give every word that an element of a kind is called by: ids, labels, names of players."""
        declared = self.program.ruleset.kinds[kind]
        return (*declared.elements, *declared.typed, *(self.names if kind == "player" else ()))

    def unknown(self, kind: str, word: str, span: Span) -> None:
        """Report an element that there is not, with the one that was probably meant."""
        self.bag.add("E503", span, near=near(word, self.called(kind)), kind=kind, name=word[:SHOWN])

    def elements(self, given: Given, kind: str, place: str) -> list[int] | None:
        """Read a list of different elements; one alone stands for a list of it."""
        if given.entries is not None:
            self.wrong(given, place, Said("sort.list_of", kind=kind))
            return None
        items = given.items if given.items is not None else (given,)
        found = [self.element(item, kind, place) for item in items]
        known = [index for index in found if index is not None]
        if len(set(known)) < len(known):
            self.wrong(given, place, Said("sort.list_of_each_once", kind=kind))
            return None
        return known if len(known) == len(found) else None

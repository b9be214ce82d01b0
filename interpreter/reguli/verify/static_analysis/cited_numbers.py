"""Numbers that occur in none of the statements they cite.

A number of the game cites the statements that say it, and a statement is our own sentence of the rulebook, with its ruling: so it mostly holds the number, in
digits or as a word. Where it holds other numbers and not this one, one of the two is a slip. What came from elsewhere (``provenance``) is not asked, nor is a table
of which the statements hold only a part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from reguli.ruleset.document_nodes import Documents, InventoryEntry, Source
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.verify.report import Found, Holds, Level, Subject
from reguli.verify.static_analysis.sequence_outliers import declared_number_tables
from reguli.verify.static_analysis.static_findings import static_finding

WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        word: number
        for number, words in enumerate(
            (
                "no none zero nothing nobody without niciun nicio nimic nimeni nulla semmi senki nincs",
                "one once single only unu una un o singur egy egyszer egyetlen",
                "two doi două kettő két",
                "three trei három",
                "four patru négy",
                "five cinci öt",
                "six șase hat",
                "seven șapte hét",
                "eight opt nyolc",
                "nine nouă kilenc",
                "ten zece tíz",
                "eleven unsprezece tizenegy",
                "twelve doisprezece douăsprezece tizenkettő tizenkét",
            )
        )
        for word in words.split()
    }
)
"""Small numbers as words of three languages, as they stand in sentences; which one in a row something is, is no such number."""
ORDINALS: Final[Mapping[str, int]] = MappingProxyType(
    {
        word: number
        for number, words in enumerate(
            (
                "first prima primul első",
                "second twice double both half doilea doua dublu ambele második kétszer dupla fél",
                "third thrice treilea treia triplu harmadik háromszor",
                "fourth patrulea patra negyedik",
                "fifth cincilea cincea ötödik",
                "sixth șaselea șasea hatodik",
            ),
            1,
        )
        for word in words.split()
    }
)
"""Words that may mean a number, and need not."""
WEAK: Final = frozenset({0, 1})
"""Numbers whose words stand in sentences that are about something else."""
RANGE: Final = re.compile(r"(\d+)\s*(?:to|la|-|–)\s*(\d+)")
WORD: Final = re.compile(r"\d+|[^\W\d_]+")
WIDEST: Final = 60
"""Of so wide a range every number is taken to be said."""
MOST: Final = 0.75
"""So many of the different cells of a table must be said for the others to be slips."""
LEAST: Final = 2
"""So many at the least."""
TRUSTED: Final = 3
"""So many times as many numbers must be said as are not, or statements do not say numbers here."""
ROW: Final = 3
"""So many different numbers one after the other, or one more than that, are no chance."""
SMALL: Final = 3
"""Numbers up to this one stand in many sentences."""


@frozen_class
class NumberedItem(FrozenValue):
    """An item with numbers and citations: its rule id, its numbers with their places, and the cited statements."""

    name: str
    rule: str
    cells: tuple[tuple[int, Span], ...]
    source: Source
    row: bool
    """Whether its numbers are one row, in their order."""

    @property
    def values(self) -> frozenset[int]:
        """Return its distinct numbers."""
        return frozenset(value for value, _ in self.cells)


def check_cited_numbers(subject: Subject) -> Iterator[Found | Holds]:
    """Check the numbers of constants and tables against the statements that they cite."""
    texts = {entry.id: tuple(_texts(entry)) for entry in subject.ruleset.documents.inventory}
    own = _by_variants(subject.ruleset.documents)
    every = tuple(one for one in _numbered(subject) if one.source.cites and not own(one))
    said = {one.rule: _said(one, texts, sentence_numbers) for one in every}
    loose = {one.rule: _said(one, texts, implied_numbers) for one in every}
    whole = [one for one in every if one.values <= loose[one.rule]]
    for one in whole:
        yield Holds(one.rule, "number", Level.CITED, Said("why.cites", names=", ".join(one.source.cites)))
        yield from _in_another_order(one, texts)
    asked = [one for one in every if one not in whole and not one.source.elsewhere and _mostly(one, loose[one.rule])]
    if len(whole) >= TRUSTED * len(asked):
        for one in asked:
            others = frozenset(number for other in whole if _meet(one, other) for number in other.values)
            if said[one.rule] - WEAK - others - (one.values & said[one.rule]):
                yield from _unsaid(one, loose[one.rule], said[one.rule])


def _by_variants(documents: Documents) -> Callable[[NumberedItem], bool]:
    """Return a predicate for numbers that a variant changes while their cited statements, with the old number, are in a base."""
    files = [(one,) for one in file_prefixes(documents, len(documents.variants))]
    places = {entry.id: entry.span for entry in documents.inventory}

    def changed(one: NumberedItem) -> bool:
        cited = [places[name] for name in one.source.cites if name in places]
        return any(
            any(is_in_files(span, own) for _, span in one.cells) and not any(is_in_files(span, own) for span in cited)
            for own in files
        )

    return changed


def _numbered(subject: Subject) -> Iterator[NumberedItem]:
    for constant in subject.ruleset.constants.values():
        yield NumberedItem(
            constant.id, f"constant:{constant.id}", ((constant.value, constant.span),), constant.source, row=False
        )
    for table in declared_number_tables(subject):
        cells = tuple((cell, at) for cell, at in zip(table.cells, table.spans, strict=True) if cell is not None)
        yield NumberedItem(table.id, f"table:{table.id}", cells, table.declared.source, row=len(table.sizes) == 1)


def _mostly(one: NumberedItem, said: frozenset[int]) -> bool:
    """Return whether statements contain most of an item's numbers, so that a missing one is suspicious."""
    there = len(one.values & said)
    return len(one.cells) == 1 or (there >= LEAST and (there >= MOST * len(one.values) or there == len(one.values) - 1))


def _meet(one: NumberedItem, other: NumberedItem) -> bool:
    return not {*one.source.cites}.isdisjoint(other.source.cites)


def _unsaid(one: NumberedItem, meant: frozenset[int], said: frozenset[int]) -> Iterator[Found]:
    cites, numbers = ", ".join(one.source.cites), ", ".join(map(str, sorted(said)))
    for value, span in {value: (value, span) for value, span in reversed(one.cells)}.values():
        if value not in meant:
            yield static_finding(
                "V115", span, one.rule, str(value), name=one.name, found=value, cites=cites, said=numbers
            )


def _in_another_order(one: NumberedItem, texts: Mapping[str, Sequence[str]]) -> Iterator[Found]:
    """Find rows whose numbers a statement lists consecutively with a different value or order."""
    row = [value for value, _ in one.cells]
    if not one.row or len(row) < (ROW if len(set(row)) >= ROW and min(row) > SMALL else ROW + 1):
        return
    runs = [
        (name, run)
        for name in one.source.cites
        for text in texts.get(name, ())
        for run in _runs(list(sentence_numbers(text)), len(row))
    ]
    if any(run == row for _, run in runs):
        return
    for name, run in runs:
        apart = [at for at, (here, there) in enumerate(zip(row, run, strict=True)) if here != there]
        if len(apart) == 1 or (len(apart) == 2 and sorted(run) == sorted(row)):
            _, span = one.cells[apart[0]]
            listed = ", ".join(map(str, run))
            yield static_finding(
                "V116", span, one.rule, name, name=one.name, found=", ".join(map(str, row)), cites=name, said=listed
            )
            return


def _runs(numbers: list[int], size: int) -> Iterator[list[int]]:
    yield from (numbers[at : at + size] for at in range(len(numbers) - size + 1))


def _said(
    one: NumberedItem, texts: Mapping[str, Sequence[str]], numbers: Callable[[str], Iterator[int]]
) -> frozenset[int]:
    return frozenset(number for name in one.source.cites for text in texts.get(name, ()) for number in numbers(text))


def _texts(entry: InventoryEntry) -> Iterator[str]:
    yield entry.statement
    if entry.ruling:
        yield entry.ruling
    yield from (text for _, text, _ in entry.says)


def sentence_numbers(text: str) -> Iterator[int]:
    """Yield the numbers in a sentence, as digits or words, in order."""
    for word in WORD.findall(text.lower()):
        if word.isdigit():
            yield int(word)
        elif word in WORDS:
            yield WORDS[word]


def implied_numbers(text: str) -> Iterator[int]:
    """Yield the numbers that a text may also mean: ordinals, and the numbers within a range."""
    yield from sentence_numbers(text)
    yield from (ORDINALS[word] for word in WORD.findall(text.lower()) if word in ORDINALS)
    for low, high in RANGE.findall(text):
        if 0 < int(high) - int(low) <= WIDEST:
            yield from range(int(low), int(high) + 1)

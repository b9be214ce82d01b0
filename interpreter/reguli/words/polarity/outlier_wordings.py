"""Where one language says something else than the others say: another pole, another value, two values in each other's places.

Of three languages that say the same one that differs is odd. Of two, or where all differ, the one that is no translation is taken
at its word. What a sentence says with its own turn of phrase is not held to the number of its words: a pole of ``COUNTED`` is
counted, of the others only an **exchange** is told, one said less often than somebody else says it and another on its axis oftener than by anybody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Final, Literal, TypeAlias, TypeVar

from reguli.source.frozen_values import Kept, kept
from reguli.words.polarity.polarity_words import AXES, COUNTED
from reguli.words.polarity.sentence_features import Gist, Word

T = TypeVar("T")
BETWEEN: Final = "_"
"""Stands between the parts of a term's name."""
ENOUGH: Final = 2
"""So many other languages must agree on a word: a single one may have built its sentence in another way."""
Sort: TypeAlias = Literal["sense", "value", "order", "term", "rule"]


@kept
class Odd(Kept):
    """What is odd in one language: the axis, the names, or the poles that its rules say; the words there and in ``other``, another language."""

    sort: Sort
    what: str
    own: tuple[Word, ...]
    other: str
    theirs: tuple[Word, ...]
    key: str
    """What it is, with what every language says: one that was answered is answered only as it was."""


def odd_ones(
    gists: Mapping[str, Gist],
    base: str,
    alike: Callable[[str, str], bool],
    compared: Collection[str],
    terms: Collection[str],
) -> Iterator[tuple[str, Odd]]:
    """Give what is odd in the wordings of one id, by language.

    ``alike`` says whether two values are of one kind, so that one can stand where the other was meant; ``terms`` are words of the
    lexicon, no values, and of these ``compared`` are what each language must say in words of its own.
    """
    for axis, poles in AXES.items():
        for code in _odd_in(gists, base, poles):
            other = next(one for one in gists if one != code)
            counts = " ".join(
                f"{one}:{','.join(str(gists[one].count(pole)) for pole in poles)}" for one in sorted(gists)
            )
            own, theirs = gists[code].saying(poles), gists[other].saying(poles)
            yield code, Odd("sense", axis, own, other, theirs, f"{axis} {counts}")
    values = {code: [name for name in gist.names if name not in terms] for code, gist in gists.items()}
    yield from _other_values(values, base)
    yield from _exchanged(values, base, alike)
    words = {code: Counter(name for name in gist.names if name in compared) for code, gist in gists.items()}
    yield from _other_terms(words, base)


def _odd_in(gists: Mapping[str, Gist], base: str, poles: tuple[str, ...]) -> list[str]:
    """Give the languages in which something else is said on an axis."""
    found: list[str] = []
    for pole in poles:
        if pole in COUNTED:
            found += blamed({code: gist.count(pole) for code, gist in gists.items()}, base)
    for code in gists:
        if code not in found and _exchanges(gists, code, poles) and (len(gists) > 2 or code != base):
            found.append(code)
    return list(dict.fromkeys(found))


def _exchanges(gists: Mapping[str, Gist], code: str, poles: tuple[str, ...]) -> bool:
    own, others = gists[code], [gist for one, gist in gists.items() if one != code]

    def below(pole: str) -> bool:
        return any(own.count(pole) < other.count(pole) for other in others)

    def above(pole: str) -> bool:
        return bool(others) and all(own.count(pole) > other.count(pole) for other in others)

    return any((below(a) and above(b)) or (above(a) and below(b)) for a, b in combinations(poles, 2))


def blamed(said: Mapping[str, T], base: str) -> list[str]:
    """Give the languages that say something else than the others; where no two agree, all but the one that is no translation."""
    for code, one in said.items():
        others = [other for name, other in said.items() if name != code]
        if len(others) > 1 and all(other == others[0] for other in others) and one != others[0]:
            return [code]
    return [code for code, one in said.items() if one != said.get(base, one)]


def _other_values(values: Mapping[str, list[str]], base: str) -> Iterator[tuple[str, Odd]]:
    """Give the languages that say other values than the others."""
    said = {code: frozenset(names) for code, names in values.items()}
    for code in blamed(said, base):
        other = next(one for one in (base, *values) if one != code)
        yield (
            code,
            _named("value", said[code] ^ said[other], other, {one: sorted(names) for one, names in said.items()}),
        )


def _exchanged(
    values: Mapping[str, list[str]], base: str, alike: Callable[[str, str], bool]
) -> Iterator[tuple[str, Odd]]:
    """Give the languages in which two values of one kind stand in each other's places."""
    once = [name for name in dict.fromkeys(values[base]) if all(names.count(name) == 1 for names in values.values())]
    for pair in combinations(once, 2):
        if alike(*pair):
            places = {code: tuple(sorted(pair, key=names.index)) for code, names in values.items()}
            for code in blamed(places, base):
                other = next(one for one in (base, *values) if one != code)
                yield code, _named("order", pair, other, places)


def _other_terms(said: Mapping[str, Counter[str]], base: str) -> Iterator[tuple[str, Odd]]:
    """Give the languages that have one word of the lexicon where all others, two at least, have another one; a part of that word may stand for it."""
    for code, own in said.items():
        others = [names for one, names in said.items() if one != code]
        if len(others) < ENOUGH:
            continue
        lacking, more = reduce(and_, others) - own, own - reduce(or_, others)
        lacking, more = _no_parts(lacking, more), _no_parts(more, lacking)
        if lacking and more:
            other = next(one for one in (base, *said) if one != code)
            names = {one: sorted(names.elements()) for one, names in said.items()}
            yield code, _named("term", {*lacking, *more}, other, names)


def _no_parts(names: Counter[str], others: Collection[str]) -> Counter[str]:
    """Leave out a name that says the same as another one and more, or less."""
    parts = [{*other.split(BETWEEN)} for other in others]

    def says_more_or_less(name: str) -> bool:
        own = {*name.split(BETWEEN)}
        return any(own <= one or one <= own for one in parts)

    return Counter({name: number for name, number in names.items() if not says_more_or_less(name)})


def _named(sort: Sort, names: Iterable[str], other: str, said: Mapping[str, Iterable[str]]) -> Odd:
    key = " ".join(f"{code}:{','.join(said[code])}" for code in sorted(said))
    return Odd(sort, ", ".join(sorted(names)), (), other, (), f"{sort} {key}")

"""Findings in another language than English: sentences by code and field, and the phrases that fill them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final, NamedTuple

LONGEST: Final = 400
"""Letters of a text that is compared with phrases."""
WORDS: Final = frozenset({"what", "answer", "shape", "done", "wanted", "target", "site", "name", "found", "expected"})
"""Gaps in which a single word may be a phrase; elsewhere it is a name, such as that of a field called ``language``."""
PLAIN: Final = frozenset({"title", "explanation", "wrong", "right"})
"""Fields of a code that are plain text; the others are templates."""
Key = tuple[str, str]
"""A code and a field of its entry: ``("Y101", "message")``; of all findings, ``("finding", "remedy")``."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase with gaps: its English ``parts`` round the gaps, the ``names`` of these in order, and its translation."""

    parts: tuple[str, ...]
    names: tuple[str, ...]
    translated: str

    @property
    def said(self) -> int:
        """How much of a text is the phrase's own: the pattern that says most is tried first."""
        return sum(map(len, self.parts))

    def gaps(self, text: str) -> tuple[str, ...] | None:
        """Give what stands in the gaps; None where the text is not this phrase, or leaves a gap empty."""
        first, *middle, last = self.parts
        if not (text.startswith(first) and text.endswith(last)) or len(text) < len(first) + len(last):
            return None
        rest = text[len(first) : len(text) - len(last)]
        found = []
        for part in middle:
            gap, separator, rest = rest.partition(part)
            if not gap or not separator:
                return None
            found.append(gap)
        return (*found, rest) if rest else None


class Translated(NamedTuple):
    """A text, and the English one that it was written for."""

    english: str
    text: str


@dataclass(frozen=True, slots=True)
class Translation:
    """What findings are said with in one language; what it lacks is said in English."""

    templates: Mapping[Key, Translated]
    phrases: Mapping[str, str]
    patterns: tuple[Pattern, ...]
    """Those that say most come first."""

    def template(self, code: str, field: str, english: str) -> str:
        """Give the template of a field of a code; the English one where another text was translated, or the gaps are others."""
        known = self.templates.get((code, field))
        return known.text if known and known.english == english and fits(field, english, known.text) else english

    def phrase(self, english: str) -> str:
        """Say what fills a template; what is no phrase, such as a name, stays as it is, and so does what is very long."""
        known = self.phrases.get(english)
        return self._parted(english) if known is None else known

    def _parted(self, english: str) -> str:
        """Say a phrase with gaps; what fills these is a phrase of several words or a name."""
        if len(english) > LONGEST:
            return english
        for pattern in self.patterns:
            gaps = pattern.gaps(english)
            if gaps is not None:
                said = {name: self.several(gap) for name, gap in zip(pattern.names, gaps, strict=True)}
                return pattern.translated.format_map(said)
        return english

    def several(self, english: str) -> str:
        """Say a phrase of several words; a single word is a name and stays."""
        return self.phrase(english) if " " in english else english


ENGLISH: Final = Translation({}, {}, ())


class Gap(NamedTuple):
    """A gap of a template with the text before it; ``name`` is None after the last one.

    ``quoted``: quotes stand round it, so that it takes a name as it is; any other value is said in the language.
    """

    before: str
    name: str | None
    quoted: bool


def gaps_of(template: str) -> Iterator[Gap]:
    """Give the gaps of a template in order; a brace that is never closed raises ValueError."""
    quoted, last = False, " "
    for literal, name, _, conversion in Formatter().parse(template):
        for letter in literal:
            if letter == "'":
                quoted = not (quoted or last.isalnum())  # an apostrophe opens nothing
            last = letter
        yield Gap(literal, name, quoted or conversion == "r")
        last = "x"


def gaps(template: str) -> frozenset[tuple[str, bool]]:
    """Give the gaps of a template by name, and whether quotes stand round each.

    A brace that is never closed raises ValueError.
    """
    return frozenset((gap.name, gap.quoted) for gap in gaps_of(template) if gap.name is not None)


def fits(field: str, english: str, said: str) -> bool:
    """Whether the translation of a field can be filled like the English text; plain texts fit always."""
    try:
        return field in PLAIN or gaps(said) == gaps(english)
    except ValueError:  # a brace that is never closed
        return False


def filled(template: str, args: Mapping[str, str | int], translation: Translation) -> str:
    """Fill a template, phrases said in the language; a missing argument is our own bug and raises KeyError."""
    if translation is ENGLISH:
        return template.format_map(args)
    phrases = {
        name: translation.phrase(value) if name in WORDS else translation.several(value)
        for name, value in args.items()
        if isinstance(value, str)
    }
    said = []
    for gap, (_, _, _, conversion) in zip(gaps_of(template), Formatter().parse(template), strict=True):
        said.append(gap.before)
        if gap.name is not None:
            value = args[gap.name]
            said.append(
                repr(value) if conversion == "r" else str(value if gap.quoted else phrases.get(gap.name, value))
            )
    return "".join(said)


def pattern_of(english: str, translated: str) -> Pattern:
    """Make a pattern of a phrase with gaps in braces."""
    parts, names = [""], list[str]()
    for literal, name, _, _ in Formatter().parse(english):
        parts[-1] += literal
        if name is not None:
            names.append(name)
            parts.append("")
    return Pattern(tuple(parts), tuple(names), translated)

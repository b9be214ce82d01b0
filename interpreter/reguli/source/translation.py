"""Findings in another language than English: sentences by code and field, and the phrases that fill them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

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


@dataclass(frozen=True, slots=True)
class Translation:
    """What findings are said with in one language; what it lacks is said in English."""

    templates: Mapping[Key, str]
    phrases: Mapping[str, str]
    patterns: tuple[Pattern, ...]
    """Those that say most come first."""

    def template(self, code: str, field: str, english: str) -> str:
        """Give the template of a field of a code."""
        return self.templates.get((code, field), english)

    def phrase(self, english: str) -> str:
        """Say what fills a template; what is no phrase, such as a name, stays as it is."""
        known = self.phrases.get(english)
        if known is not None:
            return known
        for pattern in self.patterns:
            gaps = pattern.gaps(english)
            if gaps is not None:
                return pattern.translated.format_map(
                    {name: self.phrase(gap) for name, gap in zip(pattern.names, gaps, strict=True)}
                )
        return english


ENGLISH = Translation({}, {}, ())


def filled(template: str, args: Mapping[str, str | int], translation: Translation) -> str:
    """Fill a template; a gap in quotes takes its value as it is, any other is said in the language.

    A missing argument is our own bug and raises KeyError.
    """
    said = []
    for literal, name, spec, conversion in Formatter().parse(template):
        said.append(literal)
        if name is None:
            continue
        value = args[name]
        if isinstance(value, str) and conversion is None and not literal.endswith("'"):
            value = translation.phrase(value)
        said.append(format(repr(value) if conversion == "r" else value, spec or ""))
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

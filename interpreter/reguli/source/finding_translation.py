"""Findings in another language than English: sentences by code and field, and the phrases that fill them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Final, NamedTuple

from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Forms, Said, Value, english

PLAIN: Final = frozenset({"title", "explanation", "wrong", "right"})
"""Fields of a code that are plain text; the others are templates."""
ARTICLES: Final = frozenset({"a", "A"})
"""What a gap asks for the article with; no phrase has texts under these names."""


class Translated(NamedTuple):
    """The texts of an entry, one or as many as numbers need, and the English one that they were written for."""

    english: str
    forms: Forms


def _no_article(following: str) -> str:
    return ""


def _last(count: int, forms: int) -> int:
    return forms - 1


@kept
class Translation(Kept):
    """What findings are said with in one language; what it lacks is said in English.

    ``texts`` stand by their ids: a code and a field, ``Y101.message``, or a phrase, ``part.bot``. A phrase may have further texts
    under names of the translator's own, ``part.bot:ban``, which a gap asks for as ``{what:ban}``; ``{what:a}`` is the article before
    what stands there, ``{what:A}`` that at the beginning of a sentence. ``article`` gives it, ``plural`` which of so many texts
    goes with a number.
    """

    texts: Mapping[str, Translated]
    article: Callable[[str], str] = _no_article
    plural: Callable[[int, int], int] = _last

    def text(self, name: str, english: str) -> str:
        """Give the text of an entry; the English one where another text was translated, or the gaps are others."""
        known = self._known(name, english)
        return english if known is None else known.forms[0]

    def knows(self, name: str, english: str) -> bool:
        """Say whether an entry is said in the language."""
        return self._known(name, english) is not None

    def _known(self, name: str, english: str) -> Translated | None:
        known = self.texts.get(name)
        if known is None or known.english != english:
            return None
        part = name.rpartition(".")[2]
        return known if all(fits(part, english, form) for form in known.forms) else None

    def say(self, value: Value, form: str = "") -> str:
        """Say a value: a name and a number as they stand, a phrase in the language, in the form of it that is asked for."""
        if form in ARTICLES:
            article = self.article(self.say(value).lstrip("'\"[("))
            return article.capitalize() if form == "A" else article
        if not isinstance(value, Said):
            return str(value)
        texts, args = english(value.phrase), dict(value.args)
        known = self._known(f"{value.phrase}:{form}", texts[0]) if form else None
        known = known or self._known(value.phrase, texts[0])
        count = args.get("count")
        if known is not None:
            texts = known.forms
            at = self.plural(count, len(texts)) if len(texts) > 1 and isinstance(count, int) else 0
        else:
            at = 0 if count == 1 else -1
        return filled(texts[at], args, self)


ENGLISH: Final = Translation({})


class Gap(NamedTuple):
    """A gap of a template with the text before it; ``name`` is None after the last one.

    ``quoted``: quotes stand round it, so that it takes a name as it is; ``form`` is what it asks of a phrase, ``plain`` whether it
    shows the value as it is, without the quotes of ``!r``.
    """

    before: str
    name: str | None
    quoted: bool
    form: str
    plain: bool


def gaps_of(template: str) -> Iterator[Gap]:
    """Give the gaps of a template in order; a brace that is never closed raises ValueError."""
    quoted, last = False, " "
    for literal, name, form, conversion in Formatter().parse(template):
        for letter in literal:
            if letter == "'":
                quoted = not (quoted or last.isalnum())  # an apostrophe opens nothing
            last = letter
        yield Gap(literal, name, quoted or conversion == "r", form or "", conversion != "r")
        last = "x"


def gaps(template: str) -> frozenset[tuple[str, bool]]:
    """Give the gaps of a template by name, and whether quotes stand round each; articles are none.

    A brace that is never closed raises ValueError.
    """
    return frozenset((gap.name, gap.quoted) for gap in gaps_of(template) if gap.name and gap.form not in ARTICLES)


def fits(field: str, english: str, said: str) -> bool:
    """Whether the translation of a field can be filled like the English text; plain texts fit always."""
    try:
        return field in PLAIN or gaps(said) == gaps(english)
    except ValueError:  # a brace that is never closed
        return False


def filled(template: str, args: Mapping[str, Value], translation: Translation) -> str:
    """Fill a template, phrases said in the language; a missing argument is our own bug and raises KeyError."""
    said = []
    for gap in gaps_of(template):
        said.append(gap.before)
        if gap.name is not None:
            value = args[gap.name]
            said.append(translation.say(value, gap.form) if gap.plain else repr(value))
    return "".join(said)

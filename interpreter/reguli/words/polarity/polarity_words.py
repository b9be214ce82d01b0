"""The words that turn a rule into its contrary where one is taken for another: ``senses.yaml`` of a language.

"At most" written for "at least", a dropped "not", "before" for "after": the sentence reads as well as it did, and it is false. No
dictionary and no grammar sees it. What can be seen is that this language says something else with such a word than the others do,
or than the rule does. So each language lists them, in the open, by what they say::

    language: en
    senses:
      at_most: [at most, no more than]
      at_least: [at least]
    idle: [at least as far as I know]

Each is a **pole**; poles of which one may stand where another was meant are on one **axis**. A phrase is found as whole words, the
longest first, and each stretch of a sentence says one thing. A star at the end of a word stands for any ending; alone it is any one
word, and □ is a value or a term. ``idle`` phrases hold such a word and say nothing of the kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain, groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.schema.mapping_shapes import WHOLE, Field, Group
from reguli.schema.scalar_shapes import word
from reguli.schema.value_shapes import Spot
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.words.grammar.language_files import TEXTS, WordsReader
from reguli.words.grammar.languages import Language
from reguli.words.terminology.language_realiser import node_at

AXES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "bound": ("at_most", "at_least", "exactly"),
        "negation": ("not",),
        "time": ("before", "after", "until", "during"),
        "order": ("first", "last"),
        "quantity": ("all", "any", "some", "only"),
        "comparison": ("more", "less"),
        "lying": ("above", "below"),
        "going": ("forward", "back"),
        "extreme": ("highest", "lowest"),
        "turning": ("clockwise", "anticlockwise"),
        "sorting": ("ascending", "descending"),
        "side": ("left", "right"),
        "height": ("top", "bottom"),
        "face": ("facing_up", "facing_down"),
        "money": ("pay", "get"),
        "moving": ("put", "remove"),
        "trade": ("buying", "selling"),
        "identity": ("same", "other"),
        "moment": ("at_once",),
    }
)
"""What may be taken for each other."""
POLES: Final = tuple(chain.from_iterable(AXES.values()))
IDLE: Final = "idle"
COUNTED: Final = frozenset(
    {
        *("at_most", "at_least", "exactly", "not", "more", "less", "highest", "lowest"),
        *("clockwise", "anticlockwise", "ascending", "descending", "left", "right", "facing_up", "facing_down"),
        "at_once",
    }
)
"""What every language says as often as the others; the rest may also be said without such a word."""
ONCE: Final = frozenset({"not"})
"""What is said once between two stops, however many words say it: "nobody never", "nici … nici", "sem … sem"."""
NAME: Final = "senses.yaml"


@kept
class Senses(Kept):
    """The words of one language: what finds them, the pole of each group that it finds, and ``letters`` that are read as others."""

    pattern: re.Pattern[str] | None = None
    poles: tuple[str, ...] = ()
    letters: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))

    def found(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Give the poles of a text, in order, each with the stretch that says it; idle phrases are passed over."""
        for match in self.pattern.finditer(text.translate(self.letters)) if self.pattern else ():
            pole = self.poles[(match.lastindex or 0) - 1]
            if pole != IDLE:
                yield pole, match.start(), match.end()


def senses_of(phrases: Iterable[tuple[str, str]]) -> Senses:
    """Make what finds phrases, each given with its pole."""
    # By their first letter, so that at each word only those are tried that can stand there.
    ordered = sorted(phrases, key=lambda one: (one[0][:1].casefold(), -len(one[0]), one))
    letters = groupby(ordered, key=lambda one: one[0][:1].casefold())
    parts = (
        f"{re.escape(letter)}(?:{'|'.join(f'({_written(phrase[1:])})' for phrase, _ in some)})"
        for letter, some in letters
    )
    found = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE) if ordered else None
    return Senses(found, tuple(pole for _, pole in ordered))


def _written(phrase: str) -> str:
    words = (r"\S+" if one == "*" else re.escape(one).replace(r"\*", r"\w*") for one in phrase.split(" "))
    return r"\s+".join(words)


def senses_file(code: str) -> Group[Senses]:
    """Give the shape of ``senses.yaml`` of a language."""
    poles: Group[Mapping[str, tuple[str, ...]]] = Group(
        lambda **found: MappingProxyType(found), tuple(Field(pole, TEXTS, default=(), called=WHOLE) for pole in POLES)
    )
    return Group(
        lambda language, senses, idle: senses_of(
            (phrase, pole) for pole, phrases in {**senses, IDLE: idle}.items() for phrase in phrases
        ),
        (
            Field("language", word(code), default="", called="part.language_of_style", needed=True),
            Field("senses", poles, default=MappingProxyType({}), called="part.named", needed=True),
            Field(IDLE, TEXTS, default=(), called="part.named"),
        ),
    )


def open_senses(language: Language, locales: Path, bag: Bag, sources: Sources) -> Senses:
    """Read the words of a language; one without such a file has none, which is no finding. Findings W101 to W104."""
    path = Path(language.code) / NAME
    if not (locales / path).is_file():
        return Senses()
    node = node_at(path, locales, bag, sources)
    read = None if node is None else senses_file(language.code).read(node, Spot(Said("part.senses")), WordsReader(bag))
    return replace(read or Senses(), letters=str.maketrans(dict(language.misspelt)))

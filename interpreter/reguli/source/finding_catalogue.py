"""The catalogue of findings: every code the loader, the checks and the command can give, read from ``catalogue/*.yaml``.

A file is named by the first code that it may hold: a code stands in the last file whose name does not come after it, so that
``R153`` is looked for in ``R150_variants.yaml`` and nowhere else. Nothing is read before an entry is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

from reguli.source.frozen_values import FrozenValue, frozen_class

CATALOGUE: Final = Path(__file__).with_name("catalogue")
LETTERS: Final = "YLRCWEVX"
"""What codes begin with, in the order in which translators have them: files, rules, rulesets, checks, words, play, verification, the command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One kind of finding: its message, its remedy, and an example of each.

    ``message``, ``expected`` and ``remedy`` are ``str.format`` templates over the named arguments of the diagnostic
    (a literal brace is doubled); every finding must give all names that they use. The other fields are plain text.
    ``told`` marks entries whose examples are told in words, because no short text of a file can show the mistake.
    """

    id: str
    title: str
    message: str
    expected: str = ""
    remedy: str
    explanation: str
    wrong: str
    right: str
    told: bool = False


class FindingCatalogue(Mapping[str, Code]):
    """Every entry by its code, in the order of ``LETTERS`` and numbers; each file is loaded on first use of its codes."""

    __slots__ = ("_files", "_read")

    def __init__(self, folder: Path) -> None:
        """List the file names without reading the files."""
        self._files = sorted(folder.glob("*.yaml"), key=lambda path: (LETTERS.index(path.name[0]), path.name))
        self._read: dict[Path, Mapping[str, Code]] = {}

    def __getitem__(self, code: str) -> Code:
        """Return an entry; an unknown code raises KeyError."""
        before = [path for path in self._files if path.name[0] == code[:1] and path.name[:4] <= code]
        if not before:
            raise KeyError(code)
        return self._family(before[-1])[code]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the codes; this loads all files."""
        for path in self._files:
            yield from self._family(path)

    def __len__(self) -> int:
        """Return the number of codes; this loads all files."""
        return sum(1 for _ in self)

    def _family(self, path: Path) -> Mapping[str, Code]:
        if path not in self._read:
            # What shows no finding does not wait for the library.
            from reguli.source.yaml_events import parse_trusted_yaml

            entries = parse_trusted_yaml(path.read_text(encoding="utf-8"))
            self._read[path] = {code: Code(id=code, **fields) for code, fields in entries.items()}
        return self._read[path]


@cache
def finding_catalogue() -> FindingCatalogue:
    """Return the catalogue, whose loaded entries are cached."""
    return FindingCatalogue(CATALOGUE)


# -- message arguments -----------------------------------------------------------------------------------------------
# What fills the sentences of findings: names, numbers, and phrases that every language words in its own way.
#
# English phrases stand in ``phrases/<head>.yaml``, so that the phrase ``part.bot`` is the entry ``bot`` of ``part.yaml``. Where a number
# decides how it is said, an entry has the texts ``one`` and ``other``, and the number is the value ``count``.


PHRASES: Final = Path(__file__).with_name("phrases")
Forms: TypeAlias = tuple[str, ...]
"""The texts of a phrase: one, or as many as numbers need."""


@frozen_class
class Said(FrozenValue):
    """A phrase with its arguments: ``Said("part.bot", name="sane")``."""

    phrase: str
    args: tuple[tuple[str, Value], ...]

    def __init__(self, phrase: str, /, **args: Value) -> None:
        """Store the phrase and its arguments; the tests check that both match the catalogue, as for findings."""
        self.phrase, self.args = phrase, tuple(args.items())  # type: ignore[misc]  # from here on nobody changes it


Value: TypeAlias = "str | int | Said"
"""A name as its author wrote it, a number, or a phrase."""


class _Phrases(dict[str, dict[str, Forms]]):
    """Every phrase by its head and name; each file is loaded on first use of its phrases."""

    def __missing__(self, head: str) -> dict[str, Forms]:
        """Read the phrases of one file."""
        # What shows no finding does not wait for the library.
        from reguli.source.yaml_events import parse_trusted_yaml

        entries = parse_trusted_yaml((PHRASES / f"{head}.yaml").read_text(encoding="utf-8"))
        self[head] = {name: (text,) if isinstance(text, str) else (*text.values(),) for name, text in entries.items()}
        return self[head]


@cache
def _phrases() -> _Phrases:
    return _Phrases()


def english(phrase: str) -> Forms:
    """Return the English of a phrase, or of a field of a code, ``Y101.message``; a missing one is our own bug: KeyError."""
    head, _, name = phrase.partition(".")
    return (str(getattr(finding_catalogue()[head], name)),) if head in finding_catalogue() else _phrases()[head][name]


def every_phrase() -> dict[str, Forms]:
    """Return all phrases, by head and then in file order."""
    heads = sorted(path.stem for path in PHRASES.glob("*.yaml"))
    return {f"{head}.{name}": forms for head in heads for name, forms in _phrases()[head].items()}


MOST: Final = 40
"""Values in a row that are said; of more the first, and the last one."""


def joined_list(values: Sequence[Value], last: str = "list.more", between: str = "list.more") -> Value:
    """Return values joined to a list, at least one: ``last`` joins the final one (such as ``list.or``), ``between`` the others."""
    said = values[0]
    for value in (*values[1 : MOST - 1], "…") if len(values) > MOST else values[1:-1]:
        said = Said(between, first=said, last=value)
    return Said(last, first=said, last=values[-1]) if len(values) > 1 else said


LONGEST_LIST: Final = 60


def abbreviated_list(names: Sequence[str], most: int = LONGEST_LIST) -> str:
    """Return a list of names; a long one is cut, with the number of the rest: ``a, b, … (+40)``."""
    more = [f"… (+{len(names) - most})"] if len(names) > most else []
    return ", ".join([*names[:most], *more])


# -- finding translation ---------------------------------------------------------------------------------------------
# Findings in another language than English: sentences by code and field, and the phrases that fill them.


PLAIN: Final = frozenset({"title", "explanation", "wrong", "right"})
"""Fields of a code that are plain text; the others are templates."""
ARTICLES: Final = frozenset({"a", "A"})
"""What a gap asks for the article with; no phrase has texts under these names."""


class Translated(NamedTuple):
    """The texts of an entry, one for each plural form, and the English text they translate."""

    english: str
    forms: Forms


def _no_article(following: str) -> str:
    return ""


def _last(count: int, forms: int) -> int:
    return forms - 1


@frozen_class
class Translation(FrozenValue):
    """The texts of findings in one language; missing ones fall back to English.

    ``texts`` stand by their ids: a code and a field, ``Y101.message``, or a phrase, ``part.bot``. A phrase may have further texts
    under names of the translator's own, ``part.bot:ban``, which a gap asks for as ``{what:ban}``; ``{what:a}`` is the article before
    what stands there, ``{what:A}`` that at the beginning of a sentence. ``article`` gives it, ``plural`` which of so many texts
    goes with a number.
    """

    texts: Mapping[str, Translated]
    article: Callable[[str], str] = _no_article
    plural: Callable[[int, int], int] = _last

    def text(self, name: str, english: str) -> str:
        """Return the text of an entry; the English one if the translation is outdated or its placeholders differ."""
        known = self._known(name, english)
        return english if known is None else known.forms[0]

    def knows(self, name: str, english: str) -> bool:
        """Return whether an entry has a valid translation."""
        return self._known(name, english) is not None

    def _known(self, name: str, english: str) -> Translated | None:
        known = self.texts.get(name)
        if known is None or known.english != english:
            return None
        part = name.rpartition(".")[2]
        return known if all(fits(part, english, form) for form in known.forms) else None

    def say(self, value: Value, form: str = "") -> str:
        """Return the text of a value: names and numbers unchanged, a phrase translated, in the requested form."""
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
    """A placeholder of a template with the text before it; ``name`` is ``None`` after the last one.

    ``quoted``: quotes stand round it, so that it takes a name as it is; ``form`` is what it asks of a phrase, ``plain`` whether it
    shows the value as it is, without the quotes of ``!r``.
    """

    before: str
    name: str | None
    quoted: bool
    form: str
    plain: bool


def gaps_of(template: str) -> Iterator[Gap]:
    """Yield the placeholders of a template in order; an unclosed brace raises ValueError."""
    quoted, last = False, " "
    for literal, name, form, conversion in Formatter().parse(template):
        for letter in literal:
            if letter == "'":
                quoted = not (quoted or last.isalnum())  # an apostrophe opens nothing
            last = letter
        yield Gap(literal, name, quoted or conversion == "r", form or "", conversion != "r")
        last = "x"


def gaps(template: str) -> frozenset[tuple[str, bool]]:
    """Return the placeholders of a template by name, and whether each is quoted; articles are excluded.

    A brace that is never closed raises ValueError.
    """
    return frozenset((gap.name, gap.quoted) for gap in gaps_of(template) if gap.name and gap.form not in ARTICLES)


def fits(field: str, english: str, said: str) -> bool:
    """Return whether a translated field has the English placeholders; plain texts always do."""
    try:
        return field in PLAIN or gaps(said) == gaps(english)
    except ValueError:  # a brace that is never closed
        return False


def filled(template: str, args: Mapping[str, Value], translation: Translation) -> str:
    """Fill a template, with phrases translated; a missing argument is a bug and raises KeyError."""
    said = []
    for gap in gaps_of(template):
        said.append(gap.before)
        if gap.name is not None:
            value = args[gap.name]
            said.append(translation.say(value, gap.form) if gap.plain else repr(value))
    return "".join(said)

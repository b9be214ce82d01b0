"""The supported languages by code: those shipped with reguli, and those of installed packages.

A language is one value of ``Language``, loaded when it is first asked for. A package names its languages in its metadata, in the entry-point
group ``reguli.languages``: ``de = "reguli_german:GERMAN"``. A package that cannot be used is left out, and a finding (W590) gives the reason.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.source_excerpt import Span

if TYPE_CHECKING:
    from reguli.words.grammar.grammar_values import Language

CATEGORIES: Final = ("one", "few", "many", "other")
GROUP: Final = "reguli.languages"
"""The entry-point group of language packages."""
SHIPPED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": "reguli.words.grammar.en:ENGLISH",
        "ro": "reguli.words.grammar.ro:ROMANIAN",
        "hu": "reguli.words.grammar.hu_numbers:HUNGARIAN",
    }
)
"""The languages that come with reguli, written as entry points are; the texts are written in the first."""


def language_codes() -> tuple[str, ...]:
    """Return the codes of all languages: the shipped ones, then those of packages, sorted."""
    return (*SHIPPED, *installed_languages())


def languages() -> tuple[Language, ...]:
    """Return all languages, in the order of their codes."""
    return (*shipped_languages(), *installed_languages().values())


def shipped_languages() -> tuple[Language, ...]:
    """Return the languages shipped with reguli."""
    return tuple(map(_loaded, SHIPPED.values()))


def is_language(code: str) -> bool:
    """Return whether a code has a language; packages are searched only if no shipped language has the code."""
    return code in SHIPPED or (_is_code(code) and code in installed_languages())


def _is_code(text: str) -> bool:
    return len(text) in (2, 3) and text.isascii() and text.isalpha() and text.islower()


def unusable_language(code: str) -> Diagnostic | None:
    """Return the reason that a package's language cannot be used, or None."""
    return find_packages()[1].get(code)


def unusable_packages() -> tuple[Diagnostic, ...]:
    """Return the findings on packages, if they have been searched already."""
    return tuple(find_packages()[1].values()) if find_packages.cache_info().currsize else ()


def language_by_code(code: str) -> Language | None:
    """Return the language of a code such as ``ro``, or None."""
    if code in SHIPPED:
        return _loaded(SHIPPED[code])
    return installed_languages()[code] if is_language(code) else None


def locales_folder(code: str, shipped: Path) -> Path:
    """Return the folder that holds the files of a language in ``<code>/``: that of its package, else ``shipped``."""
    language = None if code in SHIPPED else language_by_code(code)
    return shipped if language is None or language.locales is None else language.locales


def _loaded(value: str) -> Language:
    """Load the object at ``module:name``."""
    module, _, name = value.partition(":")
    language: Language = getattr(importlib.import_module(module), name)
    return language


def installed_languages() -> Mapping[str, Language]:
    """Return the languages of installed packages by code, sorted."""
    return find_packages()[0]


@cache
def find_packages() -> tuple[Mapping[str, Language], Mapping[str, Diagnostic]]:
    """Load the languages of installed packages; return them, and a finding for each unusable entry point, by code.

    The first of two with one code is used.
    """
    known: dict[str, Language] = {}
    unusable: dict[str, Diagnostic] = {}
    for file, points in _entry_points():
        for code, value, line in points:
            related: list[tuple[Span, Value]] = []
            try:
                taken = code in SHIPPED or code in known
                language = None if taken else _loaded(value)
                why = Said("why.language_known", code=code) if taken else _why_unusable(language, code)
                if language is not None and why is None:
                    known[code] = language
            except (Exception, SystemExit) as error:  # noqa: BLE001 - any fault of a package is a finding
                why = Said("why.language_fails", name=type(error).__name__, text=str(error))
                related += ((place, Said("here.language_fails")) for place in _places(error))
            if why is not None:
                span, entry = Span(str(file), line, 1, line, len(code) + 1), f"{code} = {value}"
                unusable.setdefault(code, make_finding("W590", span, related=related, entry=entry, why=why))
    return MappingProxyType(dict(sorted(known.items()))), MappingProxyType(unusable)


def _entry_points() -> Iterator[tuple[Path, list[tuple[str, str, int]]]]:
    """Yield the metadata files that register languages, in search path order, with each entry: code, value, line."""
    seen = set[str]()
    for info in map(Path, _packages()):
        file, package = info / "entry_points.txt", info.name.partition("-")[0]
        text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
        if f"[{GROUP}]" in text and package not in seen:
            # Of a package that is installed twice the first is used, as Python does.
            seen.add(package)
            # The library takes as long to load as --help takes in all, and is needed only where a package names languages.
            from importlib.metadata import Distribution

            try:
                points = Distribution.at(info).entry_points.select(group=GROUP)
                names = [line.partition("=")[0].strip() for line in text.splitlines()]
                yield file, [(one.name, one.value, names.index(one.name) + 1) for one in points]
            except (TypeError, ValueError):  # a line without an equals sign
                yield file, [("", "", 0)]


def _packages() -> Iterator[str]:
    """Yield the metadata folders of all installed packages.

    The current folder is not searched: Python may have it on its path, and a ruleset that someone else made may lie there.
    """
    for folder in map(Path, sys.path):
        with suppress(OSError):  # what is no folder, or cannot be read
            if folder.is_absolute() and not folder.samefile("."):
                with os.scandir(folder) as entries:
                    found = sorted(entry.path for entry in entries if entry.name.endswith("-info"))
                yield from found


def _why_unusable(language: object, code: str) -> Value | None:
    """Return the fault of an entry point's value, or None."""
    # Most commands load no grammar before they know the language.
    from reguli.words.grammar.grammar_values import Language

    if not isinstance(language, Language):
        return Said("why.no_language", found=type(language).__name__)
    if language.code != code or not _is_code(code):
        return Said("why.language_code", code=str(language.code))
    if not isinstance(language.locales, Path) or not (language.locales / code).is_dir():
        return Said("why.no_locales", folder=f"{language.locales}/{code}")
    functions = (one.name for one in fields(Language) if str(one.type).startswith("Callable"))
    wrong = next((name for name in functions if not callable(getattr(language, name))), None)
    return None if wrong is None else Said("why.no_function", name=wrong)


def _places(error: BaseException) -> Iterator[Span]:
    """Yield the place in a package at which loading it failed; nothing where the search path has no such module."""
    # Only a package that fails needs it.
    import traceback

    raised = [(one.filename, one.lineno) for one in traceback.extract_tb(error.__traceback__)]
    at = [(error.filename, error.lineno)] if isinstance(error, SyntaxError) else raised
    inside = [one for one in at if one[0] not in (__file__, importlib.__file__) and Path(one[0] or "").is_file()]
    yield from (Span(str(file), line or 1, 1, line or 1, 2) for file, line in inside[-1:])

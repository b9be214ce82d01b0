"""Exceptions of use cases: the request cannot be met, or a ruleset or file has findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reguli.source.diagnostic import Diagnostic, Trouble
from reguli.source.finding_catalogue import Said, Value
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import is_language, language_codes, unusable_language


class Findings(Trouble):
    """A ruleset, theme, position, save or pickle has findings. ``findings`` holds the diagnostics; ``str()`` returns the text of all."""

    def __init__(self, findings: Sequence[Diagnostic], sources: Sources) -> None:
        """Store the findings and the source texts that their places refer to."""
        super().__init__(tuple(findings), sources)
        self.sources: Sources = sources

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return every finding."""
        found: tuple[Diagnostic, ...] = self.args[0]
        return found


class Refused(Findings):
    """A request that cannot be met: there is no such language, product, value or file, or it cannot be read or written."""


class UnusableRuleset(Findings):
    """A ruleset has findings, so it cannot be played, printed or translated."""


def make_refusal(code: str, *, near: str | None = None, **args: Value) -> Refused:
    """Return the exception for a finding without a place; ``args`` fill its sentences, ``near`` is the probably intended name."""
    return Refused([Diagnostic(code, None, tuple(args.items()), (), near)], Sources())


def unknown_language_error(code: str) -> Findings:
    """Return the exception for an unknown language code: W501, or W590 if a package provides the language but cannot be used."""
    broken, known = unusable_language(code), language_codes()
    if broken is not None:
        return Findings([broken], Sources())
    return make_refusal("W501", near=closest_name(code, known), name=code, known=", ".join(known))


def require_known_languages(codes: Iterable[str]) -> None:
    """Check that codes, at least one, are available languages. Raises ``Refused`` (X111), or ``Findings`` (W590)."""
    for code in tuple(codes) or ("",):
        if not is_language(code):
            if unusable_language(code) is not None:
                raise unknown_language_error(code)
            require_known_values((code,), language_codes(), Said("thing.language"))


def require_known_values(words: Iterable[str], known: Sequence[str], what: Said) -> None:
    """Check that words, at least one, are known values; ``what`` is their description. Raises ``Refused`` (X111)."""
    for word in tuple(words) or ("",):
        if word not in known:
            raise make_refusal("X111", near=closest_name(word, known), word=word, what=what, expected=", ".join(known))

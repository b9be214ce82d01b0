"""What a use case raises: what was asked for cannot be done, or a ruleset or file has findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reguli.source.diagnostic import Diagnostic, Trouble
from reguli.source.finding_catalogue import Said, Value
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import is_language, language_codes, unusable_language


class Findings(Trouble):
    """A ruleset, theme, position, save or pickle has findings. ``findings`` are the diagnostics; ``str()`` says them all."""

    def __init__(self, findings: Sequence[Diagnostic], sources: Sources) -> None:
        """Take the findings and the texts that their places lie in."""
        super().__init__(tuple(findings), sources)
        self.sources: Sources = sources

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return every finding."""
        found: tuple[Diagnostic, ...] = self.args[0]
        return found


class Refused(Findings):
    """What was asked for cannot be done: there is no such language, product, value or file, or it cannot be read or written."""


class Unusable(Findings):
    """A ruleset has findings, so that it cannot be played, printed or worded."""


def make_refusal(code: str, *, near: str | None = None, **args: Value) -> Refused:
    """Make what is raised of a finding without a place; ``args`` fill its sentences, ``near`` is the name probably meant."""
    return Refused([Diagnostic(code, None, tuple(args.items()), (), near)], Sources())


def unknown_language(code: str) -> Findings:
    """Make what is raised of a code that is no language: W501, or W590 where a package has it and cannot be used."""
    broken, known = unusable_language(code), language_codes()
    if broken is not None:
        return Findings([broken], Sources())
    return make_refusal("W501", near=closest_name(code, known), name=code, known=", ".join(known))


def must_be_languages(codes: Iterable[str]) -> None:
    """Hold codes, at least one, to the languages there are. Raises ``Refused`` (X111), or ``Findings`` (W590)."""
    for code in tuple(codes) or ("",):
        if not is_language(code):
            if unusable_language(code) is not None:
                raise unknown_language(code)
            require_known_values((code,), language_codes(), Said("thing.language"))


def require_known_values(words: Iterable[str], known: Sequence[str], what: Said) -> None:
    """Hold words, at least one, to those there are; ``what`` says what they name. Raises ``Refused`` (X111)."""
    for word in tuple(words) or ("",):
        if word not in known:
            raise make_refusal("X111", near=closest_name(word, known), word=word, what=what, expected=", ".join(known))

"""Who stands for a wording: it is a draft, reviewed or approved, by somebody, since a day, for one rule, its values and one sentence.

A sign-off is a comment in a catalogue, ``# approved: DIGEST DAY NAME``, so that it travels with the wording through every editor. The digest is
of the rule, of the values that the rule gives to wordings, and of the text; when one of these changes nobody stands for the wording any more,
without anything being written. A signature (``signature``) asks less: there another value changes nothing, for the sentence is still true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.model.resolved_ruleset import Ruleset
from reguli.source.frozen_values import Kept, kept
from reguli.words.catalogue.wording_catalogue import SHORT, Catalogue, Entry
from reguli.words.placeholders.placeholder_values import EVERYWHERE, Unknown
from reguli.words.placeholders.wording_signature import short, structure_of
from reguli.words.placeholders.wording_subjects import Subject, Subjects
from reguli.words.wording.wording_values import Phrase, Rows, Value

State: TypeAlias = Literal["reviewed", "approved"]
"""How far somebody stands for a wording; for a draft nobody does."""
STATES: Final[tuple[State, ...]] = ("reviewed", "approved")


@kept
class SignOff(Kept):
    """What somebody stands for: how far, since which day (``2026-11-26``), and the digest of what it was then."""

    state: State
    digest: str
    day: str
    by: str

    @property
    def comment(self) -> str:
        """Write it as catalogues keep it, behind ``state:``."""
        return f"{self.digest} {self.day} {self.by}"


def sign_off_in(entry: Entry) -> SignOff | None:
    """Give the sign-off that a wording has in its catalogue, whatever became of its rule since; the higher one of two."""
    for state in reversed(STATES):
        found = entry.comment(state)
        if found is not None:
            digest, day, by = (*found.split(" ", 2), "", "")[:3]
            return SignOff(state, digest, day, by)
    return None


def rule_digests(subjects: Subjects, ruleset: Ruleset) -> Mapping[str, str]:
    """Give of everything that a ruleset says what its rule is now, with its values, in short."""
    return {name: short("\n".join(_written(subject, ruleset))) for name, subject in subjects.items()}


def _written(subject: Subject, ruleset: Ruleset) -> Iterator[str]:
    yield from sorted(structure_of(citer, ruleset) for citer in subject.citers)
    # What a product gives to its own texts hangs on how many play; the rules behind it do not.
    if subject.sort != "card":
        for name, offer in subject.offers.items():
            if not isinstance(offer.value, Unknown) and not name.startswith(EVERYWHERE):
                yield f"{name} = {_text(offer.value)}"


def _text(value: Value) -> str:
    match value:
        case Phrase():
            return f"{value.wording.text} {_fields(value.values)}"
        case Rows():
            return " | ".join(map(_fields, value.rows))
        case tuple():
            return ", ".join(map(_text, value))
        case _:
            return repr(value)


def _fields(values: Mapping[str, Value]) -> str:
    return "; ".join(f"{name} = {_text(one)}" for name, one in values.items())


def digest_of(rule: str, text: str) -> str:
    """Give the digest of what somebody stands for: the rule as ``rule_digests`` has it, and the text that is printed."""
    return short(f"{rule}\n{text}")


def standing(catalogue: Catalogue, entry: Entry, rules: Mapping[str, str]) -> State | None:
    """Tell how far somebody stands for a wording as it is now; nobody does for one that waits to be confirmed."""
    found, rule = sign_off_in(entry), rules.get(entry.id.removesuffix(SHORT))
    if found is None or rule is None or entry.fuzzy or entry.stale:
        return None
    return found.state if found.digest == digest_of(rule, catalogue.printed(entry)) else None


def held_to_approved(catalogue: Catalogue, rules: Mapping[str, str]) -> Catalogue:
    """Mark the wordings that nobody approved as they are now."""
    entries = {
        name: replace(entry, unapproved=standing(catalogue, entry, rules) != "approved")
        for name, entry in catalogue.entries.items()
    }
    return replace(catalogue, entries=MappingProxyType(entries), final=True)

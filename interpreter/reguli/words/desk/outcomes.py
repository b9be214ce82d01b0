"""What came of a change to a catalogue: its file, and the ids of what was changed in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class UpdatedCatalogue:
    """A catalogue that was brought up to date: its file, and the ids that are new, to be confirmed, or no longer asked for."""

    language: str
    file: Path
    new: tuple[str, ...]
    fuzzy: tuple[str, ...]
    gone: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Give it as plain values, as the command does below the code of the language."""
        return {"file": str(self.file), "new": self.new, "fuzzy": self.fuzzy, "gone": self.gone}


@dataclass(frozen=True, slots=True)
class AnsweredCatalogue:
    """A catalogue in which doubtful wordings were answered: its file, and their ids."""

    language: str
    file: Path
    answered: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Give it as plain values, as the command does below the code of the language."""
        return {"file": str(self.file), "answered": self.answered}


@dataclass(frozen=True, slots=True)
class SignedCatalogue:
    """A catalogue in which somebody stands for wordings: its file, their ids, the ids of those that must be confirmed first, and of those that the ruleset below words."""

    language: str
    file: Path
    signed: tuple[str, ...]
    waiting: tuple[str, ...]
    below: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Give it as plain values, as the command does below the code of the language."""
        return {"file": str(self.file), "signed": self.signed, "waiting": self.waiting, "below": self.below}


@dataclass(frozen=True, slots=True)
class ImportedSheet:
    """A spreadsheet that was taken back: the catalogue it went into, the ids whose text changed, the questions by id."""

    file: Path
    changed: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, object]:
        """Give it as plain values, as the command does."""
        return {"file": str(self.file), "changed": self.changed, "questions": dict(self.questions)}

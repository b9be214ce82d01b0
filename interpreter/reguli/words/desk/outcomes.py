"""What came of a change to a catalogue: its file, and the ids of what was changed in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class OfCatalogue:
    """An outcome in the catalogue of one language."""

    language: str
    file: Path

    def to_json(self) -> dict[str, object]:
        """Return it as plain values, as the command prints it below the code of the language."""
        return {name: value for name, value in asdict(self).items() if name != "language"} | {"file": str(self.file)}


@dataclass(frozen=True, slots=True)
class UpdatedCatalogue(OfCatalogue):
    """A catalogue that was brought up to date: its file, and the ids that are new, to be confirmed, or no longer asked for."""

    new: tuple[str, ...]
    fuzzy: tuple[str, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnsweredCatalogue(OfCatalogue):
    """A catalogue in which doubtful wordings were answered: its file, and their ids."""

    answered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignedCatalogue(OfCatalogue):
    """A catalogue in which somebody stands for wordings: its file, their ids, the ids of those that must be confirmed first, and of those that the ruleset below words."""

    signed: tuple[str, ...]
    waiting: tuple[str, ...]
    below: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportedSheet:
    """A spreadsheet that was taken back: the catalogue it went into, the ids whose text changed, the questions by id."""

    file: Path
    changed: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, object]:
        """Return it as plain values, as the command does."""
        return {"file": str(self.file), "changed": self.changed, "questions": dict(self.questions)}

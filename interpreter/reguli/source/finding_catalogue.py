"""The catalogue of findings: every code the loader, the checks and the command can give, read from ``catalogue/*.yaml``.

A file is named by the first code that it may hold: a code stands in the last file whose name does not come after it, so that
``R153`` is looked for in ``R150_variants.yaml`` and nowhere else. Nothing is read before an entry is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

CATALOGUE: Final = Path(__file__).with_name("catalogue")
LETTERS: Final = "YLRCWEVX"
"""What codes begin with, in the order in which translators have them: files, rules, rulesets, checks, words, play, verification, the command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One kind of finding: how it is said, how it is mended, and an example of each.

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


class Catalogue(Mapping[str, Code]):
    """Every entry by its code, in the order of ``LETTERS`` and numbers; a file is read when a code of it is asked for."""

    __slots__ = ("_files", "_read")

    def __init__(self, folder: Path) -> None:
        """Look at the names of the files alone."""
        self._files = sorted(folder.glob("*.yaml"), key=lambda path: (LETTERS.index(path.name[0]), path.name))
        self._read: dict[Path, Mapping[str, Code]] = {}

    def __getitem__(self, code: str) -> Code:
        """Give an entry; a code that nobody knows is a KeyError."""
        before = [path for path in self._files if path.name[0] == code[:1] and path.name[:4] <= code]
        if not before:
            raise KeyError(code)
        return self._family(before[-1])[code]

    def __iter__(self) -> Iterator[str]:
        """Walk the codes, for which everything is read."""
        for path in self._files:
            yield from self._family(path)

    def __len__(self) -> int:
        """Count the codes, for which everything is read."""
        return sum(1 for _ in self)

    def _family(self, path: Path) -> Mapping[str, Code]:
        if path not in self._read:
            from reguli.source.yaml_events import trusted  # what shows no finding does not wait for the library

            entries = trusted(path.read_text(encoding="utf-8"))
            self._read[path] = {code: Code(id=code, **fields) for code, fields in entries.items()}
        return self._read[path]


@cache
def catalogue() -> Catalogue:
    """Give the catalogue; what was read of it once is not read again."""
    return Catalogue(CATALOGUE)

"""Formatting of rules files in their one standard layout, with comments kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.app.errors import make_refusal
from reguli.app.loading import open_ruleset
from reguli.app.user_files import read_utf8_file, write_file
from reguli.language.formatter import format_rules
from reguli.source.diagnostic import Bag, Trouble
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Sources

RULES: Final = ".rules"


@dataclass(frozen=True, slots=True)
class FormattingResult:
    """The files whose layout differs, with their formatted texts; findings in files, and arguments that are not rules files."""

    changed: Mapping[Path, str]
    bag: Bag
    sources: Sources
    troubles: tuple[Trouble, ...]

    def written(self) -> Iterator[Path]:
        """Write the files one by one. Raises ``Refused``."""
        for path, text in self.changed.items():
            write_file(path, text)
            yield path


def format_rule_files(names: Sequence[str]) -> FormattingResult:
    """Format the named rules files and all files of the named rulesets; nothing is written."""
    bag, sources, changed = Bag(), Sources(), dict[Path, str]()
    texts, troubles = _read(names)
    for path, text in texts.items():
        sources.add(str(path), text)
        laid = format_rules(text, str(path), bag)
        if laid is not None and laid != text:
            changed[path] = laid
    return FormattingResult(MappingProxyType(changed), bag, sources, tuple(troubles))


def _read(names: Sequence[str]) -> tuple[dict[Path, str], list[Trouble]]:
    """Read every requested rules file once, and return the arguments that are not rules files."""
    texts: dict[Path, str] = {}
    troubles: list[Trouble] = []
    for name in dict.fromkeys(names):
        try:
            for path in _files(name):
                try:
                    texts[path] = read_utf8_file(path)
                except Trouble as trouble:
                    troubles.append(trouble)
        except Trouble as trouble:
            troubles.append(trouble)
    return texts, troubles


def _files(name: str) -> list[Path]:
    """Return the rules files that a name refers to. Raises ``Refused`` and ``UnknownRuleset``."""
    path = Path(name)
    if path.suffix == RULES:
        return [path]
    folder = open_ruleset(name, {}).path
    if not folder.is_dir():
        raise make_refusal("X105", file=name, why=Said("why.no_rules_name"))
    return sorted((folder / "rules").glob(f"*{RULES}"))

"""A ruleset's source files, and the same ruleset with map keys reversed, in a temporary copy of its folder."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from reguli.app.user_files import copy_visible_files
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.folder_contents import UNPLAYED
from reguli.source.bounded_files import UnreadableFile
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import Node, read_yaml
from reguli.verify.fuzzing.order_independence import SourceReordering, reverse_mapping_keys, unordered_maps
from reguli.verify.report import Subject, verification_target

FOLDERS: Final = ("boards", "components")
"""Folders whose files are played."""


def make_reordered_source(subject: Subject) -> SourceReordering | None:
    """Find the maps with insignificant order in a ruleset's own files; a variant in a single file has no folder to rewrite."""
    loaded = subject.opened
    assert isinstance(loaded, LoadedRuleset)
    if not loaded.path.is_dir():
        return None
    ordered = loaded.sources.ordered
    maps = tuple(one for _, _, node in _files(loaded) for one in unordered_maps(node, ordered))
    return SourceReordering(maps, lambda chosen: _reordered(loaded, subject.seed, chosen)) if maps else None


def _files(loaded: LoadedRuleset) -> Iterator[tuple[str, str, Node]]:
    """Yield each file of the rules: its path in the folder, its text as read, and its parsed content."""
    for path in sorted(file for home in ("", *FOLDERS) for file in (loaded.path / home).glob("*.yaml")):
        name = path.relative_to(loaded.path).as_posix()
        inside, _, _ = name.rpartition("/")
        file = f"{loaded.path.resolve().name}/{name}"
        text = loaded.sources.text(file)
        node = read_yaml(text, file, Bag()) if text is not None and _is_played(inside, name) else None
        if text is not None and node is not None:
            yield name, text, node


def _is_played(inside: str, name: str) -> bool:
    return inside in FOLDERS or (not inside and name not in UNPLAYED)


def _reordered(loaded: LoadedRuleset, seed: int, chosen: Collection[Span]) -> Subject | None:
    with tempfile.TemporaryDirectory(prefix="reguli_") as home:
        folder = Path(home) / loaded.path.resolve().name
        try:
            copy_visible_files(loaded.path, folder)
        except (UnreadableFile, OSError):
            return None
        for name, text, node in _files(loaded):
            said = f"{text[: node.start]}{reverse_mapping_keys(text, node, chosen)}{text[node.end :]}"
            (folder / name).write_text(said, encoding="utf-8")
        other = LoadedRuleset(str(folder), loaded.options)
        return None if other.ruleset is None else verification_target(other, other.ruleset, seed)

"""Which changes a variant names, and which of these are wanted: the exact terms stand at the head of this folder."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from reguli.ruleset.document_nodes import Documents
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import BroughtSpan
from reguli.verify.regression.cell_difference import Block
from reguli.verify.regression.document_difference import Change
from reguli.verify.regression.tree_difference import bare, words_in
from reguli.verify.report.finding_types import made_id

Why = Literal["named", "brings", "blessed", "accepted", ""]
"""Why a change is wanted: a variant names it, it names something that the variant brings, it was blessed, it was accepted; or it is beside."""
SPLIT: Final = re.compile(r"[.\[\]/, ]+")
RANGE: Final = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
SAME: Final = {"values": "options", "use": "uses", "kinds": "kinds"}


@kept
class Judged(Kept):
    """A change, or a block of cells that changed, with its id and why it is wanted."""

    id: str
    path: str
    what: Change | Block
    why: Why

    @property
    def wanted(self) -> bool:
        """Whether somebody wanted it."""
        return bool(self.why)


@dataclass(slots=True)
class Naming:
    """What the variants name that the base does not have, what they bring, and what was blessed or accepted."""

    paths: tuple[str, ...]
    brought: frozenset[str]
    statements: frozenset[str]
    accepted: Collection[str] = ()
    blessed: Collection[str] | None = None
    _words: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def judge(self, changes: Sequence[Change], blocks: Sequence[Block]) -> Iterator[Judged]:
        """Say of each change why it is wanted."""
        several = _several(changes)
        for change in changes:
            identity = id_of(change)
            yield Judged(identity, change.path, change, self._decided(identity) or self._of_change(change, several))
        for block in blocks:
            identity = id_of(block)
            yield Judged(identity, block.path, block, self._decided(identity) or self._of_block(block))

    def _decided(self, identity: str) -> Why:
        if identity in self.accepted:
            return "accepted"
        return "blessed" if self.blessed is not None and identity in self.blessed else ""

    def _of_change(self, change: Change, several: Collection[str]) -> Why:
        if self.blessed is not None or not self.is_named(change):
            return ""
        if change.place is None or f"rules.{change.name}" not in self.paths or change.path not in several:
            return "named"
        return "brings" if self._brings(change) else ""

    def _brings(self, change: Change) -> bool:
        """Tell whether what stands in a place now names something new."""
        old = set(words_in(change.before))
        return any(word in self.brought or word in self.statements for word in words_in(change.now) if word not in old)

    def _of_block(self, block: Block) -> Why:
        if self.blessed is not None:
            return ""
        named = [path for path in self.paths if path.startswith(f"tables.{block.table}")]
        if any("[" in path and all(self._covers(path, key) for key in block.keys) for path in named):
            return "named"
        whole = any("[" not in path for path in named)
        new = any(word in self.brought for key in block.keys for word in key)
        return "named" if new or (whole and block.alone) else ""

    def _covers(self, path: str, key: tuple[str, ...]) -> bool:
        words = path.partition("[")[2].rstrip("]").split(",")
        return all(_fits(word.strip(), at) for word, at in zip(words, key, strict=False))

    def is_named(self, change: Change) -> bool:
        """Tell whether a variant names a change, what lies around it or what lies in it; what a library brings is named by its use."""
        if isinstance(change.span, BroughtSpan):
            return any(path.startswith("use.") for path in self.paths)
        own = self._split(change.path)
        return any(_begins(own, one) or _begins(one, own) for one in map(self._split, self.paths)) or (
            change.is_gone
            and any(path.startswith("use.") for path in self.paths)
            and "." in change.path.partition(".")[2]
        )

    def _split(self, path: str) -> tuple[str, ...]:
        known = self._words.get(path)
        if known is None:
            words = [word for word in SPLIT.split(path) if word]
            words[0] = SAME.get(words[0], words[0])
            if words[0] == "boards" and len(words) > 1:
                words[0] = "kinds"
            known = self._words[path] = tuple(words)
        return known


def naming_of(
    before: Documents,
    now: Documents,
    changes: Sequence[Change],
    accepted: Collection[str],
    blessed: Collection[str] | None,
) -> Naming:
    """Find what variants name that the base does not have."""
    known = {variant for variant, _ in before.named}
    paths = [path for variant, named in now.named if variant not in known for path in named]
    brought = frozenset(change.name for change in changes if change.is_added)
    statements = frozenset(change.name for change in changes if change.sort == "statement" and change.is_added)
    return Naming(tuple(paths), brought, statements, accepted, blessed)


def id_of(what: Change | Block) -> str:
    """Give the id of a change: of what it is about and what it is now, not of where it stands."""
    if isinstance(what, Block):
        return made_id("against", "cells", f"tables.{what.table}", repr((what.keys, what.now)))
    return made_id("against", what.sort, what.path, repr((bare(what.before), bare(what.now))))


def _several(changes: Sequence[Change]) -> frozenset[str]:
    """Give the rules that are changed in several places."""
    paths = [change.path for change in changes if change.place is not None]
    return frozenset(path for path in paths if paths.count(path) > 1)


def _begins(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    return long[: len(short)] == short


def _fits(word: str, key: str) -> bool:
    found = RANGE.fullmatch(word)
    if found is None:
        return word in ("*", key)
    return key.lstrip("-").isdecimal() and int(found[1]) <= int(key) <= int(found[2])

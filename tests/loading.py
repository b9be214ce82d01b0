"""Reads a ruleset folder by itself, with none of what a variant or the command adds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reguli.ruleset.documents import Documents
from reguli.ruleset.folder import Folder
from reguli.ruleset.overlays.variant import read_documents
from reguli.ruleset.select import select
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources


def load_documents(
    folder: Path,
    bag: Bag,
    *,
    options: Mapping[str, str | bool] | None = None,
    sources: Sources | None = None,
) -> Documents | None:
    """Read a folder; with ``options``, even none, its boards and constants are selected."""
    documents = read_documents(Folder(folder, bag, Sources() if sources is None else sources))
    return documents if documents is None or options is None else select(documents, options, bag)

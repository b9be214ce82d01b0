"""Reads a ruleset folder by itself, with none of what a variant or the command adds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reguli.model.types import NAMES
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.folder_contents import Folder, apply_option_choices
from reguli.ruleset.libraries.library_instantiation import instantiate_libraries, library_folders
from reguli.ruleset.patches.variant_loading import read_documents
from reguli.schema.node_reader import NodeReader
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources


def load_documents(
    folder: Path,
    bag: Bag,
    *,
    options: Mapping[str, str | bool] | None = None,
    sources: Sources | None = None,
) -> Documents | None:
    """Read a folder; with ``options``, even none, its boards and constants are selected."""
    read = Sources() if sources is None else sources
    documents = read_documents(Folder(folder, bag, read))
    if documents is not None:
        documents = instantiate_libraries(documents, library_folders((folder,), None), NAMES, NodeReader(bag, read))
    return documents if documents is None or options is None else apply_option_choices(documents, options, bag)

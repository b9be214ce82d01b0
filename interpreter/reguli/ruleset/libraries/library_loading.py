"""A library as it lies on disk: where it is looked for, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from reguli.language.syntax_tree.top_level_items import Item
from reguli.ruleset.declarations import state_file as state
from reguli.ruleset.document_nodes import StateDecl
from reguli.ruleset.folder_contents import LIBRARY as CONTENTS
from reguli.ruleset.folder_contents import Folder
from reguli.ruleset.libraries.library_file import LIBRARY, WORDS, LibraryDecl, Sentences
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources

LIBRARIES: Final = "library"
"""The folder that libraries lie in."""
FILE: Final = "library.yaml"


@kept
class Shelf(Kept):
    """Where shipped libraries lie, and the functions of the language, which mean the same in every library."""

    place: Path
    functions: frozenset[str]


@kept
class Library(Kept):
    """What a library says, and the texts it was read from."""

    declared: LibraryDecl
    state: tuple[StateDecl, ...]
    items: tuple[Item, ...]
    words: tuple[Sentences, ...]
    texts: tuple[tuple[str, str], ...]
    played: tuple[tuple[str, str], ...]
    """The texts that matter to play."""


def find_library(name: str, places: Iterable[Path]) -> Path | None:
    """Give the folder of a library: the first of its name in some folders of libraries."""
    return next((place / name for place in places if (place / name / FILE).is_file()), None)


def known_libraries(places: Iterable[Path]) -> tuple[str, ...]:
    """Give the names of all libraries that can be used."""
    there = (path.parent.name for place in places if place.is_dir() for path in place.glob(f"*/{FILE}"))
    return tuple(sorted(set(there)))


def places_of(folders: Sequence[Path], shelf: Shelf | None) -> tuple[Path, ...]:
    """Give the folders of libraries of a ruleset made of some folders: in each and beside it, then the shipped one."""
    own = (place / LIBRARIES for folder in folders for place in (folder, folder.parent))
    return tuple(dict.fromkeys((*own, *(() if shelf is None else (shelf.place,)))))


def open_library(path: Path, bag: Bag, sources: Sources) -> Library | None:
    """Read a library; None with findings where it cannot be read."""
    folder = Folder(path, bag, sources, root=path.resolve().parent.parent)
    declared = folder.read(FILE, LIBRARY, Said("part.library"))
    kept_of = folder.read("state.yaml", state.STATE, Said("part.states"), needed=False) or ()
    words = folder.read("words.yaml", WORDS, Said("part.words"), needed=False) or ()
    items = tuple(item for file in folder.rules() for item in file.items)
    folder.look_round(CONTENTS)
    if declared is None:
        return None
    return Library(declared, kept_of, items, words, tuple(folder.texts.items()), tuple(folder.played.items()))

"""Which files belong to a variant, by their names."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.documents import Documents
from reguli.source.span import Span

FILE_OF_A_FOLDER: Final = "variant.yaml"


def file_prefixes(documents: Documents, count: int) -> tuple[str, ...]:
    """Return how the file names of the topmost ``count`` variants begin: with a folder, or wholly for a variant of one file."""
    variants = documents.variants[len(documents.variants) - count :] if count else ()
    found = []
    for one in variants:
        folder, _, name = one.span.file.rpartition("/")
        found.append(f"{folder}/" if name == FILE_OF_A_FOLDER else one.span.file)
    return tuple(found)


def lies_in(span: Span, prefixes: tuple[str, ...]) -> bool:
    """Return whether a place lies in one of the files that begin so."""
    return bool(prefixes) and span.file.startswith(prefixes)

"""Something written in several languages at once: each as it would be written alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from reguli.batch.workers import in_order
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.frozen_values import Kept, kept
from reguli.source.source_texts import Sources

Write = Callable[[str, Bag], list[Path]]
"""Writes something in a language, and gives the files; findings go into a bag, which has what was found for all languages."""


@kept
class _Leaf(Kept):
    """What was written in a language, what was found, and the texts in which that stands."""

    files: tuple[Path, ...]
    found: tuple[Diagnostic, ...]
    texts: Mapping[str, str]


def in_each(languages: Sequence[str], write: Write, bag: Bag, sources: Sources) -> list[Path]:
    """Write something in each of some languages, and give the files in their order; raises what ``write`` raises."""
    files: list[Path] = []
    for leaf in in_order([partial(_in_one, write, code, tuple(bag), sources) for code in languages]):
        files += leaf.files
        bag.extend(leaf.found)
        for name, text in leaf.texts.items():
            sources.add(name, text)
    return files


def _in_one(write: Write, code: str, known: Sequence[Diagnostic], sources: Sources) -> _Leaf:
    bag = Bag()
    bag.extend(known)
    files = write(code, bag)
    found = tuple(one for one in bag if one not in known)
    named = {
        span.file for one in found for span in (one.span, *(place for place, _ in one.related)) if span is not None
    }
    texts = {name: text for name in sorted(named) if (text := sources.text(name)) is not None}
    return _Leaf(tuple(files), found, texts)

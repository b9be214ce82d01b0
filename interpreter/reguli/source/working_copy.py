"""The working copy of an editor: texts that are not saved, what was read of equal texts before, and whether the work is still wanted.

Outside of an editor there is none, files are read as they lie on the disk, and nothing is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from reguli.source.diagnostic import Bag

T = TypeVar("T")
MOST_RESULTS: Final = 8
"""Results that are kept of one file: of its last two texts or so."""
MOST_FILES: Final = 2_000
"""Files of which results are kept."""


class Overtaken(Exception):  # noqa: N818 - it says what happened
    """Raised in work whose result is not wanted any more."""


@dataclass(slots=True)
class WorkingCopy:
    """The unsaved texts by real path, the results kept from earlier work, and a test whether the work has been overtaken."""

    texts: Mapping[str, bytes] = field(default_factory=dict)
    overtaken: Callable[[], bool] = bool
    kept: dict[Hashable, dict[Hashable, Any]] = field(default_factory=dict)
    """By shelf, a file or a ruleset, what was asked for last."""


WORKING_COPY: Final[ContextVar[WorkingCopy | None]] = ContextVar("working_copy", default=None)


@contextmanager
def unsaved_besides(texts: Mapping[str, bytes]) -> Iterator[None]:
    """Read further texts instead of their files, by real path."""
    copy = WORKING_COPY.get() or WorkingCopy()
    before = WORKING_COPY.set(replace(copy, texts={**copy.texts, **texts}))
    try:
        yield
    finally:
        WORKING_COPY.reset(before)


def checkpoint() -> None:
    """Raise ``Overtaken`` where the work is not wanted any more; long work asks here between its parts."""
    copy = WORKING_COPY.get()
    if copy is not None and copy.overtaken():
        raise Overtaken


def unsaved_bytes(path: Path) -> bytes | None:
    """Return the text of a file as it stands in an editor, or ``None``."""
    copy = WORKING_COPY.get()
    return copy.texts.get(os.path.realpath(path)) if copy is not None and copy.texts else None


def keep_result(
    shelf: Hashable,
    key: Hashable,
    make: Callable[[], T],
    *,
    keep: Callable[[], bool] | None = None,
    most: int = MOST_RESULTS,
) -> T:
    """Return what ``make`` gives; in an editor what was made of an equal key is given again, unless ``keep`` says no."""
    copy = WORKING_COPY.get()
    if copy is None:
        return make()
    checkpoint()
    shelves = copy.kept
    own = shelves[shelf] = shelves.pop(shelf, {})
    if key in own:
        own[key] = own.pop(key)
    else:
        made = make()
        if keep is not None and not keep():
            return made
        own[key] = made
    for kept, bound in ((own, most), (shelves, MOST_FILES)):
        while len(kept) > bound:
            del kept[next(iter(kept))]
    value: T = own[key]
    return value


def keep_reading(
    file: str, key: Hashable, bag: Bag, read: Callable[[Bag], T], *, keep: Callable[[], bool] | None = None
) -> T:
    """Return what ``read`` gives of a file, with its findings in the bag; what is found already in the file is part of the key."""
    if WORKING_COPY.get() is None:
        return read(bag)
    before = tuple(one for one in bag if one.span is not None and one.span.file == file)

    def made() -> tuple[T, Bag]:
        own = Bag()
        own.extend(before)
        return read(own), own

    value, found = keep_result(file, (key, before), made, keep=keep)
    bag.extend(found)
    return value

"""What a WebAssembly machine is made of: a module, and where everything lies in its memory. All values are plain, so an image can be stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

WORD: Final = 8
FAULT, TOP, STAMP, TOLD, TOLD_END, OFFERED, OFFERED_END, FUEL = range(8)
"""The words of the code itself: the code of a fault, where the next run goes, the last stamp, where the next thing told or offered goes, what is left of the fuel."""
WORDS: Final = 8
ITS_MEMORY: Final = "its memory"
"""The name under which a module exports its memory."""
RUN: Final = "run"
"""The kind of an array; every other argument is one number."""

Signature = tuple[tuple[str, ...], Literal["whole", "truth", "run"] | None]
"""The kinds of a function's parameters and of its result, ``None`` for nothing."""


@dataclass(frozen=True, slots=True)
class ModuleImage:
    """A module and its memory: addresses and sizes of areas (in words), addresses of numbers, signatures of the functions that are called from outside.

    ``told``, ``offered`` and ``runs`` are the addresses where the journal, the offers and the arrays begin; ``its`` is the first word of the code itself.
    """

    code: bytes
    width: int
    areas: Mapping[str, tuple[int, int]]
    numbers: Mapping[str, int]
    signatures: Mapping[str, Signature]
    its: int
    told: int
    offered: int
    runs: int
    compiled: bool = False
    """Whether the code was compiled for a processor; otherwise it is WebAssembly."""

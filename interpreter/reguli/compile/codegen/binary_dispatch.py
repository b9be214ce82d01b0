"""Dispatch by a number with binary search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.compile.codegen.codegen_context import FunctionBuilder
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f


def write_binary_dispatch(
    writer: FunctionBuilder, number: n.Code, ways: Sequence[tuple[int, Callable[[], object]]]
) -> None:
    """Generate a binary search for the branch of a number; branches are sorted and one always matches."""
    if len(ways) == 1:
        ways[0][1]()
    elif ways:
        half = len(ways) // 2
        below = f.fold_compare("<", number, n.Int(ways[half][0]))
        writer.when(
            below,
            lambda: write_binary_dispatch(writer, number, ways[:half]),
            lambda: write_binary_dispatch(writer, number, ways[half:]),
        )

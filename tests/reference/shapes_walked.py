"""Walks over shapes: every group that stands in one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from reguli.schema.shapes import AdjacentEntry, MappingField, MappingShape, ValueShape


def groups_of(shape: ValueShape[object]) -> Iterator[MappingShape[Any]]:
    """Yield every group, the outermost first; what stands in a group among its own entries is part of it."""
    if isinstance(shape, MappingShape):
        yield shape
        for part in shape.fields:
            yield from _within(part)
        return
    assert dataclasses.is_dataclass(shape)
    for field in dataclasses.fields(shape):
        value = getattr(shape, field.name)
        for one in value.values() if isinstance(value, dict) else (value,):
            if hasattr(one, "read") and hasattr(one, "json"):
                yield from groups_of(one)


def _within(part: MappingField | AdjacentEntry) -> Iterator[MappingShape[Any]]:
    if isinstance(part, MappingField):
        yield from groups_of(part.shape)
    else:
        for inner in part.group.fields:
            yield from _within(inner)

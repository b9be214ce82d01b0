"""Whether two trees say the same, wherever they stand."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from reguli.source.source_excerpt import Span


def same_tree(left: object, right: object) -> bool:
    """Compare two nodes, or tuples of nodes, in everything but their spans."""
    waiting = [(left, right)]
    while waiting:
        one, other = waiting.pop()
        if type(one) is not type(other):
            return False
        if isinstance(one, tuple) and isinstance(other, tuple):
            if len(one) != len(other):
                return False
            waiting.extend(zip(one, other, strict=True))
        elif isinstance(one, Span):
            continue
        elif is_dataclass(one) and not isinstance(one, type):
            waiting.extend((getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
        elif one != other:
            return False
    return True

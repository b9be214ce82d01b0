"""What leads to what, and rings in it, found without recursion: the files may be made to be deep."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def order_and_rings(graph: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Give all names so that each follows those it leads to, rings apart, and every ring that is met on the way."""
    order: list[str] = []
    rings: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in graph:
        path: dict[str, Iterator[str]] = {} if start in done else {start: iter(graph[start])}
        while path:
            name = next(reversed(path))
            following = next((other for other in path[name] if other in graph and other not in done), None)
            if following is None:
                path.popitem()
                done.add(name)
                order.append(name)
            elif following in path:
                names = tuple(path)
                rings.append(names[names.index(following) :])
            else:
                path[following] = iter(graph[following])
    return tuple(order), tuple(dict.fromkeys(rings))


def reached(start: Iterable[T], following: Mapping[T, Iterable[T]]) -> set[T]:
    """Give everything that some lead to, step by step, themselves included."""
    found: set[T] = set()
    waiting = list(start)
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += following[here]
    return found

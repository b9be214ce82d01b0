"""Comparison of two trees of one rule: the places where they differ, and a tree with some of these reverted.

Rules are compared as they are written, without places, citations and sentences. Of two lists of statements those that are the same are matched first; what stands
alone is a place of its own. Where one tree stands within the other, as an old value within a condition, that is one place, and the old tree is
looked through besides.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import Any, Final

from reguli.language.syntax_tree.statements import Citation, Says
from reguli.ruleset.document_nodes import Source
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import ScalarNode

ADDED: Final = frozenset({"excludes", "needs", "picture", "sheet", "texts", "title", "words"})
"""Fields that documents did not have when the first baselines were kept; where they are empty, they are left out, so that baselines stay valid."""
LEFT_OUT: Final = frozenset({"cites", "says"})
"""What says where something comes from or how it is worded, not what it is."""
LIKE: Final = 0.6
"""So much of two trees must be the same for one to be a copy of the other with slips."""
SMALL: Final = 4
"""Trees of fewer words are not looked for within others: they are like too much."""


@frozen_class
class TreeDifference(FrozenValue):
    """One difference between two trees: the old and the new content; nothing if it was added or deleted."""

    before: object
    now: object
    wraps: bool = False
    """Whether one of them stands within the other."""


Keep = Callable[[TreeDifference], bool]


def bare(thing: object) -> object:
    """Return a tree as plain values, without places, citations and sentences."""
    match thing:
        case Span() | Citation() | Says() | Source():
            return None
        case ScalarNode():
            return thing.text
        case tuple():
            return tuple(bare(item) for item in thing if not isinstance(item, Span | Citation | Says))
        case FrozenValue():
            fields = ((name, getattr(thing, name)) for name in type(thing).__match_args__ if name not in LEFT_OUT)
            return (type(thing).__name__, *(bare(value) for name, value in fields if value or name not in ADDED))
        case _:
            return thing


def tree_words(thing: object) -> Iterator[str]:
    """Return every word of a tree, including cited statements."""
    return (leaf for leaf in _all_leaves(thing) if isinstance(leaf, str))


def _all_leaves(thing: object, *left_out: type) -> Iterator[object]:
    """Yield every leaf of a tree, except places and excluded types."""
    if isinstance(thing, (Span, *left_out)):
        return
    if isinstance(thing, tuple | FrozenValue):
        parts = thing if isinstance(thing, tuple) else (getattr(thing, name) for name in type(thing).__match_args__)
        for part in parts:
            yield from _all_leaves(part, *left_out)
    else:
        yield thing


def tree_span(thing: object) -> Span | None:
    """Return the place of a tree."""
    match thing:
        case tuple() if thing:
            first, last = tree_span(thing[0]), tree_span(thing[-1])
            return first if first is None or last is None or first.file != last.file else first.to(last)
        case FrozenValue():
            span = getattr(thing, "span", None)
            return span if isinstance(span, Span) else None
        case _:
            return None


def apply_selected_changes(before: Any, now: Any, keep: Keep) -> Any:
    """Return a tree with the new content of each place that ``keep`` accepts, and the old content elsewhere."""
    if bare(before) == bare(now):
        return now
    if isinstance(before, tuple) and isinstance(now, tuple):
        return _lists(before, now, keep)
    if isinstance(before, FrozenValue) and type(before) is type(now):
        return _same_class(before, now, keep)
    return _other(before, now, keep)


def _same_class(before: FrozenValue, now: FrozenValue, keep: Keep) -> Any:
    names = [name for name in type(now).__match_args__ if name not in LEFT_OUT and name != "span"]
    differ = [name for name in names if bare(getattr(before, name)) != bare(getattr(now, name))]
    deep = [name for name in differ if _is_tree(getattr(before, name)) and _is_tree(getattr(now, name))]
    if len(deep) < len(differ):
        return now if keep(TreeDifference(before, now)) else before
    made = {name: apply_selected_changes(getattr(before, name), getattr(now, name), keep) for name in deep}
    return dataclasses.replace(now, **made)  # type: ignore[type-var]


def _is_tree(thing: object) -> bool:
    return isinstance(thing, FrozenValue) or (
        isinstance(thing, tuple) and all(isinstance(item, FrozenValue) for item in thing)
    )


def _lists(before: tuple[Any, ...], now: tuple[Any, ...], keep: Keep) -> tuple[Any, ...]:
    made: list[Any] = []
    matcher = SequenceMatcher(None, [bare(one) for one in before], [bare(one) for one in now], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            made += now[k:m]
        else:
            made += _stretch(before[i:j], now[k:m], keep)
    return tuple(made)


def _stretch(before: tuple[Any, ...], now: tuple[Any, ...], keep: Keep) -> list[Any]:
    """Merge two sequences without equal items: similar items count as changed, the others as added or deleted."""
    made: list[Any] = []
    for at, other in enumerate(now):
        like = next((place for place, one in enumerate(before) if _is_like(one, other)), None)
        if like is None:
            if keep(TreeDifference((), (other,))):
                made.append(other)
            continue
        made += _gone(before[:like], keep)
        made.append(apply_selected_changes(before[like], other, keep))
        return [*made, *_stretch(before[like + 1 :], now[at + 1 :], keep)]
    return [*made, *_gone(before, keep)]


def _gone(before: tuple[Any, ...], keep: Keep) -> list[Any]:
    return [one for one in before if not keep(TreeDifference((one,), ()))]


def _is_like(one: object, other: object) -> bool:
    if not isinstance(one, FrozenValue) or not isinstance(other, FrozenValue):
        return False
    return _likeness(one, other) >= LIKE or _copy_within(one, other) is not None or _copy_within(other, one) is not None


def _other(before: Any, now: Any, keep: Keep) -> Any:
    """Merge two trees of different types, one of which may be contained in the other."""
    within = _copy_within(before, now)
    if within is not None:
        inner = apply_selected_changes(before, within, keep)
        return _with(now, within, inner) if keep(TreeDifference(before, now, wraps=True)) else inner
    around = _copy_within(now, before)
    if around is not None:
        inner = apply_selected_changes(around, now, keep)
        return inner if keep(TreeDifference(before, now, wraps=True)) else _with(before, around, inner)
    return now if keep(TreeDifference(before, now)) else before


def _copy_within(small: Any, large: Any) -> Any | None:
    """Find the most similar subtree of another tree, if any is similar enough."""
    if not isinstance(small, FrozenValue) or not isinstance(large, FrozenValue) or len(_leaves(small)) < SMALL:
        return None
    found = max(((_likeness(small, one), -at, one) for at, one in enumerate(_inside(large))), default=None)
    return None if found is None or found[0] < LIKE else found[2]


def _inside(tree: object) -> Iterator[FrozenValue]:
    items = tree if isinstance(tree, tuple) else [getattr(tree, name) for name in type(tree).__match_args__]  # type: ignore[attr-defined]
    for item in items:
        if isinstance(item, FrozenValue) and not isinstance(item, Span | Citation | Says | Source):
            yield item
            yield from _inside(item)
        elif isinstance(item, tuple):
            yield from _inside(item)


def _likeness(one: FrozenValue, other: FrozenValue) -> float:
    if type(one) is not type(other):
        return 0.0
    first, second = Counter(_leaves(one)), Counter(_leaves(other))
    return 2 * sum((first & second).values()) / (first.total() + second.total())


def differing_words(before: object, now: object) -> tuple[str, str]:
    """Return the words and numbers that occur in only one of two trees, in order."""
    words = [list(_said(side)) for side in (before, now)]
    there = Counter(words[0]), Counter(words[1])
    alone = [[word for word in words[at] if there[at][word] > there[1 - at][word]] for at in (0, 1)]
    return " ".join(dict.fromkeys(alone[0])), " ".join(dict.fromkeys(alone[1]))


def _said(tree: object) -> Iterator[str]:
    return (str(leaf) for leaf in _all_leaves(tree, Citation, Says, Source) if leaf is not None)


def _leaves(tree: object) -> list[object]:
    plain = bare(tree) if isinstance(tree, FrozenValue) else tree
    if isinstance(plain, tuple):
        return [leaf for item in plain for leaf in _leaves(item)]
    return [] if plain is None else [plain]


def _with(tree: Any, old: FrozenValue, new: Any) -> Any:
    """Return a tree with one subtree replaced."""
    if tree is old:
        return new
    if isinstance(tree, tuple):
        return tuple(_with(item, old, new) for item in tree)
    if not isinstance(tree, FrozenValue) or isinstance(tree, Span):
        return tree
    made = {name: _with(getattr(tree, name), old, new) for name in type(tree).__match_args__}
    if all(made[name] is getattr(tree, name) for name in made):
        return tree
    return dataclasses.replace(tree, **made)  # type: ignore[type-var]

"""What a rule itself says on an axis, so that a sentence may be held to it where no other language helps.

Read is only what is plain: on which side of a comparison the limit stands, which end a choice or an order takes, what a zone can hold.
A rule that says both ends, or neither, says nothing here; the sentence is then held to the other languages alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.ruleset.document_nodes import StateDecl
from reguli.words.placeholders.rule_citations import Citer
from reguli.words.polarity.polarity_words import AXES

READ: Final = ("bound", "extreme")
"""The axes on which rules are read."""
_BESIDES: Final = frozenset({"span", "rule", "out_of", "cites", "text", "type", "source", "node", "declared"})
_TURNED: Final = {"at_most": "at_least", "at_least": "at_most"}


def contradicted(said: frozenset[str], ruled: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Give the axes on which a sentence says only what its rules do not say, with the one thing that these say."""
    for axis in READ:
        poles = frozenset(AXES[axis])
        own, theirs = said & poles, ruled & poles
        if own and len(theirs) == 1 and not own & theirs and own != {"exactly"}:
            yield axis, next(iter(theirs))


def poles_of(citers: tuple[Citer, ...], ruleset: m.Ruleset) -> frozenset[str]:
    """Give the poles that rules say, and the values they ask."""
    defines = {define.id: define for define in ruleset.written_defines}
    found: set[str] = set()
    asked: set[str] = set()
    waiting: list[object] = [citer.node for citer in citers]
    while waiting:
        for node, denied in _within(waiting.pop(), denied=False):
            found.update(_said(node, denied=denied))
            if isinstance(node, t.Apply) and node.define not in asked and node.define in defines:
                asked.add(node.define)
                waiting.append(defines[node.define].value)
    return frozenset(found)


def _within(node: object, *, denied: bool) -> Iterator[tuple[object, bool]]:
    """Give everything within a node, each with whether the contrary is said of it."""
    if isinstance(node, tuple):
        for one in node:
            yield from _within(one, denied=denied)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node, denied
        inner = denied != isinstance(node, t.Negation)
        for one in fields(node):
            if one.name not in _BESIDES:
                yield from _within(getattr(node, one.name), denied=inner)


def _said(node: object, *, denied: bool) -> Iterator[str]:
    for key in getattr(node, "keys", ()):  # of a choice or an order, each with its direction; of a table they have none
        if isinstance(key, tuple):
            yield "highest" if key[1] else "lowest"
    match node:
        case t.Compare():
            yield from _bounds(node, denied=denied)
        case b.Transfer(up_to=True) | b.TakeTop(up_to=True):
            yield "at_most"
        case t.Several():
            yield from ("at_most", "at_least")
        case t.Fold(how="max"):
            yield "highest"
        case t.Fold(how="min"):
            yield "lowest"
        case m.BoundRanking(order="most"):
            yield "highest"
        case m.BoundRanking(order="least"):
            yield "lowest"
        case StateDecl() if node.capacity is not None:
            yield "at_most"
        case _:
            pass


def _bounds(node: t.Compare, *, denied: bool) -> Iterator[str]:
    """Give the bound that a comparison sets; both where it has a limit on no side or on each."""
    if node.operator in ("=", "!="):
        return
    left, right = _is_limit(node.left), _is_limit(node.right)
    if left == right:
        yield from _TURNED
        return
    pole = "at_most" if node.operator in ("<", "<=") else "at_least"
    yield _TURNED[pole] if left != denied else pole


def _is_limit(term: t.Term) -> bool:
    return isinstance(term, t.Constant | t.Cell)

"""Declarations laid over others by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

from reguli.ruleset.kind_nodes import Declared
from reguli.ruleset.patches.patch_sections import name_of
from reguli.schema.node_reader import Reader
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span

D = TypeVar("D", bound=Declared)
Verb = Literal["replace", "add", "remove"]


@kept
class Overlaying(Kept):
    """What is done with declarations, and who reads elements."""

    verb: Verb
    reader: Reader

    def lay(self, old: tuple[D, ...], new: tuple[Any, ...], what: Value) -> tuple[D, ...]:
        """Put each new declaration in the place of the old one of its name, or after the last; or take the old one away."""
        at = {name_of(item): index for index, item in enumerate(old)}
        found: list[D | None] = list(old)
        for item in new:
            name = name_of(item)
            index = at.get(name)
            if self.verb == "add" and index is not None:
                related = [(old[index].span, Said("here.in_ruleset"))]
                self.reader.bag.add("R156", item.span, related=related, what=what, name=name.rpartition("/")[2])
            elif self.verb == "add":
                found.append(item)
            elif index is None:
                self.not_there(item.span, name.rpartition("/")[2], [name_of(one) for one in old], what)
            else:
                found[index] = item if self.verb == "replace" else None
        return tuple(item for item in found if item is not None)

    def not_there(self, span: Span, name: str, known: Iterable[str], what: Value) -> None:
        """Report what is replaced or taken away and is not there."""
        close = self.reader.meant(name, {one.rpartition("/")[2] for one in known})
        if self.verb == "remove":
            self.reader.bag.add("R161", span, near=close, what=what, name=name)
        else:
            self.reader.bag.add("R155", span, near=close, what=what, name=name)

"""One line under ``set:`` of a variant, and what it is held to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from reguli.ruleset.kind_nodes import Declared
from reguli.schema.node_reader import Reader
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Node, Scalar

D = TypeVar("D", bound=Declared)


@kept
class Setting(Kept):
    """One path, its new value, and where they stand."""

    key: Scalar
    value: Node
    path: str
    reader: Reader

    def named(self, name: str, what: Value, known: Sequence[D]) -> D | None:
        """Give what is called so; report that the path leads nowhere."""
        found = next((one for one in known if one.id == name), None)
        if found is None:
            close = self.reader.meant(name, [one.id for one in known])
            self.reader.bag.add("R152", self.key.span, near=close, what=what, name=name)
        return found

    def again(self, span: Span) -> bool:
        """Say, and report, that the variant itself wrote what is set."""
        if span.file == self.key.span.file:
            related = [(span, Said("here.in_variant"))]
            self.reader.bag.add("R154", self.key.span, related=related, path=self.path)
        return span.file == self.key.span.file

    def same(self, new: object, old: object) -> bool:
        """Say, and report, that the value is the one that is there already."""
        if type(new) is not type(old) or new != old:
            return False
        value = self.value.text if isinstance(self.value, Scalar) else Said("says.same")
        self.reader.bag.add("R153", self.value.span, path=self.path, value=value)
        return True

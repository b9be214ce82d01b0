"""So many tokens of a variety, in words."""

from __future__ import annotations

from collections.abc import Callable

from reguli.model.tree import terms as t
from reguli.model.types import ElementType
from reguli.words.gloss.nouns import Nouns
from reguli.words.wording.values import Value


def so_many(nouns: Nouns, variety: t.Term, amount: t.Term, of: Callable[[t.Term], Value]) -> Value:
    """Say so many tokens of a variety: by its noun where both are written, else each by itself."""
    if isinstance(variety, t.Constant) and isinstance(amount, t.Constant) and isinstance(variety.type, ElementType):
        noun = nouns.ruleset.kinds[variety.type.kind].elements[variety.value]
        if nouns.known(noun):
            return nouns.counted(amount.value, noun)
    return nouns.made("of_variety", amount=of(amount), variety=of(variety))

"""So many tokens of a variety, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import PLAIN, ElementType
from reguli.words.realisation.noun_phrases import Nouns
from reguli.words.wording.wording_values import Value


def bundle(
    nouns: Nouns, kind: str, amounts: Iterable[tuple[int, int]], of: Callable[[int], Value]
) -> tuple[Value, ...]:
    """Say so many of each variety of a kind, by their indexes; of none of them it is said that it is nothing."""

    def said(term: t.Term) -> Value:
        assert isinstance(term, t.Constant)
        return of(term.value) if isinstance(term.type, ElementType) else term.value

    parts = [(t.Constant(ElementType(kind), index), t.Constant(PLAIN, amount)) for index, amount in amounts]
    return tuple(so_many(nouns, *one, said) for one in parts) or (nouns.made("nothing"),)


def written(nouns: Nouns, term: t.Bundled | t.Share, of: Callable[[t.Term], Value]) -> Value:
    """Say a bundle written out, or how much is in a bundle."""
    if isinstance(term, t.Share):
        if term.variety is None:
            return nouns.made("number_of", what=of(term.bundle))
        return nouns.made("share", variety=of(term.variety), bundle=of(term.bundle))
    parts = zip(term.varieties, term.amounts, strict=True)
    return tuple(so_many(nouns, *one, of) for one in parts) or nouns.made("nothing")


def so_many(nouns: Nouns, variety: t.Term, amount: t.Term, of: Callable[[t.Term], Value]) -> Value:
    """Say so many tokens of a variety: by its noun where both are written, else each by itself."""
    if isinstance(variety, t.Constant) and isinstance(amount, t.Constant) and isinstance(variety.type, ElementType):
        noun = nouns.ruleset.kinds[variety.type.kind].elements[variety.value]
        if nouns.known(noun):
            return nouns.counted(amount.value, noun)
    return nouns.made("of_variety", amount=of(amount), variety=of(variety))


def bundles_held(term: t.Exists) -> tuple[t.Term, t.Term] | None:
    """Give the bundle and the zone or bundle that must hold it, where a condition says just that."""
    match term:
        case t.Exists(
            _, "every", variable, t.Elements(), None, t.Compare(_, "<=", t.Share(_, less, t.Local(_, first)), more)
        ) if first == variable:
            match more:
                case t.Share(_, held, t.Local(_, second)) | t.Amount(_, t.Variety(_, held, t.Local(_, second))):
                    return (less, held) if second == variable else None
    return None

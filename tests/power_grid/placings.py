"""Every way to lay fuel on plants, by trying all: what small positions are measured by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

from printed import FUELS, plants

Tokens = tuple[int, int, int, int]
"""Coal, oil, garbage, uranium."""


def tokens_of(**fuel: int) -> Tokens:
    coal, oil, garbage, uranium = (fuel.get(kind, 0) for kind in FUELS)
    return coal, oil, garbage, uranium


def minus(tokens: Tokens, other: Tokens) -> Tokens:
    coal, oil, garbage, uranium = (a - b for a, b in zip(tokens, other, strict=True))
    return coal, oil, garbage, uranium


def loads(card: int, most: int, whole: bool = False) -> Iterator[Tokens]:
    """Every load of a plant with at most so many tokens (exactly, when whole)."""
    fuels = plants()[card].fuels
    for amounts in product(range(most + 1), repeat=len(fuels)):
        if sum(amounts) == most or (not whole and sum(amounts) < most):
            yield tokens_of(**dict(zip(fuels, amounts, strict=True)))


def placings(cards: Sequence[int], tokens: Tokens) -> Iterator[tuple[Tokens, ...]]:
    """Every way to lay all the tokens on the plants, each up to twice its need."""
    if not cards:
        if not any(tokens):
            yield ()
        return
    for load in loads(cards[0], 2 * plants()[cards[0]].need):
        rest = minus(tokens, load)
        if min(rest) >= 0:
            for others in placings(cards[1:], rest):
                yield load, *others


def storable(cards: Sequence[int], tokens: Tokens) -> bool:
    return next(placings(cards, tokens), None) is not None


Outcome = tuple[frozenset[int], Tokens]
"""The plants that have fired, the tokens that are left."""


def firings(cards: Sequence[int], tokens: Tokens) -> set[Outcome]:
    """Every outcome of phase 5: the tokens are laid once, then each plant burns of what lies on it."""
    found: set[Outcome] = set()
    for placing in placings(cards, tokens):
        choices = []
        for card, load in zip(cards, placing, strict=True):
            burns = [burn for burn in loads(card, plants()[card].need, whole=True) if min(minus(load, burn)) >= 0]
            choices.append([(None, (0, 0, 0, 0)), *((card, burn) for burn in burns)])
        for choice in product(*choices):
            left = tokens
            for _, burn in choice:
                left = minus(left, burn)
            found.add((frozenset(card for card, _ in choice if card is not None), left))
    return found


def firings_rearranged(cards: Sequence[int], tokens: Tokens) -> set[Outcome]:
    """The same when tokens may be laid again before each firing, the burnt ones being gone."""
    found: set[Outcome] = {(frozenset(), tokens)}
    queue = list(found)
    while queue:
        fired, left = queue.pop()
        for placing in placings(cards, left):
            for card, load in zip(cards, placing, strict=True):
                for burn in loads(card, plants()[card].need, whole=True):
                    outcome = (fired | {card}, minus(left, burn))
                    if card not in fired and min(minus(load, burn)) >= 0 and outcome not in found:
                        found.add(outcome)
                        queue.append(outcome)
    return found


def best_supply(cards: Sequence[int], tokens: Tokens, cities: int) -> int:
    """The most cities that any group of plants supplies, in any placing."""
    best = 0
    for placing in placings(cards, tokens):
        able = [card for card, load in zip(cards, placing, strict=True) if sum(load) >= plants()[card].need]
        best = max(best, sum(plants()[card].powers for card in able))
    return min(best, cities)


def most_kept(cards: Sequence[int], tokens: Tokens) -> set[Tokens]:
    """What may stay when not all fits: every part to which no token of the rest could be added."""
    every: Iterator[Tokens] = product(*(range(amount + 1) for amount in tokens))  # type: ignore[assignment]
    parts = [part for part in every if storable(cards, part)]
    return {
        part
        for part in parts
        if not any(other != part and all(a >= b for a, b in zip(other, part, strict=True)) for other in parts)
    }


def some_plants(random: Random, count: int) -> list[int]:
    """Different plants, hybrids more often than in the box."""
    hybrids = [5, 12, 21, 29, 46]
    found = random.sample(hybrids, random.choice((1, 1, 2, min(3, count))))
    while len(found) < count:
        card = random.choice(sorted(plants()))
        if card not in found:
            found.append(card)
    return sorted(found[:count])


def some_fuel(random: Random, cards: Sequence[int], share: float) -> Tokens:
    """Tokens that fit, each place filled with a chance of ``share``, as far as the box goes."""
    left = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}
    found = dict.fromkeys(FUELS, 0)
    for card in cards:
        for _ in range(2 * plants()[card].need):
            fuel = random.choice(plants()[card].fuels)
            if random.random() < share and found[fuel] < left[fuel]:
                found[fuel] += 1
    return tokens_of(**found)


def groups(cards: Sequence[int]) -> list[tuple[int, ...]]:
    return [group for size in range(len(cards) + 1) for group in combinations(cards, size)]

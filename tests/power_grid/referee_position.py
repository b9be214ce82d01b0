"""The position of a game, and the arithmetic of the inventory over it: what fits, burns, costs, supplies and ranks.

Whatever depends on how fuel lies on plants is found by trying, never by the formulas of the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations, product

from printed import FUELS, HOUSE_COST, HOUSES_IN_CITY, TOKENS, Board, plants


@dataclass(slots=True)
class Position:
    """Who has what; seats and numbers of plants are integers, cities and fuels ids."""

    board: Board
    players: int
    regions: tuple[str, ...]
    turn_order: list[int]
    rearrange: bool = False
    empty_start: bool = False
    round: int = 1
    phase: str = "player_order"
    stage: str = "first"
    closed: bool = False
    over: bool = False
    deck: list[int | set[int]] = field(default_factory=list)
    """From the top; a set is shuffled cards, in an order that nobody knows yet."""
    drawn: list[int] = field(default_factory=list)
    """What chance has drawn from the deck and nobody has taken yet."""
    removed: set[int] = field(default_factory=set)
    market: list[int] = field(default_factory=list)
    box: set[int] = field(default_factory=set)
    supply: dict[str, int] = field(default_factory=lambda: dict(TOKENS))
    on_market: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FUELS, 0))
    money: list[int] = field(default_factory=list)
    plants: list[list[int]] = field(default_factory=list)
    fuel: list[dict[str, int]] = field(default_factory=list)
    cities: list[set[str]] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    bought: set[int] = field(default_factory=set)
    fired: set[int] = field(default_factory=set)
    burning: dict[int, dict[str, int]] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    """What rare things have happened, for those who want to know whether they were met at all."""

    def most_cities(self) -> int:
        return max(len(cities) for cities in self.cities)

    def most_kept(self, seat: int, fuel: dict[str, int]) -> int:
        parts = product(*(range(fuel[kind] + 1) for kind in FUELS))
        return max(sum(part) for part in parts if self.fits(seat, dict(zip(FUELS, part, strict=True))))

    def fits(self, seat: int, fuel: dict[str, int], reserved: dict[int, int] | None = None) -> bool:
        """P74, P84, P85: coal and oil lie on their own plants first, what is left of both on hybrids."""
        free: dict[tuple[str, ...], int] = {}
        for card in self.plants[seat]:
            taken = sum(self.burning.get(card, {}).values()) + (reserved or {}).get(card, 0)
            kinds = plants()[card].fuels
            free[kinds] = free.get(kinds, 0) + 2 * plants()[card].need - taken
        over = {kind: max(0, fuel[kind] - free.get((kind,), 0)) for kind in FUELS}
        return (
            over["coal"] + over["oil"] <= free.get(("coal", "oil"), 0) and not over["garbage"] and not over["uranium"]
        )

    def offers(self, builder: int) -> dict[str, int]:
        """Every city in which the player may build, and its price."""
        found = {}
        ways = self.connection_costs(builder)
        for city, region in self.board.region_of.items():
            houses = sum(city in cities for cities in self.cities)
            first_elsewhere = self.empty_start and not self.cities[builder] and houses
            if (
                region in self.regions
                and city not in self.cities[builder]
                and houses < HOUSES_IN_CITY[self.stage]
                and not first_elsewhere
            ):
                found[city] = (ways[city] if self.cities[builder] else 0) + HOUSE_COST[houses]
        return found

    def connection_costs(self, builder: int) -> dict[str, int]:
        """P97, P98, P103, P113: the cheapest ways from the network, by Dijkstra, within the regions in play."""
        region_of = self.board.region_of
        ways: dict[str, list[tuple[str, int]]] = {}
        for (a, b), cost in self.board.connections.items():
            if region_of[a] in self.regions and region_of[b] in self.regions:
                ways.setdefault(a, []).append((b, cost))
                ways.setdefault(b, []).append((a, cost))
        costs: dict[str, int] = {}
        queue = [(0, city) for city in sorted(self.cities[builder])]
        while queue:
            cost, city = heappop(queue)
            if city not in costs:
                costs[city] = cost
                for neighbour, more in ways.get(city, ()):
                    heappush(queue, (cost + more, neighbour))
        return costs

    def can_fire(self, owner: int, card: int) -> bool:
        """P73, P89: in some placing of the fuel that is left, the need lies on the plant."""
        return any(True for _ in self.mixes(owner, card))

    def mixes(self, owner: int, card: int) -> Iterator[dict[str, int]]:
        """Every mix of fuels the plant can burn whole, the fuel that is left lying somewhere (beside it, on others)."""
        plant, mine = plants()[card], self.fuel[owner]
        still = plant.need - sum(self.burning.get(card, {}).values())
        for amounts in product(range(still + 1), repeat=len(plant.fuels)):
            mix = dict(zip(plant.fuels, amounts, strict=True))
            left = {fuel: mine[fuel] - mix.get(fuel, 0) for fuel in FUELS}
            if sum(amounts) == still and min(left.values()) >= 0 and self.fits(owner, left, {card: still}):
                yield mix

    def ranking(self) -> list[list[int]]:
        """P159-P162: seats by place; equal players share it."""

        def worth(seat: int) -> tuple[int, int, int]:
            return self.supplied_at_end(seat), self.money[seat], len(self.cities[seat])

        return [
            [seat for seat in range(self.players) if worth(seat) == value]
            for value in sorted({worth(seat) for seat in range(self.players)}, reverse=True)
        ]

    def supplied_at_end(self, seat: int) -> int:
        """P159: the best of all groups of plants that some division of the fuel runs."""
        cards = self.plants[seat]
        groups = [group for size in range(len(cards) + 1) for group in combinations(cards, size)]
        best = max(sum(plants()[card].powers for card in group) for group in groups if self.runs(seat, group))
        return min(best, len(self.cities[seat]))

    def runs(self, seat: int, group: Sequence[int]) -> bool:
        """Whether the plants of a group can all burn: each hybrid takes some coal and some oil, every mix is tried."""
        mixes = [
            [
                dict(zip(plants()[card].fuels, amounts, strict=True))
                for amounts in product(range(plants()[card].need + 1), repeat=len(plants()[card].fuels))
                if sum(amounts) == plants()[card].need
            ]
            for card in group
        ]
        return any(
            all(sum(mix.get(fuel, 0) for mix in choice) <= self.fuel[seat][fuel] for fuel in FUELS)
            for choice in product(*mixes)
        )


def less(fuel: dict[str, int], kind: str) -> dict[str, int]:
    """The same with one token fewer."""
    return {**fuel, kind: fuel[kind] - 1}

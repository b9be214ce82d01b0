"""The rules of the box a second time, in plain Python, written from the inventory: an oracle for whole playthroughs.

``Referee.play`` is a generator: it yields each decision with every legal move as it is typed, and is sent the move that
was chosen. Lots are given beforehand; which shuffled card comes next is told by ``drawn``, and it must be one of those.
Between two decisions the fields are the position.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from printed import (
    END_CITIES,
    FUELS,
    MOST_PLANTS,
    PAYMENT,
    PLANTS_REMOVED,
    STAGE_2_CITIES,
    STAGE_CARD,
    START_MONEY,
    START_TOKENS,
    TOKENS,
    cost_of,
    plants,
    prices,
    resupply,
)
from referee_position import Position, less


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision: its name, the seat that decides, and every legal move."""

    name: str
    seat: int
    moves: frozenset[str]


Asks = Generator[Ask, str, None]


@dataclass(slots=True)
class Referee(Position):
    """One playthrough."""

    # -- the course of the game --------------------------------------------------------------------------------

    def set_up(self) -> None:
        """P16-P34, but for the lots, which are given."""
        self.money = [START_MONEY] * self.players
        self.plants = [[] for _ in range(self.players)]
        self.fuel = [dict.fromkeys(FUELS, 0) for _ in range(self.players)]
        self.cities = [set() for _ in range(self.players)]
        self.on_market = dict(START_TOKENS)
        self.supply = {fuel: TOKENS[fuel] - START_TOKENS[fuel] for fuel in FUELS}
        self.market = list(range(3, 11))
        self.deck = [{number for number in plants() if number > 10 and number != 13}]
        self.removed = {self.take() for _ in range(PLANTS_REMOVED[self.players])}
        self.deck = [13, *self.deck, STAGE_CARD]

    def play(self, phase: str = "player_order") -> Asks:
        """Go on from the beginning of a phase to the end of the game."""
        phases = {
            "player_order": self.order_players,
            "auction": self.auction,
            "resources": self.buying,
            "building": self.building,
            "bureaucracy": self.bureaucracy,
        }
        names = list(phases)
        for name in names[names.index(phase) :] + names * 1000:
            self.phase = name
            yield from phases[name]()
            if self.over:
                return

    def order_players(self) -> Asks:
        """P41-P44. Of the first round the lot has decided."""
        if self.round > 1:
            self.sort_players()
        yield from ()

    def sort_players(self) -> None:
        self.turn_order.sort(key=lambda seat: (-len(self.cities[seat]), -max(self.plants[seat], default=0)))

    # -- the plant market --------------------------------------------------------------------------------------

    def shuffle(self) -> None:
        loose: set[int] = set()
        for card in self.deck:
            loose |= card if isinstance(card, set) else {card}
        self.deck = [loose] if loose else []

    def take(self) -> int:
        """The next card of the deck; of shuffled ones chance says which."""
        first, card = self.deck[0], self.drawn.pop(0)
        if not isinstance(first, set):
            assert card == self.deck.pop(0), "another card lies on top"
            return card
        first.remove(card)
        if not first:
            self.deck.pop(0)
        return card

    def actual(self) -> list[int]:
        """P29-P31, P144, P150. The stage card is no plant."""
        return [card for card in self.market[: 6 if self.closed else 4] if card != STAGE_CARD]

    def draw(self, moment: str) -> None:
        """P56, P31; and what the stage card does as soon as it is drawn (P140, P144, P145, P148, P149)."""
        if not self.deck:
            self.seen.append("nothing to draw")
            return
        card = self.take()
        self.market = sorted([*self.market, card])
        if card == STAGE_CARD:
            self.seen.append(f"card {moment} of stage {self.stage}")
            if moment != "in auction":
                self.close()
            self.shuffle()

    def close(self) -> None:
        """The stage card and the lowest plant leave, nothing is drawn."""
        self.market.remove(STAGE_CARD)
        self.box.add(STAGE_CARD)
        self.drop_lowest()
        self.closed = True

    def drop_lowest(self) -> None:
        if self.market:
            self.box.add(self.market.pop(0))

    def drop_obsolete(self, moment: str) -> None:
        """P111, P112, P156: as often as the lowest is too low."""
        while self.actual() and self.actual()[0] <= self.most_cities():
            self.drop_lowest()
            self.seen.append("obsolete")
            self.draw(moment)

    # -- phase 2 -----------------------------------------------------------------------------------------------

    def auction(self) -> Asks:
        """P45-P69."""
        self.out, self.bought = set(), set()
        for opener in self.turn_order:
            while opener not in self.out and self.actual():
                move = yield Ask("nomination", opener, self.nominations(opener))
                if move == "pass_nomination":
                    self.out.add(opener)
                else:
                    _, plant, bid = move.split()
                    yield from self.bidding(int(plant), opener, int(bid))
        if not self.bought:
            self.seen.append("nobody buys")
            self.drop_lowest()
            self.draw("in auction")
            self.drop_obsolete("in auction")
        if self.round == 1:
            self.sort_players()
        if STAGE_CARD in self.market:
            self.close()
            self.stage = "third"

    def nominations(self, opener: int) -> frozenset[str]:
        """P48-P51, P65, P66."""
        money = self.money[opener]
        alone = len(self.out) == self.players - 1
        bids = {plant: range(plant, (min(plant, money) if alone else money) + 1) for plant in self.actual()}
        moves = {f"nominate {plant} {bid}" for plant, whole in bids.items() for bid in whole}
        return frozenset(moves | ({"pass_nomination"} if self.round > 1 else set()))

    def bidding(self, plant: int, opener: int, bid: int) -> Asks:
        """P52-P55: by seats, from the opener's left."""
        around = [(opener + step) % self.players for step in range(1, self.players + 1)]
        waiting = [seat for seat in around if seat not in self.out]
        leader = opener
        while len(waiting) > 1:
            bidder = waiting.pop(0)
            if bidder == leader:
                waiting.append(bidder)
                continue
            raises = {f"raise_bid {amount}" for amount in range(bid + 1, self.money[bidder] + 1)}
            move = yield Ask("outbidding", bidder, frozenset(raises | {"pass_bid"}))
            if move != "pass_bid":
                leader, bid = bidder, int(move.split()[1])
                waiting.append(bidder)
        yield from self.sell(plant, leader, bid)

    def sell(self, plant: int, buyer: int, amount: int) -> Asks:
        """P55-P64."""
        self.money[buyer] -= amount
        self.market.remove(plant)
        self.plants[buyer].append(plant)
        self.bought.add(buyer)
        self.out.add(buyer)
        self.draw("in auction")
        self.drop_obsolete("in auction")
        if len(self.plants[buyer]) > MOST_PLANTS[self.players]:
            older = [card for card in self.plants[buyer] if card != plant]
            move = yield Ask("surplus_plant", buyer, frozenset(f"scrap {card}" for card in older))
            given_up = int(move.split()[1])
            self.plants[buyer].remove(given_up)
            self.box.add(given_up)
            yield from self.lose_fuel(buyer)

    def lose_fuel(self, seat: int) -> Asks:
        """P63, P64, P90: what fits nowhere goes; as much as can stay stays, and its owner says which where there is a choice."""
        mine = self.fuel[seat]
        for fuel in FUELS:
            places = sum(2 * plants()[card].need for card in self.plants[seat] if fuel in plants()[card].fuels)
            self.give_back(seat, fuel, max(0, mine[fuel] - places))
        while not self.fits(seat, mine):
            kept = self.most_kept(seat, mine)
            spare = [fuel for fuel in FUELS if mine[fuel] and self.most_kept(seat, less(mine, fuel)) == kept]
            self.seen.append("fuel lost" if len(spare) == 1 else "choice of fuel to lose")
            move = yield Ask("lost_fuel", seat, frozenset(f"lose {fuel}" for fuel in spare))
            self.give_back(seat, move.split()[1], 1)

    def give_back(self, seat: int, fuel: str, amount: int) -> None:
        self.fuel[seat][fuel] -= amount
        self.supply[fuel] += amount

    # -- phases 3 and 4 ----------------------------------------------------------------------------------------

    def buying(self) -> Asks:
        """P81-P88."""
        for buyer in reversed(self.turn_order):
            while (move := (yield Ask("purchase", buyer, self.purchases(buyer)))) != "end_buying":
                _, fuel, amount = move.split()
                self.money[buyer] -= cost_of(fuel, self.on_market[fuel], int(amount))
                self.on_market[fuel] -= int(amount)
                self.fuel[buyer][fuel] += int(amount)

    def purchases(self, buyer: int) -> frozenset[str]:
        found = {"end_buying"}
        for fuel in FUELS:
            for amount in range(1, self.on_market[fuel] + 1):
                more = {**self.fuel[buyer], fuel: self.fuel[buyer][fuel] + amount}
                if cost_of(fuel, self.on_market[fuel], amount) <= self.money[buyer] and self.fits(buyer, more):
                    found.add(f"buy {fuel} {amount}")
        return frozenset(found)

    def building(self) -> Asks:
        """P91-P112; then the end, stage 2 and stage 3 (P135-P141, P148, P157)."""
        for builder in reversed(self.turn_order):
            while True:
                offers = self.offers(builder)
                moves = {f"connect {city}" for city, price in offers.items() if price <= self.money[builder]}
                move = yield Ask("construction", builder, frozenset(moves | {"end_building"}))
                if move == "end_building":
                    break
                city = move.split()[1]
                self.money[builder] -= offers[city]
                self.cities[builder].add(city)
                self.drop_obsolete("in building")
        if self.most_cities() >= END_CITIES[self.players]:
            self.over = True
        elif self.stage == "first" and not self.closed and self.most_cities() >= STAGE_2_CITIES[self.players]:
            self.drop_lowest()
            self.draw("between phases 4 and 5")
            self.drop_obsolete("between phases 4 and 5")
            self.stage = "second"
            self.seen.append("stage 2")
        if self.closed and not self.over:
            self.stage = "third"

    # -- phase 5 -----------------------------------------------------------------------------------------------

    def bureaucracy(self) -> Asks:
        """P115-P132, P149, P153, P154."""
        self.fired = set()
        for owner in self.turn_order:
            yield from self.production(owner)
        for fuel in FUELS:
            placed = min(
                resupply(self.players, self.stage, fuel),
                self.supply[fuel],
                len(prices(fuel)) - self.on_market[fuel],
            )
            self.supply[fuel] -= placed
            self.on_market[fuel] += placed
        if self.stage == "third":
            self.drop_lowest()
        else:
            self.deck.append(self.market.pop())
        self.draw("in bureaucracy")
        self.drop_obsolete("in bureaucracy")
        self.fired = set()
        self.round += 1
        self.out, self.bought = set(), set()
        if self.closed:
            self.stage = "third"

    def production(self, owner: int) -> Asks:
        """P73-P79, P116-P124."""
        while True:
            ready = [card for card in self.plants[owner] if card not in self.fired and self.can_fire(owner, card)]
            moves = frozenset({f"fire {card}" for card in ready} | {"end_production"})
            move = yield Ask("production", owner, moves)
            if move == "end_production":
                break
            yield from self.burn(owner, int(move.split()[1]))
        powered = sum(plants()[card].powers for card in self.plants[owner] if card in self.fired)
        self.money[owner] += PAYMENT[min(powered, len(self.cities[owner]))]
        self.clear_burning()

    def clear_burning(self) -> None:
        for burnt in self.burning.values():
            for fuel, amount in burnt.items():
                self.supply[fuel] += amount
        self.burning = {}

    def burn(self, owner: int, card: int) -> Asks:
        self.fired.add(card)
        burnt = self.burning.setdefault(card, dict.fromkeys(FUELS, 0))
        while sum(burnt.values()) < plants()[card].need:
            mixes = list(self.mixes(owner, card))
            kinds = [fuel for fuel in plants()[card].fuels if any(mix[fuel] for mix in mixes)]
            move = yield Ask("fuel_to_burn", owner, frozenset(f"burn {fuel}" for fuel in kinds))
            self.fuel[owner][move.split()[1]] -= 1
            burnt[move.split()[1]] += 1
        if self.rearrange:
            self.clear_burning()

    # -- the end -----------------------------------------------------------------------------------------------

"""The rules of the box a second time, in plain Python, written from the inventory: an oracle for whole playthroughs.

``Referee.play`` is a generator: it yields each decision with every legal move, and is sent the move that was chosen. Lots are
told beforehand by ``drawn``. Between two decisions the fields are the position.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nucleum_energizing import Energizing
from nucleum_gains import STOP, Asks, Move
from nucleum_position import NOBODY, Building, Laid, Line, Seat, Slot, matches, tile_of
from nucleum_printed import (
    COAL_PLANT,
    DIRECTIVE,
    INAUGURATION,
    MINING_RUBBLE,
    NEUTRAL,
    PLANT_BONUS,
    RED_SLOT,
    SEGMENT_OF,
    STACK_SIZE,
    TIER_OF,
    URBAN_RUBBLE,
    WAGONS,
    contracts,
    setup_cards,
)

MOST_PLAYED = 8
MAIN_ACTIONS = ("U", "I", "D", "C", "E")


@dataclass(slots=True)
class Lots:
    """What chance has decided: cards in the order of the draws, the stack of neutral buildings from the top, others by place."""

    cards: list[str]
    neutral: list[str]
    initial: list[str]
    purple: list[str]
    milestones: list[str]
    market: list[str]
    silver: list[str]
    gold: list[str]


@dataclass(slots=True)
class Referee(Energizing):
    """One playthrough."""

    purple: set[str] = field(default_factory=set)

    # -- the set-up --------------------------------------------------------------------------------------------

    def set_up(self, lots: Lots) -> None:
        """N1-N30, but for the lots, which are given."""
        cities = self.map.cities
        self.build = {name: [Slot(kind) for kind in city.build] for name, city in cities.items()}
        self.turbine_slots = {name: [Slot(kind) for kind in city.turbines] for name, city in cities.items()}
        self.mine_slots = {name: [Slot(kind) for kind in city.mines] for name, city in cities.items()}
        self.lines = [Line(one, two, red, [None] * length) for one, two, length, red in self.map.lines]
        self.wagons = {area: {1: amount, 2: 0} for area, amount in WAGONS[self.players].items()}
        self.stack = {2: 30, 3: 35, 4: 45}[self.players] - 5
        self.stacked = {colour: STACK_SIZE[colour][self.players] - 2 for colour in ("silver", "gold")}
        self.open = {"silver": list(lots.silver), "gold": list(lots.gold)}
        self.market, self.milestones, self.purple = list(lots.market), list(lots.milestones), set(lots.purple)
        self.tokens = {0, 1, 2}
        self.seats = [Seat(contracts=["", "", "", initial]) for initial in lots.initial]
        self.set_up_map(lots)

    def set_up_map(self, lots: Lots) -> None:
        """N13-N19."""
        card = setup_cards()[lots.cards[0]]
        neutral = list(lots.neutral)
        self.put_neutral(card.neutral, neutral)
        self.fuelled = {card.nucleum}
        if self.players == 3:
            for slots in self.turbine_slots.values():
                for slot in slots:
                    slot.rubble = slot.kind == "t4"
        if self.players < 4:
            three = self.players == 3
            self.put_rubble((*card.urban, *(card.urban_3 if three else ()))[:URBAN_RUBBLE], self.build)
            self.put_rubble((*card.mines, *(card.mines_3 if three else ()))[:MINING_RUBBLE], self.mine_slots)
        for name in lots.cards[1:]:
            self.put_neutral(setup_cards()[name].neutral, neutral)

    def put_neutral(self, city: str, stack: list[str]) -> None:
        """N14, N19: the first of the stack that fits; those drawn before it go under the stack, in the order of the draws.

        No player chooses the slot here: one kind goes before two kinds and these before red, then the printed order.
        """
        if city not in self.map.cities:
            return
        if not any(slot.free for slot in self.build[city]):
            self.seen.append("no slot for a neutral building")
            return
        aside = []
        while stack:
            name = stack.pop(0)
            type_ = NEUTRAL[name][0]
            slots = [self.build[city][number] for number in self.fitting(city, {type_})]
            if slots:
                min(slots, key=lambda slot: slot.red).building = Building(NOBODY, type_, 0, neutral=name)
                break
            aside.append(name)
            self.seen.append("neutral building set aside")
        stack += aside

    def put_rubble(self, cities: tuple[str, ...], slots: dict[str, list[Slot]]) -> None:
        """N17, N18: on red slots first."""
        for city in cities:
            free = [slot for slot in slots[city] if slot.free]
            if free:
                min(free, key=lambda slot: not slot.red).rubble = True

    def experiments(self) -> Asks:
        """N31-N33."""
        left = set("ABCD")
        for seat in reversed(self.around(self.first)):
            move = yield from self.ask("experiment", seat, lambda: {("experiment", letter) for letter in left})
            letter = str(move[1])
            left.remove(letter)
            self.seats[seat].experiment = letter
            self.seats[seat].hand = {f"S{letter}{number}" for number in (1, 2, 3, 4)} | {f"{DIRECTIVE}_{letter}"}

    # -- the course of the game --------------------------------------------------------------------------------

    def play(self) -> Asks:
        """N34, N94, N101."""
        self.active = NOBODY
        yield from self.experiments()
        while not self.called:
            yield from self.lap()
        self.seen.append("last lap")
        yield from self.lap()
        self.active = NOBODY
        self.over = True

    def lap(self) -> Asks:
        for seat in self.around(self.first):
            self.active = seat
            yield from self.turn(seat)

    def turn(self, seat: int) -> Asks:
        move = yield from self.ask("turn", seat, lambda: self.turn_moves(seat))
        if move[0] == "play":
            yield from self.play_tile(seat, str(move[1]))
            return
        if move[0] == "lay":
            yield from self.lay(seat, move)
        else:
            yield from self.recharge(seat)
        yield from self.ask("end", seat, lambda: {STOP})

    def turn_moves(self, seat: int) -> set[Move]:
        mine = self.seats[seat]
        found: set[Move] = {("recharge",)}
        if len(mine.played) < MOST_PLAYED:
            found |= {("play", tile) for tile in mine.hand}
        if mine.workers or self.lays_freely(seat):
            found |= {
                ("lay", tile, number, space, turned)
                for tile in mine.hand
                if tile_of(tile)
                for number, space in self.spaces(seat)
                for turned in (0, 1)
            }
        return found

    # -- a tile on the own board -------------------------------------------------------------------------------

    def play_tile(self, seat: int, name: str) -> Asks:
        """N35-N39."""
        mine, tile = self.seats[seat], tile_of(name)
        mine.hand.remove(name)
        mine.played.append(name)
        left = [0, 1] if tile else [0]
        may_fulfil = True

        def moves() -> set[Move]:
            held = {one for one in mine.contracts if one} | self.purple if may_fulfil else set()
            found: set[Move] = {("end", end) for end in left}
            return found | {("fulfil", one) for one in held if self.fulfils(seat, one)} | {STOP}

        while True:
            move = yield from self.ask("tile", seat, moves)
            if move == STOP:
                return
            if move[0] == "fulfil":
                may_fulfil = False
                yield from self.fulfil(seat, str(move[1]))
            else:
                left.remove(int(move[1]))
                yield from self.effect(seat, tile.effects[int(move[1])]) if tile else self.direct(seat)

    def direct(self, seat: int) -> Asks:
        """N39."""
        move = yield from self.ask("directive", seat, lambda: {("act", action) for action in MAIN_ACTIONS} | {STOP})
        if move == STOP:
            return
        action = str(move[1])
        if action == "U":
            yield from self.urbanize(seat, 1)
        elif action == "I":
            yield from self.industrialize(seat, cheaper=1)
        elif action == "D":
            yield from self.develop(seat, 1)
        elif action == "E":
            yield from self.energize(seat, discount=1)
        else:
            yield from self.effect(seat, action)

    def fulfil(self, seat: int, name: str) -> Asks:
        """N37."""
        mine = self.seats[seat]
        if name in self.purple:
            self.purple.remove(name)
        else:
            mine.contracts[mine.contracts.index(name)] = ""
        mine.done.add(name)
        if mine.knows("B7"):
            self.score(seat, 2)
        yield from self.gain(seat, contracts()[name].reward)

    # -- a tile as a railway -----------------------------------------------------------------------------------

    def lays_freely(self, seat: int) -> bool:
        """The worker comes from the supply, as long as there is one."""
        mine = self.seats[seat]
        return mine.knows("D1") and not mine.laid_freely and mine.supply > 0

    def spaces(self, seat: int) -> set[tuple[int, int]]:
        """N40: what touches a city or a tile."""
        return {
            (number, space)
            for number, line in enumerate(self.lines)
            if not line.red or self.seats[seat].thaler >= RED_SLOT
            for space, laid in enumerate(line.spaces)
            if laid is None
            and (
                space in (0, len(line.spaces) - 1)
                or line.tile_at(space - 1) is not None
                or line.tile_at(space + 1) is not None
            )
        }

    def lay(self, seat: int, move: Move) -> Asks:
        """N40-N45: the actions of the ends first, then the line is complete and inaugurated."""
        name, number, space, turned = str(move[1]), int(move[2]), int(move[3]), bool(move[4])
        line, mine = self.lines[number], self.seats[seat]
        if self.lays_freely(seat):
            mine.supply -= 1
        else:
            mine.workers -= 1
        mine.laid_freely = mine.laid_freely or mine.knows("D1")
        self.pay(seat, RED_SLOT if line.red else 0)
        mine.hand.remove(name)
        line.spaces[space] = Laid(name, turned, seat)
        line.in_use = True
        if mine.knows("B4"):
            mine.thaler += 1
        ends = self.matched(line, space)
        if mine.knows("D2"):
            mine.thaler += sum(kind == "new" for kind, _ in ends)
        for one in self.around(seat):
            self.helper = one if one != seat else NOBODY
            yield from self.use_ends(one, {end: effect for end, (owner, effect) in ends.items() if owner == one})
        self.helper = NOBODY
        line.in_use = False
        if line.complete:
            self.inaugurate(seat, line)

    def use_ends(self, seat: int, ends: dict[Move, str]) -> Asks:
        """N43, N44: each once at most, in the order the player likes."""
        left = set(ends)
        while left:
            move = yield from self.ask("railway", seat, lambda: left | {STOP})
            if move == STOP:
                return
            left.remove(move)
            if move[0] == "old":
                self.seen.append("old end used" if seat == self.active else "old end of another used")
            yield from self.effect(seat, ends[move])

    def matched(self, line: Line, space: int) -> dict[Move, tuple[int, str]]:
        """N43, N44: by side of the space, the ends of the new tile that match and the old ends that they meet; whose, and what they do."""
        laid = line.spaces[space]
        assert laid is not None
        tile = tile_of(laid.tile)
        assert tile is not None
        found: dict[Move, tuple[int, str]] = {}
        for side, towards in enumerate((True, False)):
            end = laid.end(towards)
            city = line.city_at(space, towards)
            other = line.tile_at(space - 1 if towards else space + 1)
            if city and matches(tile.colours[end], self.map.cities[city].colour):
                found["new", side] = laid.owner, tile.effects[end]
            elif other:
                facing, there = tile_of(other.tile), other.end(not towards)
                assert facing is not None
                if matches(tile.colours[end], facing.colours[there]):
                    found["new", side] = laid.owner, tile.effects[end]
                    found["old", side] = other.owner, facing.effects[there]
        return found

    def inaugurate(self, seat: int, line: Line) -> None:
        """N45."""
        steps = INAUGURATION[self.players].get(len(line.spaces), 0)
        for one in self.around(seat):
            own = sum(laid is not None and laid.owner == one for laid in line.spaces)
            self.step(one, "vp", own * steps)
        if self.seats[seat].knows("D4"):
            self.score(seat, 1)

    # -- recharging --------------------------------------------------------------------------------------------

    def recharge(self, seat: int) -> Asks:
        """N81-N93."""
        mine = self.seats[seat]
        mine.laid_freely = False
        if mine.knows("C4"):
            mine.achievements += 2
        for track in ("thaler", "workers", "vp"):
            amount, points = mine.income_of(track)
            yield from self.gain(seat, {track: amount, "vp": points} if track != "vp" else {"vp": points})
        yield from self.progress(seat)
        mine.hand |= set(mine.played)
        mine.played = []

    def reachable(self, seat: int) -> set[int]:
        """N83, N84, N88."""
        mine = self.seats[seat]
        taken = {TIER_OF[space] for space in mine.markers if space}
        return {0} | {space for space, tier in TIER_OF.items() if space <= mine.achievements and tier not in taken}

    def progress(self, seat: int) -> Asks:
        mine = self.seats[seat]
        move = yield from self.ask("progress", seat, lambda: {("space", space) for space in self.reachable(seat)})
        space = int(move[1])
        mine.achievements = 0
        higher = any(SEGMENT_OF.get(other) == 3 for one in self.seats for other in one.markers)
        mine.markers.append(space)
        if space == 0:
            yield from self.gain(seat, {"thaler": 2, "workers": 1})
        elif SEGMENT_OF[space] in self.tokens:
            yield from self.fuel_plant(seat, SEGMENT_OF[space])
        elif SEGMENT_OF[space] == 3 and not higher:
            yield from self.gain(seat, {"technology": 3})
        if space == 40:
            self.score(seat, 9)
        if self.days < 3 and min(len(one.markers) for one in self.seats) > self.days:
            self.kings_day(seat)

    def fuel_plant(self, seat: int, segment: int) -> Asks:
        """N85."""
        free = {plant for plant in PLANT_BONUS if plant not in self.fuelled}
        assert COAL_PLANT not in free
        move = yield from self.ask("plant_for_nucleum", seat, lambda: {("fuel", plant) for plant in free})
        plant = str(move[1])
        self.tokens.remove(segment)
        self.fuelled.add(plant)
        bonus = PLANT_BONUS[plant]
        if bonus == "tile":
            yield from self.discounted_tile(seat, 2)
        else:
            amounts = {"worker": {"workers": 1}, "thaler": {"thaler": 2}, "uranium": {"uranium": 1}}
            yield from self.gain(seat, amounts[bonus])

    def kings_day(self, seat: int) -> None:
        """N89-N91, N97."""
        self.days += 1
        self.seen.append(f"day {self.days}")
        highest = [max(one.markers) for one in self.seats]
        values = sorted(set(highest), reverse=True)
        for one in self.around(seat):
            place = values.index(highest[one])
            self.score(one, (6, 2)[place] if place < 2 else 0)
        if self.days == 3:
            self.meet("recharges", seat)

"""The part ``fuzz``: random games under every setting within the budget, and their combined results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reguli.engine.fault_diagnostics import fault_diagnostic, rule_location
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.notation import element_text, move_text, place_text
from reguli.engine.observation import may_see_field, may_see_zone, player_view, visible_stack_cards
from reguli.ir.executable_program import Playable
from reguli.ir.program import Program, Slots
from reguli.ir.rng import Stream, shuffled, uniform_below
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import EPOCH, NONE, FieldSlots
from reguli.model.resolved_ruleset import Hidden, Ruleset
from reguli.model.rule_digests import digest_rules
from reguli.model.types import ElementType, NumberType, Type
from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.verify.fuzzing.metamorphic_tests import (
    SeatSymmetry,
    Tongues,
    TranslationConsistency,
    mentions_seats,
    replay_differences,
)
from reguli.verify.fuzzing.order_independence import SourceReordering, check_reordering
from reguli.verify.fuzzing.random_games import (
    LONGEST,
    ChanceStatistics,
    DelayedPlayout,
    FailedPlayout,
    GameSetting,
    GameSettings,
    RandomPlayout,
    endless_game_finding,
    find_cycle,
)
from reguli.verify.fuzzing.rule_coverage import CoverageWatch, RuleCoverage, coverage_gaps
from reguli.verify.paired_programs import GuidedPlayout, game_random_stream, guide_of_playout
from reguli.verify.report import (
    Budget,
    Found,
    Holds,
    Level,
    Offered,
    Progress,
    Severity,
    Subject,
    finding_id,
    make_report_finding,
)
from reguli.verify.test_generation.example_generation import statements_implemented_by
from reguli.verify.test_generation.fault_examples import FaultScenario, offer_fault_example

# -- noninterference -------------------------------------------------------------------------------------------------
# What a player does not see changes nothing for him: hidden things are exchanged, and his view, his moves and every reason must stay.
#
# Exchanged is what he cannot tell apart: pieces that lie where he does not see them, values that he does not see, of those who have one.


TRIED: Final = 3
"""Moves of each option that are tried, allowed or not."""
HIGHEST: Final = 60
"""Numbers are tried up to here."""


@frozen_class
class InformationLeak(FrozenValue):
    """A leak of hidden information: the rule, and the observable that depends on it."""

    rule: str
    what: str
    by: str
    """Who learns it."""


def has_hidden_state(ruleset: Ruleset) -> bool:
    """Return whether the ruleset has any hidden state."""
    return any(state.visible.who != "all" for state in ruleset.state.values())


def find_leaks(played: GamePlaythrough, lot: Stream) -> Iterator[InformationLeak]:
    """Permute the state hidden from the player to move, and yield each view, move list or refusal reason that changes."""
    assert played.decision is not None
    viewer = played.actor
    other = shuffle_hidden_state(played, viewer, lot)
    if other.slots == played.slots:
        return
    by, asked = element_text(played.program, "player", viewer, ids=True), played.decision.ask.rule
    try:
        moves = list(_tried(played, lot))
        if player_view(other, viewer) != player_view(played, viewer):
            yield InformationLeak(asked, "view", by)
        if _listed(other) != _listed(played):
            yield InformationLeak(asked, "moves", by)
            return
        for move, option in moves:
            if refusal_reasons(other, move) != refusal_reasons(played, move):
                yield InformationLeak(option, move_text(played.program, played.decision, move), by)
    except RulesFault:
        # Hidden values that are exchanged need not be a position that rules can lead to.
        return


def _listed(played: GamePlaythrough) -> list[object]:
    return [(family.choice.option.name, family.arguments, family.span) for family in played.families()]


def shuffle_hidden_state(played: GamePlaythrough, viewer: int, lot: Stream) -> GamePlaythrough:
    """Return the position with all hidden state permuted that the viewer cannot distinguish."""
    other = played.branch()
    program, slots = other.program, other.slots
    # What is written past the rules is not what is remembered of the position.
    slots[EPOCH] = 0
    for kind in program.layout.places:
        _mix_pieces(played, slots, kind, viewer, lot)
    for stored in program.layout.fields.values():
        if stored.zone < 0 or program.ruleset.kinds[stored.declared.of or ""].form == "tokens":
            _mix_values(program, slots, stored, viewer, lot)
    return other


def _mix_pieces(played: GamePlaythrough, slots: Slots, kind: str, viewer: int, lot: Stream) -> None:
    program = played.program
    first, last = program.layout.places[kind], len(program.ruleset.kinds[kind].elements)
    stacks = [
        (stored, owner)
        for stored in program.layout.fields.values()
        if stored.declared.order == "stack" and stored.declared.of == kind
        for owner in range(stored.places)
    ]
    known = {card for stored, owner in stacks for card in visible_stack_cards(played, stored, owner, viewer)}
    unseen = [
        piece
        for piece in range(last)
        if piece not in known and not may_see_zone(program, slots, slots[first + piece], viewer)
    ]
    stands_for = dict(zip(unseen, shuffled(unseen, lot), strict=True))
    before = list(slots)
    for piece, other in stands_for.items():
        slots[first + other] = before[first + piece]
    for stored, owner in stacks:
        base = stored.base + owner * stored.stride
        for at in range(base + 1, base + 1 + slots[base]):
            slots[at] = stands_for.get(slots[at], slots[at])


def _mix_values(program: Playable, slots: Slots, field: FieldSlots, viewer: int, lot: Stream) -> None:
    unseen = [owner for owner in range(field.places) if not may_see_field(program, slots, field, owner, viewer)]
    stretches = [slots[field.base + owner * field.stride :][: field.stride] for owner in unseen]
    for owner, stretch in zip(unseen, shuffled(stretches, lot), strict=True):
        at = field.base + owner * field.stride
        slots[at : at + field.stride] = stretch


def _tried(played: GamePlaythrough, lot: Stream) -> Iterator[tuple[Move, str]]:
    """Yield some random moves for each option, legal or not, with the rule of the option."""
    assert played.decision is not None
    for choice in played.decision.choices:
        types = [parameter.variable.type for parameter in choice.option.parameters]
        for _ in range(TRIED if types else 1):
            move = Move(choice.option.name, tuple(_number(played.program, one, lot) for one in types))
            yield move, choice.option.rule


def _number(program: Program, found: Type, lot: Stream) -> int:
    if isinstance(found, ElementType):
        return uniform_below(lot, program.layout.size_of(found.kind))
    return uniform_below(lot, HIGHEST) if isinstance(found, NumberType) else uniform_below(lot, 2)


def find_visible_hidden_state(played: GamePlaythrough) -> Iterator[tuple[Hidden, str, str]]:
    """Yield violations of hidden-state claims: the claim, the place, and the player who sees it."""
    program = played.program
    for claim in program.ruleset.hidden:
        field = program.layout.fields[claim.field]
        for place in range(field.places):
            own = field.owner_of(place) if field.declared.owner == "player" and claim.who == "others" else None
            for seat in range(program.players):
                if seat != own and may_see_field(program, played.slots, field, place, seat):
                    name = place_text(program, field.name, place, ids=True)
                    yield claim, name, element_text(program, "player", seat, ids=True)


# -- state invariants ------------------------------------------------------------------------------------------------
# What no rules can break: every value within its bounds, every piece in one place, no token more or fewer than in the box.


@dataclass(slots=True)
class StateInvariants:
    """Structural invariants of a program's positions; tokens are counted once, before the set-up."""

    program: Playable
    _tokens: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Count the tokens of the box."""
        self._tokens = self._counted(self.program.first)

    def wrong(self, slots: Slots) -> Iterator[tuple[str, str]]:
        """Yield each place with an impossible value, and that value."""
        for field_slots in self.program.layout.fields.values():
            yield from self._of_field(field_slots, slots)
        yield from self._pieces(slots)
        for kind, amounts in self._counted(slots).items():
            if amounts != self._tokens[kind]:
                yield kind, f"{sum(self._tokens[kind])} → {sum(amounts)}"

    def _of_field(self, one: FieldSlots, slots: Slots) -> Iterator[tuple[str, str]]:
        for place in range(one.places):
            base = one.base + place * one.stride
            if not self._fits(one, slots[base : base + one.stride]):
                said = " ".join(map(str, slots[base : base + one.stride]))
                yield place_text(self.program, one.name, place, ids=True), said

    def _fits(self, one: FieldSlots, held: Sequence[int]) -> bool:
        declared = one.declared
        match declared.form:
            case "number":
                return declared.low <= held[0] and (declared.high is None or held[0] <= declared.high)
            case "flag":
                return held[0] in (0, 1)
            case "element":
                return NONE <= held[0] < self.program.layout.size_of(declared.of or "")
            case "list":
                members = held[1 : 1 + held[0]]
                size = self.program.layout.size_of(declared.of or "")
                return (
                    0 <= held[0] <= one.capacity and len({*members}) == held[0] and all(0 <= m < size for m in members)
                )
            case "set":
                return all(mark in (0, 1) for mark in held)
            case _:
                return all(amount >= 0 for amount in held) or declared.order == "stack"

    def _pieces(self, slots: Slots) -> Iterator[tuple[str, str]]:
        """Find pieces in places impossible for their kind, overfull zones, and stacks that do not match their content."""
        layout, kinds = self.program.layout, self.program.ruleset.kinds
        for kind, first in layout.places.items():
            lying = slots[first : first + len(kinds[kind].elements)]
            for piece, zone in enumerate(lying):
                owner = (
                    layout.fields[layout.zone_fields[zone][0]].declared.of
                    if 0 <= zone < len(layout.zone_fields)
                    else None
                )
                if zone != NONE and owner != kind:
                    yield kinds[kind].elements[piece], str(zone)
            for zone, count in Counter(lying).items():
                if zone != NONE:
                    yield from self._zone(zone, count, slots)

    def _zone(self, zone: int, count: int, slots: Slots) -> Iterator[tuple[str, str]]:
        name, place = self.program.layout.zone_fields[zone]
        one = self.program.layout.fields[name]
        stacked = one.declared.order == "stack" and slots[one.base + place * one.stride] != count
        if count > one.capacity or stacked:
            yield place_text(self.program, name, place, ids=True), str(count)

    def _counted(self, slots: Sequence[int]) -> dict[str, list[int]]:
        """Return the number of tokens of each limited kind, by variety."""
        found: dict[str, list[int]] = {}
        endless = {one.declared.of for one in self.program.layout.fields.values() if one.infinite}
        for one in self.program.layout.fields.values():
            kind = one.declared.of or ""
            if one.declared.form != "zone" or self.program.ruleset.kinds[kind].form != "tokens" or kind in endless:
                continue
            amounts = found.setdefault(kind, [0] * one.stride)
            for place in range(one.places):
                base = one.base + place * one.stride
                for variety in range(one.stride):
                    amounts[variety] += slots[base + variety]
        return found


# -- fuzzing part ----------------------------------------------------------------------------------------------------


OFTEN: Final = 10
"""Every so many moves a position is looked at."""
SAVED: Final = 8
"""Of so many games one is saved and loaded."""
SAVED_AT: Final = (0, 2, 20)
"""Behind so many times ``OFTEN`` moves."""
TWICE: Final = 3
"""Steps that it takes to make a move, undo it and make it again."""
HIDDEN: Final = 50
"""Every so many moves what is hidden is exchanged, or as many as twice the steps that it takes: of a long game so much is told that it would take most of them."""
SEEN: Final = 20
"""Steps that it takes to exchange it and look at everything once more, and one for each ``TOLD`` things that were told."""
TOLD: Final = 60
OF_EXAMPLES: Final = 0.25
"""So much of the budget is kept for the examples: what do they come to that no game does?"""
TURNING: Final = 40
"""Steps that it takes to turn seats at a position and play on from it; of all moves between two such positions it is a fourth part."""
LANGUAGES: Final = 20
"""Every so many moves the moves of a position are told in all languages."""
TELLING: Final = 8
"""Steps that that takes."""
AIM: Final = "|look"
"""The name of the stream by which hidden things are exchanged."""
NOT_SAID: Final = ("V411",)
"""A fault of what plays, and not of the rules."""
CIRCLING: Final = ("E317", "E318")
"""Faults of moves without a choice and that come to no end."""
ONCE: Final = 0.1
"""So much of the budget is kept for shorter ways to what was found."""

OFFERED: Final = 0.5
"""So much of that for examples of it."""

WRITTEN: Final = 0.07
"""So much of the budget at most for the game as its files are written the other way round."""


@dataclass(slots=True)
class FuzzingTotals:
    """The combined results of all games so far."""

    subject: Subject
    tables: GameSettings
    walker: GuidedPlayout = field(default_factory=GuidedPlayout)
    chances: ChanceStatistics = field(default_factory=ChanceStatistics)
    reached: RuleCoverage = field(default_factory=RuleCoverage)
    watch: CoverageWatch = field(init=False)
    games: int = 0
    moves: int = 0
    ended: int = 0
    endless: list[tuple[GameSetting, int, DelayedPlayout, Playable]] = field(default_factory=list)
    """Games that came to no end: table, seed, and what changed in their second half."""
    failed: dict[tuple[str, str], FailedPlayout] = field(default_factory=dict)
    """By code and rule: the shortest way there."""
    offered: dict[tuple[str, str], Offered] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: dict[str, Found] = field(default_factory=dict)
    """Other findings, by id."""
    doubts: dict[str, str] = field(default_factory=dict)
    """By the name of a decision at which the search for a way out gave up: its rule."""
    set_up: Counter[GameSetting] = field(default_factory=Counter)
    visits: Counter[GameSetting] = field(default_factory=Counter)
    """Games that were begun at each table."""
    turning: SeatSymmetry = field(default_factory=SeatSymmetry)
    telling: TranslationConsistency = field(default_factory=TranslationConsistency)
    turns: bool = False
    """Whether the rules are such that seats may be turned."""
    looked: Counter[str] = field(default_factory=Counter)
    """By what is looked at: behind how many moves it was last."""

    def __post_init__(self) -> None:
        """Start the coverage recording."""
        self.watch = CoverageWatch(self.reached)
        self.turns = not mentions_seats(self.subject.ruleset)

    def walker_at(self, table: GameSetting) -> GuidedPlayout:
        """Return the player of a setting's next game: random, and every second time mostly guided by one of the ruleset's bots."""
        visit = self.visits[table]
        self.visits[table] += 1
        # Where there is time for one game at each table only, it is the bot's with every second number of players.
        return GuidedPlayout(
            seen=self.walker.seen, guide=guide_of_playout(self.tables.guides(table), visit + table.players)
        )

    def keep(
        self, code: str, span: Span | None, rule: str, severity: Severity, operand: str = "", **values: Any
    ) -> None:
        """Store a finding unless it is already known."""
        found = make_report_finding("fuzz", severity, make_finding(code, span, **values), rule, operand)
        self.wrong.setdefault(found.id, found)

    def is_due(self, what: str, after: int) -> bool:
        """Return whether enough moves were made since the last check of a kind, and if so, record it as done."""
        if self.moves - self.looked[what] < after:
            return False
        self.looked[what] = self.moves
        return True


def run_fuzzing(
    subject: Subject,
    budget: Budget,
    progress: Progress,
    *,
    writing: SourceReordering | None = None,
    tongues: Tongues | None = None,
) -> Iterator[Found | Holds]:
    """Play until the budget is spent, then report; an interruption reports the results so far.

    With ``writing`` the game as its files are written the other way round is played beside it; with ``tongues`` it is told in several languages.
    """
    all_of_it = FuzzingTotals(subject, GameSettings(subject), telling=TranslationConsistency(tongues))
    broken = False
    examples, shorter = budget.share(OF_EXAMPLES), budget.share(ONCE)
    if writing is not None:
        share = budget.share(WRITTEN)
        found = check_reordering(subject, writing, share)
        budget.give_back(share)
        yield from () if found is None else (found,)
    try:
        tables = enumerate(all_of_it.tables.in_turn())
        _play(all_of_it, tables, budget, progress)
        if all_of_it.failed:
            examples_of_faults = shorter.share(OFFERED)
            _shorten(all_of_it, shorter)
            shorter.give_back(examples_of_faults)
            _offer(all_of_it, shorter)
        else:
            _play(all_of_it, tables, shorter, progress)
    except KeyboardInterrupt:
        broken = True
    budget.give_back(shorter)
    budget.cut += all_of_it.tables.unseen
    yield from _found(all_of_it, examples)
    budget.give_back(examples)
    yield from _holds(all_of_it)
    if broken:
        raise KeyboardInterrupt


def _play(
    all_of_it: FuzzingTotals, tables: Iterator[tuple[int, GameSetting]], budget: Budget, progress: Progress
) -> None:
    watch = all_of_it.watch
    while budget.left > 0:
        number, table = next(tables)
        progress("fuzz", number, 0)
        program = all_of_it.tables.program(table, budget)
        if program is None:
            budget.spend(1)
            continue
        seed = all_of_it.subject.seed + number
        game = RandomPlayout(table, program, seed, all_of_it.chances, all_of_it.walker_at(table))
        all_of_it.reached.game = all_of_it.games
        all_of_it.games += 1
        if all_of_it.set_up[table] < 2:
            all_of_it.set_up[table] += 1
            watch.set_up(program, seed, budget)
        if game.begin():
            _through(all_of_it, game, watch, budget)
        else:
            budget.spend(1)
        _ended(all_of_it, game, budget)


def _through(all_of_it: FuzzingTotals, game: RandomPlayout, watch: CoverageWatch, budget: Budget) -> None:
    """Play one game and check it on the way."""
    box, hidden = StateInvariants(game.program), has_hidden_state(game.program.ruleset)
    lot = game_random_stream(game.seed, AIM)
    last: Move | None = None
    for number, (played, family, move) in enumerate(game.moves(budget)):
        if last is not None:
            watch.look(played, last, budget)
        # Counted through all games: those of a few moves are looked at everywhere, too.
        all_of_it.moves += 1
        if all_of_it.moves % OFTEN == 0:
            game.late.look(played, family.choice.option.rule)
            _sound(all_of_it, game, box, played)
            _again(all_of_it, game, family.choice.option.rule, move, budget, midst=number // OFTEN in SAVED_AT)
            for claim, place, who in find_visible_hidden_state(played):
                way = _way(game, played)
                values = {"place": place, "who": claim.who, "player": who, "way": way}
                all_of_it.keep("V413", claim.span, "", "error", claim.field, **values)
        exchanging = SEEN + len(played.journal) // TOLD
        if hidden and all_of_it.is_due("hidden", max(HIDDEN, 2 * exchanging)):
            budget.spend(exchanging)
            _leaks(all_of_it, game, played, lot)
        if all_of_it.turns and all_of_it.turning.is_due(played) and all_of_it.is_due("seats", 4 * TURNING):
            budget.spend(TURNING)
            _turned(all_of_it, game, played, lot)
        if all_of_it.telling.is_due(played, budget) and all_of_it.is_due("languages", LANGUAGES):
            budget.spend(TELLING)
            _mistold(all_of_it, game, played)
        last = move
    if last is not None and game.played is not None and not game.failed:
        watch.look(game.played, last, budget)


def _leaks(all_of_it: FuzzingTotals, game: RandomPlayout, played: GamePlaythrough, lot: Stream) -> None:
    """Check whether any observable depends on hidden state."""
    for leak in find_leaks(played, lot):
        span, way = rule_location(game.program, leak.rule), _way(game, played)
        all_of_it.keep("V404", span, leak.rule, "error", what=leak.what, player=leak.by, way=way)


def _turned(all_of_it: FuzzingTotals, game: RandomPlayout, played: GamePlaythrough, lot: Stream) -> None:
    """Check whether any outcome depends on the seat order."""
    found = all_of_it.turning.turned(played, lot)
    if found is not None:
        span, way = rule_location(game.program, found.rule), _way(game, played)
        values = {"what": found.said, "before": found.before, "after": found.after, "way": way}
        all_of_it.keep("V414", span, found.rule, "warning", "", **values)


def _mistold(all_of_it: FuzzingTotals, game: RandomPlayout, played: GamePlaythrough) -> None:
    """Check whether other languages describe different moves."""
    for one in all_of_it.telling.look(played):
        (text, there), (move, second) = one.texts, one.moves
        code, values = "V416", {"text": text, "move": move, "second": second}
        if one.numbers:
            code, values = "V417", {"text": text, "text_there": there, "move": move}
        values |= {"language": one.language, "other": one.other}
        all_of_it.keep(code, rule_location(game.program, one.rule), one.rule, "warning", one.language, **values)


def _sound(all_of_it: FuzzingTotals, game: RandomPlayout, box: StateInvariants, played: GamePlaythrough) -> None:
    """Check whether a position is possible."""
    for place, held in box.wrong(played.slots):
        span = game.program.ruleset.documents.game.span
        all_of_it.keep("V401", span, "", "error", place, place=place, held=held, way=_way(game, played))


def _again(
    all_of_it: FuzzingTotals, game: RandomPlayout, rule: str, move: Move, budget: Budget, *, midst: bool
) -> None:
    """Check whether repeating a move reproduces its result."""
    played = game.played
    assert played is not None
    assert played.decision is not None
    save = midst and game.seed % SAVED == 0
    budget.spend(TWICE + (len(played.moves) if save else 0))
    try:
        for code in replay_differences(played, move, save=save):
            text = move_text(game.program, played.decision, move)
            span, way = rule_location(game.program, rule), _way(game, played)
            all_of_it.keep(code, span, rule, "error", move=text, way=way)
    except RulesFault:
        # The same move fails when it is made; there it is told.
        return


def _way(game: RandomPlayout, played: GamePlaythrough) -> Said:
    return Said("at_games.after", table=game.table.said, seed=game.seed, moves=len(played.moves))


def _ended(all_of_it: FuzzingTotals, game: RandomPlayout, budget: Budget) -> None:
    """Record how a game ended."""
    for failed in game.failed:
        key = failed.fault.code, failed.fault.rule
        all_of_it.times[key] += 1
        known = all_of_it.failed.get(key)
        if known is None or failed.number < known.number:
            all_of_it.failed[key] = failed
    if game.played is None:
        return
    all_of_it.chances.look(game.played)
    all_of_it.doubts.update({name: _rule_of(game, name) for name in game.played.doubts})
    if game.ended:
        all_of_it.ended += 1
    elif len(game.played.moves) >= LONGEST:
        all_of_it.endless.append((game.table, game.seed, game.late, game.program))


def _rule_of(game: RandomPlayout, decision: str) -> str:
    return next(one.ask.rule for one in game.program.decisions if one.ask.name == decision)


def _shorten(all_of_it: FuzzingTotals, budget: Budget) -> None:
    """Search for shorter paths to the faults, by further games biased towards the failing option."""
    for key, known in list(all_of_it.failed.items()):
        share = budget.share(1 / len(all_of_it.failed))
        walker = GuidedPlayout([known.option] if known.option else [])
        seed = all_of_it.subject.seed
        while share.left > 0 and all_of_it.failed[key].number > 1:
            seed += 1
            game = RandomPlayout(known.table, known.program, seed, ChanceStatistics(), walker)
            if not game.begin():
                share.spend(1)
            for _ in game.moves(share, all_of_it.failed[key].number):
                pass
            for failed in game.failed:
                if (failed.fault.code, failed.fault.rule) == key and failed.number < all_of_it.failed[key].number:
                    all_of_it.failed[key] = failed
        budget.give_back(share)


def _offer(all_of_it: FuzzingTotals, budget: Budget) -> None:
    """Create an example for each fault that a move triggers."""
    for left, (key, failed) in enumerate(all_of_it.failed.items()):
        if failed.before is not None and failed.move is not None and failed.fault.code not in NOT_SAID:
            share = budget.share(1 / (len(all_of_it.failed) - left))
            come = FaultScenario(failed.before, failed.move, failed.fault)
            found = offer_fault_example(
                all_of_it.subject,
                come,
                statements_implemented_by(all_of_it.subject, f"rule:{failed.fault.rule}"),
                share,
            )
            if found is not None:
                all_of_it.offered[key] = found
            budget.give_back(share)


# -- what is said ------------------------------------------------------------------------------------------------------


def _found(all_of_it: FuzzingTotals, budget: Budget) -> Iterator[Found]:
    for key, failed in all_of_it.failed.items():
        code, rule = key
        identity = finding_id("fuzz", code, rule, str(dict(failed.fault.values).get("reason", "")))
        told = _told(all_of_it, failed, all_of_it.times[key])
        yield Found(identity, "fuzz", "error", told, rule, all_of_it.offered.get(key))
    yield from all_of_it.wrong.values()
    last = all_of_it.tables.any_program
    if last is None:
        return
    if all_of_it.endless:
        yield endless_game_finding(*all_of_it.endless[0], (len(all_of_it.endless), all_of_it.games))
    yield from all_of_it.chances.found(last)
    for name, rule in sorted(all_of_it.doubts.items()):
        yield make_report_finding("fuzz", "warning", make_finding("C116", rule_location(last, rule), name=name), rule)
    yield from coverage_gaps(all_of_it.subject, all_of_it.reached, all_of_it.games, budget)


def _told(all_of_it: FuzzingTotals, failed: FailedPlayout, times: int) -> Diagnostic:
    """Return a fault with the shortest path to it, and how often it occurred."""
    found = fault_diagnostic(failed.program, failed.fault)
    at = rule_location(failed.program, failed.option)
    related = [(at, failed.said), (at, Said("at_games.often", times=times, games=all_of_it.games))]
    ring = None
    if failed.before is not None and failed.fault.code in CIRCLING:
        ring = find_cycle(failed.before, failed.move)
    if ring is not None:
        related.append((at, ring.said))
    return Diagnostic(found.code, found.span, found.args, (*found.related, *related))


def _holds(all_of_it: FuzzingTotals) -> Iterator[Holds]:
    """Yield the evidence that each reached rule never failed."""
    wrong = {found.rule for found in all_of_it.wrong.values()} | {rule for _, rule in all_of_it.failed}
    rules = all_of_it.reached.rules | {f"define.{name}" for name in all_of_it.reached.defines}
    for one in digest_rules(all_of_it.subject.ruleset):
        run = one.rule in rules or any(rule.startswith(f"{one.rule}/") for rule in rules)
        if run and not any(rule == one.rule or rule.startswith(f"{one.rule}/") for rule in wrong):
            yield Holds(
                one.rule,
                "fuzz",
                Level.TESTED,
                Said("at_games.never", games=all_of_it.games, settings=all_of_it.tables.what),
            )

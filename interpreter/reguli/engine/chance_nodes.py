"""Chance nodes: the lots and draws of a program, under their typed names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from reguli.engine.chance_source import ChanceRefused, ChanceSource, Prescribed, joined_group_id
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Unreadable, element_text, find_element_index, parse_argument_value, place_text
from reguli.ir.interpreter.collection_closures import stack_parts
from reguli.ir.program import Chance, Program, Slots
from reguli.ir.rng import BETWEEN, NO_MEMBERS
from reguli.ir.state_layout import FieldSlots
from reguli.model.types import PLAIN
from reguli.source.diagnostic import Trouble, make_finding
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name

GAME = "game."


@frozen_class
class ChanceNode(FrozenValue):
    """A site: a lot, a stack that is shuffled and drawn from, or a zone from which tokens are drawn."""

    name: str
    """As a person writes it: ``deck``, ``anna.deck``, ``leader``."""
    key: str
    """As outcomes are logged and prescriptions kept: by the number of its place, whatever the players are called."""
    form: Literal["lot", "stack", "tokens"]
    kind: str | None
    """Of the outcomes, or of their members; ``None`` for numbers."""
    groups: bool
    """Whether each outcome is a set of elements."""
    field: FieldSlots | None
    """What is drawn from; ``None`` for a lot."""
    place: int
    """Which of its places; 0 for a lot."""
    rules: tuple[str, ...]
    """The statements that cast or draw here, in the order of the files."""


def chance_sites(program: Program, names: Sequence[str] = ()) -> tuple[ChanceNode, ...]:
    """Return all chance sites with their typed names, in the order of their rules; ``names`` are the players'."""
    ends: dict[str, list[Chance]] = {}
    for block in program.blocks:
        if isinstance(block.end, Chance):
            ends.setdefault(block.end.site, []).append(block.end)
    found = [site for same in ends.values() for site in _sites(program, same, names)]
    return tuple(sorted(found, key=lambda site: _place(program, site.rules[0])))


def _sites(program: Program, same: Sequence[Chance], names: Sequence[str]) -> list[ChanceNode]:
    """Return the sites of draws or lots with one name: one, or one for each place of a stack."""
    end = same[0]
    rules = tuple(sorted(dict.fromkeys(one.rule for one in same), key=lambda rule: _place(program, rule)))
    if end.form == "lot":
        return [ChanceNode(end.site, end.site, "lot", end.kind, end.capacity > 0, None, 0, rules)]
    field = program.layout.fields[end.site]
    return [
        ChanceNode(
            place_text(program, field.name, place, names, ids=True),
            stack_chance_key(field, place),
            end.form,
            end.kind,
            False,
            field,
            place,
            rules,
        )
        for place in range(field.places)
    ]


def stack_chance_key(field: FieldSlots, place: int) -> str:
    """Return the key for a stack's logged outcomes."""
    return (f"{field.name}.{place}" if field.several else field.name).removeprefix(GAME)


def _place(program: Program, rule: str) -> tuple[str, int, int]:
    span = program.rules[rule].span
    return span.file, span.line, span.column


def find_chance_site(program: Program, word: str, names: Sequence[str] = ()) -> ChanceNode | None:
    """Return the site with this name, or with any name of the element that owns the stack; ``None`` for none."""
    owner, _, called = word.rpartition(".")
    for site in chance_sites(program, names):
        if site.name == word:
            return site
        field = site.field
        if field is None or field.declared.owner == "game" or site.name.rpartition(".")[2] != called:
            continue
        if find_element_index(program, field.declared.owner, owner, names) == field.owner_of(site.place):
            return site
    return None


# -- future draws ----------------------------------------------------------------------------------------------------
# What chance will bring: the order in which the cards of shuffled stacks will come, by seed or as prescribed.


def resolve_card_orders(playthrough: GamePlaythrough, asked: Collection[str] | None = None) -> Slots:
    """Return the slots with every shuffled stack, or only those in ``asked``, put into the order in which its cards will be drawn.

    The playthrough itself is not changed: for those who play, that order is still to be decided.
    """
    slots = list(playthrough.slots)
    for field in playthrough.program.layout.fields.values():
        wanted = asked is None or field.name in asked
        if wanted and field.declared.form == "zone" and field.declared.order == "stack":
            for owner in range(field.places):
                _order(playthrough, slots, field, owner)
    return slots


def _order(playthrough: GamePlaythrough, slots: Slots, field: FieldSlots, owner: int) -> None:
    program = playthrough.program
    counter = program.layout.counters.get(f"{field.name}.{owner}")

    base = field.base + owner * field.stride
    parts = stack_parts(slots, base, field.capacity)
    if counter is None or not any(mixed for _, mixed in parts):
        return
    chance, site, occurrence = (
        playthrough.chance.branch(),
        stack_chance_key(field, owner),
        slots[program.logical + counter],
    )
    ids = program.ruleset.kinds[field.declared.of or ""].elements
    order: list[int] = []
    for cards, mixed in reversed(parts):
        order += _drawn(chance, site, occurrence, cards, ids) if mixed else reversed(cards)
    slots[base + 1 : base + 1 + len(order)] = reversed(order)


def _drawn(chance: ChanceSource, site: str, occurrence: int, cards: Sequence[int], ids: Sequence[str]) -> list[int]:
    """Return all cards of a shuffled part in drawing order."""
    if not chance.is_given(site):
        return [cards[at] for at in chance.order(site, occurrence, [ids[card] for card in cards])]
    rest, order = list(cards), []
    while rest:
        drawn = sum(1 for logged, _ in chance.log if logged == site)
        try:
            index = chance.choose(site, occurrence, drawn, [ids[card] for card in rest])
        except ChanceRefused:
            break
        order.append(rest.pop(index))
    return [*order, *reversed(rest)]


# -- prescribed outcomes ---------------------------------------------------------------------------------------------
# Chance prescribed by people: names of players and labels become the ids that the chance source compares.


DRAWS = ".draws"
SETS = (set, frozenset)


class UnknownSite(Trouble, LookupError):  # noqa: N818 - it says what was wrong
    """An unknown chance site ``name``; ``known`` lists the valid ones."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Store the name as written."""
        super().__init__(name, tuple(known))
        self.name, self.known = name, tuple(known)
        listed = abbreviated_list(self.known) or Said("list.none")
        self.told = make_finding("X119", near=closest_name(name, self.known), name=name, known=listed)


class PrescribedTwice(Trouble, ValueError):  # noqa: N818 - it says what was wrong
    """A ``site`` prescribed under two names, or by both whole orders and single draws: ``first`` and ``second``."""

    def __init__(self, site: str, first: str, second: str) -> None:
        """Store the site and both names."""
        super().__init__(site, first, second)
        self.site, self.first, self.second = site, first, second
        self.told = make_finding("X132", site=site, first=first, second=second)


def parse_prescribed_outcomes(program: Program, given: Mapping[str, object], names: Sequence[str] = ()) -> Prescribed:
    """Read prescribed outcomes by site; return ids by site key.

    Of a lot they are listed in order; one that is cast among sets gives a set, a list or ``a+b`` each time, in any order of
    its members. Of a stack each is a whole order, top first, one for each shuffle; under ``stack.draws`` single cards are
    listed. Of tokens in a zone they are varieties, draw by draw. A single outcome may stand without the list around it. An element is an id, a label or a player's name; a
    player may also be a seat, a whole number counted from 0.

    Raises ``UnknownSite``, ``PrescribedTwice``, or ``Unreadable`` for what is no outcome.
    """
    read: dict[str, Sequence[object]] = {}
    written: dict[str, str] = {}
    for word, outcomes in given.items():
        site = find_chance_site(program, word, names) or _draws_of(program, word, names)
        if site is None:
            raise UnknownSite(word, sorted(known.name for known in chance_sites(program, names)))
        if site.key in written:
            raise PrescribedTwice(site.name, written[site.key], word)
        written[site.key] = word
        reading = _Reading(program, site, names)
        if word.endswith(DRAWS) and site.form == "stack" and site.name != word:
            read[site.key + DRAWS] = reading.elements(_listed(outcomes))
        else:
            read[site.key] = reading.outcomes(outcomes)
    return read


def _draws_of(program: Program, word: str, names: Sequence[str]) -> ChanceNode | None:
    """Return the stack with the single draws of a name."""
    site = find_chance_site(program, word.removesuffix(DRAWS), names) if word.endswith(DRAWS) else None
    return None if site is None or site.form != "stack" else site


@frozen_class
class _Reading(FrozenValue):
    """A reader of one site's prescriptions."""

    program: Program
    site: ChanceNode
    names: Sequence[str]

    def outcomes(self, given: object) -> list[object]:
        """Read all outcomes of a site in order."""
        if self.site.form == "stack":
            return [self.elements(order) for order in self._several(given)]
        if self.site.groups:
            return [self._group(group) for group in self._several(given)]
        return [self._single(outcome) for outcome in _listed(given)]

    def _several(self, given: object) -> Iterable[object]:
        """Return outcomes that are lists; a single one need not be wrapped in a list."""
        if not isinstance(given, list | tuple):
            return [given]
        nested = [isinstance(item, (list, tuple, *SETS)) or self._names_group(item) for item in given]
        if any(nested) and not all(nested):
            raise self._unreadable(given[nested.index(False)])
        return given if all(nested) else [given]

    def _names_group(self, item: object) -> bool:
        return self.site.groups and isinstance(item, str) and (BETWEEN in item or item == NO_MEMBERS)

    def elements(self, given: object) -> list[object]:
        """Read elements in order."""
        if isinstance(given, SETS):
            raise self._unreadable(given)
        return [self._single(item) for item in _listed(given)]

    def _group(self, given: object) -> str:
        assert self.site.kind is not None
        if isinstance(given, str):
            given = [] if given == NO_MEMBERS else given.split(BETWEEN)
        items = list(given) if isinstance(given, (list, tuple, *SETS)) else [given]
        members = {self._index(item) for item in items}
        elements = self.program.ruleset.kinds[self.site.kind].elements
        return joined_group_id(elements[member] for member in sorted(members))

    def _single(self, outcome: object) -> str:
        if self.site.kind is not None:
            return self.program.ruleset.kinds[self.site.kind].elements[self._index(outcome)]
        try:
            return str(parse_argument_value(self.program, PLAIN, self._word(outcome)))
        except Unreadable:
            raise self._unreadable(outcome) from None

    def _index(self, outcome: object) -> int:
        """Read one element: a seat by its number, any other by id, label or name."""
        kind = self.site.kind
        assert kind is not None
        word = self._word(outcome)
        if kind == "player" and isinstance(outcome, int):
            found = outcome if 0 <= outcome < self.program.players else None
        else:
            found = find_element_index(self.program, kind, word, self.names)
        if found is None:
            raise self._unreadable(outcome)
        return found

    def _word(self, outcome: object) -> str:
        if isinstance(outcome, bool) or not isinstance(outcome, str | int):
            raise self._unreadable(outcome)
        return str(outcome)

    def _unreadable(self, outcome: object) -> Unreadable:
        kind, program = self.site.kind, self.program
        size = 0 if kind is None else program.layout.size_of(kind)
        known = [element_text(program, str(kind), index, self.names) for index in range(size)]
        return Unreadable("outcome", str(outcome), known, site=self.site.name)


def _listed(outcomes: object) -> list[object]:
    return list(outcomes) if isinstance(outcomes, list | tuple) else [outcomes]


def refusal_with_typed_names(program: Program, refused: ChanceRefused, names: Sequence[str] = ()) -> ChanceRefused:
    """Return a refusal with typed names: the site's name, players' names, labels for ids."""
    site = next((one for one in chance_sites(program, names) if one.key == refused.site), None)
    if site is None:
        return refused
    wanted, *candidates = (_typed(program, site, word, names) for word in (refused.wanted, *refused.candidates))
    told = ChanceRefused(site.name, wanted, candidates, refused.rule)
    told.span = program.rules[refused.rule].span if refused.rule in program.rules else None
    return told


def _typed(program: Program, site: ChanceNode, word: str, names: Sequence[str]) -> str:
    kind = None if site.kind is None else program.ruleset.kinds[site.kind]
    if kind is None or site.groups:
        return word
    index = kind.index(word)
    return word if index is None else element_text(program, kind.id, index, names)


# -- what of it never came -------------------------------------------------------------------------------------


@frozen_class
class UnusedChance(FrozenValue):
    """Prescribed outcomes of a site that never occurred: ids in order, under the site's typed name.

    ``never``: the lot was never cast, the card never drawn, the stack never shuffled. ``passed``: of an order, cards that
    were not there when it was shuffled and came at no other time.
    """

    site: str
    outcomes: tuple[str, ...]
    how: Literal["never", "passed"] = "never"


def unused_prescriptions(playthrough: GamePlaythrough) -> tuple[UnusedChance, ...]:
    """Return the prescribed lots and draws that never occurred, and the orders of shuffles that never did."""
    chance, found = playthrough.chance, []
    program = playthrough.program
    for site in chance_sites(program, playthrough.names):
        for ending in ("", DRAWS):
            outcomes = chance.prescribed.get(site.key + ending, ())
            orders = any(isinstance(outcome, list | tuple) for outcome in outcomes)
            cast = (
                shuffle_count(playthrough, site) if orders else sum(1 for logged, _ in chance.log if logged == site.key)
            )
            left = [card for outcome in outcomes[cast:] for card in _listed(outcome)]
            if left:
                found.append(UnusedChance(site.name + ending, tuple(map(str, left))))
    return tuple(found)


def skipped_outcomes(playthrough: GamePlaythrough) -> tuple[UnusedChance, ...]:
    """Return by site the cards of later orders that were skipped as absent and never drawn at another time."""
    chance = playthrough.chance
    written = {site.key: site.name for site in chance_sites(playthrough.program, playthrough.names)}
    found: dict[str, dict[str, None]] = {}
    for passed in chance.passed:
        if (passed.site, passed.card) not in chance.log:
            found.setdefault(written[passed.site], {})[passed.card] = None
    return tuple(UnusedChance(site, tuple(cards), "passed") for site, cards in found.items())


def shuffle_count(playthrough: GamePlaythrough, site: ChanceNode) -> int:
    """Return the number of shuffles of a stack; 0 for lots and tokens."""
    program = playthrough.program
    if site.form != "stack" or site.field is None:
        return 0
    return playthrough.slots[program.logical + program.layout.counters[f"{site.field.name}.{site.place}"]]

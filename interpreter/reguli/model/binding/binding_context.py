"""State of the binder while it binds a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field
from typing import Final

from reguli.language.syntax_tree.statements import Step
from reguli.language.syntax_tree.top_level_items import Define, Item, OptionGroup, Parameter, Phase, Waive
from reguli.model.bound_tree.bound_terms import Variable
from reguli.model.piece_rules import AddedOptions, PieceRule
from reguli.model.resolved_ruleset import BoundDefine, ConstantValue, Kind, Standing, Table
from reguli.model.types import (
    NAMES,
    TRUTH,
    UNKNOWN,
    BundleType,
    CollectionType,
    ElementType,
    NumberType,
    Type,
    ZoneType,
)
from reguli.ruleset.document_nodes import Documents, KindDecl, StateDecl
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value, abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

PLAYER: Final = "player"
PHASE: Final = "phase"
STAGE: Final = "stage"
DIRECTION: Final = "direction"
WAY: Final = "way_round"
WAYS: Final = "ways_round"
"""The kind of the ways in which a shape may lie."""
WAY_OF_SPOT: Final = "way"
"""What the way round of the part on a spot is called."""
LAYING: Final = "join"
"""What the procedure that lays the parts of a board is called, behind the name of the board."""
SPOT_OF: Final = "@spot"
"""The field of a cell of a joined board that is read for what lies there: no rule can write it, and no cell lacks it."""
RANK: Final = "rank"
"""The unit of ranks that belong to no count."""
MOST_COMPARED: Final = 50_000
"""So many names are compared with unknown ones to find those probably meant: to compare takes time."""
MOST_NAMED: Final = 12
"""Of the elements that there are, so many are named."""
MOST_TIMES: Final = 3
"""So many times one unknown name is reported."""
NUMBER: Final = "number"
"""The word for a plain number where a kind or unit is asked for."""
GAME: Final = "game"
OTHERWISE: Final = "/otherwise"
"""How the place ends of what happens when a decision has no option."""
ABSENT: Final = -2
"""What stands for an element that is not there at this number of players: it equals no other, nor none."""

FACTS: Final[Mapping[str, Type]] = {
    "player_count": NumberType(),
    "round": NumberType(),
    "phase": ElementType(PHASE),
    "stage": ElementType(STAGE),
    "coming_stage": ElementType(STAGE),
    "at_turn": ElementType(PLAYER),
}
"""What the engine itself keeps, and its type."""


@dataclass(slots=True)
class World:
    """The ruleset as far as it is bound; each pass fills in its own part and reads those of earlier passes."""

    documents: Documents
    bag: Bag
    options: Mapping[str, str | bool]
    kinds: dict[str, Kind] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    elements: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Where an element id stands: (kind, index) pairs."""
    constants: dict[str, ConstantValue] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    """Constants that data name in place of a number."""
    tables: dict[str, Table] = field(default_factory=dict)
    state: dict[str, StateDecl] = field(default_factory=dict)
    state_types: dict[str, Type] = field(default_factory=dict)
    """What stands at one place of each."""
    procedures: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    """What each procedure is given."""
    phases: dict[str, Phase] = field(default_factory=dict)
    groups: dict[str, OptionGroup] = field(default_factory=dict)
    """Groups of options that are offered at any time."""
    additions: dict[str, list[AddedOptions]] = field(default_factory=dict)
    """Options added to decisions and groups, by the name of what they are added to."""
    asks: set[str] = field(default_factory=set)
    """The names of the decisions bound so far."""
    added: int = 0
    """How many options were added so far."""
    citing_steps: dict[str, tuple[str, Step]] = field(default_factory=dict)
    """By rule id: the steps that cite statements of their own, each with the rule that it stands in."""
    events: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    """What each event is announced with."""
    rules: tuple[PieceRule[Item], ...] | None = None
    """Every rule as written, made on first use."""
    waives: tuple[PieceRule[Waive], ...] = ()
    used_waives: set[str] = field(default_factory=set)
    standing: dict[str, Standing] = field(default_factory=dict)
    """Rules on pieces as written, by rule."""
    arities: dict[str, int] = field(default_factory=dict)
    """How many parameters each define takes that was written, whether it could be bound or not."""
    defines: dict[str, BoundDefine] = field(default_factory=dict)
    any_number: bool = False
    """Whether numbers may be written plainly: what stands beside a ruleset is no rule."""
    units: frozenset[str] = frozenset()
    measures: frozenset[str] = frozenset()
    broken: set[str] = field(default_factory=set)
    """Names whose declaration is known to be wrong: where they are used there is nothing more to say."""
    depth: int = 0
    absent: frozenset[tuple[str, str]] = frozenset()
    """Elements by kind and name that only other numbers of players have."""
    uses: frozenset[str] = frozenset()
    """The names under which libraries are used."""
    unbrought: frozenset[str] = frozenset()
    """Those of which nothing could be brought in."""
    facts: set[str] = field(default_factory=set)
    """What the rules ask of what the engine itself keeps."""
    turns: bool = False
    """Whether any part of the rules is the turn of a player."""
    keys: int = 0
    """How many variables there are: each has the next number."""
    _compared: int = 0
    _said: dict[tuple[Value, ...], int] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Collect absent elements and library uses."""
        self.absent = frozenset(self.documents.absent)
        self.uses = frozenset(use.id for use in self.documents.game.uses)
        self.unbrought = self.uses - {one.use.id for one in self.documents.brought}

    def variable(self, name: str, found: Type) -> Variable:
        """Return a new, unique variable."""
        self.keys += 1
        return Variable(name, found, self.keys)

    def text(self, span: Span) -> str:
        """Return the source text of a span, on one line."""
        if span.file not in self._lines:
            self._lines[span.file] = next((text for file, text in self.documents.texts if file == span.file), "").split(
                "\n"
            )
        lines = self._lines[span.file][max(span.line - 1, 0) : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(lines).split())

    def add_kind(self, kind: Kind) -> None:
        """Add a kind, with its elements and its plural."""
        self.kinds[kind.id] = kind
        self.plurals[kind.plural] = kind.id
        for index, element in enumerate(kind.elements):
            self.elements[element] = (*self.elements.get(element, ()), (kind.id, index))

    def element(self, kind: str, name: str) -> int | None:
        """Return the index of an element of a kind by its id."""
        return next((index for owner, index in self.elements.get(name, ()) if owner == kind), None)

    def named_element(self, kind: str, name: str, span: Span) -> int | None:
        """Return the index of an element that a document names; one that exists at no player count is a finding."""
        index = self.element(kind, name)
        if index is None and (kind, name) not in self.absent:
            there = self.kinds[kind].elements
            self.unknown(
                "R311", span, name, there, kind=kind, known=abbreviated_list(there, MOST_NAMED) or Said("says.none_yet")
            )
        return index

    def is_kind(self, name: str, span: Span) -> bool:
        """Check that a word of a document names a kind; report any other."""
        if name not in self.kinds:
            self.unknown("R204", span, name, self.kinds)
        return name in self.kinds

    def option_kind(self, option: str) -> str:
        """Return the kind whose elements are the values of an option."""
        return f"option:{option}"

    def known(self) -> tuple[str, ...]:
        """Return every name a rule can write bare, except locals."""
        own = (name.removeprefix(f"{GAME}.") for name in self.state if name.startswith(f"{GAME}."))

        return (
            *self.arities,
            *self.constants,
            *self.tables,
            *self.options,
            *FACTS,
            *own,
            *self.plurals,
            *self.elements,
        )

    def declared_at(self, name: str) -> Span | None:
        """Return where a bare name that is no element is declared; ``None`` for values that the engine keeps."""
        written, game = self.documents, self.documents.game
        plurals = ((kind.plural, kind.span) for kind in written.kinds)
        defines = ((item.name, item.span) for file in written.rules for item in file.items if isinstance(item, Define))
        own = (one for one in written.state if one.owner == GAME)
        others = ((one.id, one.span) for one in (*written.constants, *written.tables, *game.options, *own))
        return next((span for known, span in (*others, *plurals, *defines) if known == name), None)

    def is_later(self, one: Span, other: Span) -> bool:
        """Return whether the file of one place overlays that of the other, as a variant's overlays its base's."""
        folders = list(dict.fromkeys(file.partition("/")[0] for file, _ in self.documents.texts))
        first, second = (place.file.partition("/")[0] for place in (one, other))
        return first in folders and second in folders and folders.index(first) > folders.index(second)

    def define_names(self) -> tuple[str, ...]:
        """Return the names that can be called."""
        return (*self.arities, *sorted(NAMES))

    def number_in_data(self, name: str, unit: str | None, span: Span) -> int:
        """Return the value of a constant named in place of a number; R397 where there is none, R398 where it counts something else."""
        constant = next((one for one in self.documents.constants if one.id == name), None)
        if constant is None:
            self.unknown("R397", span, name, (one.id for one in self.documents.constants))
            return 0
        self.named.add(name)
        if constant.unit != unit and not {constant.unit, unit} & {None, NUMBER}:
            self.bag.add("R398", span, name=name, unit=str(constant.unit), wanted=str(unit))
        return constant.value

    def unknown(
        self, code: str, span: Span, name: str, candidates: Iterable[str], *, meant: str | None = None, **args: Value
    ) -> None:
        """Report an unknown name, with the name probably meant: ``meant``, or the nearest candidate.

        What a variant took away is said where it did so. Silent where its declaration is broken, and after the same was
        said a few times: then the declaration lacks.
        """
        about = (code, name, *args.values())
        times = self._said.get(about, 0)
        self._said[about] = times + 1
        if name in self.broken or name.partition(".")[0] in self.unbrought or times >= MOST_TIMES:
            return
        names = set(candidates)
        self._compared += len(names)
        close = meant or (closest_name(name, names) if self._compared <= MOST_COMPARED else None)
        taken = next((place for path, place in self.documents.taken if path.rpartition(".")[2] == name), None)
        related = () if taken is None else ((taken, Said("here.taken_away", name=name)),)
        self.bag.add(code, span, near=close if taken is None else None, related=related, name=name, **args)

    def agree(self, span: Span, name: str, given: Sized, wanted: Sized) -> bool:
        """Check that the number of arguments matches the number that a name takes; report a mismatch."""
        if len(given) != len(wanted):
            self.bag.add("R224", span, name=name, found=len(given), wanted=len(wanted))
        return len(given) == len(wanted)

    def unit(self, name: str | None, span: Span) -> str | None:
        """Return a unit; an unknown unit is reported and replaced by one that fits every number."""
        if name is None or name in self.units:
            return name
        self.unknown("R205", span, name, self.units)
        return None

    def type_named(self, name: str) -> Type | None:
        """Return the type of a parameter with this kind, plural or unit; ``None`` if there is no such kind or unit."""
        from_plural = self.plurals.get(name)
        if name in self.broken and name not in self.kinds and from_plural is None:
            return UNKNOWN
        if name in self.kinds and self.kinds[name].form != "tokens":
            return ElementType(name)
        if from_plural is not None and self.kinds[from_plural].form != "tokens":
            return CollectionType(from_plural)
        if from_plural is not None and (bundle := self.bundle_of(from_plural)) is not None:
            return bundle
        if name == NUMBER:
            return NumberType()
        return NumberType(name) if name in self.units else None

    def bundle_of(self, name: str) -> BundleType | None:
        """Return the bundle type of a kind of tokens; ``None`` if it is no such kind or has no varieties."""
        kind = self.kinds.get(name)
        if kind is None or kind.form != "tokens" or kind.variety not in self.kinds:
            return None
        return BundleType(name, str(kind.variety))

    def signature(self, parameters: tuple[Parameter, ...]) -> tuple[Variable, ...]:
        """Make the variables of a rule's parameters; one without a kind is a finding."""
        return tuple(self.variable(one.name, self._parameter_type(one)) for one in parameters)

    def _parameter_type(self, parameter: Parameter) -> Type:
        found = self.type_named(parameter.kind or parameter.name)
        if found is not None:
            return found
        names = (*self.kinds, *self.plurals, *self.units)
        if parameter.kind is None:
            self.unknown("R208", parameter.span, parameter.name, names)
        else:
            self.unknown("R204", parameter.span, parameter.kind, names)
        return UNKNOWN


def declared_kind_names(declared: KindDecl) -> tuple[str, ...]:
    """Return the declared kind and the edge and corner kinds of its board."""
    grid = declared.grid
    parts = () if grid is None else (grid.edges, grid.corners)
    return (declared.id, *(part for part in parts if part is not None))


# -- reverse references ----------------------------------------------------------------------------------------------
# Ways back: from an element to those that name it, from a piece to whose zone it lies in and at which key. Nobody declares them.


@frozen_class
class Way(FrozenValue):
    """A reverse relation: from the elements of one kind to those of another, or to a number that is a key."""

    name: str
    of: str
    """The kind it starts from."""
    kind: str | None
    """The kind it leads to; ``None`` for a key that is a number."""
    field: str
    """What it goes back through: ``slot.side``, ``player.hand``."""
    part: int | None
    """Of a zone: 0 leads to its owner, n to its n-th key. ``None`` where it goes back through a field of a kind."""
    span: Span


def all_reverse_relations(world: World) -> Iterator[Way]:
    """Yield every reverse relation, in the declaration order of the fields they invert."""
    for declared in world.documents.kinds:
        for one in declared.fields:
            if one.form in ("kind", "set") and one.of in world.kinds and declared.id in world.kinds:
                name = one.inverse or declared.plural
                yield Way(name, str(one.of), declared.id, f"{declared.id}.{one.id}", None, one.span)
    for qualified, zone in world.state.items():
        if zone.form == "zone" and zone.of in world.kinds and world.kinds[zone.of].form == "pieces":
            yield from _of_zone(qualified, zone)


def _of_zone(qualified: str, zone: StateDecl) -> Iterator[Way]:
    parts: list[tuple[int, str, str | None]] = [(0, zone.owner, zone.owner)] if zone.owner != GAME else []
    parts += [(at, key.name, key.name if key.low is None else None) for at, key in enumerate(zone.by, 1)]
    for number, (part, name, kind) in enumerate(parts):
        called = zone.inverse if zone.inverse is not None and number == 0 else name
        yield Way(called, str(zone.of), kind, qualified, part, zone.span)


def find_reverse_relations(world: World, kind: str, name: str) -> tuple[tuple[Way, ...], Way | None]:
    """Return the equivalent reverse relations of a name, and the first conflicting one.

    Zones of one kind of owner that the same people may see are one way: a piece lies in one of them at most.
    """
    found = [way for way in all_reverse_relations(world) if (way.of, way.name) == (kind, name)]
    together = [way for way in found if way == found[0] or _alike(world, found[0], way)]
    return tuple(together), next((way for way in found if way not in together), None)


def _alike(world: World, one: Way, other: Way) -> bool:
    if one.part is None or other.part is None or (one.kind, one.part) != (other.kind, other.part):
        return False
    first, second = world.state[one.field], world.state[other.field]
    return first.visible == second.visible and (one.part == 0 or first.by == second.by)


def reverse_relation_names(world: World, kind: str) -> tuple[str, ...]:
    """Return the names of all reverse relations of a kind."""
    return tuple(dict.fromkeys(way.name for way in all_reverse_relations(world) if way.of == kind))


def check_relation_names(world: World) -> None:
    """Report fields and state with the name of a reverse relation: neither may hide the other (R227)."""
    for way in all_reverse_relations(world):
        kind = world.kinds[way.of]
        field, state = kind.fields.get(way.name), world.state.get(f"{way.of}.{way.name}")
        declared = field or state
        if declared is not None:
            related = [(way.span, Said("here.way_back", name=way.field))]
            world.bag.add("R227", declared.span, related=related, name=way.name, kind=way.of, field=way.field)


# -- What is tracked: the type of every state field, and what each starts with ---------------------------------------


def bind_state_fields(world: World) -> None:
    """Take in every state field under its qualified name, with its type."""
    for declared in world.documents.state:
        if declared.owner != GAME and not _can_own(declared, world):
            continue
        name = f"{declared.owner}.{declared.id}"
        if name not in world.state:
            world.state[name] = declared
            world.state_types[name] = _type(declared, world) if _has_keys(declared, world) else UNKNOWN
            _check(declared, world)


def _can_own(declared: StateDecl, world: World) -> bool:
    kind = world.kinds.get(declared.owner)
    if kind is None:
        world.unknown("R330", declared.span, declared.owner, (GAME, *world.kinds))
        return False
    if kind.form == "tokens":
        world.bag.add("R331", declared.span, kind=kind.id)
        return False
    if declared.id in kind.fields:
        world.bag.add("R209", declared.span, name=declared.id, what=Said("thing.a_field_of", kind=kind.id))
        return False
    return True


def _type(declared: StateDecl, world: World) -> Type:
    match declared.form:
        case "number":
            return NumberType(None if declared.of == NUMBER else world.unit(declared.of, declared.span))
        case "flag":
            return TRUTH
        case _ if not world.is_kind(str(declared.of), declared.span):
            return UNKNOWN
        case "element":
            return ElementType(str(declared.of))
        case "list" | "set":
            return CollectionType(str(declared.of))
        case "bundle":
            return _bundle(declared, world.kinds[str(declared.of)], world)
        case "zone":
            return _zone(declared, world.kinds[str(declared.of)], world)


def _has_keys(declared: StateDecl, world: World) -> bool:
    """Check that each key of a state field is a number range or a kind other than tokens; report any other."""
    known = [key.low is not None or world.is_kind(key.name, key.span) for key in declared.by]
    for key in declared.by:
        kind = world.kinds.get(key.name) if key.low is None else None
        if kind is not None and kind.form == "tokens":
            world.bag.add("R329", key.span, name=declared.id, kind=kind.id)
            return False
    return all(known)


def _bundle(declared: StateDecl, kind: Kind, world: World) -> Type:
    found = world.bundle_of(kind.id)
    if found is None and kind.id not in world.broken:
        world.bag.add("R286", declared.span, name=declared.id, kind=kind.id)
    return found or UNKNOWN


def _zone(declared: StateDecl, kind: Kind, world: World) -> Type:
    if (kind.id in world.broken and kind.form == "elements") or (
        kind.variety is not None and kind.variety not in world.kinds
    ):
        return UNKNOWN
    if kind.form not in {"pieces", "tokens"}:
        world.bag.add("R332", declared.span, name=declared.id, kind=kind.id)
        return UNKNOWN
    if kind.form == "tokens" and declared.order == "stack":
        world.bag.add("R333", declared.span, name=declared.id, kind=kind.id)
    one = declared.capacity == 1 and (kind.form == "pieces" or kind.variety is not None)
    return ZoneType(kind.id, kind.form == "tokens", kind.variety, one)


def _check(declared: StateDecl, world: World) -> None:
    seen = declared.visible
    if declared.owner == GAME and {"owner", "others"} & {seen.who, seen.otherwise}:
        world.bag.add("R334", declared.span, name=declared.id)
    if declared.count == "hidden":
        kind = world.kinds.get(declared.of or "")
        if "all" in (seen.who, seen.otherwise or seen.who) and seen.otherwise in (None, seen.who):
            world.bag.add("R275", declared.span, name=declared.id, why=Said("why.all_see_it"))
        elif kind is not None and kind.form == "tokens":
            world.bag.add("R275", declared.span, name=declared.id, why=Said("why.tokens_are_numbers"))
    if seen.option is not None and not isinstance(world.options.get(seen.option), bool):
        switches = [name for name, value in world.options.items() if isinstance(value, bool)]
        world.unknown("R335", declared.span, seen.option, switches)

"""What game.yaml holds: players, options, round, stages, ranking, and the documents that are cited."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final, Generic, Literal, TypeVar

from reguli.language.syntax_tree.top_level_items import Moment
from reguli.ruleset.document_nodes import (
    SOURCE,
    BoardsAt,
    DocumentDecl,
    GameDecl,
    OptionDecl,
    OptionTerm,
    OptionValue,
    RankingDecl,
    Scheduled,
    Source,
    StageCase,
    StageDecl,
)
from reguli.ruleset.libraries.use_section import USES
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    FOLDER_NAME,
    HERE,
    NAME,
    NAMES,
    NEW_NAME,
    NEW_NAMES,
    NOTE,
    OPTION_CHOICE,
    TEXT,
    TRUTH,
    VALUE,
    WHOLE,
    EitherShape,
    Json,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedMapping,
    ParsedValue,
    TaggedMapping,
    ValueContext,
    ValueShape,
    enum_schema,
    name_set_schema,
    named_groups_schema,
    named_value_pairs_schema,
    number_schema,
    required_field,
    schema_with_conversion,
    schema_with_location,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingEntry, Node, ScalarNode

# -- Numbers of players, one or a range such as ``3..4``, and what is said by them -----------------------------------


MOST_PLAYERS: Final = 20
Counts = tuple[int, ...]
"""Numbers of players, each once, in order."""
V = TypeVar("V")
_RANGE: Final = re.compile(r"([1-9][0-9]?)\.\.([1-9][0-9]?)")
_WRITTEN: Final = f"^(?:{_RANGE.pattern}|[1-9][0-9]?)$"


def _range(reader: NodeReader, node: Node, what: Value) -> Counts | None:
    """Read ``4`` or ``3..4``."""
    text = node.text if isinstance(node, ScalarNode) else ""
    ends = _RANGE.fullmatch(text)
    if ends is not None:
        low, high = int(ends[1]), int(ends[2])
    elif re.fullmatch(r"[0-9]{1,2}", text):
        low = high = int(text)
    else:
        reader.wrong(node, what, Said("sort.number_of_players"))
        return None
    if 1 <= low <= high <= MOST_PLAYERS:
        return tuple(range(low, high + 1))
    reader.bag.add("R105", node.span, what=what, found=text, low=1, high=MOST_PLAYERS)
    return None


RANGE: Final = ParsedValue(
    _range,
    {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS}, {"type": "string", "pattern": _WRITTEN}]},
)
COUNTS: Final = schema_with_conversion(
    ListOf(RANGE, or_one=(ScalarNode,)), lambda found: tuple(sorted({number for counts in found for number in counts}))
)
"""Numbers of players: one, a range, or a list of these."""


@frozen_class
class ByCount(FrozenValue, Generic[V]):
    """A value for some player counts, with its place."""

    span: Span
    counts: Counts
    value: V


def read_by_player_count(
    entries: Iterable[MappingEntry], value: ValueShape[V], what: Value, reader: NodeReader
) -> tuple[ByCount[V], ...]:
    """Read values by player count; a repeated count is R131."""
    found: list[ByCount[V]] = []
    said: dict[int, Span] = {}
    for entry in entries:
        counts = RANGE.read(entry.key, ValueContext(Said("part.number_of_players", where=what)), reader)
        one = value.read(entry.value, ValueContext(Said("part.inside", name=entry.key.text, what=what)), reader)
        again = next((count for count in counts or () if count in said), None)
        if again is not None:
            related = [(said[again], Said("here.stands_first"))]
            reader.bag.add("R131", entry.key.span, near=None, related=related, what=what, count=again)
        elif counts is not None and one is not None:
            found.append(ByCount(entry.key.span, counts, one))
        said.update(dict.fromkeys(counts or (), entry.key.span))
    return tuple(found)


def player_count_schema(value: Json) -> Json:
    """Return the JSON schema of values by player count, for keys that are such numbers."""
    return {"type": "object", "patternProperties": {_WRITTEN: value}}


# -- stage declarations ----------------------------------------------------------------------------------------------
# The stages of a game: eras, how one passes to the next, and at which moments of the round what is done.


MOST_ORDER: Final = 1_000
NEEDED: Final = (
    ("when", "checked"),
    ("when", "effective"),
    ("checked", "when"),
    ("checked", "effective"),
    ("effective", "when"),
    ("once", "when"),
    ("cases", "drawn"),
)
"""What a stage may have, and what it then needs."""
Edge = Literal["before", "start", "during", "end"]
_PART: Final = r"(?:(start|end)\s+of|(before|during))\s+([a-z][a-z0-9_]*)"
_EDGES: Final[tuple[Edge, ...]] = ("before", "start", "during", "end")


def _part(reader: NodeReader, node: Node, what: Value) -> tuple[Edge, str] | None:
    text = reader.text(node, what)
    found = None if text is None else re.fullmatch(_PART, text.strip())
    if text is not None and found is None:
        reader.bag.add("R108", node.span, what=what, found=text)
    return None if found is None else (next(edge for edge in _EDGES if edge in found.groups()), found[3])


def _moment(reader: NodeReader, node: Node, what: Value) -> Moment | None:
    match _part(reader, node, what):
        case None:
            return None
        case "during", name:
            reader.bag.add("R108", node.span, what=what, found=f"during {name}")
            return None
        case edge, name:
            return Moment(node.span, edge, name)


PART: Final = ParsedValue(_part, {"type": "string", "pattern": f"^{_PART}$"})
"""``start of X``, ``end of X``, ``before X``, or ``during X``, the phase itself."""
BARE_MOMENT: Final = ParsedValue(_moment, {"type": "string", "pattern": f"^{_PART}$"})
MOMENT: Final = EitherShape(
    MappingShape(lambda at: at, (required_field("at", BARE_MOMENT, called=WHOLE),)), BARE_MOMENT
)
"""A point of the round, bare or as ``{at: …}``."""
SCHEDULED: Final = MappingShape(Scheduled, (required_field("run", NAME), required_field("at", MOMENT)), span=HERE)
"""A procedure, and when it is run."""


def _both_halves(found: ParsedMapping) -> bool:
    """Report stage entries that require a missing one; each missing one once."""
    told: set[str] = set()
    for there, lacking in NEEDED:
        at = found.given(there)
        if at is not None and lacking not in found.entries and lacking not in told:
            told.add(lacking)
            found.reader.bag.add("R126", at.span, name=found.values["id"], there=there, lacking=lacking)
    return True


CHECKED: Final = MappingShape(
    lambda at, order: (at, order),
    (required_field("at", MOMENT), MappingField("order", number_schema(1, MOST_ORDER), default=1)),
    short="at",
)
CASE: Final = MappingShape(
    StageCase,
    (MappingField("now", NAME), MappingField("then", SCHEDULED), required_field("effective", MOMENT), SOURCE),
    named="edge of",
)
DRAWN: Final = MappingShape(
    lambda card, deck: (card, deck), (required_field("card", NAME), required_field("from", NAME, "deck"))
)
STAGE: Final = MappingShape(
    StageDecl,
    (
        required_field("id", NEW_NAME),
        MappingField("from", NAMES, "sources", default=()),
        MappingField("when", VALUE),
        MappingField("checked", CHECKED, "checked order", default=(None, 1)),
        MappingField("once", SCHEDULED),
        MappingField("effective", MOMENT),
        MappingField("drawn", DRAWN, "card deck", default=(None, None)),
        MappingField("cases", named_groups_schema(CASE, "part.a_case", "part.case", PART), default=()),
        SOURCE,
    ),
    span="id",
    renamed="part.stage",
    settle=_both_halves,
)
STAGES: Final = ListOf(STAGE, "part.a_stage")


# -- game file -------------------------------------------------------------------------------------------------------


LANGUAGE: Final = 2
"""The version of the language that this interpreter reads."""
ENTRIES: Final = 32
"""How many things may wait on the agenda where game.yaml does not say."""
MOST_ENTRIES: Final = 1_000


def _language(reader: NodeReader, node: Node, what: Value) -> int | None:
    found = reader.number(node, what)
    if found is not None and found != LANGUAGE:
        reader.bag.add("R119", node.span, found=found, known=LANGUAGE)
    return found


def _not_fewer(found: ParsedMapping) -> bool:
    """Check that the range is not reversed; R105."""
    most = found.entries["max"].value
    return found.reader.number(most, found.of("max"), found.values["min"], MOST_PLAYERS) is not None


def _joined(found: ParsedMapping) -> bool:
    """Merge the source of the player counts into that of the game."""
    own, other = found.values["source"], found.values.pop("players_source")
    cites = tuple(dict.fromkeys((*own.cites, *other.cites)))
    found.values["source"] = replace(own if own.elsewhere else other, cites=cites, says=(*own.says, *other.says))
    return True


def _others(key: str, *, excludes: bool) -> MappingField:
    """Return the entry that relates a value to other options: switches that are on, or values by option."""
    named = schema_with_conversion(
        name_set_schema(), lambda found: tuple(OptionTerm(span, name, (True,), excludes) for name, span in found)
    )
    valued = NamedValuesShape(
        NAME,
        ListOf(OPTION_CHOICE, or_one=(ScalarNode,)),
        "part.name_of_option",
        "part.option",
        lambda entry, name, values: OptionTerm(entry.span, name, values, excludes),
    )
    return MappingField(key, EitherShape(valued, named), default=())


OTHERS: Final = (_others("excludes", excludes=True), _others("needs", excludes=False))
SET: Final = named_value_pairs_schema(NAME, number_schema(), "part.name_of_constant", "part.constant")
CHOSEN: Final = MappingShape(
    OptionValue,
    (MappingField("boards", NAMES, default=()), MappingField("constants", SET, default=()), *OTHERS, SOURCE),
    named="id",
    bare=True,
)
BARE: Final = schema_with_conversion(
    name_set_schema(NEW_NAME), lambda found: tuple(OptionValue(span, name) for name, span in found)
)
VALUES: Final = EitherShape(named_groups_schema(CHOSEN, "part.a_value", "part.field", NEW_NAME), BARE)
SWITCH: Final = MappingShape(
    partial(OptionDecl, form="switch", values=()),
    (required_field("switch", TRUTH, "default"), *OTHERS, SOURCE),
    named="id",
)


def _among(found: ParsedMapping) -> bool:
    """Check that the default is among the values; R107. The first value replaces it, so that every board remains named by a value."""
    known, default = [value.id for value in found.values["values"]], found.values["default"]
    if known and default not in known:
        found.reader.other(found.entries["default"].value, default, found.of("default"), known)
        found.values["default"] = known[0]
    return bool(known)


CHOICE: Final = MappingShape(
    partial(OptionDecl, form="choose"),
    (required_field("choose", VALUES, "values"), required_field("default", NAME), SOURCE),
    named="id",
    settle=_among,
)
OPTION: Final = TaggedMapping({"switch": SWITCH, "choose": CHOICE})
OPTIONS: Final = named_groups_schema(OPTION, "part.name_of_option", "part.option", NEW_NAME)
RANK: Final = MappingShape(
    RankingDecl,
    (required_field("by", VALUE), required_field("order", enum_schema("most", "least")), SOURCE),
    span=HERE,
)
LOST: Final = MappingShape(partial(RankingDecl, order="lost"), (required_field("lost", VALUE, "by"), SOURCE), span=HERE)
LINES: Final = ListOf(TaggedMapping({"by": RANK, "lost": LOST}), "part.line_of_ranking")
RANKING: Final = EitherShape(
    MappingShape(lambda lines, source: (lines, source), (required_field("lines", LINES, called="part.named"), SOURCE)),
    schema_with_conversion(LINES, lambda lines: (lines, Source())),
)
PLAYERS: Final = MappingShape(
    lambda min, max, source, span: ((min, max), source, span),  # noqa: A006  # the keys are called so
    (
        required_field("min", number_schema(1, MOST_PLAYERS)),
        required_field("max", number_schema(1, MOST_PLAYERS)),
        SOURCE,
    ),
    span=HERE,
    settle=_not_fewer,
)


BY: Final = "player_count"


def _boards(reader: NodeReader, node: Node, what: Value) -> tuple[BoardsAt, ...] | None:
    """Read boards by player count, which ``by`` must name."""
    entries = reader.entries(node, what)
    if entries is None:
        return None
    by = next((entry for entry in entries if entry.key.text == "by"), None)
    if by is None:
        reader.missing(node.span, what, "by")
    elif not isinstance(by.value, ScalarNode) or by.value.value != BY:
        text = by.value.text if isinstance(by.value, ScalarNode) else ""
        reader.other(by.value, text, Said("part.field", name="by", where=what), (BY,))
        return None
    read = read_by_player_count([entry for entry in entries if entry is not by], NAMES, what, reader)
    return tuple(BoardsAt(one.span, one.counts, one.value) for one in read)


BOARDS: Final = ParsedValue(
    _boards,
    {**player_count_schema({"type": ["array", "string"]}), "properties": {"by": {"const": BY}}, "required": ["by"]},
)
DOCUMENT: Final = MappingShape(
    DocumentDecl,
    (required_field("title", TEXT), required_field("language", TEXT), required_field("kind", TEXT), NOTE),
    named="id",
)
AGENDA: Final = MappingShape(lambda entries: entries, (required_field("entries", number_schema(1, MOST_ENTRIES)),))
SOURCES: Final = named_groups_schema(DOCUMENT, "part.name_of_source", "part.source", NAME)
LEFT_OUT: Final = NamedValuesShape(
    NAME,
    schema_with_location(TEXT),
    "part.name_of_left_out",
    "part.left_out",
    lambda _, name, said: (name, said[0], said[1]),
)
PHASES: Final = schema_with_conversion(
    name_set_schema(), lambda found: (tuple(name for name, _ in found), tuple(span for _, span in found))
)
ROUND: Final = EitherShape(
    MappingShape(lambda phases, source: (*phases, source), (required_field("phases", PHASES), SOURCE)),
    schema_with_conversion(PHASES, lambda phases: (*phases, Source())),
)
GAME: Final = MappingShape(
    GameDecl,
    (
        required_field("ruleset", FOLDER_NAME, "id"),
        required_field("language", ParsedValue(_language, {"const": LANGUAGE})),
        required_field("version", TEXT),
        required_field("name", TEXT),
        required_field("players", PLAYERS, "players players_source players_span"),
        MappingField("words_of", NAME),
        MappingField("written_in", NAME, default="en"),
        MappingField("units", NEW_NAMES, default=()),
        MappingField("options", OPTIONS, default=()),
        MappingField("boards", BOARDS, default=()),
        MappingField("use", USES, "uses", default=()),
        MappingField("setup", schema_with_location(NAME), "setup setup_span", default=(None, None)),
        MappingField("round", ROUND, "round round_spans round_source", default=((), (), Source())),
        MappingField("stages", STAGES, default=()),
        MappingField("agenda", AGENDA, default=ENTRIES),
        MappingField("ranking", RANKING, "ranking ranking_source", default=((), Source()), called="part.named"),
        MappingField("sources", SOURCES, "documents", default=()),
        MappingField("leaves_out", LEFT_OUT, default=()),
        SOURCE,
    ),
    span=HERE,
    settle=_joined,
)

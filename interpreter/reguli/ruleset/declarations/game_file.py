"""What game.yaml holds: players, options, round, stages, ranking, and the documents that are cited."""

from __future__ import annotations

from functools import partial
from typing import Final

from reguli.ruleset.declarations.player_counts import MOST_PLAYERS, by_count, described
from reguli.ruleset.declarations.stage_declarations import STAGES
from reguli.ruleset.document_nodes import BoardsAt, DocumentDecl, GameDecl, OptionDecl, OptionValue, RankingDecl
from reguli.ruleset.kind_nodes import Source
from reguli.ruleset.libraries.use_section import USES
from reguli.ruleset.source_citations import SOURCE
from reguli.schema.mapping_shapes import HERE, Field, Found, Group, Signed, must
from reguli.schema.node_reader import Reader
from reguli.schema.scalar_shapes import (
    FOLDER_NAME,
    NAME,
    NAMES,
    NEW_NAME,
    NEW_NAMES,
    NOTE,
    TEXT,
    TRUTH,
    VALUE,
    names,
    number,
    word,
)
from reguli.schema.value_shapes import Either, ListOf, One, by_name, made, pairs, placed
from reguli.source.message_arguments import Said, Value
from reguli.source.yaml_nodes import Node, Scalar

LANGUAGE: Final = 2
"""The version of the language that this interpreter reads."""
ENTRIES: Final = 32
"""How many things may wait on the agenda where game.yaml does not say."""
MOST_ENTRIES: Final = 1_000


def _language(reader: Reader, node: Node, what: Value) -> int | None:
    found = reader.number(node, what)
    if found is not None and found != LANGUAGE:
        reader.bag.add("R119", node.span, found=found, known=LANGUAGE)
    return found


def _not_fewer(found: Found) -> bool:
    """Hold the most players to the fewest; R105."""
    most = found.entries["max"].value
    return found.reader.number(most, found.of("max"), found.values["min"], MOST_PLAYERS) is not None


def _joined(found: Found) -> bool:
    """Take the source of the number of players for one of the game."""
    own, other = found.values["source"], found.values.pop("players_source")
    cites = tuple(dict.fromkeys((*own.cites, *other.cites)))
    found.values["source"] = Source(cites, own.provenance or other.provenance, (*own.says, *other.says))
    return True


SET: Final = pairs(NAME, number(), "part.name_of_constant", "part.constant")
CHOSEN: Final = Group(
    OptionValue,
    (Field("boards", NAMES, default=()), Field("constants", SET, default=()), SOURCE),
    named="id",
    bare=True,
)
BARE: Final = made(names(NEW_NAME), lambda found: tuple(OptionValue(span, name) for name, span in found))
VALUES: Final = Either(by_name(CHOSEN, "part.a_value", "part.field", NEW_NAME), BARE)
SWITCH: Final = Group(
    partial(OptionDecl, form="switch", values=()), (must("switch", TRUTH, "default"), SOURCE), named="id"
)


def _among(found: Found) -> bool:
    """Hold the default to the values; R107. The first value stands in, so that no board is on the table that no value names."""
    known, default = [value.id for value in found.values["values"]], found.values["default"]
    if known and default not in known:
        found.reader.other(found.entries["default"].value, default, found.of("default"), known)
        found.values["default"] = known[0]
    return bool(known)


CHOICE: Final = Group(
    partial(OptionDecl, form="choose"),
    (must("choose", VALUES, "values"), must("default", NAME), SOURCE),
    named="id",
    settle=_among,
)
OPTION: Final = Signed({"switch": SWITCH, "choose": CHOICE})
OPTIONS: Final = by_name(OPTION, "part.name_of_option", "part.option", NEW_NAME)
RANK: Final = Group(
    RankingDecl,
    (must("by", VALUE), must("order", word("most", "least")), SOURCE),
    span=HERE,
)
LOST: Final = Group(partial(RankingDecl, order="lost"), (must("lost", VALUE, "by"), SOURCE), span=HERE)
LINES: Final = ListOf(Signed({"by": RANK, "lost": LOST}), "part.line_of_ranking")
RANKING: Final = Either(
    Group(lambda lines, source: (lines, source), (must("lines", LINES, called="part.named"), SOURCE)),
    made(LINES, lambda lines: (lines, Source())),
)
PLAYERS: Final = Group(
    lambda min, max, source, span: ((min, max), source, span),  # noqa: A006  # the keys are called so
    (must("min", number(1, MOST_PLAYERS)), must("max", number(1, MOST_PLAYERS)), SOURCE),
    span=HERE,
    settle=_not_fewer,
)


BY: Final = "player_count"


def _boards(reader: Reader, node: Node, what: Value) -> tuple[BoardsAt, ...] | None:
    """Read boards by the number of players, which ``by`` must say."""
    entries = reader.entries(node, what)
    if entries is None:
        return None
    by = next((entry for entry in entries if entry.key.text == "by"), None)
    if by is None:
        reader.missing(node.span, what, "by")
    elif not isinstance(by.value, Scalar) or by.value.value != BY:
        text = by.value.text if isinstance(by.value, Scalar) else ""
        reader.other(by.value, text, Said("part.field", name="by", where=what), (BY,))
        return None
    read = by_count([entry for entry in entries if entry is not by], NAMES, what, reader)
    return tuple(BoardsAt(one.span, one.counts, one.value) for one in read)


BOARDS: Final = One(
    _boards, {**described({"type": ["array", "string"]}), "properties": {"by": {"const": BY}}, "required": ["by"]}
)
DOCUMENT: Final = Group(
    DocumentDecl, (must("title", TEXT), must("language", TEXT), must("kind", TEXT), NOTE), named="id"
)
AGENDA: Final = Group(lambda entries: entries, (must("entries", number(1, MOST_ENTRIES)),))
SOURCES: Final = by_name(DOCUMENT, "part.name_of_source", "part.source", NAME)
PHASES: Final = made(names(), lambda found: (tuple(name for name, _ in found), tuple(span for _, span in found)))
ROUND: Final = Either(
    Group(lambda phases, source: (*phases, source), (must("phases", PHASES), SOURCE)),
    made(PHASES, lambda phases: (*phases, Source())),
)
GAME: Final = Group(
    GameDecl,
    (
        must("ruleset", FOLDER_NAME, "id"),
        must("language", One(_language, {"const": LANGUAGE})),
        must("version", TEXT),
        must("name", TEXT),
        must("players", PLAYERS, "players players_source players_span"),
        Field("words_of", NAME),
        Field("units", NEW_NAMES, default=()),
        Field("options", OPTIONS, default=()),
        Field("boards", BOARDS, default=()),
        Field("use", USES, "uses", default=()),
        Field("setup", placed(NAME), "setup setup_span", default=(None, None)),
        Field("round", ROUND, "round round_spans round_source", default=((), (), Source())),
        Field("stages", STAGES, default=()),
        Field("agenda", AGENDA, default=ENTRIES),
        Field("ranking", RANKING, "ranking ranking_source", default=((), Source()), called="part.named"),
        Field("sources", SOURCES, "documents", default=()),
        SOURCE,
    ),
    span=HERE,
    settle=_joined,
)

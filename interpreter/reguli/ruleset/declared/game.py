"""Reads game.yaml: players, options, round, ranking, and the documents that are cited."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.citations import SOURCE_KEYS, source
from reguli.ruleset.declared.options import options
from reguli.ruleset.declared.stages import stages
from reguli.ruleset.documents import DocumentDecl, GameDecl, RankingDecl, Source
from reguli.ruleset.phrases import expression
from reguli.ruleset.schema import Fields, Schema
from reguli.source.yaml_nodes import Node

LANGUAGE: Final = 1
"""The version of the language that this interpreter reads."""
MOST_PLAYERS: Final = 20
_OPTIONAL: Final = ("units", "options", "setup", "round", "stages", "ranking", "sources", *SOURCE_KEYS)


def game(node: Node, schema: Schema) -> GameDecl | None:
    """Read the game; None when it lacks what every game has."""
    fields = schema.fields(node, "the game", ["ruleset", "language", "version", "name", "players"], _OPTIONAL)
    if fields is None:
        return None
    name = _required_id(fields, "ruleset", schema)
    version, title = _required_text(fields, "version", schema), _required_text(fields, "name", schema)
    players, players_source = _players(fields, schema)
    language = _language(fields, schema)
    setup = fields.get("setup")
    phases = schema.placed_ids(fields.get("round"), fields.what("round"))
    found_options = options(fields.get("options"), schema)
    found_stages = stages(fields.get("stages"), schema)
    ranking = ranks(fields.get("ranking"), schema)
    documents = _documents(fields, schema)
    if name is None or version is None or title is None or players is None or language is None:
        return None
    return GameDecl(
        span=fields.span,
        id=name,
        name=title,
        version=version,
        language=language,
        players=players,
        units=schema.ids(fields.get("units"), fields.what("units"), new=True),
        options=found_options,
        setup=None if setup is None else schema.id(setup, fields.what("setup")),
        setup_span=None if setup is None else setup.span,
        round=tuple(phase for phase, _ in phases),
        round_spans=tuple(span for _, span in phases),
        stages=found_stages,
        ranking=ranking,
        documents=documents,
        source=_joined(source(fields, schema), players_source),
    )


def _joined(own: Source, other: Source) -> Source:
    return Source(tuple(dict.fromkeys((*own.cites, *other.cites))), own.provenance or other.provenance)


def _required_id(fields: Fields, name: str, schema: Schema) -> str | None:
    node = fields.get(name)
    return None if node is None else schema.id(node, fields.what(name))


def _required_text(fields: Fields, name: str, schema: Schema) -> str | None:
    node = fields.get(name)
    return None if node is None else schema.text(node, fields.what(name))


def _language(fields: Fields, schema: Schema) -> int | None:
    node = fields.get("language")
    number = None if node is None else schema.number(node, fields.what("language"))
    if node is None or number is None or number == LANGUAGE:
        return number
    schema.bag.add("R119", node.span, found=number, known=LANGUAGE)
    return None


def _players(fields: Fields, schema: Schema) -> tuple[tuple[int, int] | None, Source]:
    node = fields.get("players")
    assert node is not None
    group = schema.fields(node, "'players' of the game", ["min", "max"], SOURCE_KEYS)
    if group is None:
        return None, Source()
    low_node, high_node = group.get("min"), group.get("max")
    assert low_node is not None
    assert high_node is not None
    low = schema.number(low_node, group.what("min"), 1, MOST_PLAYERS)
    high = schema.number(high_node, group.what("max"), low or 1, MOST_PLAYERS)
    return None if low is None or high is None else (low, high), source(group, schema)


def ranks(node: Node | None, schema: Schema) -> tuple[RankingDecl, ...]:
    """Read the criteria of the final ranking, first to last."""
    found: list[RankingDecl] = []
    for item in () if node is None else schema.items(node, "'ranking'") or ():
        group = schema.fields(item, "a line of the ranking", ["by", "order"], SOURCE_KEYS)
        if group is None:
            continue
        by_node, order_node = group.get("by"), group.get("order")
        assert by_node is not None
        assert order_node is not None
        by = expression(by_node, group.what("by"), schema)
        order = schema.word(order_node, group.what("order"), ("most", "least"))
        if by is not None and order is not None:
            found.append(RankingDecl(item.span, by, order == "most", source(group, schema)))
    return tuple(found)


def _documents(fields: Fields, schema: Schema) -> tuple[DocumentDecl, ...]:
    node = fields.get("sources")
    found: list[DocumentDecl] = []
    for entry in () if node is None else schema.entries(node, fields.what("sources")) or ():
        name = schema.id(entry.key, "the name of a source")
        where = f"the source '{entry.key.text}'"
        group = schema.fields(entry.value, where, ["title", "language", "kind"], ["note"])
        if name is None or group is None:
            continue
        texts = [_required_text(group, key, schema) for key in ("title", "language", "kind")]
        if None not in texts:
            title, language, kind = (str(text) for text in texts)
            found.append(DocumentDecl(entry.key.span, name, title, language, kind))
    return tuple(found)

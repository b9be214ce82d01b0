"""Reads bots.yaml: how a bot likes each move, as weights of values of the rules language.

    bots:
      sane:
        defines: |
          define worth(card) -> coin = (if card.worn then 0 else 3 * card.points)
        prefer:
          - {option: offer, when: "asked <= worth(card)", score: {card.points: 10, asked: -1}}
          - {option: decline, base: 5}

``defines`` names what several preferences weigh, in the rules language. Only this bot knows these values; they may use one
another and what the rules define, take no name that means something already, and cite nothing. Numbers may be written plainly.

The score of a move is ``base`` plus each value times its weight. The values name what the option names: its parameters,
its lets, and what is in reach where its decision stands. Of several entries for one option the first whose ``when`` holds
counts; a move for which none holds is made only when there is nothing else. A move of an option without an entry scores 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from reguli.language.tree.expressions import Expression
from reguli.language.tree.items import Define
from reguli.ruleset.folder import Folder
from reguli.ruleset.phrases import expression, items
from reguli.ruleset.schema import Schema
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry, Node

BOTS: Final = "bots.yaml"
HEAVIEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class WeightDecl:
    """A value and how much one of it counts."""

    span: Span
    value: Expression
    weight: int


@dataclass(frozen=True, slots=True)
class PreferenceDecl:
    """How a bot likes the moves of one option."""

    span: Span
    option: str
    when: Expression | None
    base: int
    weights: tuple[WeightDecl, ...]


@dataclass(frozen=True, slots=True)
class BotDecl:
    """A bot of a ruleset, with the values that only it knows."""

    span: Span
    id: str
    defines: tuple[Define, ...]
    preferences: tuple[PreferenceDecl, ...]
    texts: tuple[tuple[str, str], ...]
    """The file (name, text) that it is written in."""
    inherited: bool = False
    """Whether it is a bot of what the ruleset is a variant of: what it names may be gone here."""


def load_all_bots(layers: Sequence[Path], bag: Bag, *, sources: Sources | None = None) -> tuple[BotDecl, ...]:
    """Read the bots of a ruleset and of what it is a variant of: of two with one name the variant's own."""
    found: dict[str, BotDecl] = {}
    for folder in reversed(layers):
        read = load_bots(folder, bag, sources=sources)
        found.update((bot.id, replace(bot, inherited=folder != layers[0])) for bot in read)
    return tuple(found.values())


def load_bots(folder: Path, bag: Bag, *, sources: Sources | None = None) -> tuple[BotDecl, ...]:
    """Read the bots of a ruleset folder; none when it has no bots.yaml."""
    opened = Folder(folder, bag, Sources() if sources is None else sources)
    node = opened.node(BOTS) if opened.has(BOTS) else None
    fields = None if node is None else opened.schema.fields(node, "bots.yaml", ["bots"])
    listed = None if fields is None else fields.get("bots")
    entries = () if listed is None else opened.schema.entries(listed, "'bots'") or ()
    texts = tuple(opened.texts.items())
    return tuple(bot for entry in entries if (bot := _bot(entry, opened.schema, texts)) is not None)


def _bot(entry: Entry, schema: Schema, texts: tuple[tuple[str, str], ...]) -> BotDecl | None:
    name = schema.new_id(entry.key, "the name of a bot")
    fields = schema.fields(entry.value, f"the bot '{entry.key.text}'", ["prefer"], ["defines", "note"])
    listed = None if fields is None else fields.get("prefer")
    written = () if listed is None or fields is None else schema.items(listed, fields.what("prefer")) or ()
    preferences = tuple(found for node in written if (found := _preference(node, schema)) is not None)
    own = None if fields is None else fields.get("defines")
    defines = () if own is None or fields is None else _defines(own, fields.what("defines"), schema)
    # Without its values nearly every preference would be a finding of its own.
    return None if name is None or defines is None else BotDecl(entry.key.span, name, defines, preferences, texts)


def _defines(node: Node, what: str, schema: Schema) -> tuple[Define, ...] | None:
    """Read the values of a bot; what else a rules file may hold, and citations, are findings."""
    written = items(node, what, schema)
    if written is None:
        return None
    found = []
    for item in written:
        if isinstance(item, Define) and not item.cites:
            found.append(item)
        else:
            schema.bag.add("X125", item.span)
    return tuple(found)


def _preference(node: Node, schema: Schema) -> PreferenceDecl | None:
    fields = schema.fields(node, "a preference", ["option"], ["when", "score", "base", "note"])
    if fields is None:
        return None
    at, when, base, score = (fields.get(name) for name in ("option", "when", "base", "score"))
    assert at is not None
    option = schema.id(at, fields.what("option"))
    weights = () if score is None else schema.entries(score, fields.what("score")) or ()
    if option is None:
        return None
    return PreferenceDecl(
        at.span,
        option,
        None if when is None else expression(when, fields.what("when"), schema),
        0 if base is None else schema.number(base, fields.what("base"), -HEAVIEST, HEAVIEST) or 0,
        tuple(found for entry in weights if (found := _weight(entry, schema)) is not None),
    )


def _weight(entry: Entry, schema: Schema) -> WeightDecl | None:
    value = expression(entry.key, "a value", schema)
    weight = schema.number(entry.value, f"the weight of '{entry.key.text}'", -HEAVIEST, HEAVIEST)
    return None if value is None or weight is None else WeightDecl(entry.key.span, value, weight)

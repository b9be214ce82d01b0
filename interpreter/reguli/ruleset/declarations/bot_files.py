"""Reader of bots.yaml: the move preferences of bots, as weights of values of the rules language.

    bots:
      sane:
        defines: |
          define worth(card) -> coin = (if card.worn then 0 else 3 * card.points)
        prefer:
          - {option: offer, when: "asked <= worth(card)", score: {card.points: 10, asked: -1}}
          - {option: decline, base: 5}
        search: {value: "player.coins + 3 * count(player.cards)", rounds: 1}

``defines`` names what several preferences weigh, in the rules language. Only this bot knows these values; they may use one
another and what the rules define, take no name that means something already, and cite nothing. Numbers may be written plainly.

The score of a move is ``base`` plus each value times its weight. The values name what the option names: its parameters,
its lets, and what is in reach where its decision stands. Of several entries for one option the first whose ``when`` holds
counts; a move for which none holds is made only when there is nothing else. A move of an option without an entry scores 0.

``search`` is for a search that lets this bot play on: what a position is worth to ``player``, and after how many rounds or chosen moves it is asked. More is better.
``iterations`` are those of ``search`` alone. Without it a search plays on to the end of the game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.top_level_items import Define
from reguli.ruleset.document_nodes import Declared, Written
from reguli.ruleset.folder_contents import open_folders
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    NAME,
    NEW_NAME,
    NOTE,
    VALUE,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedValue,
    ValueContext,
    named_groups_schema,
    number_schema,
    required_field,
    rules,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Value
from reguli.source.frozen_values import frozen_class
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import Node

BOTS: Final = "bots.yaml"
HEAVIEST: Final = 1_000_000
HORIZON: Final = 3_000
"""Chosen moves that a search plays on at most, and iterations that a ruleset may ask for."""
ITERATIONS: Final = 300
"""Of a search that nothing more is said of."""


@frozen_class
class WeightDecl(Written):
    """A value and its weight per unit."""

    value: Expression
    weight: int


@frozen_class
class PreferenceDecl(Written):
    """A bot's preference among the moves of one option."""

    option: str
    when: Expression | None
    base: int
    weights: tuple[WeightDecl, ...]


@frozen_class
class EvaluationDecl(Written):
    """What a position is worth to a player, after how many rounds or chosen moves a search asks, and how many iterations it makes if nothing more is said."""

    value: Expression
    rounds: int
    moves: int
    iterations: int


@frozen_class
class BotDecl(Declared):
    """A bot of a ruleset, with its private values."""

    defines: tuple[Define, ...]
    preferences: tuple[PreferenceDecl, ...]
    evaluation: EvaluationDecl | None
    texts: tuple[tuple[str, str], ...]
    """The file (name, text) that it is written in."""
    inherited: bool = False
    """Whether it is a bot of what the ruleset is a variant of: what it names may be gone here."""


def _defines(reader: NodeReader, node: Node, what: Value) -> tuple[Define, ...] | None:
    """Read the values of a bot; any other item of a rules file, and citations, are findings."""
    written = rules(reader, node, what)
    if written is None:
        return None
    for item in written.items:
        if not isinstance(item, Define) or item.cites:
            reader.bag.add("X125", item.span)
    return tuple(one for one in written.items if isinstance(one, Define) and not one.cites)


WEIGHT: Final = number_schema(-HEAVIEST, HEAVIEST)
WEIGHTS: Final = NamedValuesShape(
    VALUE, WEIGHT, "a value", "part.weight", lambda key, value, weight: WeightDecl(key.span, value, weight)
)
PREFERENCE: Final = MappingShape(
    PreferenceDecl,
    (
        required_field("option", NAME),
        MappingField("when", VALUE),
        MappingField("score", WEIGHTS, "weights", default=()),
        MappingField("base", WEIGHT, default=0),
        NOTE,
    ),
    span="option",
)
AHEAD: Final = number_schema(1, HORIZON)
EVALUATION: Final = MappingShape(
    EvaluationDecl,
    (
        required_field("value", VALUE),
        MappingField("rounds", AHEAD, default=0),
        MappingField("moves", AHEAD, default=HORIZON),
        MappingField("iterations", AHEAD, default=ITERATIONS),
        NOTE,
    ),
    span="value",
)
BOT: Final = MappingShape(
    partial(BotDecl, texts=()),
    (
        required_field("prefer", ListOf(PREFERENCE, "part.preference"), "preferences"),
        MappingField("search", EVALUATION, "evaluation", default=None),
        # Without its values nearly every preference would be a finding of its own.
        MappingField("defines", ParsedValue(_defines, {"type": "string"}), default=(), vital=True),
        NOTE,
    ),
    named="id",
)
DOCUMENT: Final = MappingShape(
    lambda bots: bots,
    (required_field("bots", named_groups_schema(BOT, "part.name_of_bot", "part.bot", NEW_NAME), called="part.named"),),
)


def load_all_bots(layers: Layers, bag: Bag, *, sources: Sources | None = None) -> tuple[BotDecl, ...]:
    """Read the bots of a ruleset and its bases; on equal names the variant's own wins."""
    found: dict[str, BotDecl] = {}
    for folder, nodes in open_folders(layers, "bots", lambda folder: (BOTS,) if folder.has(BOTS) else (), bag, sources):
        for node in nodes:
            read = DOCUMENT.read(node, ValueContext(BOTS), folder.reader) or ()
            texts, inherited = tuple(folder.texts.items()), folder.path != layers.folders[0].resolve()
            found.update((bot.id, replace(bot, texts=texts, inherited=inherited)) for bot in read)
    return tuple(found.values())

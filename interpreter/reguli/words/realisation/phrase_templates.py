"""Templates of glosses, read from ``locales/<lang>/gloss.yaml``: one or several for each construct.

A template is a wording whose values are phrases. Names that end in ``.yes`` and ``.no`` say a condition and its contrary,
those in ``.do`` and ``.does`` what everybody does (in a procedure) and what one player does (in a move).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    HERE,
    TEXT,
    WHOLE,
    MappingField,
    MappingShape,
    ParsedValue,
    ValueContext,
    enum_schema,
    named_value_pairs_schema,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import Node, ScalarNode
from reguli.words.catalogue.wording_catalogue import WordingCatalogue
from reguli.words.grammar.language_files import WordsReader
from reguli.words.grammar.languages import locales_folder
from reguli.words.terminology import LanguageRealiser, read_language_file
from reguli.words.wording_checks import check_wording
from reguli.words.wording_parser import Place, PlainKind, Reach, Wording, parse_wording

_PHRASES: Final[Mapping[str, str]] = {
    "the": "noun", "the_many": "noun", "bare": "noun", "some_one": "noun", "bare_named": "noun name:name", "named": "noun name:name",
    "numbered": "noun n:number", "ordered": "noun n:number", "labelled": "noun name:name", "owned": "owner thing", "owned_many": "owner thing",
    "owned_named": "owner noun name:name", "owned_named_many": "owner noun name:name", "named_many": "noun name:name",
    "named_many_for": "noun name:name items:list", "top": "zone", "bottom": "zone", "counted": "noun n:number", "as_many": "noun amount", "number_of": "what",
    "size_of": "what", "sum": "left right", "difference": "left right", "product": "left right",
    "quotient_down": "left right", "quotient_up": "left right", "minus": "value", "total": "value domain",
    "greatest": "value domain", "least": "value domain", "such": "domain condition:name", "sorted": "domain keys:list",
    "ranked": "domain keys:list", "matched": "left right among others condition:name", "part": "groups number", "parts": "domain", "longest": "domain",
    "lowest": "noun domain", "highest": "noun domain", "lowest_some": "domain amount", "highest_some": "domain amount",
    "first": "noun domain", "last": "noun domain", "reversed": "domain", "subsets": "domain", "minimum": "items:list",
    "maximum": "items:list", "absolute": "what", "cheapest": "start target", "neighbours": "what", "ends": "what",
    "next_player": "what", "previous_player": "what", "next_one": "noun what", "previous_one": "noun what",
    "next_by": "noun what steps", "previous_by": "noun what steps", "function": "name:name items:list", "cell": "name:name items:list",
    "value": "name:name", "value_for": "name:name items:list", "round": "", "player_count": "", "coming_stage": "", "at_turn": "",
    "keyed": "place items:list", "only": "zone variety", "share": "variety bundle", "of_variety": "amount variety", "together": "left right", "without": "left right", "common": "left right",
    "interval": "low high", "whichever": "condition:name then otherwise", "descending": "key", "nobody": "", "nothing": "",
    "one_at_a_time": "one domain", "up_to": "amount", "earlier": "value",
}  # fmt: skip
"""What phrases are made of; a value without a kind is a phrase."""
_CONDITIONS: Final[Mapping[str, str]] = {
    "equal": "left right", "is_number": "left right", "at_most": "left right", "at_least": "left right", "none": "what", "empty": "what",
    "among": "item collection", "some": "one domain condition:name", "some_of_kind": "one condition:name",
    "some_at_all": "one domain", "every": "one domain condition:name", "every_of_kind": "one condition:name",
    "holds_bundle": "left right", "holds": "name:name", "holds_for": "name:name items:list", "connected": "left right",
}  # fmt: skip
"""Conditions, each with a template for yes and one for no."""
_DOINGS: Final[Mapping[str, str]] = {
    "move": "what target", "move_from": "what source target", "move_all": "source target",
    "move_some": "amount source target", "draw": "one source", "draw_to": "one source target", "shuffle": "zone",
    "draw_some": "amount source target", "lot": "one domain", "lot_weighed": "one domain weight", "sort": "place keys:list",
}  # fmt: skip
"""What is done, by everybody or by one player."""
_HAPPENINGS: Final[Mapping[str, str]] = {
    "let": "name:name value", "becomes": "place value", "grows": "place value", "falls": "place value",
    "mark": "name:name", "mark_for": "name:name items:list", "unmark": "name:name",
    "unmark_for": "name:name items:list", "join": "item place", "leave": "item place", "run": "name:name",
    "run_for": "name:name items:list", "run_later": "name:name", "piece_effect": "name:name element", "piece_effect_later": "name:name element",
    "announce": "name:name", "announce_for": "name:name items:list", "leave_decision": "", "leave_procedure": "", "leave_game": "", "leave_turn": "", "leave_round": "", "leave_loop": "", "turn": "actor body:name",
    "settle": "", "branch": "condition:name then:name", "branch_else": "condition:name then:name otherwise:name",
    "each": "one domain body:name", "each_of_kind": "one body:name", "loop": "condition:name body:name",
    "times": "count body:name", "times_number": "n:number body:name",
    "around": "one domain body:name", "around_until": "one domain condition:name body:name",
    "all_of": "left:name right:name", "any_of": "left:name right:name",
    "if_else": "condition:name then:name otherwise:name", "ask": "actor name:name options:name",
    "ask_again": "actor name:name options:name", "ask_each": "actor name:name options:name", "nothing": "",
}  # fmt: skip
"""What happens; it is said in one way."""
_WHOLES: Final[Mapping[str, str]] = {
    "option": "name:name", "option_chooses": "name:name actor choices:list", "only_if": "text:name condition:name",
    "then": "text:name body:name", "choice_of": "one domain", "choice_between": "name:name low high",
    "choice_some": "amount domain", "choice_range": "low high domain",
    "procedure": "name:name body:name", "define": "name:name value", "define_for": "name:name items:list value",
    "define_truth": "name:name condition:name", "define_truth_for": "name:name items:list condition:name",
    "trigger": "condition:name body:name", "always": "condition:name", "adjust": "name:name amount condition:name", "adjust_always": "name:name amount",
    "in_force": "condition:name text:name", "in_force_on": "one element condition:name text:name",
    "lifted": "", "lifted_while": "condition:name", "lifted_then": "text:name body:name",
    "deep": "rule:name n", "ranking_most": "value", "ranking_least": "value", "ranking_lost": "condition:name", "ranking_tied": "rule:name", "ranking_shared": "", "constant": "name:name value", "table": "name:name rows:name",
    "table_by": "name:name keys:list", "row": "key:name value:name", "kind": "noun n:number", "kind_named": "name:name",
    "kind_listed": "name:name items:list",
    "zone": "what", "zone_limited": "what n:number", "counter": "what thing", "seen": "rule:name seen:name", "uncounted": "rule:name",
    "seen_with": "rule:name option:name seen:name other:name",
    "seen_all": "", "seen_owner": "", "seen_others": "", "seen_nobody": "", "seen_some": "players", "game": "name:name players:number",
    "phase": "name:name n:number body:name",
    "numbered": "name:name n:number", "round": "phases:name",
    "setting": "name:name choices:list", "stage": "n:number", "transition": "n:number condition:name",
    "transition_card": "n:number card", "not_allowed": "condition:name", "mark": "text", "unless": "text:name condition:name",
}  # fmt: skip
"""Whole rules."""


_TERMS: Final = ("noun", "thing")


def _named(table: Mapping[str, str], *endings: str) -> Iterator[tuple[str, Reach]]:
    for name, given in table.items():
        reach: dict[str, PlainKind] = {}
        for said in given.split():
            value, _, kind = said.partition(":")
            reach[value] = kind or ("term" if value in _TERMS else "phrase")  # type: ignore[assignment]
        for ending in endings or ("",):
            yield name + ending, MappingProxyType(reach)


TEMPLATES: Final[Mapping[str, Reach]] = MappingProxyType(
    {
        **{f"phrase.{name}": reach for name, reach in _named(_PHRASES)},
        **dict(_named(_CONDITIONS, ".yes", ".no")),
        **dict(_named(_DOINGS, ".do", ".does")),
        **dict(_named(_HAPPENINGS)),
        **{f"rule.{name}": reach for name, reach in _named(_WHOLES)},
    }
)
"""Every template with the names it may use."""
_MANY: Final = "the_many named_many named_many_for such one_at_a_time sorted lowest_some highest_some reversed subsets together without common"
_ANY: Final = "bare bare_named some_one counted as_many up_to nobody nothing"
TRAITS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(_MANY.split(), ("definite", "other")),
        **dict.fromkeys(_ANY.split(), ("indefinite",)),
        **dict.fromkeys(("owned", "owned_named"), ("definite", "owned")),
        **dict.fromkeys(("owned_many", "owned_named_many"), ("definite", "owned", "other")),
    }
)
"""What a phrase is whatever it speaks of; one that is not named here is definite."""
FILE: Final = "gloss.yaml"
_HEAD: Final = "head"


@frozen_class
class PhraseTemplate(FrozenValue):
    """One template; ``head`` is the value that takes the requested forms, ``after`` the version used after a preposition."""

    wording: Wording
    head: str
    after: Wording | None = None


@frozen_class
class PhraseTemplates(FrozenValue):
    """The templates of a language; ``own`` holds the ruleset's wordings, which name individual elements."""

    tongue: LanguageRealiser
    templates: Mapping[str, PhraseTemplate]
    own: WordingCatalogue | None = None


@frozen_class
class TemplateDecl(FrozenValue):
    """A template as written: its span, its text, its head, and the text used after a preposition."""

    span: Span
    say: str
    head: str
    after: str


def _name(reader: NodeReader, node: Node, what: Value) -> str | None:
    """Read the name of a template; W102 for an unknown one."""
    if isinstance(node, ScalarNode) and node.text in TEMPLATES:
        return node.text
    key = node.text if isinstance(node, ScalarNode) else ""
    reader.bag.add(
        "W102", node.span, near=closest_name(key, TEMPLATES), what=what, key=key, choices=Said("part.those_listed")
    )
    return None


TEMPLATE: Final = MappingShape(
    TemplateDecl,
    tuple(MappingField(key, TEXT, default="", called=WHOLE) for key in ("say", _HEAD, "after")),
    span=HERE,
    short="say",
)
LISTED: Final = named_value_pairs_schema(
    ParsedValue(_name, {"enum": list(TEMPLATES)}), TEMPLATE, called="part.template"
)


def gloss_schema(code: str) -> MappingShape[Mapping[str, TemplateDecl]]:
    """Return the schema of ``gloss.yaml`` of a language."""
    language = MappingField("language", enum_schema(code), "-", called="part.language_of_gloss")
    templates = MappingField("templates", LISTED, default=(), called="part.named")
    return MappingShape(lambda templates: MappingProxyType(dict(templates)), (language, templates))


def read_gloss_templates(
    tongue: LanguageRealiser, locales: Path, bag: Bag, sources: Sources, own: WordingCatalogue | None = None
) -> PhraseTemplates:
    """Read the templates of a language; a missing or malformed one is a finding (W1, W2) and is replaced by its name.

    A language without such a file has none, which is no finding.
    """
    code = tongue.language.code
    path, root = Path(code) / FILE, locales_folder(code, locales)
    node = read_language_file(path, root, bag, sources) if (root / path).is_file() else None
    shape, reader = gloss_schema(code), WordsReader(bag)
    written = None if node is None else shape.read(node, ValueContext(Said("part.gloss")), reader)
    if node is None or written is None:
        return PhraseTemplates(tongue, MappingProxyType({}), own)
    templates = dict(_templates(written, tongue, bag))
    for name in TEMPLATES:
        if name not in templates:
            reader.missing(node.span, Said("part.gloss"), name)
    return PhraseTemplates(tongue, MappingProxyType(templates), own)


def _templates(
    written: Mapping[str, TemplateDecl], tongue: LanguageRealiser, bag: Bag
) -> Iterator[tuple[str, PhraseTemplate]]:
    for name, decl in written.items():
        reach = TEMPLATES[name]
        if not decl.say and reach:
            continue
        texts = {"say": decl.say, "after": decl.after}
        wordings = {key: parse_wording(name, text, _at(decl.span), bag) for key, text in texts.items() if text}
        for wording in wordings.values():
            check_wording(wording, reach, tongue, bag)
        if "say" in wordings:
            yield name, PhraseTemplate(wordings["say"], decl.head, wordings.get("after"))


def _at(span: Span) -> Place:
    """Return a place function that maps every fault in a template to the template's span."""
    return lambda start, end: span

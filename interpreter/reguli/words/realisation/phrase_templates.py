"""Templates of glosses, read from ``locales/<lang>/gloss.yaml``: one or several for each construct.

A template is a wording whose values are phrases. Names that end in ``.yes`` and ``.no`` say a condition and its contrary. ``act.`` are
verbs with their objects, ``clause.`` say who does, may or must do them, and ``before.`` when and in which case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
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
from reguli.words.grammar.sentence_patterns import PATTERN, VERBS, PatternDecl
from reguli.words.terminology import LanguageRealiser, read_language_file
from reguli.words.wording_checks import check_wording
from reguli.words.wording_parser import Place, PlainKind, Reach, Wording, parse_wording

_PHRASES: Final[Mapping[str, str]] = {
    "the": "noun", "the_many": "noun", "bare": "noun", "some_one": "noun", "hidden_one": "noun", "another_one": "noun", "every_one": "noun", "other_one": "noun", "that_one": "noun", "that_many": "noun",
    "unnamed_element": "noun", "named": "noun name:name",
    "numbered": "noun n:number", "ordered": "noun n:number", "labelled": "noun name:name", "worded": "thing", "element": "noun", "owned": "owner thing", "owned_many": "owner thing",
    "own": "thing", "own_many": "thing", "owned_unnamed": "owner noun", "owned_unnamed_many": "owner noun",
    "top": "zone", "bottom": "zone", "counted": "noun n:number", "as_many": "noun amount", "for_each_own": "amount noun", "number_of": "what", "number_in": "noun zone", "inside": "noun zone",
    "sum": "left right", "difference": "left right", "product": "left right",
    "quotient_down": "left right", "quotient_up": "left right", "minus": "value", "total": "value domain",
    "greatest": "value domain", "least": "value domain", "such": "domain condition:name", "sorted": "domain keys:list", "with_most": "domain noun", "with_least": "domain noun",
    "ranked": "domain keys:list", "matched": "left right among others condition:name", "part": "groups number", "parts": "domain", "longest": "domain",
    "lowest": "noun domain", "highest": "noun domain", "lowest_some": "domain amount", "highest_some": "domain amount",
    "first": "noun domain", "last": "noun domain", "reversed": "domain", "subsets": "domain", "minimum": "items:list",
    "maximum": "items:list", "not_below": "value bound", "not_above": "value bound", "absolute": "what", "cheapest": "start target", "neighbours": "what", "ends": "what",
    "clockwise": "what", "next_player": "what", "previous_player": "what", "next_one": "noun what", "previous_one": "noun what",
    "next_by": "noun what steps", "previous_by": "noun what steps",
    "unnamed": "noun name:name", "unnamed_for": "noun name:name items:list", "unnamed_many": "noun name:name", "unnamed_many_for": "noun name:name items:list",
    "for": "thing items:list", "round": "", "player_count": "", "coming_stage": "", "at_turn": "",
    "keyed": "place items:list", "only": "zone variety", "only_some": "zone variety noun", "theirs": "owner noun zone", "of_kind": "amount variety", "as_many_of": "noun variety amount", "share": "variety bundle", "of_variety": "amount variety", "together": "left right", "without": "left right", "common": "left right",
    "group": "noun", "interval": "low high", "whichever": "condition:name then otherwise", "descending": "key", "nobody": "", "nothing": "",
    "up_to": "amount", "all": "noun", "earlier": "value", "relative": "noun one", "every_such": "noun condition:name", "whose": "owner one thing", "whose_many": "owner one thing",
}  # fmt: skip
"""What phrases are made of; a value without a kind is a phrase."""
_CONDITIONS: Final[Mapping[str, str]] = {
    "equal": "left right", "is_number": "left right", "at_most": "left right", "at_least": "left right", "none": "what", "no_turn": "", "empty": "what",
    "has_at_least": "owner amount", "has_at_most": "owner amount", "has_exactly": "owner amount", "has_any": "owner noun", "has_some": "owner noun", "has_any_in": "owner noun zone",
    "has_most": "owner noun", "has_least": "owner noun",
    "during": "what", "after": "what", "among": "item collection", "some": "one domain condition:name", "some_of_kind": "one condition:name", "some_other": "one condition:name",
    "some_at_all": "one domain", "every": "one domain condition:name", "every_of_kind": "one condition:name",
    "holds_bundle": "left right", "marked": "name:name", "chosen": "name:name", "marked_as": "name:name items", "connected": "left right",
}  # fmt: skip
"""Conditions, each with a template for yes and one for no."""
_ACTS: Final[Mapping[str, str]] = {
    "move": "what target", "move_from": "what source target", "take": "what source", "take_to": "what source target", "give": "what to", "pay": "what target",
    "receive": "what source", "obtain": "what", "lose": "what", "draw": "one source", "draw_to": "one source target", "draw_some": "amount source target",
    "shuffle": "zone", "lot": "one domain", "lot_such": "one domain condition:name", "lot_weighed": "one domain weight", "sort": "place keys:list", "choose": "choices:list", "do_this": "", "do_so": "",
}  # fmt: skip
"""What somebody does; the verb follows the mood of the clause."""
_HAPPENINGS: Final[Mapping[str, str]] = {
    "becomes": "place value", "grows": "place value", "falls": "place value", "join": "item place", "leave": "item place",
    "run": "name:name", "piece_effect": "element", "leave_game": "", "leave_turn": "", "leave_round": "", "all_of": "left:name right:name", "any_of": "left:name right:name",
    "if_else": "condition:name then:name otherwise:name", "nothing": "",
}  # fmt: skip
"""What happens; nobody acts."""
_CLAUSES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("does", "may", "must", "may_not", "no_longer"), "agent act:name"),
    **dict.fromkeys(("do", "does_again", "may_again", "must_again", "may_not_again", "no_longer_again"), "act:name"),
    "only_if": "agent act:name condition:name", "only_if_again": "act:name condition:name", "even_if": "agent act:name condition:name", "repeatedly": "text:name", "unless": "text:name condition:name",
    "stops": "text:name", "may_choose": "agent text:name", "acts": "acts:name last:name", "choices": "acts:name last:name",
}  # fmt: skip
"""Who acts, and whether somebody does, may, must or may not."""
_PREFIXES: Final[Mapping[str, str]] = {
    "setup": "", "phase": "phase", "during": "what", "before": "what", "start": "what", "end": "what", "soon": "condition:name", "effect": "element", "event": "condition:name", "after_event": "condition:name", "if": "condition:name",
    "same_case": "", "chosen": "", "otherwise": "", "then": "", "for_each": "one domain", "for_each_of_kind": "one", "times": "count", "times_number": "n:number", "loop": "condition:name",
    "turns": "domain", "turns_reversed": "domain", "clockwise": "what", "anticlockwise": "what", "anticlockwise_from": "what", "adverbial": "text:name",
}  # fmt: skip
"""What stands before a clause: when, in which case, for each of what."""
_WHOLES: Final[Mapping[str, str]] = {
    "choice_of": "one domain", "choice_between": "noun low high", "choice_some": "amount domain", "choice_range": "low high domain",
    "define": "name value", "bounded": "noun low high", "in_order": "text:name", "turns_round": "order:name", "define_truth": "text:name condition:name", "always": "condition:name", "adjust": "name:name amount", "adjust_less": "name:name amount", "turns": "domain",
    "in_force": "condition:name text:name", "in_force_on": "one element condition:name text:name",
    "deep": "rule:name n:number", "ranking_most": "value", "ranking_least": "value", "ranking_most_whose": "value", "ranking_least_whose": "value", "ranking_most_of": "noun", "ranking_least_of": "noun", "ranking_most_in": "noun zone", "ranking_least_in": "noun zone",
    "ranking_lost": "condition:name", "ranking_tied": "rule:name", "ranking_still_tied": "rule:name", "ranking_shared": "", "constant": "name:name value", "table": "name:name rows:name",
    "table_by": "name:name keys:list", "row": "key:name value:name", "kind": "noun n:number", "kind_named": "name:name", "kind_listed": "name:name items:list",
    "zone_limited": "what amount", "uncounted": "rule:name", "seen_with": "rule:name option:name other:name",
    "seen_all": "what", "seen_owner": "what", "seen_others": "what", "seen_nobody": "what", "seen_some": "what players", "game": "name:name players:number",
    "numbered": "name:name n:number", "round": "phases:name", "setting": "name:name choices:list", "stage": "n:number", "transition": "n:number condition:name",
    "transition_card": "n:number card", "takes_effect": "rule:name time:name", "not_allowed": "condition:name", "mark": "text", "for_which": "one condition:name", "relative_one": "", "relative_many": "", "however": "text:name",
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
        **{f"act.{name}": {**reach, "verb": "name"} for name, reach in _named(_ACTS)},
        **dict(_named(_HAPPENINGS)),
        **{f"clause.{name}": reach for name, reach in _named(_CLAUSES)},
        **{f"before.{name}": reach for name, reach in _named(_PREFIXES)},
        **{f"rule.{name}": reach for name, reach in _named(_WHOLES)},
    }
)
"""Every template with the names it may use."""
_MANY: Final = "the_many clockwise inside such with_most with_least lowest_some highest_some interval subsets together without common unnamed_many unnamed_many_for only_some neighbours ends parts ranked"
_ANY: Final = "bare group some_one hidden_one another_one counted as_many for_each_own that_many of_kind as_many_of up_to nobody nothing"
_OWNED: Final = "owned whose owned_unnamed own round number_of number_in sum difference product for keyed"
TRAITS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(_MANY.split(), ("definite", "other")),
        **dict.fromkeys(_ANY.split(), ("indefinite",)),
        "that_many": ("indefinite", "other"),
        **dict.fromkeys(_OWNED.split(), ("definite", "owned")),
        **dict.fromkeys(
            ("owned_many", "whose_many", "owned_unnamed_many", "own_many", "theirs", "neighbours", "ends"),
            ("definite", "owned", "other"),
        ),
    }
)
"""What a phrase is whatever it speaks of; one that is not named here is definite."""
FILE: Final = "gloss.yaml"


@frozen_class
class PhraseTemplate(FrozenValue):
    """One template; ``head`` is the value that takes the requested forms, ``after`` the version used after a preposition.

    ``verb`` is the verb of an act, with what it agrees with as ``object``, or the form of the verb in a clause.
    """

    wording: Wording
    head: str
    after: Wording | None = None
    verb: str = ""
    object: str = ""


@frozen_class
class PhraseTemplates(FrozenValue):
    """The templates and verbs of a language; ``own`` holds the ruleset's wordings, which name individual elements.

    ``called`` are the patterns of the ruleset's own options, procedures and conditions.
    """

    tongue: LanguageRealiser
    templates: Mapping[str, PhraseTemplate]
    own: WordingCatalogue | None = None
    verbs: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    called: Mapping[str, PhraseTemplate] = field(default_factory=lambda: MappingProxyType({}))


def _name(reader: NodeReader, node: Node, what: Value) -> str | None:
    """Read the name of a template; W102 for an unknown one."""
    if isinstance(node, ScalarNode) and node.text in TEMPLATES:
        return node.text
    key = node.text if isinstance(node, ScalarNode) else ""
    reader.bag.add(
        "W102", node.span, near=closest_name(key, TEMPLATES), what=what, key=key, choices=Said("part.those_listed")
    )
    return None


LISTED: Final = named_value_pairs_schema(ParsedValue(_name, {"enum": list(TEMPLATES)}), PATTERN, called="part.template")


def gloss_schema(code: str) -> MappingShape[tuple[Mapping[str, PatternDecl], Mapping[str, Mapping[str, str]]]]:
    """Return the schema of ``gloss.yaml`` of a language: its templates, and the forms of their verbs."""
    language = MappingField("language", enum_schema(code), "-", called="part.language_of_gloss")
    templates = MappingField("templates", LISTED, default=(), called="part.named")
    verbs = MappingField("verbs", VERBS, default=MappingProxyType({}), called="part.named")
    return MappingShape(lambda templates, verbs: (dict(templates), verbs), (language, verbs, templates))


def read_gloss_templates(
    tongue: LanguageRealiser, locales: Path, found: Bag | None, sources: Sources, own: WordingCatalogue | None = None
) -> PhraseTemplates:
    """Read the templates of a language; a missing or malformed one is a finding (W1, W2) and is replaced by its name.

    A language without such a file has none, which is no finding. Without a bag for findings the gaps of templates are not checked.
    """
    code, bag = tongue.language.code, Bag() if found is None else found
    path, root = Path(code) / FILE, locales_folder(code, locales)
    node = read_language_file(path, root, bag, sources) if (root / path).is_file() else None
    shape, reader = gloss_schema(code), WordsReader(bag)
    written = None if node is None else shape.read(node, ValueContext(Said("part.gloss")), reader)
    if node is None or written is None:
        return PhraseTemplates(tongue, MappingProxyType({}), own)
    patterns, verbs = written
    templates = dict(_templates(patterns, None if found is None else tongue, bag))
    for name in TEMPLATES:
        if name not in templates:
            reader.missing(node.span, Said("part.gloss"), name)
    called = {name: _template(name, decl, bag)[0] for name, decl in tongue.lexicon.patterns.items()}
    return PhraseTemplates(
        tongue,
        MappingProxyType(templates),
        own,
        MappingProxyType({**verbs, **tongue.lexicon.verbs}),
        MappingProxyType(called),
    )


def _templates(
    written: Mapping[str, PatternDecl], tongue: LanguageRealiser | None, bag: Bag
) -> Iterator[tuple[str, PhraseTemplate]]:
    for name, decl in written.items():
        reach = TEMPLATES[name]
        if decl.say or not reach:
            template, wordings = _template(name, decl, bag)
            for wording in wordings:
                if tongue is not None:
                    check_wording(wording, reach, tongue, bag)
            yield name, template


def _template(name: str, decl: PatternDecl, bag: Bag) -> tuple[PhraseTemplate, list[Wording]]:
    said = parse_wording(name, decl.say, _at(decl.span), bag)
    after = parse_wording(name, decl.after, _at(decl.span), bag) if decl.after else None
    return PhraseTemplate(said, decl.head, after, decl.verb, decl.object), [said, *([after] if after else [])]


def _at(span: Span) -> Place:
    """Return a place function that maps every fault in a template to the template's span."""
    return lambda start, end: span

"""Sentences that stand beside the rules: ``says`` of declarations, rules and statements, and the statements of an inventory themselves.

They go before all that is generated, each on the pages of its own language. A sentence was typed for the rules of the layer that it stands
in, a game or a variant. What a higher variant changes may make it untrue, so it gets the signature of its rule in its own layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import (
    Documents,
    OptionDecl,
    inline_sentences,
    rule_head_sentences,
    worded_statements,
)
from reguli.ruleset.folder_contents import apply_option_choices
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.diagnostic import Bag
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import Span
from reguli.words.catalogue.wording_catalogue import CatalogueEntry, TypedSentence, empty_catalogue
from reguli.words.placeholders.placeholder_values import EVERYWHERE
from reguli.words.placeholders.wording_signature import (
    SIGNATURE,
    CheckedRules,
    mark_stale_wordings,
    rule_digest,
    rule_structure,
)
from reguli.words.placeholders.wording_subjects import Subjects, WordingSubject, wording_subjects

SAID_UNDER: Final = frozenset({"procedure", "define", "trigger", "moment", "event", "adjust", "statement"})
"""What a sentence under a head words."""
Beside: TypeAlias = Mapping[str, Mapping[str, TypedSentence]]
"""Sentences that stand beside rules: by the id of what is worded, by the code of a language."""
NOTHING_BESIDE: Final[Beside] = MappingProxyType({})
HeadSentences: TypeAlias = tuple[tuple[str, str, Span], ...]
"""Sentences under the head of a rule: language code, text and place."""


def collect_inline_sentences(ruleset: Ruleset) -> Beside:
    """Return the sentences of a ruleset's statements and rules, and those from its libraries, with lowest precedence.

    What is typed beside a statement goes before what is typed beside its rules, and its own text stands where its language has neither.
    """
    documents = ruleset.documents
    found: dict[str, Mapping[str, TypedSentence]] = {
        name: _by_language(texts, documents) for one in documents.brought for name, texts in one.says
    }
    by_rules, conditions, layers = _beside_rules(ruleset), _conditions(ruleset), statement_layers(documents)
    found |= by_rules
    for statement in documents.inventory:
        name, (typed, layer, again) = f"statement:{statement.id}", layers[statement.id]
        own = {**by_rules.get(name, {}), **_by_language(statement.says, documents)}
        if ruleset.citations.get(statement.id):
            text = typed.replace("[", "[[").replace("]", "]]")
            written_in = documents.variants[layer - 1].written_in if layer else documents.game.written_in
            own.setdefault(written_in, TypedSentence(text, statement.span, plain=True, layer=layer))
        only_with = conditions.get(name, ())
        kept = {code: one for code, one in own.items() if one.layer >= layer or not again}
        found[name] = {code: replace(one, only_with=only_with) for code, one in kept.items()}
    return found


def inline_languages(ruleset: Ruleset) -> frozenset[str]:
    """Return the codes of the languages in which sentences are typed beside the rules, those of libraries excepted."""
    return frozenset(code for code, _ in _own_sentences(ruleset))


def typed_statements(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the statements with a sentence beside the rules, in any language, those of libraries excepted."""
    return frozenset(name.removeprefix("statement:") for _, name in _own_sentences(ruleset))


def _own_sentences(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield language and id of each sentence that is typed beside the rules of the ruleset itself."""
    brought = {name for one in ruleset.documents.brought for name, _ in one.says}
    for name, texts in collect_inline_sentences(ruleset).items():
        if name not in brought:
            yield from ((code, name) for code, one in texts.items() if not one.plain)


def sentences_in_language(ruleset: Ruleset, code: str, *, plain: bool = True) -> Beside:
    """Return the sentences in one language, with or without the ``plain`` ones."""
    beside = collect_inline_sentences(ruleset).items()
    return {name: {code: texts[code]} for name, texts in beside if code in texts and (plain or not texts[code].plain)}


def unprinted_sentences(ruleset: Ruleset) -> tuple[Span, ...]:
    """Return the places of sentences under heads of rules that cite no statement, so that no page prints them."""
    return tuple(span for those, said in _sentences_under_heads(ruleset) if not those for _, _, span in said)


def _by_language(texts: Iterable[tuple[str, str, Span]], documents: Documents) -> dict[str, TypedSentence]:
    """Return sentences by language; several in one language are printed one after the other."""
    found: dict[str, TypedSentence] = {}
    for code, text, span in texts:
        before = found.get(code)
        said = text if before is None else f"{before.text} {text}"
        place = span if before is None else before.span
        found[code] = TypedSentence(said, place, layer=layer_of(place, documents))
    return found


def _beside_rules(ruleset: Ruleset) -> Beside:
    """Return the sentences of declarations, for the statements they cite, and those under rule heads, for both.

    Several of one statement are said one after the other, those of declarations first.
    """
    found: dict[str, list[tuple[str, str, Span]]] = {}
    for cite, texts in inline_sentences(ruleset.documents).items():
        found.setdefault(f"statement:{cite}", []).extend(texts)
    for line, bound in zip(ruleset.documents.game.ranking, ruleset.ranking, strict=True):
        if line.source.says:
            found.setdefault(f"ranking:{bound.order} {bound.text}", []).extend(line.source.says)
    for those, said in _sentences_under_heads(ruleset):
        words = worded_statements(one.cites[0] for one in those if one.sort == "statement")
        for one in those:
            if one.sort != "statement" or one.cites[0] in words:
                found.setdefault(one.id, []).extend(said)
    return {name: _by_language(texts, ruleset.documents) for name, texts in found.items()}


def _sentences_under_heads(ruleset: Ruleset) -> Iterator[tuple[list[WordingSubject], HeadSentences]]:
    """Yield the sentences under each head of a rule, with all that they word."""
    told = rule_head_sentences(ruleset.documents)
    subjects = wording_subjects(ruleset) if told else {}
    for span, said in told.items():
        yield [one for one in subjects.values() if one.sort in SAID_UNDER and span in one.spans], said


# -- layers ----------------------------------------------------------------------------------------------------------


def layer_of(span: Span, documents: Documents) -> int:
    """Return the layer whose files a place is in: 0 for the game's own, else the number of the variant."""
    count = len(documents.variants)
    return next((count + 1 - top for top in range(1, count + 1) if is_in_files(span, file_prefixes(documents, top))), 0)


def statement_layers(documents: Documents) -> Mapping[str, tuple[str, int, bool]]:
    """Return for each statement its text, the layer that typed it, and whether a lower layer has another text for it."""
    found: dict[str, tuple[str, int, bool]] = {}
    for layer in range(len(documents.variants) + 1):
        for one in _layer(documents, layer).inventory:
            before = found.get(one.id)
            if before is None or before[0] != one.statement:
                found[one.id] = one.statement, layer, before is not None
    return found


def rewritten_statements(documents: Documents) -> frozenset[str]:
    """Return the ids of the statements for which a variant typed another text."""
    layers = statement_layers(documents) if documents.variants else {}
    return frozenset(name for name, (_, _, again) in layers.items() if again)


def _layer(documents: Documents, layer: int) -> Documents:
    """Return the documents up to a layer."""
    while documents.base is not None and len(documents.variants) > layer:
        documents = documents.base
    return documents


class LowerRules:
    """The rules of the layers below a variant, bound on first use."""

    def __init__(self, rules: CheckedRules) -> None:
        """Set up without binding anything."""
        self._rules, self._ruleset = rules, rules.ruleset
        self._known: dict[int, tuple[Ruleset, Subjects] | None] = {}

    def checked(self, entry: CatalogueEntry, sentence: TypedSentence) -> CatalogueEntry:
        """Return a sentence of a lower layer marked as stale, where a variant has changed its rule; others are unchanged."""
        signature = self._signature(entry.id, sentence)
        if signature is None:
            return entry
        signed = replace(entry, comments=(*entry.comments, f"{SIGNATURE}: {signature}"))
        alone = replace(empty_catalogue("", ""), entries={entry.id: signed})
        return mark_stale_wordings(alone, self._rules.signatures, self._rules.base_signatures).entries[entry.id]

    def _signature(self, name: str, sentence: TypedSentence) -> str | None:
        """Return the signature of the rule that a sentence of a lower layer was typed for; None in the topmost layer.

        A plain sentence cannot follow a value: where one has changed its signature fits nothing.
        """
        if sentence.layer == len(self._ruleset.documents.variants):
            return None
        below, now = self._below(sentence.layer), self._rules.subjects.get(name)
        if below is None or name not in below[1] or now is None:
            return None
        then = below[1][name]
        values, counted = then.offers, any(citer.id.startswith("game:") for citer in then.citers)
        fixed = (name for name in values if not name.startswith(EVERYWHERE) or (counted and name == "players"))
        if sentence.plain and any(values[one] != now.offers.get(one) for one in fixed):
            return rule_digest(sentence.text)
        return rule_digest(rule_structure(then, below[0]))

    def _below(self, layer: int) -> tuple[Ruleset, Subjects] | None:
        if layer not in self._known:
            documents = _layer(self._ruleset.documents, layer)
            there = {one.id for one in documents.game.options}
            options = {name: value for name, value in self._ruleset.options.items() if name in there}
            found = _bound(documents, options, self._ruleset.documents.players)
            self._known[layer] = None if found is None else (found, wording_subjects(found))
        return self._known[layer]


_BASES: Final = IdentityCache[Ruleset | None]()
"""The rulesets below variants, by their options and the number of players."""


def bind_base_ruleset(ruleset: Ruleset) -> Ruleset | None:
    """Return the ruleset of which one is a variant, under its default options; None where it is no variant or the base has findings."""
    documents = _layer(ruleset.documents, 0)
    if documents is ruleset.documents:
        return None
    return _bound(documents, {one.id: one.default for one in documents.game.options}, None)


def _bound(documents: Documents, options: Mapping[str, str | bool], players: int | None) -> Ruleset | None:
    def bind() -> Ruleset | None:
        bag = Bag()
        chosen = apply_option_choices(documents, options, bag, players=players)
        found = None if chosen is None else bind_ruleset(chosen, bag, options=options)
        return None if bag else found

    return _BASES.get((documents,), (tuple(sorted(options.items())), players), bind)


# -- options that are off --------------------------------------------------------------------------------------------


def _conditions(ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the statements that only options carry which are not chosen now, each with the wordings that name them."""
    declared = {f"option:{one.id}": one for one in ruleset.documents.game.options}
    found: dict[str, tuple[str, ...]] = {}
    for cite, carriers in ruleset.citations.items():
        names = [_names(declared[one], cite, ruleset) if one in declared else [] for one in carriers]
        if names and all(names):
            found[f"statement:{cite}"] = tuple(dict.fromkeys(name for some in names for name in some))
    return found


def _names(option: OptionDecl, cite: str, ruleset: Ruleset) -> list[str]:
    """Return the wordings that name the values of an option for which a statement holds; none where one of them is chosen."""
    chosen, whole = ruleset.options[option.id], cite in option.source.cites
    if option.form == "switch":
        return [] if chosen or not whole else [f"option:{option.id}"]
    values = [value.id for value in option.values if cite in value.source.cites]
    return [] if whole or chosen in values else [f"option:{option.id}/{value}" for value in values]

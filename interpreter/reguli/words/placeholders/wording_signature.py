"""Signatures of wordings: the structure of their rule, the kinds of its values, the grammar of its terms.

A signature is two short hashes, ``RULE-TERMS``. The first says what the rule is made of and what it offers to wordings, the
second which gender and number the terms have that the wording speaks of. Both leave values out: when 3 becomes 4 nothing has
to be said again. The structure of a rule is one line of text: what it is made of, without the values of its numbers.

A third follows where the sentence itself asks for it: the values of which it names some keys and leaves out others on purpose
(``listed``), and the rules written on the elements that it names.

A translator writes a sentence for a rule as it is; the rule may change afterwards, in a later edition or in somebody's variant. Then
the sentence lies, unless somebody notices. So each wording is kept with the signature of the rule it was written for, and is used only
while the rule still has it. The line must therefore change when the sentence would have to, and must not when it would stay true:

- What counts of a rule is said in ``rule_structure``: its operands, not its values, names and places.
- A sentence depends also on what its rules call, and on where they are run.
- What a variant adds to a rule counts, but a sentence that fits the rule without it stays, and the addition is printed behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.variant_layers import file_prefixes
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.catalogue.wording_catalogue import SHORT, CatalogueEntry, WordingCatalogue
from reguli.words.grammar.grammar_values import NumberRange
from reguli.words.placeholders.carrying_parts import REACHING, carrying_rules
from reguli.words.placeholders.partial_lists import NEXT, WHOLE, find_differing, find_incomplete_lists, is_from_variant
from reguli.words.placeholders.placeholder_values import EVERYWHERE, SEATS, Offers, PlaceholderValue, UnknownValue
from reguli.words.placeholders.rule_citations import (
    CitingRule,
)
from reguli.words.placeholders.rule_structure import structures_of
from reguli.words.placeholders.wording_subjects import Subjects, WordingSubject
from reguli.words.terminology import Lexicon
from reguli.words.wording_checks import mentioned_terms, mentioned_values, values_printed
from reguli.words.wording_parser import InflectedPhrase, Kind, Piece, Reach, RowsKind, RowValues, TextChoice, Value

SIGNATURE: Final = "signature"
"""How the comment begins that keeps a signature in a catalogue."""
MADE_BY: Final = "2."
"""How the first half of a signature begins, by the way it is computed; one computed in another way says nothing, and the next update replaces it."""
BEFORE: Final = "before"
"""The key of the comment that keeps the former rule of a wording to be confirmed."""
STATING: Final = frozenset({"answer", "card", "ranking", "reason", "rule", "statement", "transition"})
"""The sorts whose sentences are wrong when their rule is another one; a name of a phase or of an option stays right."""
_HASH_BYTES = 5


@frozen_class
class WordingSignature(FrozenValue):
    """The signature of a wording, with the texts it was computed from."""

    rule: str
    terms: str
    structure: str
    grammar: str
    besides: str = ""
    complete: bool = True
    """Whether the sentence says all keys of each value of which it names several, and no value for a key that has another."""
    base: str = ""
    """The first half without what variants add to the rule; empty where they add nothing."""

    def __str__(self) -> str:
        """Return the signature as written in catalogues."""
        return "-".join(filter(None, (self.rule, self.terms, self.besides)))

    def fits(self, kept: str) -> bool:
        """Return whether a stored signature ``kept`` matches, of the rule or of what variants add to.

        Older signatures match as well: those without the effects part, and those whose first half was computed in another way.
        """
        rule, _, rest = kept.partition("-")
        known = {"-".join(filter(None, (self.terms, self.besides))), *((self.terms,) if self.complete else ())}
        comparable = rule.startswith(MADE_BY)
        return (not comparable or rule in {self.rule, self.base or self.rule}) and rest in known


def rule_structure(subject: WordingSubject, ruleset: m.Ruleset, variants: tuple[str, ...] = ()) -> str:
    """Return the structure of the rules of an element without what is written in the files of ``variants``, one line for each rule."""
    # A game may be called otherwise, and is the same game.
    own, structures = f"game:{ruleset.id}", structures_of(ruleset, variants)
    carriers = [one for one in carrying_rules(subject, ruleset) if not structures.is_added(one.id, one.span)]
    lines = [f"{one.id} {structures.own(one.key, one.node).text}" for one in carriers]
    lines += structures.lines(carriers) if subject.sort in REACHING else ()
    lines = [line.replace(own, "game", 1) for line in lines]
    lines += [f"against {citer.id} {citer_structure(citer, ruleset)}" for citer in subject.against]
    return "\n".join((*sorted(lines), _offered(subject.offers, whole=subject.sort == "card")))


def named_element_rules(
    subject: WordingSubject, names: Iterable[str], ruleset: m.Ruleset
) -> Mapping[str, m.BoundProcedure | t.Term]:
    """Return the rules of the elements that a sentence names, of the kinds it cites, by kind, element and field."""
    kinds = {citer.node.id: citer.node.elements for citer in subject.citers if isinstance(citer.node, m.Kind)}
    named = {part for name in names for part in name.split(".")} if kinds else set[str]()
    return {
        f"{kind}.{element}.{field}": rule[1] if isinstance(rule, tuple) else rule
        for (kind, field), rules in (*ruleset.piece_rules.items(), *ruleset.piece_conditions.items())
        for element, rule in zip(kinds.get(kind, ()), rules, strict=False)
        if rule is not None and element in named
    }


def _offered(offers: Offers, *, whole: bool) -> str:
    """Return the offers with their kinds: only those unknown before a playthrough, or with ``whole`` (for a product's text) all of them."""
    own = (
        f"{name}:{_kind(offer.kind)}"
        for name, offer in offers.items()
        if whole or isinstance(offer.value, UnknownValue)
    )
    return f"offers {' '.join(sorted(own))}"


def _kind(kind: Kind) -> str:
    if isinstance(kind, RowsKind):
        return f"rows({' '.join(f'{name}:{_kind(inner)}' for name, inner in kind.fields.items())})"
    return kind


def terms_grammar(pieces: tuple[Piece, ...], reach: Reach, lexicon: Lexicon) -> str:
    """Return the gender and number of each term in a wording, in order of ids: ``card f``, ``money m plural``."""
    found = []
    for term_id in sorted(mentioned_terms(pieces, reach, lexicon)):
        noun = lexicon.terms[term_id].noun
        only = "plural" if "plural" in noun.parts and len(noun.parts) == 1 else "mass" if noun.mass else ""
        found.append(" ".join(mark for mark in (term_id, noun.gender, only) if mark))
    return ", ".join(found)


def element_signature(
    subject: WordingSubject, ruleset: m.Ruleset, pieces: tuple[Piece, ...], lexicon: Lexicon
) -> WordingSignature:
    """Return the signature of a wording of an element."""
    structure, grammar = rule_structure(subject, ruleset), terms_grammar(pieces, subject.reach, lexicon)
    besides, complete = _effects_part(subject, ruleset, pieces, lexicon)
    rule, base = rule_digest(structure), base_signatures({subject.id: subject}, ruleset).get(subject.id, "")
    return WordingSignature(rule, short_digest(grammar), structure, grammar, besides, complete, base)


def _effects_part(
    subject: WordingSubject, ruleset: m.Ruleset, pieces: tuple[Piece, ...], lexicon: Lexicon
) -> tuple[str, bool]:
    """Return the digest of incomplete lists, of differing values and of the effects of named elements, and whether there are effects alone."""
    stating = subject.sort in STATING
    names = mentioned_values(pieces, subject.reach) if stating else frozenset[str]()
    terms = mentioned_terms(pieces, subject.reach, lexicon) if stating else frozenset[str]()
    elements = names | terms
    lists = [one.of for one in find_incomplete_lists(subject, names, ruleset)]
    lists += [f"{name} not {key}" for name, key in find_differing(subject, names, terms, ruleset)]
    written = named_element_rules(subject, elements, ruleset)
    structures = structures_of(ruleset)
    bodies = {name: rule.body if isinstance(rule, m.BoundProcedure) else rule for name, rule in written.items()}
    effects = [line for name, body in sorted(bodies.items()) for line in structures.effect(name, body)]
    return short_digest("\n".join((*lists, *effects))) if lists or effects else "", not lists


def rule_signatures(subjects: Subjects, ruleset: m.Ruleset) -> Mapping[str, str]:
    """Return the first half of the signature of every element that states a rule, by id."""
    stating = ((name, subject) for name, subject in subjects.items() if subject.sort in STATING)
    return {name: rule_digest(rule_structure(subject, ruleset)) for name, subject in stating}


def base_signatures(subjects: Subjects, ruleset: m.Ruleset) -> Mapping[str, str]:
    """Return the first half of the signature without what variants add, of every element that states a rule, by id; none without variants."""
    stating = (one for one in subjects.values() if one.sort in STATING and ruleset.documents.variants)
    variants = file_prefixes(ruleset.documents, len(ruleset.documents.variants))
    return {one.id: rule_digest(rule_structure(one, ruleset, variants)) for one in stating}


NOTHING_ADDED: Final[Mapping[str, str]] = MappingProxyType({})


def mark_stale_wordings(
    catalogue: WordingCatalogue, rules: Mapping[str, str], base: Mapping[str, str] = NOTHING_ADDED
) -> WordingCatalogue:
    """Mark wordings as stale whose rule signature is outdated; unsigned wordings and those of no rule are unchanged.

    A wording stays true of a rule to which a variant only adds something (``base``): the additions follow it.
    A wording that an update of the catalogue has left to be confirmed is printed as before the update: a sentence is stale, a name is used.
    """
    entries = {name: _as_before_update(entry, rules, base) for name, entry in catalogue.entries.items()}
    return replace(catalogue, entries=MappingProxyType(entries))


def _as_before_update(entry: CatalogueEntry, rules: Mapping[str, str], base: Mapping[str, str]) -> CatalogueEntry:
    name, reopened = entry.id.removesuffix(SHORT), entry.fuzzy and entry.comment(BEFORE) is not None
    rule = _rule_of(entry)
    outdated = rule not in (None, rules.get(name, rule))
    stale = (outdated and rule != base.get(name)) or (reopened and name in rules)
    return replace(entry, stale=stale, fuzzy=entry.fuzzy and not reopened)


def stored_signature(entry: CatalogueEntry) -> str | None:
    """Return the signature of a wording in its catalogue, None where it has none."""
    found = entry.comment(SIGNATURE)
    return None if found is None else found.strip()


def _rule_of(entry: CatalogueEntry) -> str | None:
    """Return the first half of a signature; None where there is none that can be compared."""
    signature = stored_signature(entry)
    return signature.partition("-")[0] if signature is not None and signature.startswith(MADE_BY) else None


def rule_digest(structure: str) -> str:
    """Return the first half of a signature."""
    return f"{MADE_BY}{short_digest(structure)}"


def short_digest(text: str) -> str:
    """Return a digest of a text that is short enough for a comment."""
    return blake2b(text.encode(), digest_size=_HASH_BYTES).hexdigest()


def citer_structure(citer: CitingRule, ruleset: m.Ruleset) -> str:
    """Return the structure of a part of the ruleset that cites statements."""
    return structures_of(ruleset).own(citer.id, citer.node).text


# -- withheld sentences ----------------------------------------------------------------------------------------------
# Sentences that are not true of the rules, and are not printed for that: each with a finding that says why.
#
# A signature tells that the rule of a sentence has changed (``signature``); then the rule is said in its place, and the command names the
# sentence. Here is what makes a sentence false while its rule stands, or what its signature alone does not explain:
#
# - W319: it names the keys of a value one by one, and there is another key now;
# - W320: it gives one number where the rules have several, one for each number of players;
# - W321: it names an element whose own rule is another one now;
# - W322: it says that something never happens, and a rule does it;
# - W324: it names the numbers of players that have something, and the game has no such number;
# - W325: it gives one value for several keys, and one of them has another now.


STATED: Final = frozenset({"answer", "card", "ranking", "statement"})
"""The sorts whose sentences are printed as true of the rules."""
WITHHELD: Final = frozenset({"W319", "W320", "W321", "W322", "W323", "W324", "W325"})
"""Findings on sentences and names that are not printed: they keep nothing else from being printed."""
RUNS: Final = ".exception_runs"
EXCEPTIONS: Final = (".exceptions", RUNS)
"""How the names end of what says the numbers of players that have another value."""


@frozen_class
class CheckedRules(FrozenValue):
    """The rules that sentences are checked against: all subjects, for a number of ``players`` or any, and the rule signatures by id."""

    ruleset: m.Ruleset
    subjects: Subjects
    players: int | None = None
    signatures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    base_signatures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def mark_untrue_sentences(catalogue: WordingCatalogue, rules: CheckedRules, lexicon: Lexicon) -> WordingCatalogue:
    """Mark sentences that contradict the rules as stale, each with the finding that gives the reason; an entry is checked on first use."""

    def marked(entry: CatalogueEntry) -> CatalogueEntry:
        why = None if entry.withheld is not None else withholding_reason(catalogue, entry, rules, lexicon)
        return entry if why is None else replace(entry, stale=True, withheld=why)

    return replace(catalogue, entries=_EntriesOnDemand(catalogue.entries, marked))


class _EntriesOnDemand(Mapping[str, CatalogueEntry]):
    """The entries of a catalogue, each changed by a function when it is first read."""

    def __init__(
        self, entries: Mapping[str, CatalogueEntry], change: Callable[[CatalogueEntry], CatalogueEntry]
    ) -> None:
        self.entries, self.change, self.changed = entries, change, dict[str, CatalogueEntry]()

    def __getitem__(self, name: str) -> CatalogueEntry:
        if name not in self.changed:
            self.changed[name] = self.change(self.entries[name])
        return self.changed[name]

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


def withholding_reason(
    catalogue: WordingCatalogue, entry: CatalogueEntry, rules: CheckedRules, lexicon: Lexicon
) -> Diagnostic | None:
    """Return the finding for which a sentence is withheld from print; None where there is none."""
    subject = rules.subjects.get(entry.id.removesuffix(SHORT))
    if subject is None or subject.sort not in STATED or not catalogue.printed(entry):
        return None
    pieces = catalogue.wording(entry, Bag()).pieces
    return (
        _happens(entry, subject, rules)
        or _other_now(entry, subject, pieces, rules, lexicon)
        or _unseated(entry, subject, pieces)
        or (None if rules.players is not None else _varies(entry, subject, pieces))
    )


def _happens(entry: CatalogueEntry, subject: WordingSubject, rules: CheckedRules) -> Diagnostic | None:
    """Return a finding (W322) if a rule does the thing that the sentence denies, unless the sentence was written for that rule."""
    excluding = [one.span for one in rules.ruleset.documents.inventory if one.absence and one.id in subject.cites]
    beside = stored_signature(entry) is None and entry.span.file in {span.file for span in excluding}
    if not subject.against or not (entry.stale or beside):
        return None
    act, related = subject.against[0], [(span, Said("here.never")) for span in excluding]
    return make_finding("W322", act.span, related=related, wording=subject.id, what=act.id.partition(":")[2])


def _other_now(
    entry: CatalogueEntry, subject: WordingSubject, pieces: tuple[Piece, ...], rules: CheckedRules, lexicon: Lexicon
) -> Diagnostic | None:
    """Return a finding for what changed since a sentence was written: a key (W319), a value (W325) or the rule of an element (W321)."""
    kept, names = stored_signature(entry) or "", mentioned_values(pieces, subject.reach)
    stored, (besides, complete) = "-".join(kept.split("-")[2:]), _effects_part(subject, rules.ruleset, pieces, lexicon)
    if stored == besides or (complete and not stored):
        return None
    terms = mentioned_terms(pieces, subject.reach, lexicon)
    effects = named_element_rules(subject, names | terms, rules.ruleset)
    partial = sorted(
        find_incomplete_lists(subject, names, rules.ruleset),
        key=lambda one: not is_from_variant(one.span, rules.ruleset),
    )
    if partial and (is_from_variant(partial[0].span, rules.ruleset) or not effects):
        return make_finding("W319", partial[0].span, wording=subject.id, value=partial[0].of, key=partial[0].key)
    other = find_differing(subject, names, terms, rules.ruleset)
    if other and not effects:
        return make_finding("W325", entry.span, wording=subject.id, value=other[0][0], key=other[0][1])
    # Where the rules on several elements are named, that of a variant is the one that changed.
    bodies = {name: rule.body if isinstance(rule, m.BoundProcedure) else (rule,) for name, rule in effects.items()}
    places = {name: body[0].span for name, body in bodies.items() if body}
    changed = max(places, key=lambda name: is_from_variant(places[name], rules.ruleset), default=subject.id)
    return make_finding("W321", places.get(changed, subject.spans[0]), wording=subject.id, name=changed)


def _unseated(entry: CatalogueEntry, subject: WordingSubject, pieces: tuple[Piece, ...]) -> Diagnostic | None:
    """Return a finding for numbers of players that a sentence names and the game does not have, or not as one range (W324)."""
    asked = {piece.name for piece in pieces if isinstance(piece, TextChoice)}
    for name in sorted(values_printed(pieces, subject.reach) & subject.offers.keys()):
        offer = subject.offers[name]
        none = offer.value is None or (offer.value == 0 and name not in asked)
        if none and any(cell.startswith(SEATS) for cell in offer.cells):
            return make_finding("W324", entry.span, wording=subject.id, value=name)
    return None


def _varies(entry: CatalogueEntry, subject: WordingSubject, pieces: tuple[Piece, ...]) -> Diagnostic | None:
    """Return a finding for a number given as valid for every number of players although it varies (W320)."""
    names, offers = mentioned_values(pieces, subject.reach), subject.offers
    runs = {name.removesuffix(RUNS): _rows(offer) for name, offer in offers.items() if name.endswith(RUNS)}
    unsaid = {value: rows for value, rows in runs.items() if rows and not names & {value + end for end in EXCEPTIONS}}
    printed = values_printed(pieces, subject.reach)
    wholes = {name.rpartition(".")[0] + "." for name in names if name.rpartition(".")[2] in WHOLE}
    for value, rows in unsaid.items():
        if printed & {value, f"{value}.{NEXT}"} or any(f"{value}.".startswith(whole) for whole in wholes):
            players = rows[0]["players"]
            other = players.first if isinstance(players, NumberRange) else players
            return make_finding("W320", entry.span, wording=subject.id, value=value, players=str(other))
    return None


def _rows(offer: PlaceholderValue) -> tuple[Mapping[str, Value], ...]:
    return offer.value.rows if isinstance(offer.value, RowValues) else ()


# -- approval --------------------------------------------------------------------------------------------------------
# Who stands for a wording: it is a draft, reviewed or approved, by somebody, since a day, for one rule, its values and one sentence.
#
# A sign-off is a comment in a catalogue, ``# approved: DIGEST DAY NAME``, so that it travels with the wording through every editor. The digest is
# of the rule, of the values that the rule gives to wordings, and of the text; when one of these changes nobody stands for the wording any more,
# without anything being written. A signature (``signature``) asks less: there another value changes nothing, for the sentence is still true.


State: TypeAlias = Literal["reviewed", "approved"]
"""How far a wording is reviewed; a draft is not."""
STATES: Final[tuple[State, ...]] = ("reviewed", "approved")


@frozen_class
class SignOff(FrozenValue):
    """The review of a wording: its level, its date (``2026-11-26``), and the digest of its state at that time."""

    state: State
    digest: str
    day: str
    by: str

    @property
    def comment(self) -> str:
        """Return the sign-off as written in catalogues, after ``state:``."""
        return f"{self.digest} {self.day} {self.by}"


def sign_off_in(entry: CatalogueEntry) -> SignOff | None:
    """Return the sign-off of a wording in its catalogue, the higher of two, regardless of later changes to its rule."""
    for state in reversed(STATES):
        found = entry.comment(state)
        if found is not None:
            digest, day, by = (*found.split(" ", 2), "", "")[:3]
            return SignOff(state, digest, day, by)
    return None


def rule_digests(subjects: Subjects, ruleset: Ruleset) -> Mapping[str, str]:
    """Return a short digest of the current rule of every element, with its values, by id."""
    return {name: short_digest("\n".join(_written(subject, ruleset))) for name, subject in subjects.items()}


def _written(subject: WordingSubject, ruleset: Ruleset) -> Iterator[str]:
    yield from sorted(citer_structure(citer, ruleset) for citer in subject.citers)
    # What a product gives to its own texts depends on how many play; the rules behind it do not.
    if subject.sort != "card":
        for name, offer in subject.offers.items():
            if not isinstance(offer.value, UnknownValue) and not name.startswith(EVERYWHERE):
                yield f"{name} = {_text(offer.value)}"


def _text(value: Value) -> str:
    match value:
        case InflectedPhrase():
            return f"{value.wording.text} {_fields(value.values)}"
        case RowValues():
            return " | ".join(map(_fields, value.rows))
        case tuple():
            return ", ".join(map(_text, value))
        case _:
            return repr(value)


def _fields(values: Mapping[str, Value]) -> str:
    return "; ".join(f"{name} = {_text(one)}" for name, one in values.items())


def review_digest(rule: str, text: str) -> str:
    """Return the digest of a reviewed wording: its rule as in ``rule_digests``, and the printed text."""
    return short_digest(f"{rule}\n{text}")


def current_review_state(catalogue: WordingCatalogue, entry: CatalogueEntry, rules: Mapping[str, str]) -> State | None:
    """Return the review level of a wording in its current state; None for a fuzzy or stale one."""
    found, rule = sign_off_in(entry), rules.get(entry.id.removesuffix(SHORT))
    if found is None or rule is None or entry.fuzzy or entry.stale:
        return None
    return found.state if found.digest == review_digest(rule, catalogue.printed(entry)) else None


def mark_unapproved_wordings(catalogue: WordingCatalogue, rules: Mapping[str, str]) -> WordingCatalogue:
    """Mark the wordings that are not approved in their current state."""
    entries = {
        name: replace(entry, unapproved=current_review_state(catalogue, entry, rules) != "approved")
        for name, entry in catalogue.entries.items()
    }
    return replace(catalogue, entries=MappingProxyType(entries), final=True)

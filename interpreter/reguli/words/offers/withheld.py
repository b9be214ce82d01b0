"""Sentences that are not true of the rules, and are not printed for that: each with a finding that says why.

A signature tells that the rule of a sentence has changed (``signature``); then the rule is said in its place, and the command names the
sentence. Here is what makes a sentence false while its rule stands, or what its signature alone does not explain:

- W319: it names the keys of a value one by one, and there is another key now;
- W320: it gives one number where the rules have several, one for each number of players;
- W321: it names an element whose own rule is another one now;
- W322: it says that something never happens, and a rule does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from reguli.model import ruleset as m
from reguli.source.diagnostic import Bag, Diagnostic, finding
from reguli.source.kept import Kept, kept
from reguli.source.said import Said
from reguli.source.span import Span
from reguli.words.catalogue.catalogue import SHORT, Catalogue, Entry
from reguli.words.grammar.noun import Range
from reguli.words.offers.listed import NEXT, WHOLE, is_new, partial_lists
from reguli.words.offers.offers import Offer
from reguli.words.offers.signature import EFFECTS, LISTS, effects_on, part_of, parts_of, signature_in
from reguli.words.offers.subjects import Subject, Subjects
from reguli.words.terms.lexicon import Lexicon
from reguli.words.wording.checking import names_said, terms_said
from reguli.words.wording.values import Rows, Value
from reguli.words.wording.wording import Choice, Each, Piece, Say

STATED: Final = frozenset({"answer", "card", "ranking", "statement"})
"""The sorts whose sentences are printed as true of the rules."""
WITHHELD: Final = frozenset({"W319", "W320", "W321", "W322"})
"""What is found of sentences that are not printed: it keeps nothing else from being printed."""
RUNS: Final = ".exception_runs"
EXCEPTIONS: Final = (".exceptions", RUNS)
"""How the names end of what says the numbers of players that have another value."""


@kept
class Rules(Kept):
    """What sentences are compared with: what there is to say of a ruleset, for so many ``players`` or for any number."""

    ruleset: m.Ruleset
    subjects: Subjects
    players: int | None = None


def withhold(catalogue: Catalogue, rules: Rules, lexicon: Lexicon) -> Catalogue:
    """Mark what is not true of the rules as stale, with the finding that says why."""
    found: dict[str, Entry] = {}
    for name, entry in catalogue.entries.items():
        why = None if entry.withheld is not None else why_withheld(catalogue, entry, rules, lexicon)
        found[name] = entry if why is None else replace(entry, stale=True, withheld=why)
    return replace(catalogue, entries=MappingProxyType(found))


def why_withheld(catalogue: Catalogue, entry: Entry, rules: Rules, lexicon: Lexicon) -> Diagnostic | None:
    """Return why a sentence is not printed; None where nothing speaks against it."""
    subject = rules.subjects.get(entry.id.removesuffix(SHORT))
    if subject is None or subject.sort not in STATED or not catalogue.printed(entry):
        return None
    pieces = catalogue.wording(entry, Bag()).pieces
    return (
        _happens(entry, subject, rules)
        or _other_effect(entry, subject, pieces, rules, lexicon)
        or _leaves_out(entry, subject, pieces, rules, lexicon)
        or (_varies(entry, subject, pieces, rules) if rules.players is None else None)
    )


def _happens(entry: Entry, subject: Subject, rules: Rules) -> Diagnostic | None:
    """Find a rule that does what the sentence says never happens (W322); one that was written for that rule says so itself."""
    beside = {one.span.file for one in rules.ruleset.documents.inventory if one.absence}
    if not subject.against or not (entry.stale or (signature_in(entry) is None and entry.span.file in beside)):
        return None
    act, said = subject.against[0], rules.ruleset.documents.inventory
    related = [(one.span, Said("here.never")) for one in said if one.id in subject.cites and one.absence]
    return finding("W322", act.span, related=related, wording=subject.id, what=act.id.partition(":")[2])


def _other_effect(
    entry: Entry, subject: Subject, pieces: tuple[Piece, ...], rules: Rules, lexicon: Lexicon
) -> Diagnostic | None:
    """Find an element that the sentence names and whose rules were others when it was written (W321)."""
    kept = part_of(signature_in(entry) or "", EFFECTS)
    if not kept or kept == parts_of(subject, rules.ruleset, pieces, lexicon)[1]:
        return None
    names = names_said(pieces, subject.reach) | terms_said(pieces, subject.reach, lexicon)
    written = effects_on(subject, names, rules.ruleset)
    places = {name: _place(rule) or subject.spans[0] for name, rule in written.items()}
    changed = max(places, key=lambda name: is_new(places[name], rules.ruleset))
    return finding("W321", places[changed], wording=subject.id, name=changed)


def _place(rule: object) -> Span | None:
    """Return where a rule on an element is written."""
    body = rule.body if isinstance(rule, m.BoundProcedure) else (rule,)
    return next((span for one in body if (span := getattr(one, "span", None)) is not None), None)


def _leaves_out(
    entry: Entry, subject: Subject, pieces: tuple[Piece, ...], rules: Rules, lexicon: Lexicon
) -> Diagnostic | None:
    """Find a key that the sentence does not name among those it names one by one (W319); what it left out when it was written it may."""
    kept = part_of(signature_in(entry) or "", LISTS)
    found = partial_lists(subject, names_said(pieces, subject.reach), rules.ruleset)
    if not found or kept == parts_of(subject, rules.ruleset, pieces, lexicon)[0]:
        return None
    one = max(found, key=lambda partial: is_new(partial.span, rules.ruleset))
    return finding("W319", one.span, wording=subject.id, value=one.of, key=one.key)


def _varies(entry: Entry, subject: Subject, pieces: tuple[Piece, ...], rules: Rules) -> Diagnostic | None:
    """Find a number that the sentence gives as if it held for every number of players (W320)."""
    names, offers = names_said(pieces, subject.reach), subject.offers
    varying = [name.removesuffix(RUNS) for name, offer in offers.items() if name.endswith(RUNS) and _rows(offer)]
    unsaid = [value for value in varying if not any(value + end in names for end in EXCEPTIONS)]
    for name in sorted(_printed(pieces)):
        whole, _, last = name.rpartition(".")
        for value in unsaid:
            if name in (value, f"{value}.{NEXT}") or (last in WHOLE and f"{value}.".startswith(f"{whole}.")):
                (row, *_) = _rows(offers[value + RUNS])
                players = row["players"]
                other = players.first if isinstance(players, Range) else players
                return finding("W320", entry.span, wording=subject.id, value=value, players=str(other))
    return None


def _printed(pieces: Iterable[Piece]) -> Iterator[str]:
    """Return the names whose values a sentence prints, without those by which it only chooses what to print."""
    for piece in pieces:
        match piece:
            case Say(name=name):
                yield name
            case Each(name=name, parts=parts):
                yield name
                yield from (inner for part in parts for inner in _printed(part))
            case Choice(branches=branches, otherwise=otherwise):
                yield from (inner for part in (*(one for _, one in branches), otherwise) for inner in _printed(part))
            case _:
                continue


def _rows(offer: Offer) -> tuple[Mapping[str, Value], ...]:
    return offer.value.rows if isinstance(offer.value, Rows) else ()

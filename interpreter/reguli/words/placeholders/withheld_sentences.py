"""Sentences that are not true of the rules, and are not printed for that: each with a finding that says why.

A signature tells that the rule of a sentence has changed (``signature``); then the rule is said in its place, and the command names the
sentence. Here is what makes a sentence false while its rule stands, or what its signature alone does not explain:

- W319: it names the keys of a value one by one, and there is another key now;
- W320: it gives one number where the rules have several, one for each number of players;
- W321: it names an element whose own rule is another one now;
- W322: it says that something never happens, and a rule does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.source.diagnostic import Bag, Diagnostic, finding
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.words.catalogue.wording_catalogue import SHORT, Catalogue, Entry
from reguli.words.grammar.grammar_values import Range
from reguli.words.placeholders.partial_lists import NEXT, WHOLE, is_new, partial_lists
from reguli.words.placeholders.placeholder_values import Offer
from reguli.words.placeholders.wording_signature import effects_on, signature_in, signature_of
from reguli.words.placeholders.wording_subjects import Subject, Subjects
from reguli.words.terminology.lexicon import Lexicon
from reguli.words.wording.wording_checks import names_said, terms_said, values_printed
from reguli.words.wording.wording_parser import Piece
from reguli.words.wording.wording_values import Rows, Value

STATED: Final = frozenset({"answer", "card", "ranking", "statement"})
"""The sorts whose sentences are printed as true of the rules."""
WITHHELD: Final = frozenset({"W319", "W320", "W321", "W322"})
"""What is found of sentences that are not printed: it keeps nothing else from being printed."""
RUNS: Final = ".exception_runs"
EXCEPTIONS: Final = (".exceptions", RUNS)
"""How the names end of what says the numbers of players that have another value."""


@kept
class Rules(Kept):
    """What sentences are compared with: what there is to say of a ruleset, for so many ``players`` or any number; first halves of signatures, by id."""

    ruleset: m.Ruleset
    subjects: Subjects
    players: int | None = None
    signatures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


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
        or _other_now(entry, subject, pieces, rules, lexicon)
        or (None if rules.players is not None else _varies(entry, subject, pieces))
    )


def _happens(entry: Entry, subject: Subject, rules: Rules) -> Diagnostic | None:
    """Find a rule that does what the sentence says never happens (W322); one that was written for that rule says so itself."""
    excluding = [one.span for one in rules.ruleset.documents.inventory if one.absence and one.id in subject.cites]
    beside = signature_in(entry) is None and entry.span.file in {span.file for span in excluding}
    if not subject.against or not (entry.stale or beside):
        return None
    act, related = subject.against[0], [(span, Said("here.never")) for span in excluding]
    return finding("W322", act.span, related=related, wording=subject.id, what=act.id.partition(":")[2])


def _other_now(
    entry: Entry, subject: Subject, pieces: tuple[Piece, ...], rules: Rules, lexicon: Lexicon
) -> Diagnostic | None:
    """Find a key that the sentence leaves out since it was written (W319), or an element that it names and whose rule was another (W321)."""
    kept, names = signature_in(entry) or "", names_said(pieces, subject.reach)
    now = signature_of(subject, rules.ruleset, pieces, lexicon)
    if now.fits("-".join((now.rule, now.terms, *kept.split("-")[2:]))):
        return None
    effects = effects_on(subject, names | terms_said(pieces, subject.reach, lexicon), rules.ruleset)
    partial = sorted(partial_lists(subject, names, rules.ruleset), key=lambda one: not is_new(one.span, rules.ruleset))
    if partial and (is_new(partial[0].span, rules.ruleset) or not effects):
        return finding("W319", partial[0].span, wording=subject.id, value=partial[0].of, key=partial[0].key)
    # Where the rules on several elements are named, that of a variant is the one that changed.
    bodies = {name: rule.body if isinstance(rule, m.BoundProcedure) else (rule,) for name, rule in effects.items()}
    places = {name: body[0].span for name, body in bodies.items() if body}
    changed = max(places, key=lambda name: is_new(places[name], rules.ruleset), default=subject.id)
    return finding("W321", places.get(changed, subject.spans[0]), wording=subject.id, name=changed)


def _varies(entry: Entry, subject: Subject, pieces: tuple[Piece, ...]) -> Diagnostic | None:
    """Find a number that the sentence gives as if it held for every number of players (W320)."""
    names, offers = names_said(pieces, subject.reach), subject.offers
    runs = {name.removesuffix(RUNS): _rows(offer) for name, offer in offers.items() if name.endswith(RUNS)}
    unsaid = {value: rows for value, rows in runs.items() if rows and not names & {value + end for end in EXCEPTIONS}}
    printed = values_printed(pieces, subject.reach)
    wholes = {name.rpartition(".")[0] + "." for name in names if name.rpartition(".")[2] in WHOLE}
    for value, rows in unsaid.items():
        if printed & {value, f"{value}.{NEXT}"} or any(f"{value}.".startswith(whole) for whole in wholes):
            players = rows[0]["players"]
            other = players.first if isinstance(players, Range) else players
            return finding("W320", entry.span, wording=subject.id, value=value, players=str(other))
    return None


def _rows(offer: Offer) -> tuple[Mapping[str, Value], ...]:
    return offer.value.rows if isinstance(offer.value, Rows) else ()

"""What a wording was written for: the structure of its rule, the kinds of its values, the grammar of its terms.

A signature is two short hashes, ``RULE-TERMS``. The first says what the rule is made of and what it offers to wordings, the
second which gender and number the terms have that the wording speaks of. Both leave values out: when 3 becomes 4 nothing has
to be said anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.words.catalogue.catalogue import SHORT, Catalogue, Entry
from reguli.words.offers.offers import Offers, Unknown
from reguli.words.offers.structure import structure_of
from reguli.words.offers.subjects import Subject, Subjects
from reguli.words.terms.lexicon import Lexicon
from reguli.words.wording.checking import terms_said
from reguli.words.wording.values import Kind, Reach, RowsOf
from reguli.words.wording.wording import Piece

SIGNATURE: Final = "signature"
"""How the comment begins that keeps a signature in a catalogue."""
STATING: Final = frozenset({"card", "ranking", "reason", "statement", "transition"})
"""The sorts whose sentences are wrong when their rule is another one; a name of a phase or of an option stays right."""
_HASH_BYTES = 5


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of a wording, with the texts it was made of."""

    rule: str
    terms: str
    structure: str
    grammar: str

    def __str__(self) -> str:
        """Write it as catalogues keep it."""
        return f"{self.rule}-{self.terms}"


def rule_structure(subject: Subject, ruleset: Ruleset) -> str:
    """Write what the rules of an element are made of, one line for each."""
    lines = [f"{citer.id} {structure_of(citer, ruleset)}" for citer in subject.citers]
    return "\n".join((*sorted(lines), _offered(subject.offers, whole=subject.sort == "card")))


def _offered(offers: Offers, *, whole: bool) -> str:
    """Write the arguments: the values that only a playthrough knows, with their kinds; of a product's text all it gives."""
    own = (f"{name}:{_kind(offer.kind)}" for name, offer in offers.items() if whole or isinstance(offer.value, Unknown))
    return f"offers {' '.join(sorted(own))}"


def _kind(kind: Kind) -> str:
    if isinstance(kind, RowsOf):
        return f"rows({' '.join(f'{name}:{_kind(inner)}' for name, inner in kind.fields.items())})"
    return kind


def terms_grammar(pieces: tuple[Piece, ...], reach: Reach, lexicon: Lexicon) -> str:
    """Write the gender and number of each term a wording says, in order of ids: ``card f``, ``money m plural``."""
    found = []
    for term_id in sorted(terms_said(pieces, reach, lexicon)):
        noun = lexicon.terms[term_id].noun
        only = "plural" if "plural" in noun.parts and len(noun.parts) == 1 else "mass" if noun.mass else ""
        found.append(" ".join(mark for mark in (term_id, noun.gender, only) if mark))
    return ", ".join(found)


def signature_of(subject: Subject, ruleset: Ruleset, pieces: tuple[Piece, ...], lexicon: Lexicon) -> Signature:
    """Give the signature of a wording that says an element."""
    structure, grammar = rule_structure(subject, ruleset), terms_grammar(pieces, subject.reach, lexicon)
    return Signature(_short(structure), _short(grammar), structure, grammar)


def rule_signatures(subjects: Subjects, ruleset: Ruleset) -> Mapping[str, str]:
    """Give the first half of the signature of everything that states a rule, by id."""
    stating = ((name, subject) for name, subject in subjects.items() if subject.sort in STATING)
    return {name: _short(rule_structure(subject, ruleset)) for name, subject in stating}


def held_to(catalogue: Catalogue, rules: Mapping[str, str]) -> Catalogue:
    """Mark as stale what was written for other rules than these; what is not signed, or is no rule's, stays as it is."""
    entries = {
        name: replace(entry, stale=_rule_of(entry) not in (None, rules.get(name.removesuffix(SHORT), _rule_of(entry))))
        for name, entry in catalogue.entries.items()
    }
    return replace(catalogue, entries=MappingProxyType(entries))


def signature_in(entry: Entry) -> str | None:
    """Give the signature that a wording has in its catalogue, None where it has none."""
    line = next((line for line in entry.comments if line.startswith(f"{SIGNATURE}: ")), None)
    return None if line is None else line.removeprefix(f"{SIGNATURE}: ").strip()


def _rule_of(entry: Entry) -> str | None:
    signature = signature_in(entry)
    return None if signature is None else signature.partition("-")[0]


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=_HASH_BYTES).hexdigest()

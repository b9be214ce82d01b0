"""Sentences are withdrawn when their rules change, and only then: measured on random changes that readers judged.

Readers saw the printed card and book of a game and one changed rule at a time, and listed the sentences that the change makes false
(``withdrawals/mutants.tsv``). They did not see which sentences are withdrawn. Many of those sentences are false only as a remote
consequence: a market that is never filled makes false what is said of auctions.

Signatures were developed on the ``odd`` half; the ``even`` half only measures them. The aim is 3 in 100 for both kinds of error. What is
asserted is what is reached: a change may not make it worse.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from reguli.app.loading import open_playable
from reguli.app.translation import open_full_workspace
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.verify.mutation.mutant import Mutant
from reguli.verify.mutation.mutant_generation import MutatedRuleset, all_mutants
from reguli.words.placeholders.negative_statements import contradicting_rules
from reguli.words.placeholders.rule_citations import CitingRule, citing_rules
from reguli.words.placeholders.wording_signature import element_signature
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.translation.translation_workspace import TranslationWorkspace

FOLDER = Path(__file__).with_name("withdrawals")
GAMES = ("power_grid", "warszawa", "nucleum")
MOST_EXCESS = {"odd": 1.7, "even": 2.8}
"""So many in 100 true sentences may be withdrawn. Only sentences about rules count here; headings and captions are never withdrawn."""
MOST_MISSED = {"odd": 16.5, "even": 15.0}
"""So many in 100 false sentences may stay."""
Row = Mapping[str, str]


def _rows(name: str) -> list[Row]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _key(mutant: Mutant) -> tuple[str, str, str]:
    details = "; ".join(f"{name}={value}" for name, value in dict(mutant.said.args).items())
    return mutant.rule, mutant.said.phrase, details


class Page:
    """The sentences of a game that readers judged, with their signatures for any ruleset."""

    def __init__(self, game: str) -> None:
        sources, loaded = Sources(), open_playable(game, {})
        self.desk: TranslationWorkspace = open_full_workspace(loaded, Bag(), sources, codes=("en",))
        self.ids = [row["id"] for row in _rows("sentences.tsv") if row["game"] == game]
        self.mutated = MutatedRuleset(self.desk.ruleset)
        self.mutants: dict[tuple[str, str, str], list[Mutant]] = {}
        for mutant in all_mutants(self.desk.ruleset, loaded.sources):
            self.mutants.setdefault(_key(mutant), []).append(mutant)
        self.before = dict(self.signatures(self.desk.ruleset))

    def signatures(self, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
        """Yield the signatures that the sentences would have for a ruleset."""
        citers = citing_rules(ruleset)
        seat = self.desk.seats["en"]
        for name in self.ids:
            entry = seat.catalogue.entries[name]
            subject = _on(self.desk.subjects[name], ruleset, citers)
            pieces = seat.catalogue.wording(entry, Bag()).pieces
            yield name, str(element_signature(subject, ruleset, pieces, seat.tongue.lexicon))

    def withdrawn(self, row: Row) -> set[str]:
        """Return the sentences that the change of a row withdraws."""
        mutant = self.mutants[row["rule"], row["change"], row["details"]][int(row["which"]) - 1]
        now = dict(self.signatures(self.mutated.with_fault(mutant)))
        return {name for name, signature in now.items() if signature != self.before[name]}


def _on(subject: WordingSubject, ruleset: Ruleset, citers: Mapping[str, CitingRule]) -> WordingSubject:
    """Return a sentence with its rules as they are in a changed ruleset."""
    acts = [act for one in ruleset.documents.inventory if one.id in subject.cites for act in one.absence]
    against = contradicting_rules(acts, ruleset, citers) if acts else ()
    own = tuple(citers[one.id] for one in subject.citers if one.id in citers and one not in subject.against)
    return replace(subject, citers=(*own, *(one for one in against if one not in own)), against=against)


@cache
def _page(game: str) -> Page:
    return Page(game)


@pytest.mark.parametrize("half", ["odd", "even"])
def test_false_sentences_are_withdrawn_and_true_ones_stay(half: str) -> None:
    false = missed = true = excess = 0
    for row in _rows("mutants.tsv"):
        if row["half"] == half:
            page, lying, doubtful = _page(row["game"]), set(row["false"].split()), set(row["doubtful"].split())
            withdrawn = page.withdrawn(row)
            false, missed = false + len(lying), missed + len(lying - withdrawn)
            true += len(set(page.ids) - lying - doubtful)
            excess += len(withdrawn - lying - doubtful)
    measured = f"{missed} of {false} false sentences stay, {excess} of {true} true ones are withdrawn"
    assert 100 * missed <= MOST_MISSED[half] * false, measured
    assert 100 * excess <= MOST_EXCESS[half] * true, measured


def test_the_judged_sentences_are_those_that_are_printed() -> None:
    for game in GAMES:
        page = _page(game)
        catalogue = page.desk.seats["en"].catalogue
        assert page.ids
        assert all(catalogue.entries[name].comment("signature") is not None for name in page.ids)

"""The translators' view of wordings: progress of each language, previews, rules in words, changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reguli.app.translation import Sentence
from reguli.cli.console import Console
from reguli.words.catalogue.interface_texts import OWN
from reguli.words.realisation.rule_realisation import mark_text_as_gloss
from reguli.words.translation.preview import SaidRule, Shown
from reguli.words.translation.proof_sheet import ImportedProof
from reguli.words.translation.sign_off import AnsweredCatalogue, ImportedSheet, SignedCatalogue, UpdatedCatalogue
from reguli.words.translation.translation_status import Status


def translation_status_lines(found: Sequence[Status], console: Console) -> Iterator[str]:
    """Yield the counts of each language below a heading, then the interpreter's own missing texts in each."""
    say = console.say
    heads = [say("needed"), say("worded"), say("missing"), say("fuzzy"), say("stale"), say("short"), say("more")]
    heads += [say("reviewed"), say("approved"), say("unread")]
    widths = [max(6, len(head)) for head in heads]
    yield f"{'':8} {' '.join(f'{head:>{width}}' for head, width in zip(heads, widths, strict=True))}"
    for one in found:
        counts = [one.needed, one.worded, one.missing, one.fuzzy, one.stale, one.short, one.more]
        counts += [one.reviewed, one.approved, one.unread]
        row = " ".join(f"{count:>{width}}" for count, width in zip(counts, widths, strict=True))
        yield f"{one.name:8} {row}"
    for one in found:
        if one.language != OWN:
            yield console.count(
                "{language}: {n} text of the interpreter itself is missing and is said in English",
                "{language}: {n} texts of the interpreter itself are missing and are said in English",
                one.unsaid,
                language=one.name,
            )


def wording_sample_lines(found: Sequence[Shown], console: Console) -> Iterator[str]:
    """Yield the lines of wordings as they will be printed, and with test numbers."""
    for one in found:
        marks = " ".join((console.say("unconfirmed"),) * one.fuzzy + one.findings)
        yield f"{one.id} [{one.language}] {marks}".rstrip()
        yield f"  {one.real}  ({len(one.real)})"
        yield from (f"  {number:>4}: {text}" for number, text in one.samples)


def rule_text_lines(found: Sequence[SaidRule], console: Console) -> Iterator[str]:
    """Yield the lines of rules in words, with their glosses and places."""
    for said in found:
        cites = f" ({', '.join(said.cites)})" if said.cites else ""
        yield f"{said.id} [{said.language}]{cites}"
        if said.wording:
            yield f"  {console.say('unconfirmed: ') if said.fuzzy else ''}{said.wording}"
        if said.short:
            yield f"  {console.say('card: ')}{said.short}"
        yield from (f"  {mark_text_as_gloss(line)}" for line in said.gloss.split("\n"))
        yield from (f"  {place}" for place in said.places)
        yield ""


def usable_value_lines(found: Mapping[str, Mapping[str, str]], console: Console) -> Iterator[str]:
    """Yield the values that sentences may use, and where their grammar is explained."""
    for name, values in found.items():
        width = min(max(map(len, values), default=0), 40)
        yield from (name, *(f"  {placeholder:{width}}  {value}" for placeholder, value in values.items()), "")
    yield console.say("every term of the lexicon may be used too: [card], [card:many]; see: reguli explain placeholder")


def sentence_lines(found: Sequence[Sentence], console: Console) -> Iterator[str]:
    """List the sentences that can be worded."""
    for one in found:
        yield one.id if one.needed else f"{one.id}  ({console.say('not needed')})"


def catalogue_update_lines(found: Sequence[UpdatedCatalogue], console: Console) -> Iterator[str]:
    """Yield the changes to catalogues."""
    for one in found:
        new, stale, gone = len(one.new), len(one.fuzzy), len(one.gone)
        said = console.say(
            "{new} new, {stale} to be confirmed, {gone} no longer asked for", new=new, stale=stale, gone=gone
        )
        yield f"{one.file}: {said}"


def sign_off_lines(found: Sequence[SignedCatalogue], console: Console) -> Iterator[str]:
    """Yield the number of approved wordings, and those that cannot be approved yet."""
    for one in found:
        yield f"{one.file}: {console.count('{n} wording signed', '{n} wordings signed', len(one.signed))}"
        if one.waiting:
            yield "  " + console.say("to be confirmed first: {names}", names=", ".join(one.waiting))
        if one.below:
            yield "  " + console.count(
                "{n} stands in what this is built on, and is signed there",
                "{n} stand in what this is built on, and are signed there",
                len(one.below),
            )


def answer_count_lines(found: Sequence[AnsweredCatalogue], console: Console) -> Iterator[str]:
    """Yield the number of answered wordings."""
    for one in found:
        yield f"{one.file}: {console.count('{n} wording answered', '{n} wordings answered', len(one.answered))}"


def import_change_lines(found: ImportedSheet | ImportedProof, console: Console) -> Iterator[str]:
    """Yield the changes to the catalogue of a spreadsheet, and the translator's questions."""
    if isinstance(found, ImportedProof):
        yield from _proof_lines(found, console)
        return
    yield f"{found.file}: {console.count('{n} entry changed', '{n} entries changed', len(found.changed))}"
    for name, question in found.questions:
        yield console.say("question about {name}: {question}", name=name, question=question)


def _proof_lines(found: ImportedProof, console: Console) -> Iterator[str]:
    """Yield what a proof sheet changed, what a person must look at, comments, and how many sentences were marked."""
    yield f"{found.file}: {console.count('{n} sentence corrected', '{n} sentences corrected', len(found.converted))}"
    if found.converted:
        yield "  " + console.say("corrected: {names}", names=", ".join(found.converted))
    if found.to_check:
        yield "  " + console.say("to be checked: {names}", names=", ".join(found.to_check))
    if found.asked:
        yield "  " + console.say("asked about: {names}", names=", ".join(found.asked))
    for name, comment in found.comments:
        yield "  " + console.say("comment on {name}: {comment}", name=name, comment=comment)
    if found.reviewed:
        yield "  " + console.count(
            "{n} sentence marked as reviewed", "{n} sentences marked as reviewed", len(found.reviewed)
        )

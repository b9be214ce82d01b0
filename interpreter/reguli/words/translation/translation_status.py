"""Progress and faults of the wordings of each language: against the rules, the base texts, their signatures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace

from reguli.model.types import ZoneType
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.catalogue.finding_texts import missing_messages
from reguli.words.catalogue.wording_catalogue import SHORT, check_catalogue
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.grammar.language_files import check_text_alphabet
from reguli.words.placeholders.placeholder_values import GAME, PLAYER, element_kind, element_value
from reguli.words.placeholders.translator_notes import TranslatorLabels
from reguli.words.placeholders.wording_signature import (
    CheckedRules,
    current_review_state,
    rule_digest,
    rule_digests,
    rule_structure,
    stored_signature,
    withholding_reason,
)
from reguli.words.translation.polarity_checks import analyse_polarity, check_polarity_answers
from reguli.words.translation.translation_workspace import (
    InlineHome,
    LanguageWorkspace,
    TranslationWorkspace,
    is_stale_wording,
)
from reguli.words.translation.typed_sentences import inline_languages

# -- language checks -------------------------------------------------------------------------------------------------
# What a language asks about where letters do not tell it: how a name is spoken, and whether things lie in a place or on it.


def check_element_names(desk: TranslationWorkspace, seat: LanguageWorkspace, bag: Bag) -> None:
    """Report element names whose pronunciation a language cannot derive (W109, once a kind), and letters foreign to it (W215)."""
    lexicon, language = seat.tongue.lexicon, seat.language
    for kind in desk.ruleset.kinds.values():
        if kind.id == PLAYER or kind.form == "edges" or element_kind(kind) != "name":
            continue
        values = (element_value(kind, index) for index in range(len(kind.elements)))
        names = [value for value in values if isinstance(value, ProperName)]
        guessed = tuple(dict.fromkeys(name.text for name in names if lexicon.guesses(name)))
        if guessed:
            listed = abbreviated_list(guessed)
            bag.add("W109", kind.span, kind=kind.id, names=listed, name=guessed[0], language=language.name)
        said = " ".join(name.text for name in names if name.text not in lexicon.names)
        check_text_alphabet(said, language.misspelt, language.name, InlineHome(kind.span), bag)


def check_zone_nouns(desk: TranslationWorkspace, seat: LanguageWorkspace, bag: Bag) -> None:
    """Report zones named by a noun for which a language must know whether things lie in it or on it (W110).

    Of several they lie among them: Anna erőművei közé.
    """
    if not seat.language.places:
        return
    labels = TranslatorLabels(desk.ruleset, seat.tongue, seat.catalogue)
    for zone, found in desk.ruleset.state_types.items():
        owner, _, field = zone.partition(".")
        if owner not in (GAME, PLAYER) or not isinstance(found, ZoneType):
            continue
        label = labels.field(owner, field)
        noun = None if label.many else seat.tongue.lexicon.noun(label.term)
        if noun is not None and not noun.place:
            span, language = desk.ruleset.state[zone].span, seat.language.name
            bag.add("W110", span, zone=zone, term=label.term, language=language)


# -- translation status ----------------------------------------------------------------------------------------------


@frozen_class
class Status(FrozenValue):
    """The counts for one language, in elements of the ruleset.

    Of ``needed`` elements ``worded`` have an accepted text and ``glossed`` have none, so that they are said by a gloss;
    of these ``missing`` have no text at all. ``short`` counts texts for cards, ``fuzzy`` texts that wait to be
    confirmed, ``stale`` those among the accepted whose rule has changed since, ``more`` texts that nothing needs. ``reviewed``
    and ``approved`` are texts that somebody stands for as they are now; the others are drafts. ``unread`` are sentences without a word
    that could be held to another language or to their rule. ``unsaid``
    counts what the interpreter itself says in English for want of a translation: sentences of findings and their phrases.
    """

    language: str
    name: str
    needed: int
    worded: int
    short: int
    missing: int
    fuzzy: int
    stale: int
    glossed: int
    more: int
    reviewed: int
    approved: int
    unread: int
    unsaid: int

    @property
    def complete(self) -> bool:
        """Return whether everything is worded and nothing is pending."""
        return not self.glossed and not self.fuzzy and not self.stale

    def as_json(self) -> dict[str, object]:
        """Return the counts as JSON-ready values."""
        return asdict(self)


def language_statuses(desk: TranslationWorkspace) -> tuple[Status, ...]:
    """Return the status of every language, in their order."""
    rules = rule_digests(desk.subjects, desk.ruleset)
    unread = analyse_polarity(desk, Bag()).unread
    return tuple(_status(desk, seat, rules, len(unread[code])) for code, seat in desk.seats.items())


def _status(desk: TranslationWorkspace, seat: LanguageWorkspace, rules: Mapping[str, str], unread: int) -> Status:
    needed = [name for name, subject in desk.subjects.items() if subject.needed]
    entries = seat.catalogue.entries
    printed = {name for name, entry in entries.items() if seat.catalogue.printed(entry)}
    accepted = {name for name in printed if not entries[name].fuzzy}
    said = [name for name in needed if accepted & {name, name + SHORT}]
    unsaid = [name for name in needed if name not in said]
    known = {name for name in printed if name.removesuffix(SHORT) in desk.subjects}
    stood_for = [current_review_state(seat.catalogue, entries[name], rules) for name in accepted & known]
    return Status(
        language=seat.language.code,
        name=seat.language.name,
        needed=len(needed),
        worded=len(said),
        short=sum(name.endswith(SHORT) for name in accepted),
        missing=sum(not printed & {name, name + SHORT} for name in unsaid),
        fuzzy=len(printed - accepted),
        stale=sum(
            is_stale_wording(desk, seat, entries[name], desk.subjects[name.removesuffix(SHORT)])
            for name in accepted & known
        ),
        glossed=len(unsaid),
        more=sum(not desk.subjects[name.removesuffix(SHORT)].needed for name in known),
        reviewed=stood_for.count("reviewed"),
        approved=stood_for.count("approved"),
        unread=unread,
        unsaid=len(missing_messages(seat.language.code, desk.homes.general)),
    )


def check_translations(desk: TranslationWorkspace, bag: Bag, codes: Collection[str] = ()) -> None:
    """Check the languages named, or all that have wordings; findings W2 and W3, each once for a sentence shared by several statements."""
    found = Bag()
    _check_desk(desk, found, codes)
    found.merge("wording")
    bag.extend(found)


def _check_desk(desk: TranslationWorkspace, bag: Bag, codes: Collection[str]) -> None:
    reaches = {name: subject.reach for name, subject in desk.subjects.items()}
    needed = [name for name, subject in desk.subjects.items() if subject.needed]
    base = desk.seats[desk.base].catalogue
    inline = inline_languages(desk.ruleset)
    checked = codes or [code for code, seat in desk.seats.items() if seat.exists or code in inline]
    for code, seat in desk.seats.items():
        if code in checked:
            wanted = needed if code in codes or seat.exists else ()
            check_catalogue(seat.catalogue, base, reaches, seat.tongue, bag, needed=wanted)
            check_signatures(desk, seat, bag)
            check_element_names(desk, seat, bag)
            check_zone_nouns(desk, seat, bag)
    check_polarity_answers(desk, analyse_polarity(desk, bag), bag, checked)


def check_signatures(desk: TranslationWorkspace, seat: LanguageWorkspace, bag: Bag) -> None:
    """Report wordings that contradict the rules (W319 to W325), were written for another structure (W308), or use terms changed since (W326)."""
    rules = CheckedRules(desk.ruleset, desk.subjects)
    for entry in seat.catalogue.entries.values():
        subject = desk.subjects.get(entry.id.removesuffix(SHORT))
        if subject is None or not seat.catalogue.printed(entry):
            continue
        # What stands beside its rule, or in the file of a base, has no mark that could be taken away here.
        own = entry.span.file == seat.catalogue.file
        outdated = own and is_stale_wording(desk, seat, entry, subject)
        why = withholding_reason(
            seat.catalogue, replace(entry, stale=entry.stale or outdated), rules, seat.tongue.lexicon
        )
        if why is not None:
            bag.extend([why])
        elif outdated:
            now = rule_digest(rule_structure(subject, desk.ruleset))
            same_rule = (stored_signature(entry) or "").partition("-")[0] == now
            related = [] if same_rule else [(span, Said("here.rule_now")) for span in subject.spans[:1]]
            bag.add("W326" if same_rule else "W308", entry.span, related=related, wording=entry.id)

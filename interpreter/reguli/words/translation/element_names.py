"""Elements that are no terms and have a wording of their own: in a sentence they are called by it, and inflected as names are."""

from __future__ import annotations

from dataclasses import replace

from reguli.source.diagnostic import Bag
from reguli.words.catalogue.wording_catalogue import Catalogue
from reguli.words.grammar.grammar_values import Name
from reguli.words.placeholders.element_values import ELEMENT_WORDING
from reguli.words.terminology.language_realiser import Tongue
from reguli.words.wording.placeholder_formatting import say


def with_called(tongue: Tongue, own: Catalogue) -> Tongue:
    """Add the names of the elements of a ruleset by its wordings ``own``; an id that two kinds call otherwise has none."""
    found: dict[str, frozenset[str]] = {}
    for wording in own.entries:
        element = wording.rpartition("/")[2] if wording.startswith(ELEMENT_WORDING) else ""
        entry = own.accepted(wording) if element and element not in tongue.lexicon.terms else None
        if entry is not None:
            bag = Bag()
            text = say(own.wording(entry, bag), {}, tongue, bag)
            known = found.get(element, frozenset())
            found[element] = known if bag else known | {text}
    called = {element: Name(next(iter(texts)), thing=True) for element, texts in found.items() if len(texts) == 1}
    return replace(tongue, called=called) if called else tongue

"""What is kept and what there is, as it stands at the head of a line or in a list: fields, single elements."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.words.catalogue.wording_catalogue import Catalogue
from reguli.words.grammar.grammar_values import NO_BREAK
from reguli.words.placeholders.element_values import element_wording
from reguli.words.placeholders.placeholder_scope import general
from reguli.words.placeholders.placeholder_values import known_values, state_offers
from reguli.words.realisation.rule_realisation import marked
from reguli.words.terminology.language_realiser import Tongue
from reguli.words.wording.placeholder_formatting import say
from reguli.words.wording.wording_parser import Piece, Say, Wording
from reguli.words.wording.wording_values import Values

MANY: Final = "many"
THE: Final = "the"


@kept
class Label(Kept):
    """What a field is called. ``term`` is the noun it is, where it is nothing else, ``many`` whether in the plural."""

    text: str
    term: str = ""
    many: bool = False
    gloss: bool = False


@kept
class Labels(Kept):
    """Says the labels of one ruleset in one language, from its wordings, else from its terms, else from its ids."""

    ruleset: Ruleset
    tongue: Tongue
    own: Catalogue

    def field(self, owner: str, name: str) -> Label:
        """Say what is kept: ``owner`` is a kind, or ``game``."""
        wording = self._wording(f"state:{owner}.{name}")
        text = None if wording is None else self._said(wording, self._values(f"{owner}.{name}"))
        if wording is not None and text is not None:
            term, many = _single_term(wording.pieces, self.tongue)
            return Label(text, term, many)
        called = [kind.id for kind in self.ruleset.kinds.values() if kind.plural == name]
        for term, many in ((name, False), *((kind, True) for kind in (*called, name.removesuffix("s")))):
            said = self.noun(term, many=many)
            if said:
                return Label(said, term, many)
        return Label(marked(name.replace("_", " ")), gloss=True)

    def element(self, kind: str, name: str) -> str:
        """Say a single element by its wording, else by its term; empty where it has neither."""
        wording = self._wording(element_wording(kind, name))
        said = None if wording is None else self._said(wording, self._values(""))
        return said if said is not None else self.noun(name)

    def noun(self, term: str, *, many: bool = False) -> str:
        """Say a term by itself; empty where the language has none."""
        found = self.tongue.lexicon.noun(term)
        forms = frozenset({MANY} if many else ())
        text = None if found is None else self.tongue.language.noun_form(found, forms)
        return (text or "").replace(NO_BREAK, " ")

    def _wording(self, name: str) -> Wording | None:
        """Read a wording; what stands first begins small, for a label may stand within a line."""
        entry, bag = self.own.accepted(name), Bag()
        wording = None if entry is None else self.own.wording(entry, bag)
        if wording is None or bag or not wording.pieces:
            return None
        first = wording.pieces[0]
        small = replace(first, capital=False) if isinstance(first, Say) else first
        return replace(wording, pieces=(small, *wording.pieces[1:]))

    def _said(self, wording: Wording, values: Values) -> str | None:
        bag = Bag()
        text = say(wording, values, self.tongue, bag)
        return None if bag else text.strip().replace(NO_BREAK, " ")

    def _values(self, field: str) -> Values:
        """Give what the wording of a field may speak of: its capacity, and what every wording may."""
        state = self.ruleset.state.get(field)
        own = () if state is None else tuple(state_offers(state))
        return known_values(dict((*general(self.ruleset), *own)))


def _single_term(pieces: tuple[Piece, ...], tongue: Tongue) -> tuple[str, bool]:
    """Give the term that is all a wording says, and whether it says it in the plural; no term where it says more."""
    match pieces:
        case (Say(name=name, noun="", forms=forms),) if name in tongue.lexicon.terms and {*forms} <= {MANY, THE}:
            return name, MANY in forms
        case _:
            return "", False

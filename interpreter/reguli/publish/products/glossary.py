"""A glossary: the terms of a ruleset in one language, sorted, each with its forms and with the same term in the other languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from reguli.publish.document.line import Line, runs_of
from reguli.publish.document.say import NOTHING, Sayer, say_plan
from reguli.publish.document.sayable import Statement
from reguli.publish.document.tree import Plan, Row, SaidDocument, Section, Table
from reguli.source.diagnostic import Bag
from reguli.source.span import NOWHERE
from reguli.words.desk.ruleset_tongue import RulesetTongue
from reguli.words.grammar.collation import collation
from reguli.words.grammar.noun import NO_BREAK
from reguli.words.wording.checking import terms_said
from reguli.words.wording.wording import parse_wording

LONG: Final = 9
"""From how many letters on a form is not written twice."""


def say_glossary(plan: Plan, tongues: Sequence[RulesetTongue], bag: Bag) -> SaidDocument:
    """Make the glossary in the language of the first tongue, a column for each; ``plan`` gives its head and foot.

    Terms of the ruleset come first, then the general ones that its wordings in any of the languages use. A term that a
    language lacks has a dash there.
    """
    sayer = Sayer(tongues[0], bag)
    own, general = _terms(tongues)
    sections = (("own_terms", own), ("general_terms", general))
    made = tuple(_section(name, terms, tongues, sayer) for name, terms in sections if terms)
    empty = replace(plan, players=None, generic=False, head=plan.head[:1], sections=())
    return replace(say_plan(empty, tongues[0], bag), sections=made)


def _section(name: str, terms: list[str], tongues: Sequence[RulesetTongue], sayer: Sayer) -> Section[Line]:
    heading = sayer.line(Statement(f"section:{name}", NOWHERE, shared=True))
    # The first column is in the language of the page.
    langs = ("", *(tongue.terms.language.code for tongue in tongues[1:]))
    names = [tongue.terms.language.name for tongue in tongues]
    heads = [Line(runs_of(name[:1].upper() + name[1:]), lang=lang) for name, lang in zip(names, langs, strict=True)]
    found = {
        tuple(replace(entry(tongue, term), lang=lang) for tongue, lang in zip(tongues, langs, strict=True))
        for term in terms
    }
    key = collation(tongues[0].terms.style.alphabet)
    in_order = sorted(found, key=lambda lines: [key(line.text) for line in lines])
    rows = tuple(Row(lines[:1], lines[1:]) for lines in in_order)
    table = Table(heading, (heads[0],), (), tuple(heads[1:]), rows, text=True)
    return Section(name, heading, (table,), wide=True)


def entry(tongue: RulesetTongue, term: str) -> Line:
    """Give a term as a dictionary does: its forms, and its gender where nouns have one."""
    language, noun = tongue.terms.language, tongue.terms.lexicon.noun(term)
    if noun is None:
        return Line(runs_of(NOTHING))
    made = [language.noun_form(noun, frozenset(form.split())) for form in language.dictionary_forms]
    forms = tuple(dict.fromkeys(form for form in made if form and not (noun.mass and form != made[0])))
    gender = f"{NO_BREAK}({noun.gender}.)" if noun.gender else ""
    return Line(runs_of(", ".join(_shortened(forms)) + gender))


def _shortened(forms: Sequence[str]) -> Iterator[str]:
    """Put a dash for a long first form where another only adds an ending: közös készlet, -et, -e."""
    for form in forms:
        base = forms[0]
        ending = form.removeprefix(base)
        yield f"-{ending}" if len(base) >= LONG and form != base and form.startswith(base) else form


def _terms(tongues: Sequence[RulesetTongue]) -> tuple[list[str], list[str]]:
    """Give the ruleset's own terms, and the general ones that are used: those that are general in any language."""
    used = {name for tongue in tongues for name in _used(tongue)}
    known = dict.fromkeys(name for tongue in tongues for name in tongue.terms.lexicon.terms)
    general = {f"{tongue.terms.language.code}/lexicon.yaml" for tongue in tongues}
    shared = {
        name for tongue in tongues for name, term in tongue.terms.lexicon.terms.items() if term.span.file in general
    }
    own = [name for name in known if name not in shared]
    return own, [name for name in known if name in used and name not in own]


def _used(tongue: RulesetTongue) -> Iterator[str]:
    """Give the terms that wordings name."""
    for item in tongue.own.entries.values():
        wording = parse_wording(item.id, tongue.own.printed(item), item.place, Bag())
        yield from terms_said(wording.pieces, {}, tongue.terms.lexicon)

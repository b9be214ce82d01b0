"""Checks a wording without saying it: names, kinds, forms, typed numbers and articles, words to be avoided."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said, Value
from reguli.source.span import Span
from reguli.words.terms.lexicon import Lexicon
from reguli.words.terms.tongue import Tongue
from reguli.words.wording.say import AFTER, EXACT, WHOLE_PHRASE
from reguli.words.wording.values import Kind, Reach, RowsOf
from reguli.words.wording.wording import (
    GENDER_KEYS,
    LIST_KEYS,
    NUMBER_KEYS,
    PHRASE_KEYS,
    TRUTH_KEYS,
    Article,
    Choice,
    Each,
    Piece,
    Say,
    Text,
    Wording,
)

_KIND_NAMES: Final[Mapping[str, Said]] = {
    "number": Said("sort.number"),
    "term": Said("sort.term"),
    "name": Said("sort.name"),
    "list": Said("sort.list"),
    "truth": Said("sort.truth"),
    "phrase": Said("sort.phrase"),
}
NAMES: Final = "game:"
"""How the ids of the names of games begin; a number in a name is no number of the rules."""
_CHOICE_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": NUMBER_KEYS,
    "term": GENDER_KEYS,
    "name": GENDER_KEYS,
    "list": LIST_KEYS,
    "truth": TRUTH_KEYS,
    "phrase": PHRASE_KEYS,
}
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")
_LAST_WORD: Final = re.compile(r"(?<!\w)(\w+)\s[„“\"«»‘(]?$")
"""The word in front of a placeholder, or of the quote or bracket it stands in."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def check_wording(wording: Wording, reach: Reach, tongue: Tongue, bag: Bag) -> None:
    """Check a wording against the names it may use and the lexicon of its language; findings W202 to W210."""
    _Checker(wording, tongue, bag).check(wording.pieces, reach)


def names_said(pieces: tuple[Piece, ...], reach: Reach) -> frozenset[str]:
    """Give the values a wording says or chooses by, without terms of the lexicon; fields of rows under their own names."""
    return frozenset(_names(pieces, reach))


def terms_said(pieces: tuple[Piece, ...], reach: Reach, lexicon: Lexicon) -> frozenset[str]:
    """Give the terms of the lexicon that a wording says; a value of the same name stands before a term."""
    return frozenset(name for name in _spoken(pieces, reach) if name in lexicon.terms)


def _spoken(pieces: tuple[Piece, ...], reach: Reach) -> Iterator[str]:
    """Give the names that are said and that are no values."""
    for piece in pieces:
        match piece:
            case Say():
                yield from (name for name in (piece.name, piece.noun) if name and name not in reach)
            case Choice():
                for _, branch in piece.branches:
                    yield from _spoken(branch, reach)
                yield from _spoken(piece.otherwise, reach)
            case Each():
                kind = reach.get(piece.name)
                inner = {**reach, **kind.fields} if isinstance(kind, RowsOf) else reach
                for part in piece.parts:
                    yield from _spoken(part, inner)
            case Text() | Article():
                continue
            case _:
                assert_never(piece)


def _names(pieces: tuple[Piece, ...], reach: Reach) -> Iterator[str]:
    for piece in pieces:
        match piece:
            case Say():
                yield from (name for name in (piece.name, piece.noun) if name in reach)
            case Choice():
                yield piece.name
                for _, branch in piece.branches:
                    yield from _names(branch, reach)
                yield from _names(piece.otherwise, reach)
            case Each():
                yield piece.name
                kind = reach.get(piece.name)
                inner = {**reach, **kind.fields} if isinstance(kind, RowsOf) else reach
                for part in piece.parts:
                    yield from _names(part, inner)
            case Text() | Article():
                continue
            case _:
                assert_never(piece)


@dataclass(frozen=True, slots=True)
class _Checker:
    """Walks one wording."""

    wording: Wording
    tongue: Tongue
    bag: Bag

    def check(self, pieces: tuple[Piece, ...], reach: Reach, *, for_one_number: bool = False) -> None:
        """Check pieces that stand next to one another; what is said for one number alone may put it in words."""
        for place, piece in enumerate(pieces):
            match piece:
                case Text():
                    self._text(piece, place + 1 < len(pieces), for_one_number)
                case Article():
                    self._article(piece)
                case Say():
                    self._say(piece, reach)
                case Choice():
                    self._choice(piece, reach)
                case Each():
                    self._each(piece, reach)
                case _:
                    assert_never(piece)

    def _text(self, piece: Text, before_placeholder: bool, for_one_number: bool) -> None:
        for found in _DIGITS.finditer(piece.text):
            self.bag.add("W205", self._within(piece, found), digits=found[0])
        free = for_one_number or self.wording.id.startswith(NAMES)
        for found in () if free else _WORD.finditer(piece.text):
            word = found[0].casefold()
            if self.tongue.language.states_number(word) or word in self.tongue.style.number_words:
                self.bag.add("W206", self._within(piece, found), word=found[0])
        for word, instead in self.tongue.lexicon.avoid.items():
            for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", piece.text, re.IGNORECASE):
                self.bag.add(
                    "W210", self._within(piece, found), word=found[0], instead=instead or Said("sort.another_word")
                )
        token = self.tongue.language.article
        last = _LAST_WORD.search(piece.text) if token and before_placeholder else None
        if last is not None and last[1].casefold() in token.split("/"):
            self.bag.add("W207", self._within(piece, last), article=last[1], token=token)

    def _within(self, piece: Text, found: re.Match[str]) -> Span:
        """Give the place of what was found in a text."""
        return self.wording.place(piece.start + found.start(), piece.start + found.end())

    def _article(self, piece: Article) -> None:
        token = self.tongue.language.article
        if piece.token != token:
            what = Said("why.no_article", token=f"[{piece.token}]", language=self.tongue.language.code)
            self.bag.add("W201", piece.span, near=token or None, what=what)

    def _kind(self, name: str, span: Span, reach: Reach) -> Kind | None:
        if name in reach:
            return reach[name]
        terms = self.tongue.lexicon.terms
        if name in terms:
            return "term"
        if not self.tongue.lexicon.partial:  # where terms could not be read, that is what is to be mended
            self.bag.add("W202", span, near=near(name, (*reach, *terms)), wording=self.wording.id, name=name)
        return None

    def _say(self, piece: Say, reach: Reach) -> None:
        kind = self._kind(piece.name, piece.span, reach)
        if not piece.noun:
            self._forms(piece, kind)
            return
        noun = self._kind(piece.noun, piece.span, reach)
        self._fits(piece.name, kind, "number", piece.span)
        self._fits(piece.noun, noun, "term", piece.span)
        self._allowed(piece, self.tongue.language.counted_forms, Said("sort.number_with_noun"))

    def _fits(self, name: str, kind: Kind | None, needed: str, span: Span) -> None:
        if kind is not None and kind != needed:
            said = _kind_name(kind)
            self.bag.add("W208", span, wording=self.wording.id, name=name, kind=said, needed=_KIND_NAMES[needed])

    def _forms(self, piece: Say, kind: Kind | None) -> None:
        language = self.tongue.language
        match kind:
            case None:
                return
            case "number":
                allowed = language.number_forms
            case "term":
                allowed = language.noun_forms
            case "name":
                allowed = language.name_forms
            case "phrase":
                allowed = language.noun_forms | {AFTER}
            case "list":
                allowed = language.noun_forms | language.name_forms | language.number_forms | {AFTER}
            case _:
                self.bag.add(
                    "W208",
                    piece.span,
                    wording=self.wording.id,
                    name=piece.name,
                    kind=_kind_name(kind),
                    needed=Said("sort.something"),
                )
                return
        self._allowed(piece, allowed, _kind_name(kind))

    def _allowed(self, piece: Say, allowed: frozenset[str], kind: Value) -> None:
        choices = sorted(allowed | WHOLE_PHRASE)
        for form in piece.forms:
            if form not in choices:
                self.bag.add(
                    "W204",
                    piece.span,
                    near=near(form, choices),
                    form=form,
                    kind=kind,
                    language=self.tongue.language.code,
                    choices=", ".join(choices),
                )

    def _choice(self, piece: Choice, reach: Reach) -> None:
        kind = self._kind(piece.name, piece.span, reach)
        if kind is not None:
            keys = LIST_KEYS if isinstance(kind, RowsOf) else _CHOICE_KEYS[kind]
            for key, _ in piece.branches:
                if key not in keys:
                    self.bag.add("W209", piece.span, key=key, kind=_kind_name(kind), choices=", ".join(keys))
        for key, branch in piece.branches:
            self.check(branch, reach, for_one_number=kind == "number" and key in EXACT)
        self.check(piece.otherwise, reach)

    def _each(self, piece: Each, reach: Reach) -> None:
        kind = self._kind(piece.name, piece.span, reach)
        if kind is not None and not isinstance(kind, RowsOf):
            self.bag.add(
                "W208",
                piece.span,
                wording=self.wording.id,
                name=piece.name,
                kind=_kind_name(kind),
                needed=Said("sort.rows"),
            )
        inner = {**reach, **kind.fields} if isinstance(kind, RowsOf) else reach
        for part in piece.parts:
            self.check(part, inner)


def _kind_name(kind: Kind) -> Said:
    return Said("sort.rows") if isinstance(kind, RowsOf) else _KIND_NAMES[kind]

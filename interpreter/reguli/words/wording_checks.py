"""Checks a wording without formatting it: names, kinds, forms, typed numbers and articles, words to avoid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias, assert_never

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.words import wording_parser as w
from reguli.words.grammar.language_files import check_text_alphabet
from reguli.words.placeholder_formatting import AFTER, EXACT, LETTER, WHOLE_PHRASE
from reguli.words.terminology import LanguageRealiser, Lexicon
from reguli.words.wording_parser import Kind, PlainKind, Reach, RowsKind

# -- possessor checks ------------------------------------------------------------------------------------------------
# Owners beside what they own, which two languages mark on a noun that a placeholder stands for.
#
# Romanian says *punctele de victorie ale obiectivului*: between a noun with a tail and its owner stands al, a, ai or ale, which the form ``owned`` brings.
# Hungarian says *a vonalak mezői*: beside an owner that is named, what several own takes the form ``his``. Each language states its rule as an ``Possessor``.


Neighbour: TypeAlias = w.PlaceholderText | str
"""A placeholder, or the word typed beside it."""
_LAST: Final = re.compile(r"(?<!\w)(\w+)\s*$")
_FIRST: Final = re.compile(r"^\s*(\w+)(?!\w)")


def check_possessor_forms(pieces: Sequence[w.Piece], tongue: LanguageRealiser, bag: Bag) -> None:
    """Report placeholders whose form does not fit the adjacent owner (W213, W214)."""
    rule = tongue.language.owning
    if rule is None:
        return
    for one, other in _neighbours(pieces):
        owner, owned = (one, other) if rule.owner_first else (other, one)
        if not isinstance(owned, w.PlaceholderText) or owned.noun:
            continue
        named = rule.is_owner_word(owner) if isinstance(owner, str) else rule.is_owner(frozenset(owner.forms))
        forms = frozenset(owned.forms)
        right = rule.forms(tongue.lexicon.noun(owned.name), forms) if named else forms
        if right != forms:
            name = f"{owned.name[:1].upper()}{owned.name[1:]}" if owned.capital else owned.name
            bag.add(rule.code, owned.span, right=f"[{name}:{' '.join(sorted(right))}]")


def _neighbours(pieces: Sequence[w.Piece]) -> Iterator[tuple[Neighbour, Neighbour]]:
    """Yield pairs of placeholders or words that can be adjacent, with at most a space between them."""
    for at, piece in enumerate(pieces):
        for branch in _branches(piece):
            yield from _neighbours(branch)
        for one in _edge((piece,), last=True):
            for other in _edge(pieces[at + 1 :], last=False):
                yield one, other


def _edge(pieces: Sequence[w.Piece], *, last: bool) -> Iterator[Neighbour]:
    """Yield the placeholders and words that pieces can end with (``last``) or begin with."""
    for piece in reversed(pieces) if last else pieces:
        match piece:
            case w.PlaceholderText():
                yield piece
                return
            case w.LiteralText():
                found = (_LAST if last else _FIRST).search(piece.text)
                if found is not None:
                    yield found[1]
                if piece.text.strip():
                    return
            case w.PendingArticle():
                return
            case w.TextChoice() | w.RowLoopText():
                branches = _branches(piece)
                for branch in branches:
                    yield from _edge(branch, last=last)
                if all(branches):
                    return
            case _:
                assert_never(piece)


def _branches(piece: w.Piece) -> tuple[tuple[w.Piece, ...], ...]:
    return w.branches_of(piece) if isinstance(piece, w.TextChoice | w.RowLoopText) else ()


# -- wording checks --------------------------------------------------------------------------------------------------


NAMES: Final = ("game:", "element:")
"""How the ids of names begin; a number in a name is no number of the rules: a game has any, an element that of its id."""
UNLINKED: Final = frozenset({"W205", "W206"})
"""Findings on numbers that are typed, in digits or in words, and so do not follow the rules."""
_KINDS: Final[Mapping[PlainKind, tuple[Said, tuple[str, ...]]]] = {
    "number": (Said("sort.number"), w.NUMBER_KEYS),
    "term": (Said("sort.term"), w.GENDER_KEYS),
    "name": (Said("sort.name"), w.GENDER_KEYS),
    "list": (Said("sort.list"), w.LIST_KEYS),
    "truth": (Said("sort.truth"), w.TRUTH_KEYS),
    "phrase": (Said("sort.phrase"), w.PHRASE_KEYS),
}
"""What the kinds of values are called in findings, and what a choice by such a value can ask."""
_ROWS: Final = (Said("sort.rows"), w.LIST_KEYS)
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")
_LAST_WORD: Final = re.compile(r"(?<!\w)(\w+)\s[„“\"«»‘(]?$")
"""The word in front of a placeholder, or of the quote or bracket it stands in."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def check_wording(wording: w.Wording, reach: Reach, tongue: LanguageRealiser, bag: Bag) -> None:
    """Check a wording against the names it may use and the lexicon of its language; findings W202 to W210, W213 to W215."""
    _Checker(wording, tongue, bag).check(wording.pieces, reach)
    check_possessor_forms(wording.pieces, tongue, bag)


def mentioned_values(pieces: tuple[w.Piece, ...], reach: Reach) -> frozenset[str]:
    """Return the values a wording prints or chooses by, without lexicon terms; row fields are under their own names."""
    return frozenset(name for name, known, said in _names(pieces, reach) if known or not said)


def values_printed(pieces: tuple[w.Piece, ...], reach: Reach) -> frozenset[str]:
    """Return the values that a wording prints, without those it only chooses by."""
    return frozenset(name for name, known, said in _names(pieces, reach) if known and said)


def mentioned_terms(pieces: tuple[w.Piece, ...], reach: Reach, lexicon: Lexicon) -> frozenset[str]:
    """Return the lexicon terms that a wording prints; a value takes precedence over a term of the same name."""
    return frozenset(
        name for name, known, said in _names(pieces, reach) if said and not known and name in lexicon.terms
    )


def _names(pieces: tuple[w.Piece, ...], reach: Reach) -> Iterator[tuple[str, bool, bool]]:
    """Yield the names in a wording, each with whether it is a value, and whether it is printed rather than chosen by."""
    for piece in pieces:
        match piece:
            case w.PlaceholderText():
                yield from ((name, name in reach, True) for name in (piece.name, piece.noun) if name)
            case w.TextChoice():
                yield piece.name, piece.name in reach, False
                for part in w.branches_of(piece):
                    yield from _names(part, reach)
            case w.RowLoopText():
                yield piece.name, piece.name in reach, False
                for part in piece.parts:
                    yield from _names(part, _in_rows(piece, reach))
            case w.LiteralText() | w.PendingArticle():
                continue
            case _:
                assert_never(piece)


def _in_rows(piece: w.RowLoopText, reach: Reach) -> Reach:
    """Return the names in scope together with those that the rows of a table add."""
    kind = reach.get(piece.name)
    return {**reach, **kind.fields} if isinstance(kind, RowsKind) else reach


@frozen_class
class _Checker(FrozenValue):
    """Checks one wording recursively."""

    wording: w.Wording
    tongue: LanguageRealiser
    bag: Bag

    def check(self, pieces: tuple[w.Piece, ...], reach: Reach, *, for_one_number: bool = False) -> None:
        """Check adjacent pieces; text used for one number only may spell that number out."""
        for place, piece in enumerate(pieces):
            match piece:
                case w.LiteralText():
                    self._text(piece, place + 1 < len(pieces), for_one_number)
                case w.PendingArticle():
                    self._article(piece)
                case w.PlaceholderText():
                    self._say(piece, reach)
                case w.TextChoice():
                    self._choice(piece, reach)
                case w.RowLoopText():
                    self._each(piece, reach)
                case _:
                    assert_never(piece)

    def _text(self, piece: w.LiteralText, before_placeholder: bool, for_one_number: bool) -> None:
        language = self.tongue.language
        check_text_alphabet(piece.text, language.misspelt, language.name, partial(self._place, piece), self.bag)
        name = self.wording.id.startswith(NAMES)
        for found in () if self.wording.id.startswith(NAMES[0]) else _DIGITS.finditer(piece.text):
            if name and found[0] in _DIGITS.findall(self.wording.id.replace("_", " ")):
                continue
            self.bag.add("W205", self._within(piece, found), digits=found[0])
        for found in () if for_one_number or name else _WORD.finditer(piece.text):
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

    def _within(self, piece: w.LiteralText, found: re.Match[str]) -> Span:
        """Return the span of a match in a text."""
        return self._place(piece, found.start(), found.end())

    def _place(self, piece: w.LiteralText, start: int, end: int) -> Span:
        return self.wording.place(piece.start + start, piece.start + end)

    def _article(self, piece: w.PendingArticle) -> None:
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
            self.bag.add("W202", span, near=closest_name(name, (*reach, *terms)), wording=self.wording.id, name=name)
        return None

    def _say(self, piece: w.PlaceholderText, reach: Reach) -> None:
        kind = self._kind(piece.name, piece.span, reach)
        if not piece.noun:
            self._forms(piece, kind)
            return
        noun = self._kind(piece.noun, piece.span, reach)
        self._fits(piece.name, kind, "number", piece.span)
        self._fits(piece.noun, noun, "term", piece.span)
        self._allowed(piece, self.tongue.language.counted_forms | {LETTER}, Said("sort.number_with_noun"))

    def _fits(self, name: str, kind: Kind | None, needed: PlainKind, span: Span) -> None:
        if kind is not None and kind != needed:
            self._misfit(name, kind, _KINDS[needed][0], span)

    def _misfit(self, name: str, kind: Kind, needed: Said, span: Span) -> None:
        self.bag.add("W208", span, wording=self.wording.id, name=name, kind=_kind(kind)[0], needed=needed)

    def _forms(self, piece: w.PlaceholderText, kind: Kind | None) -> None:
        language = self.tongue.language
        forms = {
            "number": language.number_forms | {LETTER},
            "term": language.noun_forms,
            "name": language.name_forms,
            "phrase": language.noun_forms | {AFTER},
            "list": language.noun_forms | language.name_forms | language.number_forms | {AFTER},
        }
        if isinstance(kind, str) and kind in forms:
            self._allowed(piece, forms[kind], _kind(kind)[0])
        elif kind is not None:
            self._misfit(piece.name, kind, Said("sort.something"), piece.span)

    def _allowed(self, piece: w.PlaceholderText, allowed: frozenset[str], kind: Value) -> None:
        choices = sorted(allowed | WHOLE_PHRASE)
        for form in piece.forms:
            if form not in choices:
                self.bag.add(
                    "W204",
                    piece.span,
                    near=closest_name(form, choices),
                    form=form,
                    kind=kind,
                    language=self.tongue.language.code,
                    choices=", ".join(choices),
                )

    def _choice(self, piece: w.TextChoice, reach: Reach) -> None:
        kind = self._kind(piece.name, piece.span, reach)
        if kind is not None:
            said, keys = _kind(kind)
            for key, _ in piece.branches:
                if key not in keys:
                    self.bag.add("W209", piece.span, key=key, kind=said, choices=", ".join(keys))
        for key, branch in piece.branches:
            self.check(branch, reach, for_one_number=kind == "number" and key in EXACT)
        self.check(piece.otherwise, reach)

    def _each(self, piece: w.RowLoopText, reach: Reach) -> None:
        kind = self._kind(piece.name, piece.span, reach)
        if kind is not None and not isinstance(kind, RowsKind):
            self._misfit(piece.name, kind, Said("sort.rows"), piece.span)
        for part in piece.parts:
            self.check(part, _in_rows(piece, reach))


def _kind(kind: Kind) -> tuple[Said, tuple[str, ...]]:
    return _ROWS if isinstance(kind, RowsKind) else _KINDS[kind]

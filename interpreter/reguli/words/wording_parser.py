"""Wordings: sentences with typed placeholders in square brackets, read with their places.

A wording is plain text with these placeholders; ``[[`` and ``]]`` are brackets themselves. ``NAME`` is the name of a
value the rule offers (a number, a term, a person, a list, rows, a truth) or the id of a term of the lexicon; a capital
first letter makes what is printed begin with a capital.

``[NAME]``
    the value: a number in digits, a term in its base form, a list joined by "and".
``[NAME:FORM FORM …]``
    the same in a form, or in several at once: Hungarian cases are named by their suffix after a back vowel
    (``[card:-t]``, ``[card:many -ban]``, ``[card:his -val]``, ``[n:-s]``, ``[n:ord -ba]``), Romanian forms are ``many``,
    ``the``, ``of`` (genitive-dative), ``owned`` (before an owner), ``his`` (somebody's own), ``a`` (``[card:of the]``, ``[n:ord f]``) and
    the words that agree with a noun, ``al il l un cel niciun acel fiecare celalalt`` (``[card:il]``), English ones ``many``, ``a``, ``s`` (``[player:s]``).
    ``or`` joins a list by "or"; ``quoted`` puts the whole in quotes.
``[NAME NOUN]``, ``[NAME NOUN:FORM …]``
    a number and the noun it counts: ``[n card]``; as an ordinal ``[n phase:ord]``, as a label ``[n phase:label]``, in
    words ``[n card:words]``; ``bare`` leaves the noun out but keeps its gender.
``[a/an]``, ``[a/az]``
    the article, chosen by the sound of whatever is printed next; ``[A/An]``, ``[A/Az]`` at the start of a sentence.
``[NAME? KEY: TEXT | KEY: TEXT | TEXT]``
    a choice; the last, without a key, stands for all others and may be left out. Keys of a number are ``zero``, ``one``,
    ``two``, ``few``, ``many``, ``other`` (the language's plural categories; ``zero``, ``one``, ``two`` mean exactly that
    number and come first) and ``any`` for no limit; of a list or rows ``empty``, ``one``, ``other``; of a truth ``yes``,
    ``no``; of a term its gender ``m``, ``f``, ``n``; of a phrase (in glosses) its gender, its number ``one`` or
    ``other``, ``definite`` or ``indefinite``, ``owned``, ``person``, ``pronoun``. Spaces around each text are dropped; texts may hold placeholders.
``[each NAME: FIRST | NEXT | LAST]``
    the rows of a table, each with the names of its fields; all but the first text may be left out. Texts are kept as
    typed, spaces and commas included, but for the one space after the colon.

A number is never typed: a digit or a number word outside of a placeholder is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import NoneType
from typing import Final, Literal, TypeAlias

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import NumberRange, ProperName

NUMBER_KEYS: Final = ("zero", "one", "two", "few", "many", "other", "any")
LIST_KEYS: Final = ("empty", "one", "other")
TRUTH_KEYS: Final = ("yes", "no")
GENDER_KEYS: Final = ("m", "f", "n")
PHRASE_KEYS: Final = (*GENDER_KEYS, "one", "other", "definite", "indefinite", "owned", "person", "pronoun")
"""What a phrase is: its gender and number, whether it is definite, somebody's, a person, or so well known that it is "it"."""
KEYS: Final = tuple(dict.fromkeys((*NUMBER_KEYS, *LIST_KEYS, *TRUTH_KEYS, *PHRASE_KEYS)))
LONGEST: Final = 4_000
DEEPEST: Final = 5

_NAME: Final = r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*"
_SAY: Final = re.compile(rf"\s*({_NAME})(?:\s+({_NAME}))?\s*(?::\s*([^\s\[\]|]+(?:\s+[^\s\[\]|]+)*)\s*)?")
_CHOICE: Final = re.compile(rf"\s*({_NAME})\s*\?")
_EACH: Final = re.compile(rf"\s*each\s+({_NAME})\s*: ?")
_KEY: Final = re.compile(rf"\s*({'|'.join(KEYS)})\s*:")

Place: TypeAlias = Callable[[int, int], Span]
"""Gives the place of a stretch of the wording in its file, by offsets into the wording."""


@frozen_class
class LiteralText(FrozenValue):
    """Literal text; ``start`` is its offset in the wording."""

    span: Span
    text: str
    start: int


@frozen_class
class PendingArticle(FrozenValue):
    """An article that depends on the next sound."""

    span: Span
    token: str
    capital: bool


@frozen_class
class PlaceholderText(FrozenValue):
    """A value or a term in a form; with ``noun``, a number and the noun it counts."""

    span: Span
    name: str
    noun: str
    forms: tuple[str, ...]
    capital: bool


@frozen_class
class TextChoice(FrozenValue):
    """A choice among several texts by a value."""

    span: Span
    name: str
    branches: tuple[tuple[str, tuple[Piece, ...]], ...]
    otherwise: tuple[Piece, ...]


@frozen_class
class RowLoopText(FrozenValue):
    """The rows of a table, one after the other."""

    span: Span
    name: str
    parts: tuple[tuple[Piece, ...], ...]


Piece: TypeAlias = LiteralText | PendingArticle | PlaceholderText | TextChoice | RowLoopText


def branches_of(piece: TextChoice | RowLoopText) -> tuple[tuple[Piece, ...], ...]:
    """Return the texts of a choice, the last one without a key, or those for the rows of a table."""
    return piece.parts if isinstance(piece, RowLoopText) else (*(text for _, text in piece.branches), piece.otherwise)


def flat_pieces(pieces: Iterable[Piece]) -> Iterator[LiteralText | PlaceholderText | TextChoice | RowLoopText]:
    """Yield the pieces of a wording but for articles, a choice or a loop before each of its texts."""
    for piece in pieces:
        if isinstance(piece, LiteralText | PlaceholderText):
            yield piece
        elif isinstance(piece, TextChoice | RowLoopText):
            for branch in branches_of(piece):
                yield piece
                yield from flat_pieces(branch)


@frozen_class
class Wording(FrozenValue):
    """One wording in one language: its id, the text as written, its place, and its pieces."""

    id: str
    text: str
    place: Place
    pieces: tuple[Piece, ...]


def parse_wording(wording_id: str, text: str, place: Place, bag: Bag) -> Wording:
    """Parse a wording; brackets that do not close or are empty are reported (W201) and kept as text."""
    if len(text) > LONGEST:
        bag.add("W201", place(0, len(text)), what=Said("why.too_long", limit=LONGEST))
        return Wording(wording_id, text, place, ())
    return Wording(wording_id, text, place, _Parser(text, place, bag).pieces(0, len(text), 0))


def _pairs(text: str) -> dict[int, int]:
    """Return the offset of each opening bracket, with that of its closing bracket."""
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for at, sign in enumerate(text):
        if sign == "[":
            opened.append(at)
        elif sign == "]" and opened:
            pairs[opened.pop()] = at
    return pairs


class _Parser:
    """Parser of one wording; offsets count into its text."""

    def __init__(self, text: str, place: Place, bag: Bag) -> None:
        self.text = text
        self.place = place
        self.bag = bag
        self.closing = _pairs(text)

    def pieces(self, start: int, end: int, depth: int) -> tuple[Piece, ...]:
        """Parse the pieces between two offsets."""
        found: list[Piece] = []
        words: list[str] = []
        words_start = at = start
        while at < end:
            sign = self.text[at]
            if sign not in "[]":
                words.append(sign)
                at += 1
            elif self.text[at : at + 2] in {"[[", "]]"} and at + 1 < end:
                words.append(sign)
                at += 2
            else:
                close = self.closing.get(at)
                piece = None if close is None else self._placeholder(at + 1, close, depth)
                if close is None:
                    what = Said("why.never_closed") if sign == "[" else Said("why.closes_nothing")
                    self.bag.add("W201", self.place(at, at + 1), what=what)
                    close = at
                elif piece is not None:
                    if words:
                        found.append(LiteralText(self.place(words_start, at), "".join(words), words_start))
                    words = []
                    words_start = close + 1
                    found.append(piece)
                at = close + 1
        if words:
            found.append(LiteralText(self.place(words_start, end), "".join(words), words_start))
        return tuple(found)

    def _placeholder(self, start: int, end: int, depth: int) -> Piece | None:
        span = self.place(start - 1, end + 1)
        if depth >= DEEPEST:
            self.bag.add("W201", span, what=Said("why.placeholders_too_deep", limit=DEEPEST))
            return None
        body = self.text[start:end]
        if "/" in body and ":" not in body and "[" not in body:
            token = body.strip()
            return PendingArticle(span, token.casefold(), token[:1].isupper())
        each = _EACH.match(body)
        if each is not None:
            parts = [self.pieces(a, b, depth + 1) for a, b in self._parts(start + each.end(), end)]
            return RowLoopText(span, each[1], tuple(parts))
        choice = _CHOICE.match(body)
        if choice is not None:
            return self._choice(span, choice[1], self._parts(start + choice.end(), end), depth)
        said = _SAY.fullmatch(body)
        if said is None:
            self.bag.add("W201", span, what=Said("why.no_placeholder", text=f"[{body}]"))
            return None
        name = said[1]
        return PlaceholderText(
            span, name[0].lower() + name[1:], said[2] or "", tuple((said[3] or "").split()), name[0].isupper()
        )

    def _parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """Split a range at the bars outside inner placeholders."""
        found, depth, begun = [], 0, start
        for at in range(start, end):
            sign = self.text[at]
            depth += (sign == "[") - (sign == "]")
            if sign == "|" and depth == 0:
                found.append((begun, at))
                begun = at + 1
        return [*found, (begun, end)]

    def _choice(self, span: Span, name: str, parts: list[tuple[int, int]], depth: int) -> TextChoice:
        branches: list[tuple[str, tuple[Piece, ...]]] = []
        otherwise: tuple[Piece, ...] = ()
        for place, (start, end) in enumerate(parts):
            key = _KEY.match(self.text, start, end)
            begin = key.end() if key else start
            stretch = self.text[begin:end]
            stop = begin + len(stretch.rstrip())
            pieces = self.pieces(min(stop, begin + len(stretch) - len(stretch.lstrip())), stop, depth + 1)
            if key is not None:
                branches.append((key[1], pieces))
            elif place == len(parts) - 1:
                otherwise = pieces
            else:
                self.bag.add("W201", self.place(start, end), what=Said("why.key_lacking"))
        return TextChoice(span, name, tuple(branches), otherwise)


# -- What a wording can speak of: the kinds of values a rule offers, and the values themselves -----------------------


PlainKind: TypeAlias = Literal["number", "term", "name", "list", "truth", "phrase"]


@frozen_class
class RowsKind(FrozenValue):
    """The kind of a table whose rows provide these names."""

    fields: Reach


Kind: TypeAlias = PlainKind | RowsKind
Reach: TypeAlias = Mapping[str, Kind]
"""The names a wording may use, with what each is."""


@frozen_class
class RowValues(FrozenValue):
    """The rows of a table, each with the values of its fields."""

    rows: tuple[Mapping[str, Value], ...]


@frozen_class
class InflectedPhrase(FrozenValue):
    """Several words inflected as one noun: a small wording with its own values.

    A form asked of the phrase is given to the value named ``head``. ``after`` is the wording used after a preposition
    where that differs; ``traits`` are the keys a choice by the phrase answers to: gender, number, ``definite``, ….
    """

    wording: Wording
    values: Values
    head: str
    traits: tuple[str, ...] = ()
    after: Wording | None = None


Value: TypeAlias = (
    bool | int | str | NumberRange | ProperName | InflectedPhrase | tuple["Value", ...] | RowValues | None
)
"""A truth, a number, a term's id, a range, a person or place, a phrase, a list, rows; None is "any number"."""

Values: TypeAlias = Mapping[str, Value]


_SORTS: Final = (
    (NoneType, Said("sort.any_number")),
    (bool, Said("sort.truth")),
    (int | NumberRange, Said("sort.number")),
    (str, Said("sort.term")),
    (ProperName, Said("sort.name")),
    (InflectedPhrase, Said("sort.phrase")),
    (RowValues, Said("sort.rows")),
    (tuple, Said("sort.list")),
)


def value_kind_name(value: Value) -> Said:
    """Return the name of a value's kind for use in findings."""
    return next(said for form, said in _SORTS if isinstance(value, form))

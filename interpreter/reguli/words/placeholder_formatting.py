"""Formats a wording: fills its placeholders with values in the grammatical forms of a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, NamedTuple, assert_never

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import LETTERED, DigitGrouping, Noun, NumberRange, ProperName
from reguli.words.terminology import LanguageRealiser, list_phrase
from reguli.words.wording_parser import (
    InflectedPhrase,
    LiteralText,
    PendingArticle,
    Piece,
    PlaceholderText,
    RowLoopText,
    RowValues,
    TextChoice,
    Value,
    Values,
    Wording,
    value_kind_name,
)

AFTER: Final = "after"
"""The form of a phrase that follows a preposition, which takes the article of a bare noun away in some languages."""
LETTER: Final = "letter"
"""The form of a number that is written as a letter, as boards name their columns: a, b, c."""
WHOLE_PHRASE: Final = frozenset({"or", "quoted"})
"""Forms that every placeholder may take: "or" for lists, quotes round the whole."""

EXACT: Final = {"zero": 0, "one": 1, "two": 2}
_AFTER_A_GAP: Final = (" ", ".", ",", ";", ":", "!", "?", ")")
_BEFORE_A_WORD: Final = " \u00a0\u202f\n„“”\"«»‘’'(–"


def format_wording(wording: Wording, values: Values, tongue: LanguageRealiser, bag: Bag) -> str:
    """Return the text of a wording for these values.

    What cannot be said (a value not given W202, an unknown term W203, a form that does not exist W212) is a finding, and
    stands in the text marked: ``⟦name⟧``.
    """
    return "".join(text for _, text in traced_wording(wording, values, tongue, bag))


def traced_wording(
    wording: Wording, values: Values, tongue: LanguageRealiser, bag: Bag
) -> tuple[tuple[Piece | None, str], ...]:
    """Return what each piece of a wording prints, in order, as ``format_wording`` joins it.

    Of a choice come the pieces of the text that is chosen; None stands for a choice that says nothing.
    """
    sayer = _Sayer(wording.id, tongue, bag)
    sayer.say_all(wording.pieces, values)
    return sayer.texts()


class MissingValue(Enum):
    """Sentinel for a value that was not given."""

    VALUE = "missing"


class _Said(NamedTuple):
    """One stretch of output text; an article is chosen only when the following sound is known.

    Nothing said by a choice, ``text`` empty, takes the space before it away where another space or a sign follows.
    """

    text: str
    piece: Piece | None = None
    sound: str = ""


class _Sayer:
    """Formatter that collects the output text and chooses the articles last."""

    def __init__(self, wording_id: str, tongue: LanguageRealiser, bag: Bag) -> None:
        self.id = wording_id
        self.tongue = tongue
        self.bag = bag
        self.said: list[_Said] = []
        self.head = ""
        self.head_forms: frozenset[str] = frozenset()

    def say_all(self, pieces: tuple[Piece, ...], values: Values) -> None:
        """Realise pieces one after the other."""
        for piece in pieces:
            match piece:
                case LiteralText():
                    self.said.append(_Said(piece.text, piece))
                case PendingArticle():
                    self.said.append(_Said("", piece))
                case PlaceholderText():
                    self._say(piece, values)
                case TextChoice():
                    chosen = self._chosen(piece, values)
                    self.say_all(chosen, values)
                    self.said += () if chosen else (_Said(""),)
                case RowLoopText():
                    self._say_rows(piece, values)
                case _:
                    assert_never(piece)

    def text(self) -> str:
        """Return the whole output."""
        return "".join(text for _, text in self.texts())

    def texts(self) -> tuple[tuple[Piece | None, str], ...]:
        """Return the output by piece; articles are chosen from the end backwards, so that each knows the text after it."""
        found: list[tuple[Piece | None, str]] = []
        after, sound, gap = "", "", False
        for spoken in reversed(self.said):
            text = spoken.text.removesuffix(" ") if gap else spoken.text
            gap = False
            if isinstance(spoken.piece, PendingArticle):
                text = self.tongue.language.choose_article(after.lstrip(_BEFORE_A_WORD), sound)
                text = _capital(text) if spoken.piece.capital else text
            else:
                gap = not text and (not after or after.startswith(_AFTER_A_GAP))
            after = text + after
            found.append((spoken.piece, text))
            if text.strip(_BEFORE_A_WORD):
                sound = spoken.sound
        spaces = len(after) - len(after.lstrip(" ")) if gap else 0
        return tuple(_without_lead(reversed(found), spaces))

    def _say(self, piece: PlaceholderText, values: Values) -> None:
        text, sound = self._phrase(piece, values)
        if text is None:
            self.said.append(_Said(f"⟦{piece.name}⟧", piece))
            return
        text = _capital(text) if piece.capital else text
        self.said.append(
            _Said(self.tongue.style.quotes.around(text) if "quoted" in piece.forms else text, piece, sound)
        )

    def _phrase(self, piece: PlaceholderText, values: Values) -> tuple[str | None, str]:
        forms = frozenset(piece.forms) - WHOLE_PHRASE
        if self.head in (piece.name, piece.noun):
            forms |= self.head_forms
        if piece.noun:
            return self._counted(piece, values, forms), ""
        value = self._value(piece.name, piece.span, values)
        if value is MissingValue.VALUE:
            return None, ""
        term = self.tongue.lexicon.noun(value) if isinstance(value, str) and not forms else None
        return self._valued(value, forms, piece), "" if term is None else term.sound

    def _value(self, name: str, span: Span, values: Values) -> Value | MissingValue:
        """Return the value of a name, or the term of that name; W202 if there is neither."""
        if name in values:
            return self._called(values[name])
        if name in self.tongue.lexicon.terms:
            return name
        known = (*values, *self.tongue.lexicon.terms)
        self.bag.add("W202", span, near=closest_name(name, known), wording=self.id, name=name)
        return MissingValue.VALUE

    def _called(self, value: Value) -> Value:
        """Return the name that an element's own wording gives it; terms and elements without such a wording are unchanged."""
        match value:
            case str() if value not in self.tongue.lexicon.terms:
                return self.tongue.called.get(value, value)
            case tuple():
                return tuple(self._called(item) for item in value)
            case _:
                return value

    def _valued(self, value: Value, forms: frozenset[str], piece: PlaceholderText) -> str | None:
        """Return the text of a value in the given forms; None with a finding where it is no term or has no such form."""
        if isinstance(value, tuple):
            return self._list(value, forms, piece)
        if isinstance(value, str) and value not in self.tongue.lexicon.terms:
            self._no_term(value, piece.span)
            return None
        text = self._form(value, forms)
        if text is None:
            self._no_form(piece.name, piece)
        return text

    def _form(self, value: Value, forms: frozenset[str]) -> str | None:
        language, lexicon = self.tongue.language, self.tongue.lexicon
        if not isinstance(value, InflectedPhrase):
            forms -= {AFTER}
        match value:
            case bool():
                return None
            case int() | NumberRange() if forms <= language.number_forms | {LETTER}:
                if LETTER in forms and len(forms) > 1:  # suffixes go by what a number is called
                    return None
                return language.number_form(value, forms - {LETTER}, self._digits(forms))
            case str() if forms <= language.noun_forms:
                return self._noun_form(value, forms)
            case ProperName() if forms <= language.name_forms:
                return language.name_form(lexicon.name(value), forms)
            case InflectedPhrase():
                return self._inflected(value, forms)
            case _:
                return None

    def _noun_form(self, term: str, forms: frozenset[str]) -> str | None:
        """Return a form of a term; one that is not counted itself takes the form of its unit where it has none: jetoane de cărbune."""
        lexicon, language = self.tongue.lexicon, self.tongue.language
        noun = lexicon.terms[term].noun
        text = language.noun_form(noun, forms)
        unit = lexicon.counting_noun(term)
        return text if text is not None or unit is None or unit is noun else language.noun_form(unit, forms)

    def _digits(self, forms: frozenset[str]) -> DigitGrouping:
        return LETTERED if LETTER in forms else self.tongue.style.digits

    def _inflected(self, phrase: InflectedPhrase, forms: frozenset[str]) -> str | None:
        """Return the text of a phrase in a form: an agreeing word, or the phrase itself with its head in that form."""
        language = self.tongue.language
        if forms & language.agreeing_forms:
            parts = {"plural" if "other" in phrase.traits else "singular": "…"}
            gender = next((trait for trait in phrase.traits if trait in language.genders), "")
            return language.noun_form(Noun("", parts, gender=gender), forms)
        template = phrase.after if AFTER in forms and phrase.after is not None else phrase.wording
        inner = _Sayer(self.id, self.tongue, self.bag)
        inner.head, inner.head_forms = phrase.head, forms - {AFTER}
        inner.say_all(template.pieces, phrase.values)
        return inner.text()

    def _list(self, items: tuple[Value, ...], forms: frozenset[str], piece: PlaceholderText) -> str | None:
        texts = [self._valued(item, forms, piece) for item in items]
        if any(text is None for text in texts):
            return None
        return list_phrase(
            tuple(text for text in texts if text is not None), self.tongue.style, either="or" in piece.forms
        )

    def _counted(self, piece: PlaceholderText, values: Values, forms: frozenset[str]) -> str | None:
        number = self._value(piece.name, piece.span, values)
        term = self._value(piece.noun, piece.span, values)
        if number is MissingValue.VALUE or term is MissingValue.VALUE:
            return None
        if isinstance(number, bool) or not isinstance(number, int | NumberRange) or not isinstance(term, str):
            wrong = number if isinstance(term, str) else term
            self._misfit(piece, wrong, Said("sort.number_and_term"))
            return None
        noun = self.tongue.lexicon.counting_noun(term)
        if noun is None:
            self._no_term(term, piece.span)
            return None
        language = self.tongue.language
        known = forms <= language.counted_forms | {LETTER}
        text = language.counted(number, noun, forms - {LETTER}, self._digits(forms)) if known else None
        if text is None:
            self._no_form(f"{piece.name} {term}", piece)
        return text

    def _misfit(self, piece: PlaceholderText | RowLoopText, value: Value, needed: Said) -> None:
        self.bag.add("W208", piece.span, wording=self.id, name=piece.name, kind=value_kind_name(value), needed=needed)

    def _no_term(self, term: str, span: Span) -> None:
        terms = self.tongue.lexicon.terms
        self.bag.add(
            "W203", span, near=closest_name(term, terms), wording=self.id, term=term, language=self.tongue.language.code
        )

    def _no_form(self, name: str, piece: PlaceholderText) -> None:
        forms = " ".join(piece.forms) or Said("sort.as_it_stands")
        self.bag.add("W212", piece.span, wording=self.id, name=name, form=forms, language=self.tongue.language.code)

    def _chosen(self, piece: TextChoice, values: Values) -> tuple[Piece, ...]:
        value = self._value(piece.name, piece.span, values)
        if value is MissingValue.VALUE:
            return ()
        branches = dict(piece.branches)
        return next((branches[key] for key in self._keys(value) if key in branches), piece.otherwise)

    def _keys(self, value: Value) -> tuple[str, ...]:
        """Return the choice keys that match a value, the most specific first."""
        match value:
            case None:
                return ("any",)
            case bool():
                return ("yes" if value else "no",)
            case RowValues():
                return _size_keys(len(value.rows))
            case tuple():
                return _size_keys(len(value))
            case int():
                exact = tuple(key for key, number in EXACT.items() if number == value)
                return (*exact, self.tongue.language.category(value))
            case NumberRange():
                category = self.tongue.language.category(value.last)
                return ("other" if category == "one" else category,)
            case str():
                noun = self.tongue.lexicon.noun(value)
                return () if noun is None else (noun.gender,)
            case ProperName():
                return (value.gender, "definite", "person", "one")
            case InflectedPhrase():
                return value.traits
            case _:
                assert_never(value)

    def _say_rows(self, piece: RowLoopText, values: Values) -> None:
        table = self._value(piece.name, piece.span, values)
        if table is MissingValue.VALUE:
            return
        if not isinstance(table, RowValues):
            self._misfit(piece, table, Said("sort.rows"))
            return
        count = len(table.rows)
        for place, row in enumerate(table.rows):
            part = 0 if place == 0 else 2 if place == count - 1 else 1
            self.say_all(piece.parts[min(part, len(piece.parts) - 1)], {**values, **row})


def _without_lead(texts: Iterable[tuple[Piece | None, str]], spaces: int) -> Iterator[tuple[Piece | None, str]]:
    """Yield texts without so many spaces at their beginning."""
    for piece, text in texts:
        kept = text[min(spaces, len(text)) :]
        spaces -= len(text) - len(kept)
        yield piece, kept


def _size_keys(size: int) -> tuple[str, ...]:
    return ("empty", "zero", "other") if size == 0 else ("one", "other") if size == 1 else ("other",)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

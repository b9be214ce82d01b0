"""Corrections of printed sentences turned back into wordings: numbers, names and inflected nouns become placeholders again.

The printed sentence is compared with the corrected one word by word. A placeholder whose print did not change stays. In what
changed, words that a placeholder of the sentence prints in some form become that placeholder; the rest is typed text. The new wording
counts only if it prints the corrected sentence exactly. What cannot be decided is asked about, never guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import NO_BREAK, NumberRange
from reguli.words.placeholder_formatting import format_wording, traced_wording
from reguli.words.placeholders.placeholder_values import EVERYWHERE
from reguli.words.terminology import LanguageRealiser
from reguli.words.wording_checks import check_wording, mentioned_terms, mentioned_values, values_printed
from reguli.words.wording_parser import (
    LONGEST,
    LiteralText,
    PendingArticle,
    Piece,
    PlaceholderText,
    Reach,
    RowLoopText,
    TextChoice,
    Values,
    Wording,
    branches_of,
    flat_pieces,
    parse_wording,
)

_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")
_DIGITS: Final = re.compile(r"\d+")
_SUFFIXED: Final = re.compile(r"\d+-[^\W\d_]+")
"""A number in digits with a suffix: 5-ös."""
MOST_FORMS: Final = 2
"""Forms of one placeholder that are tried together."""
LOST: Final = "why.value_lost"
GUESSED: Final = "why.number_guessed"
SHORTEST: Final = 3
"""Letters of a word from which on it may be taken for a term that the sentence does not name yet."""


@frozen_class
class Printing(FrozenValue):
    """What a wording is printed with: its values, the kinds of all values that it may use, and the language."""

    values: Values
    reach: Reach
    tongue: LanguageRealiser

    def traced(self, wording: Wording) -> tuple[tuple[Piece | None, str], ...]:
        """Return what each piece of a wording prints."""
        return traced_wording(wording, self.values, self.tongue, Bag())

    def text(self, wording: Wording) -> str:
        """Return the print of a wording in one line, with plain spaces."""
        return one_line(format_wording(wording, self.values, self.tongue, Bag()))

    def part(self, wording: Wording, start: int, end: int) -> str:
        """Return what a wording prints for a part of its text: placeholders that begin there; else the text as it stands."""
        within = (
            text for piece, text in self.traced(wording) if piece is not None and start <= piece.span.column < end
        )
        return one_line("".join(within)) or wording.text[start:end].strip()


@frozen_class
class CorrectedWording(FrozenValue):
    """The wording that prints a correction, or the ``trouble`` for which there is none; ``check`` says what a person must look at."""

    text: str
    trouble: Said | None = None
    check: Said | None = None


class _ConversionError(Exception):
    """The reason that prevents a conversion."""

    def __init__(self, why: Said) -> None:
        super().__init__(why)
        self.why = why


@frozen_class
class _Atom(FrozenValue):
    """A word or a placeholder of the wording: what it prints, and its place in the wording."""

    printed: str
    start: int
    end: int
    piece: Piece


@frozen_class
class _Candidate(FrozenValue):
    """A text that may become a placeholder of the value or term ``name``; of equal prints the least ``rank`` is meant."""

    printed: str
    source: str
    name: str
    rank: tuple[int, ...]
    standing: bool


def one_line(text: str) -> str:
    """Return a text in one line, with plain spaces."""
    return " ".join(text.replace(NO_BREAK, " ").split())


def correct_wording(text: str, corrected: str, printing: Printing) -> CorrectedWording:
    """Return the wording that prints ``corrected`` where the wording ``text`` is printed now."""
    wanted = one_line(corrected)
    if len(wanted) > LONGEST:
        return CorrectedWording(text, Said("why.too_long", limit=LONGEST))
    wording = _parse(text)
    trouble: Said | None = None
    for free in (True, False):
        try:
            found, guessed = _converted(wording, wanted, printing, free=free)
        except _ConversionError as refused:
            trouble = trouble or refused.why
            continue
        for new in map(_parse, dict.fromkeys((found, _with_articles(found, printing.tongue.language.article)))):
            wrong = _wrong(wording, new, wanted, printing)
            if wrong is None:
                return CorrectedWording(new.text, check=guessed or _doubt(wording, new, printing))
            if guessed and (guessed.phrase, wrong.phrase) == (GUESSED, LOST):
                wrong = Said("why.number_unknown", word=dict(guessed.args)["word"])
        trouble = trouble or wrong
    return CorrectedWording(text, trouble)


def _with_articles(text: str, token: str) -> str:
    """Return a wording with the typed articles in front of placeholders as the language writes them: ``[a/az]``."""
    typed = re.compile(rf"(?<![\w\[/-])({token.replace('/', '|')})(?=\s+\W?\[\w)", re.IGNORECASE)
    for _ in range(2 if token else 0):  # the second one is that of "az a"
        text = typed.sub(lambda found: _article(token, found[1]), text)
    return text


def _article(token: str, typed: str) -> str:
    """Return the placeholder of an article, with a capital where it is typed with one."""
    return f"[{'/'.join(part.capitalize() for part in token.split('/')) if typed[0].isupper() else token}]"


def _parse(text: str) -> Wording:
    """Parse a wording; the columns of its places are offsets into its text."""
    return parse_wording("", text, lambda start, end: Span("", 1, start, 1, end), Bag())


def _plain(text: str) -> str:
    return " " if text.isspace() else text.replace(NO_BREAK, " ")


def _wrong(before: Wording, new: Wording, wanted: str, printing: Printing) -> Said | None:
    """Return what is wrong with a new wording: another print, a finding that the old one has not, a value not said any more."""
    printed = printing.text(new)
    if printed != wanted:
        return _difference(wanted, printed)
    known, found = Bag(), Bag()
    check_wording(before, printing.reach, printing.tongue, known)
    check_wording(new, printing.reach, printing.tongue, found)
    allowed = Counter(known.codes)
    for one in found:
        allowed[one.code] -= 1
        if allowed[one.code] < 0:
            word = "" if one.span is None else printing.part(new, one.span.column, one.span.end_column)
            instead = dict(one.args).get("instead")
            if instead is not None:
                return Said("why.word_avoided", word=word, instead=instead)
            return Said("why.word_not_converted", word=word or wanted)
    kept = [
        (of(before.pieces, printing.reach), of(new.pieces, printing.reach)) for of in (mentioned_values, values_printed)
    ]
    for lost in sorted(set().union(*(was - now for was, now in kept))):
        return Said(LOST, word=_word_of(before, lost, printing))
    return None


def _difference(wanted: str, printed: str) -> Said:
    """Return the first word of a correction that would be printed otherwise."""
    asked, found = wanted.split(" "), printed.split(" ")
    for _, start, end, begin, stop in (
        one for one in SequenceMatcher(None, asked, found, autojunk=False).get_opcodes() if one[0] != "equal"
    ):
        return Said("why.prints_otherwise", word=" ".join(asked[start:end]), found=" ".join(found[begin:stop]))
    return Said("why.prints_otherwise", word=wanted, found=printed)


def _word_of(wording: Wording, name: str, printing: Printing) -> str:
    """Return what a wording prints for a value or a term."""
    # What prints it comes before a choice that goes by it.
    for piece in sorted(flat_pieces(wording.pieces), key=lambda one: not isinstance(one, PlaceholderText)):
        if not isinstance(piece, LiteralText) and name in (piece.name, getattr(piece, "noun", "")):
            word = "".join(
                text
                for one, text in printing.traced(wording)
                if one is not None and piece.span.column <= one.span.column < piece.span.end_column
            )
            if word.strip():
                return one_line(word)
    return name


def _doubt(before: Wording, new: Wording, printing: Printing) -> Said | None:
    """Return what a person must look at: other texts of a choice, a number without its noun, a term that is not said any more."""
    if _has_unseen(before, new, printing):
        return Said("why.other_texts")
    for lost in sorted(_counted(before) - _counted(new)):
        return Said("why.number_apart", word=_word_of(before, lost[0], printing))
    lexicon = printing.tongue.lexicon
    said, still = (mentioned_terms(one.pieces, printing.reach, lexicon) for one in (before, new))
    for term in sorted(said - still):
        return Said("why.term_lost", word=_word_of(before, term, printing))
    return None


def _counted(wording: Wording) -> set[tuple[str, str]]:
    """Return the numbers that a wording prints with a noun."""
    pieces = (one for one in flat_pieces(wording.pieces) if isinstance(one, PlaceholderText))
    return {(one.name, one.noun) for one in pieces if one.noun}


def _has_unseen(before: Wording, new: Wording, printing: Printing) -> bool:
    """Return whether a correction changed one of several texts of a choice; the sheet shows no other."""
    kept = {new.text[one.span.column : one.span.end_column] for one in flat_pieces(new.pieces)}
    seen = {one.span.column for one, _ in printing.traced(before) if one is not None}
    for choice in flat_pieces(before.pieces):
        if isinstance(choice, TextChoice | RowLoopText):
            source = before.text[choice.span.column : choice.span.end_column]
            unseen = (one for one in branches_of(choice) if one and not _is_seen(one, seen))
            if source not in kept and any(unseen):
                return True
    return False


def _is_seen(branch: Sequence[Piece], seen: Container[int]) -> bool:
    return any(one.span.column in seen for one in (*branch, *flat_pieces(branch)))


# -- comparison --------------------------------------------------------------------------------------------------------


def _atoms(wording: Wording, printing: Printing) -> list[_Atom]:
    found: list[_Atom] = []
    for piece, printed in printing.traced(wording):
        if piece is None:
            continue
        start, end = piece.span.column, piece.span.end_column
        raw = wording.text[start:end]
        if isinstance(piece, LiteralText) and raw == piece.text:
            start += max(0, piece.text.find(printed))  # beside a choice that says nothing a space is not printed
            words = _TOKEN.finditer(printed)
            found += [_Atom(_plain(one[0]), start + one.start(), start + one.end(), piece) for one in words]
        elif printed:
            found.append(_Atom(_plain(printed), start, end, piece))
    return found


def _converted(wording: Wording, wanted: str, printing: Printing, *, free: bool) -> tuple[str, Said | None]:
    """Return the text of the wording with what changed replaced, and what was guessed. Raises ``_ConversionError``.

    ``free`` lets words that were added become the terms and values that the sentence says elsewhere.
    """
    atoms = _atoms(wording, printing)
    owners = [at for at, atom in enumerate(atoms) for _ in _TOKEN.findall(atom.printed)]
    words = [word for atom in atoms for word in _TOKEN.findall(atom.printed)]
    asked = _words_of(wanted, atoms)
    kept = _kept(atoms, owners, SequenceMatcher(None, words, asked, autojunk=False).get_matching_blocks())
    # What has a suffix now stands in another form.
    ends = {owner: place + 1 for place, owner in enumerate(owners)}
    kept = {at: place for at, place in kept.items() if _suffix(asked, place[1]) in ("", _suffix(words, ends[at]))}
    kept = {at: place for at, place in kept.items() if not _is_lone_space(atoms, at, kept)}
    dropped = [atom for at, atom in enumerate(atoms) if at not in kept and not isinstance(atom.piece, LiteralText)]
    standing = [atoms[at] for at in kept if isinstance(atoms[at].piece, PlaceholderText)]
    reader = _Reader(printing, dropped, standing if free else ())
    edits: list[tuple[int, int, str]] = []
    marks = [(-1, 0, 0), *((at, *kept[at]) for at in sorted(kept)), (len(atoms), len(asked), len(asked))]
    for (left, _, begin), (right, end, _) in pairwise(marks):
        inner, told = atoms[left + 1 : right], "".join(asked[begin:end])
        if not inner and not told:
            continue
        edges = atoms[left] if left >= 0 else None, atoms[right] if right < len(atoms) else None
        edits.append((*_stretch(wording.text, inner, *edges), reader.read(told)))
    text = wording.text
    for start, stop, new in sorted(set(edits), reverse=True):
        text = text[:start] + new + text[stop:]
    return text, reader.guessed or _moved_twin(atoms, kept, asked)


def _is_lone_space(atoms: Sequence[_Atom], at: int, kept: Container[int]) -> bool:
    """Return whether an atom is a space between two words that changed, which are read together."""
    if not atoms[at].printed.isspace() or not 0 < at < len(atoms) - 1 or at - 1 in kept or at + 1 in kept:
        return False
    return atoms[at - 1].end == atoms[at].start and atoms[at].end == atoms[at + 1].start


def _suffix(words: Sequence[str], at: int) -> str:
    """Return the suffix that is written with a hyphen at a place, empty where there is none."""
    suffixed = at + 1 < len(words) and words[at] == "-" and words[at + 1].isalpha()
    return words[at + 1] if suffixed else ""


def _moved_twin(atoms: Sequence[_Atom], kept: Mapping[int, tuple[int, int]], asked: Sequence[str]) -> Said | None:
    """Return a value that stands between other words now, while another value is printed alike: it may be the other one."""
    values = {at: one.piece for at, one in enumerate(atoms) if isinstance(one.piece, PlaceholderText)}
    alike: dict[str, set[str]] = {}
    for at, piece in values.items():
        alike.setdefault(atoms[at].printed.casefold(), set()).add(piece.name)
    for at in (one for one in values if one in kept and len(alike[atoms[one].printed.casefold()]) > 1):
        begin, end = kept[at]
        old, new = (
            ([one.printed for one in atoms[:at]], [one.printed for one in atoms[at + 1 :]]),
            (asked[:begin], asked[end:]),
        )
        if any(_next_word(old[side], side) != _next_word(new[side], side) for side in (0, 1)):
            return Said("why.value_guessed", word=atoms[at].printed, name=values[at].name)
    return None


def _next_word(texts: Sequence[str], side: int) -> str:
    """Return the last word of texts, or with ``side`` 1 the first one."""
    words = re.findall(r"\w+", "".join(texts))
    return words[side - 1].casefold() if words else ""


def _words_of(wanted: str, atoms: Sequence[_Atom]) -> list[str]:
    """Return the words of a correction; one that two atoms print together is two words: [player]szám."""
    joined = {}
    for one, other in pairwise(atoms):
        left, right = _TOKEN.findall(one.printed)[-1:], _TOKEN.findall(other.printed)[:1]
        if left and right and (left[0] + right[0]).isalnum():
            joined[left[0] + right[0]] = (left[0], right[0])
    return [part for word in _TOKEN.findall(wanted) for part in joined.get(word, (word,))]


def _kept(
    atoms: Sequence[_Atom], owners: Sequence[int], blocks: Iterable[tuple[int, int, int]]
) -> Mapping[int, tuple[int, int]]:
    """Return the atoms that are printed as before, with the words that they have in the correction."""
    matched = {a + step: b + step for a, b, size in blocks for step in range(size)}
    places: dict[int, list[int]] = {}
    for word, owner in enumerate(owners):
        places.setdefault(owner, []).append(matched.get(word, -1))
    return {
        owner: (found[0], found[-1] + 1)
        for owner, found in places.items()
        if found[0] >= 0 and all(two == one + 1 for one, two in pairwise(found))
    }


def _stretch(text: str, inner: Sequence[_Atom], left: _Atom | None, right: _Atom | None) -> tuple[int, int]:
    """Return the part of a wording that changed atoms take, or where new words go. Raises ``_ConversionError``."""
    for one, other in pairwise(inner):
        if one.end != other.start:
            words = "".join(atom.printed for atom in inner)
            raise _ConversionError(Said("why.across_choice", word=one_line(words)))
    if inner:
        return inner[0].start, inner[-1].end
    places = [
        at for at in (None if left is None else left.end, None if right is None else right.start) if at is not None
    ]
    # Words between a choice and what surrounds it belong to what surrounds it.
    at = min(places, key=lambda place: _depth(text, place), default=0)
    return at, at


def _depth(text: str, at: int) -> int:
    plain = text[:at].replace("[[", "").replace("]]", "")
    return plain.count("[") - plain.count("]")


# -- reading changed words ---------------------------------------------------------------------------------------------


class _Reader:
    """A reader of changed words that finds the placeholders in them."""

    def __init__(self, printing: Printing, dropped: Sequence[_Atom], standing: Sequence[_Atom]) -> None:
        self._printing = printing
        self.guessed: Said | None = None
        self._articles = {one.printed.lower(): one.piece for one in dropped if isinstance(one.piece, PendingArticle)}
        gone = [one.piece for one in dropped if isinstance(one.piece, PlaceholderText)]
        there = [one.piece for one in standing if isinstance(one.piece, PlaceholderText)]
        found = [*self._forms(gone, standing=False)]
        found += [one for one in self._forms(there, standing=True) if len(one.printed) >= SHORTEST]
        self._known = sorted(found, key=lambda one: one.rank)
        self._used: set[str] = set()

    def _forms(self, pieces: Iterable[PlaceholderText], *, standing: bool) -> Iterator[_Candidate]:
        """Yield placeholders in every form that they can take.

        The longest print is meant, then what the correction dropped, with its noun, as it was written; then the plainest form.
        """
        written = dict.fromkeys((one.name, one.noun, one.forms) for one in pieces)
        # A number and its noun may stand apart after a correction.
        apart = [(name, "", ()) for one, noun, _ in written if noun for name in (one, noun)]
        for at, (name, noun, forms) in enumerate((*written, *apart)):
            for shape in dict.fromkeys([forms, *self._shapes(name, noun)]):
                source = f"[{name} {noun}".rstrip() + (f":{' '.join(shape)}" if shape else "") + "]"
                bag = Bag()
                printed = _plain(format_wording(_parse(source), self._printing.values, self._printing.tongue, bag))
                odd = sum(not form.startswith("-") for form in shape)
                rank = (-len(printed), standing, at >= len(written), shape != forms, odd, len(source), at)
                if printed and not bag:
                    yield _Candidate(printed, source, name, rank, standing)

    def _shapes(self, name: str, noun: str) -> Iterator[tuple[str, ...]]:
        language, value = self._printing.tongue.language, self._printing.values.get(name)
        if noun:
            known = language.counted_forms
        elif isinstance(value, int | NumberRange):
            known = language.number_forms
        else:
            # Words that agree with a noun are words of their own: a pronoun is not the noun that it may stand for.
            known = (language.noun_forms | language.name_forms) - language.agreeing_forms
        for count in range(MOST_FORMS + 1):
            yield from combinations(sorted(known), count)

    def read(self, text: str) -> str:
        """Return typed words as the text of a wording. Raises ``_ConversionError``."""
        found, at = "", 0
        while at < len(text):
            taken = self._taken(text, at)
            if taken is not None:
                found, at = found + taken[0], at + taken[1]
                continue
            word = _SUFFIXED.match(text, at)
            if word is not None:
                raise _ConversionError(Said("why.word_not_converted", word=word[0]))
            word = _TOKEN.match(text, at)
            assert word is not None
            found += self._word(word[0])
            at = word.end()
        return found

    def _taken(self, text: str, at: int) -> tuple[str, int] | None:
        """Return the placeholder that prints what begins at an offset, and the length of its print."""
        if at and text[at - 1].isalnum() and text[at].isalnum():
            return None
        found = [one for one in self._known if self._stands(one, text, at)]
        same = [one for one in found if one.rank[:3] == found[0].rank[:3]]
        unused = list(dict.fromkeys(one.name for one in same if one.name not in self._used))
        one = next((one for one in same if one.name in unused), found[0] if found else None)
        if one is None:
            return None
        if len(unused) > 1 or (one.standing and type(self._printing.values.get(one.name)) is int):
            self.guessed = Said("why.value_guessed", word=one.printed, name=one.name)
        self._used.add(one.name)
        capital = text[at] != one.printed[0]
        source = f"[{one.source[1].upper()}{one.source[2:]}" if capital else one.source
        return source, len(one.printed)

    @staticmethod
    def _stands(one: _Candidate, text: str, at: int) -> bool:
        """Return whether a text has a print at an offset, as a whole word, or capitalised."""
        end = at + len(one.printed)
        part = text[at:end]
        if end < len(text) and text[end].isalnum() and part[-1:].isalnum():
            return False
        if part[-1:].isdigit() and _SUFFIXED.match(text, end - 1):
            return False
        return part in (one.printed, one.printed[0].upper() + one.printed[1:])

    def _word(self, word: str) -> str:
        article = self._articles.get(word.lower())
        if isinstance(article, PendingArticle):
            return _article(article.token, word)
        if _DIGITS.fullmatch(word):
            return self._number(int(word))
        return word.replace("[", "[[").replace("]", "]]")

    def _number(self, number: int) -> str:
        """Return the only value of the rule that is a number, which a person must confirm. Raises ``_ConversionError``."""
        values = self._printing.values.items()
        found = (name for name, value in values if type(value) is int and value == number)
        names = [name for name in found if not name.startswith(EVERYWHERE)]
        if len(names) != 1:
            reason = "why.number_unknown" if not names else "why.number_ambiguous"
            raise _ConversionError(Said(reason, word=str(number)))
        self.guessed = Said(GUESSED, word=str(number), name=names[0])
        return f"[{names[0]}]"

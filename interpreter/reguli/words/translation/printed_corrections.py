"""Corrections of printed sentences turned back into wordings: numbers, names and inflected nouns become placeholders again.

The printed sentence is compared with the corrected one word by word. A placeholder whose print did not change stays. In what
changed, words that a placeholder of the sentence prints in some form become that placeholder; the rest is typed text. The new wording
counts only if it prints the corrected sentence exactly. What cannot be decided is asked about, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import NO_BREAK, NumberRange
from reguli.words.placeholder_formatting import format_wording, traced_wording
from reguli.words.terminology import LanguageRealiser
from reguli.words.wording_checks import check_wording, mentioned_values
from reguli.words.wording_parser import (
    LiteralText,
    PendingArticle,
    Piece,
    PlaceholderText,
    Reach,
    TextChoice,
    Values,
    Wording,
    flat_pieces,
    parse_wording,
)

_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")
_DIGITS: Final = re.compile(r"\d+")
MOST_FORMS: Final = 2
"""Forms of one placeholder that are tried together."""
SHORTEST: Final = 3
"""Letters of a word from which on it may be taken for a term that the sentence does not name yet."""


@frozen_class
class CorrectedWording(FrozenValue):
    """The wording that prints a correction, or why there is none.

    ``unseen`` tells that the sentence has other texts, for other numbers or readers, which the correction did not show.
    """

    text: str
    trouble: Said | None = None
    unseen: bool = False


class _Refused(Exception):
    """What prevents a conversion."""

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
    """A text that may become a placeholder; ``name`` is the value or term that it says."""

    printed: str
    source: str
    name: str


def correct_wording(
    text: str, corrected: str, values: Values, reach: Reach, tongue: LanguageRealiser
) -> CorrectedWording:
    """Return the wording that prints ``corrected`` where the wording ``text`` is printed with ``values`` now."""
    wanted = " ".join(corrected.replace(NO_BREAK, " ").split())
    wording = _parse(text)
    trouble: Said | None = None
    for free in (True, False):
        try:
            found = _converted(wording, wanted, values, tongue, free=free)
        except _Refused as refused:
            trouble = trouble or refused.why
            continue
        wrong = _wrong(wording, found, wanted, values, reach, tongue)
        if wrong is None:
            return CorrectedWording(found, unseen=_has_unseen(wording, values, tongue, found))
        trouble = trouble or wrong
    return CorrectedWording(text, trouble)


def _parse(text: str) -> Wording:
    """Parse a wording; the columns of its places are offsets into its text."""
    return parse_wording("", text, lambda start, end: Span("", 1, start, 1, end), Bag())


def _plain(text: str) -> str:
    return text.replace(NO_BREAK, " ")


def _wrong(
    before: Wording, text: str, wanted: str, values: Values, reach: Reach, tongue: LanguageRealiser
) -> Said | None:
    """Return what is wrong with a new wording: another print, a finding that the old one has not, a value not said any more."""
    wording = _parse(text)
    printed = " ".join(_plain(format_wording(wording, values, tongue, Bag())).split())
    if printed != wanted:
        return Said("why.prints_otherwise", found=printed)
    known, found = Bag(), Bag()
    check_wording(before, reach, tongue, known)
    check_wording(wording, reach, tongue, found)
    new = [one for one in found if one.code not in known.codes]
    if new:
        return Said("why.word_not_converted", word=text[new[0].span.column : new[0].span.end_column])
    lost = sorted(mentioned_values(before.pieces, reach) - mentioned_values(wording.pieces, reach))
    return Said("why.value_lost", name=lost[0]) if lost else None


def _has_unseen(wording: Wording, values: Values, tongue: LanguageRealiser, text: str) -> bool:
    """Return whether a correction changed one of several texts of a choice."""
    seen = {id(piece) for piece, _ in traced_wording(wording, values, tongue, Bag())}
    now = {one.text for one in flat_pieces(_parse(text).pieces) if isinstance(one, LiteralText)}
    for choice in (one for one in flat_pieces(wording.pieces) if isinstance(one, TextChoice)):
        shown = [one for part in (*(text for _, text in choice.branches), choice.otherwise) for one in part]
        changed = [one for one in shown if id(one) in seen and isinstance(one, LiteralText) and one.text not in now]
        if changed and any(id(one) not in seen for one in shown):
            return True
    return False


# -- comparison --------------------------------------------------------------------------------------------------------


def _atoms(wording: Wording, values: Values, tongue: LanguageRealiser) -> list[_Atom]:
    found: list[_Atom] = []
    for piece, printed in traced_wording(wording, values, tongue, Bag()):
        if piece is None:
            continue
        start, end = piece.span.column, piece.span.end_column
        raw = wording.text[start:end]
        if isinstance(piece, LiteralText) and raw == piece.text:
            words = _TOKEN.finditer(printed)
            found += [_Atom(_plain(one[0]), start + one.start(), start + one.end(), piece) for one in words]
        elif printed:
            found.append(_Atom(_plain(printed), start, end, piece))
    return found


def _converted(wording: Wording, wanted: str, values: Values, tongue: LanguageRealiser, *, free: bool) -> str:
    """Return the text of the wording with what changed replaced. Raises ``_Refused``."""
    atoms = _atoms(wording, values, tongue)
    owners = [at for at, atom in enumerate(atoms) for _ in _TOKEN.findall(atom.printed)]
    words = [word for atom in atoms for word in _TOKEN.findall(atom.printed)]
    asked = _TOKEN.findall(wanted)
    kept = _kept(atoms, owners, SequenceMatcher(None, words, asked, autojunk=False).get_matching_blocks())
    dropped = [atom for at, atom in enumerate(atoms) if at not in kept and not isinstance(atom.piece, LiteralText)]
    standing = [atoms[at] for at in kept if isinstance(atoms[at].piece, PlaceholderText)]
    reader = _Reader(values, tongue, dropped, standing if free else ())
    edits: list[tuple[int, int, str]] = []
    marks = [(-1, 0, 0), *((at, *kept[at]) for at in sorted(kept)), (len(atoms), len(asked), len(asked))]
    for (left, _, begin), (right, end, _) in pairwise(marks):
        inner, told = atoms[left + 1 : right], "".join(asked[begin:end])
        if not inner and not told:
            continue
        edges = atoms[left] if left >= 0 else None, atoms[right] if right < len(atoms) else None
        edits.append((*_stretch(wording.text, inner, *edges), reader.read(told)))
    text = wording.text
    for start, stop, new in reversed(edits):
        text = text[:start] + new + text[stop:]
    return text


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
    """Return the part of a wording that changed atoms take, or where new words go. Raises ``_Refused``."""
    for one, other in pairwise(inner):
        if one.end != other.start:
            raise _Refused(Said("why.across_choice", text=f"{one.printed} {other.printed}".strip()))
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

    def __init__(
        self, values: Values, tongue: LanguageRealiser, dropped: Sequence[_Atom], standing: Sequence[_Atom]
    ) -> None:
        self._values, self._tongue = values, tongue
        self._articles = {one.printed.lower(): one.piece for one in dropped if isinstance(one.piece, PendingArticle)}
        gone = [one.piece for one in dropped if isinstance(one.piece, PlaceholderText)]
        there = [one.piece for one in standing if isinstance(one.piece, PlaceholderText)]
        found = [*self._forms(gone), *(one for one in self._forms(there) if len(one.printed) >= SHORTEST)]
        # The longest print first, then the one with the fewest forms; what is named first is meant first.
        ranked = sorted(enumerate(found), key=lambda one: (-len(one[1].printed), len(one[1].source), one[0]))
        self._known = [one for _, one in ranked]

    def _forms(self, pieces: Iterable[PlaceholderText]) -> Iterator[_Candidate]:
        """Yield placeholders in every form that they can take, first as they are written."""
        written = [(one.name, one.noun, one.forms) for one in pieces]
        # A number and its noun may stand apart after a correction.
        apart = [(name, "", ()) for one, noun, _ in written if noun for name in (one, noun)]
        for name, noun, forms in dict.fromkeys([*written, *apart]):
            for shape in dict.fromkeys([forms, *self._shapes(name, noun)]):
                source = f"{name} {noun}".strip() + (f":{' '.join(shape)}" if shape else "")
                bag = Bag()
                printed = _plain(format_wording(_parse(f"[{source}]"), self._values, self._tongue, bag))
                if printed and not bag:
                    yield _Candidate(printed, f"[{source}]", name)

    def _shapes(self, name: str, noun: str) -> Iterator[tuple[str, ...]]:
        language, value = self._tongue.language, self._values.get(name)
        if noun:
            known = language.counted_forms
        elif isinstance(value, int | NumberRange):
            known = language.number_forms
        else:
            known = language.noun_forms | language.name_forms
        for count in range(MOST_FORMS + 1):
            yield from combinations(sorted(known), count)

    def read(self, text: str) -> str:
        """Return typed words as the text of a wording. Raises ``_Refused``."""
        found, at = "", 0
        while at < len(text):
            taken = self._taken(text, at)
            if taken is not None:
                found, at = found + taken[0], at + taken[1]
                continue
            word = _TOKEN.match(text, at)
            assert word is not None
            found += self._word(word[0])
            at = word.end()
        return found

    def _taken(self, text: str, at: int) -> tuple[str, int] | None:
        """Return the placeholder that prints what begins at an offset, and the length of its print."""
        if at and text[at - 1].isalnum() and text[at].isalnum():
            return None
        for one in self._known:
            end = at + len(one.printed)
            part = text[at:end]
            if end < len(text) and text[end].isalnum() and part[-1:].isalnum():
                continue
            if part == one.printed:
                return one.source, len(part)
            if part and part[1:] == one.printed[1:] and part[0] == one.printed[0].upper():
                return f"[{one.source[1].upper()}{one.source[2:]}", len(part)
        return None

    def _word(self, word: str) -> str:
        article = self._articles.get(word.lower())
        if isinstance(article, PendingArticle):
            token = (
                "/".join(part.capitalize() for part in article.token.split("/")) if word[0].isupper() else article.token
            )
            return f"[{token}]"
        if _DIGITS.fullmatch(word):
            return self._number(int(word))
        return word.replace("[", "[[").replace("]", "]]")

    def _number(self, number: int) -> str:
        """Return the only value that is a number. Raises ``_Refused``."""
        names = [name for name, value in self._values.items() if type(value) is int and value == number]
        if len(names) != 1:
            reason = "why.number_unknown" if not names else "why.number_ambiguous"
            raise _Refused(Said(reason, number=number, names=", ".join(f"[{name}]" for name in names[:5])))
        return f"[{names[0]}]"

"""Comparison of a sentence with the one that was confirmed: whether it says the contrary, something else, more, or less.

Both are in one language, so that what they share is seen word by word. The evidence is weighed by how much was rewritten. A
translator who says a rule in other words changes most of them; then only what cannot mean the same counts: a bound turned round,
another name. Whoever changes little changes the rule with it: where all else stays, a "not" that came or went is enough.

A sentence is read as tokens: cues (words with a pole, see ``polarity``), placeholders, number words, and other words. What was lost
and what was gained is counted by pole, so that another word for the same is no difference. Before that, a negation joins with what it
denies ("no more than" is "at most"), and pairs that say the same in other ways cancel out ("only one", "not more than one").
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, chain, combinations, product
from typing import Final, Literal, TypeAlias, assert_never

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words import wording_parser as w
from reguli.words.grammar.grammar_values import split_line_words
from reguli.words.polarity import AXES, GAP, PolarityLexicon

TokenKind: TypeAlias = Literal["cue", "name", "number", "word"]
DifferenceKind: TypeAlias = Literal["contrary", "names", "numbers", "added", "dropped"]
Pairs: TypeAlias = frozenset[frozenset[str]]
_WORD: Final = re.compile(rf"[^\W_]+(?:-[^\W_]+)*|{GAP}")
_STOP: Final = re.compile(r"[.;:!?|]")
_BRANCH: Final = " | "


def _pairs(text: str) -> Pairs:
    return frozenset(frozenset(pair.split()) for pair in text.split(","))


_ON_AXES: Final = frozenset(frozenset(pair) for poles in AXES.values() for pair in combinations(poles, 2))
OPPOSED: Final = (_ON_AXES - _pairs("all any,until during,until before,any some")) | _pairs(
    "may must,must need_not,own other,own opponents,own all,empty full,open hidden,facing_up hidden,facing_down open,finished unfinished,lose get,lose rise,lose put,pay lose,give get,give keep,"
    "return get,return keep,return remove,keep remove,keep lose,keep get,put get,stay go,stay remove,stay return,add subtract,add less,more subtract,rise fall,rise less,fall more,random choice,"
    "all total,next previous,next first,next other,and or,from to,build demolish,inner outer,always sometimes,always first,always last,at_once after,at_once last,at_once before,first after,"
    "starting last,active other,active all,exactly more,exactly less,exactly any,at_most more,at_least less,single all,single more,top last,highest less,lowest more,same all,neighbour any,"
    "neighbour all,even condition,even not,choice must"
)
"""Poles of which one makes a sentence false where the other was meant."""
WEAK: Final = _pairs(
    "and or,from to,put get,put remove,any only,give get,pay get,keep get,return get,choice must,at_once after,first after,stay go,next first,next other,all total,active other,active all,"
    "until after,before after,during after,during before,return keep,return remove,even condition,even not,all only,all some,same all,more less,single all,keep lose,keep remove"
)
"""Opposed poles that may also change places when a sentence is built anew; they count where less than half of it was rewritten."""
ALIKE: Final = _pairs(
    "only at_most,only single,single at_most,not exception,not lose,not until,not before,after condition,after next,after last,before next,before first,condition last,condition even,"
    "at_least more,add more,open facing_up,less bottom,more top,own active"
)
"""Poles that say the same in two ways."""
SIMILAR: Final = ALIKE | _pairs(
    "only exception,only not,other more,other exception,other all,some other,some any,any choice,all any,total all,add other,get keep,must condition,until before"
)
"""Poles that may say the same once the words around them are others too."""
TELLING: Final = frozenset(
    split_line_words(
        "at_most at_least exactly not only exception first last before after until during all any highest lowest more less same other own clockwise anticlockwise ascending descending left right"
        " facing_up facing_down need_not must always random half finished unfinished empty full next previous neighbour single lose or forward back at_once"
    )
)
"""Poles that no sentence takes on or loses without saying something else."""
_BOUNDS: Final = (("more", "at_most"), ("less", "at_least"))
_REACH: Final = 4
"""So many cues may stand between a negation and what it denies."""
FEW: Final = 3
SMALL: Final = 0.25
NEAR: Final = 0.4
"""Shares of the tokens that were rewritten: little, and less than half."""
HELPERS: Final = 2
"""So many other words may change with a word that is exchanged: a verb and its particle."""
ANYBODY: Final = frozenset({"player"})


@frozen_class
class Token(FrozenValue):
    """A part of a sentence with its offsets, clause and place; ``role`` of a placeholder is its form and the word before it."""

    kind: TokenKind
    key: str
    text: str
    at: int
    span: Span
    clause: int
    role: str = ""


@frozen_class
class Difference(FrozenValue):
    """What a sentence says otherwise: its own words, and those of the confirmed sentence."""

    kind: DifferenceKind
    own: tuple[Token, ...]
    theirs: tuple[Token, ...]


def read_tokens(wording: w.Wording, senses: PolarityLexicon, states_number: Callable[[str], bool]) -> tuple[Token, ...]:
    """Return the tokens of a wording in order, the branches of choices one after the other."""
    parts = [*_flat(wording.pieces)]
    begins = [*accumulate((len(run) for run, _, _ in parts), initial=0)][:-1]
    text = "".join(run for run, _, _ in parts)
    stops = [match.start() for match in _STOP.finditer(text)]

    def token(kind: TokenKind, key: str, start: int, end: int, role: str = "") -> Token:
        part = bisect_right(begins, start) - 1
        _, said, offset = parts[part]
        first = offset + start - begins[part]
        span = wording.place(first, first + end - start) if said is None else said.span
        return Token(kind, key, text[start:end].casefold(), start, span, bisect_right(stops, start), role)

    cues = [*senses.found(text)]
    found = [token("cue", *cue) for cue in cues]
    taken = {at for _, start, end in cues for at in range(start, end) if text[at] != GAP}
    last = ""
    for match in _WORD.finditer(text):
        start, end, word = match.start(), match.end(), match[0].casefold()
        said = parts[bisect_right(begins, start) - 1][1]
        if said is not None:
            key = " ".join(filter(None, (said.name, said.noun)))
            found.append(token("name", key, start, end, " ".join((last, *sorted(said.forms)))))
        elif start not in taken:
            found.append(token("number" if states_number(word) or word.isdigit() else "word", word, start, end))
        last = word
    return tuple(sorted(found, key=lambda one: one.at))


def _flat(pieces: Iterable[w.Piece]) -> Iterator[tuple[str, w.PlaceholderText | None, int]]:
    """Yield the texts of a wording, each with its placeholder or else its offset."""
    for piece in pieces:
        match piece:
            case w.LiteralText():
                yield piece.text, None, piece.start
            case w.PlaceholderText():
                yield GAP, piece, 0
            case w.PendingArticle():
                continue
            case w.TextChoice() | w.RowLoopText():
                for branch in w.branches_of(piece):
                    yield _BRANCH, None, 0
                    yield from _flat(branch)
                yield _BRANCH, None, 0
            case _:
                assert_never(piece)


def compare_sentences(
    old: tuple[Token, ...], new: tuple[Token, ...], fillers: frozenset[str]
) -> tuple[Difference, ...]:
    """Return what a new sentence says otherwise than the old; ``fillers`` are words without a meaning of their own."""
    return tuple(_Comparison(old, new, fillers).differences()) if old != new else ()


class _Comparison:
    """Two sentences of one language, with what was lost and gained between them."""

    def __init__(self, old: tuple[Token, ...], new: tuple[Token, ...], fillers: frozenset[str]) -> None:
        self.old, self.new, self.fillers = old, new, fillers
        self.erased, self.inserted = _changed(old, new)
        size, length = max(len(self.erased), len(self.inserted)), max(len(old), len(new), 1)
        self.small = size <= FEW or size <= SMALL * length
        self.near = self.small or size <= NEAR * length
        words = sum(one.kind == "word" and one.text not in fillers for one in (*self.erased, *self.inserted))
        self.pure, self.slight = self.small and not words, self.small and words <= HELPERS
        before, after = _poles(old, each=self.slight), _poles(new, each=self.slight)
        self.lost, self.gained = _without_pairs(before - after, after - before, ALIKE if self.pure else SIMILAR)
        # Where several words deny one thing, they count once: "nu … niciun".
        once = _poles(new, each=False)["not"] - _poles(old, each=False)["not"]
        self.denied = once or (after["not"] - before["not"]) % 2

    def differences(self) -> Iterator[Difference]:
        """Yield each difference; what was only added or left out is told as such."""
        contrary = [*self._contrary()]
        length = [] if contrary else [*self._length()]
        yield from contrary or length
        yield from () if length else (*self._names(), *self._numbers())

    def _contrary(self) -> Iterator[Difference]:
        # Two contraries at once, "not less" for "more", are none.
        opposed = (OPPOSED if self.near else OPPOSED - WEAK) if self.slight or not self.denied else frozenset()
        pairs = [pair for pair in product(self.lost, self.gained) if frozenset(pair) in opposed]
        lost, gained = {pole for pole, _ in pairs}, {pole for _, pole in pairs}
        if not lost and "not" in self.lost.keys() | self.gained.keys() and (self.pure or (self.small and self.denied)):
            (lost if "not" in self.lost else gained).add("not")
        if self.slight:
            lost |= self.lost.keys() & TELLING - {"not"}
            gained |= self.gained.keys() & TELLING - {"not"}
        if lost or gained:
            yield Difference("contrary", _saying(self.inserted, gained), _saying(self.erased, lost))
        elif (
            self.pure
            and (swapped := _swapped(self.old, self.new, "cue"))
            and all(frozenset((mine.key, theirs.key)) in OPPOSED for mine, theirs in zip(*swapped, strict=True))
        ):
            yield Difference("contrary", *swapped)

    def _names(self) -> Iterator[Difference]:
        old, new = _of(self.old, "name"), _of(self.new, "name")
        lost, gained = old - new, new - old
        other = [name for name in gained if not _is_known(name, old)]
        missing = [name for name in lost if not _is_known(name, new)]
        exchanged = [*_exchanged_roles(self.old, self.new)]
        if self.small and lost and gained and not other and not missing:
            other, missing = [*gained], [*lost]
        if other or (missing and self.small) or exchanged:
            own = _saying(self.inserted, other) or _saying(self.new, exchanged)
            yield Difference("names", own, _saying(self.erased, missing) or _saying(self.old, exchanged))
        elif self._besides_names(self.old) == self._besides_names(self.new) and (
            swapped := _swapped(self.old, self.new, "name")
        ):
            yield Difference("names", *swapped)

    def _besides_names(self, tokens: Iterable[Token]) -> list[str]:
        """Return what a sentence says besides its names."""
        return [_symbol(one) for one in tokens if one.kind != "name" and one.text not in self.fillers]

    def _numbers(self) -> Iterator[Difference]:
        old, new = _of(self.old, "number"), _of(self.new, "number")
        lost, gained = old - new, new - old
        values = any(not name.isalpha() and "_" not in name for name in _of(self.old, "name") - _of(self.new, "name"))
        if (gained and (self.small or lost or values)) or (lost and self.small):
            yield Difference("numbers", _saying(self.inserted, gained), _saying(self.erased, lost))

    def _length(self) -> Iterator[Difference]:
        """Yield what was only added or only left out: a condition, an exception."""
        erased = [one for one in self.erased if one.text not in self.fillers]
        inserted = [one for one in self.inserted if one.text not in self.fillers]
        if not erased and any(map(_is_telling, inserted)):
            yield Difference("added", tuple(inserted), ())
        if not inserted and any(map(_is_telling, erased)):
            yield Difference("dropped", (), tuple(erased))


def _is_telling(token: Token) -> bool:
    named = token.kind in ("name", "number") and token.key not in ANYBODY
    return named or (token.kind == "cue" and token.key in TELLING | {"condition"})


def _symbol(token: Token) -> str:
    return f"{token.kind}:{token.key}" if token.kind != "word" else token.text


def _changed(old: Sequence[Token], new: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Return the tokens that only the old sentence has in their place, and those that only the new has."""
    matcher = SequenceMatcher(None, [*map(_symbol, old)], [*map(_symbol, new)], autojunk=False)
    changes = [code[1:] for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        [*chain.from_iterable(old[start:end] for start, end, _, _ in changes)],
        [*chain.from_iterable(new[start:end] for _, _, start, end in changes)],
    )


def _poles(tokens: Iterable[Token], *, each: bool) -> Counter[str]:
    """Count the poles of a sentence; in one clause a negation counts once unless ``each`` word counts."""
    clauses: dict[int, list[str]] = {}
    for one in tokens:
        if one.kind == "cue":
            clauses.setdefault(one.clause, []).append(one.key)
    return sum((_clause_poles(poles, each=each) for poles in clauses.values()), Counter())


def _clause_poles(poles: list[str], *, each: bool) -> Counter[str]:
    if "not" not in poles:
        return Counter(poles)
    first = poles.index("not")
    found = Counter(poles if each else (pole for at, pole in enumerate(poles) if pole != "not" or at == first))
    for pole, bound in _BOUNDS:
        if pole in poles[first + 1 : first + 1 + _REACH]:
            return found - Counter(("not", pole)) + Counter((bound,))
    return found


def _without_pairs(lost: Counter[str], gained: Counter[str], pairs: Pairs) -> tuple[Counter[str], Counter[str]]:
    """Take away from what was lost and gained the poles that say the same."""
    for pole, other in product([*lost], [*gained]):
        if frozenset((pole, other)) in pairs:
            both = min(lost[pole], gained[other])
            lost[pole] -= both
            gained[other] -= both
    return +lost, +gained


def _of(tokens: Iterable[Token], kind: TokenKind) -> Counter[str]:
    return Counter(one.key for one in tokens if one.kind == kind)


def _saying(tokens: Iterable[Token], keys: Iterable[str]) -> tuple[Token, ...]:
    wanted = set(keys)
    return tuple(one for one in tokens if one.key in wanted)


def _is_known(name: str, others: Counter[str]) -> bool:
    """Return whether a sentence has a placeholder that may stand for another: the same value with its noun, a longer or shorter term."""
    words = {part for other in others for part in other.split()}
    return name in ANYBODY or {*name.split()} <= words or bool(_stems((name,)) & _stems(others))


def _stems(names: Iterable[str]) -> set[str]:
    return {part for name in names for part in re.split(r"[ ._]", name)} - ANYBODY


def _swapped(
    old: Iterable[Token], new: Iterable[Token], kind: TokenKind
) -> tuple[tuple[Token, ...], tuple[Token, ...]] | None:
    """Return the tokens of a kind that stand in each other's places."""
    before, after = [one for one in old if one.kind == kind], [one for one in new if one.kind == kind]
    if _of(before, kind) != _of(after, kind):
        return None
    pairs = [(mine, theirs) for theirs, mine in zip(before, after, strict=True) if theirs.key != mine.key]
    return (tuple(mine for mine, _ in pairs), tuple(theirs for _, theirs in pairs)) if pairs else None


def _exchanged_roles(old: Iterable[Token], new: Iterable[Token]) -> Iterator[str]:
    """Yield placeholders that took each other's form or preposition: "from the market to the supply"."""
    before, after = _roles(old), _roles(new)
    for one, other in combinations(sorted(before.keys() & after.keys()), 2):
        mine, theirs = before[one], before[other]
        if mine != theirs and mine.strip() and theirs.strip() and (after[one], after[other]) == (theirs, mine):
            yield from (one, other)


def _roles(tokens: Iterable[Token]) -> dict[str, str]:
    """Return the role of each placeholder that a sentence has once."""
    found = [one for one in tokens if one.kind == "name"]
    counts = _of(found, "name")
    return {one.key: one.role for one in found if counts[one.key] == 1}

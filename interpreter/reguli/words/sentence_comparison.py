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
from typing import Final, Literal, TypeAlias

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words import wording_parser as w
from reguli.words.grammar.grammar_values import split_line_words
from reguli.words.polarity import AXES, GAP, POLE_TABLES, PolarityLexicon

TokenKind: TypeAlias = Literal["cue", "name", "number", "word"]
DifferenceKind: TypeAlias = Literal["contrary", "names", "numbers", "added", "dropped"]
Tokens: TypeAlias = "tuple[Token, ...]"
_WORD: Final = re.compile(rf"[^\W_]+(?:-[^\W_]+)*|{GAP}")
_STOP: Final = re.compile(r"[.;:!?|]")
_BRANCH: Final = " | "


def _pairs(name: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair.split()) for pair in POLE_TABLES[name].split(", "))


_ON_AXES: Final = frozenset(frozenset(pair) for poles in AXES.values() for pair in combinations(poles, 2))
OPPOSED: Final = (_ON_AXES - _pairs("compatible")) | _pairs("opposed")
WEAK: Final = _pairs("weak")
ALIKE: Final = _pairs("alike")
SIMILAR: Final = ALIKE | _pairs("similar")
TELLING: Final = frozenset(split_line_words(POLE_TABLES["telling"]))
"""``contrasts.yaml`` says what these are."""
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
    """A part of a sentence with its offset, place and clause; ``role`` of a placeholder is the word before it and its form."""

    kind: TokenKind
    key: str
    text: str
    at: int
    span: Span
    clause: int
    role: tuple[str, ...] = ()


@frozen_class
class Difference(FrozenValue):
    """What a sentence says otherwise: its own words, and those of the confirmed sentence."""

    kind: DifferenceKind
    own: Tokens
    theirs: Tokens


def read_tokens(wording: w.Wording, senses: PolarityLexicon, states_number: Callable[[str], bool]) -> Tokens:
    """Return the tokens of a wording in order, the branches of choices one after the other."""
    parts = [*w.flat_pieces(wording.pieces)]
    runs = [getattr(one, "text", GAP if isinstance(one, w.PlaceholderText) else _BRANCH) for one in parts]
    begins, text = [*accumulate(map(len, runs), initial=0)][:-1], "".join(runs)
    stops = [match.start() for match in _STOP.finditer(text)]

    def token(kind: TokenKind, key: str, start: int, end: int, role: tuple[str, ...] = ()) -> Token:
        part = bisect_right(begins, start) - 1
        said = parts[part]
        first = said.start + start - begins[part] if isinstance(said, w.LiteralText) else 0
        span = wording.place(first, first + end - start) if isinstance(said, w.LiteralText) else said.span
        return Token(kind, key, text[start:end].casefold(), start, span, bisect_right(stops, start), role)

    cues = [*senses.found(text)]
    found = [token("cue", *cue) for cue in cues]
    taken = {at for _, start, end in cues for at in range(start, end) if text[at] != GAP}
    last = ""
    for match in _WORD.finditer(text):
        start, end, word = match.start(), match.end(), match[0].casefold()
        said = parts[bisect_right(begins, start) - 1]
        if isinstance(said, w.PlaceholderText):
            key = " ".join(filter(None, (said.name, said.noun)))
            found.append(token("name", key, start, end, (last, *sorted(said.forms))))
        elif start not in taken:
            found.append(token("number" if states_number(word) or word.isdigit() else "word", word, start, end))
        last = word
    return tuple(sorted(found, key=lambda one: one.at))


def compare_sentences(
    old: Tokens, new: Tokens, fillers: frozenset[str], others: Iterable[Tokens] = ()
) -> tuple[Difference, ...]:
    """Return what a new sentence says otherwise than the old, unless others say it like the new.

    ``fillers`` are words without a meaning of their own; ``others`` are the confirmed sentences in other languages.
    """
    return tuple(_Comparison(old, new, fillers, others).differences()) if old != new else ()


class _Comparison:
    """Two sentences of one language, with what was lost and gained between them."""

    def __init__(self, old: Tokens, new: Tokens, fillers: frozenset[str], others: Iterable[Tokens]) -> None:
        self.old, self.new, self.fillers = old, new, fillers
        self.erased, self.inserted = _changed(old, new)
        size, length = max(len(self.erased), len(self.inserted)), max(len(old), len(new), 1)
        self.small = size <= FEW or size <= SMALL * length
        self.near = self.small or size <= NEAR * length
        words = sum(one.kind == "word" and one.text not in fillers for one in (*self.erased, *self.inserted))
        self.pure, self.slight = self.small and not words, self.small and words <= HELPERS
        before, after = _poles(old, each=self.slight), _poles(new, each=self.slight)
        lost, gained = _without_pairs(before - after, after - before, ALIKE if self.pure else SIMILAR)
        self.lost, self.gained = lost.keys(), gained.keys()
        # Where several words deny one thing, they count once: "nu … niciun".
        once, was = _poles(new, each=False)["not"], _poles(old, each=False)["not"]
        self.denied = once != was or (after["not"] - before["not"]) % 2
        # A pole that came or went need not mean anything where another language says it like that.
        voters = [_poles(one, each=False) for one in others]
        self.votes = [
            {pole for pole in lost if one[pole] <= after[pole] and (pole != "not" or one[pole] < was)}
            | {pole for pole in gained if one[pole] >= after[pole] and (pole != "not" or one[pole] > was)}
            for one in voters
        ]

    def _meant(self, *poles: str) -> bool:
        """Return whether no other language says all these poles like the new sentence."""
        return not any(one.issuperset(poles) for one in self.votes)

    def differences(self) -> Iterator[Difference]:
        """Yield each difference; what was only added or left out is told as such."""
        contrary = [*self._contrary()]
        length = [] if contrary else [*self._length()]
        yield from contrary or length
        yield from () if length else (*self._names(), *self._numbers())

    def _contrary(self) -> Iterator[Difference]:
        # Two contraries at once, "not less" for "more", are none.
        opposed = (OPPOSED if self.near else OPPOSED - WEAK) if self.slight or not self.denied else frozenset()
        pairs = [pair for pair in product(self.lost, self.gained) if frozenset(pair) in opposed and self._meant(*pair)]
        lost, gained = {pole for pole, _ in pairs}, {pole for _, pole in pairs}
        telling = set(TELLING if self.slight else ()) - {"not"}
        if not pairs and (self.pure or (self.small and self.denied)):
            telling.add("not")
        lost |= {*filter(self._meant, self.lost & telling)}
        gained |= {*filter(self._meant, self.gained & telling)}
        if lost or gained:
            yield Difference("contrary", _saying(self.inserted, gained), _saying(self.erased, lost))
        elif self.pure:
            pairs = [(mine.key, theirs.key) for mine, theirs in _swapped(self.old, self.new, "cue")]
            if pairs and all(frozenset(pair) in OPPOSED for pair in pairs):
                yield Difference("contrary", *zip(*_swapped(self.old, self.new, "cue"), strict=True))

    def _names(self) -> Iterator[Difference]:
        old, new = _of(self.old, "name"), _of(self.new, "name")
        lost, gained = old - new, new - old
        other = [name for name in gained if not _is_known(name, old)]
        missing = [name for name in lost if not _is_known(name, new)]
        exchanged = [*_exchanged_roles(self.old, self.new)]
        if self.small and not other and not missing and _parts(lost) - _parts(gained) and _parts(gained) - _parts(lost):
            other, missing = [*gained], [*lost]
        if other or (missing and self.small) or exchanged:
            own = _saying(self.inserted, other) or _saying(self.new, exchanged)
            yield Difference("names", own, _saying(self.erased, missing) or _saying(self.old, exchanged))
        elif self._masked(self.old) == self._masked(self.new) and (swapped := _swapped(self.old, self.new, "name")):
            yield Difference("names", *zip(*swapped, strict=True))

    def _masked(self, tokens: Iterable[Token]) -> list[str]:
        """Return a sentence without its names."""
        return [GAP if one.kind == "name" else _symbol(one) for one in tokens if one.text not in self.fillers]

    def _numbers(self) -> Iterator[Difference]:
        old, new = _of(self.old, "number"), _of(self.new, "number")
        lost, gained = old - new, new - old
        if (gained and lost) or (self.small and lost | gained):
            yield Difference("numbers", _saying(self.inserted, gained), _saying(self.erased, lost))

    def _length(self) -> Iterator[Difference]:
        """Yield what was only added or only left out: a condition, an exception."""
        erased = [one for one in self.erased if one.text not in self.fillers]
        inserted = [one for one in self.inserted if one.text not in self.fillers]
        if not erased and _is_telling(inserted, self.old, {*filter(self._meant, self.gained)}):
            yield Difference("added", tuple(inserted), ())
        if not inserted and _is_telling(erased, self.new, {*filter(self._meant, self.lost)}):
            yield Difference("dropped", (), tuple(erased))


def _is_telling(tokens: Sequence[Token], others: Iterable[Token], changed: set[str]) -> bool:
    """Return whether tokens say something that the others do not: a name, a number, a telling pole, or a whole condition."""
    known = {one.key for one in others} | ANYBODY
    named = any(one.kind in ("name", "number") and one.key not in known for one in tokens)
    poles = {one.key for one in tokens if one.kind == "cue"} & changed
    return named or bool(poles & TELLING) or ("condition" in poles and len(tokens) >= FEW)


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


def _without_pairs(
    lost: Counter[str], gained: Counter[str], pairs: frozenset[frozenset[str]]
) -> tuple[Counter[str], Counter[str]]:
    """Take away from what was lost and gained the poles that say the same."""
    for pole, other in product([*lost], [*gained]):
        if frozenset((pole, other)) in pairs:
            both = min(lost[pole], gained[other])
            lost[pole] -= both
            gained[other] -= both
    return +lost, +gained


def _of(tokens: Iterable[Token], kind: TokenKind) -> Counter[str]:
    return Counter(one.key for one in tokens if one.kind == kind)


def _saying(tokens: Iterable[Token], keys: Iterable[str]) -> Tokens:
    wanted = set(keys)
    return tuple(one for one in tokens if one.key in wanted)


def _is_known(name: str, others: Counter[str]) -> bool:
    """Return whether a sentence has a placeholder that may stand for another: the same value with its noun, a longer or shorter term."""
    words = {part for other in others for part in other.split()}
    return name in ANYBODY or {*name.split()} <= words or bool(_stems((name,)) & _stems(others))


def _parts(names: Counter[str]) -> Counter[str]:
    return Counter(part for name in names.elements() for part in name.split())


def _stems(names: Iterable[str]) -> set[str]:
    return {part for name in names for part in re.split(r"[ ._]", name)} - ANYBODY


def _swapped(old: Tokens, new: Tokens, kind: TokenKind) -> list[tuple[Token, Token]]:
    """Return the tokens of a kind that stand in each other's places, new and old; of a number with its noun the number counts."""
    before, after = ([(one.key.split()[0], one) for one in tokens if one.kind == kind] for tokens in (old, new))
    if Counter(head for head, _ in before) != Counter(head for head, _ in after):
        return []
    return [(mine, theirs) for (head, theirs), (other, mine) in zip(before, after, strict=True) if head != other]


def _exchanged_roles(old: Tokens, new: Tokens) -> Iterator[str]:
    """Yield placeholders that took each other's form or preposition: "from the market to the supply"."""
    before, after = _roles(old), _roles(new)
    for one, other in combinations(sorted(before.keys() & after.keys()), 2):
        mine, theirs = before[one], before[other]
        if mine != theirs and any(mine) and any(theirs) and (after[one], after[other]) == (theirs, mine):
            yield from (one, other)


def _roles(tokens: Tokens) -> dict[str, tuple[str, ...]]:
    """Return the role of each placeholder that a sentence has once."""
    counts = _of(tokens, "name")
    return {one.key: one.role for one in tokens if one.kind == "name" and counts[one.key] == 1}

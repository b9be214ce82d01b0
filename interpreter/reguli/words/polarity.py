"""Words that would turn a rule into its contrary if confused: ``senses.yaml`` of a language.

"At most" written for "at least", a dropped "not", "before" for "after": the sentence reads as well as it did, and it is false. No
dictionary and no grammar sees it. What can be seen is that this language says something else with such a word than the others do,
or than the rule does. So each language lists them, in the open, by what they say::

    language: en
    senses:
      at_most: [at most, no more than]
      at_least: [at least]
    idle: [at least as far as I know]

Each is a **pole**; poles of which one may stand where another was meant are on one **axis**. A phrase is found as whole words, the
longest first, and each stretch of a sentence says one thing. A star at the end of a word stands for any ending; alone it is any one
word, and □ is a value or a term. ``idle`` phrases hold such a word and say nothing of the kind.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, fields, is_dataclass, replace
from functools import reduce
from itertools import accumulate, chain, combinations, groupby, product
from operator import and_, or_
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypeVar

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.ruleset.document_nodes import StateDecl
from reguli.schema.shapes import WHOLE, MappingField, MappingShape, ValueContext, enum_schema
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_events import parse_trusted_yaml
from reguli.words import wording_parser as w
from reguli.words.grammar.grammar_values import Language, split_line_words
from reguli.words.grammar.language_files import TEXTS, WordsReader
from reguli.words.grammar.languages import locales_folder
from reguli.words.placeholders.rule_citations import CitingRule
from reguli.words.terminology import read_language_file

AXES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "bound": ("at_most", "at_least", "exactly"),
        "negation": ("not",),
        "time": ("before", "after", "until", "during"),
        "order": ("first", "last"),
        "quantity": ("all", "any", "some", "only"),
        "comparison": ("more", "less"),
        "lying": ("above", "below"),
        "going": ("forward", "back"),
        "extreme": ("highest", "lowest"),
        "turning": ("clockwise", "anticlockwise"),
        "sorting": ("ascending", "descending"),
        "side": ("left", "right"),
        "height": ("top", "bottom"),
        "face": ("facing_up", "facing_down"),
        "money": ("pay", "get"),
        "moving": ("put", "remove"),
        "trade": ("buying", "selling"),
        "identity": ("same", "other"),
        "moment": ("at_once",),
    }
)
"""What may be taken for each other."""
POLES: Final = tuple(chain.from_iterable(AXES.values()))
POLE_TABLES: Final = parse_trusted_yaml(Path(__file__).with_name("contrasts.yaml").read_text(encoding="utf-8"))
CONTRASTS: Final = split_line_words(POLE_TABLES["contrasts"])
"""What else is said by one word or another; only sentences of one language are compared by it."""
IDLE: Final = "idle"
COUNTED: Final = frozenset(
    {
        *("at_most", "at_least", "exactly", "not", "more", "less", "highest", "lowest"),
        *("clockwise", "anticlockwise", "ascending", "descending", "left", "right", "facing_up", "facing_down"),
        "at_once",
    }
)
"""What every language says as often as the others; the rest may also be said without such a word."""
ONCE: Final = frozenset({"not"})
"""What is said once between two stops, however many words say it: "nobody never", "nici … nici", "sem … sem"."""
NAME: Final = "senses.yaml"
Texts: TypeAlias = tuple[str, ...]
Phrases: TypeAlias = Mapping[str, Texts]
ANY_WORD: Final = r"\S+"
ANY_LETTERS: Final = r"\w*"


@frozen_class
class PolarityLexicon(FrozenValue):
    """The polarity words of one language: their pattern, the pole of each of its groups, and the ``letters`` to replace before matching."""

    pattern: re.Pattern[str] | None = None
    poles: tuple[str, ...] = ()
    letters: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    whole: PolarityLexicon | None = None
    """The same words with those of ``CONTRASTS``; None where there are none."""
    fillers: frozenset[str] = frozenset()
    """Words without a meaning of their own."""

    def found(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield the poles of a text in order, each with its start and end offset; idle phrases are skipped."""
        for match in self.pattern.finditer(text.translate(self.letters)) if self.pattern else ():
            pole = self.poles[(match.lastindex or 0) - 1]
            if pole != IDLE:
                yield pole, match.start(), match.end()


def make_polarity_lexicon(phrases: Iterable[tuple[str, str]]) -> PolarityLexicon:
    """Return a lexicon that finds phrases, each given with its pole."""
    # By their first letter, so that at each word only those are tried that can stand there; those that begin with any letters come last.
    ordered = sorted(phrases, key=lambda one: (one[0].startswith("*"), one[0][:1].casefold(), -len(one[0]), one))
    letters = groupby(ordered, key=lambda one: one[0][:1].casefold())
    parts = (
        f"{_written(letter).replace(ANY_WORD, ANY_LETTERS)}(?:{'|'.join(f'({_written(phrase[1:])})' for phrase, _ in some)})"
        for letter, some in letters
    )
    found = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE) if ordered else None
    return PolarityLexicon(found, tuple(pole for _, pole in ordered))


def _written(phrase: str) -> str:
    words = (ANY_WORD if one == "*" else re.escape(one).replace(r"\*", ANY_LETTERS) for one in phrase.split(" "))
    return r"\s+".join(words)


def senses_schema(code: str) -> MappingShape[PolarityLexicon]:
    """Return the schema of ``senses.yaml`` of a language."""

    def poles(names: Iterable[str]) -> MappingShape[Phrases]:
        found = tuple(MappingField(pole, TEXTS, default=(), called=WHOLE) for pole in names)
        return MappingShape(lambda **found: MappingProxyType(found), found)

    return MappingShape(
        _made,
        (
            MappingField("language", enum_schema(code), default="", called="part.language_of_style", needed=True),
            MappingField("senses", poles(POLES), default=MappingProxyType({}), called="part.named", needed=True),
            MappingField(IDLE, TEXTS, default=(), called="part.named"),
            MappingField("contrasts", poles(CONTRASTS), default=MappingProxyType({}), called="part.named"),
            MappingField("fillers", TEXTS, default=(), called="part.named"),
        ),
    )


def _made(language: str, senses: Phrases, idle: Texts, contrasts: Phrases, fillers: Texts) -> PolarityLexicon:
    words = {phrase: pole for pole, phrases in {**senses, IDLE: idle}.items() for phrase in phrases}
    more = {phrase: pole for pole, phrases in contrasts.items() for phrase in phrases}
    whole = make_polarity_lexicon({**more, **words}.items())
    return replace(make_polarity_lexicon(words.items()), whole=whole, fillers=frozenset(fillers))


def read_polarity_words(language: Language, locales: Path, bag: Bag, sources: Sources) -> PolarityLexicon:
    """Read the polarity words of a language; a missing file means none and is not a finding. Findings: W101 to W104."""
    path, locales = Path(language.code) / NAME, locales_folder(language.code, locales)
    if not (locales / path).is_file():
        return PolarityLexicon()
    node, schema = read_language_file(path, locales, bag, sources), senses_schema(language.code)
    read = None if node is None else schema.read(node, ValueContext(Said("part.senses")), WordsReader(bag))
    letters = str.maketrans(dict(language.misspelt))
    found = replace(read or PolarityLexicon(), letters=letters)
    return replace(found, whole=replace(found.whole or found, letters=letters))


# -- sentence features -----------------------------------------------------------------------------------------------
# What a wording says that can be compared: its poles with the words that say them, the values it names and their order, its terms.


GAP: Final = "\N{WHITE SQUARE}"
"""What stands for a value or a term; no phrase holds it."""
MOST_WAYS: Final = 64
"""Of a wording with more choices only the longest texts are read."""
_STOP: Final = re.compile(r"[.;:!?]")


@frozen_class
class PolarityWord(FrozenValue):
    """A word or phrase that expresses a pole, with its start and end in the wording as written."""

    pole: str
    text: str
    start: int
    end: int


@frozen_class
class SentenceFeatures(FrozenValue):
    """The polarity words of a wording, each pole at its maximum count over all choices, and its placeholder names in order."""

    words: tuple[PolarityWord, ...]
    names: tuple[str, ...]

    def count(self, pole: str) -> int:
        """Return how often a pole occurs."""
        return sum(1 for word in self.words if word.pole == pole)

    def saying(self, poles: Iterable[str]) -> tuple[PolarityWord, ...]:
        """Return the words that express any of the given poles."""
        wanted = set(poles)
        return tuple(word for word in self.words if word.pole in wanted)


Run = tuple[str, int]
"""A stretch of text with its offset in the wording."""


def read_polarity(pieces: tuple[w.Piece, ...], senses: PolarityLexicon) -> SentenceFeatures:
    """Read the features of a wording; for each pole, the path through its choices with the most occurrences counts."""
    most: dict[str, tuple[PolarityWord, ...]] = {}
    for runs in _ways(pieces):
        found: dict[str, list[PolarityWord]] = {}
        for spoken in _words(runs, senses):
            found.setdefault(spoken.pole, []).append(spoken)
        for pole, words in found.items():
            if len(words) > len(most.get(pole, ())):
                most[pole] = tuple(words)
    words = sorted((spoken for some in most.values() for spoken in some), key=lambda spoken: spoken.start)
    return SentenceFeatures(tuple(words), tuple(_names(pieces)))


def _ways(pieces: tuple[w.Piece, ...]) -> list[tuple[Run, ...]]:
    """Return the texts that a wording may print, one for each path through its choices."""
    ways: list[tuple[Run, ...]] = [()]
    for piece in pieces:
        match piece:
            case w.LiteralText():
                more: list[tuple[Run, ...]] = [((piece.text, piece.start),)]
            case w.TextChoice():
                more = [way for branch in w.branches_of(piece) for way in _ways(branch)]
            case w.RowLoopText():
                more = [tuple(run for part in piece.parts for run in max(_ways(part), key=_length))]
            case w.PendingArticle() | w.PlaceholderText():
                more = [((GAP, -1),)]
        if len(ways) * len(more) > MOST_WAYS:
            more = [max(more, key=_length)]
        ways = [before + after for before, after in product(ways, more)]
    return ways


def _length(runs: tuple[Run, ...]) -> int:
    return sum(len(text) for text, _ in runs)


def _words(runs: tuple[Run, ...], senses: PolarityLexicon) -> Iterator[PolarityWord]:
    text = "".join(run for run, _ in runs)
    begins = list(accumulate((len(run) for run, _ in runs), initial=0))[:-1]

    def written(at: int) -> int:
        number = bisect_right(begins, at) - 1
        return runs[number][1] + at - begins[number]

    stops = [match.start() for match in _STOP.finditer(text)]
    said: Counter[tuple[str, int]] = Counter()
    for pole, start, end in senses.found(text):
        part = (pole, bisect_right(stops, start))
        said[part] += 1
        if pole not in ONCE or said[part] == 1:
            first = written(start)
            last = written(end - 1) + 1
            yield PolarityWord(pole, text[start:end], first, last if last > first else first + 1)


def _names(pieces: Iterable[w.Piece]) -> Iterator[str]:
    """Yield the names in a wording in text order, the branches of a choice one after the other."""
    for piece in pieces:
        match piece:
            case w.PlaceholderText():
                yield from (name for name in (piece.name, piece.noun) if name)
            case w.TextChoice():
                for branch in w.branches_of(piece):
                    yield from _names(branch)
            case w.RowLoopText():
                yield piece.name
                for part in piece.parts:
                    yield from _names(part)
            case w.PendingArticle() | w.LiteralText():
                pass


# -- rule polarity ---------------------------------------------------------------------------------------------------
# What a rule itself says on an axis, so that a sentence may be held to it where no other language helps.
#
# Read is only what is plain: on which side of a comparison the limit stands, which end a choice or an order takes, what a zone can hold.
# A rule that says both ends, or neither, says nothing here; the sentence is then held to the other languages alone.


READ: Final = ("bound", "extreme")
"""The axes on which rules are read."""
_BESIDES: Final = frozenset({"span", "rule", "out_of", "cites", "text", "type", "source", "node", "declared"})
_TURNED: Final = {"at_most": "at_least", "at_least": "at_most"}


def contradicted_axes(said: frozenset[str], ruled: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield each axis on which a sentence contradicts its rules, with the only pole that the rules express."""
    for axis in READ:
        poles = frozenset(AXES[axis])
        own, theirs = said & poles, ruled & poles
        if own and len(theirs) == 1 and not own & theirs and own != {"exactly"}:
            yield axis, next(iter(theirs))


def rule_poles(citers: tuple[CitingRule, ...], ruleset: m.Ruleset) -> frozenset[str]:
    """Return the poles that rules express, the named values they use included."""
    defines = {define.id: define for define in ruleset.written_defines}
    found: set[str] = set()
    asked: set[str] = set()
    waiting: list[object] = [citer.node for citer in citers]
    while waiting:
        for node, denied in _within(waiting.pop(), denied=False):
            found.update(_said(node, denied=denied))
            if isinstance(node, t.Apply) and node.define not in asked and node.define in defines:
                asked.add(node.define)
                waiting.append(defines[node.define].value)
    return frozenset(found)


def _within(node: object, *, denied: bool) -> Iterator[tuple[object, bool]]:
    """Yield every node inside a node, each with whether it is under a negation."""
    if isinstance(node, tuple):
        for one in node:
            yield from _within(one, denied=denied)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node, denied
        inner = denied != isinstance(node, t.Negation)
        for one in fields(node):
            if one.name not in _BESIDES:
                yield from _within(getattr(node, one.name), denied=inner)


def _said(node: object, *, denied: bool) -> Iterator[str]:
    for key in getattr(node, "keys", ()):  # of a choice or an order, each with its direction; of a table they have none
        if isinstance(key, tuple):
            yield "highest" if key[1] else "lowest"
    match node:
        case t.Compare():
            yield from _bounds(node, denied=denied)
        case b.Transfer(up_to=True) | b.TakeTop(up_to=True):
            yield "at_most"
        case t.Several():
            yield from ("at_most", "at_least")
        case t.Fold(how="max" | "min" as how):
            yield "highest" if how == "max" else "lowest"
        case m.BoundRanking(order="most" | "least" as order):
            yield "highest" if order == "most" else "lowest"
        case StateDecl() if node.capacity is not None:
            yield "at_most"
        case _:
            pass


def _bounds(node: t.Compare, *, denied: bool) -> Iterator[str]:
    """Yield the bound that a comparison sets; both bounds where neither side or both sides are limits."""
    if node.operator in ("=", "!="):
        return
    left, right = _is_limit(node.left), _is_limit(node.right)
    if left == right:
        yield from _TURNED
        return
    pole = "at_most" if node.operator in ("<", "<=") else "at_least"
    yield _TURNED[pole] if left != denied else pole


def _is_limit(term: t.Term) -> bool:
    return isinstance(term, t.Constant | t.Cell)


# -- outlier wordings ------------------------------------------------------------------------------------------------
# Where one language says something else than the others say: another pole, another value, two values in each other's places.
#
# Of three languages that say the same one that differs is odd. Of two, or where all differ, the one that is no translation is taken
# at its word. What a sentence says with its own turn of phrase is not held to the number of its words: a pole of ``COUNTED`` is
# counted, of the others only an **exchange** is told, one said less often than somebody else says it and another on its axis oftener than by anybody else.


T = TypeVar("T")
BETWEEN: Final = "_"
"""Stands between the parts of a term's name."""
ENOUGH: Final = 2
"""So many other languages must agree on a word: a single one may have built its sentence in another way."""
Sort: TypeAlias = Literal["sense", "value", "order", "term", "rule"]


@frozen_class
class OutlierWording(FrozenValue):
    """A deviation in one language: the axis, names or rule poles concerned, the words there and in the language ``other``."""

    sort: Sort
    what: str
    own: tuple[PolarityWord, ...]
    other: str
    theirs: tuple[PolarityWord, ...]
    key: str
    """What it is, with what every language says: one that was answered is answered only as it was."""


def find_polarity_outliers(
    gists: Mapping[str, SentenceFeatures],
    base: str,
    alike: Callable[[str, str], bool],
    compared: Collection[str],
    terms: Collection[str],
) -> Iterator[tuple[str, OutlierWording]]:
    """Yield the deviations among the wordings of one id, by language.

    ``alike`` says whether two values are of one kind, so that one can stand where the other was meant; ``terms`` are words of the
    lexicon, no values, and of these ``compared`` are what each language must say in words of its own.
    """
    for axis, poles in AXES.items():
        for code in _odd_in(gists, base, poles):
            other = next(one for one in gists if one != code)
            counts = {one: [str(gists[one].count(pole)) for pole in poles] for one in gists}
            own, theirs = gists[code].saying(poles), gists[other].saying(poles)
            yield code, OutlierWording("sense", axis, own, other, theirs, f"{axis} {_by_language(counts)}")
    values = {code: [name for name in gist.names if name not in terms] for code, gist in gists.items()}
    yield from _other_values(values, base)
    yield from _exchanged(values, base, alike)
    words = {code: Counter(name for name in gist.names if name in compared) for code, gist in gists.items()}
    yield from _other_terms(words, base)


def _odd_in(gists: Mapping[str, SentenceFeatures], base: str, poles: tuple[str, ...]) -> list[str]:
    """Return the languages that deviate on an axis."""
    counts = ({code: gist.count(pole) for code, gist in gists.items()} for pole in poles if pole in COUNTED)
    found = [code for count in counts for code in deviating_languages(count, base)]
    found += [code for code in gists if _exchanges(gists, code, poles) and (len(gists) > 2 or code != base)]
    return list(dict.fromkeys(found))


def _exchanges(gists: Mapping[str, SentenceFeatures], code: str, poles: tuple[str, ...]) -> bool:
    own, others = gists[code], [gist for one, gist in gists.items() if one != code]

    def below(pole: str) -> bool:
        return any(own.count(pole) < other.count(pole) for other in others)

    def above(pole: str) -> bool:
        return bool(others) and all(own.count(pole) > other.count(pole) for other in others)

    return any((below(a) and above(b)) or (above(a) and below(b)) for a, b in combinations(poles, 2))


def deviating_languages(said: Mapping[str, T], base: str) -> list[str]:
    """Return the languages that differ from the others; where no two agree, all but the base language."""
    for code, one in said.items():
        others = [other for name, other in said.items() if name != code]
        if len(others) > 1 and all(other == others[0] for other in others) and one != others[0]:
            return [code]
    return [code for code, one in said.items() if one != said.get(base, one)]


def _other_values(values: Mapping[str, list[str]], base: str) -> Iterator[tuple[str, OutlierWording]]:
    """Yield the languages that name other values than the rest."""
    said = {code: frozenset(names) for code, names in values.items()}
    listed = {code: sorted(names) for code, names in said.items()}
    for code in deviating_languages(said, base):
        other = next(one for one in (base, *values) if one != code)
        yield code, _named("value", said[code] ^ said[other], other, listed)


def _exchanged(
    values: Mapping[str, list[str]], base: str, alike: Callable[[str, str], bool]
) -> Iterator[tuple[str, OutlierWording]]:
    """Yield the languages in which two values of one kind are swapped."""
    once = [name for name in dict.fromkeys(values[base]) if all(names.count(name) == 1 for names in values.values())]
    for pair in combinations(once, 2):
        if alike(*pair):
            places = {code: tuple(sorted(pair, key=names.index)) for code, names in values.items()}
            for code in deviating_languages(places, base):
                other = next(one for one in (base, *values) if one != code)
                yield code, _named("order", pair, other, places)


def _other_terms(said: Mapping[str, Counter[str]], base: str) -> Iterator[tuple[str, OutlierWording]]:
    """Yield languages that use one lexicon term where all others, at least two, use another; part of that term may stand for it."""
    for code, own in said.items():
        others = [names for one, names in said.items() if one != code]
        if len(others) < ENOUGH:
            continue
        lacking, more = reduce(and_, others) - own, own - reduce(or_, others)
        lacking, more = _no_parts(lacking, more), _no_parts(more, lacking)
        if lacking and more:
            other = next(one for one in (base, *said) if one != code)
            names = {one: sorted(names.elements()) for one, names in said.items()}
            yield code, _named("term", {*lacking, *more}, other, names)


def _no_parts(names: Counter[str], others: Collection[str]) -> Counter[str]:
    """Leave out names whose words are a superset or subset of another name's words."""
    parts = [{*other.split(BETWEEN)} for other in others]

    def says_more_or_less(name: str) -> bool:
        own = {*name.split(BETWEEN)}
        return any(own <= one or one <= own for one in parts)

    return Counter({name: number for name, number in names.items() if not says_more_or_less(name)})


def _named(sort: Sort, names: Iterable[str], other: str, said: Mapping[str, Iterable[str]]) -> OutlierWording:
    return OutlierWording(sort, ", ".join(sorted(names)), (), other, (), f"{sort} {_by_language(said)}")


def _by_language(said: Mapping[str, Iterable[str]]) -> str:
    return " ".join(f"{code}:{','.join(said[code])}" for code in sorted(said))

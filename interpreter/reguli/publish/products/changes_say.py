"""Says what a variant changes: values, rules by their glosses, and each sentence of the book that is another one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from reguli.publish.document.book_spoken import SpokenBook, SpokenBoxes, SpokenParagraph, SpokenParagraphs
from reguli.publish.document.plan import Given, Statement
from reguli.publish.document.runs import runs_of
from reguli.publish.document.say import Speaker
from reguli.publish.document.spoken import Line
from reguli.publish.document.voice import Voice
from reguli.publish.products.changes_plan import ChangedRule, Changes
from reguli.source.diagnostic import Bag
from reguli.source.span import NOWHERE
from reguli.words.grammar.noun import Name
from reguli.words.offers.carriers import Carrier

WORDS = ("kind", "values", "rules", "sentences", "before", "after", "nothing", "stale", "examples")
Gloss = Callable[[Carrier, bool], str]
"""Says a rule, of the variant where the second argument is true, else of what it is a variant of."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """One difference under its name; ``stale`` where a rule changed and its sentences did not: they are of the old rule."""

    label: str
    before: Line | None
    after: Line | None
    stale: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpokenChanges:
    """The change sheet in one language: what is compared with what, and the differences by sort.

    ``examples`` are those of the base that no longer hold.
    """

    code: str
    ruleset: str
    name: str
    compared: Line
    values: tuple[ChangedLine, ...]
    rules: tuple[ChangedLine, ...]
    sentences: tuple[ChangedLine, ...]
    examples: tuple[ChangedLine, ...]
    words: Mapping[str, Line]
    foot: tuple[Line, ...]


def say_changes(
    changes: Changes,
    spoken: tuple[SpokenBook, SpokenBook],
    voice: Voice,
    gloss: Gloss,
    bag: Bag,
    *,
    broken: Collection[str] = (),
) -> SpokenChanges:
    """Say what is different between a book and that of a variant; both must be spoken in the language of the voice.

    ``broken`` are the worked examples that no longer hold, by id.
    """
    speaker = Speaker(voice, bag, draft=True, long=True)
    old, new = (dict(sentences_of(one)) for one in spoken)
    texts = [
        ChangedLine(name, old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if (name not in old or name not in new or old[name].text != new[name].text) and name not in broken
    ]
    different = {line.label for line in texts}
    shared = {"name": Given(Name(spoken[0].name))}
    return SpokenChanges(
        code=spoken[1].code,
        ruleset=spoken[1].ruleset,
        name=spoken[1].name,
        compared=speaker.line(Statement("changes.compared", NOWHERE, shared, shared=True)),
        values=tuple(
            ChangedLine(one.path, _cell(speaker, one.before), _cell(speaker, one.after)) for one in changes.values
        ),
        rules=tuple(_rule(one, gloss, new, different) for one in changes.rules),
        sentences=tuple(texts),
        examples=tuple(ChangedLine(name, old.get(name), None) for name in broken),
        words={word: speaker.line(Statement(f"changes.{word}", NOWHERE, shared=True)) for word in WORDS},
        foot=spoken[1].colophon,
    )


def _cell(speaker: Speaker, given: Given | None) -> Line | None:
    return None if given is None else speaker.cell(given)


def _rule(rule: ChangedRule, gloss: Gloss, said: Mapping[str, Line], different: set[str]) -> ChangedLine:
    before = None if rule.before is None else Line(runs_of(gloss(rule.before, False)))
    after = None if rule.after is None else Line(runs_of(gloss(rule.after, True)))
    stale = tuple(cite for cite in rule.cites if cite in said and cite not in different)
    return ChangedLine(rule.id, before, after, stale)


def sentences_of(book: SpokenBook) -> Iterator[tuple[str, Line]]:
    """Give every sentence of a book by its label, then the examples by their ids, and who acts in which order by phase."""
    for chapter in book.chapters:
        if chapter.order is not None:
            yield chapter.id, chapter.order
        for block in chapter.blocks:
            match block:
                case SpokenParagraph():
                    yield from ((one.label, one.line) for one in block.sentences)
                case SpokenParagraphs():
                    yield from ((one.label, one.line) for item in block.items for one in item.sentences)
                case SpokenBoxes():
                    yield from ((box.id, box.line) for box in block.items)
                case _:
                    continue

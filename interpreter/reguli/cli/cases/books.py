"""Rulebooks of an opened ruleset: everything they are made from, gathered from all rooms."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from reguli.cli.cases.themes import look_of
from reguli.cli.files import unwritable
from reguli.cli.rulesets import bound
from reguli.cli.wrong import Wrong
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.play.board_plan import board_plan
from reguli.publish.document.book_render import BOOK_FORMATS
from reguli.publish.document.voice import AUTHORED, Places, open_voice
from reguli.publish.paper.typst_page import NoTypst
from reguli.publish.pictures.embedded import BoardPicture, Joint, Spot
from reguli.publish.pictures.map_drawing import arranged
from reguli.publish.products.book import BookSource, book_source, language_named, speak_book, write_books
from reguli.publish.products.book_planning import Executed, Material, plan_book
from reguli.publish.products.changes import write_changes
from reguli.ruleset.declared.examples import ExampleDecl, load_examples
from reguli.shipped import shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.verify.examples import ExampleResult, run_examples
from reguli.words.grammar.languages import LANGUAGES
from reguli.words.offers.speakable import speakables

CODES: Final = tuple(language.code for language in LANGUAGES)


def write(
    loaded: Loaded,
    languages: Sequence[str],
    players: int | None,
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    broken: list[str],
    theme: str = "",
    draft: bool = False,
) -> list[Path]:
    """Write rulebooks and give their files, a ``draft`` in any case; ``broken`` takes the inherited examples that do not hold.

    Raises ``Wrong`` for what is unknown, cannot be written or is not installed.
    """
    _known(languages, formats)
    source = source_of_book(loaded, players, bag)
    broken += source.broken
    look = look_of(theme, loaded, source.icons, bag)
    if look is None:
        return []
    with _calmly(folder):
        return write_books(source, languages, formats, folder, bag=bag, sources=loaded.sources, draft=draft, look=look)


def write_all(folder: Path, *, bag: Bag) -> list[Path]:
    """Write the books of every shipped ruleset in all languages and formats; raises ``Wrong`` as ``write`` does."""
    return [
        path
        for name in shipped_rulesets()
        for path in write(Loaded(name), CODES, None, BOOK_FORMATS, folder, bag=bag, broken=[])
    ]


def check(loaded: Loaded, languages: Sequence[str], bag: Bag) -> None:
    """Check the layout of the book and what it says in some languages; what is known already is not found again."""
    found = Bag()
    source = source_of_book(loaded, None, found)
    if not source.layout.generic:
        plan = plan_book(source.material, source.layout, found)
        for code in languages:
            speak_book(plan, source, language_named(code), found, loaded.sources)
    known = set(bag)
    bag.extend([finding for finding in found if finding not in known])


def write_sheets(
    loaded: Loaded,
    languages: Sequence[str],
    players: int | None,
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    broken: list[str],
    theme: str = "",
) -> list[Path]:
    """Write what a variant changes; raises ``Wrong`` as ``write`` does, and where the ruleset is no variant."""
    _known(languages, formats)
    if len(loaded.layers) == 1:
        raise Wrong("W424", name=loaded.name)
    base = Loaded(str(loaded.layers[1]), loaded.options, sources=loaded.sources)
    if base.ruleset is None:
        bag.extend(base.bag)
        return []
    compared = source_of_book(base, players, Bag()), source_of_book(loaded, players, bag)
    broken += compared[1].broken
    look = look_of(theme, loaded, compared[1].icons, bag)
    if look is None:
        return []
    with _calmly(folder):
        return write_changes(compared, languages, formats, folder, bag=bag, sources=loaded.sources, look=look)


@contextmanager
def _calmly(folder: Path) -> Iterator[None]:
    """Turn what keeps files from being written into ``Wrong``."""
    try:
        yield
    except OSError as error:
        raise unwritable(str(folder), error) from error
    except NoTypst as error:
        raise Wrong("W411") from error


def _known(languages: Sequence[str], formats: Sequence[str]) -> None:
    for wanted, known, what in (
        (languages, CODES, Said("thing.language")),
        (formats, BOOK_FORMATS, Said("thing.format")),
    ):
        for word in wanted or ("",):
            if word not in known:
                raise Wrong("X111", near=near(word, known), word=word, what=what, expected=", ".join(known))


def source_of_book(loaded: Loaded, players: int | None, bag: Bag) -> BookSource:
    """Gather what a book is made from: what the ruleset says, its examples as they come out, its boards."""
    ruleset = bound(loaded)
    own = {example.id for example in load_examples(loaded.layers[0], Bag())}
    material = Material(
        ruleset=ruleset,
        players=players,
        speakables=speakables(ruleset, _examples(loaded), players),
        examples=_examples(loaded),
        worded=_worded(loaded),
        executed=MappingProxyType({result.id: _executed(result, own) for result in run_examples(loaded, bag)}),
        boards=tuple(_boards(loaded)),
    )
    return book_source(material, loaded.layers, shipped_folder("locales"), bag, loaded.sources)


def _examples(loaded: Loaded) -> tuple[ExampleDecl, ...]:
    """Read the examples of a ruleset and of what it is a variant of, the own ones last."""
    found: dict[str, ExampleDecl] = {}
    for folder in reversed(loaded.layers):
        if (folder / "examples").is_dir():
            found.update((example.id, example) for example in load_examples(folder, Bag()))
    return tuple(found.values())


def _worded(loaded: Loaded) -> frozenset[str]:
    """Give the ids that have a base text."""
    base = next(language for language in LANGUAGES if language.code == AUTHORED)
    places = Places(shipped_folder("locales"), tuple(reversed(loaded.layers)))
    own = open_voice(base, bound(loaded).documents.game.id, places, Bag(), Sources()).own
    return frozenset(name for name, entry in own.entries.items() if own.printed(entry))


def _executed(result: ExampleResult, own: Container[str]) -> Executed:
    numbers = {
        claim.text: claim.found
        for claim in result.claims
        if claim.form == "value" and isinstance(claim.found, int) and not isinstance(claim.found, bool)
    }
    return Executed(result.id, result.passed, MappingProxyType(numbers), result.id in own)


def _boards(loaded: Loaded) -> Iterator[tuple[str, BoardPicture]]:
    """Give the picture of each board: where an option chooses among several, that of each value."""
    ruleset = bound(loaded)
    choosing = next(
        (option for option in ruleset.documents.game.options if any(one.boards for one in option.values)), None
    )
    if choosing is None:
        picture = picture_of(ruleset)
        yield from () if picture is None else (("", picture),)
        return
    for value in choosing.values:
        other = Loaded(loaded.name, {**loaded.options, choosing.id: value.id})
        picture = None if other.ruleset is None else picture_of(other.ruleset)
        if picture is not None:
            yield f"option:{choosing.id}/{value.id}", picture


def picture_of(ruleset: Ruleset) -> BoardPicture | None:
    """Give the board of a ruleset as something to be drawn; None where there is none."""
    plan: Any = board_plan(ruleset)
    if plan is None:
        return None
    points = plan["points"]
    groups = tuple(dict.fromkeys(point["group"] for point in points if point["group"]))
    known = () if plan["group_kind"] is None else ruleset.kinds[plan["group_kind"]].elements
    groups = tuple(group for group in known if group in groups)
    picture = BoardPicture(
        form=plan["form"],
        places=plan["kind"],
        group_kind=plan["group_kind"],
        size=plan["size"],
        width=plan["width"],
        height=plan["height"],
        spots=tuple(_spot(point, groups) for point in points),
        joints=tuple(Joint(line["from"], line["to"], line["cost"]) for line in plan["lines"]),
        groups=groups,
    )
    return arranged(picture)


def _spot(point: Any, groups: Sequence[str]) -> Spot:
    group = groups.index(point["group"]) if point["group"] in groups else -1
    anchor: Literal["start", "middle", "end"] = point.get("anchor", "middle")
    return Spot(
        point["id"], point["name"], group, point["x"], point["y"], anchor, point.get("right", 0), point.get("down", 0)
    )

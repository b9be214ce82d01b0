"""Rulebooks of an opened ruleset: everything they are made from, gathered from all rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from reguli.cli.rulesets import bound
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.play.board_plan import board_plan
from reguli.publish.book import BookSource, book_source
from reguli.publish.book_planning import Executed, Material
from reguli.publish.pictures import BoardPicture, Joint, Spot
from reguli.publish.voice import AUTHORED, Places, open_voice
from reguli.ruleset.examples import ExampleDecl, load_examples
from reguli.shipped import find_ruleset, shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.verify.examples import ExampleResult, run_examples
from reguli.words.languages import LANGUAGES
from reguli.words.speakable import speakables


def source_of_book(loaded: Loaded, players: int | None, bag: Bag) -> BookSource:
    """Gather what a book is made from: what the ruleset says, its examples as they come out, its boards."""
    ruleset = bound(loaded)
    material = Material(
        ruleset=ruleset,
        speakables=speakables(ruleset, _examples(loaded), players),
        examples=_examples(loaded),
        worded=_worded(loaded),
        executed=MappingProxyType({result.id: _executed(result) for result in run_examples(loaded, bag)}),
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


def _executed(result: ExampleResult) -> Executed:
    numbers = {
        claim.text: claim.found
        for claim in result.claims
        if claim.form == "value" and isinstance(claim.found, int) and not isinstance(claim.found, bool)
    }
    return Executed(result.id, result.passed, MappingProxyType(numbers))


def _boards(loaded: Loaded) -> Iterator[tuple[str, BoardPicture]]:
    """Give the picture of each board: where an option chooses among several, that of each value."""
    ruleset = bound(loaded)
    choosing = next((option for option in ruleset.documents.game.options if any(one.boards for one in option.values)), None)
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
    return BoardPicture(
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


def _spot(point: Any, groups: Sequence[str]) -> Spot:
    group = groups.index(point["group"]) if point["group"] in groups else -1
    anchor: Literal["start", "middle", "end"] = point.get("anchor", "middle")
    return Spot(
        point["id"], point["name"], group, point["x"], point["y"], anchor, point.get("right", 0), point.get("down", 0)
    )


__all__ = ["Path", "find_ruleset", "picture_of", "source_of_book"]

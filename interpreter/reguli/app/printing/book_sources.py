"""The sources of an opened ruleset's rulebooks, gathered from all packages."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from reguli.app.loading import bind_for_players
from reguli.app.worked_examples import run_examples_parallel
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.play.board_layout import board_layout_data
from reguli.play.board_occupancy import occupants_by_place
from reguli.publish.pictures.map_model import NOTHING, BoardOccupancy, BoardPicture, read_map_model
from reguli.publish.pictures.map_renderer import arrange_map
from reguli.publish.products.book_planner import EXAMPLE, BookMaterial, ExecutedExample, PlacedPosition, plan_book
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import BookSource, book_source, realise_book
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.verify.example_runner import MOST_FORCED, ExampleResult, interpreter_programs, selected_examples
from reguli.words.placeholders.wording_subjects import wording_subjects
from reguli.words.translation.translation_workspace import AUTHORED, WordingFolders, open_ruleset_realiser

Arrange: TypeAlias = Callable[[BoardPicture], BoardPicture]


def check(loaded: LoadedRuleset, languages: Sequence[str], bag: Bag) -> None:
    """Check the layout of the book and its texts in some languages; known findings are not repeated."""
    found = Bag()
    source = collect_book_source(loaded, None, found, drawn=False)
    if not source.layout.generic:
        plan = plan_book(source.material, source.layout, found)
        for code in languages:
            realise_book(plan, source, require_language(code), found, loaded.sources)
    known = set(bag)
    bag.extend([finding for finding in found if finding not in known])


def collect_book_source(loaded: LoadedRuleset, players: int | None, bag: Bag, *, drawn: bool = True) -> BookSource:
    """Return the source of a book: the ruleset's texts, its examples with their results, its boards, arranged if they are ``drawn``."""
    arrange = arrange_map if drawn else lambda picture: picture
    ruleset = bind_for_players(loaded, players)
    bag.extend(loaded.found_in_examples)
    examples, worded = tuple(loaded.examples.values()), base_text_ids(loaded)
    boards = [(name, arrange(picture)) for name, picture in _boards(loaded, players)]
    material = BookMaterial(
        ruleset=ruleset,
        players=players,
        subjects=wording_subjects(ruleset, examples, players),
        examples=examples,
        worded=worded,
        executed=_results(loaded, worded),
        boards=tuple(boards),
        positions=MappingProxyType(dict(_positions(loaded, worded, [picture for _, picture in boards], arrange))),
    )
    return book_source(material, loaded.layers, shipped_folder("locales"), bag, loaded.sources)


def base_text_ids(loaded: LoadedRuleset) -> frozenset[str]:
    """Return the ids that have a base text."""
    base = require_language(AUTHORED)
    places = WordingFolders(shipped_folder("locales"), tuple(reversed(loaded.layers.folders)), loaded.layers.statements)
    own = open_ruleset_realiser(base, bind_for_players(loaded).documents.game.words, places, Bag(), Sources()).own
    return frozenset(name for name, entry in own.entries.items() if own.printed(entry))


def _results(loaded: LoadedRuleset, worded: Container[str]) -> Mapping[str, ExecutedExample]:
    """Return the results of the examples that a book may print: those with a source or a wording, run on all cores.

    A variant may break any of them; what it breaks besides is found by its check.
    """
    is_variant = len(loaded.layers.folders) > 1
    own = load_all_examples(loaded.layers.own, Bag()) if is_variant else loaded.examples
    ids = tuple(one.id for one in selected_examples(loaded) if one.sources or EXAMPLE + one.id in worded)
    results = run_examples_parallel(loaded, ids) if ids else ()
    return MappingProxyType({result.id: _executed(result, own) for result in results})


def _executed(result: ExampleResult, own: Container[str]) -> ExecutedExample:
    numbers = {
        claim.text: claim.found
        for claim in result.claims
        if claim.form == "value" and isinstance(claim.found, int) and not isinstance(claim.found, bool)
    }
    return ExecutedExample(result.id, result.passed, MappingProxyType(numbers), result.id in own)


def _positions(
    loaded: LoadedRuleset, worded: Container[str], boards: Sequence[BoardPicture], arrange: Arrange
) -> Iterator[tuple[str, PlacedPosition]]:
    """Yield the board of each worded position that examples build on, if it is occupied; failed set-ups are reported elsewhere."""
    wanted = [one for one in loaded.examples.values() if one.abstract and EXAMPLE + one.id in worded]
    if loaded.documents is None or not wanted:
        return
    programs = interpreter_programs(loaded)
    for example in wanted:
        program = programs.program(example.position, Bag())
        plan = None if program is None else board_layout_data(program.ruleset)
        if program is None or plan is None:
            continue
        first = set_up_position(program, example.position, Bag(), most_forced=MOST_FORCED)
        standing = NOTHING if first is None else BoardOccupancy(*occupants_by_place(first, plan))
        if first is not None and standing != NOTHING:
            picture = read_map_model(plan)
            known = (board for board in boards if replace(board, written=picture.written) == picture)
            # Arranging a large map takes a second.
            yield example.id, PlacedPosition(next(known, None) or arrange(picture), standing, first.names)


def _boards(loaded: LoadedRuleset, players: int | None) -> Iterator[tuple[str, BoardPicture]]:
    """Yield the picture of each board by the id of its wording; a board that is always used has no name."""
    for name, ruleset in _laid_out(loaded, players):
        picture = None if ruleset is None else _picture_of(ruleset)
        if picture is not None:
            yield name, picture


def _laid_out(loaded: LoadedRuleset, players: int | None) -> Iterator[tuple[str, Ruleset | None]]:
    """Yield the ruleset with each board: for each value of the option that selects it, or for each number of players with another one."""
    game = bind_for_players(loaded).documents.game
    choosing = next((option for option in game.options if any(one.boards for one in option.values)), None)
    if choosing is not None:
        for value in choosing.values:
            other = loaded.under({**loaded.options, choosing.id: value.id})
            yield f"option:{choosing.id}/{value.id}", other.ruleset if players is None else other.ruleset_for(players)
    elif game.boards and players is None:
        for one in (one for one in game.boards if one.players):
            yield f"board:{one.boards[0]}", loaded.ruleset_for(one.players[0])
    else:
        yield "", bind_for_players(loaded, players)


def _picture_of(ruleset: Ruleset) -> BoardPicture | None:
    plan = board_layout_data(ruleset)
    return None if plan is None else read_map_model(plan)

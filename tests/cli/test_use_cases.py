"""What the library gives is what the command prints, byte for byte where it prints a document; and wrong input is the same finding."""

from __future__ import annotations

import builtins
import dataclasses
import inspect
import json
import typing
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command_runs import Run

import reguli as library
from reguli import Game

Variant = Callable[[str], str]
STARTING_MONEY = """\
variant: rich
of: power_grid
name: Rich
set:
  constants.start_money: 80
"""


@pytest.fixture(scope="module")
def grid() -> Game:
    return library.load("power_grid")


@pytest.fixture(scope="module")
def noughts() -> Game:
    return library.load("tic_tac_toe")


def plain(value: object) -> object:
    """As a program reads it that is given JSON: a tuple is a list."""
    return json.loads(json.dumps(value))


def test_a_check(reguli: Run, noughts: Game) -> None:
    assert noughts.check().to_json() == json.loads(reguli("check", "tic_tac_toe", "--json").out)
    played = noughts.check(play=True, budget=200)
    assert played.games is not None
    assert f"{played.games} games played" in reguli("check", "tic_tac_toe", "--play", "--budget", "200").err
    assert (played.products, played.findings) == (None, ())


def test_a_check_sees_the_files_as_they_are_now(reguli: Run, variant: Variant) -> None:
    path = variant(STARTING_MONEY)
    game = library.load(path)
    assert not game.check().findings
    file = Path(path, "variant.yaml")
    file.write_text(STARTING_MONEY.replace("start_money", "start_monney"), encoding="utf-8")
    found, ran = game.check(), reguli("check", path)
    assert str(found) == ran.out.rstrip("\n")
    assert [finding.code for finding in found.findings] == ["R152"]  # an overlay of something that is not there


def test_examples(reguli: Run, grid: Game) -> None:
    name = "the_last_pays_the_number"
    (result,) = grid.examples(name)
    assert [result.to_json()] == json.loads(reguli("examples", "power_grid", name, "--json").out)
    listed = [{"id": example.id, "cites": list(example.cites)} for example in grid.list_examples()]
    assert listed == json.loads(reguli("examples", "power_grid", "--list", "--json").out)


def test_a_game_begins_at_an_example_and_a_position_becomes_one(reguli: Run, grid: Game, tmp_path: Path) -> None:
    begun = grid.start(example="the_last_pays_the_number")
    listed = json.loads(reguli("moves", "power_grid#the_last_pays_the_number", "--json").out)
    assert begun.moves() == [one["move"] for one in listed["moves"]]
    begun.apply(begun.moves()[0])
    assert begun.undo()
    save = tmp_path / "game.json"
    begun.save(save)
    assert begun.to_example("game") == reguli("example", str(save)).out


def test_an_example_under_other_options_has_a_game_of_its_own(grid: Game) -> None:
    begun = grid.start(example="E6e_full_in_stage_1")
    assert begun.game.options == begun.sitting.program.ruleset.options
    assert begun.value("player_count") == begun.sitting.program.players


@pytest.mark.parametrize("value", ["start_money", "payment", "payment[3]", "card.plant_13.powers", "price"])
def test_a_trace(reguli: Run, grid: Game, value: str) -> None:
    assert plain(grid.trace(value).to_json()) == json.loads(reguli("trace", "power_grid", value, "--json").out)


def test_what_a_game_consists_of(reguli: Run, grid: Game) -> None:
    told = json.loads(reguli("info", "power_grid", "--names", "--graph", "--chance", "--json").out)
    assert plain(grid.info().to_json()) == {
        name: value for name, value in told.items() if name not in ("chosen", "names", "graph", "chance")
    }
    assert (grid.options, list(grid.traceable)) == (told["chosen"], told["names"])
    assert plain(grid.graph().to_json()) == told["graph"]
    assert plain({"players": 2, **grid.chance_for(2).to_json()}) == told["chance"]


@pytest.mark.parametrize("word", ["R201", "secretly", "state.visible"])
def test_what_a_word_means(reguli: Run, word: str) -> None:
    assert plain(Game.explain(word).to_json()) == json.loads(reguli("explain", word, "--json").out)


def test_all_codes_are_listed_in_a_language(reguli: Run) -> None:
    assert plain(Game.explain(language="hu").to_json()) == json.loads(reguli("explain", "--json", "--lang", "hu").out)


@pytest.mark.parametrize(("form", "language"), [("md", "en"), ("html", "hu")])
def test_a_card_is_the_file_that_the_command_writes(
    reguli: Run, grid: Game, tmp_path: Path, form: str, language: str
) -> None:
    ran = reguli(
        *("card", "power_grid", "--lang", language, "--players", "4", "--format", form, "--folder", str(tmp_path))
    )
    card = grid.card(language=language, players=4, form=form)
    assert [str(tmp_path / file.name) for file in card.files] == ran.out.splitlines()
    assert card.content == (tmp_path / card.files[0].name).read_bytes()
    assert card.text.startswith("<!")


@pytest.mark.pages
def test_pieces_and_pages_are_the_files_that_the_command_writes(reguli: Run, grid: Game, tmp_path: Path) -> None:
    reguli("card", "power_grid", "--product", "pieces", "--format", "md", "--folder", str(tmp_path))
    pieces = grid.pieces()
    assert pieces.content == (tmp_path / pieces.files[0].name).read_bytes()
    wanted = ["--format", "svg", "--paper", "a5", "--for", "press", "--folder", str(tmp_path)]
    named = reguli("card", "tic_tac_toe", *wanted).out.splitlines()
    drawn = library.load("tic_tac_toe").card(form="svg", paper="a5", purpose="press")
    assert [file.content for file in drawn.files] == [Path(name).read_bytes() for name in named]


def test_a_book_and_what_a_variant_changes_are_the_files_that_the_command_writes(
    reguli: Run, noughts: Game, variant: Variant, tmp_path: Path
) -> None:
    reguli("book", "tic_tac_toe", "--lang", "ro", "--format", "html", "--folder", str(tmp_path))
    book = noughts.book(language="ro", form="html")
    assert book.content == (tmp_path / book.files[0].name).read_bytes()
    path = variant("variant: quick\nof: tic_tac_toe\nname: Quick\n")
    assert reguli("book", path, "--product", "changes", "--format", "md", "--folder", str(tmp_path)).code == 0
    changes = library.load(path).changes()
    assert changes.content == (tmp_path / changes.files[0].name).read_bytes()


def test_products_are_written(reguli: Run, noughts: Game, tmp_path: Path) -> None:
    written = noughts.write(tmp_path, languages=("ro", "hu"), formats=("md",))
    ran = reguli("card", "tic_tac_toe", "--lang", "ro,hu", "--format", "md", "--folder", str(tmp_path))
    assert [str(path) for path in written.files] == ran.out.splitlines()
    assert noughts.write(tmp_path, "book", formats=("md",)).files[0].name == "book.en.md"


def test_words_as_translators_see_them(reguli: Run, noughts: Game) -> None:
    desk = noughts.words("hu")
    words = ("tic_tac_toe", "--lang", "hu", "--json")
    assert plain([one.as_json() for one in desk.status()]) == json.loads(reguli("words", "status", *words).out)
    assert plain([one.to_json() for one in desk.sentences()]) == json.loads(reguli("words", "list", *words).out)
    assert plain([one.as_json() for one in desk.preview()]) == json.loads(reguli("words", "preview", *words).out)
    assert (desk.check(), json.loads(reguli("words", "check", *words).out)["findings"]) == ((), [])
    name = desk.sentences()[0].id
    said = json.loads(reguli("say", "tic_tac_toe", name, "--lang", "hu", "--json").out)
    assert plain([one.as_json() for one in desk.say(name)]) == said


@pytest.mark.night
def test_words_of_a_variant_are_extracted_updated_and_taken_back(reguli: Run, variant: Variant, tmp_path: Path) -> None:
    game = library.load(variant(STARTING_MONEY))
    template = game.words().extract()
    (updated,) = game.words("ro").update()
    assert (template.name, updated.file.name, updated.gone) == ("wordings.pot", "wordings.po", ())
    before = updated.file.read_bytes()
    assert reguli("words", "update", str(Path(template).parent.parent), "--lang", "ro").code == 0
    assert updated.file.read_bytes() == before
    sheet = tmp_path / "ro.xlsx"
    assert game.words("ro").export_sheet(sheet) == sheet
    taken = game.words("ro").import_sheet(sheet)
    assert taken is not None
    assert (taken.changed, taken.file) == ((), updated.file)


def test_a_replay(reguli: Run, tmp_path: Path, noughts: Game) -> None:
    playthrough = noughts.start(seed=3)
    playthrough.play_on("random")
    save, page = tmp_path / "game.json", tmp_path / "game.html"
    playthrough.save(save)
    assert plain(playthrough.replay()) == json.loads(reguli("replay", str(save), "--json").out)
    assert reguli("replay", str(save), "--html", str(page), "--lang", "ro").code == 0
    assert playthrough.replay_page("ro") == page.read_text(encoding="utf-8")


WRONG: list[tuple[Callable[[Game], object], tuple[str, ...]]] = [
    (lambda game: game.check(languages=("xx",)), ("check", "tic_tac_toe", "--lang", "xx")),
    (lambda game: game.examples("nowhere"), ("examples", "tic_tac_toe", "nowhere")),
    (lambda game: game.start(example="nowhere"), ("moves", "tic_tac_toe#nowhere")),
    (lambda game: game.trace("nowhere"), ("trace", "tic_tac_toe", "nowhere")),
    (lambda game: game.explain("secretli"), ("explain", "secretli")),
    (lambda game: game.card(language="xx"), ("card", "tic_tac_toe", "--lang", "xx")),
    (lambda game: game.card(form="doc"), ("card", "tic_tac_toe", "--format", "doc")),
    (lambda game: game.card(players=7), ("card", "tic_tac_toe", "--players", "7")),
    (lambda game: game.card(paper="a9"), ("card", "tic_tac_toe", "--paper", "a9")),
    (lambda game: game.card(theme="nowhere"), ("card", "tic_tac_toe", "--theme", "nowhere")),
    (lambda game: game.pieces(), ("card", "tic_tac_toe", "--product", "pieces")),
    (lambda game: game.book(form="svg"), ("book", "tic_tac_toe", "--format", "svg")),
    (lambda game: game.changes(), ("book", "tic_tac_toe", "--product", "changes")),
    (lambda game: game.words("xx"), ("words", "status", "tic_tac_toe", "--lang", "xx")),
    (lambda game: game.words("en").say("nowhere"), ("say", "tic_tac_toe", "nowhere", "--lang", "en")),
    (lambda game: game.words("hu").preview("nowhere*"), ("words", "preview", "tic_tac_toe", "--id", "nowhere*")),
    (
        lambda game: game.words("en").export_sheet("notes.txt"),
        ("words", "export", "tic_tac_toe", "--lang", "en", "--xlsx", "notes.txt"),
    ),
]


@pytest.mark.parametrize(("ask", "words"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_what_is_wrong_is_the_finding_of_the_command(
    reguli: Run, noughts: Game, ask: Callable[[Game], object], words: tuple[str, ...]
) -> None:
    with pytest.raises(library.Refused) as refused:
        ask(noughts)
    ran = reguli(*words)
    assert (ran.code, ran.err) == (2, f"{refused.value}\n")


def classes_in(annotation: object) -> Iterator[type]:
    """Yield the classes of the package that a type names, however deep."""
    if inspect.isclass(annotation) and annotation.__module__.startswith("reguli."):
        yield annotation
    for inner in typing.get_args(annotation):
        yield from classes_in(inner)


class Names(dict[str, object]):
    """What the annotations of a class may name: its module, the public names, which a module may load late, and Python's own."""

    def __init__(self, one: type) -> None:
        module = inspect.getmodule(one)
        super().__init__({**vars(builtins), **{name: getattr(library, name) for name in library.__all__}})
        self.update({} if module is None else vars(module))


def given_by(one: type) -> Iterator[type]:
    """Yield the classes of what the methods, properties and fields of a class give; each of them has its docstring."""
    assert inspect.getdoc(one), one
    for name, member in vars(one).items():
        asked = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(asked):
            assert inspect.getdoc(asked), asked
            yield from classes_in(typing.get_type_hints(asked, Names(one)).get("return"))
    if dataclasses.is_dataclass(one):
        hints = typing.get_type_hints(one, Names(one))
        for field in dataclasses.fields(one):
            yield from classes_in(hints[field.name])


def test_everything_that_is_given_is_public_and_documented() -> None:
    """From what a game is asked over what it gives to whatever can be reached from there."""
    (askable,) = Game.__bases__
    waiting, seen = list(given_by(askable)), set[type]()
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += given_by(one)
    assert len(seen) > 20
    assert {one.__name__ for one in seen if getattr(library, one.__name__, None) is not one} == set()

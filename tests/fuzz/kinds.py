"""The kinds of input of the fuzzer: what each damages, and which commands it is put through.

A kind is given a folder of its own and a source of chance; it writes files there and gives lines of commands. Its weight is about the share that it has of all inputs: cheap kinds
come often, those that print pages or verify seldom.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from damage import EXPRESSIONS, VALUES, json_damaged, letters_damaged, rules_damaged, yaml_damaged
from running import run

from each_key import declarations, tries_of, tries_of_game
from grammar_texts import text_from
from reguli.cli.main import COMMANDS
from reguli.engine.records.save_form import seal
from reguli.ruleset.folder import LAYOUTS
from reguli.shipped import PACKAGE, shipped_folder, shipped_libraries

TESTS: Final = Path(__file__).parents[1]
SAMPLE: Final = PACKAGE / "reference" / "sample"
THEMES: Final = (PACKAGE / "reference" / "sample_theme", TESTS / "publish" / "themes" / "evening")
SHIPPED: Final = ("tic_tac_toe", "connect_four", "hex", "breakthrough")
LARGE: Final = ("power_grid", "warszawa", "nucleum")
LANGUAGES: Final = ("en", "hu", "ro")
STARTS: Final = ("start_item", "start_item", "start_body", "start_expression")
Lines = Sequence[Sequence[str]]


@dataclass
class Ground:
    """A folder for one input, and what its chance comes from."""

    folder: Path
    chance: Random

    def copy(self, base: Path, name: str = "game") -> Path:
        """Copy a ruleset there."""
        to = self.folder / name
        shutil.copytree(base, to, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        return to

    def damage(self, file: Path, how: Callable[[str, Random], str]) -> None:
        """Damage a file."""
        file.write_text(how(file.read_text(encoding="utf-8"), self.chance), encoding="utf-8", errors="replace")

    def times(self) -> int:
        """Give how often something is damaged: mostly once."""
        return self.chance.choice([1, 1, 1, 2, 4])


@cache
def small() -> tuple[Path, ...]:
    """Give the small rulesets that are damaged: the toys, the games of the libraries, the smaller shipped ones, the sample of the reference."""
    toys = sorted(path.parent for path in (TESTS / "rulesets").glob("*/game.yaml"))
    libraries = sorted(path.parent for path in shipped_libraries().glob("*/game/game.yaml"))
    return (*toys, *libraries, *(shipped_folder("rulesets") / name for name in SHIPPED), SAMPLE)


@cache
def worded() -> Path:
    """Give a game with words of its own, made once in this process."""
    import tempfile

    home = Path(tempfile.mkdtemp(prefix="fuzz_"))
    assert run(["new", "mine", "--like", "tic_tac_toe", "--folder", str(home)]).code == 0
    return home / "mine"


@cache
def played(name: str, seed: int) -> str:
    """Give the save of a game that bots played."""
    import tempfile

    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "save.json"
        run(["play", name, "--bots", "random", "--seed", str(seed), "--save", str(file)])
        return file.read_text(encoding="utf-8")


def _yaml(folder: Path, *, besides: bool = False) -> list[Path]:
    kept = {"inventory.yaml", "card.yaml", "book.yaml", "summary.yaml", "setup.yaml", "pieces.yaml"}
    files = [path for path in folder.rglob("*.yaml") if besides or path.name not in kept]
    return sorted(files)


def values(ground: Ground) -> Lines:
    """Values of the documents of a small game."""
    game = ground.copy(ground.chance.choice(small()))
    times = ground.times()
    ground.damage(ground.chance.choice(_yaml(game)), lambda text, chance: yaml_damaged(text, chance, times))
    return [["check", str(game), "--json"]]


def rules(ground: Ground) -> Lines:
    """Words of the rules of a small game."""
    game = ground.copy(ground.chance.choice(small()))
    file = ground.chance.choice(sorted(game.rglob("*.rules")))
    ground.damage(file, lambda text, chance: rules_damaged(text, chance, ground.times()))
    return [["fmt", "--check", str(file)], ["check", str(game), "--json"]]


def grammar(ground: Ground) -> Lines:
    """Statements, items and expressions made from the grammar, among the rules of a small game."""
    game, chance = ground.copy(ground.chance.choice(small())), ground.chance
    start = chance.choice(STARTS)
    text = text_from(start, chance.randrange(10**9), chance.choice([6, 9, 12, 16]))
    names = sorted(
        {
            word
            for file in game.rglob("*.rules")
            for word in file.read_text(encoding="utf-8").split()
            if word.isidentifier()
        }
    )
    for name in ("card", "price", "owner", "city_2"):
        if chance.random() < 0.7 and names:
            text = text.replace(name, chance.choice(names))
    if start == "start_body":
        text = "procedure made_at_random:\n" + "".join(f"    {line}\n" for line in text.splitlines())
    if start == "start_expression":
        text = f"define made_at_random = {text}"
    file = game / "rules" / "made.rules"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return [["fmt", "--check", str(file)], ["check", str(game), "--json"]]


def semantic(ground: Ground) -> Lines:
    """What means something else: where no finding comes of it all back ends play the same games."""
    game = ground.copy(ground.chance.choice(small()))
    ground.damage(
        ground.chance.choice(sorted(game.rglob("*.rules"))),
        lambda text, chance: rules_damaged(text, chance, gently=True),
    )
    batch = ["simulate", str(game), "--games", "4", "--seed", "3", "--moves", "300", "--processes", "1", "--json"]
    return [["check", str(game), "--json"], *([*batch, "--engine", engine] for engine in ("walker", "python", "wasm"))]


def variants(ground: Ground) -> Lines:
    """Keys of declarations set, left out and misspelt by a variant; some of a shipped game of some size."""
    chance = ground.chance
    base = shipped_folder("rulesets") / chance.choice(LARGE) if chance.random() < 0.02 else chance.choice(small())
    declared = list(declarations(base))
    one = chance.choice(declared) if declared and chance.random() < 0.9 else None
    tried = [tried for _, tried in (tries_of_game(base) if one is None else tries_of(one, declared))]
    file = ground.folder / "tried" / "variant.yaml"
    file.parent.mkdir()
    text = chance.choice(tried).text(str(base))
    file.write_text(yaml_damaged(text, chance) if chance.random() < 0.3 else text, encoding="utf-8")
    return [["check", str(file.parent), "--json"]]


def saves(ground: Ground) -> Lines:
    """Saves, changed and mostly sealed again as a forger would."""
    chance = ground.chance
    text = played(chance.choice(SHIPPED[:2]), chance.randrange(3))
    if chance.random() < 0.75:
        data = json.loads(text)
        for _ in range(ground.times()):
            data = json_damaged(data, chance)
        if isinstance(data, dict) and chance.random() < 0.6:
            data["seal"] = seal(data)
        text = json.dumps(data)
    else:
        text = letters_damaged(text, chance, ground.times())
    file = ground.folder / "save.json"
    file.write_text(text, encoding="utf-8", errors="replace")
    page = str(ground.folder / "page.html")
    return [chance.choice([["replay", str(file)], ["replay", str(file), "--json"], ["play", "--load", str(file), "--bots", "uniform", "--moves", "2"],
                           ["moves", str(file)], ["replay", str(file), "--html", page]])]  # fmt: skip


def libraries(ground: Ground) -> Lines:
    """What a game uses of a library, and the library itself."""
    chance = ground.chance
    users = [base for base in small() if "\nuse:" in (base / "game.yaml").read_text(encoding="utf-8")]
    game = ground.copy(chance.choice(users))
    if chance.random() < 0.4 and (own := sorted(game.glob("library/*/library.yaml"))):
        ground.damage(chance.choice(own), yaml_damaged)
    elif chance.random() < 0.5:
        ground.damage(game / "game.yaml", lambda text, chance: yaml_damaged(text, chance, ground.times()))
    else:
        library = chance.choice(sorted(shipped_libraries().glob("*/library.yaml"))).parent
        there = game / "library" / library.name
        shutil.copytree(library, there, dirs_exist_ok=True)
        file = chance.choice(sorted([*there.glob("*.yaml"), *there.rglob("rules/*.rules")]))
        ground.damage(file, rules_damaged if file.suffix == ".rules" else yaml_damaged)
    return [["check", str(game), "--json"]]


def words_of_commands(ground: Ground) -> Lines:
    """Random words behind the name of a command."""
    chance = ground.chance
    name = chance.choice([one for one, _ in COMMANDS if one not in {"demo", "list", "strength"}])
    rulesets = [str(ground.copy(worded())), "tic_tac_toe", "nothing_like_it", str(ground.folder), "", "con"]
    options = ["--json", "--players", "--seed", "--option", "--lang", "--games", "--budget", "--only", "--id", "--format", "--out", "--folder", "--moves", "--bots", "--save", "--with",
               "--product", "--policy", "--column", "--against", "--because", "--form", "--xlsx", "--load", "--check", "--help", "--nothing"]  # fmt: skip
    arguments = [
        "2",
        "-1",
        "0",
        "x",
        "uniform",
        "en",
        "hu,ro",
        "md",
        "a=b",
        "static",
        str(ground.folder / "out.csv"),
        "T3",
        "decide",
        "check",
        "status",
        "R202",
        "card",
        "=",
        "\u202e",
        "9" * 30,
    ]
    words = [name, *([chance.choice(rulesets)] if chance.random() < 0.8 else [])]
    for _ in range(chance.randrange(5)):
        words += [chance.choice(options)] if chance.random() < 0.6 else []
        words += [chance.choice(arguments)] if chance.random() < 0.7 else []
    bounded = {
        "verify": ["--budget", "1", "--only", "static"],
        "compare": ["--budget", "1"],
        "simulate": ["--games", "2", "--processes", "1"],
    }
    return [[*words, *bounded.get(name, [])]]


def columns(ground: Ground) -> Lines:
    """Expressions that rows are asked for."""
    chance = ground.chance
    text = chance.choice(
        [
            *EXPRESSIONS,
            text_from("start_expression", chance.randrange(10**9), 8).strip(),
            "lines(player)",
            "count(all cell in cells where cell.marks is not empty)",
        ]
    )
    text = rules_damaged(text, chance) if chance.random() < 0.5 else text
    batch = [
        "simulate",
        "tic_tac_toe",
        "--games",
        "2",
        "--processes",
        "1",
        "--json",
        "--column",
        f"{chance.choice(['x', 'x y', '', 'won'])}={text}",
    ]
    return [[*batch, *(["--engine", chance.choice(["python", "wasm", "walker"])] if chance.random() < 0.5 else [])]]


def wordings(ground: Ground) -> Lines:
    """Wordings and terms of a game: broken gaps, broken files."""
    game, chance = ground.copy(worded()), ground.chance
    code = chance.choice(LANGUAGES)
    ground.damage(
        game / "words" / code / chance.choice(["wordings.po", "wordings.po", "lexicon.yaml"]),
        lambda text, chance: _po(text, chance, ground.times()),
    )
    return [["words", "check", str(game), "--json"], chance.choice([["words", "update", str(game)], ["words", "status", str(game)], ["words", "preview", str(game), "--lang", code],
            ["card", str(game), "--lang", code, "--format", "md", "--folder", str(ground.folder)], ["say", str(game), "T3", "--lang", code]])]  # fmt: skip


def _po(text: str, chance: Random, times: int) -> str:
    if chance.random() < 0.4:
        return letters_damaged(text, chance, times)
    lines = text.splitlines(keepends=True)
    for _ in range(times):
        at = chance.randrange(len(lines)) if lines else 0
        if lines and chance.random() < 0.6:
            lines[at] = (
                lines[at].replace("[", chance.choice(["", "[[", "[x "])).replace("]", chance.choice(["]", "", " x]"]))
            )
        elif lines:
            lines[at : at + 1] = lines[at : at + 1] * chance.choice([0, 2])
    return "".join(lines)


def spreadsheets(ground: Ground) -> Lines:
    """Spreadsheets of wordings that come back."""
    import openpyxl

    game, chance = ground.copy(worded()), ground.chance
    file = ground.folder / "words.xlsx"
    run(["words", "export", str(game), "--lang", "hu", "--xlsx", str(file)])
    if chance.random() < 0.3:
        content = bytearray(file.read_bytes())
        content[chance.randrange(len(content))] ^= 255
        file.write_bytes(content)
    else:
        book = openpyxl.load_workbook(file)
        for _ in range(3):
            sheet = chance.choice(book.worksheets)
            value = chance.choice(VALUES)
            sheet.cell(chance.randint(1, sheet.max_row), chance.randint(1, sheet.max_column)).value = (
                value if isinstance(value, int) else "[x y" if chance.random() < 0.5 else None
            )
        book.save(file)
    return [["words", "import", str(game), "--lang", "hu", "--xlsx", str(file)]]


def themes(ground: Ground) -> Lines:
    """Themes of cards."""
    theme = ground.copy(ground.chance.choice(THEMES), "theme")
    ground.damage(theme / "theme.yaml", yaml_damaged)
    return [
        [
            "card",
            "tic_tac_toe",
            "--theme",
            str(theme),
            "--lang",
            "en",
            "--format",
            "html",
            "--folder",
            str(ground.folder),
        ]
    ]


def layouts(ground: Ground) -> Lines:
    """Layouts of cards, books, summaries, set-ups and pieces."""
    game, chance = ground.copy(SAMPLE), ground.chance
    name = chance.choice(sorted(path.stem for path in game.iterdir() if path.name in LAYOUTS))
    ground.damage(game / f"{name}.yaml", lambda text, chance: yaml_damaged(text, chance, ground.times()))
    command = ["book"] if name == "book" else ["card", "--product", name]
    return [
        ["check", str(game), "--json"],
        [*command, str(game), "--lang", "en", "--format", "md", "--folder", str(ground.folder), "--draft"],
    ]


def bots(ground: Ground) -> Lines:
    """Bots of a ruleset."""
    game = ground.copy(SAMPLE)
    ground.damage(game / "bots.yaml", lambda text, chance: yaml_damaged(text, chance, ground.times()))
    return [
        ["check", str(game), "--json"],
        ["play", str(game), "--bots", ground.chance.choice(["sane", "thrifty", "uniform"]), "--moves", "3"],
    ]


def _verified(name: str, *parts: str) -> Callable[[Ground], Lines]:
    def kind(ground: Ground) -> Lines:
        game = ground.copy(SAMPLE)
        file = ground.chance.choice(sorted(game.glob(name)))
        ground.damage(file, lambda text, chance: yaml_damaged(text, chance, ground.times()))
        return [
            ["check", str(game), "--json"],
            ["verify", str(game), "--budget", "1", "--only", ",".join(parts), "--format", "json"],
        ]

    kind.__doc__ = f"What {name} says, verified."
    return kind


def examples(ground: Ground) -> Lines:
    """Worked examples."""
    game = ground.copy(SAMPLE)
    ground.damage(
        ground.chance.choice(sorted(game.glob("examples/*.yaml"))),
        lambda text, chance: yaml_damaged(text, chance, ground.times()),
    )
    return [["examples", str(game), "--json"], ["check", str(game), "--json"]]


def moves(ground: Ground) -> Lines:
    """Moves as a person types them."""
    chance, file = ground.chance, ground.folder / "save.json"
    data = json.loads(played("tic_tac_toe", 1))
    data["moves"] = data["moves"][:3]
    data["seal"] = seal(data)
    file.write_text(json.dumps(data), encoding="utf-8")
    move = letters_damaged(
        chance.choice(["place 1", "place b2", "place", "undo", "help", "why place 1", ""]), chance, 2
    ).replace("\x00", "")
    return [["why", str(file), move or "x"], ["play", "--load", str(file), "--moves", "1"]]


def positions(ground: Ground) -> Lines:
    """Positions in files of their own."""
    game = ground.copy(SAMPLE)
    file = ground.chance.choice(sorted(game.glob("positions/*.yaml")))
    ground.damage(file, lambda text, chance: yaml_damaged(text, chance, ground.times()))
    return [["moves", str(file)], ["example", str(file)]]


def blessed(ground: Ground) -> Lines:
    """What was blessed, changed since."""
    game, chance = ground.copy(shipped_folder("rulesets") / "tic_tac_toe"), ground.chance
    file = game / "bless.json"
    if not file.exists():
        run(["bless", str(game)])
        file = next(path for path in game.iterdir() if path.suffix == ".json" or path.name.startswith("bless"))
    text = file.read_text(encoding="utf-8")
    try:
        text = json.dumps(json_damaged(json.loads(text), chance))
    except ValueError:
        text = letters_damaged(text, chance, 2)
    file.write_text(text, encoding="utf-8", errors="replace")
    return [["verify", str(game), "--against", "bless", "--budget", "1", "--only", "against", "--format", "json"]]


def facts(ground: Ground) -> Lines:
    """What was entered a second time."""
    game, chance = ground.copy(SAMPLE), ground.chance
    run(["facts", str(game), "--form", "tables.worth", "--out", str(game / "facts" / "more.csv")])
    files = sorted((game / "facts").iterdir())
    file = chance.choice(files)
    if file.suffix == ".csv":
        rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
        for row in rows:
            for at in range(len(row)):
                row[at] = chance.choice([row[at]] * 8 + ["x", "-1", "", "9" * 30])
        file.write_text("\n".join(",".join(row) for row in rows), encoding="utf-8")
    else:
        ground.damage(file, yaml_damaged)
    return [["verify", str(game), "--budget", "1", "--only", "entered", "--format", "json"]]


def shipped(ground: Ground) -> Lines:
    """Documents and rules of the large shipped games."""
    game = ground.copy(shipped_folder("rulesets") / ground.chance.choice(LARGE))
    files = [*_yaml(game, besides=True), *sorted(game.rglob("*.rules"))]
    file = ground.chance.choice(files)
    ground.damage(file, rules_damaged if file.suffix == ".rules" else yaml_damaged)
    return [["check", str(game), "--json"]]


def files(ground: Ground) -> Lines:
    """Files that are no texts, or no files."""
    game, chance = ground.copy(ground.chance.choice(small())), ground.chance
    file = chance.choice(sorted(path for path in game.rglob("*") if path.is_file()))
    content = file.read_bytes()
    match chance.randrange(6):
        case 0:
            file.write_bytes(content.decode("utf-8").encode("utf-16"))
        case 1:
            file.write_bytes(b"\xef\xbb\xbf" + content)
        case 2:
            at = chance.randrange(len(content) + 1)
            file.write_bytes(content[:at] + bytes([chance.randrange(256)]) + content[at:])
        case 3:
            file.unlink()
            file.mkdir()
        case 4:
            file.unlink()
            file.symlink_to(chance.choice([file, game, Path("/dev/null"), Path("nowhere")]))
        case _:
            file.write_bytes(content.replace(b"\n", b"\r") * chance.choice([1, 2]))
    return [["check", str(game), "--json"]]


def everywhere(ground: Ground) -> Lines:
    """A small game with any damage, through every command."""
    lines = ground.chance.choice([values, rules, grammar, libraries, wordings, files, semantic])(ground)
    game = next(
        path for path in ground.folder.iterdir() if (path / "game.yaml").parent.is_dir() and path.name == "game"
    )
    return [*lines[:1], *every_command(game, ground.folder)]


def every_command(game: Path, folder: Path) -> Lines:
    """Give a line of every command that a ruleset is given to; ``folder`` takes what they write."""
    name, out, save = str(game), ["--folder", str(folder / "out")], str(folder / "save.json")
    return [
        ["check", name, "--json"],
        ["check", name, "--release"],
        ["check", name, "--print", "--lang", "en"],
        ["check", name, "--play", "--budget", "20"],
        *([one, name] for one in ("info", "program", "facts", "bless")),
        ["info", name, "--names"],
        ["info", name, "--graph", "--json"],
        ["info", name, "--chance"],
        ["examples", name, "--json"],
        ["trace", name, "T1"],
        ["verify", name, "--budget", "1", "--format", "json"],
        ["strength", name, "--budget", "1"],
        ["compare", name, "tic_tac_toe", "--budget", "1"],
        ["accept", name, "S-000000", "--because", "it is so"],
        ["keep", name, "S-000000"],
        ["say", name, "T1", "--json"],
        *(["words", action, name] for action in ("list", "status", "check", "update", "preview", "extract")),
        ["card", name, "--lang", "en", "--format", "md", *out],
        ["book", name, "--lang", "en", "--format", "md", *out],
        ["fmt", "--check", name],
        ["play", name, "--bots", "uniform", "--moves", "4", "--save", save],
        ["demo", name, *out],
        ["replay", save, "--ruleset", name],
        ["moves", save, "--ruleset", name],
        ["why", save, "x", "--ruleset", name],
        ["example", save, "--ruleset", name],
        *(["simulate", name, "--games", "2", "--moves", "50", "--processes", "1", "--engine", engine] for engine in ("walker", "python", "wasm")),
        ["new", "copied", "--like", name, *out],
        ["new", "varied", "--of", name, *out],
    ]  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """A kind of input: its weight among all, and what makes one."""

    weight: float
    make: Callable[[Ground], Lines]


KINDS: Final[dict[str, Kind]] = {
    "values": Kind(6000, values),
    "rules": Kind(1200, rules),
    "grammar": Kind(4200, grammar),
    "semantic": Kind(750, semantic),
    "variants": Kind(2200, variants),
    "saves": Kind(4300, saves),
    "libraries": Kind(1300, libraries),
    "commands": Kind(1200, words_of_commands),
    "columns": Kind(550, columns),
    "wordings": Kind(160, wordings),
    "spreadsheets": Kind(40, spreadsheets),
    "themes": Kind(200, themes),
    "layouts": Kind(160, layouts),
    "bots": Kind(520, bots),
    "verify": Kind(115, _verified("verify.yaml", "static")),
    "counts": Kind(115, _verified("counts.yaml", "entered")),
    "scale": Kind(40, _verified("scale.yaml", "exhausted")),
    "examples": Kind(150, examples),
    "moves": Kind(150, moves),
    "positions": Kind(150, positions),
    "blessed": Kind(160, blessed),
    "facts": Kind(8, facts),
    "shipped": Kind(50, shipped),
    "files": Kind(150, files),
    "everywhere": Kind(60, everywhere),
}


def compared(rows: Sequence[str]) -> Iterator[str]:
    """Tell where back ends played otherwise: ``rows`` are the summaries of the batches of one ruleset."""
    found: list[Any] = []
    for text in rows:
        summary = json.loads(text)
        summary.pop("engine")
        found.append(summary)
    if any(one != found[0] for one in found[1:]):
        yield "back ends differ"

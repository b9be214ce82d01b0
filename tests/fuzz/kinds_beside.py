"""Kinds of input that lie beside the rules: words, layouts, themes, bots, what verification reads, examples, positions; and files that are none."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from damage import VALUES, json_damaged, letters_damaged, rules_damaged, yaml_damaged
from ground import LANGUAGES, LARGE, SAMPLE, THEMES, Ground, Lines, documents, played, small, worded
from running import run

from reguli.engine.history.save_format import save_digest
from reguli.ruleset.folder_contents import LAYOUTS
from reguli.shipped_files import shipped_folder


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


def verified(name: str, *parts: str) -> Callable[[Ground], Lines]:
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
    data["seal"] = save_digest(data)
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


def baseline(ground: Ground) -> Lines:
    """A baseline, changed since."""
    game, chance = ground.copy(shipped_folder("rulesets") / "tic_tac_toe"), ground.chance
    file = game / "verify.blessed.json"
    if not file.exists():
        run(["baseline", str(game)])
        file = next(path for path in game.iterdir() if path.suffix == ".json" or path.name.startswith("verify.blessed"))
    text = file.read_text(encoding="utf-8")
    try:
        text = json.dumps(json_damaged(json.loads(text), chance))
    except ValueError:
        text = letters_damaged(text, chance, 2)
    file.write_text(text, encoding="utf-8", errors="replace")
    return [["verify", str(game), "--against", "baseline", "--budget", "1", "--only", "regression", "--format", "json"]]


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
    files = [*documents(game, besides=True), *sorted(game.rglob("*.rules"))]
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

"""Kinds of input that are checked or played: documents, rules, variants, saves, words of the command line."""

from __future__ import annotations

import json
import shutil

from damage import EXPRESSIONS, json_damaged, letters_damaged, rules_damaged, yaml_damaged
from ground import LARGE, SHIPPED, STARTS, Ground, Lines, documents, played, small, worded

from each_key import declarations, tries_of, tries_of_game
from grammar_texts import text_from
from reguli.cli.main import COMMANDS
from reguli.engine.history.save_format import save_digest
from reguli.shipped_files import shipped_folder, shipped_libraries


def values(ground: Ground) -> Lines:
    """Values of the documents of a small game."""
    game = ground.copy(ground.chance.choice(small()))
    times = ground.times()
    ground.damage(ground.chance.choice(documents(game)), lambda text, chance: yaml_damaged(text, chance, times))
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
    batch = ["simulate", str(game), "--games", "4", "--seed", "3", "--moves", "300", "--workers", "1", "--json"]
    return [
        ["check", str(game), "--json"],
        *([*batch, "--engine", engine] for engine in ("interpreter", "python", "wasm")),
    ]


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
            data["seal"] = save_digest(data)
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
    name = chance.choice([one for one, *_ in COMMANDS if one not in {"demo", "list", "mutate"}])
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
        "simulate": ["--games", "2", "--workers", "1"],
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
        "--workers",
        "1",
        "--json",
        "--column",
        f"{chance.choice(['x', 'x y', '', 'won'])}={text}",
    ]
    return [
        [*batch, *(["--engine", chance.choice(["python", "wasm", "interpreter"])] if chance.random() < 0.5 else [])]
    ]

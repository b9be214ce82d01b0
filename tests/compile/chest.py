"""A chest that opens when all is laid out as it should be: sets, bundles, numbers, lots, faults and decisions within what is all or nothing."""

from __future__ import annotations

from pathlib import Path

from interpreter_pairs import ruleset

from reguli.ir.executable_program import Playable, build_program, make_executable

GAME = """
ruleset: chest
language: 2
version: 1.0.0
name: Chest
players: {min: 1, max: 2}
round: [evening]
ranking: [{by: player.points, order: most}]
"""
STATE = """
game:
  store: {zone: coin}
  pile: {zone: coin}
  box: {zone: coin}
  turns: {number: number, range: [0, 90]}
  bank: {zone: crate}
  shelf: {zone: crate}
player:
  points: {number: number, range: [0, 9]}
"""
KINDS = """
kinds:
  coin: {plural: coins, pieces: true, starts: store, elements: [COINS]}
  good: {plural: goods, elements: [salt, wine]}
  crate: {plural: crates, tokens: {variety: good, supply: {salt: 3, wine: 2}}, starts: bank}
"""
CONSTANTS = "".join(
    f"{name}: {{value: {value}}}\n"
    for name, value in (("two", 2), ("three", 3), ("four", 4), ("twelve", 12), ("ninety", 90), ("many", 1100))
)
RULES = """
phase evening:
    for player in players:
        decide before_the_chest by player:
            try_it:
                run open_chest(player)
            leave_it:
                add 0 to turns
    if round = three:
        end game

procedure open_chest(player):
    set turns to 0
    move pile from pile to store
    move box from box to store
    move all from shelf[salt] to bank[salt]
    move all from shelf[wine] to bank[wine]
    decide chest by player, repeatedly, all or nothing%s:
%s
        open_it:
            needs %s because not_so
            add 1 to player.points
            end chest
"""
TAKE = (
    "        take(taken in 1 .. two of store):\n            move taken from store to pile\n            add 1 to turns"
)
SWAP = (
    "        swap(one in pile, others in 1 .. two of store):\n            move others from store to pile\n"
    "            move one from pile to box\n            add 1 to turns"
)
ONE = "        lay(one in store):\n            move one from store to pile\n            add 1 to turns"
CHESTS = {
    "sets": ("", TAKE, "count(pile) = three and turns = two"),
    "sets and one beside": ("", f"{TAKE}\n{SWAP}", "count(box) = two and count(pile) = two and coin_2 in box"),
    "sets that are asked of": (
        "",
        (
            "        take(taken in 1 .. three of store):\n            needs not coin_1 in taken because not_that_one\n"
            "            move taken from store to pile\n            add count(taken) to turns\n" + ONE
        ),
        "turns = four and not coin_1 in pile and count(pile) = four",
    ),
    "bundles": (
        "",
        "        load(loaded in 1 .. two of bank):\n            move loaded from bank to shelf\n            add 1 to turns",
        "turns = two and count(shelf[salt]) = three",
    ),
    "numbers": ("", "        turn(amount in 1 .. four):\n            add amount to turns", "turns = ninety - 1"),
    "lots": (
        "",
        "        roll:\n            by lot face in 1 .. three\n            if face = two:\n                set turns to 0\n            add face to turns",
        "turns = four + three",
    ),
    "a lot leads in": (
        "",
        "        roll(one in store):\n            by lot card in store\n            move card from store to pile\n            add 1 to turns",
        "coin_3 in pile and not coin_4 in pile",
    ),
    "faults": (
        "",
        (
            "        turn(amount in 1 .. four):\n            if turns = three:\n                add two div (turns - three) rounded down to turns\n            add amount to turns\n"
            + ONE
        ),
        "turns >= ninety or count(pile) = three",
    ),
    "too many coins": ("", ONE, "count(pile) = four"),
    "stopping": (", or stop", ONE, "turns = three and coin_5 in pile"),
    "within": (
        "",
        (
            "        lay:\n            decide which by player:\n                first_of(one in store):\n                    move one from store to pile\n"
            "                none_at_all:\n                    add 1 to turns\n            add 1 to turns"
        ),
        "count(pile) = two and turns = four",
    ),
    "always": (
        "",
        f"{ONE}\n        back(one in pile):\n            move one from pile to store\n            add two to turns",
        "turns = four + three",
    ),
}
ALWAYS = "\nalways count(pile) <= two because too_many_lie_there\n"


MORE = {
    "a long way": ("", "        step:\n            add 1 to turns", "turns >= many"),
    "not as long a way": ("", "        step:\n            add 1 to turns", "turns >= many - ninety * two"),
    "more sets than are judged": ("", TAKE.replace("two", "twelve"), "count(pile) = twelve and turns = two"),
}


def chest(folder: Path, name: str, players: int = 1, coins: int = 5) -> Playable:
    """The interpreter of one."""
    names = ", ".join(f"coin_{number}" for number in range(1, coins + 1))
    files = {
        "game.yaml": GAME,
        "state.yaml": STATE.replace("90", "3000") if name in MORE else STATE,
        "constants.yaml": CONSTANTS,
        "components/kinds.yaml": KINDS.replace("COINS", names),
        "rules/chest.rules": RULES % {**CHESTS, **MORE}[name] + (ALWAYS if name == "always" else ""),
    }
    for path, text in files.items():
        place = folder / "chest" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return make_executable(build_program(ruleset(folder / "chest"), players))

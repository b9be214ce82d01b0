"""Examples of games that deal, draw or roll first: a decision is entered with the state as stated, and nothing before it is run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from reguli.cli.main import main
from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_writer import read_plain_position
from reguli.ir.executable_program import Playable, make_executable
from reguli.ir.program import Program
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag, finding_sentence
from reguli.verify.example_runner import run_examples
from reguli.verify.example_writer import example_text

LANTERNS = {
    "game.yaml": "ruleset: lantern_letters\nlanguage: 2\nversion: 1.0.0\nname: Lantern Letters\nplayers: {min: 2, max: 3}\n"
    "setup: set_up\nround: [evening]\nranking: [{by: player.points, order: most}]\n",
    "constants.yaml": "faces: {value: 6}\n",
    "components/letters.yaml": "kinds:\n  letter: {plural: letters, pieces: true, starts: deck,"
    " elements: [squire, page, herald, baron, countess, duke, lamp, mirror]}\n",
    "state.yaml": "game:\n  deck: {zone: letter, order: stack}\n  heap: {zone: letter}\n"
    "player:\n  hand: {zone: letter}\n  points: {number: letter, range: [0, open]}\n",
    "rules/letters.rules": "procedure set_up:\n    shuffle deck\n    for player in players:\n        draw 1 of deck to player.hand\n\n"
    "phase evening:\n    for reader round players until count(deck) < player_count:\n        by lot die in 1..faces\n"
    "        draw 1 of deck to reader.hand\n        decide turn by reader:\n            read(letter in reader.hand):\n"
    "                needs letter != baron or not countess in reader.hand because countess_first\n"
    "                if letter = mirror:\n                    decide aim by reader:\n"
    "                        at(other in players where other != reader because not_oneself):\n"
    "                            add 1 to other.points\n                        nowhere:\n                            settle\n"
    "                if letter = lamp:\n                    add die to reader.points\n"
    "                move letter from reader.hand to heap\n"
    "    end game\n",
}
"""Each player draws before each turn: whoever has the baron and the countess must read the countess."""

FORCED = {
    "game.yaml": "ruleset: tribute\nlanguage: 2\nversion: 1.0.0\nname: Tribute\nplayers: {min: 2, max: 3}\n"
    "round: [main]\nranking: [{by: player.points, order: most}]\n",
    "components/things.yaml": "kinds:\n  coin: {plural: coins, tokens: {supply: 9}, starts: bank}\n",
    "state.yaml": "game:\n  bank: {zone: coin}\nplayer:\n  bound: {flag: true, start: true}\n  points: {number: coin, range: [0, open]}\n",
    "rules/main.rules": "phase main:\n    for player in players:\n        decide tribute by player:\n            yield_all:\n"
    "                add 1 to player.points\n            keep:\n                needs not player.bound because must_yield\n"
    "                settle\n    end game\n",
}
"""There is one legal move, which plays itself."""


def written(folder: Path, files: Mapping[str, str], examples: str = "") -> LoadedRuleset:
    for name, text in {**files, **({"examples/all.yaml": f"examples:\n{examples}"} if examples else {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None, [finding_sentence(one) for one in loaded.bag]
    return loaded


def found(loaded: LoadedRuleset) -> dict[str, list[tuple[str, str]]]:
    bag = Bag()
    results = list(run_examples(loaded, bag))
    assert not bag, [finding_sentence(finding) for finding in bag]
    return {one.id: [(finding.code, finding_sentence(finding)) for finding in one.findings] for one in results}


LATE = "at: {phase: evening, decision: turn, by: b"


def test_the_stated_hand_stands_behind_a_draw(tmp_path: Path) -> None:
    loaded = written(
        tmp_path,
        LANTERNS,
        f"""
  - id: countess_first
    {LATE}, with: {{die: 1}}}}
    state: {{a.hand: [squire], b.hand: [baron, countess], deck: [page, duke, lamp], heap: [herald, mirror]}}
    then:
      - {{value: b.hand, is: [baron, countess]}}
      - {{value: count(deck), is: 3}}
      - {{refused: read baron, by: b, because: countess_first}}
      - {{legal: read, by: b, is: [read countess]}}
  - id: the_lamp_shines_as_the_die_says
    {LATE}, with: {{die: 5}}}}
    chance: {{die: [2]}}
    state: {{b.hand: [lamp, page], a.hand: [squire], deck: [duke, herald, baron], heap: [countess, mirror]}}
    when: [{{move: read lamp, by: b}}]
    then:
      - {{value: b.points, is: 5}}
      - {{value: a.hand, is: [squire, duke]}}
  - id: a_prescribed_lot_binds_too
    {LATE}}}
    chance: {{die: [4, 2]}}
    state: {{b.hand: [lamp, page], a.hand: [squire], deck: [duke, herald, baron], heap: [countess, mirror]}}
    when: [{{move: read lamp, by: b}}]
    then: [{{value: b.points, is: 2}}]
""",
    )
    assert found(loaded) == {
        "countess_first": [],
        "the_lamp_shines_as_the_die_says": [],
        # The lot is cast for a, whose turn is passed over, and then for b.
        "a_prescribed_lot_binds_too": [],
    }


def test_a_decision_within_a_move_is_entered_with_what_the_move_names(tmp_path: Path) -> None:
    state = "state: {b.hand: [mirror, page], a.hand: [squire], heap: [lamp]}"
    loaded = written(
        tmp_path,
        LANTERNS,
        f"""
  - id: aimed
    at: {{phase: evening, decision: aim, by: b, with: {{die: 1, letter: mirror}}}}
    {state}
    when: [{{move: at a, by: b}}]
    then: [{{value: a.points, is: 1}}, {{value: heap, is: [mirror, lamp]}}]
  - id: no_letter
    at: {{phase: evening, decision: aim, by: b, with: {{die: 1}}}}
    {state}
    then: [{{value: a.points, is: 0}}]
""",
    )
    results = found(loaded)
    assert results["aimed"] == []
    assert results["no_letter"] == [("E517", "at the decision 'aim' these names have no value: letter")]


@pytest.mark.parametrize(
    ("at", "code", "said"),
    [
        ("", "E517", "at the decision 'turn' these names have no value: die"),
        (", with: {dye: 1}", "E518", "no name 'dye' is bound around the decision 'turn'"),
        (", with: {die: 1, reader: a}", "E519", "does not come for b with 'reader' as a"),
        (", with: {die: duke}", "E502", "'die' cannot be duke"),
        (", with: {die: 1, reader: nobody}", "E503", "'nobody'"),
    ],
)
def test_what_is_not_bound_is_a_finding(tmp_path: Path, at: str, code: str, said: str) -> None:
    loaded = written(tmp_path, LANTERNS, f"  - id: one\n    {LATE}{at}}}\n    then: [{{value: b.points, is: 0}}]\n")
    ((found_code, sentence),) = found(loaded)["one"]
    assert found_code == code
    assert said in sentence


CELLAR = """\
phase evening:
    repeat wanted times:
        if count(player_hand) < wanted:
            draw 1 of deck to player_hand
    if full:
        set full to false
        decide fill by seat_1, or pass:
            more:
                settle
    if dark:
        decide light by seat_1, or pass:
            more:
                settle
    end game
"""
BARREL = {
    **{name: text for name, text in LANTERNS.items() if name not in ("rules/letters.rules", "constants.yaml")},
    "game.yaml": LANTERNS["game.yaml"].replace("setup: set_up\n", ""),
    "constants.yaml": "wanted: {value: 3}\n",
    "state.yaml": LANTERNS["state.yaml"].replace(
        "player:\n", "  player_hand: {zone: letter}\n  full: {flag: true}\n  dark: {flag: true}\nplayer:\n"
    ),
    "rules/cellar.rules": CELLAR,
}


def test_a_condition_that_the_way_would_have_changed_does_not_keep_a_decision_from_coming(tmp_path: Path) -> None:
    loaded = written(
        tmp_path,
        BARREL,
        """
  - {id: too_few, at: {phase: evening, decision: fill}, state: {full: true}, then: [{value: count(player_hand), is: 0}]}
  - {id: marked_no_more, at: {phase: evening, decision: fill}, then: [{value: full, is: false}]}
  - {id: not_dark, at: {phase: evening, decision: light}, then: [{value: dark, is: false}]}
  - {id: dark, at: {phase: evening, decision: light}, state: {dark: true}, then: [{allowed: more}]}
""",
    )
    results = found(loaded)
    assert [results[name] for name in ("too_few", "marked_no_more", "dark")] == [[], [], []]
    # Nothing on the way changes `dark`: the rules do not come to the decision from here.
    assert [code for code, _ in results["not_dark"]] == ["E513"]


def test_a_forced_move_and_its_alternatives_can_be_claimed(tmp_path: Path) -> None:
    loaded = written(
        tmp_path,
        FORCED,
        """
  - id: from_the_beginning
    players: 2
    setup: initial
    then:
      - {refused: keep, by: a, because: must_yield}
      - {refused: keep, by: b, because: must_yield}
      - {allowed: yield_all, by: b}
      - {legal: yield_all, by: a, is: [yield_all]}
      - {asked: tribute, by: a}
      - {asked: none}
      - {value: a.points, is: 1}
  - id: made_as_a_step
    players: 2
    setup: initial
    when: [{move: yield_all, by: a}, {move: yield_all, by: b}]
    then: [{value: b.points, is: 1}]
  - id: entered
    players: 2
    at: {phase: main, decision: tribute, by: a}
    then: [{refused: keep, by: a, because: must_yield}, {value: a.points, is: 0}]
  - id: refused_as_a_step
    players: 2
    setup: initial
    when: [{move: keep, by: a}]
    then: [{value: b.points, is: 1}]
  - id: asked_of_nobody_else
    players: 2
    setup: initial
    when: [{move: yield_all, by: a}]
    then: [{asked: tribute, by: a}]
""",
    )
    codes = {name: [code for code, _ in one] for name, one in found(loaded).items()}
    assert codes == {
        "from_the_beginning": [],
        "made_as_a_step": [],
        "entered": [],
        "refused_as_a_step": ["E406"],
        "asked_of_nobody_else": ["E413"],
    }


def test_a_base_stands_in_another_file_or_in_the_ruleset_below(tmp_path: Path) -> None:
    home = tmp_path / "tribute"
    base = "examples: [{id: bound, abstract: true, players: 2, at: {phase: main, decision: tribute, by: a}}]\n"
    files = {**FORCED, "examples/z_bases.yaml": base}
    loaded = written(home, files, "  - {id: over, base: bound, then: [{refused: keep}]}\n")
    assert found(loaded) == {"over": []}
    variant = "variant: freed\nof: ../tribute\nname: Freed\n"
    freed = tmp_path / "freed"
    freed.mkdir()
    (freed / "variant.yaml").write_text(variant, encoding="utf-8")
    (freed / "examples").mkdir()
    own = "examples: [{id: under, base: bound, state: {a.bound: false}, then: [{allowed: keep}]}]\n"
    (freed / "examples" / "own.yaml").write_text(own, encoding="utf-8")
    below = LoadedRuleset(str(freed))
    assert below.ruleset is not None, [finding_sentence(one) for one in below.bag]
    assert found(below) == {"over": [], "under": []}


# -- written from games ------------------------------------------------------------------------------------------------


def played(made: Playable, seed: int, moves: int) -> GamePlaythrough:
    playthrough = start_playthrough(made, seed=seed)
    for number in range(moves):
        legal = playthrough.legal()
        if not legal:
            break
        playthrough.apply(legal[(seed + number) % len(legal)])
    return playthrough


@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_drawing_game_is_written_and_holds(tmp_path: Path, seed: int) -> None:
    loaded = written(tmp_path, LANTERNS)
    made = loaded.program(2)
    whole = played(made, seed, 9)
    texts = [example_text(whole, f"move_{number}", number) for number in range(1, len(whole.moves) + 1)]
    texts += [example_text(played(made, seed, moves), f"before_{moves}") for moves in range(len(whole.moves))]
    assert all(text is not None for text in texts)
    examples = "".join(str(text).partition("examples:\n")[2] for text in texts)
    results = found(written(tmp_path, LANTERNS, examples))
    assert len(results) == len(texts)
    assert {name: one for name, one in results.items() if one} == {}


def test_all_executors_enter_the_same_position(tmp_path: Path) -> None:
    ruleset = written(tmp_path, LANTERNS).ruleset
    assert ruleset is not None
    at = {"phase": "evening", "decision": "aim", "by": "b", "with": {"die": 2, "letter": "mirror"}}
    written_position = read_plain_position({"at": at, "state": {"b.hand": ["mirror", "page"]}}, Bag())
    assert written_position is not None
    generated = generate_python_program(ruleset, 2)
    plain = Program(**{name: getattr(generated, name) for name in Program.__match_args__})
    walked = make_executable(plain)
    places = [set_up_position(made, written_position, Bag()) for made in (generated, walked)]
    assert all(one is not None for one in places)
    assert len({one.hash for one in places if one is not None}) == 1
    after = []
    for one in places:
        assert one is not None
        one.apply(one.legal()[0])
        after.append((one.hash, one.actor, one.chance.log))
    assert after[0] == after[1]


@pytest.mark.night
def test_an_offered_example_of_a_drawing_game_is_kept_and_passes(tmp_path: Path) -> None:
    """What a mutant of the rules changes behind a draw is offered as an example, which holds when it is kept."""
    folder = tmp_path / "letters"
    written(folder, LANTERNS)
    with redirect_stdout(StringIO()) as told:
        main(["verify", str(folder), "--only", "mutation", "--format", "json"])
    offers = [one for one in json.loads(told.getvalue())["findings"] if one["offered"]]
    assert offers
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as refused:
        code = main(["keep", str(folder), offers[0]["id"], "--reading", "1"])
    assert code == 0, refused.getvalue()
    assert set(map(tuple, found(LoadedRuleset(str(folder))).values())) == {()}

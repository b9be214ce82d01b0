"""bots.yaml: weights of values, conditions, and what is not wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from seated_tables import program

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import build_program, make_executable
from reguli.model.binding.bot_binding import BoundBot, bind_bots
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import HighestScoreBot, RandomOptionBot, compile_preferences
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag


def bound(tmp_path: Path, name: str, preferences: str, bag: Bag, defines: str = "") -> tuple[BoundBot, ...]:
    """What is bound of a bot with these preferences, and with these defines of its own, each on lines of eight spaces."""
    own = f"    defines: |\n{defines}" if defines else ""
    (tmp_path / "bots.yaml").write_text(f"bots:\n  mine:\n{own}    prefer:\n{preferences}", encoding="utf-8")
    return bind_bots(program(name).ruleset, load_all_bots(Layers((tmp_path,)), bag), bag)


def bot(
    tmp_path: Path, name: str, preferences: str, bag: Bag | None = None, *, defines: str = "", walked: bool = False
) -> HighestScoreBot:
    """A bot of one ruleset with these preferences; ``walked``: of a program that is not generated Python."""
    found = Bag() if bag is None else bag
    (own,) = bound(tmp_path, name, preferences, found, defines)
    assert bag is not None or not found, found.codes
    game = program(name)
    return compile_preferences(make_executable(build_program(game.ruleset, game.players)) if walked else game, own)


def said(playthrough: GamePlaythrough, move: Move) -> str:
    cells = playthrough.program.ruleset.kinds["cell"].elements
    return " ".join([move.option, *(cells[argument] for argument in move.arguments)])


def test_the_highest_score_wins(tmp_path: Path) -> None:
    # Columns count ten, rows one: c3 is 33.
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.column: 10, cell.row: 1}}\n")
    playthrough = start_playthrough(program("tic_tac_toe"), 0)
    cells = []
    while not playthrough.over:
        cells.append(said(playthrough, wanted.choose(playthrough)))
        playthrough.apply(wanted.choose(playthrough))
    assert cells[:4] == ["place c3", "place c2", "place c1", "place b3"]


def test_the_first_entry_that_holds_counts(tmp_path: Path) -> None:
    wanted = bot(
        tmp_path,
        "tic_tac_toe",
        "      - {option: place, when: cell = b2, base: 5}\n      - {option: place, score: {cell.row: -1}}\n",
    )
    playthrough = start_playthrough(program("tic_tac_toe"), 0)
    assert said(playthrough, wanted.choose(playthrough)) == "place b2"
    playthrough.apply(wanted.choose(playthrough))
    assert said(playthrough, wanted.choose(playthrough))[-1] == "1"


def test_what_no_entry_wants_is_made_only_when_nothing_else_is_there(tmp_path: Path) -> None:
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, when: cell.row = 2, base: -100}\n")
    playthrough = start_playthrough(program("tic_tac_toe"), 0)
    rows = []
    while not playthrough.over:
        move = wanted.choose(playthrough)
        rows.append(said(playthrough, move)[-1])
        playthrough.apply(move)
    assert rows[:3] == ["2", "2", "2"]
    assert "2" not in rows[3:]


def test_names_round_the_decision_are_in_reach(tmp_path: Path) -> None:
    # raise_bid names the prize and the bid of the procedure it stands in; at 20 it has had enough.
    text = (
        "      - {option: nominate, when: bid = plant.number, score: {plant.number: 1}}\n"
        "      - {option: raise_bid, when: bid = high + 1 and bid <= 20 and prize.number >= 3, base: 1}\n"
        "      - {option: pass_bid}\n"
    )
    wanted = bot(tmp_path, "power_grid", text)
    playthrough = start_playthrough(program("power_grid"), 4)
    bids = []
    while playthrough.decision is not None and playthrough.decision.ask.name in ("nomination", "outbidding"):
        move = wanted.choose(playthrough)
        bids.append((move.option, move.arguments[-1] if move.arguments else 0))
        playthrough.apply(move)
        if move.option == "pass_bid":
            break
    assert bids[0] == ("nominate", 6)
    assert bids[1:-1] == [("raise_bid", bid) for bid in range(7, 21)]


def test_a_define_of_a_bot_is_weighed_and_may_use_others_and_those_of_the_rules(tmp_path: Path) -> None:
    # weight(cell) is 10 for each line through it that is still open to its player: the middle has four, a corner three.
    defines = (
        "        # What a cell is worth.\n"
        "        define weight(cell) = 10 * central(cell)\n"
        "        define central(cell) = (if cell = b2 then 2\n"
        "            else 1)\n"
    )
    text = "      - {option: place, score: {weight(cell): 1, cell.column: 4}}\n"
    for walked in (False, True):
        wanted = bot(tmp_path, "tic_tac_toe", text, defines=defines, walked=walked)
        playthrough = start_playthrough(program("tic_tac_toe"), 0)
        # 20 + 8 for b2; 10 + 12 for column c; 10 + 8 for the rest of column b.
        first = wanted.choose(playthrough)
        assert said(playthrough, first) == "place b2"
        playthrough.apply(first)
        assert said(playthrough, wanted.choose(playthrough))[:-1] == "place c"


@pytest.mark.parametrize("walked", [False, True])
def test_a_define_says_what_the_expression_in_its_place_says(tmp_path: Path, walked: bool) -> None:
    # Fuel on the plants changes with every purchase, so what was computed for one decision must not stand for the next.
    fuelled = "sum(plant.powers for plant in PLAYER.plants where usable_fuel(PLAYER, plant) >= plant.need)"
    text = (
        "      - {{option: nominate, when: bid = minimum_bid(plant), score: {{plant.powers: 1}}}}\n"
        "      - {{option: raise_bid, when: bid = high + 1 and bid < 12, base: 1}}\n"
        "      - {{option: buy, when: '{} < 3', score: {{amount: 1}}}}\n"
        "      - {{option: connect, when: 'count(network(builder)) <= {}', score: {{cost: -1}}}}\n"
        "      - {{option: fire, base: 1}}\n"
    )
    plain = bot(tmp_path, "power_grid", text.format(*(fuelled.replace("PLAYER", who) for who in ("buyer", "builder"))))
    defines = f"        define lit(player) -> city = {fuelled.replace('PLAYER', 'player')}\n"
    short = bot(tmp_path, "power_grid", text.format("lit(buyer)", "lit(builder)"), defines=defines, walked=walked)
    playthrough = start_playthrough(program("power_grid"), 3)
    for _ in range(120):
        move = plain.choose(playthrough)
        assert short.choose(playthrough) == move
        playthrough.apply(move)
    assert playthrough.fact("round") > 2


def test_the_same_position_is_played_alike_and_ties_by_lot(tmp_path: Path) -> None:
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.row: 1}}\n")
    chosen = {
        said(
            start_playthrough(program("tic_tac_toe"), seed),
            wanted.choose(start_playthrough(program("tic_tac_toe"), seed)),
        )
        for seed in range(30)
    }
    assert chosen == {"place a3", "place b3", "place c3"}


@pytest.mark.parametrize(
    ("preferences", "code"),
    [
        ("      - {option: plac, base: 1}\n", "X120"),
        ("      - {option: place, score: {cell.colum: 1}}\n", "R"),
        ("      - {option: place, score: {cell: 1}}\n", "R220"),
        ("      - {option: place, when: cell.row}\n", "R220"),
        ("      - {option: place, score: {cell.row: heavy}}\n", "R103"),
        ("      - {option: place, score: {cell.row +: 1}}\n", "L"),
        ("      - {opton: place}\n", "R101"),
    ],
)
def test_mistakes_are_findings(tmp_path: Path, preferences: str, code: str) -> None:
    bag = Bag()
    bot(tmp_path, "tic_tac_toe", preferences, bag)
    assert any(found.startswith(code) for found in bag.codes), bag.codes


@pytest.mark.parametrize(
    ("defines", "code", "line", "column"),
    [
        ("define much = 3 +\n", "L", 4, 26),
        ("define much = cell.row\n", "R", 4, 23),
        ("define much(cell) = cell.colum\n", "R", 4, 29),
        ("define much(cell) = cell.row\ndefine much = 1\n", "R209", 5, 9),
        ("define count(cell) = 1\n", "R209", 4, 9),
        ("define lines = 1\n", "R209", 4, 9),
        ("define cell_of = 1\ndefine cell = 2\n", "R209", 5, 9),
        ("define most = more\ndefine more = most\n", "R301", 4, 9),
        ("procedure much:\n    settle\n", "X125", 4, 9),
        ("define much = 3 cites T1\n", "X125", 4, 9),
    ],
)
def test_mistakes_in_defines_are_findings_at_their_place(
    tmp_path: Path, defines: str, code: str, line: int, column: int
) -> None:
    bag = Bag()
    indented = "".join(f"        {written}\n" for written in defines.splitlines())
    bound(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.row: 1}}\n", bag, indented)
    (finding,) = bag
    assert finding.code.startswith(code), bag.codes
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (line, column)


def test_a_define_is_not_called_as_a_value_of_a_decision(tmp_path: Path) -> None:
    # The procedure of the auction calls its highest bid so: where bids are weighed, that one would be meant.
    bag = Bag()
    bound(tmp_path, "power_grid", "      - {option: raise_bid, score: {high: 1}}\n", bag, "        define high = 3\n")
    assert bag.codes == ("R209",)


def test_a_define_that_cannot_be_read_is_one_finding_however_often_it_is_weighed(tmp_path: Path) -> None:
    bag = Bag()
    text = "      - {option: place, when: much > 1, score: {much: 1}}\n"
    assert bound(tmp_path, "tic_tac_toe", text, bag, "        define much = 3 +\n") == ()
    assert len(bag) == 1


def test_what_is_wrong_with_an_expression_is_said_with_its_text(tmp_path: Path) -> None:
    bag = Bag()
    bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell: 1}}\n", bag)
    (finding,) = bag
    assert dict(finding.args)["text"] == "cell"


def test_a_bot_with_half_an_entry_still_moves(tmp_path: Path) -> None:
    bag = Bag()
    wanted = bot(tmp_path, "tic_tac_toe", "      - {option: place, score: {cell.colum: 1}}\n", bag)
    playthrough = start_playthrough(program("tic_tac_toe"), 0)
    assert playthrough.allows(wanted.choose(playthrough))
    assert playthrough.allows(RandomOptionBot().choose(playthrough))


def test_a_bot_of_one_program_plays_games_of_another_alike() -> None:
    """Two tables number the changes of their positions each for itself; what a bot remembers of one is nothing to the other."""
    loaded = LoadedRuleset("power_grid")
    own = loaded.program(2)
    declared = load_all_bots(loaded.layers, Bag())
    (sane,) = (bot for bot in bind_bots(own.ruleset, declared, Bag()) if bot.id == "sane")
    stranger = compile_preferences(own, sane)
    for seed in range(3):
        program = LoadedRuleset("power_grid").program(2)
        at_home, played = compile_preferences(program, sane), start_playthrough(program, seed=seed)
        for _ in range(60):
            move = at_home.choose(played)
            assert stranger.choose(played) == move
            played.apply(move)

"""The fuzzer itself, a few of its inputs of each kind, and damaged rulesets put through every command."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import running
from fuzzing import Tally, kind_of, tried
from ground import worded
from kinds import KINDS, every_command
from running import failures

from reguli.cli.commands import check as command

SEED = 33
EACH = 1
"""Inputs of each kind by day."""
BY_NIGHT = 40
QUARTERS = 4
"""By day a damaged ruleset is put through one quarter of the commands, the next one through the next, and each is verified."""


def add(file: str, text: str) -> Callable[[Path], None]:
    def damage(game: Path) -> None:
        with (game / file).open("a", encoding="utf-8") as stream:
            stream.write(text)

    return damage


def put(file: str, old: str, new: str) -> Callable[[Path], None]:
    def damage(game: Path) -> None:
        text = (game / file).read_text(encoding="utf-8")
        assert old in text
        (game / file).write_text(text.replace(old, new), encoding="utf-8")

    return damage


def take(name: str) -> Callable[[Path], None]:
    def damage(game: Path) -> None:
        path = game / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return damage


HU, RULES = "words/hu/wordings.po", "rules/play.rules"
DAMAGES = {
    # Rules that bind, with other findings.
    "a flag that nothing sets": add("state.yaml", "\n  spare: {flag: true, source: [T6]}\n"),
    "a wording with a typed number": put(HU, 'msgstr "', 'msgstr "4 '),
    "a wording with an open gap": put(HU, 'msgstr "', 'msgstr "[cell '),
    "no words of a language": take("words/ro"),
    "a broken catalogue": add(HU, "\nmsgid\n"),
    "a term twice": add("words/hu/lexicon.yaml", "\nnouns: {cell: {}}\n"),
    "a card that names what is not there": add("card.yaml", "\nsections: [T99]\n"),
    "an example that fails": add("examples/more.yaml", "examples:\n  - {id: wrong, cites: [T6], players: 2, then: [{value: 1 = 2, is: true}]}\n"),
    "an example that cannot be read": add("examples/more.yaml", "examples: 7\n"),
    "a count that is none": add("counts.yaml", "  nothing_like_it: {is: 9}\n"),
    "an answer to nothing": add("verify.yaml", "  S-000000: it is so\n"),
    "a scale of nothing": add("scale.yaml", "tiny: {constants: {nothing_like_it: 1}}\n"),
    "bots of nothing": add("bots.yaml", "sane: {turn: [nothing_like_it]}\n"),
    "a procedure that nobody runs": add(RULES, "\nprocedure idle:\n    end game\n"),
    "a loop without an end": add(RULES, "\nprocedure idle:\n    while 1 = 1:\n        let x = 1\n"),
    # Rules that do not.
    "a word that is none": add(RULES, "\nnothing like it\n"),
    "a name that is not there": add(RULES, "\ndefine idle = nothing_like_it\n"),
    "a kind for a number": add(RULES, "\ndefine idle = 1 + cell\n"),
    "no rules": take("rules"),
    "no state": take("state.yaml"),
    "no constants": take("constants.yaml"),
    "no inventory": take("inventory.yaml"),
    "no game": take("game.yaml"),
    "an empty game": put("game.yaml", "ruleset: mine", "rulesets: mine"),
    "a file that is no YAML": add("state.yaml", "\n  {[\n"),
    "a name of a device": put("game.yaml", "ruleset: mine", "ruleset: con"),
}  # fmt: skip


def damaged(name: str, folder: Path) -> Path:
    game = folder / "game"
    shutil.copytree(worded(), game)
    DAMAGES[name](game)
    return game


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command writes without being told where goes there."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("number", "name"),
    [pytest.param(at, name, marks=[pytest.mark.night] * (at % 2)) for at, name in enumerate(DAMAGES)],
    ids=DAMAGES,
)
def test_a_damaged_ruleset_is_no_fault_of_ours(tmp_path: Path, number: int, name: str) -> None:
    game = damaged(name, tmp_path)
    lines = [one for one in every_command(game, tmp_path) if one[0] not in {"accept", "keep"}]
    for words in [["verify", str(game), "--budget", "1"], *lines[number % QUARTERS :: QUARTERS]]:
        _, wrong = failures(words)
        assert not wrong, words


@pytest.mark.night
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_ruleset_goes_through_every_command(tmp_path: Path, name: str) -> None:
    for words in every_command(damaged(name, tmp_path), tmp_path):
        _, wrong = failures(words)
        assert not wrong, words


@pytest.mark.parametrize("kind", [name for name in KINDS if name != "everywhere"])
def test_a_few_inputs_of_each_kind(kind: str) -> None:
    for number in range(EACH):
        one = tried(SEED, number, [kind])
        one.forget()
        assert not one.failures, f"{kind}: .ci/fuzz.py --seed {SEED} --kinds {kind} --only {number}"


@pytest.mark.night
@pytest.mark.parametrize("kind", KINDS)
def test_many_inputs_of_each_kind(kind: str) -> None:
    for number in range(BY_NIGHT):
        one = tried(SEED, number, [kind])
        one.forget()
        assert not one.failures, f"{kind}: .ci/fuzz.py --seed {SEED} --kinds {kind} --only {number}"


# -- the fuzzer finds what there is ---------------------------------------------------------------------------------


def test_an_internal_error_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StopIteration

    monkeypatch.setattr(command, "check", fail)
    ran, wrong = failures(["check", "tic_tac_toe"])
    assert ran is not None
    assert ran.code == 3
    assert wrong[0].startswith("exit 3: StopIteration")


def test_help_is_no_json() -> None:
    ran, wrong = failures(["card", "nothing_like_it", "--json", "--help"])
    assert ran is not None
    assert ran.out.startswith("usage: reguli card")
    assert wrong == []


def test_what_does_not_end_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def go_on(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr(command, "check", go_on)
    assert failures(["check", "tic_tac_toe"], seconds=0.2) == (None, ["more than 0.2 s"])


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("{", "no JSON"),
        ('{"findings": [{"code": "C105", "message": "m", "place": null}]}', "no place: C105"),
        ('{"findings": [{"code": "X105", "message": "m", "place": null}]}', None),
        ('"\x1b[31m"', "a control character is shown"),
    ],
)
def test_what_a_program_reads_is_held(monkeypatch: pytest.MonkeyPatch, said: str, wrong: str | None) -> None:
    def main(words: object) -> int:
        sys.stdout.write(said)
        return 1

    monkeypatch.setattr(running, "main", main)
    _, found = failures(["check", "tic_tac_toe", "--json"])
    assert [one[: len(wrong or "")] for one in found][:1] == ([] if wrong is None else [wrong])


@pytest.mark.parametrize(("taken", "wrong"), [(100, ["more than 80 MB"]), (5, [])])
def test_what_a_command_adds_to_memory_is_held(monkeypatch: pytest.MonkeyPatch, taken: int, wrong: list[str]) -> None:
    """What was taken before it, and given back or kept, does not count. So much at once never comes from what the process has to spare."""
    monkeypatch.setattr(running, "MEGABYTES", 80)
    monkeypatch.setattr(running, "main", lambda words: len(b"x" * (taken << 20)) and 0)
    kept, given_back = b"x" * (100 << 20), b"x" * (100 << 20)
    del given_back
    assert failures(["check", "tic_tac_toe"])[1] == wrong
    assert kept


def test_an_input_is_made_of_its_seed_and_number() -> None:
    kinds = list(KINDS)
    assert len({kind_of(SEED, number, kinds) for number in range(300)}) > 8
    again = [tried(SEED, 5, ["values"]), tried(SEED, 5, ["values"]), tried(SEED, 6, ["values"])]
    texts = []
    for one in again:
        assert one.folder is not None
        texts.append({path.name: path.read_bytes() for path in one.folder.rglob("*") if path.is_file()})
        one.forget()
    assert texts[0] == texts[1] != texts[2]


def test_a_tally_is_gone_on_with() -> None:
    tally = Tally(SEED, ["values"])
    one = tried(SEED, 0, ["values"])
    one.forget()
    tally.add(one)
    again = Tally.from_json(tally.to_json())
    assert (again.next, again.inputs, again.tried) == (1, 1, tally.tried)


def test_json_cannot_steer_a_terminal(tmp_path: Path) -> None:
    """A mark that turns the writing direction stands in JSON as an escape, and means the same."""
    game = damaged("a flag that nothing sets", tmp_path)
    put("game.yaml", "players: {", 'players: {"\\u202e": 1, ')(game)
    ran, wrong = failures(["check", str(game), "--json"])
    assert ran is not None
    assert not wrong
    assert "\\u202e" in ran.out
    assert any("\u202e" in one["args"].values() for one in json.loads(ran.out)["findings"])

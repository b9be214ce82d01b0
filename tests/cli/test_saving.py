"""A game at the terminal is kept: after every move, whatever ends the process, and never over what somebody else wrote."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_runs import Run

from reguli.source.bounded_files import LEFT, write_atomically

PROGRAM = [sys.executable, "-c", "import sys; from reguli.cli.main import main; sys.exit(main())"]
PLAY = ["play", "hex", "--bots", "person,random"]
PATIENCE = 60.0


@contextmanager
def played(*words: str, prepare: Callable[[], None] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A game that waits for what is typed."""
    process = subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "REGULI_LANG": "en"},
        preexec_fn=prepare,  # noqa: PLW1509 - one limit of the process, no thread is running
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def type_line(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{text}\n".encode())
    process.stdin.flush()


def wait_for(file: Path, text: str) -> str:
    """Wait until a file holds a text, and give all of it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = file.read_text(encoding="utf-8") if file.exists() else ""
        if text in found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{text!r} never came into {file}")


def test_after_every_move_the_file_holds_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with played(*PLAY, "--save", str(file)) as process:
        for cell in ("b2", "c5", "g7"):
            type_line(process, f"place {cell}")
            wait_for(file, f'"place {cell}"')
        process.kill()
        process.wait(PATIENCE)
    moves = [move["text"] for move in json.loads(file.read_text(encoding="utf-8"))["moves"] if move["by"] == 0]
    assert moves == ["place b2", "place c5", "place g7"]


@pytest.mark.skipif(os.name != "posix", reason="needs the signals of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_ends_the_process_ends_it_like_an_interrupt(tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.json"
    number = getattr(signal, name)
    with played(*PLAY, "--save", str(file), prepare=lambda: signal.signal(number, signal.SIG_DFL)) as process:  # type: ignore[func-returns-value,arg-type]
        type_line(process, "place b2")
        wait_for(file, '"place b2"')
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert b"saved:" in said
    assert b"Traceback" not in said


def _small_files() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, 3_000))


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
def test_a_disk_that_is_full_is_told_at_once_and_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with played(*PLAY, "--save", str(file), prepare=_small_files) as process:
        for number in range(1, 10):
            type_line(process, f"place a{number}")
        type_line(process, "quit")
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert said.count(b"cannot be written") == 2, "when it began, and at the end"
    assert out.count(b"put a stone on a") >= 9, "and the game went on"
    assert json.loads(file.read_text(encoding="utf-8"))["moves"], "what could be written is there"


def test_what_somebody_else_wrote_meanwhile_is_left(tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    with played(*PLAY, "--save", str(file)) as process:
        type_line(process, "place b2")
        wait_for(file, '"by": 1')
    begun = file.read_text(encoding="utf-8")
    go_on = ["play", "--load", str(file), "--save", str(file), "--bots", "person,random"]
    with played(*go_on) as one, played(*go_on) as other:
        for process in (one, other):  # both have loaded it
            assert process.stderr is not None
            process.stderr.readline()
        type_line(one, "place c1")
        type_line(one, "quit")
        one.communicate(timeout=PATIENCE)
        assert '"place c1"' in file.read_text(encoding="utf-8")
        type_line(other, "place d1")
        type_line(other, "quit")
        _, said = other.communicate(timeout=PATIENCE)
    assert b"two.json was changed by somebody else" in said
    assert '"place c1"' in file.read_text(encoding="utf-8") != begun
    assert '"place d1"' in (tmp_path / "two.2.json").read_text(encoding="utf-8")


def test_what_was_left_unfinished_goes(tmp_path: Path) -> None:
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    process = int(gone.stdout)
    old, new = tmp_path / f".game.json.{process}.0.part", tmp_path / f".game.json.{process}.1.part"
    mine, other = tmp_path / f".game.json.{os.getpid()}.7.part", tmp_path / f".else.json.{process}.0.part"
    for path in (old, new, mine, other):
        path.write_text("half", encoding="utf-8")
    for path in (old, mine, other):
        os.utime(path, (time.time() - 2 * LEFT, time.time() - 2 * LEFT))
    write_atomically(tmp_path / "game.json", b"whole")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"game.json", new.name, mine.name, other.name}, (
        "what is new, of us, or of another file may be under way"
    )


# -- bots that never come to an end, and saves that are not what was written ----------------------------------------


@pytest.mark.parametrize(
    ("bound", "said"),
    [(("--rounds", "2"), "2 rounds"), (("--moves", "40"), "40 moves")],
)
def test_bots_stop_at_a_bound_and_say_where(reguli: Run, tmp_path: Path, bound: tuple[str, str], said: str) -> None:
    file = tmp_path / "game.json"
    ran = reguli("play", "power_grid", "--players", "3", "--bots", "random", "--save", str(file), *bound)
    assert ran.code == 1
    assert "E320" in ran.err
    assert said in ran.err
    assert "power_grid/rules/" in ran.err
    assert json.loads(file.read_text(encoding="utf-8"))["moves"], "the game so far is kept"


@pytest.mark.parametrize("bound", [("--rounds", "0"), ("--moves", "-1"), ("--moves", "many"), ("--rounds", "9" * 30)])
def test_a_bound_is_a_number(reguli: Run, bound: tuple[str, str]) -> None:
    ran = reguli("play", "hex", "--bots", "random", *bound)
    assert (ran.code, "X103" in ran.err) == (2, True)


@pytest.fixture
def save(evening: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_bytes(evening)
    return file


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("seed", 4, ["E211"]),
        ("over", False, ["E211", "E208", "it is over, and is said not to be"]),
        ("names", ["ann", "bob"], ["E211"]),
        ("more", 1, ["E211"]),
    ],
)
def test_what_was_edited_is_noticed(reguli: Run, save: Path, key: str, value: object, said: list[str]) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    save.write_text(json.dumps({**data, key: value}), encoding="utf-8")
    ran = reguli("replay", str(save))
    assert ran.code == 1
    for part in said:
        assert part in ran.err


def test_words_that_are_not_those_of_the_move_are_noticed(reguli: Run, save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    text = data["moves"][0]["text"]
    data["moves"][0]["text"] = "pass_nomination"
    save.write_text(json.dumps(data), encoding="utf-8")
    ran = reguli("replay", str(save))
    assert ran.code == 1
    assert (
        f"move 1 of the save does not come out under the very same rules: it is written as 'pass_nomination', and is '{text}'"
        in ran.err
    )


def test_another_layout_is_no_change(reguli: Run, save: Path) -> None:
    data = json.loads(save.read_text(encoding="utf-8"))
    save.write_text(json.dumps(dict(reversed(data.items())), indent=7), encoding="utf-8")
    assert reguli("replay", str(save)).code == 0


def test_other_rules_are_said_even_when_nothing_differs(reguli: Run, save: Path, tmp_path: Path) -> None:
    """A save of a game, replayed under a variant of it that changes what no move meets."""
    folder = tmp_path / "long"
    folder.mkdir()
    variant = "variant: coal\nof: power_grid\nset:\n  tables.resupply[6, first, coal]: 8\n"
    (folder / "variant.yaml").write_text(variant, encoding="utf-8")
    again = reguli("replay", str(save), "--ruleset", str(folder))
    assert "E212" in again.err
    assert again.code == 0

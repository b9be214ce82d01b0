"""What several processes change at once loses nothing, and what is killed leaves nothing in the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import polib
import pytest
from command_runs import Run

from reguli.app.loading import open_playable
from reguli.app.translation import open_wording_desk
from reguli.source.bounded_files import folder_lock, write_folder_atomically

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and pipes")
COMMAND = (sys.executable, "-m", "reguli")


@pytest.fixture
def home(reguli: Run, tmp_path: Path) -> Path:
    assert reguli("new", "mine", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    return tmp_path / "mine"


def _at_once(*commands: tuple[str, ...]) -> list[int]:
    started = [subprocess.Popen((*COMMAND, *one), stdout=subprocess.DEVNULL) for one in commands]
    return [one.wait(timeout=120) for one in started]


# -- at once ---------------------------------------------------------------------------------------------------------


def test_three_accept_at_once_and_all_are_written(home: Path) -> None:
    rules = ("rule:play/turn", "rule:play/turn/place", "rule:play/turn/place/cell_taken")
    for _ in range(2):
        done = _at_once(*(("accept", str(home), one, "--because", f"of {one}") for one in rules))
        assert done == [0, 0, 0]
        text = (home / "verify.yaml").read_text()
        assert [text.count(f"'of {one}'") for one in rules] == [1, 1, 1], text
        (home / "verify.yaml").unlink()


@pytest.mark.night
def test_three_approve_at_once_and_all_are_signed(home: Path) -> None:
    ids = ("statement:T1", "statement:T2", "statement:T3")
    common = ("words", "approve", str(home), "--lang", "hu")
    assert _at_once(*((*common, "--id", one, "--by", f"Anna of {one}") for one in ids)) == [0, 0, 0]
    text = (home / "words/hu/wordings.po").read_text()
    assert [text.count(f"Anna of {one}") for one in ids] == [1, 1, 1]


def test_a_desk_that_was_opened_before_takes_the_catalogue_as_it_stands(home: Path) -> None:
    desk, other = (open_wording_desk(open_playable(str(home), {}), ["hu"]) for _ in range(2))
    assert desk.approve("statement:T1", "Anna", "2026-11-26")[0].signed == ("statement:T1",)
    assert other.approve("statement:T2", "Béla", "2026-11-27")[0].signed == ("statement:T2",)
    assert desk.approve("statement:T3", "Cili", "2026-11-28")[0].signed == ("statement:T3",)
    catalogue = polib.pofile(str(home / "words/hu/wordings.po"))
    signed = {one.msgctxt: one.tcomment for one in catalogue if "2026-11-2" in one.tcomment}
    assert {name: next(who for who in ("Anna", "Béla", "Cili") if who in text) for name, text in signed.items()} == {
        "statement:T1": "Anna",
        "statement:T2": "Béla",
        "statement:T3": "Cili",
    }
    text = (home / "words/hu/wordings.po").read_text()
    (home / "words/hu/wordings.po").write_text(text.replace('msgid ""\n', '# by hand\nmsgid ""\n', 1))
    other.update()
    assert "# by hand" in (home / "words/hu/wordings.po").read_text()


def test_threads_change_a_file_one_after_the_other(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")

    def count() -> None:
        for _ in range(50):
            with folder_lock(tmp_path):
                known = int(file.read_text())
                time.sleep(0)
                file.write_text(str(known + 1))

    threads = [threading.Thread(target=count) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert file.read_text() == "150"
    assert [path.name for path in tmp_path.iterdir() if path.name != ".lock"] == ["count"]


@POSIX
def test_a_lock_goes_with_the_process_that_is_killed(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from reguli.source.bounded_files import folder_lock\n"
    code += "with folder_lock(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    process = subprocess.Popen((sys.executable, "-c", code, str(tmp_path)), stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    killer = threading.Timer(0.5, process.kill)
    killer.start()
    begun = time.monotonic()
    with folder_lock(tmp_path):
        assert 0.3 < time.monotonic() - begun < 30
    process.communicate()


def test_what_cannot_be_locked_is_not_kept_from_anybody(tmp_path: Path) -> None:
    with folder_lock(tmp_path / "nowhere"):
        pass


# -- wholly or not at all --------------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("how", [("--like", "tic_tac_toe"), ("--of", "tic_tac_toe")], ids=["like", "of"])
def test_a_new_folder_is_whole_or_not_there(reguli: Run, tmp_path: Path, how: tuple[str, str]) -> None:
    """The process is killed at each file that it writes, one later every time."""
    code = """
import os, sys
from reguli.app import scaffold, user_files
left, write = int(sys.argv[1]), user_files.write_file
def count(path, text):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), 9)
    write(path, text)
user_files.write_file = scaffold.write_file = count
from reguli.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
    words = ("new", "mine", *how, "--folder", str(tmp_path))
    for number in (0, 1, 2):
        killed = subprocess.run((sys.executable, "-c", code, str(number), *words), capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert not (tmp_path / "mine").exists()
    left = list(tmp_path.iterdir())
    assert left
    for path in left:
        assert path.name.startswith(".")
        os.utime(path, (0, 0))
    assert reguli(*words).code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert reguli("check", str(tmp_path / "mine")).code == 0


def test_a_folder_that_fails_is_taken_away_again(tmp_path: Path) -> None:
    def fail() -> None:
        with write_folder_atomically(tmp_path / "a" / "b") as folder:
            (folder / "file").write_text("")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list((tmp_path / "a").iterdir()) == []


# -- what a stranger's folder costs ----------------------------------------------------------------------------------


@POSIX
def test_links_and_large_files_and_pipes_cost_a_verification_nothing(
    reguli: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "kept"))
    for name, target in (("x", "."), ("y", "."), ("usr", "/usr")):
        (home / name).symlink_to(target)
    with (home / "film.txt").open("wb") as stream:
        stream.truncate(3_000_000_000)
    os.mkfifo(home / "pipe.txt")
    begun = time.monotonic()
    for _ in range(2):
        ran = reguli("verify", str(home), "--only", "static", "--format", "json")
        assert '"R121"' in ran.out
    assert time.monotonic() - begun < 30
    assert len(list((tmp_path / "kept").iterdir())) == 1


@POSIX
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("words/hu/wordings.po", "Y105"),
        ("words/hu/lexicon.yaml", "Y105"),
        ("card.yaml", "Y105"),
        ("facts/prices.csv", "Y105"),
    ],
)
def test_a_pipe_in_the_place_of_a_file_is_a_finding(reguli: Run, home: Path, name: str, code: str) -> None:
    (home / name).unlink(missing_ok=True)
    (home / name).parent.mkdir(exist_ok=True)
    os.mkfifo(home / name)
    command = (
        ("verify", "--only", "static,examples") if name.startswith("facts") else ("check", "--lang", "hu", "--print")
    )
    ran = reguli(command[0], str(home), *command[1:])
    assert code in ran.out + ran.err
    assert ran.code == 1


@POSIX
def test_a_link_out_of_the_folder_is_a_finding_and_is_not_read(reguli: Run, home: Path, tmp_path: Path) -> None:
    """Not even one that leads beside the folder: what lies there is somebody's own."""
    for name in ("constants.yaml", "words/hu/wordings.po"):
        shutil.move(home / name, tmp_path / "beside")
        (home / name).symlink_to(tmp_path / "beside")
        ran = reguli("check", str(home), "--lang", "hu")
        assert "Y102" in ran.out + ran.err
        (home / name).unlink()
        shutil.move(tmp_path / "beside", home / name)
    assert reguli("check", str(home)).code == 0


def test_a_copy_of_a_game_takes_what_links_lead_to_once(reguli: Run, home: Path, tmp_path: Path) -> None:
    (home / "rules").rename(home / "_shared")
    (home / "rules").symlink_to("_shared")
    assert reguli("new", "copy", "--like", str(home), "--folder", str(tmp_path)).code == 0
    assert not (tmp_path / "copy" / "rules").is_symlink()
    assert reguli("check", str(tmp_path / "copy")).code == 0

"""The command as a process: encodings, closed pipes, interruptions, colour, time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "import sys; from reguli.cli.main import main; sys.exit(main())"]
ESCAPE = "\x1b["


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *words],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "REGULI_LANG": "en", **environment},
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp852", "utf-16-le"])
def test_output_survives_a_console_that_is_not_utf_8(encoding: str) -> None:
    ran = run("trace", "power_grid", "city.luebeck.name", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    wanted = "Lubeck" if encoding == "ascii" else "Lübeck"
    assert f"= {wanted}" in ran.stdout.decode(encoding)


def test_findings_survive_an_ascii_console(tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text("variant: mine\nof: hex\nname: „Fény”\nsett: {ő: 1}\n", encoding="utf-8")
    ran = run("check", str(tmp_path), PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert b"R101" in ran.stdout


def test_nobody_reading_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*PROGRAM, "list"], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    line = " ".join(f"'{word}'" for word in (*PROGRAM, "list")) + f" {closed}"
    ran = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_said() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([*PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert ran.returncode == 2
    assert b"cannot be written" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_an_interrupted_game_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ["play", "hex", "--bots", "person,random", "--save", str(file)]
    # Where the tests themselves run in the background, interrupts are ignored, and a child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [*PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    signal.signal(signal.SIGINT, before)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"place b2\n")
    process.stdin.flush()
    # What it never says would be waited for without end.
    watch = threading.Timer(60, process.kill)
    watch.start()
    for line in process.stdout:
        if b"put a stone on b2" in line:
            break
    watch.cancel()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert '"place b2"' in file.read_text(encoding="utf-8")


def test_no_colour_off_a_terminal() -> None:
    for words in (["check", "nothing"], ["play", "hex", "--bots", "random"]):
        ran = run(*words)
        assert ESCAPE.encode() not in ran.stdout + ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_colour_on_a_terminal_unless_unwanted(no_colour: str, *, coloured: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "NO_COLOR": no_colour, "TERM": "xterm"}
    subprocess.run([*PROGRAM, "chek"], stderr=theirs, stdout=theirs, check=False, timeout=60, env=environment)
    os.close(theirs)
    told = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "X102" in told
    assert (ESCAPE in told) == coloured


def test_help_loads_nothing_heavy() -> None:
    """How long it takes is measured in benchmarks/; what makes it take long is seen here."""
    heavy = ["babel", "email", "jinja2", "lark", "networkx", "yaml", "reguli.model", "reguli.words.grammar.en"]
    said = f"import sys; from reguli.cli.main import main; main(['--help']); print([n for n in {heavy} if n in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, check=True, timeout=60)
    assert ran.stdout.splitlines()[-1] == b"[]"

"""A preview that is shown again: whatever changes, whatever is wrong meanwhile, until somebody interrupts it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from toll_desk import BASE, change, toll

from reguli.cli.main import main

ROMANIAN = BASE.replace("Language: en", "Language: ro").replace(
    'msgid "You need [sale crate]."\nmsgstr ""', 'msgid "You need [sale crate]."\nmsgstr "Îți trebuie [sale crate]."'
)


def _watched(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *steps: Callable[[], None]
) -> list[str]:
    """Do one thing whenever the watcher waits, and give what was shown each time; the last wait is interrupted."""
    told: list[str] = []
    left = list(steps)

    def wait(seconds: float) -> None:
        assert 0 < seconds < 1
        said = capsys.readouterr()
        told.append(said.out + said.err)
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    monkeypatch.setattr("reguli.cli.file_watcher.time.sleep", wait)
    assert main(["words", "preview", str(home), "--lang", "ro", "--id", "reason:*", "--watch"]) == 130
    return told


def test_a_change_of_a_text_a_value_or_a_rule_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = toll(tmp_path, en=BASE, ro=ROMANIAN)
    wordings = home / "words" / "ro" / "wordings.po"
    rules = home / "rules" / "gathering.rules"
    told = _watched(
        home,
        monkeypatch,
        capsys,
        lambda: change(wordings, "Îți trebuie", "Aduci"),
        lambda: change(home / "constants.yaml", "sale: {value: 3", "sale: {value: 20"),
        lambda: change(wordings, "[sale crate]", "[sael crate]"),
        wordings.unlink,
        lambda: wordings.write_text(ROMANIAN, encoding="utf-8") and None,
        lambda: change(rules, "because too_little", "becuase too_little"),
        lambda: change(rules, "becuase too_little", "because too_little"),
    )
    shown = ("Îți trebuie 3 lăzi.", "Aduci 3 lăzi.", "Aduci 20 de lăzi.", "⟦sael⟧", "", "Îți trebuie 20 de lăzi.")
    assert len(told) == 8
    for text, expected in zip(told, (*shown, "gathering.rules:", "Îți trebuie 20 de lăzi."), strict=True):
        assert expected in text
        assert "Ctrl-C" in text
    assert "Traceback" not in "".join(told)


def test_what_was_typed_wrong_ends_it_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = toll(tmp_path, en=BASE)
    assert main(["words", "preview", str(home), "--watch", "--option", "colour=red"]) == 2
    assert main(["words", "preview", str(home / "nowhere"), "--watch"]) == 2
    assert "Ctrl-C" not in capsys.readouterr().err

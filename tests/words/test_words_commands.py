"""``reguli words`` and ``reguli say`` as they are typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from toll_desk import BASE, toll

from reguli.cli.main import main


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return toll(tmp_path, en=BASE)


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    assert main([*words, "--json"]) in (0, 1)
    found: object = json.loads(capsys.readouterr().out)
    return found


def test_extract_update_and_status(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "extract", str(home)]) == 0
    assert "msgctxt" in (home / "words" / "wordings.pot").read_text(encoding="utf-8")
    assert main(["words", "update", str(home), "--lang", "ro,hu"]) == 0
    assert (home / "words" / "hu" / "wordings.po").is_file()
    capsys.readouterr()
    found = _json(capsys, "words", "status", str(home), "--lang", "en")
    assert isinstance(found, list)
    assert (found[0]["language"], found[0]["worded"]) == ("en", 2)


def test_status_tells_what_the_interpreter_itself_lacks(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = {"ro": ("part.bot",), "hu": ("part.bot", "Y101.message"), "en": ()}
    monkeypatch.setattr("reguli.words.translation.translation_status.missing_messages", lambda code, _: lacking[code])
    assert main(["words", "status", str(home), "--lang", "en,ro,hu"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == [
        "română: 1 text of the interpreter itself is missing and is said in English",
        "magyar: 2 texts of the interpreter itself are missing and are said in English",
    ]
    found = _json(capsys, "words", "status", str(home), "--lang", "ro")
    assert isinstance(found, list)
    assert [one["unsaid"] for one in found] == [1]


def test_check_tells_what_is_missing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "check", str(home)]) == 1
    assert "W302 'move:rest' has no wording in en" in capsys.readouterr().out


def test_preview_tries_the_numbers(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = _json(capsys, "words", "preview", str(home), "--lang", "en", "--id", "reason:*")
    assert isinstance(found, list)
    (one,) = found
    assert one["text"] == "You need 3 crates."
    assert one["samples"] == {
        "0": "You need 0 crates.",
        "1": "You need 1 crate.",
        "2": "You need 2 crates.",
        "20": "You need 20 crates.",
    }


def test_a_sheet_goes_out_and_back_with_a_backup(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["words", "update", str(home), "--lang", "ro"]) == 0
    sheet = tmp_path / "ro.xlsx"
    assert main(["words", "export", str(home), "--lang", "ro", "--xlsx", str(sheet)]) == 0
    capsys.readouterr()
    found = _json(capsys, "words", "import", str(home), "--lang", "ro", "--xlsx", str(sheet))
    assert isinstance(found, dict)
    assert (found["changed"], found["questions"]) == ([], {})
    assert not (home / "words" / "ro" / "wordings.po.before").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["words", "status", "{home}", "--lang", "xx"], "W501"),
        (["words", "export", "{home}", "--lang", "ro"], "X103"),
        (["words", "export", "{home}", "--xlsx", "all.xlsx"], "X103"),
        (["words", "import", "{home}", "--lang", "ro", "--xlsx", "nowhere.xlsx"], "X105"),
        (["say", "{home}", "nothing_of_this_name"], "W502"),
    ],
)
def test_wrong_usage(home: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: str) -> None:
    assert main([word.replace("{home}", str(home)) for word in words]) == 2
    assert code in capsys.readouterr().err


def test_a_rule_is_said_by_any_of_its_names(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("gathering/errand/sell/too_little", "reason:too_little"):
        found = _json(capsys, "say", str(home), name, "--lang", "en")
        assert isinstance(found, list)
        said = {one["id"]: one for one in found}
        assert said["reason:too_little"]["wording"] == "You need 3 crates."
        assert said["reason:too_little"]["gloss"]
    assert main(["say", str(home), "T6", "--lang", "ro"]) == 0
    assert "statement:T6 [ro]" in capsys.readouterr().out


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "a quote that is never closed": lambda raw: raw.replace(b'msgstr "Mine"', b'msgstr "Mine'),
    "another encoding": lambda raw: raw.replace("é".encode(), b"\xe9"),
    "a character nobody can see": lambda raw: raw + b"\x00",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_catalogue_that_cannot_be_read_is_left_as_it_is(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    path, sheet = home / "words" / "hu" / "wordings.po", tmp_path / "hu.xlsx"
    path.write_text(
        'msgctxt "reason:too_little"\nmsgid "x"\nmsgstr "Mine"\n\n# é\nmsgctxt "gone"\nmsgid "y"\nmsgstr "é"\n', "utf-8"
    )
    assert main(["words", "export", str(home), "--lang", "hu", "--xlsx", str(sheet)]) == 0
    broken = DAMAGES[damage](path.read_bytes())
    assert broken != path.read_bytes()
    path.write_bytes(broken)
    for words in (["update"], ["import", "--xlsx", str(sheet)], ["export", "--xlsx", str(tmp_path / "other.xlsx")]):
        assert main(["words", words[0], str(home), "--lang", "hu", *words[1:]]) == 1
        assert path.read_bytes() == broken
        said = capsys.readouterr().err
        assert "hu/wordings.po" in said
    assert not (tmp_path / "other.xlsx").exists()


def test_only_a_spreadsheet_is_written_over(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "words" / "en" / "wordings.po"
    before = path.read_bytes()
    for action in ("export", "import"):
        assert main(["words", action, str(home), "--lang", "en", "--xlsx", str(path)]) == 2
    assert path.read_bytes() == before
    assert ".xlsx" in capsys.readouterr().err

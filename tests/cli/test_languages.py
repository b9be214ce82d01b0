"""The command in three languages: findings, helps, the terminal game; exit codes stay what they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run

from reguli.cli.main import COMMANDS
from reguli.source.finding_catalogue import Translation
from reguli.words.catalogue import finding_texts

BROKEN = "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\nrounds: [play]\n"
FINDING = {
    "en": ("the game has no 'rounds'", "expected: ", "to do: ", "did you mean 'round'?", "1 finding,"),
    "ro": ("nume necunoscut: 'rounds'", "se așteaptă: ", "de făcut: ", "voiai să scrii 'round'?", "1 constatare,"),
    "hu": ("ismeretlen név: 'rounds'", "elvárt: ", "teendő: ", "erre gondoltál: 'round'?", "1 jelzés,"),
}
USAGE = {"en": "usage: ", "ro": "utilizare: ", "hu": "használat: "}
EXAMPLES = {"en": "examples:", "ro": "exemple:", "hu": "példák:"}
NAMES = [name for name, *_ in COMMANDS]


@pytest.fixture
def broken(tmp_path: Path) -> str:
    (tmp_path / "game.yaml").write_text(BROKEN, encoding="utf-8")
    return str(tmp_path)


@pytest.mark.parametrize("language", FINDING)
def test_findings_are_said_in_the_language_asked_for(reguli: Run, broken: str, language: str) -> None:
    ran = reguli("--lang", language, "check", broken)
    assert ran.code == 1
    *found, summary = FINDING[language]
    assert [text for text in found if text not in ran.out] == []
    assert summary in ran.err


@pytest.mark.parametrize("language", FINDING)
def test_the_settings_of_a_person_decide(
    reguli: Run, broken: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REGULI_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    assert FINDING[language][0] in reguli("check", broken).out
    assert FINDING["en"][0] in reguli("--lang=en", "check", broken).out


def test_json_keeps_its_names_and_says_its_texts(reguli: Run, broken: str) -> None:
    ran = reguli("--lang", "hu", "check", broken, "--json")
    assert ran.code == 1
    assert '"message": "a játék: ismeretlen név: \'rounds\'"' in ran.out


@pytest.mark.parametrize("language", USAGE)
@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_is_said(reguli: Run, name: str, language: str) -> None:
    ran = reguli("--lang", language, name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"{USAGE[language]}reguli {name}")
    assert EXAMPLES[language] in ran.out
    assert "--lang" in ran.out
    english = reguli(name, "--help").out
    assert (ran.out == english) == (language == "en")


@pytest.mark.parametrize("language", USAGE)
def test_the_help_of_the_whole_lists_every_command(reguli: Run, language: str) -> None:
    ran = reguli("--lang", language, "--help")
    assert ran.code == 0
    assert ran.out.startswith(USAGE[language].rstrip())
    assert [name for name in NAMES if f"\n  {name} " not in ran.out] == []


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("R101  unknown name", "says:", "expected:", "to do:", "wrong:", "right:")),
        ("ro", ("R101  nume necunoscut", "spune:", "se așteaptă:", "de făcut:", "greșit:", "corect:")),
        ("hu", ("R101  ismeretlen név", "szövege:", "elvárt:", "teendő:", "hibás:", "helyes:")),
    ],
)
def test_a_code_is_explained(reguli: Run, language: str, texts: tuple[str, ...]) -> None:
    ran = reguli("explain", "R101", "--lang", language)
    assert ran.code == 0
    assert [text for text in texts if text not in ran.out] == []
    assert texts[0] in reguli("--lang", language, "explain").out


@pytest.mark.parametrize(
    ("words", "code"),
    [(("--lang", "xx", "list"), 2), (("list", "--lang", "xx"), 2), (("--lang",), 2), (("--lang", "hu"), 2)],
)
def test_a_language_that_is_not_spoken_is_wrong_usage(reguli: Run, words: tuple[str, ...], code: int) -> None:
    assert reguli(*words).code == code


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the following arguments are required: ruleset"),
        ("ro", "sunt necesare argumentele: ruleset"),
        ("hu", "kötelező argumentumok: ruleset"),
    ],
)
def test_what_was_typed_wrong_is_said(reguli: Run, language: str, said: str) -> None:
    ran = reguli("--lang", language, "check")
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "ro",
            (
                "Scrie un număr sau o mutare",
                "Aici nu există opțiunea 'jump'",
                "Ai părăsit partida",
            ),
        ),
        (
            "hu",
            (
                "Írj be egy számot vagy egy lépést",
                "Itt nincs ilyen lehetőség: 'jump'",
                "Abbahagytad a játszmát",
            ),
        ),
    ],
)
def test_a_game_at_the_terminal_speaks(reguli: Run, language: str, said: tuple[str, ...]) -> None:
    ran = reguli("play", "tic_tac_toe", "--lang", language, typed="\njump\nquit\n")
    assert ran.code == 0
    assert [text for text in said if text not in ran.out + ran.err] == []


@pytest.mark.parametrize("language", FINDING)
def test_a_missing_file_is_said_as_the_computer_says_it(reguli: Run, language: str, tmp_path: Path) -> None:
    ran = reguli("--lang", language, "replay", str(tmp_path / "nothing.json"))
    assert ran.code in (1, 2)
    assert ("No such file or directory" in ran.err) == (language == "en" and "No such file" in ran.err)


def test_languages_of_words_do_not_hinder(reguli: Run, variant: Callable[[str], str]) -> None:
    """A list of languages is the command's own; it does not say in which the tool speaks."""
    ran = reguli("say", "tic_tac_toe", "P1", "--lang", "xx")
    assert ran.code == 2
    assert "no language is called 'xx'" in ran.err


def test_the_catalogue_of_findings_is_read_once(
    reguli: Run, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is found: a damaged file of words has hundreds of findings."""
    (tmp_path / "game.yaml").write_text(BROKEN.replace("name: My Game\n", "name: 3\nround: 4\n"), encoding="utf-8")
    read: list[str] = []
    real = finding_texts.messages_of

    def counted(language: str, locales: Path) -> Translation:
        read.append(language)
        return real(language, locales)

    monkeypatch.setattr(finding_texts, "messages_of", counted)
    for words in (["check", broken], ["words", "check", broken]):
        read.clear()
        assert reguli("--lang", "hu", *words).err.count("jelzés") == 1
        assert read == ["hu"]


@pytest.mark.parametrize(
    ("words", "setting", "spoken"),
    [
        ("words check tic_tac_toe --lang ro", "en", "no findings"),
        ("words check tic_tac_toe --lang en", "hu", "nincs jelzés"),
        ("--lang ro words check tic_tac_toe --lang en", "hu", "nicio constatare"),
        ("words check tic_tac_toe --lang ro", "", "nicio constatare"),
    ],
)
def test_the_languages_of_texts_are_not_that_of_messages(
    reguli: Run, monkeypatch: pytest.MonkeyPatch, words: str, setting: str, spoken: str
) -> None:
    monkeypatch.setenv("REGULI_LANG", setting)
    monkeypatch.setenv("LC_ALL", "C")
    assert spoken in reguli(*words.split()).err

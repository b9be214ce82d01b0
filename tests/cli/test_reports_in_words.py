"""why, info and trace in the person's language: values with their nouns, counted things, documents and statements."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_runs import Ran, Run

NOBODY_BUYS = "power_grid#E24_nobody_buys"
FULL = "power_grid#E6e_full_in_stage_1"
RULES = re.compile(r"^ +(?:[a-z_]+(?:\([^)]*\))?: .*|\S+\.rules:.*)$")
"""Lines that quote the ruleset: the condition as it is written, and where it stands."""


@pytest.fixture(scope="module")
def answers() -> dict[tuple[str, ...], Ran]:
    return {}


@pytest.fixture
def why(reguli: Run, answers: dict[tuple[str, ...], Ran]) -> Run:
    """Ask why, once for all tests that ask the same: it changes nothing."""

    def ask(*words: str) -> Ran:
        if words not in answers:
            answers[words] = reguli("why", *words)
        return answers[words]

    return ask


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Power plant 11 cannot be chosen here; possible are: 12, 14, 15, 16, 17, 18, 19 and 20."),
        ("ro", "Centrala 11 nu se poate alege aici; se pot alege: 12, 14, 15, 16, 17, 18, 19 și 20."),
        ("hu", "A 11-es erőművet itt nem lehet választani; lehetséges: 12, 14, 15, 16, 17, 18, 19 és 20."),
    ],
)
def test_what_is_not_offered_is_called_by_the_noun_of_its_parameter(why: Run, code: str, said: str) -> None:
    ran = why(NOBODY_BUYS, "nominate", "11", "11", "--lang", code)
    lines = [line.strip() for line in ran.out.splitlines()]
    assert lines[1] == said
    # Everything that would do has been said: the exact rule follows, and no second list.
    assert lines[2] == "not_offered: plant_market"
    assert lines[3].startswith("power_grid/rules/auction.rules:")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "sought: 11; among: 12, 14, 15, 16"),
        ("ro", "căutat: 11; între: 12, 14, 15, 16"),
        ("hu", "keresett: 11; ezek között: 12, 14, 15, 16"),
    ],
)
def test_what_is_not_among_others_is_said_in_the_language(why: Run, code: str, said: str) -> None:
    assert said in why(NOBODY_BUYS, "nominate", "11", "11", "--lang", code).out


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "left side: 1 house; right side: 1 house"),
        ("ro", "partea stângă: 1 căsuță; partea dreaptă: 1 căsuță"),
        ("hu", "bal oldal: 1 ház; jobb oldal: 1 ház"),
    ],
)
def test_the_sides_of_a_comparison_have_their_unit(why: Run, code: str, said: str) -> None:
    assert said in why(FULL, "connect", "koeln", "--lang", code).out


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "60 is not possible: at least 14, at most 50."),
        ("ro", "60 nu se poate: cel puțin 14, cel mult 50."),
        ("hu", "60 nem lehet: legalább 14, legfeljebb 50."),
    ],
)
def test_a_number_out_of_reach_is_a_sentence(why: Run, code: str, said: str) -> None:
    ran = why(NOBODY_BUYS, "nominate", "14", "60", "--lang", code)
    assert ran.out.splitlines()[1].strip() == said


@pytest.mark.parametrize("code", ["ro", "hu"])
@pytest.mark.parametrize("move", ["nominate 11 11", "nominate 14 60", "nominate 21 30"])
def test_sentences_of_why_begin_and_end_as_sentences_do(why: Run, code: str, move: str) -> None:
    ran = why(NOBODY_BUYS, *move.split(), "--lang", code)
    said = [line.strip() for line in ran.out.splitlines()[1:] if re.match(r"  \S", line)]
    assert said
    assert [line for line in said if not (line[0].isupper() or line[0].isdigit()) or line[-1] not in ".!?⟩"] == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("en", ("54 rules", "5 constants", "13 tables", "20 things tracked", "179 statements of the rulebook")),
        (
            "ro",
            (
                "54 de reguli",
                "5 constante",
                "13 tabele",
                "20 de lucruri urmărite",
                "179 de enunțuri ale regulamentului",
            ),
        ),
        (
            "hu",
            ("54 szabály", "5 állandó", "13 táblázat", "20 nyilvántartott dolog", "179 állítás a szabálykönyvből"),
        ),
    ],
)
def test_what_a_ruleset_consists_of_is_counted(reguli: Run, code: str, lines: tuple[str, ...]) -> None:
    counted = {line.split(maxsplit=1)[1]: line for line in lines}
    shown = [line.strip() for line in reguli("info", "power_grid", "--lang", code).out.splitlines()]
    # How many there are is the ruleset's business; the noun after so many is the grammar's.
    for noun, line in counted.items():
        found = next((one for one in shown if one.endswith(f" {noun}")), None)
        assert found is not None, (line, shown)


def test_one_is_one(reguli: Run) -> None:
    shown = [line.strip() for line in reguli("info", "hex", "--lang", "en").out.splitlines()]
    assert "1 constant" in shown
    assert "1 constants" not in shown


@pytest.mark.parametrize(
    ("code", "value", "title", "statement"),
    [
        ("ro", "50 de Elektro  (constantă)", "Regulamentul în română", "50 de Elektro."),
        ("hu", "50 elektró  (állandó)", "A román játékszabály", "50 elektróval kezd."),
    ],
)
def test_a_trace_is_said_in_the_language(reguli: Run, code: str, value: str, title: str, statement: str) -> None:
    lines = reguli("trace", "power_grid", "start_money", "--lang", code).out.splitlines()
    assert lines[0] == f"start_money = {value}"
    (stated,) = [line for line in lines if line.startswith("  P16 ")]
    assert stated.endswith(statement)
    assert any(line.strip().startswith(title) for line in lines)
    assert "rulebook" not in "\n".join(lines)


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("ro", ("card.plant_14.fuels = {deșeuri}  (câmp al tipului card)", "max_plants  (tabel; unitate: carte)")),
        (
            "hu",
            ("card.plant_14.fuels = {szemét}  (mező ebben a típusban: card)", "max_plants  (táblázat; egység: kártya)"),
        ),
    ],
)
def test_elements_and_units_are_said_too(reguli: Run, code: str, first: tuple[str, str]) -> None:
    for name, line in zip(("plant_14.fuels", "max_plants"), first, strict=True):
        assert reguli("trace", "power_grid", name, "--lang", code).out.splitlines()[0] == line


def test_what_nobody_has_worded_stays_as_it_is_written(reguli: Run, tmp_path: Path) -> None:
    text = Path(__file__).parent.parent.parent / "docs" / "new_game.md"
    for name, content in re.findall(
        r"^```\w+ (nim/\S+)\n(.*?)^```$", text.read_text("utf-8"), re.MULTILINE | re.DOTALL
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(content, encoding="utf-8")
    nim = str(tmp_path / "nim")
    assert (
        "  N2     In turn each takes one, two or three sticks."
        in reguli("trace", nim, "most_taken", "--lang", "ro").out.splitlines()
    )
    ids = set(reguli("words", "list", nim).out.replace("  (not needed)", "").split())
    page = text.read_text("utf-8").partition("## Word it")[2].partition("\n## ")[0]
    named = {name for name in re.findall(r"`([a-z]+:[a-z][\w./]*)`", page) if name.split(":")[0] not in OF_OTHERS}
    assert len(named) > len(OF_OTHERS)
    assert named <= ids


OF_OTHERS = ("element", "stage", "section")
"""Sorts that the small game of the page has none of."""

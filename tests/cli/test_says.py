"""A sentence under the head of a rule is said in its language; the others say the rule. A rule that no text tells is told of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run

VARIANT = """variant: windfall
of: power_grid
name: Windfall
add:
  rules: [windfall]
  statements: {V1: {statement: "At the end of a round everybody gets 1.", state: specified}}
"""
HEAD = "at end of bureaucracy, order 9 windfall cites V1:\n"
SAYS = """    says en "At the end of each [round] everybody gets one Elektro."
    says ro "La sfârșitul fiecărei runde fiecare primește un Elektro."
"""
BODY = "    for player in players:\n        move 1 from bank to player.money\n"
SAID = {
    "en": "At the end of each round everybody gets one Elektro.",
    "ro": "La sfârșitul fiecărei runde fiecare primește un Elektro.",
}


@pytest.fixture
def windfall(tmp_path: Path) -> Path:
    """Write a variant with one rule, and sentences under its head in two of three languages."""
    return _written(tmp_path / "windfall", HEAD + SAYS + BODY)


def _written(folder: Path, rules: str, variant: str = VARIANT) -> Path:
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text(variant, "utf-8")
    (folder / "rules" / f"{folder.name}.rules").write_text(rules, "utf-8")
    return folder


def test_nothing_is_found(reguli: Run, windfall: Path) -> None:
    assert reguli("check", str(windfall), "--release").code == 0
    assert reguli("fmt", "--check", str(windfall)).code == 0


def test_a_language_says_its_sentence_and_the_others_the_rule(reguli: Run, windfall: Path) -> None:
    said = json.loads(reguli("say", str(windfall), "statement:V1", "--json").out)
    by_language = {one["language"]: one for one in said}
    assert {code: by_language[code]["wording"] for code in SAID} == SAID
    assert not by_language["hu"]["wording"]
    assert by_language["hu"]["gloss"]


def test_the_book_prints_it(reguli: Run, windfall: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = reguli(
        "book", str(windfall), "--edition", "annotated", "--lang", "en,ro,hu", "--format", "md", "--folder", "out"
    )
    assert (ran.code, ran.err.count("W336 the pages in hu lack")) == (1, 1)
    for code in ("en", "ro", "hu"):
        (line,) = (
            line
            for line in (tmp_path / "out" / "windfall" / f"book.annotated.{code}.md").read_text("utf-8").split("\n")
            if line.endswith("<sup>windfall.V1</sup>")
        )
        assert (SAID.get(code, "nothing") in line) == (code in SAID)


def test_a_statement_s_own_sentence_goes_before_those_of_its_rules(reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "windfall", HEAD + SAYS + BODY)
    own = VARIANT.replace("state: specified", 'state: specified, says: {en: "One for all."}')
    (folder / "variant.yaml").write_text(own, "utf-8")
    said = json.loads(reguli("say", str(folder), "statement:V1", "--lang", "en", "--json").out)
    assert said[0]["wording"] == "One for all."


DECLARED = """variant: windfall
of: power_grid
add:
  constants: {gift: {value: 1, unit: elektro, source: [V1], says: {en: "The gift is [gift].", ro: "Darul este [gift]."}}}
  statements: {V1: {statement: "At the end of a round everybody gets 1.", state: specified}}
"""


def test_a_sentence_beside_a_declaration_words_its_statement(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _written(tmp_path / "windfall", HEAD + BODY.replace("move 1", "move gift"))
    (folder / "variant.yaml").write_text(DECLARED + "  rules: [windfall]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    found = json.loads(reguli("check", str(folder), "--release", "--json").out)["findings"]
    # The sentence names it in two languages; a generated one needs a name in the lexicon.
    assert {(one["code"], one["args"]["names"]) for one in found} == {("W346", "gift")}
    reguli("book", str(folder), "--edition", "annotated", "--lang", "en,ro,hu", "--format", "md", "--folder", "out")
    pages = {code: tmp_path / "out" / "windfall" / f"book.annotated.{code}.md" for code in ("en", "ro", "hu")}
    lines = {
        code: next(line for line in page.read_text("utf-8").split("\n") if line.endswith("<sup>windfall.V1</sup>"))
        for code, page in pages.items()
    }
    assert "The gift is 1." in lines["en"]
    assert "Darul este 1." in lines["ro"]
    assert "1" in lines["hu"]
    assert "The gift" not in lines["hu"]


def test_what_stands_beside_a_declaration_is_said_before_what_stands_under_a_head(reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "windfall", HEAD + SAYS + BODY.replace("move 1", "move gift"))
    (folder / "variant.yaml").write_text(DECLARED + "  rules: [windfall]\n", "utf-8")
    said = json.loads(reguli("say", str(folder), "statement:V1", "--lang", "en", "--json").out)
    assert said[0]["wording"] == f"The gift is 1. {SAID['en']}"


def test_a_sentence_that_words_no_statement_is_found(reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "windfall", HEAD + BODY.replace("move 1", "move gift"))
    (folder / "variant.yaml").write_text(DECLARED.replace("source: [V1], ", "") + "  rules: [windfall]\n", "utf-8")
    (found,) = json.loads(reguli("check", str(folder), "--json").out)["findings"]
    assert (found["code"], found["place"]["line"]) == ("R102", 4)


def test_a_language_that_nobody_knows_is_found(reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "windfall", HEAD + SAYS.replace("says en", "says ne") + BODY)
    found = json.loads(reguli("check", str(folder), "--lang", "ro", "--json").out)["findings"]
    assert {one["code"] for one in found} == {"W312"}


def test_a_rule_that_no_text_tells_is_told_of(reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "windfall", HEAD.replace(" cites V1", "") + BODY)
    (folder / "variant.yaml").write_text(VARIANT[: VARIANT.index("  statements")], "utf-8")
    assert reguli("check", str(folder)).code == 0
    assert "no text tells windfall: windfall/rules/windfall.rules:1:1" in reguli("words", "status", str(folder)).err
    (finding,) = json.loads(reguli("check", str(folder), "--release", "--json").out)["findings"]
    assert (finding["code"], finding["message"]) == ("X143", "no text tells 'windfall': it carries no statement")


ANEW = """variant: again
of: tic_tac_toe
name: Again
add:
  rules: [again]
  statements: {V1: {statement: "At the start nobody has a line.", state: specified}}
"""
ANEW_RULES = """at start of play, order 9 again cites V1:
    says en "At the start no [player] has a line."
    says ro "La început, niciun [player] nu are o linie."
    for player in players:
        set player.won to false
"""


@pytest.fixture
def anew(tmp_path: Path) -> Path:
    """The same of a small game: who prints a book for good prints all of it."""
    return _written(tmp_path / "anew", ANEW_RULES, ANEW)


def _approved(reguli: Run, folder: Path, *more: str) -> list[str]:
    words = ("--lang", "en", "--id", "statement:V1", "--by", "Ana", "--on", "2026-11-26", "--json")
    ran = reguli("words", "approve", str(folder), *words, *more)
    assert ran.code == 0, ran.err
    signed: list[str] = json.loads(ran.out)["en"]["signed"]
    return signed


def _unsigned(reguli: Run, folder: Path) -> bool:
    """Print for good; tell whether nobody approved the sentence beside the rule."""
    ran = reguli(
        "book", str(folder), "--lang", "en", "--format", "md", "--final", "--folder", f"{folder}_out", "--json"
    )
    found = json.loads(ran.out)["findings"]
    return "statement:again.V1" in [one["args"]["wording"] for one in found if one["code"] == "W314"]


def test_a_sentence_beside_a_rule_is_signed_as_any_other(reguli: Run, anew: Path) -> None:
    assert _unsigned(reguli, anew)
    assert _approved(reguli, anew, "--reviewed") == ["statement:again.V1"]
    assert _unsigned(reguli, anew)
    assert _approved(reguli, anew) == ["statement:again.V1"]
    assert not _unsigned(reguli, anew)
    counts = {one["language"]: one for one in json.loads(reguli("words", "status", str(anew), "--json").out)}
    assert (counts["en"]["approved"], counts["ro"]["approved"]) == (1, 0)
    # It lives through an update, which asks nobody to word it; the sentence itself stays where it was written.
    assert reguli("words", "update", str(anew), "--lang", "en").code == 0
    assert not _unsigned(reguli, anew)
    said = json.loads(reguli("say", str(anew), "statement:V1", "--lang", "en", "--json").out)
    assert said[0]["wording"] == "At the start no player has a line."


@pytest.mark.parametrize(
    ("old", "new"), [("has a line", "has any line"), ("to false", "to (count(cells) < line_length)")]
)
def test_another_sentence_or_rule_takes_it_back(reguli: Run, anew: Path, old: str, new: str) -> None:
    _approved(reguli, anew)
    rules = anew / "rules" / "anew.rules"
    rules.write_text(rules.read_text("utf-8").replace(old, new), "utf-8")
    assert _unsigned(reguli, anew)


@pytest.mark.night
def test_a_sentence_is_checked_with_the_rules_and_once_for_all_its_statements(reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "windfall", HEAD.replace("V1:", "V1, V2:") + SAYS.replace("[round]", "[rouns]") + BODY)
    both = VARIANT.replace("specified}", 'specified}, V2: {statement: "Everybody.", state: specified}')
    (folder / "variant.yaml").write_text(both, "utf-8")
    for command in (("check",), ("words", "check")):
        found = json.loads(reguli(*command, str(folder), "--lang", "en", "--json").out)["findings"]
        assert [(one["code"], one["place"]["line"]) for one in found if one["code"] == "W202"] == [("W202", 2)]
    found = json.loads(reguli("check", str(folder), "--json").out)["findings"]
    assert [(one["code"], one["place"]["line"]) for one in found if one["code"] == "W202"] == [("W202", 2)]


COSTLY = """variant: costly
of: power_grid
add:
  statements:
    V1: {statement: "Who buys fuel pays 1 more.", state: specified}
    V2: {statement: "That holds for every fuel.", state: specified}
replace:
  parts:
    resources/purchase/buy: |
      buy(fuel in fuels, amount in 1 .. count(fuel_market[fuel])) cites V1, V2, P81, P86, P87, P88:
          says en "Who buys fuel pays one Elektro more."
          needs amount <= room(buyer, fuel) because no_room_on_plants(room(buyer, fuel)) cites P84, P85
          let cost = price_of(fuel, amount) + 1
          pay cost from buyer.money to bank because too_expensive(cost) cites P87
          move amount of fuel from fuel_market to buyer.fuel
"""
PHASED = """phase picking cites V1, T3, T5:
    says en "Whoever picks is paid first."
    for player in players:
        move wage from bank to player.coins
    for fruit in fruits:
        move up to min(picked[fruit, round], places - count(market[fruit])) of fruit from trees to market
"""


def _costly(folder: Path) -> Path:
    folder.mkdir()
    (folder / "variant.yaml").write_text(COSTLY, "utf-8")
    return folder


@pytest.mark.parametrize("what", ["card", "book"])
def test_a_sentence_under_an_option_words_what_is_new_and_nothing_else(what: str, reguli: Run, tmp_path: Path) -> None:
    folder = _costly(tmp_path / "costly")
    ran = reguli(what, str(folder), "--lang", "en", "--format", "md", "--folder", str(tmp_path / "out"))
    assert ran.code == 0, ran.err
    text = next(tmp_path.glob(f"out/*/{what}.en.md")).read_text("utf-8")
    assert text.count("Who buys fuel pays one Elektro more.") == 1


def test_a_statement_of_the_base_that_is_cited_too_keeps_its_own_line(reguli: Run, tmp_path: Path) -> None:
    said = json.loads(reguli("say", str(_costly(tmp_path / "costly")), "statement:P81", "--lang", "en", "--json").out)
    assert "one Elektro more" not in said[0]["wording"]


def test_the_sheet_of_changes_has_the_sentence_once(reguli: Run, tmp_path: Path) -> None:
    folder = _costly(tmp_path / "costly")
    ran = reguli(
        "book", str(folder), "--product", "changes", "--lang", "en", "--format", "md", "--folder", str(tmp_path / "out")
    )
    assert ran.code == 0, ran.err
    assert next(tmp_path.glob("out/*/changes.en.md")).read_text("utf-8").count("pays one Elektro more.") == 1


def test_a_sentence_may_stand_under_a_phase(reguli: Run, tmp_path: Path) -> None:
    orchard = Path(__file__).parents[1] / "rulesets" / "orchard"
    text = f"variant: unpaid\nof: {orchard}\nadd:\n  statements: {{V1: {{statement: Pay first., state: specified}}}}\n"
    folder = _written(tmp_path / "unpaid", PHASED, text)
    said = json.loads(reguli("say", str(folder), "statement:V1", "--lang", "en", "--json").out)
    assert said[0]["wording"] == "Whoever picks is paid first."
    assert reguli("fmt", "--check", str(folder)).code == 0


NOBODY = """procedure after_auctions cites P68, P67:
    says en "If nobody buys [plant:a], 2 markets stay as they are."
    says hu "Ha senki sem vesz erőművet, a [zzplant] marad."
    if no player in players where player.bought:
        settle
    if round = 1:
        run set_turn_order
"""


@pytest.mark.parametrize("command", [("check",), ("words", "check")])
def test_what_is_found_does_not_depend_on_a_catalogue(command: tuple[str, ...], reguli: Run, tmp_path: Path) -> None:
    folder = _written(tmp_path / "calm", NOBODY, "variant: calm\nof: power_grid\n")
    header = 'msgid ""\nmsgstr ""\n"Language: CODE\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    found = []
    for codes in ((), ("en",), ("en", "hu", "ro")):
        for code in codes:
            (folder / "words" / code).mkdir(parents=True, exist_ok=True)
            (folder / "words" / code / "wordings.po").write_text(header.replace("CODE", code), "utf-8")
        told = json.loads(reguli(*command, str(folder), "--json").out)["findings"]
        beside = [one for one in told if (one["place"] or {}).get("file", "").endswith(".rules")]
        found.append([(one["code"], one["place"]["line"]) for one in beside])
        # The sentence stands for two statements, and has no mark to be taken away.
        assert [pair for pair in found[-1] if pair[0] == "W202"] == [("W202", 3)]
        assert "W308" not in [one["code"] for one in told]
    assert found[0] == found[1] == found[2]
    assert ("W205", 2) in found[0]

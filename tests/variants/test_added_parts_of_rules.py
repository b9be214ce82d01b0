"""Sentences stay where a variant only adds to their rule, and what it adds follows them once.

What is expected follows from the rules of Power Grid: what the base prints of a rule is still true when something is added to it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import reguli
from by_day import some_by_day

LANGUAGES = ("en", "ro", "hu")
GUARD = "add:\n  parts:\n    building/construction/connect: needs round > 1 because too_early\n"
LINE = "add:\n  parts:\n    equip_players/move start_money: move 1 from bank to player.money\n"
STATED = """add:
  statements: {V1: {statement: "Everyone gets a gift.", state: specified}}
  constants:
    gift: {value: 7, unit: elektro, source: [V1], says: {en: "Everyone gets [gift elektro] more.", ro: "Fiecare primește încă [gift elektro].",
      hu: "Mindenki még [gift elektro:-t] kap."}}
  parts:
    equip_players: |
      for player in players:
          move gift from bank to player.money
"""
GIVEN = {
    "en": "- Everyone gets 7 Elektro more.",
    "ro": "- Fiecare primește încă 7 Elektro.",
    "hu": "- Mindenki még 7 elektrót kap.",
}
REPLACED = "replace:\n  parts:\n    building/construction/connect/already_connected: needs city.houses is empty because already_connected cites P104, P173\n"


def _load(folder: Path, text: str) -> reguli.Game:
    return reguli.load(_variant(folder, text))


def _variant(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "variant.yaml").write_text(
        f"variant: {folder.name}\nof: power_grid\nname: Other\n{text}", encoding="utf-8"
    )
    return folder


@cache
def _base(name: str, code: str, what: str = "card") -> list[str]:
    """Return the lines of a shipped game, printed once for all tests."""
    return _lines(reguli.load(name), code, what)


def _lines(game: reguli.Game, code: str, what: str = "card") -> list[str]:
    """Return the lines of a card or book without its head and foot, which name the variant."""
    printed = game.card(language=code) if what == "card" else game.book(language=code)
    text = printed.text.replace("\xa0", " ")
    return [line for line in text.partition("\n## ")[2].splitlines() if not line.startswith("*")]


def _alike(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    return next(
        (at for at, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]), min(len(one), len(other))
    )


def _added(line: str, gone: list[str]) -> str | None:
    """Return what stands in a line besides one of the lines that are gone; None where it begins and ends like none of them."""
    for old in gone:
        start = _alike(line, old)
        end = _alike(line[start:][::-1], old[start:][::-1])
        if start + end >= len(old) and start > 20:
            return line[start : len(line) - end]
    return None


@pytest.mark.parametrize(
    ("text", "what", "code"),
    [
        pytest.param(text, what, code, id=f"{name}-{code}", marks=[pytest.mark.night] * (code != by_day))
        for name, text, what, by_day in (("guard", GUARD, "book", "hu"), ("line", LINE, "card", "ro"))
        for code in LANGUAGES
    ],
)
def test_what_the_base_prints_stays_and_the_addition_follows_once(
    code: str, text: str, what: str, tmp_path: Path
) -> None:
    before, after = _base("power_grid", code, what), _lines(_load(tmp_path / "other", text), code, what)
    gone, new = ([line for line in one if line not in other] for one, other in ((before, after), (after, before)))
    told = [(line, words) for line in new if (words := _added(line, gone)) is not None]
    assert len(told) == 1
    assert "1" in told[0][1]
    assert [line for line in gone if line.startswith("- ") and not any(line in other for other in new)] == []


@pytest.mark.parametrize("code", some_by_day(LANGUAGES, ["ro"]))
def test_what_a_statement_of_its_own_states_is_not_repeated(code: str, tmp_path: Path) -> None:
    lines, base = _lines(_load(tmp_path / "other", STATED), code), _base("power_grid", code)
    assert len([line for line in lines if "7" in line]) == len([one for one in base if "7" in one]) + 1
    assert [line for line in base if line not in lines] == []
    assert GIVEN[code] in lines


def test_a_replaced_part_still_withdraws_its_sentence(tmp_path: Path) -> None:
    printed = reguli.load(_variant(tmp_path / "other", REPLACED)).card(language="en")
    assert "P104" in printed.written.overtaken


@pytest.mark.night
def test_an_update_of_the_catalogues_keeps_the_pages(tmp_path: Path) -> None:
    folder = _variant(tmp_path / "other", GUARD)
    game = reguli.load(folder)
    before = [_lines(game, code) for code in LANGUAGES]
    reguli.load(folder).words().update()
    game = reguli.load(folder)
    assert [_lines(game, code) for code in LANGUAGES] == before


TIE = """add:
  ranking: [{by: count(player.done), order: most}]
"""


@pytest.mark.parametrize("code", some_by_day(LANGUAGES, ["ro"]))
def test_another_line_of_the_ranking_withdraws_that_all_who_are_level_share(code: str, tmp_path: Path) -> None:
    """What is withdrawn is a statement, the same in all languages."""
    folder = tmp_path / "tie"
    folder.mkdir()
    (folder / "variant.yaml").write_text(f"variant: tie\nof: nucleum\nname: Ties\n{TIE}", encoding="utf-8")
    share = {"en": "share the victory", "ro": "victoria se împarte", "hu": "a győzelem közös"}[code]
    assert any(share in line for line in _lines(reguli.load("nucleum"), code))
    assert not any(share in line for line in _lines(reguli.load(folder), code))


def test_a_number_that_is_only_kept_is_not_printed(tmp_path: Path) -> None:
    text = """add:
  constants: {most_tokens: {value: 6, unit: token, source: [V1], says: {en: "In each round a player buys at most [most_tokens token]."}}}
  statements: {V1: {statement: "At most six tokens a round.", state: specified}}
  state: {player: {tokens_bought: {number: token, range: [0, open], lasts: phase}}}
  parts:
    resources/buy: |
      needs buyer.tokens_bought + amount <= most_tokens because too_many_tokens
      add amount to buyer.tokens_bought
"""
    base = _base("power_grid", "en")
    assert [line for line in _lines(_load(tmp_path / "other", text), "en") if line not in base] == [
        "## What this variant changes",
        "- In each round a player buys at most 6 tokens.",
    ]

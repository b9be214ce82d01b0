"""A library has sentences for its rules; a rule of the game that it runs, or that a variant writes anew, keeps its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main

SEALED = {
    "variant.yaml": (
        "variant: changed\nof: power_grid\nname: Changed\nreplace:\n  use:\n    bidding:\n      library: auction\n"
        "      with: {prize: card, price: elektro, may_bid: not player.out, most: player.money, sold: sell}\n"
        "      names: {sealing: sealing, seal: seal}\n      cites: {A7: P51, A8: P55, A10: P50}\n"
        "remove: {statements: [P52, P53, P178]}\n"
    ),
    "rules/bids.rules": (
        "procedure auction_off(plant: card, opener: player, first_bid: elektro) cites P54:\n"
        "    run bidding.sealed(plant, opener, first_bid)\n"
    ),
}
RICH = {
    "variant.yaml": "variant: changed\nof: nucleum\nname: Changed\nadd:\n  constants:\n    thaler_flag: {value: 70, unit: thaler}\n",
    "rules/ending.rules": (
        "whenever flag_reached: at_turn is not none and not points_reached.met and (some player in players where player.points >= vp_flag"
        " or count(player.thaler) >= thaler_flag) cites N99 then:\n    run meet(points_reached, on_move)\n"
    ),
}
HIDDEN = {
    "variant.yaml": "variant: changed\nof: power_grid\nname: Changed\nreplace:\n  state:\n    player:\n      fuel: {zone: token, visible: owner, source: [P89]}\n"
}


def _page(folder: Path, files: dict[str, str], product: str = "book", language: str = "en", *, code: int = 0) -> str:
    for name, text in files.items():
        path = folder / "changed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    asked = [product, str(folder / "changed"), "--lang", language, "--format", "md", "--folder", str(folder / "out")]
    assert main(asked) == code
    return (folder / "out" / "changed" / f"{product}.{language}.md").read_text("utf-8").replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("makes one bid in secret", "The highest bid wins the auction, and whoever made it pays that bid.")),
        (
            "ro",
            ("face în secret o singură ofertă", "Oferta cea mai mare câștigă licitația, iar cine a făcut-o plătește"),
        ),
        ("hu", ("titokban egyetlen ajánlatot tesz", "A legmagasabb ajánlat nyeri az árverést, és aki tette")),
    ],
)
def test_rules_of_a_library_are_told_in_its_words(tmp_path: Path, language: str, told: tuple[str, str]) -> None:
    text = _page(tmp_path, SEALED, "card", language)
    assert [text.count(one) for one in told] == [1, 1]


def test_what_a_library_no_longer_does_is_not_denied(tmp_path: Path) -> None:
    """What runs the library tells what it runs now; the former bidding is not denied step by step."""
    text = _page(tmp_path, SEALED)
    assert "higher bid" not in text
    assert "no longer" not in text.partition("## ")[2]
    # What a sale does has not changed, although another procedure of the library runs it.
    assert "Whoever gets one more than that gives up one of their earlier power plants at once" in text
    assert "At once draw another power plant from the deck in its place." in text


def test_what_a_rule_written_anew_runs_keeps_its_sentence(tmp_path: Path) -> None:
    text = _page(tmp_path, RICH)
    assert "at least 70 Thalers" in text
    # A full action market still meets an end condition, and an end condition still brings points.
    assert "3 victory points" in text


def test_what_is_kept_of_a_player_and_seen_by_others_is_another_sentence(tmp_path: Path) -> None:
    text = _page(tmp_path, HIDDEN)
    assert "Only the owner may see the resources." in text
    assert "At any time, a player may rearrange resources" in text


AGAIN = {
    "variant.yaml": (
        "variant: changed\nof: power_grid\nname: Changed\nadd:\n  parts:\n    bureaucracy: |\n"
        "      for plant in actual_market:\n          run bidding.ascending(plant, first(turn_order), 0)\n"
    )
}


def test_a_rule_of_a_library_that_is_run_once_more_is_told_there(tmp_path: Path) -> None:
    # One finding: an auction pays Elektro, of which a statement says that it never happens in this phase.
    text = _page(tmp_path, AGAIN, code=1)
    told = "for each power plant in the actual market, in an auction, bidding goes clockwise"
    assert text.count(told) == 1

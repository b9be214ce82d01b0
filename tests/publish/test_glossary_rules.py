"""What a glossary lists and how: on a ruleset with a handful of words of its own, so that every row is known beforehand."""

from __future__ import annotations

import shutil

import pytest
from cards import CODES, LOCALES, TOP

from reguli.pipeline import LoadedRuleset
from reguli.publish.products.product_registry import PrintOrder
from reguli.publish.products.product_writer import write_products
from reguli.publish.products.reference_card import card_source
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources

# Its wishes are pieces, one of each; its sorts are not, and only sentences name them.
TERMS = {
    "en": """
  bed: {singular: bed}
  shade: {singular: shade, counted: false}
  compost: {singular: compost, mass: true}
  plain_herb: {singular: herb}
  herbs: {singular: herbs, mass: true}
  weed: {singular: weed}
  tree_by_herb: {singular: wish 10}
  tree_by_tree: {singular: wish 77}
  herb_by_tree: {singular: wish 2}
  flower_by_herb: {singular: wish IX}
  flower_alone: {singular: wish V}
  tree_in_a_corner: {singular: wish}
  herb_by_flower: {singular: wishbone}
  wish_deck: {singular: bed}
""",
    "ro": """
  bed: {gender: n, singular: strat, plural: straturi}
  shade: {gender: f, singular: umbră, plural: umbre, counted: false}
  compost: {gender: n, plural: gunoaie}
  plain_herb: {gender: f, singular: plantă, plural: plante}
  herbs: {gender: f, plural: plante}
  weed: {gender: f, singular: buruiană, plural: buruieni}
  wish: {gender: f, singular: dorință, plural: dorințe}
  tree_by_herb: {head: wish, after: "10"}
  tree_by_tree: {head: wish, after: "77"}
  herb_by_tree: {head: wish, after: "2"}
  flower_by_herb: {head: wish, after: IX}
  flower_alone: {head: wish, after: V}
  tree_in_a_corner: {head: wish}
  herb_by_flower: {gender: n, singular: iadeș, plural: iadeșuri}
  wish_deck: {gender: n, singular: strat, plural: straturi}
""",
    "hu": """
  shade: {nominative: árnyék, accusative: árnyékot, possessive: árnyéka, harmony: back, counted: false}
  bed: {nominative: virágágyás, accusative: virágágyást, possessive: virágágyása, harmony: back}
  compost: {nominative: komposzt, accusative: komposztot, possessive: komposztja, harmony: back}
  plain_herb: {nominative: fűszer, accusative: fűszert, possessive: fűszere, harmony: front}
  herbs: {nominative: fűszer, accusative: fűszert, possessive: fűszere, harmony: front}
  weed: {nominative: gyom, accusative: gyomot, possessive: gyoma, harmony: back}
  tree_by_herb: {head: wish, nominative: 10-es fokú kívánság}
  tree_by_tree: {head: wish, nominative: 77. kívánság}
  herb_by_tree: {head: wish, nominative: 2. kívánság}
  flower_by_herb: {head: wish, nominative: IX. „nagy” kívánság}
  flower_alone: {head: wish, nominative: „szép” kívánság}
  wish: {nominative: kívánság, accusative: kívánságot, possessive: kívánsága, harmony: back}
  tree_in_a_corner: {nominative: kívánság, accusative: kívánságot, possessive: kívánsága, harmony: back}
  herb_by_flower: {nominative: sarkantyú, accusative: sarkantyút, possessive: sarkantyúja, harmony: back}
  wish_deck: {nominative: virágágyás, accusative: virágágyást, possessive: virágágyása, harmony: back}
""",
}
SAID = "[bed] [shade] [compost] [plain_herb] [herbs] [wish_deck]"
WISHES = "[tree_by_herb] [herb_by_tree] [flower_by_herb] [flower_alone] [tree_in_a_corner] [herb_by_flower]"
SENTENCES = {
    "en": {"statement:T1": f"{SAID} {WISHES} [player]", "done:plant": "[weed] [tree_by_tree]"},
    "ro": {"statement:T1": f"{SAID} {WISHES}", "done:plant": "[weed] [tree_by_tree]"},
    "hu": {"statement:T1": f"{SAID} {WISHES} [player]", "done:plant": "[weed] [tree_by_tree]"},
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Return the rows of the glossary of each language, as they are printed."""
    home = tmp_path_factory.mktemp("glossary") / "garden"
    shutil.copytree(TOP / "tests" / "rulesets" / "garden", home)
    for code in CODES:
        words = home / "words" / code
        words.mkdir(parents=True)
        (words / "lexicon.yaml").write_text(f"language: {code}\nterms:{TERMS[code]}", "utf-8")
        told = "".join(
            f'msgctxt "{name}"\nmsgid "{text}"\nmsgstr "{text}"\n\n' for name, text in SENTENCES[code].items()
        )
        (words / "wordings.po").write_text(f'msgid ""\nmsgstr "Language: {code}\\n"\n\n{told}', "utf-8")
    opened = LoadedRuleset(str(home))
    assert opened.ruleset is not None
    bag, sources = Bag(), Sources()
    source = card_source(opened.ruleset, opened.layers, LOCALES, bag, sources)
    written = write_products(source, PrintOrder("glossary", CODES, ("md",)), home / "out", bag=bag, sources=sources)
    assert not bag, [render_with_excerpt(found, sources) for found in bag]
    return {
        code: [line.replace("\u00a0", " ") for line in path.read_text("utf-8").splitlines() if line.startswith("| ")][
            2:
        ]
        for code, path in zip(CODES, written, strict=True)
    }


def _firsts(rows: list[str]) -> list[str]:
    return [
        row.split(" | ")[0].removeprefix("| ")
        for row in rows
        if not row.startswith(("| ---", "| English", "| Magyar", "| Rom"))
    ]


def test_numbers_stand_in_their_order_behind_what_they_tell_apart(pages: dict[str, list[str]]) -> None:
    """2 before 10 and V before IX; what stands in front with a number or in quotes in Hungarian is looked up behind its noun."""
    assert [one for one in _firsts(pages["en"]) if "wish" in one] == [
        "wish", "wish 2", "wish V", "wish IX", "wish 10", "wishbone",
    ]  # fmt: skip
    assert [one.removesuffix(" (f.)") for one in _firsts(pages["ro"]) if "dorință" in one] == [
        "dorință", "dorință 2", "dorință V", "dorință IX", "dorință 10",
    ]  # fmt: skip
    assert [one.split(",")[0] for one in _firsts(pages["hu"]) if "kívánság" in one] == [
        "kívánság", "2. kívánság", "IX. „nagy” kívánság", "10-es fokú kívánság", "„szép” kívánság",
    ]  # fmt: skip


def test_only_what_a_printed_sentence_of_the_language_says_is_listed(pages: dict[str, list[str]]) -> None:
    """A weed and a wish are told of while the game is played, and nowhere else; a player is not spoken of in Romanian."""
    assert not any("77" in row for rows in pages.values() for row in rows)
    assert not any("weed" in row or "gyom" in row for rows in pages.values() for row in rows)
    listed = {code: any("player, players" in row for row in rows) for code, rows in pages.items()}
    assert listed == {"en": True, "ro": False, "hu": True}


def test_what_another_row_says_has_no_row_of_its_own(pages: dict[str, list[str]]) -> None:
    """Neither the same words of another id, nor a term that is a form of another in every language."""
    assert [row for row in pages["en"] if row.startswith("| bed")] == [
        "| bed, beds | strat, straturi (n.) | virágágyás, -t, -a |"
    ]
    assert [row for row in pages["hu"] if "fű" in row] == [
        "| fűszer, fűszert, fűszere | herb, herbs | plantă, plante (f.) |"
    ]


def test_plurals_are_whole_and_stand_only_where_there_is_something_to_count(pages: dict[str, list[str]]) -> None:
    """What is not counted has cases, but no plural, nor has a piece of its own; what has nothing else is marked."""
    assert "| compost | gunoaie (n. pl.) | komposzt, komposztot, komposztja |" in pages["en"]
    assert "| shade | umbră (f.) | árnyék, árnyékot, árnyéka |" in pages["en"]
    assert "| wish 2 | dorință 2 (f.) | 2. kívánság, -ot, -a |" in pages["en"]

"""What is missing is said by variety, with the nouns of the ruleset, by the tool's sentence or by one of the ruleset's own."""

from __future__ import annotations

import pytest

import reguli

FILES = {
    "game.yaml": "ruleset: stoves\nlanguage: 2\nversion: 1.0.0\nname: Stoves\nplayers: {min: 2, max: 2}\nsetup: set_up\nround: [heating]\n"
    "ranking: [{by: count(player.stock), order: most}]\n",
    "components/fuels.yaml": "kinds:\n  fuel: {elements: [coal, oil, uranium]}\n"
    "  load: {plural: loads, tokens: {variety: fuel, supply: 9}, starts: store}\n",
    "constants.yaml": "two: 2\nthree: 3\n",
    "state.yaml": "game: {store: {zone: load}}\nplayer: {stock: {zone: load}}\n",
    "rules/heating.rules": """\
procedure set_up:
    move {1 of coal, 1 of oil} from store to seat_1.stock

phase heating:
    decide heating by seat_1, or freeze:
        burn:
            pay {three of coal, 1 of oil, 1 of uranium} from seat_1.stock to store because too_little
        melt:
            pay {1 of coal, 1 of uranium} from seat_1.stock to store because not_enough
        poke:
            pay {1 of coal} from seat_1.stock to store because too_little
        glow:
            pay two of uranium from seat_1.stock to store because too_little
    end game
""",
    "words/en/lexicon.yaml": "language: en\nterms:\n  coal: {singular: coal, mass: true}\n  oil: {singular: oil, mass: true}\n"
    "  uranium: {singular: uranium, mass: true}\n",
    "words/ro/lexicon.yaml": "language: ro\nterms:\n  coal: {gender: m, singular: cărbune, unit: token}\n"
    "  oil: {gender: n, singular: petrol, unit: token}\n  uranium: {gender: n, singular: uraniu, unit: token}\n",
    "words/hu/lexicon.yaml": "language: hu\nterms:\n  coal: {nominative: szén, accusative: szenet, possessive: szene, harmony: front}\n"
    "  oil: {nominative: olaj, accusative: olajat, possessive: olaja, plural: olajok, harmony: back, low: true}\n"
    "  uranium: {nominative: urán, accusative: uránt, possessive: uránja, harmony: back}\n",
    "words/en/wordings.po": 'msgctxt "reason:not_enough"\nmsgid "There is no [lacking], [missing] in all."\nmsgstr ""\n',
}


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> reguli.Playthrough:
    home = tmp_path_factory.mktemp("lacking") / "stoves"
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return reguli.load(home).start(2)


@pytest.mark.parametrize(
    ("language", "burn", "glow"),
    [
        ("en", "2 coal and 1 uranium are missing⟩", "2 uranium are missing⟩"),
        ("ro", "Lipsesc 2 jetoane de cărbune și 1 jeton de uraniu⟩", "Lipsesc 2 jetoane de uraniu⟩"),
        ("hu", "2 szén és 1 urán hiányzik⟩", "2 urán hiányzik⟩"),
    ],
)
def test_the_tool_says_of_which_varieties_how_much_is_missing(
    sitting: reguli.Playthrough, language: str, burn: str, glow: str
) -> None:
    assert sitting.say_why("burn", language=language)[0].replace("\N{NO-BREAK SPACE}", " ").endswith(burn)
    assert sitting.say_why("glow", language=language)[0].replace("\N{NO-BREAK SPACE}", " ").endswith(glow)


def test_a_wording_of_the_ruleset_may_say_it_too(sitting: reguli.Playthrough) -> None:
    assert sitting.say_why("melt") == ["There is no 1 uranium, 1 in all."]


def test_a_program_is_told_each_variety(sitting: reguli.Playthrough) -> None:
    (refusal,) = sitting.why("burn")
    assert (refusal.lacking, refusal.missing, refusal.unit) == ((("coal", 2), ("uranium", 1)), 3, "load")
    with pytest.raises(reguli.IllegalMove) as refused:
        sitting.apply("burn")
    (finding,) = refused.value.findings
    assert dict(finding.args)["expected"].args == (  # type: ignore[union-attr]
        ("text", "{three of coal, 1 of oil, 1 of uranium} <= seat_1.stock"),
        ("lacking", "2 coal, 1 uranium"),
    )

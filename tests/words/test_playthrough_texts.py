"""Whatever happens in a playthrough can be told in every language, and so can every refusal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from realisers import LOCALES
from toll_desk import TOYS

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import visible_entries
from reguli.engine.notation import move_json
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.event_realiser import EventRealiser, open_event_realiser
from reguli.words.grammar.languages import shipped_languages
from reguli.words.journal_texts import event_text, say_refusal
from reguli.words.translation.translation_workspace import WordLocations

RULESETS = Path(__file__).parents[2] / "rulesets"
FOLDERS = sorted(path.parent for home in (RULESETS, TOYS) for path in home.glob("*/game.yaml"))
NAMES = ("Anna", "Dan", "Bence", "Ana", "Mircea", "Sara")
MOVES = 40


def _tellers(playthrough: GamePlaythrough, folder: Path) -> list[EventRealiser]:
    ruleset = playthrough.program.ruleset
    homes = WordLocations(LOCALES, LOCALES if folder.parent == RULESETS else folder / "words", ruleset.id)
    return [
        open_event_realiser(ruleset, language, homes, names=playthrough.names, bag=Bag(), sources=Sources())
        for language in shipped_languages()
    ]


def _refused(playthrough: GamePlaythrough) -> list[tuple[Move, str, str]]:
    """Return a move of each option with its first values, whether or not it is legal."""
    decision = playthrough.decision
    assert decision is not None
    who = playthrough.names[playthrough.actor]
    return [
        (Move(choice.option.name, tuple(0 for _ in choice.option.parameters)), choice.option.name, who)
        for choice in decision.choices
    ]


@pytest.mark.parametrize(
    "folder",
    [pytest.param(one, marks=[pytest.mark.night] * (one in FOLDERS[1::2])) for one in FOLDERS],
    ids=lambda folder: folder.name,
)
def test_events_and_refusals_are_told(folder: Path) -> None:
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None
    low, _ = loaded.ruleset.players
    playthrough = start_playthrough(loaded.program(low), 7, names=NAMES[:low])
    tellers = _tellers(playthrough, folder)
    for turn in range(MOVES):
        if playthrough.over:
            break
        assert playthrough.decision is not None
        for move, _, who in _refused(playthrough):
            given = move_json(playthrough.program, playthrough.decision, move)["arguments"]
            assert isinstance(given, dict)
            for refusal in refusal_reasons(playthrough, move):
                for tongue in tellers:
                    told = say_refusal(refusal, tongue, player=who, move=given, you=turn % 2 == 0)
                    assert told.text, refusal
                    assert "⟦" not in told.text, f"{refusal}: {told.text}"
        families = list(playthrough.families())
        family = families[turn % len(families)]
        playthrough.apply(family.move(turn % family.size))
    seen = Counter[str]()
    for viewer in ("all", None):
        for entry in visible_entries(playthrough, viewer):
            if seen[f"{entry.verb} {entry.about}"] > 3:
                continue
            seen[f"{entry.verb} {entry.about}"] += 1
            for tongue in tellers:
                told = event_text(entry, tongue)
                assert told.text, entry
                assert "⟦" not in told.text, f"{entry}: {told.text}"
    assert seen


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "Drawn by lot: regions west, south-west and south-east"),
        ("ro", "La sorți au ieșit regiunile vest, sud-vest și sud-est"),
        ("hu", "Kisorsolt területek: nyugat, délnyugat és délkelet"),
    ],
)
def test_a_lot_that_falls_on_several_names_them_all(code: str, expected: str) -> None:
    loaded = LoadedRuleset("power_grid")
    playthrough = start_playthrough(loaded.program(3), 7, prescribed={"area": ["w+sw+se"]}, names=NAMES[:3])
    event = next(entry for entry in visible_entries(playthrough) if entry.verb == "lot")
    told = {tongue.terms.language.code: event_text(event, tongue).text for tongue in _tellers(playthrough, loaded.path)}
    assert told[code].replace("\u00a0", " ") == expected

"""What a replay page itself says, in the language of the person: headings, buttons, and what its script fills in."""

from __future__ import annotations

from reguli.words.catalogue.interface import Interface


def page_texts(words: Interface, players: int, moves: int, *, over: bool) -> dict[str, str]:
    """Give the texts by name; gaps in braces that stay are filled by the page's script."""
    say = words.say
    counts = [words.count("{n} player", "{n} players", players), words.count("{n} move", "{n} moves", moves)]
    return {
        "summary": ", ".join(counts if over else [*counts, say("not finished")]),
        "noscript": say("Stepping through the game needs JavaScript; all moves and the ranking stand below."),
        "steps": say("Steps of the game"),
        "first": say("First"),
        "back": say("Back"),
        "on": say("Forward"),
        "last": say("Last"),
        "home_key": say("Home"),
        "left_key": say("Left arrow"),
        "right_key": say("Right arrow"),
        "end_key": say("End"),
        "step": say("Step"),
        "phase": say("Phase"),
        "board": say("The board"),
        "happened": say("What happened"),
        "position": say("Position"),
        "changed": say("◆ marks what this step changed."),
        "ranking": say("Final ranking") if over else say("Ranking at the end of this record"),
        "place": say("Place"),
        "player": say("Player"),
        "all_moves": say("All moves"),
        **_filled_in(words),
    }


def _filled_in(words: Interface) -> dict[str, str]:
    """Give what the script says."""
    say = words.say
    return {
        "none": say("none"),
        "unlimited": say("without limit"),
        "yes": say("yes"),
        "no": say("no"),
        "unordered": say("in unknown order: {items}"),
        "empty": say("empty"),
        "not_empty": say("{kind}: {n} not empty"),
        "game": say("Game"),
        "value": say("value"),
        "players": say("Players"),
        "round": say("round {round}"),
        "stage": say("stage {stage}"),
        "at": say("{at} of {last}"),
        "step_at": say("step {at} of {last}"),
        "beginning": say("Beginning"),
        "forced": say("the only move"),
        "circle": say("circle"),
        "square": say("square"),
        "triangle": say("triangle"),
        "diamond": say("diamond"),
        "pentagon": say("pentagon"),
        "star": say("star"),
    }

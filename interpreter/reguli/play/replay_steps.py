"""Replay data for a page: the initial position and the changes made by each step.

A position is flat here: ``game/deck``, ``player/money/seat_1``, ``facts/round`` to a plain value, so that a step is the
few places that changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from reguli.engine.gameplay.action_sets import format_action_sets
from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, PlayedMove
from reguli.engine.history.journal import Viewer, count_visible_entries, visible_entries
from reguli.engine.notation import Plain, Unreadable, element_text, key_texts, move_text
from reguli.engine.observation import hidden_values
from reguli.engine.position_documents.position_values import place_as_plain, position_as_plain
from reguli.ir.program import Program
from reguli.ir.state_layout import FieldSlots
from reguli.play.board_layout import board_layout_data
from reguli.play.game_progress import has_rounds
from reguli.play.zone_details import place_values
from reguli.source.name_suggestions import closest_name
from reguli.words.catalogue.interface_texts import ENGLISH, InterfaceTexts

if TYPE_CHECKING:
    from reguli.play.session_texts import SessionRealiser


# -- terminal messages -----------------------------------------------------------------------------------------------
# What a table says: options, rankings, mistakes in what was typed; what is typed is said in ids and digits.


WIDEST: Final = 30
"""Letters of a typed move up to which the words behind all of them stand below each other."""


def move_lines(playthrough: GamePlaythrough, families: Sequence[ActionSet], tongue: SessionRealiser) -> list[str]:
    """Return lines with each move as typed, then in words."""
    typed = [format_action_sets(playthrough, family).text for family in families]
    width = min(max(map(len, typed), default=0), WIDEST)
    said = [tongue.family(playthrough, family) for family in families]
    return [f"{text:{width}}  {words}".rstrip() for text, words in zip(typed, said, strict=True)]


def option_lines(playthrough: GamePlaythrough, families: Sequence[ActionSet], tongue: SessionRealiser) -> list[str]:
    """Return numbered options."""
    return [f"{number:>4}  {line}" for number, line in enumerate(move_lines(playthrough, families, tongue), 1)]


def decision_prompt_line(playthrough: GamePlaythrough, name: str, tongue: SessionRealiser) -> str:
    """Return the question to a player called ``name``; without a wording, a gloss with the decision's name."""
    question = tongue.question(playthrough)
    return f"{name}: {question}" if question else tongue.gloss_of_question(playthrough)


def typed_move_text(playthrough: GamePlaythrough, move: Move) -> str:
    """Return a move of the present decision in typed form."""
    assert playthrough.decision is not None
    return move_text(playthrough.program, playthrough.decision, move, playthrough.names)


def player_text(playthrough: GamePlaythrough, seat: int) -> str:
    """Name a player."""
    return element_text(playthrough.program, "player", seat, playthrough.names)


def completed_move_text(playthrough: GamePlaythrough, played: PlayedMove, tongue: SessionRealiser) -> str:
    """Return a move in past tense; the playthrough is before it."""
    return tongue.done(playthrough, playthrough.program.decisions[played.decision], played.move, played.actor)


def _criteria_line(tongue: SessionRealiser) -> str:
    return f"{tongue.ranking_title()}: {'; '.join(tongue.criteria())}"


def ranking_lines(playthrough: GamePlaythrough, tongue: SessionRealiser) -> list[str]:
    """Return the criteria line, then the ranking, best first, with each criterion's value and the thing it counts."""
    lines = [_criteria_line(tongue)]
    for place in playthrough.places():
        named = zip(tongue.values_ranked(), place.values, strict=True)
        values = " · ".join(f"{counted} {value}".lstrip() for counted, value in named)
        lines.append(f"{place.place or '–'}. {tongue.title(place.player)}  {values}".rstrip())
    return lines


def move_syntax_error_line(
    playthrough: GamePlaythrough, unreadable: Unreadable, typed: str, words: InterfaceTexts = ENGLISH
) -> str:
    """Return the error in a typed move, and the valid forms."""
    say, word, known = words.say, unreadable.word, unreadable.expected
    meant = closest_name(word, known)
    hint = [say("Did you mean {word}?", word=meant)] if meant else []
    match unreadable.kind:
        case "option":
            what = say("There is no option {word} here.", word=repr(word)) if word else say("Say an option.")
            return " ".join([what, *hint, say("Options: {options}.", options=", ".join(known))])
        case "count":
            option = typed.split(maxsplit=1)[0] if typed.split() else ""
            form = " ".join([option, *(name.upper() for name in known)])
            return say("{option} is said as: {form}.", option=option, form=form)
        case "number":
            return say("{word} should be a whole number.", word=repr(word))
        case _:
            what = say("{word} is not known here.", word=repr(word))
            return " ".join([what, *hint, say("Known: {words}.", words=_some(known, words))])


def _some(known: Sequence[str], words: InterfaceTexts, most: int = 40) -> str:
    more = f", … {words.say('{n} more', n=len(known) - most)}" if len(known) > most else ""
    return ", ".join(known[:most]) + more


# -- replay steps ----------------------------------------------------------------------------------------------------


Flat = dict[str, Plain]
MOST_LINES: Final = 60
"""Journal entries shown of one step; a step that ends a round has some dozens."""


def flatten_position(playthrough: GamePlaythrough, viewer: Viewer = "all") -> Flat:
    """Return the position as a viewer sees it: a flat mapping from places to values, keyed fields with one entry per key.

    What the viewer may not see is ``{"hidden": true}``, with a count and known cards as in ``player_view``.
    """
    program, hidden = playthrough.program, hidden_values(playthrough, viewer)
    keyed = [field for field in program.layout.fields.values() if field.keys]
    found: Flat = {}
    for field in keyed:
        for place in range(field.places):
            mask = None if hidden is None else hidden(field, place)
            shown = place_as_plain(program, playthrough.slots, field, place) if mask is None else mask
            found[place_path(program, field, place)] = shown
    names = {field.name.replace(".", "/") for field in keyed}
    for owner, fields in position_as_plain(playthrough.program, playthrough.slots, (), hidden).items():
        assert isinstance(fields, dict)
        for name, value in fields.items():
            if f"{owner}/{name}" in names:
                continue
            if owner in ("facts", "game") or not isinstance(value, dict):
                found[f"{owner}/{name}"] = value
            else:
                found.update({f"{owner}/{name}/{element}": each for element, each in value.items()})
    return found


def place_path(program: Program, field: FieldSlots, place: int) -> str:
    """Return a place's path: ``game/deck``, ``game/worth[salt]``, ``player/share[salt]/seat_1``."""
    owner, _, name = field.name.partition(".")
    of = "" if owner == "game" else f"/{element_text(program, owner, field.owner_of(place), ids=True)}"
    keys = f"[{','.join(key_texts(program, field, place))}]" if field.keys else ""
    return f"{owner}/{name}{keys}{of}"


def find_place(program: Program, path: str) -> tuple[FieldSlots, int] | None:
    """Return the field and the place of a path of a flat position; None if it is none."""
    fields = (field for field in program.layout.fields.values() if path.startswith(field.name.replace(".", "/")))
    places = ((field, place) for field in fields for place in range(field.places))
    return next((one for one in places if place_path(program, *one) == path), None)


def replay_page_data(
    first: GamePlaythrough,
    moves: Sequence[PlayedMove],
    title: str,
    words: InterfaceTexts,
    tongue: SessionRealiser,
    *,
    viewer: Viewer = "all",
) -> dict[str, Plain]:
    """Return all data of a replay page, its texts in the language of ``words``; ``tongue`` words moves and events.

    ``first`` stands at the beginning, with ``play_forced`` off; the moves, forced ones among them, are played on it. The data
    hold what ``viewer`` could see, and of a game that is not over no ranking but for one who sees everything.
    """
    program = first.program
    start = flatten_position(first, viewer)
    steps: list[Plain] = [replay_step_data(first, {}, (start, start), 0, words=words, tongue=tongue, viewer=viewer)]
    before = start
    for played in moves:
        said: dict[str, Plain] = {
            "seat": played.actor,
            "move": completed_move_text(first, played, tongue),
            "forced": played.forced,
        }
        told = count_visible_entries(first, viewer)
        first.apply(played.move)
        if viewer != "all":  # the arguments of a secret decision are for its player alone
            chosen = (one for one in visible_entries(first, viewer, told) if one.verb == "choose")
            said["move"] = next(map(tongue.event, chosen), "")
        after = flatten_position(first, viewer)
        steps.append(replay_step_data(first, said, (after, before), told, words=words, tongue=tongue, viewer=viewer))
        before = after
    return {
        "lang": words.code,
        "texts": {**replay_page_texts(words, program.players, len(moves), over=first.over)},
        "title": title,
        "ruleset": program.ruleset.name,
        "origins": bool(program.ruleset.documents.origins),
        **replay_static_data(program, tongue),
        "start": start,
        "steps": steps,
        "over": first.over,
        "ranking": [
            {"place": place.place, "seat": place.player, "values": list(place.values)}
            for place in (first.places() if first.over or viewer == "all" else ())
        ],
    }


def replay_static_data(program: Program, tongue: SessionRealiser) -> dict[str, Plain]:
    """Return the data shared by all positions of a table: seats, names of things, tracked fields, the board."""
    return {
        "seats": [tongue.title(seat) for seat in range(program.players)],
        "seat_ids": list(program.ruleset.kinds["player"].elements[: program.players]),
        "rounds": has_rounds(program.ruleset),
        **_words(program, tongue),
        "fields": _fields(program, tongue),
        "labels": _labels(program, tongue),
        "board": board_layout_data(program.ruleset),
    }


def replay_step_data(
    playthrough: GamePlaythrough,
    said: dict[str, Plain],
    positions: tuple[Flat, Flat],
    told: int,
    *,
    words: InterfaceTexts,
    tongue: SessionRealiser,
    viewer: Viewer = "all",
) -> dict[str, Plain]:
    """Return a step, with the texts of its move in ``said``: ``positions`` are those after and before it, as the viewer saw them.

    ``told`` is how many events the viewer was told before.
    """
    after, before = positions
    found = [tongue.event(entry) for entry in visible_entries(playthrough, viewer, told)]
    lines = [line for line in found if line]
    shown: list[Plain] = [*lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        shown.append(f"… {words.say('{n} more', n=len(lines) - MOST_LINES)}")
    changed: Flat = {place: value for place, value in after.items() if before.get(place, ...) != value}
    return {
        **said,
        "round": after.get("facts/round"),
        "phase": after.get("facts/phase"),
        "stage": after.get("facts/stage"),
        "lines": shown,
        "changed": changed,
    }


def _words(program: Program, tongue: SessionRealiser) -> dict[str, Plain]:
    """Return the texts by id.

    That is the criteria, the nouns of kinds, of fields and of what is counted, what the elements of each kind are called together, and
    what phases and stages are called.
    """
    kinds, labels = program.ruleset.kinds, tongue.events.labels
    names = {field.declared.id for field in program.layout.fields.values()} | set(kinds)
    names.update(element for kind in kinds.values() for element in kind.elements)
    nouns = {kind.id: tongue.events.phrases.noun_of(kind) for kind in kinds.values()}
    together = {kind: labels.noun(noun, many=True) for kind, noun in nouns.items()}
    return {
        "winner": _criteria_line(tongue),
        "criteria": [text[:1].upper() + text[1:] if " " in text else text for text in tongue.criteria()],
        "ranked": [text[:1].upper() + text[1:] for text in tongue.values_ranked()],
        "words": {name: said for name in sorted(names) if (said := tongue.word(name))},
        "kinds": {kind: text[:1].upper() + text[1:] for kind, text in together.items() if text},
        "eras": {kind: {name: tongue.era(kind, name) for name in kinds[kind].elements} for kind in ("phase", "stage")},
    }


def _fields(program: Program, tongue: SessionRealiser) -> dict[str, Plain]:
    """Return, for each tracked place, its contents' kind, its label, and whether a page shows it in tables."""
    found: dict[str, Plain] = {}
    worth = _worth(program, tongue)
    for field in program.layout.fields.values():
        declared = field.declared
        of, label = declared.of, tongue.events.labels.field(declared.owner, declared.id).text
        kind = program.ruleset.kinds.get(of or "")
        seats = of == "player" or (kind is not None and kind.variety == "player")
        for keys in _keys(program, field):
            said = ", ".join(tongue.key(key.kind, word) for key, word in zip(field.keys, keys, strict=True))
            at = f"[{','.join(keys)}]" if keys else ""
            found[f"{declared.owner}/{declared.id}{at}"] = {
                "owner": declared.owner,
                "name": f"{declared.id}{at}",
                "label": f"{label[:1].upper()}{label[1:]}{f' ({said})' if said else ''}",
                "form": declared.form,
                "shown": declared.shown,
                "of": of,
                "variety": None if kind is None else kind.variety,
                "pieces": kind is not None and kind.form == "pieces",
                "seats": seats,
                "sum": declared.form == "zone" and kind is not None and kind.form == "tokens" and kind.variety is None,
                "single": declared.capacity == 1,
                **worth.get(field.name, {}),
            }
    return found


def _worth(program: Program, tongue: SessionRealiser) -> dict[str, dict[str, Plain]]:
    """Return by zone what its numbered places are worth, by variety, and each of these values with its unit."""
    found: dict[str, dict[str, Plain]] = {}
    for zone, (table, rows) in place_values(program.ruleset).items():
        values = sorted({value for row in rows.values() for value in row})
        amounts: dict[str, Plain] = {str(value): tongue.amount(value, table.declared.unit or "") for value in values}
        found[zone] = {"places": {variety: [*row] for variety, row in rows.items()}, "amounts": amounts}
    return found


def _keys(program: Program, field: FieldSlots) -> Iterator[list[str]]:
    """Yield the key names of each place of one owner; for a field without keys, one empty list."""
    yield from (key_texts(program, field, place) for place in range(field.each))


def _labels(program: Program, tongue: SessionRealiser) -> dict[str, Plain]:
    """Return the labels of elements that differ from their ids."""
    found: dict[str, Plain] = {}
    for kind in program.ruleset.kinds.values():
        named = kind.values.get("name", kind.labels)
        labels: dict[str, Plain] = {}
        for element, label in zip(kind.elements, named, strict=True):
            said = "" if kind.id == "player" else tongue.events.listed(kind.id, element)
            if said or (label is not None and str(label) != element):
                labels[element] = said or str(label)
        if labels:
            found[kind.id] = labels
    return found


def replay_page_texts(words: InterfaceTexts, players: int, moves: int, *, over: bool) -> dict[str, str]:
    """Return the texts by name; remaining placeholders are filled by the page's script."""
    say = words.say
    counts = [words.count("{n} player", "{n} players", players), words.count("{n} move", "{n} moves", moves)]
    return {
        "summary": ", ".join(counts if over else [*counts, say("not finished")]),
        "origins": say("Some of the data is reconstructed or comes from elsewhere; the rulebook says which."),
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
        **board_script_texts(words),
    }


def board_script_texts(words: InterfaceTexts) -> dict[str, str]:
    """Return the texts of the position drawing script."""
    say = words.say
    return {
        "none": say("none"),
        "unlimited": say("without limit"),
        "yes": say("yes"),
        "no": say("no"),
        "unordered": say("in unknown order: {items}"),
        "face_down": say("face down"),
        "face_down_count": say("{n} face down"),
        "next_one": say("the next one: {worth}"),
        "others": say("the others"),
        "secret": say("secret"),
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

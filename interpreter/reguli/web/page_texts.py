"""Texts of the pages in the language of a viewer, and what the lobby shows of a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Final

from reguli.app.description import OptionInfo, describe_ruleset
from reguli.app.errors import Findings
from reguli.app.game_sessions import begin_game, bind_ruleset_bots, open_session_texts
from reguli.app.loading import open_playable, open_ruleset
from reguli.engine.notation import Plain
from reguli.play.bot_policies import available_bots
from reguli.play.session_texts import SessionRealiser
from reguli.shipped_files import shipped_rulesets
from reguli.web.game_table import MOST_FINDINGS, finding_lines
from reguli.web.messages import Request, TableError
from reguli.words.catalogue.interface_texts import OWN, InterfaceTexts
from reguli.words.grammar.languages import language_codes

PAGES: Final = Path(__file__).with_name("page")
PRINTED_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; base-uri 'none'"
)
"""The policy of a rulebook or a card: a page without scripts that brings its own styles, fonts and pictures."""
PAGE_TEXTS: Final = {
    "language": "Language",
    "close": "Close",
    "copy": "Copy",
    "copy_of": "Copy the link: {name}",
    "copied": "The link has been copied.",
    "not_copied": "The link could not be copied. Select it and copy it by hand.",
    "open": "Open",
    "open_of": "Open the link: {name}",
    "seats": "Players",
    "person": "A person",
    "link_watch": "For those who watch",
    "link_host": "For the host",
    "lobby_title": "New table",
    "reading": "The game is being read …",
    "new_table": "New table",
    "game": "Game",
    "players": "Number of players",
    "name": "Name",
    "played_by": "Played by",
    "bot_named": "Bot: {bot}",
    "bot_random": "moves at random",
    "bot_uniform": "moves at random",
    "bot_greedy": "looks ahead a little",
    "bot_search": "looks far ahead",
    "bot_sane": "plays sensibly",
    "pause": "Stop the bots",
    "go_on": "Let the bots go on",
    "paused": "The bots have been stopped.",
    "seat_number": "Player {n}",
    "create": "Set up the table",
    "preparing": "The table is being set up. The first one of a game may take ten seconds.",
    "loading": "Loading: {n} of {all} MB",
    "starting": "Everything is loaded and is being started …",
    "loaded": "Everything is ready.",
    "loading_failed": "The game could not be loaded: {why}",
    "games": "Games",
    "begun": "Games that you have begun",
    "remove": "Remove",
    "pass_to": "Pass the device to {name}.",
    "pass_done": "I am {name}: show my table",
    "links_title": "The table is ready: {game}",
    "links_help": "Send each player one link. A link is a seat: do not show it to others.",
    "links_local": "People on other machines cannot open these links. Start the server with “reguli serve --host 0.0.0.0”, and open this page by the address of this machine.",
    "links_host": "The link for the host shows all links again, gives seats to bots or people and stops the bots. Keep it to yourself.",
    "another_table": "Set up another table",
    "skip": "Skip to the moves",
    "book": "Rulebook",
    "card": "Summary",
    "tools": "Rulebook, summary, language",
    "help": "Help",
    "help_choose": "Choose what is marked on the board and on the things, or a move in the list. Nothing is played before you confirm it.",
    "help_back": "“Start again” drops what you have chosen. “Take back” asks the other people to take back your last move.",
    "help_rules": "Click the name of a value, a number or a thing: it says what it is, and which rules stand behind it.",
    "help_note": "Below the moves you can leave a note for those who write the rules.",
    "keys": "Keys",
    "over": "The game is over.",
    "your_turn": "It is your turn.",
    "turn_of": "{name} is to move.",
    "you": "you",
    "bot": "bot",
    "away": "away",
    "on_turn": "to move",
    "status_connecting": "Connecting",
    "status_open": "Connected",
    "status_waiting": "Connection lost; trying again",
    "status_moved": "This seat was opened on another device.",
    "status_ended": "The connection has ended.",
    "sit_again": "Sit down here again",
    "notices": "Notices",
    "board_title": "The board",
    "changed": "◆ marks what the last move changed.",
    "shared": "Things that belong to all",
    "mine": "My things",
    "others": "Players and things",
    "log": "What happened",
    "earlier": "Show earlier moves",
    "waiting_for": "Waiting for {name}.",
    "no_moves": "Nothing can be chosen here.",
    "choose_help": "Choose something that is marked on the table, or a move from the list.",
    "chosen": "Chosen: {move}.",
    "several": "{n} moves go on from here:",
    "more_below": "{n} more moves stand in the list below.",
    "play": "Play this move",
    "start_again": "Start again",
    "at_once": "Play at once when one move is left",
    "number": "Number",
    "range": "{low} to {high}",
    "less": "One less",
    "greater": "One more",
    "set_of": "Choose {least} to {most}",
    "set_count": "Chosen: {n} of {least} to {most}",
    "set_exactly": "Chosen: {n} of {most}",
    "all_moves": "All moves ({n})",
    "list_cut": "There are more moves than this list shows. Choose something on the table, and the host knows the move all the same.",
    "group": "{said} ({n})",
    "group_like": "{said}, and {n} moves like it",
    "filter": "Find a move",
    "found": "Moves found: {n}",
    "not_now": "What cannot be chosen now, and why",
    "nothing_refused": "Everything that is shown here can be chosen.",
    "name_cannot": "{name}, cannot be chosen now",
    "not_possible": "{name} cannot be chosen now.",
    "no_reason": "No single rule stands against it; no move with it is possible.",
    "statement": "rulebook, {id}",
    "trace_of": "About this: {name}",
    "trace_change": "{was} → {now}",
    "trace_start": "At the beginning: {value}",
    "trace_place": "written in {place}",
    "trace_none": "Nothing more is recorded of it.",
    "elsewhere": "Beside the board",
    "does": "What it does",
    "still_asked": "Still taking part",
    "hint": "Hint",
    "hint_said": "{bot}. It would choose: {move}",
    "hint_take": "Choose this move",
    "undo": "Take back",
    "undo_asked": "You asked to take back your last move.",
    "undo_question": "{name} asks to go back to move {n}.",
    "undo_over": "The move was not taken back.",
    "seat_taken": "The host has given your seat to a bot.",
    "seat_back": "The host has given your seat back to you.",
    "fold": "Choices",
    "asks_of": "Question for {name}:",
    "show_marked": "Show what is marked",
    "your_tables": "Your tables",
    "undo_revealed": "Something that was hidden has been seen since then.",
    "undo_waits": "Not answered yet: {names}",
    "agree": "Agree",
    "refuse": "Refuse",
    "withdraw": "Do not ask any more",
    "branch": "What if?",
    "branch_help": "You are trying something out. You move for all players, and only you can see it.",
    "leave": "Back to the game",
    "beginning": "Beginning",
    "forced": "the only move",
    "looking": "You are looking at move {at} of {last}.",
    "look_idle": "Go back to now to choose a move.",
    "back": "Back",
    "on": "Forward",
    "to_now": "Back to now",
    "smaller": "Smaller board",
    "larger": "Larger board",
    "ranking": "Final ranking",
    "looking_up": "Looking up its rules…",
    "first_alone": "Winner: {names}",
    "first_shared": "Shared first place: {names}",
    "first_none": "All players have lost.",
    "end_of_game": "End of the game",
    "progress_of": "{label} {value} of {limit}",
    "score_sheet": "How the result came about",
    "place": "Place",
    "player": "Player",
    "note": "Leave a note about the rules",
    "note_kind": "What is it about?",
    "note_unclear": "A rule is unclear",
    "note_long": "It takes too long",
    "note_no_choice": "There was nothing to decide",
    "note_slip": "A mistake of mine that the rules invite",
    "note_good": "This is good",
    "note_statement": "Which rule?",
    "spaces": "What the spaces of the board do",
    "spaces_none": "No space of the board has a rule of its own.",
    "note_no_such": "The rulebook has no such statement.",
    "end_title": "Three questions about the game",
    "note_best": "What did you enjoy most?",
    "note_hard": "Which rule was hard to understand?",
    "note_change": "What would you change?",
    "note_text": "Note",
    "send": "Send",
    "note_sent": "Thank you, the note has been kept.",
    "host": "The host: links and bots",
    "key_look": "One move back or forward",
    "key_first": "To the beginning",
    "keys_on": "Use these keys",
    "bench_title": "Workbench",
    "bench_numbers": "Numbers",
    "bench_numbers_help": "Click a sentence of a card that has a number, or find a number by its name.",
    "bench_find": "Name of a number",
    "bench_rule": "used by {rule} ({place})",
    "bench_change": "Change",
    "bench_written": "{name} is {value} now, written in {place}.",
    "bench_changed": "Changed numbers",
    "bench_back": "Back to {was}",
    "bench_shipped": "This ruleset came with reguli. Its numbers can be changed in a variant of your own.",
    "bench_findings": "Findings",
    "bench_no_findings": "Nothing is wrong with the rules.",
    "bench_count_findings": "Findings: {n}",
    "bench_examples": "Worked examples",
    "bench_examples_run": "{n} examples were run; {failed} of them fail.",
    "bench_notes": "Notes from tables",
    "bench_no_notes": "Nobody has noted anything yet.",
    "bench_reload": "Look for new notes",
    "bench_example": "Make an example",
    "bench_question": "Make an open question",
    "bench_effects": "What it does to play",
    "bench_games": "Number of games",
    "bench_play": "Let bots play",
    "bench_playing": "Bots are playing {n} games …",
    "bench_played": "{n} games for the fewest players. {bot}. ± is half of an interval of 95 %.",
    "bench_before": "Before",
    "bench_after": "Now",
    "bench_difference": "Difference",
    "bench_noise": "within noise",
    "bench_figure_rounds": "Rounds",
    "bench_figure_moves": "Moves",
    "bench_figure_wins": "Wins",
    "bench_cards": "Cards",
    "bench_tables": "Table",
    "bench_replayed": "The rules have changed. The game was played again by the new ones.",
    "bench_held": "The rules have changed, and no longer allow move {n}. The game goes on before it.",
    "edit_title": "Change the rules",
    "edit_file": "File",
    "edit_text": "Text of the file",
    "edit_help": "Indent with two spaces; the Tab key leaves the text. Your changes stand in the address of this page and nowhere else.",
    "edit_changed": "{name} (changed)",
    "edit_back": "Put back this file",
    "edit_share": "Share",
    "edit_link": "Address with your changes",
    "edit_play": "Play it",
    "edit_go": "Go to {place}",
    "changed_game": "{name}, with changed rules",
    "error_version": "This page is of another version than the host. Load it again.",
    "error_link": "There is no such table. Ask whoever invited you to send the whole link again.",
    "error_stale": "The position has changed since.",
    "error_illegal": "This move cannot be made.",
    "error_turn": "Another player has to decide.",
    "error_busy": "Too many requests. Wait a moment.",
    "error_input": "The host did not understand this.",
    "error_rules": "The rules failed here.",
    "error_gone": "The table was closed.",
    "error_lost": "The host of this table was lost. Try again.",
    "error_secrets": "Trying out is not possible in a game with hidden things.",
    "error_offline": "There is no connection. When it is back, look whether this was done.",
    "error_names": "Two players have the same name.",
    "error_changed": "The rules have changed since this game was recorded, and no longer allow one of its moves.",
    "error_game": "There is no such game.",
    "error_share_long": "These changes are too long for an address, which may have 60,000 characters.",
    "error_share_large": "The changes in this address are too large: they may have 2,000,000 letters.",
    "error_share_broken": "This address is damaged. Ask whoever sent it to send the whole address again.",
    "error_share_base": "This address changes other rules than those of this site. Ask for a new one.",
}
"""The English texts of the pages by name."""


def asked_language(request: Request) -> str:
    """Return the code of the language of a request, English where it names none. Raises ``TableError``."""
    code = str(request.get("lang", OWN))
    if code not in language_codes():
        raise TableError("input")
    return code


def served_games(names: Sequence[str]) -> dict[str, str]:
    """Return the rulesets to serve by id; without names all that are shipped. Raises ``Findings`` for one that is none."""
    found: dict[str, str] = {}
    for name in names or shipped_rulesets():
        where = name if name in shipped_rulesets() else str(open_ruleset(name, {}).path.resolve())
        short = Path(where).stem
        names_of_it = chain((short,), (f"{short}_{number}" for number in count(2)))
        found[next(one for one in names_of_it if one not in found)] = where
    return found


def name_document(name: str) -> dict[str, Plain]:
    """Return the id and the printed name of a ruleset; raises ``Findings`` where it cannot be read."""
    loaded = open_ruleset(name, {})
    if loaded.documents is None:
        raise Findings(loaded.bag.diagnostics, loaded.sources)
    info = describe_ruleset(loaded)
    return {"id": info.id, "name": info.name, "players": [*info.players]}


def game_document(name: str, words: InterfaceTexts) -> dict[str, Plain]:
    """Return the id, name, players, options and bots of a ruleset; only its findings where it cannot be played."""
    try:
        loaded = open_playable(name, {})
        standing = begin_game(loaded, None)
        bots = available_bots(standing.playthrough.program, bind_ruleset_bots(loaded, standing.playthrough.program))
    except Findings as broken:
        shown = broken.findings[:MOST_FINDINGS]
        findings: list[Plain] = [finding_lines([one], broken.sources, words.code) for one in shown]
        spans = [one.span for one in shown]
        places: list[Plain] = [None if one is None else [one.file, one.line, one.column] for one in spans]
        about: dict[str, Plain] = {"id": name, "name": name, "players": [0, 0], "options": [], "bots": []}
        return {**about, "findings": findings, "places": places}
    info, tongue = describe_ruleset(loaded), open_session_texts(standing, words.code)
    own: list[Plain] = [*reversed(bots.listed)]
    options: list[Plain] = [_option(option, tongue, words) for option in info.options]
    found: dict[str, Plain] = {"id": info.id, "name": info.name, "players": [*info.players]}
    return {**found, "options": options, "bots": own, "findings": []}


def _option(option: OptionInfo, tongue: SessionRealiser, words: InterfaceTexts) -> dict[str, Plain]:
    values: list[Plain] = [
        {"value": value, "said": _value_text(option.id, value, tongue, words)} for value in option.values
    ]
    said = tongue.own_text(f"option:{option.id}") or _readable(option.id)
    cites: list[Plain] = [*option.cites]
    return {"id": option.id, "said": said, "values": values, "default": option.default, "cites": cites}


def _value_text(option: str, value: str | bool, tongue: SessionRealiser, words: InterfaceTexts) -> str:
    if isinstance(value, bool):
        return words.say("yes") if value else words.say("no")
    return tongue.own_text(f"option:{option}/{value}") or _readable(value)


def _readable(name: str) -> str:
    return name.replace("_", " ").capitalize()


def page_texts(words: InterfaceTexts) -> dict[str, str]:
    """Return the texts of the pages by name; gaps in braces are filled by the pages."""
    return {name: words.say(text) for name, text in PAGE_TEXTS.items()}

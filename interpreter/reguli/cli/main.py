"""The command ``reguli``: finds the requested subcommand, runs it, and turns the outcome into an exit code.

0 clean, 1 findings, 2 wrong usage or a file that cannot be read, 3 our own fault, 141 nobody reads; 128 and the number of the signal
(130: interrupted) when one ended it.
"""

from __future__ import annotations

import atexit
import dataclasses
import gc
import importlib
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final

from reguli.app.errors import make_refusal, unknown_language_error
from reguli.cli.arguments import WITH, CommandSpec, argument, command_examples, make_command_parser
from reguli.cli.console import Console, UnwritableOutput, make_process_console
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.words.catalogue.interface_texts import load_interface_texts, preferred_language
from reguli.words.grammar.languages import SHIPPED, installed_languages, is_language, locales_folder, unusable_packages

COMMANDS: Final[tuple[tuple[str, str, str], ...]] = (
    ("demo", "play", "check, play and print a game, and say where to look"),
    ("new", "new_ruleset", "begin a variant of a ruleset, or a game of your own"),
    ("list", "ruleset_info", "list the rulesets that came with reguli"),
    ("info", "ruleset_info", "say what a ruleset consists of"),
    ("check", "check", "find every mistake of a ruleset"),
    ("play", "play", "play at the terminal: people and bots"),
    ("serve", "serve", "play in a browser: people by links, and bots"),
    ("site", "site", "write games as a web site that needs no server"),
    ("notes", "serve", "write what players noted at tables in a browser"),
    ("simulate", "simulate", "play many games of bots and write them as rows"),
    ("balance", "balance", "say who wins, how long games are and what is taken, with intervals"),
    ("replay", "position_queries", "follow a saved game move by move"),
    ("moves", "position_queries", "list the moves of a position"),
    ("why", "position_queries", "say why a move is not allowed"),
    ("trace", "ruleset_info", "say where a number of the rules comes from"),
    ("examples", "ruleset_info", "run the worked examples of a ruleset"),
    ("example", "position_queries", "write a position of a game as an example that runs"),
    ("verify", "verify", "find what is wrong, changed, unnoticed and never tried"),
    ("mutate", "verify", "put faults into the rules and say which no example notices"),
    ("compare", "verify", "compare a ruleset with a base, rule by rule and game by game"),
    ("keep", "verify", "keep an example that a report offers"),
    ("accept", "verify", "say why something that a report finds stands"),
    ("baseline", "verify", "record what a ruleset means and how it plays, to compare with later"),
    ("facts", "double_entry", "list what can be entered a second time, and write empty forms for it"),
    ("explain", "document_tools", "explain a finding by its code, or a word of the language"),
    ("card", "print_products", "write the reference card of a ruleset"),
    ("book", "print_products", "write the rulebook of a ruleset, or what a variant changes"),
    ("say", "translations", "say a rule in words"),
    ("words", "translations", "bring wordings up to date, check, preview, exchange them"),
    ("fmt", "document_tools", "lay out rules files as everyone does"),
    ("program", "ruleset_info", "print the blocks that the rules are run as"),
    ("lsp", "language_server", "help an editor: findings while typing, completion, meanings, renaming"),
    ("schema", "document_tools", "say what may stand in a document, for an editor"),
)
"""Every command, the file in ``commands`` where it lives as ``run_<name>`` with those that load the same, and its one line of help."""
LANGUAGE: Final = "--lang"
OF_WORDS: Final = frozenset({"book", "card", "check", "say", "words"})
"""Commands whose own --lang names the languages of texts; it is the language of messages only where REGULI_LANG names none."""
ENDING: Final = ("SIGTERM", "SIGHUP")
"""Signals that end a process; not every system has both."""
CYCLES_SOUGHT_FROM: Final = 200_000
"""So many things made and not given up let Python look for cycles to give up."""


class TerminationSignal(KeyboardInterrupt):
    """An exception raised when a signal of this number asks the process to end; cleanup is the same as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; never raises."""
    # What is read of a ruleset stays to the end: to look for cycles in it again and again is a fifth of the time of a check.
    gc.set_threshold(CYCLES_SOUGHT_FROM, 10, 10)
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        _end_calmly()
        # At the end of the process the system takes everything back: no cycle is looked for then.
        atexit.register(gc.freeze)
    console = _speaking(make_process_console(), words)
    try:
        code = _guarded(words, console)
        console.flush()
    except KeyboardInterrupt as ended:
        return 128 + (ended.number if isinstance(ended, TerminationSignal) else signal.SIGINT)
    except BrokenPipeError:
        _let_go()
        return 141
    except UnwritableOutput as error:
        _let_go()
        with suppress(UnwritableOutput, BrokenPipeError):
            why = console.translation.say(_why_unwritable(error))
            console.tell("reguli: the output cannot be written: {why}", why=why)
        return 2
    return code


def _speaking(console: Console, words: Sequence[str]) -> Console:
    """Return the console in the requested language: the last --lang that names one language, else that of the settings."""
    if console.environment.get("REGULI_LANG"):
        leading = words[0].startswith(LANGUAGE) if words else False
        begins = (at for at, word in enumerate(words) if word in OF_WORDS and (leading or at == 0))
        words = words[: next(begins, len(words))]
    asked = [word for before, word in pairwise(words) if before == LANGUAGE]
    asked += [word.partition("=")[2] for word in words if word.startswith(f"{LANGUAGE}=")]
    wanted = [code for code in asked if is_language(code)] or [preferred_language(console.environment)]
    return dataclasses.replace(console, interface=load_interface_texts(wanted[-1], shipped_folder("locales")))


def _without_language(words: Sequence[str]) -> list[str]:
    """Remove each --lang that precedes the command. Raises as ``_language`` does."""
    rest = list(words)
    while rest and rest[0].partition("=")[0] == LANGUAGE:
        _, equals, code = rest.pop(0).partition("=")
        if not equals:
            code = rest.pop(0) if rest else ""
        _language(code)
    return rest


def _language(code: str) -> str:
    """Parse a language code. Raises ``Refused`` (W501), or ``Findings`` (W590)."""
    if not is_language(code):
        raise unknown_language_error(code)
    return code


def _why_unwritable(error: UnwritableOutput) -> Value:
    # What files cannot be is of interest only where one cannot.
    from reguli.source.bounded_files import os_error_reason

    return os_error_reason(error.__cause__) if isinstance(error.__cause__, OSError) else Said("why.refused")


def _end_calmly() -> None:
    """Handle termination and hang-up signals like Ctrl-C; signals that the parent process ignores stay ignored."""
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _: object) -> None:
    for name in ENDING:
        known = getattr(signal, name, None)
        if known is not None:
            signal.signal(known, signal.SIG_IGN)
    raise TerminationSignal(number)


def _guarded(words: list[str], console: Console) -> int:
    debug = "--debug" in words
    try:
        code = _run(_without_language([word for word in words if word != "--debug"]), console)
        _note_packages(console)
        return code  # noqa: TRY300 - what is wrong with a package is noted within the last resort, too
    except (BrokenPipeError, UnwritableOutput):
        raise
    except Exception as error:  # noqa: BLE001 - the last resort: what is no finding is our fault and is said calmly
        # Most commands find nothing: what shows it is loaded only now.
        from reguli.cli.command_output import report_error

        return report_error(error, console) or _our_fault(error, console, debug)


def _note_packages(console: Console) -> None:
    """Report problems with the language packages that were examined, and missing files of the user's language."""
    found, code = list(unusable_packages()), console.interface.code
    folder = locales_folder(code, shipped_folder("locales")) / code
    missing = [name for name in ("command.po", "messages.po") if code not in SHIPPED and not (folder / name).is_file()]
    if missing:
        found.append(make_finding("W591", Span(str(folder), 0, 0, 0, 0), language=code, files=", ".join(missing)))
    if found:
        # Most commands find nothing: what shows it is loaded only now.
        from reguli.cli.command_output import print_diagnostics

        print_diagnostics(found, None, console)


def _run(words: list[str], console: Console) -> int:
    name = words[0] if words else ""
    if name == "--version":
        # importlib.metadata costs 30 ms, and only this option needs it.
        from importlib.metadata import version

        console.print(f"reguli {version('reguli')}")
        return 0
    if name in ("-h", "--help", "help"):
        if name == "help" and len(words) > 1:
            return _run([words[1], "--help"], console)
        console.print(_overview(console))
        return 0
    if not name:
        console.note(_overview(console))
        return 2
    known = {command: row for command, *row in COMMANDS}
    if name not in known:
        raise make_refusal("X102", near=closest_name(name, known), name=name)
    file, summary = known[name]
    # Only the module of the command that is meant: the others would cost a tenth of a second each.
    command: CommandSpec = getattr(importlib.import_module(f"reguli.cli.commands.{file}"), f"run_{name}")
    parser = make_command_parser(name, summary, console.interface)
    arguments = command.arguments
    if not any(one.name == LANGUAGE for one in arguments):
        # Read already, when the command began to speak.
        of_all = "speak this language: en, hu or ro; or set REGULI_LANG"
        arguments = (*arguments, argument(f"{LANGUAGE} L", of_all, _language))
    takes_ruleset = any(one.name == "ruleset" for one in arguments)
    if takes_ruleset:
        arguments = (*arguments, WITH)
    helps = "-h" in words or "--help" in words
    for argument_name, settings in arguments:
        told = console.say(settings["help"]) + (_of_packages(console) if helps and argument_name == LANGUAGE else "")
        parser.add_argument(argument_name, **{**settings, "help": told})
    if helps:
        console.print(parser.format_help().rstrip("\n"))
        return 0
    given = parser.parse_args(words[1:])
    besides = vars(given).pop("with", None) if takes_ruleset else None
    if besides and given.ruleset:
        # Rooms to the left are loaded only where a command needs them.
        from reguli.shipped_files import BESIDES

        given.ruleset = BESIDES.join((given.ruleset, *(word.strip() for word in besides.split(",") if word.strip())))
    return command.run(given, console)


def _overview(console: Console) -> str:
    say = console.say
    commands = [(name, say(summary)) for name, _, summary in COMMANDS]
    options = [
        ("--lang L", say("speak this language: en, hu or ro; or set REGULI_LANG") + _of_packages(console)),
        ("--version", say("say which version this is")),
        ("--debug", say("show our own faults in full")),
        ("--help", say("show this, or after a command what it takes")),
    ]
    parts = [
        say("usage: reguli COMMAND ..."),
        say("Board-game rules as data: write the rules once, play them, print them, verify them."),
        "\n".join([say("commands:"), *_aligned(commands)]),
        "\n".join([say("options:"), *_aligned(options)]),
        command_examples("reguli", console.interface),
    ]
    return "\n\n".join(parts)


def _of_packages(console: Console) -> str:
    """List the languages of installed packages, after those shipped with reguli."""
    codes = ", ".join(installed_languages())
    return f"; {console.say('from installed packages: {codes}', codes=codes)}" if codes else ""


def _aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in rows)
    return [f"  {name:{width}}  {text}" for name, text in rows]


def _our_fault(error: Exception, console: Console, debug: bool) -> int:
    told = "".join(traceback.format_exception(error))
    if debug:
        console.note(told.rstrip("\n"))
        return 3
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="reguli_", suffix=".txt", delete=False) as file:
            file.write(f"reguli {' '.join(sys.argv[1:])}\n\n{told}")
    except (OSError, UnicodeEncodeError):
        # A full disk, or words that are no text: what happened is shown instead.
        console.note(told.rstrip("\n"))
        return 3
    console.tell(
        "This is a fault of reguli, not of what you did. "
        "Please send the file {file} to whoever gave you reguli; nothing else is needed.",
        file=file.name,
    )
    return 3


def _let_go() -> None:
    """Redirect the output to the null device, so that process exit does not write to it again."""
    if sys.stdout is sys.__stdout__ and sys.stdout is not None:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.close(nothing)

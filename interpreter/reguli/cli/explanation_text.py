"""The explanation of a finding code or of a word of the rules language, as lines of text."""

from __future__ import annotations

import textwrap
from typing import Final

from reguli.app.explanations import Meaning
from reguli.cli.console import Console
from reguli.source.finding_catalogue import Code
from reguli.source.source_excerpt import escape_invisible

WIDE: Final = 110
MOST_IN_FULL: Final = 3
"""With more meanings than these, examples are left out."""


def finding_code_lines(code: Code, console: Console) -> list[str]:
    """Return the lines that explain a code."""
    say = console.say
    rows = [(say("says:"), code.message), (say("expected:"), code.expected), (say("to do:"), code.remedy)]
    width = max(len(head) for head, _ in rows)
    lines = [f"{code.id}  {code.title}", "", code.explanation, ""]
    lines += [f"{head:{width}} {text}" for head, text in rows if text]
    for title, example in ((say("wrong:"), code.wrong), (say("right:"), code.right)):
        lines += ["", title, *(f"  {escape_invisible(line)}" for line in example.rstrip("\n").split("\n"))]
    return lines


def word_meaning_lines(meanings: tuple[Meaning, ...], console: Console) -> list[str]:
    """Return the lines of a word's meanings, separated by a blank line."""
    full = len(meanings) <= MOST_IN_FULL
    lines: list[str] = []
    for meaning in meanings:
        told = _said(meaning, console, full=full or meaning.sort == "placeholders")
        lines += ["", *told] if lines else told
    return lines


def _said(meaning: Meaning, console: Console, *, full: bool) -> list[str]:
    # What reads the reference is loaded with it.
    from reguli.reference.reference_entry import answer_text, game_name

    say = console.say
    rows = [(say("form:"), form) for form in meaning.forms] + [
        (say("gives:"), meaning.gives),
        (say("means:"), meaning.means),
        (say("needed:"), meaning.needed),
        (say("default:"), meaning.default),
    ]
    if full:
        rows += [
            (say("example:"), f"{ask.value} = {answer_text(ask.wanted)}  ({game_name(ask.of)})") for ask in meaning.asks
        ]
        rows += [(say("used in:"), meaning.used)]
    told = [(head, text) for head, text in rows if text]
    width = max((len(head) for head, _ in told), default=0)
    lines = [f"{meaning.name}  ({_sort(meaning, console)})", ""]
    before = ""
    for head, text in told:
        wrapped = textwrap.wrap(text, WIDE - width, break_long_words=False, break_on_hyphens=False)
        lines += [f"{'' if at or head == before else head:{width}} {part}" for at, part in enumerate(wrapped)]
        before = head
    example = meaning.example.split("\n") if full and meaning.example else ()
    return [*lines, "", say("example:"), *(f"  {line}".rstrip() for line in example)] if example else lines


def _sort(meaning: Meaning, console: Console) -> str:
    """Return the text of the sort of a meaning."""
    say = console.say
    sorts = {
        "items": say("at the left margin of a rules file"),
        "moments": say("a moment"),
        "statements": say("a statement"),
        "expressions": say("a value or condition"),
        "functions": say("a function"),
        "units": say("a unit or fact"),
        "mechanisms": say("a mechanism of board games"),
        "vocabulary": say("a word of the vocabulary"),
        "placeholders": say("a placeholder of sentences"),
        "library": say("of the library {name}", name=meaning.theme),
        "key": say("a key of {file}", file=meaning.theme),
        "keys": say("keys of {file}", file=meaning.theme),
    }
    return sorts[meaning.sort]

"""What translators see of wordings: how far each language is, previews, rules in words."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.cli.console import Console
from reguli.words.catalogue.interface import OWN
from reguli.words.desk.preview import SaidRule, Shown
from reguli.words.desk.status import Status
from reguli.words.gloss.gloss import marked


def print_status(found: Sequence[Status], console: Console) -> None:
    """Print the counts of each language below their heads, then what the interpreter itself lacks in each."""
    say = console.say
    heads = [say("needed"), say("worded"), say("missing"), say("fuzzy"), say("stale"), say("short"), say("more")]
    widths = [max(6, len(head)) for head in heads]
    console.print(f"{'':8} {' '.join(f'{head:>{width}}' for head, width in zip(heads, widths, strict=True))}")
    for one in found:
        counts = (one.needed, one.worded, one.missing, one.fuzzy, one.stale, one.short, one.more)
        row = " ".join(f"{count:>{width}}" for count, width in zip(counts, widths, strict=True))
        console.print(f"{one.name:8} {row}")
    for one in found:
        if one.language != OWN:
            console.print(
                console.count(
                    "{language}: {n} text of the interpreter itself is missing and is said in English",
                    "{language}: {n} texts of the interpreter itself are missing and are said in English",
                    one.unsaid,
                    language=one.name,
                )
            )


def print_shown(one: Shown, console: Console) -> None:
    """Print a wording as it will be printed, and with numbers."""
    marks = " ".join((console.say("unconfirmed"),) * one.fuzzy + one.findings)
    console.print(f"{one.id} [{one.language}] {marks}".rstrip())
    console.print(f"  {one.real}  ({len(one.real)})")
    for number, text in one.samples:
        console.print(f"  {number:>4}: {text}")


def print_said(said: SaidRule, console: Console) -> None:
    """Print a rule in words, with its gloss and where it stands."""
    cites = f" ({', '.join(said.cites)})" if said.cites else ""
    console.print(f"{said.id} [{said.language}]{cites}")
    if said.wording:
        console.print(f"  {console.say('unconfirmed: ') if said.fuzzy else ''}{said.wording}")
    if said.short:
        console.print(f"  {console.say('card: ')}{said.short}")
    for line in said.gloss.split("\n"):
        console.print(f"  {marked(line)}")
    for place in said.places:
        console.print(f"  {place}")
    console.print()

"""The catalogues of the tool's own words, made anew: ``python -m reguli.cli.own_words``.

Writes ``locales/messages.pot`` and ``locales/command.pot`` and brings the catalogues of every language up to date with them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from reguli.shipped import PACKAGE, shipped_folder
from reguli.words.catalogue.interface import COMMAND, OWN
from reguli.words.catalogue.message_extract import (
    Template,
    command_template,
    messages_template,
    misfits,
    template_text,
    updated,
)
from reguli.words.catalogue.messages import MESSAGES
from reguli.words.grammar.languages import LANGUAGES

ROOMS: Final = ("app/verification", "cli", "play")
"""The rooms and folders whose code speaks to a person."""


def templates() -> dict[str, Template]:
    """Give each template by the name of its catalogues."""
    files = {
        f"reguli/{path.relative_to(PACKAGE).as_posix()}": path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in (PACKAGE / room).rglob("*.py")
    }
    return {MESSAGES: messages_template(), COMMAND: command_template(files)}


def rewritten(locales: Path) -> dict[Path, str]:
    """Give every file below ``locales`` as it should stand."""
    found: dict[Path, str] = {}
    for name, template in templates().items():
        found[locales / f"{name}t"] = template_text(template)
        for language in LANGUAGES:
            if language.code != OWN:
                path = locales / language.code / name
                text = path.read_text(encoding="utf-8") if path.is_file() else ""
                found[path] = updated(template, language.code, text)
    return found


def main() -> int:
    """Write the files that would stand otherwise, and name each translation that gettext would refuse; 1 where there is one."""
    refused = 0
    for path, text in rewritten(shipped_folder("locales")).items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        for name, why in misfits(text):
            sys.stderr.write(f"{path}: {name}: {why}\n")
            refused = 1
    return refused


if __name__ == "__main__":
    sys.exit(main())

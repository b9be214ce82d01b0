"""The header of a gettext catalogue: the fields that every tool expects, without dates of today, and what a tool wrote there.

Each field is a line ``Name: value``. A field that stands is kept as it is, in its place; one that is missing is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from babel.messages.plurals import get_plural

NEVER: Final = "1970-01-01 00:00+0000"
"""The date of a catalogue that no editor has saved yet: gettext and Babel both read it, and it is the same in every build."""
PLURALS: Final[Mapping[str, str]] = {
    "hu": "nplurals=2; plural=(n != 1);",
    "ro": "nplurals=3; plural=(n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2);",
}
"""Rules of gettext for the forms one, few, other; Babel before 2.19 has one form for Hungarian. Others are as Babel has them."""


def header(project: str, code: str, team: str, known: str = "", *, plurals: bool = False) -> str:
    """Give the text of a header, ``known`` with what it lacks; ``team`` names the language, ``plurals`` asks for its rule."""
    fields = {
        "Project-Id-Version": project,
        "PO-Revision-Date": NEVER,
        "Last-Translator": "",
        "Language-Team": team,
        "Language": code,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    if plurals:
        fields["Plural-Forms"] = PLURALS.get(code) or str(get_plural(code))
    lines = [line for line in known.split("\n") if line]
    names = [line.partition(":")[0].strip().casefold() for line in lines]
    order = [name.casefold() for name in fields]
    for at, (name, value) in enumerate(zip(order, fields.items(), strict=True)):
        if name not in names:  # in front of what follows it
            place = next((one for one, there in enumerate(names) if there in order[at + 1 :]), len(lines))
            lines.insert(place, ": ".join(value))
            names.insert(place, name)
    return "".join(f"{line}\n" for line in lines)

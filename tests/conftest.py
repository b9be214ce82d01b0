"""Tests read what the tool says in English, whatever the person running them speaks, and nobody types at them.

Every finding that is made during a test must be in the catalogue and fill all gaps of its templates. The program itself does not look
there before it shows one.
"""

from __future__ import annotations

import os

from reguli.source.codes import catalogue
from reguli.source.diagnostic import Diagnostic

os.environ["REGULI_LANG"] = "en"
# A program that a test starts and that asks something would wait for the terminal or pipe pytest itself was started from.
_nothing = os.open(os.devnull, os.O_RDONLY)
os.dup2(_nothing, 0)
os.close(_nothing)
_made = Diagnostic.__init__


def _fitting(found: Diagnostic, *given: object, **named: object) -> None:
    _made(found, *given, **named)  # type: ignore[arg-type]
    entry, args = catalogue()[found.code], dict(found.args)
    for template in (entry.message, entry.expected, entry.remedy):
        template.format_map(args)


Diagnostic.__init__ = _fitting  # type: ignore[method-assign]

"""Opening the ruleset that a command names."""

from __future__ import annotations

from collections.abc import Mapping

from reguli.app import opening
from reguli.app.troubles import Findings, Refused
from reguli.cli.console import Console
from reguli.cli.reports import show
from reguli.cli.wrong import HasFindings
from reguli.pipeline import Loaded


def playable(name: str, options: Mapping[str, str | bool], console: Console) -> Loaded:
    """Open and bind a ruleset that has no findings; raises what keeps it from being opened, and ``HasFindings``, having shown them."""
    try:
        return opening.playable(name, options)
    except Refused:
        raise
    except Findings as trouble:
        show(trouble.findings, trouble.sources, console)
        console.note(
            console.say(
                "{findings}: the ruleset cannot be used before they are mended",
                findings=console.findings(len(trouble.findings)),
            )
        )
        raise HasFindings from trouble

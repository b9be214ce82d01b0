"""What cannot be done as it was asked: raised to programs, said as the command says it."""

from __future__ import annotations

from reguli.source.diagnostic import Diagnostic, as_json, place_of, render, sentence
from reguli.source.source_texts import Sources


class Trouble(Exception):  # noqa: N818 - it says what was wrong
    """What cannot be done as it was asked, as one finding or several.

    ``findings`` are the diagnostics; the first is ``finding``, and ``code``, ``sentence``, ``place`` and ``near`` are its
    own. ``str()`` says all of them as the command does: code, place and sentence, what was expected, what to do, and the
    name that was probably meant.
    """

    sources: Sources | None = None
    """The texts that the places of the findings lie in, where they are known."""

    told: Diagnostic
    """The only finding, where there can be no other."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Give every finding, at least one."""
        return (self.told,)

    @property
    def finding(self) -> Diagnostic:
        """Give the first finding."""
        return self.findings[0]

    @property
    def code(self) -> str:
        """Give the code of the first finding; ``reguli explain CODE`` says more."""
        return self.finding.code

    @property
    def sentence(self) -> str:
        """Say the first finding in one sentence."""
        return sentence(self.finding)

    @property
    def place(self) -> str:
        """Give the place of the first finding as ``file:line:column``; empty where it has none."""
        return place_of(self.finding.span)

    @property
    def near(self) -> str | None:
        """Give the name that was probably meant."""
        return self.finding.near

    def to_json(self) -> list[dict[str, object]]:
        """Give every finding as plain values: ``code``, ``place``, ``message``, ``expected``, ``remedy``, ``near``."""
        return [as_json(found) for found in self.findings]

    def __str__(self) -> str:
        """Say every finding."""
        sources = self.sources or Sources()
        return "\n\n".join(render(found, sources) for found in self.findings)

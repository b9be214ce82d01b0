"""One entry of the catalogue of findings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: how it is said, how it is mended, and an example of each.

    ``message``, ``expected`` and ``remedy`` are ``str.format`` templates over the named arguments of the diagnostic
    (a literal brace is doubled); every finding must give all names that they use. The other fields are plain text.
    ``told`` marks entries whose examples are told in words, because no short text of a file can show the mistake.
    """

    id: str
    title: str
    message: str
    expected: str
    remedy: str
    explanation: str
    wrong: str
    right: str
    told: bool = False

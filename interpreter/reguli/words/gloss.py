"""Says rules that nobody has worded."""

from __future__ import annotations

from reguli.words.desk import Seat
from reguli.words.speakable import Speakable


def rule_text(speakable: Speakable, seat: Seat) -> str:
    """Say the rules of an element in a language, one line for each."""
    return "\n".join(carrier.id for carrier in speakable.carriers)

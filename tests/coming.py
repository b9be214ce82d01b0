"""Where rulesets lie that play and are tested, but are not shipped yet: their words and pages are not all there. What is said of them lies beside them, in ``locales``."""

from __future__ import annotations

from pathlib import Path

TO_COME = Path(__file__).parent / "to_come"

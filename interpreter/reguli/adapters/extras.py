"""Libraries that an adapter needs, which come as extras."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reguli.app.errors import make_refusal


@contextmanager
def required_extra(extra: str) -> Iterator[None]:
    """Raise ``Refused`` (X210) for a library that is not installed, and name the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise make_refusal("X210", name=str(missing.name), extra=extra) from None

"""Messages between pages, server and hosts: plain documents, read by what they have to be, and refusals as the protocol writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reguli.engine.notation import Plain

Document = dict[str, Plain]
Request = Mapping[str, object]


class TableError(Exception):
    """A request that a table refuses: the ``code`` of the protocol, a ``text`` for the viewer, and reasons against a move."""

    def __init__(self, code: str, text: str = "", reasons: Sequence[Document] = ()) -> None:
        """Store what is sent."""
        super().__init__(code, text)
        self.code, self.text, self.reasons = code, text, tuple(reasons)

    def to_json(self) -> Document:
        """Return the error as the protocol writes it."""
        return {"code": self.code, "text": self.text, "reasons": [*self.reasons]}


def whole(value: object) -> int:
    """Return a whole number. Raises ``TableError``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TableError("input")
    return value


def mapping(value: Plain | object) -> Document:
    """Return an object. Raises ``TableError``."""
    if not isinstance(value, dict):
        raise TableError("input")
    return value


def listed(value: Plain | object) -> list[Plain]:
    """Return a list. Raises ``TableError``."""
    if not isinstance(value, list):
        raise TableError("input")
    return value


def option_values(value: object) -> dict[str, str | bool]:
    """Return the values of options that a request names."""
    return {str(name): one for name, one in mapping(value).items() if isinstance(one, str | bool)}

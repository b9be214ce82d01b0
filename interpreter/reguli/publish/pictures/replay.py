"""A replay as one HTML file that needs nothing else: the template filled with a playthrough's plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from reguli.publish.document.templates import template

HARMLESS: Final = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""Letters that could end the element the data stand in, as JSON writes them otherwise."""
SHAPES: Final = ("circle", "square", "triangle", "diamond", "pentagon", "star")
"""What the pieces of each seat look like, beside their colour and number."""


def replay_page(data: Mapping[str, object]) -> str:
    """Give the page. ``data`` is what ``play.replay_steps.replay_data`` gives; every text in it is escaped."""
    # The script must be read by an HTML parser as it stands, so it is the template that is trusted, never the data.
    page = template("replay.html.jinja").render(data=data, shapes=SHAPES, embedded=embedded({**data, "shapes": SHAPES}))
    return page.removesuffix("\n")


def embedded(data: Mapping[str, object]) -> Markup:
    """Give data as JSON that can stand inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(HARMLESS))  # noqa: S704 - every letter that HTML reads was translated

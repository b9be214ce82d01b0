"""The report of verification as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from reguli.publish.document.templates import template
from reguli.publish.pictures.replay import SHAPES, embedded


def verification_page(data: Mapping[str, object]) -> str:
    """Give the page. ``data`` is what ``app.verification.page.making.page_data`` gives; every text in it is escaped."""
    # The script draws positions alone; everything else stands in the page, for those who do without it.
    drawn = {name: data[name] for name in ("texts", "tables", "positions")}
    page = template("verification.html.jinja").render(data=data, embedded=embedded({**drawn, "shapes": SHAPES}))
    return page.removesuffix("\n")

"""The report of verification as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reguli.publish.document.templates import template
from reguli.publish.pictures.replay import board_drawn, embedded, seat_marks


def verification_page(data: Mapping[str, Any]) -> str:
    """Give the page. ``data`` is what ``app.verification.page.making.page_data`` gives; every text in it is escaped."""
    # The script draws positions alone; everything else stands in the page, for those who do without it.
    drawn = {name: data[name] for name in ("texts", "tables", "positions")}
    boards = {name: board_drawn(table) for name, table in data["tables"].items()}
    page = template("verification.html.jinja").render(
        data=data, boards=boards, embedded=embedded({**drawn, "marks": seat_marks()})
    )
    return page.removesuffix("\n")

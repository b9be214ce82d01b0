"""A replay and a verification report as one self-contained HTML file each: templates filled with plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from reguli.publish.document.templates import load_page_template, read_page_file
from reguli.publish.layouts.piece_layout import PLAIN
from reguli.publish.pictures.map_marks import SEATS, seat_mark
from reguli.publish.pictures.map_model import place_titles, read_map_model
from reguli.publish.pictures.map_renderer import draw_map
from reguli.publish.pictures.map_template_values import map_template_data

HARMLESS: Final = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""Letters that could end the element the data stand in, as JSON writes them otherwise."""


def replay_page(data: Mapping[str, Any]) -> str:
    """Return the replay page. ``data`` comes from ``play.replay_steps.replay_page_data``; every text in it is escaped."""
    # The script must be read by an HTML parser as it stands, so it is the template that is trusted, never the data.
    marks = seat_symbols_data()
    page = load_page_template("replay.html.jinja").render(
        data=data, board=replay_board_svg(data), embedded=script_safe_json({**data, "marks": marks})
    )
    return page.removesuffix("\n")


def replay_board_svg(table: Mapping[str, Any]) -> Mapping[str, object] | None:
    """Return the initial board of a table: its box, and for a map the drawing, whose pieces the script moves; None without a board."""
    plan = table["board"]
    if plan is None:
        return None
    if plan["form"] != "map":
        return {"box": (0, 0, plan["width"], plan["height"]), "drawing": ""}
    picture = read_map_model(plan)
    labels = table["labels"]
    names = [labels.get(plan["kind"], {}).get(point["id"], point["name"]) for point in plan["points"]]
    groups = [labels.get(plan["group_kind"], {}).get(group["id"], group["name"]) for group in plan["groups"]]
    drawn = draw_map(picture, names, groups)
    shown = map_template_data(drawn, picture, titles=place_titles(picture, names, groups))
    # Written by a template that escapes what goes into it.
    drawing = Markup(load_page_template("map.svg.j2").render(map=shown, look=PLAIN))  # noqa: S704
    return {"box": drawn.box, "drawing": drawing}


def seat_symbols_data() -> list[dict[str, str]]:
    """Return the appearance of each seat's pieces."""
    return [
        {"shape": shape, "path": seat_mark(seat).path, "colour": colour} for seat, (shape, colour) in enumerate(SEATS)
    ]


def script_safe_json(data: Mapping[str, object]) -> Markup:
    """Return data as JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(HARMLESS))  # noqa: S704 - every letter that HTML reads was translated


def verification_page(data: Mapping[str, Any]) -> str:
    """Return the report page. ``data`` comes from ``app.verification.render_report_page.page_output.report_page_data``; every text in it is escaped."""
    # The script draws positions alone; everything else stands in the page, for those who do without it.
    drawn = {name: data[name] for name in ("texts", "tables", "positions")}
    boards = {name: replay_board_svg(table) for name, table in data["tables"].items()}
    page = load_page_template("verification.html.jinja").render(
        data=data, boards=boards, embedded=script_safe_json({**drawn, "marks": seat_symbols_data()})
    )
    return page.removesuffix("\n")


def balance_report_page(data: Mapping[str, Any]) -> str:
    """Return the page of balance. ``data`` comes from ``app.balance.report_texts``; every text in it is escaped."""
    return load_page_template("balance.html.jinja").render(data=data).removesuffix("\n")


def position_files() -> Mapping[str, str]:
    """Return the module and the styles with which pages draw positions, by the names under which they import them."""
    return {name: read_page_file(name) for name in ("position.js", "position.css")}

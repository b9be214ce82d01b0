"""``reguli site``: the pages of ``reguli serve`` as files, with reguli in the browser of each visitor."""

from __future__ import annotations

import argparse

from reguli.cli.arguments import argument, declare_arguments
from reguli.cli.console import Console


@declare_arguments(
    argument("ruleset", "names of shipped rulesets, or paths of folders or variants", nargs="+"),
    argument("--into DIR", "the folder to write: a new one, or a site that was written before", required=True),
    argument(
        "--pyodide PLACE",
        "the Python for browsers: a folder with the npm package 'pyodide' (314 or later), which becomes part of the site "
        "and needs Node.js here; or an address, which every visitor fetches it from",
    ),
)
def run_site(given: argparse.Namespace, console: Console) -> int:
    """Write a site on which games are played without a server."""
    from reguli.web.site_builder import order_site, site_files, write_site  # pages, books and drawings of all games

    order = order_site(given.ruleset, given.into, given.pyodide)
    files = site_files(order)
    write_site(files, order.into)
    console.tell(
        "written: {folder}: {count} files, {size} MB. 'python -m http.server --directory {folder}' shows it at http://127.0.0.1:8000/",
        folder=given.into,
        count=len(files),
        size=f"{sum(map(len, files.values())) / 1e6:.1f}",
    )
    return 0

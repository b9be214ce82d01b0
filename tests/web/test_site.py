"""A site without a server: what it consists of, that it is the same each time, and what is refused."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from reguli.app.errors import Findings, Refused
from reguli.web.site_builder import LIST, RUNTIME_FILES, Files, order_site, site_files, write_site
from reguli.web.site_contents import archive, package_files

ADDRESS = "https://example.org/pyodide"
GAME = "tic_tac_toe"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Return the files of a site whose Pyodide comes from an address."""
    return site_files(order_site([GAME], str(tmp_path_factory.mktemp("site")), ADDRESS))


def test_it_has_pages_rules_and_what_is_printed_and_lists_them_by_digest(files: Files) -> None:
    listed = json.loads(files[LIST])["files"]
    assert listed == {
        name: [sha256(content).hexdigest(), len(content)] for name, content in files.items() if name != LIST
    }
    assert {"index.html", "sw.js", "page/table.js", "page/worker.js", "data/app.zip", f"data/{GAME}.zip"} <= set(files)
    assert {f"made/{GAME}/{one}-{code}.html" for one in ("book", "card") for code in ("en", "ro", "hu")} <= set(files)
    assert not any(name.startswith("pyodide/") for name in files)


def test_its_page_allows_no_script_of_its_own_and_no_absolute_address(files: Files) -> None:
    page = files["index.html"].decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "script-src 'self' 'wasm-unsafe-eval' https://example.org;" in policy[1]
    assert "unsafe-inline" not in policy[1]
    for name in ("index.html", "page/table.html"):
        assert re.findall(r"<script(?![^>]*\bsrc=)|\bon\w+=|(?:src|href)=\"/", files[name].decode()) == []


@pytest.mark.night
def test_the_same_rulesets_make_the_same_bytes_under_another_hash_seed(files: Files) -> None:
    program = (
        "from hashlib import sha256; from reguli.web.site_builder import order_site, site_files\n"
        f"made = site_files(order_site([{GAME!r}], 'none', {ADDRESS!r}))\n"
        "print(*(f'{name} {sha256(made[name]).hexdigest()}' for name in sorted(made)), sep='\\n')"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "3"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == [f"{name} {sha256(files[name]).hexdigest()}" for name in sorted(files)]


def test_the_modules_suffice_for_a_game_where_nothing_else_is_installed(files: Files, tmp_path: Path) -> None:
    for name in ("app", GAME):
        zipfile.ZipFile(io.BytesIO(files[f"data/{name}.zip"])).extractall(tmp_path)
    program = f"""
import asyncio, json, sys
sys.path.insert(0, {str(tmp_path)!r})
sys.modules["sqlite3"] = sys.modules["_yaml"] = None
from reguli.web.browser_tables import BrowserTables
said, kept = [], dict()
tables = BrowserTables({{"{GAME}": "{GAME}"}}, lambda text: said.append(json.loads(text)), kept.__setitem__, 0)
def ask(op, **keys):
    asyncio.run(tables.receive(json.dumps({{"id": 1, "op": op, **keys}})))
    assert said[-1]["ok"], said[-1]
    return said[-1]["result"]
seats = [{{"name": "", "bot": None}}] * 2
table = ask("create", game="{GAME}", players=2, options={{}}, seats=seats, lang="hu")["table"]
for lang in ("en", "ro", "hu"):
    action = ask("open", version=1, link=table, lang=lang)["state"]["actions"][0]
assert ask("page", game="{GAME}", product="book", lang="ro", options={{}})
assert ask("hint", at=0)
print(sorted(name for name in sys.modules if name.split(".")[0] in ("networkx", "lark")), len(kept))
"""
    said = subprocess.run([sys.executable, "-S", "-I", "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "[] 1\n"


def test_an_archive_has_fixed_dates_and_sorted_names() -> None:
    one = archive({"b": b"2", "a": b"1"})
    assert one == archive({"a": b"1", "b": b"2"})
    assert [(info.filename, info.date_time[0]) for info in zipfile.ZipFile(io.BytesIO(one)).infolist()] == [
        ("a", 1980),
        ("b", 1980),
    ]


def test_what_only_other_commands_need_is_left_out() -> None:
    names = package_files().keys()
    assert "reguli/web/browser_tables.py" in names
    assert [name for name in names if name.startswith(("networkx", "reguli/cli", "reguli/compile/wasm"))] == []


# -- what is refused -----------------------------------------------------------------------------------------------


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Findings) as refused:
        order_site(["tic_tac_to"], str(tmp_path), None)
    assert [one.code for one in refused.value.findings] == ["X101", "X200", "X201"]


def test_a_folder_without_pyodide_is_refused_with_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / RUNTIME_FILES[0]).touch()
    with pytest.raises(Findings) as refused:
        order_site([GAME], str(tmp_path / "site"), str(tmp_path))
    (finding,) = refused.value.findings
    assert finding.code == "X202"
    assert dict(finding.args)["missing"] == ", ".join(RUNTIME_FILES[1:])


def test_without_node_a_folder_cannot_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in RUNTIME_FILES:
        (tmp_path / name).touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Findings) as refused:
        order_site([GAME], str(tmp_path / "site"), str(tmp_path))
    assert [one.code for one in refused.value.findings] == ["X203"]


# -- writing -------------------------------------------------------------------------------------------------------


def _site(**files: bytes) -> Files:
    found = {f"{name}.html": content for name, content in files.items()}
    listed = {name: [sha256(content).hexdigest(), len(content)] for name, content in found.items()}
    return {**found, LIST: json.dumps({"site": "reguli site 1", "files": listed}).encode()}


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_site_is_written_again_and_files_of_the_user_stay(tmp_path: Path) -> None:
    write_site(_site(a=b"1", b=b"2", c=b"3"), tmp_path)
    (tmp_path / "CNAME").write_text("mine")
    (tmp_path / "c.html").write_text("changed by hand")
    write_site(_site(a=b"4"), tmp_path)
    assert _names(tmp_path) == ["CNAME", "a.html", "c.html", LIST]
    assert (tmp_path / "a.html").read_bytes() == b"4"
    assert (tmp_path / "c.html").read_text() == "changed by hand"


def test_a_file_of_the_user_is_not_replaced(tmp_path: Path) -> None:
    write_site(_site(a=b"1"), tmp_path)
    (tmp_path / "b.html").write_text("mine")
    with pytest.raises(Refused) as refused:
        write_site(_site(a=b"2", b=b"3"), tmp_path)
    assert refused.value.findings[0].code == "X112"
    assert (tmp_path / "a.html").read_bytes() == b"1"
    assert (tmp_path / "b.html").read_text() == "mine"


@pytest.mark.skipif(os.name != "posix", reason="links need rights on this system")
def test_nothing_is_written_or_removed_outside_of_the_folder(tmp_path: Path) -> None:
    outside, site = tmp_path / "outside", tmp_path / "site"
    outside.mkdir()
    site.mkdir()
    (outside / "a.html").write_bytes(b"1")
    digest = sha256(b"1").hexdigest()
    # Somebody has made a list that names a file beside the site.
    listed = {"site": "reguli site 1", "files": {"../outside/a.html": [digest, 1]}}
    (site / LIST).write_text(json.dumps(listed))
    write_site(_site(b=b"2"), site)
    assert _names(outside) == ["a.html"]
    (site / "page").symlink_to(outside)
    with pytest.raises(Refused):
        write_site({**_site(), "page/x.js": b"3"}, site)
    assert _names(outside) == ["a.html"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"site": "reguli site 1", "files": [1]}', '{"site": "other", "files": {}}']
)
def test_a_list_that_is_none_makes_no_site(tmp_path: Path, text: str) -> None:
    (tmp_path / LIST).write_text(text)
    with pytest.raises(Findings) as refused:
        order_site([GAME], str(tmp_path), ADDRESS)
    assert [one.code for one in refused.value.findings] == ["X200"]

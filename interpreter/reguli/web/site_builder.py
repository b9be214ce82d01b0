"""A site without a server: the pages of ``reguli serve`` as files, with reguli itself for the browser to run.

All that a first page shows, books, cards and drawings of boards are made here; games are played where the site is visited.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from reguli.app.description import describe_ruleset
from reguli.app.errors import Findings, make_refusal
from reguli.app.game_sessions import begin_game, open_session_texts
from reguli.app.loading import open_playable
from reguli.app.user_files import file_read_errors, file_write_errors, write_file
from reguli.engine.notation import Plain
from reguli.pipeline import LoadedRuleset
from reguli.play.replay_steps import replay_static_data
from reguli.publish.pictures.replay_page import position_files, replay_board_svg
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Diagnostic, Trouble
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Sources
from reguli.web.drawn_boards import drawing_name
from reguli.web.page_texts import PAGES, PRINTED_POLICY, game_document, page_texts, served_games
from reguli.web.site_contents import Files, archive, package_files, ruleset_files
from reguli.web.table_host import TableHost
from reguli.words.catalogue.interface_texts import load_interface_texts
from reguli.words.grammar.languages import SHIPPED, languages

SITE_PAGES: Final = Path(__file__).with_name("site_page")
OWN_PAGES: Final = ("access.js", "edit.js", "kept.js", "loading.js", "site.css", "site.js", "worker.js")
RUNTIME_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""What a browser needs of the npm package."""
OLDEST: Final = 314
"""The first version of Pyodide whose package has these files."""
LIST: Final = "site.json"
SORT: Final = "reguli site 1"
"""What the list of a site's files says of itself."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{origin}; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'{origin}; frame-src 'self'; base-uri 'none'; form-action 'none'"
)
PRINTED: Final = f'<meta http-equiv="Content-Security-Policy" content="{PRINTED_POLICY}">'
HEAD: Final = "<head>"
COMPILER: Final = "node"
PATIENCE: Final = 600
"""Seconds that compiling may take."""


@dataclass(frozen=True, slots=True)
class SiteOrder:
    """What is to be written: rulesets by id (a name or a path), into which folder, and the folder or address of Pyodide."""

    games: Mapping[str, str]
    into: Path
    runtime: str

    @property
    def is_address(self) -> bool:
        """Return whether the browser fetches Pyodide from an address."""
        return urlsplit(self.runtime).scheme in ("https", "http")


def order_site(names: Sequence[str], into: str, runtime: str | None) -> SiteOrder:
    """Check what is ordered. Raises ``Findings`` with all that is wrong."""
    found: list[Diagnostic] = []
    sources, games = Sources(), dict[str, str]()
    for name in names:
        try:
            open_playable(name, {})
        except Trouble as broken:
            found += broken.findings
            sources = broken.sources or sources
    for check, place in ((_check_folder, into), (_check_runtime, runtime)):
        try:
            check(place)
        except Findings as refused:
            found += refused.findings
    if found:
        raise Findings(found, sources)
    games = served_games(names)
    return SiteOrder(games, Path(into), str(runtime).rstrip("/"))


def _check_folder(folder: str | None) -> None:
    into = Path(str(folder))
    with file_write_errors(into):
        if into.exists() and not into.is_dir():
            raise make_refusal("X200", folder=str(into), why=Said("why.no_folder"))
        if into.is_dir() and any(into.iterdir()):
            _listed(into)


def _check_runtime(runtime: str | None) -> None:
    if runtime is None:
        raise make_refusal("X201")
    if urlsplit(runtime).scheme in ("https", "http"):
        return
    folder = Path(runtime)
    with file_read_errors(folder):
        missing = [name for name in RUNTIME_FILES if not (folder / name).is_file()]
        if missing:
            raise make_refusal("X202", folder=runtime, missing=", ".join(missing), version=OLDEST)
    if shutil.which(COMPILER) is None:
        raise make_refusal("X203")


def _listed(into: Path) -> dict[str, str]:
    """Return the files of a site that was written before, with their digests. Raises ``Refused`` (X200)."""
    known = None
    try:
        found = json.loads((into / LIST).read_text("utf-8"))
        if found["site"] == SORT:
            known = {str(name): str(digest) for name, (digest, _) in found["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass  # no list of ours
    if known is None:
        raise make_refusal("X200", folder=str(into), why=Said("why.no_site"))
    return known


# -- what it consists of -------------------------------------------------------------------------------------------


def site_files(order: SiteOrder) -> Files:
    """Return the files of a site by name."""
    loaded = {game: open_playable(where, {}) for game, where in order.games.items()}
    origin = f" {_origin(order.runtime)}" if order.is_address else ""
    found: Files = {
        name: _own(name).replace(b"{policy}", POLICY.format(origin=origin).encode())
        for name in ("index.html", "edit.html", "sw.js")
    }
    found |= {f"page/{path.name}": path.read_bytes() for path in PAGES.iterdir() if path.name != "index.html"}
    found |= {f"page/{name}": text.encode() for name, text in position_files().items()}
    found |= {f"page/{name}": _own(name) for name in OWN_PAGES}
    page = sorted(found)
    games: dict[str, Plain] = {}
    archives: dict[str, Files] = {"data/app.zip": package_files()}
    for game, ruleset in loaded.items():
        where, files = ruleset_files(ruleset)
        archives[f"data/{game}.zip"] = {**files, **_drawings(ruleset)}
        usual: dict[str, Plain] = {one.id: one.default for one in describe_ruleset(ruleset).options}
        games[game] = {"where": where, "zip": f"data/{game}.zip", "options": usual}
        found |= _printed(game, order.games[game])
    found |= _lobby(order.games)
    runtime: Files = {}
    if order.is_address:
        found |= {name: archive(files) for name, files in archives.items()}
    else:
        runtime = {f"pyodide/{name}": (Path(order.runtime) / name).read_bytes() for name in RUNTIME_FILES}
        found |= _compiled({name: archive(files) for name, files in archives.items()}, Path(order.runtime)) | runtime
    digests: dict[str, Plain] = {name: [sha256(found[name]).hexdigest(), len(found[name])] for name in sorted(found)}
    about: dict[str, Plain] = {
        "site": SORT,
        "runtime": f"{order.runtime}/" if order.is_address else "pyodide/",
        "app": "data/app.zip",
        "start": ["data/app.zip", *(name for name in runtime if not name.endswith(".mjs"))],
        "page": [*page, *(name for name in found if name.startswith("data/") and name.endswith(".json")), *runtime],
        "games": games,
        "files": digests,
    }
    return found | {LIST: _json(about)}


def _own(name: str) -> bytes:
    return (SITE_PAGES / name).read_bytes()


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _json(document: Plain) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _lobby(games: Mapping[str, str]) -> Files:
    """Return what the lobby shows, in all languages."""
    found: Files = {}
    spoken: list[Plain] = [{"code": one.code, "name": one.name} for one in languages() if one.code in SHIPPED]
    for code in SHIPPED:
        words = load_interface_texts(code, shipped_folder("locales"))
        listed: list[Plain] = []
        for game, where in games.items():
            about = {**game_document(where, words), "id": game}
            found[f"data/{game}-{code}.json"] = _json(about)
            listed.append({name: about[name] for name in ("id", "name", "players")})
        texts: dict[str, Plain] = {**page_texts(words)}
        found[f"data/lobby-{code}.json"] = _json({"lang": code, "languages": spoken, "texts": texts, "games": listed})
    return found


def _printed(game: str, where: str) -> Files:
    """Return rulebook, card and faces of a ruleset under its usual options, in all languages."""
    host, found = TableHost(where), Files()
    for code in SHIPPED:
        for product, ending in (("book", "html"), ("card", "html"), ("faces", "json")):
            answer = host.answer({"op": "page", "product": product, "lang": code, "options": {}})
            if answer["ok"] is True:
                text = str(answer["result"])
                found[f"made/{game}/{product}-{code}.{ending}"] = text.replace(HEAD, HEAD + PRINTED, 1).encode()
    return found


def _drawings(ruleset: LoadedRuleset) -> Files:
    """Return drawings of the maps of a ruleset: for all players and languages, and for each value of an option."""
    found: Files = {}
    for table in _tables(ruleset):
        name = drawing_name(table)
        if name is None:
            return {}
        place = f"reguli/share/drawn/{name}"
        if place not in found:
            drawn = replay_board_svg(table)
            assert drawn is not None
            box = [*_numbers(drawn["box"])]
            found[place] = _json({"box": box, "drawing": str(drawn["drawing"])})
    return found


def _numbers(box: object) -> Iterator[Plain]:
    assert isinstance(box, tuple | list)
    yield from box


def _tables(ruleset: LoadedRuleset) -> Iterator[Mapping[str, object]]:
    """Yield the tables whose maps are drawn."""
    about = describe_ruleset(ruleset)
    low, high = about.players
    others = [{one.id: value} for one in about.options for value in one.values if value != one.default]
    usual = ((ruleset, players) for players in range(low, high + 1))
    for loaded, players in chain(usual, ((ruleset.under(chosen), low) for chosen in others)):
        standing = begin_game(loaded, players, 0)
        for code in SHIPPED:
            yield replay_static_data(standing.playthrough.program, open_session_texts(standing, code))


def _compiled(archives: Files, runtime: Path) -> Files:
    """Return archives with modules compiled by the Python that runs them. Raises ``Refused`` (X204)."""
    with tempfile.TemporaryDirectory() as folder:
        names = dict(zip(archives, (str(Path(folder) / f"{at}.zip") for at in range(len(archives))), strict=True))
        for name, path in names.items():
            Path(path).write_bytes(archives[name])
        command = [COMPILER, str(SITE_PAGES / "compile.mjs"), str(runtime.resolve()), *names.values()]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)  # noqa: S603 - as the user ordered
        except subprocess.CalledProcessError as failed:
            said = failed.stderr.decode("utf-8", "replace").strip().splitlines()
            raise make_refusal("X204", why=next((line for line in said if "Error" in line), "")[:200]) from None
        except subprocess.TimeoutExpired:
            raise make_refusal("X204", why=f"{PATIENCE} s") from None
        return {name: Path(path).read_bytes() for name, path in names.items()}


# -- writing -------------------------------------------------------------------------------------------------------


def write_site(files: Files, into: Path) -> None:
    """Write a site; of one that was written before, what is no longer part of it goes. Raises ``Refused``."""
    old = _listed(into) if (into / LIST).exists() else {}
    with file_write_errors(into):
        into.mkdir(parents=True, exist_ok=True)
    home = into.resolve()
    for name in files:
        place = home / name
        if home not in place.resolve().parents:
            raise make_refusal("X112", file=str(place), why=Said("why.link_outside"))
        if place.exists() and name not in old and name != LIST:
            raise make_refusal("X112", file=str(place), why=Said("why.not_of_site"))
    for name in sorted(old.keys() - files.keys()):
        place = home / name
        with file_write_errors(place):
            # A file that somebody has changed since is theirs.
            if home in place.resolve().parents and place.is_file() and _digest(place) == old[name]:
                place.unlink()
    # The list comes last: until then a browser takes the files by the list that it has.
    for name in sorted(files, key=lambda name: (name == LIST, name)):
        with file_write_errors(home / name):
            (home / name).parent.mkdir(parents=True, exist_ok=True)
        write_file(home / name, files[name])


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()

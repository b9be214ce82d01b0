"""The committed products are what the rules and wordings give now, byte for byte, with the version of Typst that made them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from cards import CODES, TOP, loaded, source_of, write_cards

from large import LARGE
from reguli.app.errors import Refused
from reguli.app.printing.product_output import write_print_order
from reguli.output_formats import list_formats
from reguli.publish.paper.typst_backend import typst_version
from reguli.publish.products.gallery import foreign_products, write_gallery
from reguli.publish.products.product_registry import PRODUCTS, PrintOrder
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources

pytestmark = pytest.mark.pages

COMMITTED = TOP / "generated_docs"
LARGEST = 16_000_000
"""Bytes; a sixth of them are the letters that every page in HTML brings along."""
MEND = "write them anew with: reguli card all"


def _files(folder: Path) -> dict[str, bytes]:
    """Read everything below a folder that the gallery makes; books have a test of their own."""
    stems = tuple(f"/{product.stem}." for product in PRODUCTS)
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    own = [name for name in found if name == "index.html" or name.startswith("thumbnails/") or _has(name, stems)]
    return {name: found[name].read_bytes() for name in own}


def _has(name: str, stems: tuple[str, ...]) -> bool:
    return any(stem in name for stem in stems)


SMALLER = [name for name in shipped_rulesets() if name not in LARGE]


def _gallery(names: Iterable[str], folder: Path) -> dict[str, bytes]:
    """Make everything of some rulesets now."""
    bag = Bag()
    sources = [source_of(name) for name in names]
    written = write_gallery(sources, folder, more=foreign_products(COMMITTED), bag=bag, texts=Sources())
    assert not bag, bag.codes
    assert sorted(path.relative_to(folder).as_posix() for path in written) == sorted(_files(folder))
    return _files(folder)


def _same_typst() -> bool:
    made_with = re.search(rb"with Typst ([0-9.]+);", (COMMITTED / "index.html").read_bytes())
    assert made_with is not None
    return made_with[1].decode() == typst_version()


def _differing(fresh: Mapping[str, bytes]) -> list[str]:
    same, committed = _same_typst(), _files(COMMITTED)
    compared = [name for name in fresh if same or (name.endswith((".md", ".html")) and name != "index.html")]
    return [name for name in compared if fresh[name] != committed.get(name)]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All of the rulesets that are not large; the page itself names the others, too."""
    found = _gallery(SMALLER, tmp_path_factory.mktemp("gallery"))
    return {name: content for name, content in found.items() if name != "index.html"}


def test_what_is_committed_is_fresh(fresh: dict[str, bytes]) -> None:
    assert _differing(fresh) == [], MEND


@pytest.mark.parametrize("name", sorted(LARGE))
def test_texts_of_large_rulesets_are_fresh(name: str, tmp_path: Path) -> None:
    """By day in Romanian; by night all that is committed is made again."""
    for product in PRODUCTS:
        if source_of(name).has(product):
            write_print_order(loaded(name), PrintOrder(product.id, ("ro",), ("md",)), tmp_path)
    fresh = _files(tmp_path)
    assert fresh
    assert _differing(fresh) == [], MEND


@pytest.mark.night
def test_all_that_is_committed_is_fresh(tmp_path: Path) -> None:
    fresh = _gallery(shipped_rulesets(), tmp_path)
    assert sorted(fresh) == sorted(_files(COMMITTED)), MEND
    assert _differing(fresh) == [], MEND


def test_every_product_of_every_ruleset_is_there() -> None:
    committed = _files(COMMITTED)
    for name in shipped_rulesets():
        for product in PRODUCTS:
            if not source_of(name).has(product):
                continue
            for code in CODES:
                assert {f"{name}/{product.stem}.{code}.{form}" for form in list_formats("book")} <= committed.keys()
                assert f"thumbnails/{name}.{product.stem}.{code}.png" in committed


def test_the_page_shows_what_is_there() -> None:
    """Every link leads somewhere, and every file is linked."""
    committed = _files(COMMITTED)
    linked = set(re.findall(r'(?:href|src)="([^"]+)"', committed["index.html"].decode()))
    assert linked == committed.keys() - {"index.html"} | set(foreign_products(COMMITTED))


def test_every_game_has_a_small_picture_of_its_table() -> None:
    """``.ci/pictures.py`` takes them; README shows some."""
    found = {path.stem: path.stat().st_size for path in (COMMITTED / "tables").iterdir()}
    assert found.keys() == set(shipped_rulesets())
    assert max(found.values()) < 200_000


def test_all_together_is_not_large() -> None:
    assert sum(map(len, _files(COMMITTED).values())) < LARGEST


def test_the_same_rules_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_cards(
            source_of("power_grid"),
            CODES,
            None,
            list_formats("card", "template"),
            tmp_path / name,
            bag=Bag(),
            sources=Sources(),
        )
    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_nothing_but_the_cards_is_left_behind(tmp_path: Path) -> None:
    write_cards(
        source_of("power_grid"), CODES, None, list_formats("card", "template"), tmp_path, bag=Bag(), sources=Sources()
    )
    assert len(list((tmp_path / "power_grid").iterdir())) == len(CODES) * len(list_formats("card", "template"))


@pytest.mark.parametrize(
    ("languages", "formats", "players"), [(["xx"], ["md"], None), (["en"], ["doc"], None), (["en"], ["md"], 7)]
)
def test_what_cannot_be_asked_for(
    tmp_path: Path, languages: list[str], formats: list[str], players: int | None
) -> None:
    order = PrintOrder(languages=tuple(languages), formats=tuple(formats), players=players)
    with pytest.raises(Refused, match="X111" if players is None else "X104"):
        write_print_order(loaded("power_grid"), order, tmp_path)
    assert not list(tmp_path.iterdir())

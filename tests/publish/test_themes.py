"""Themes: fonts, colours, logo and icons of one's own, in every product and form; what cannot be used is told at its place."""

from __future__ import annotations

import random
import re
import shutil
import struct
import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from cards import lines_of, source_of
from pages import faces_of, job, pieces_in, render_card_sheets, spoken_product
from pypdf import PdfReader
from rulebooks import COMMAND, spoken_book

from reguli.publish.document.document_realisation import render_book, render_card
from reguli.publish.document.document_tree import DocumentTable, SaidDocument
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.piece_layout import (
    COLOURS,
    FONTS,
    IN_HTML,
    LETTERS,
    PLAIN,
    READABLE,
    VisualTheme,
    contrast_ratio,
    package_fonts,
    readable_text_colour,
)
from reguli.publish.layouts.theme import read_theme
from reguli.publish.paper.column_packing import lay_out_columns
from reguli.publish.paper.paper_sizes import paper_by_name
from reguli.publish.paper.sfnt import InvalidFontError, read_font
from reguli.publish.paper.sheet_printing import render_page_layout
from reguli.publish.paper.typst_backend import PrintForm, first_missing_glyph, printed_texts
from reguli.publish.pictures.png_validation import InvalidPngError, size_of_png
from reguli.publish.products.product_registry import PrintOrder
from reguli.publish.products.product_writer import PAGES, write_products
from reguli.source.diagnostic import Bag, finding_sentence
from reguli.source.source_excerpt import Sources

pytestmark = pytest.mark.pages

EVENING = Path(__file__).parent / "themes" / "evening"
KNOWN = ("coal", "city")
PATHS = '{colour: "#7a1f3d", paths: ["M2 2 L22 2 L12 22 Z"]}'


def _read(folder: Path, text: str | None = None) -> tuple[VisualTheme | None, Bag]:
    if text is not None:
        (folder / "theme.yaml").write_text(text, "utf-8")
    bag = Bag()
    return read_theme(folder, KNOWN, bag, Sources()), bag


def _evening() -> VisualTheme:
    look, bag = _read(EVENING)
    assert look is not None, bag.codes
    return look


def _png(width: int, height: int, *, rows: bytes | None = None, interlaced: int = 0, cut: int = 0) -> bytes:
    """Write a grey picture by the letter of the format."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, interlaced))
    body = zlib.compress(b"\0" * (height * (width + 1)) if rows is None else rows)
    whole = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    return whole[: len(whole) - cut]


# What a theme does


def test_the_example_is_read_as_it_is_written() -> None:
    look = _evening()
    assert look.colours["accent"] == "#7a1f3d"
    assert look.colours["made"] == COLOURS["made"]
    assert look.logo is not None
    assert look.logo.shape == (96, 96)
    assert sorted(look.icons) == ["city", "coal"]


@pytest.mark.parametrize("form", ["html", "svg"])
def test_colours_and_logo_are_on_a_card(form: str) -> None:
    look, card = _evening(), spoken_product("reference", "ro")
    paper = paper_by_name("a4")
    assert paper is not None
    if form == "html":
        text = render_card(card, form, "", look)
    else:
        laid = lay_out_columns([card], paper, look)
        assert laid is not None
        made = render_page_layout(laid, replace(job("svg"), look=look))
        assert made.faults == ()
        text = made.content[0].decode()
    assert "#7a1f3d" in text
    assert "data:image/" in text
    assert not re.search(r'(?:href|src)="(?!#|data:)', text)


def test_colours_and_logo_are_on_a_book() -> None:
    look, book = _evening(), spoken_book("tic_tac_toe", "hu")
    pages = {form: dict(render_book(book, form, COMMAND, look)) for form in ("html", "md", "pdf")}
    html = str(pages["html"]["book.hu.html"])
    assert "--accent: #7a1f3d" in html
    assert "data:image/png;base64," in html
    assert "#241a1c" not in str(dict(render_book(book, "html", COMMAND))["book.hu.html"])
    assert pages["pdf"] != dict(render_book(book, "pdf", COMMAND))


def test_icons_and_logo_are_on_pieces() -> None:
    look, layout, paper = _evening(), source_of("power_grid").pieces, paper_by_name("poker")
    assert layout is not None
    assert paper is not None
    faces = faces_of(piece for piece in pieces_in("en") if piece.element in ("plant_4", "plant_9"))
    plain, themed = (
        render_card_sheets(faces, faces, layout.icons, paper, replace(job("svg"), look=one)) for one in (PLAIN, look)
    )
    assert themed.faults == ()
    assert b"#4a3a32" in themed.content[0]
    assert b"#6b4226" not in themed.content[0]
    assert b"#6b4226" in plain.content[0]
    # What a theme leaves out stays: the icon of oil.
    assert b"#22282c" in themed.content[0]


def _with_fonts(folder: Path) -> VisualTheme:
    """A theme whose fonts are those of the package under another name, as long as the old one."""
    for path in sorted(FONTS.glob("*.otf")):
        raw = path.read_bytes().replace("Source Sans Pro".encode("utf-16-be"), "Evening Serif X".encode("utf-16-be"))
        (folder / path.name).write_bytes(raw.replace(b"Source Sans Pro", b"Evening Serif X"))
    names = ", ".join(sorted(path.name for path in folder.glob("*.otf")))
    look, bag = _read(folder, f"theme: lettered\nfonts: [{names}]\n")
    assert look is not None, bag.codes
    return look


def test_fonts_take_the_place_of_the_usual_ones(tmp_path: Path) -> None:
    look = _with_fonts(tmp_path)
    assert look.family == "Evening Serif X"
    paper = paper_by_name("a5")
    assert paper is not None
    laid = lay_out_columns([spoken_product("summary", "hu")], paper, look)
    assert laid is not None
    made = render_page_layout(laid, replace(job(), look=look))
    assert made.faults == ()
    (tmp_path / "made.pdf").write_bytes(made.content[0])
    fonts = [
        font.get_object()
        for page in PdfReader(tmp_path / "made.pdf").pages
        for font in page["/Resources"]["/Font"].values()
    ]  # type: ignore[index]
    assert fonts
    html = render_card(spoken_product("summary", "hu"), "html", "", look)
    assert html.count("@font-face") == 3
    assert 'font-family: "Evening Serif X"' in html


@pytest.mark.parametrize("form", PAGES)
def test_the_same_theme_gives_the_same_bytes(tmp_path: Path, form: PrintForm) -> None:
    written = []
    for name in ("one", "two"):
        shutil.copytree(EVENING, tmp_path / name / "evening")
        look, _ = _read(tmp_path / name / "evening")
        assert look is not None
        bag = Bag()
        order = PrintOrder(languages=("en",), formats=(form,))
        paths = write_products(source_of("hex"), order, tmp_path / name / "out", bag=bag, sources=Sources(), look=look)
        assert not bag, bag.codes
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1] != []


# What it may not do


@pytest.mark.parametrize(
    ("text", "code", "near"),
    [
        ("colours: {}\n", "R102", None),
        ("theme: x\ncolors: {}\n", "R101", "colours"),
        ('theme: x\ncolours: {acent: "#000000"}\n', "R101", "accent"),
        ("theme: x\ncolours: {ink: red}\n", "W410", None),
        ('theme: x\ncolours: {ink: "#fff"}\n', "W410", None),
        (f"theme: x\nicons: {{caol: {PATHS}}}\n", "W402", "coal"),
        ('theme: x\nicons: {coal: {colour: "#000000", paths: ["<b>"]}}\n', "W410", None),
        ('theme: x\nicons: {coal: {colour: "#7a7a7a", paths: ["M0 0 L1 1"]}}\n', "W431", None),
        ("theme: x\nlogo: ../logo.png\n", "Y102", None),
        ("theme: x\nlogo: /etc/hostname\n", "Y102", None),
        ("theme: x\nlogo: outside.png\n", "Y102", None),
        ("theme: x\nlogo: logo.pgn\n", "Y101", "logo.png"),
        ("theme: x\nlogo: fonts\n", "Y105", None),
        ("theme: x\nlogo: theme.yaml\n", "W433", None),
        ("theme: x\nfonts: [theme.yaml]\n", "W432", None),
        ("theme: x\nfonts: logo.png\n", "R103", "[logo.png]"),
    ],
)
def test_mistakes_are_told_at_their_place(tmp_path: Path, text: str, code: str, near: str | None) -> None:
    folder = tmp_path / "theme"
    (folder / "fonts").mkdir(parents=True)
    (folder / "logo.png").write_bytes(_png(4, 4))
    (tmp_path / "outside.png").write_bytes(_png(4, 4))
    (folder / "outside.png").symlink_to(tmp_path / "outside.png")
    look, bag = _read(folder, text)
    assert look is None
    (found,) = bag
    assert (found.code, found.near) == (code, near)
    assert found.span is not None
    assert found.span.line == (1 if code == "R102" else 2)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"GIF89a", "no PNG"),
        (_png(4, 4, cut=1), "broken"),
        (_png(4, 4, cut=20), "broken"),
        (_png(4, 4)[:40] + b"x" + _png(4, 4)[41:], "broken"),
        (_png(4, 4, rows=b"\0" * 19), "broken"),
        (_png(4, 4, rows=b"\0" * 21), "broken"),
        (_png(0, 4), "broken"),
        (_png(4, 4, interlaced=1), "interlaced"),
        (_png(5_000, 4, rows=b""), "side"),
        (_png(60_000, 60_000, rows=b""), "dots"),
        (_png(10, 10, rows=b"\0" * 50_000_000), "broken"),
    ],
    ids=["other", "cut", "no-end", "changed", "short", "long", "empty", "interlaced", "wide", "huge", "bomb"],
)
def test_a_picture_that_is_broken_or_huge_is_refused_at_once(raw: bytes, why: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(InvalidPngError, match=why):
        size_of_png(raw)
    assert time.perf_counter() - begun < 1


def test_a_whole_picture_has_its_size() -> None:
    assert size_of_png(_png(3, 5)) == (3, 5)


def test_a_broken_font_is_refused() -> None:
    """Whatever is changed in its tables, it is read or refused, and never anything else."""
    raw = (FONTS / "SourceSansPro-It.otf").read_bytes()
    assert read_font(raw).italic
    stream = random.Random(3)
    refused = 0
    for _ in range(150):
        at = stream.randrange(400)
        broken = raw[:at] + stream.randbytes(4) + raw[at + 4 :]
        try:
            read_font(broken[: stream.choice((len(raw), len(raw) // 2))])
        except InvalidFontError:
            refused += 1
    assert refused > 50


def test_fonts_are_of_one_family(tmp_path: Path) -> None:
    _with_fonts(tmp_path)
    shutil.copy(FONTS / "SourceSansPro-It.otf", tmp_path / "other.otf")
    look, bag = _read(tmp_path, "theme: x\nfonts: [SourceSansPro-Regular.otf, other.otf]\n")
    assert look is None
    assert bag.codes == ("W432",)


# Letters that can be read, and letters that are there


def test_the_usual_look_can_be_read() -> None:
    for pairing in (COLOURS, IN_HTML):
        assert min(contrast_ratio(pairing[letters], pairing[ground]) for letters, ground in LETTERS) >= READABLE


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
    ],
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, ratio: float) -> None:
    """Black on white is 21; #767676 is the lightest grey that passes on white, as the guidelines' own examples say."""
    assert contrast_ratio(one, other) == contrast_ratio(other, one) == pytest.approx(ratio, abs=0.005)


@pytest.mark.parametrize(
    ("colours", "codes"),
    [
        ('ink: "#767676", paper: "#ffffff", tint: "#ffffff", card: "#ffffff"', ()),
        ('ink: "#787878", paper: "#ffffff", tint: "#ffffff", card: "#ffffff"', ("W431",) * 3),
        ('accent: "#ffd400", on_accent: "#202020"', ("W431",) * 3),
        ('made: "#ffd400"', ("W431",)),
        ('rule: "#fefefe"', ()),
    ],
)
def test_letters_too_pale_for_their_ground_are_told(tmp_path: Path, colours: str, codes: tuple[str, ...]) -> None:
    _, bag = _read(tmp_path, f"theme: x\ncolours: {{{colours}}}\n")
    assert bag.codes == codes


def test_letters_on_icons_are_what_can_be_read_better() -> None:
    pieces = source_of("power_grid").pieces
    assert pieces is not None
    assert readable_text_colour("#ffd400", PLAIN) == COLOURS["ink"]
    for icon in pieces.icons.values():
        assert contrast_ratio(icon.colour, readable_text_colour(icon.colour, PLAIN)) >= READABLE


def test_the_letters_of_the_fonts_are_known() -> None:
    """Those of all languages we print in, and not those that no such font has."""
    for font in package_fonts():
        assert {ord(sign) for sign in "aăâîșțáéíóöőúüűzĂȘȚŐŰ–„”“…†0123456789"} <= font.covers
        assert not {ord(sign) for sign in "⌘木"} & font.covers


@pytest.mark.parametrize(
    ("data", "sign"),
    [
        ({"title": "a⌘"}, "⌘"),
        ({"runs": [["a", False], ["木", True]]}, "木"),
        ({"sides": [{"kind": "⌘", "lang": "⌘"}]}, None),
        ({"svg": '<svg><path d="M0"/><text x="⌘">K&ouml;ln ⌘</text></svg>'}, "⌘"),
        ({"svg": '<svg aria-label="⌘"><text>K&#246;ln</text></svg>'}, None),
        (["ș", ("ű", {"name": "⟨gloss⟩\u00a0\u2060"})], None),
    ],
)
def test_every_text_on_a_page_is_looked_at(data: object, sign: str | None) -> None:
    missing = first_missing_glyph(data, PLAIN.covers)
    assert (missing and missing.sign) == sign


def test_a_missing_letter_is_told_with_what_stands_round_it() -> None:
    missing = first_missing_glyph({"name": f"{'left ' * 30}⌘{' right' * 30}"}, PLAIN.covers)
    assert missing is not None
    assert missing.code == "U+2318"
    assert len(missing.text) <= 40
    assert "⌘" in missing.text


@pytest.mark.parametrize("form", ["pdf", "png", "svg"])
def test_a_product_with_a_letter_that_no_font_has_is_not_printed(tmp_path: Path, form: str) -> None:
    source = source_of("hex")
    odd = replace(source, ruleset=replace(source.ruleset, version="1.0.0 木"))
    bag = Bag()
    assert write_products(odd, PrintOrder(formats=(form,)), tmp_path, bag=bag, sources=Sources()) == []
    (found,) = bag
    assert found.code == "W407"
    assert "'木' (U+6728), which stands in '" in finding_sentence(found)


def test_all_that_is_printed_of_a_card_is_looked_at() -> None:
    """No line of a product is left out when its texts are gathered."""
    from reguli.publish.paper.sheet_printing import typst_page_data

    card: SaidDocument = spoken_product("reference", "hu")
    paper = paper_by_name("a4")
    assert paper is not None
    laid = lay_out_columns([card], paper)
    assert laid is not None
    found = set(printed_texts(typst_page_data(laid, job())))
    alone = {
        section.blocks[0].title.text
        for section in card.sections
        if len(section.blocks) == 1 and hasattr(section.blocks[0], "title")
    }
    alone |= {
        table.across.text for table in find_blocks(card, DocumentTable) if table.across is not None
    }  # for slim paper
    assert {line.text for line in lines_of(card)} - found - alone == set()

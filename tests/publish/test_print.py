"""Pages as they come out: language, tags, fonts, sizes, and every word on them, read back by another library."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest
from cards import CODES, lines_of
from pages import (
    TEXTS,
    faces_of,
    job,
    laid_product,
    pieces_in,
    printed_pieces,
    printed_product,
    reader_of,
    render_card_sheets,
    spoken_product,
    words_on,
)
from pypdf.generic import DictionaryObject

from reguli.publish.document.document_tree import DocumentTable, KeyValueStrip, LineList, TextLine, split_text_runs
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.paper.column_packing import lay_out_columns
from reguli.publish.paper.paper_sizes import PAPERS, POINTS, paper_by_name
from reguli.publish.paper.sheet_printing import (
    PrintedSheets,
    duplex_card_sheets,
    render_page_layout,
)
from reguli.publish.paper.typst_backend import PrintForm, TypstRefusal, render_typst_template
from reguli.publish.products.product_writer import PAGES

pytestmark = pytest.mark.pages

EVERY_TEXT = [(product, code) for product in TEXTS for code in CODES]


def _every_font(made: PrintedSheets) -> list[DictionaryObject]:
    fonts = [
        font.get_object()
        for page in reader_of(made).pages
        for font in page["/Resources"].get("/Font", {}).values()  # type: ignore[index]
    ]
    return [font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object() for font in fonts]


def _is_accessible(made: PrintedSheets, code: str) -> None:
    reader = reader_of(made)
    root = reader.trailer["/Root"]
    assert root["/Lang"] == code
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert reader.metadata is not None
    assert reader.metadata.title == {"hu": "Magas feszültség"}.get(code, "Power Grid")
    fonts = _every_font(made)
    assert fonts
    assert all({"/FontFile", "/FontFile2", "/FontFile3"} & font.keys() for font in fonts)


@pytest.mark.parametrize(("product", "code"), EVERY_TEXT)
def test_a_product_is_tagged_in_its_language_with_its_fonts(product: str, code: str) -> None:
    made = printed_product(product, (code,), "a4")
    assert made.faults == ()
    _is_accessible(made, code)


@pytest.mark.parametrize(("product", "code"), EVERY_TEXT)
def test_every_word_is_on_the_page(product: str, code: str) -> None:
    """The title of a table alone in its section is left out: the heading says it; what heads all columns stands where they are rows."""
    card = spoken_product(product, code)
    blocks = [section.blocks[0] for section in card.sections if len(section.blocks) == 1]
    alone = {id(block.title) for block in blocks if isinstance(block, DocumentTable | KeyValueStrip)}
    alone |= {id(table.across) for table in find_blocks(card, DocumentTable)}  # for slim paper
    found = set(words_on(printed_product(product, (code,), "a4")).replace("-", " ").split())
    lines = [line for line in lines_of(card) if id(line) not in alone]
    said = {word for line in lines for word in line.text.replace("\u00a0", " ").replace("-", " ").split()}
    assert len(said) > 50
    assert said - found == set()


@pytest.mark.parametrize("paper", [paper.id for paper in PAPERS])
@pytest.mark.parametrize("code", CODES)
def test_the_reference_card_fits_on_every_paper(code: str, paper: str) -> None:
    laid = laid_product("reference", (code,), paper)
    assert len(laid.pages) <= {"a4": 1, "letter": 1, "a5": 2, "poker": 9}[paper]
    dealt = [at for page in laid.pages for band in page for column in band.columns for at in column]
    assert dealt == list(range(len(laid.units[0])))
    assert printed_product("reference", (code,), paper).faults == ()


def test_a_line_is_as_high_alone_as_beside_numbers_of_two_digits() -> None:
    """Lines of every length: what fits beside "9." alone does not where "12." stands below."""
    card, on = spoken_product("setup", "en"), paper_by_name("a5")
    assert on is not None
    lines = [TextLine(split_text_runs("in " * words + "l" * more)) for words in range(12, 24) for more in range(6)]
    blocks = tuple(LineList((*lines[at : at + 8], *lines[:4]), ordered=True) for at in range(0, len(lines), 8))
    section = replace(card.sections[0], blocks=blocks, wide=False)
    laid = lay_out_columns([replace(card, sections=(section,))], on)
    assert laid is not None
    assert render_page_layout(laid, job(sheet="a5")).faults == ()


@pytest.mark.parametrize("product", ["setup", "summary"])
@pytest.mark.parametrize("code", CODES)
def test_set_up_and_summary_take_one_page_of_a5(product: str, code: str) -> None:
    assert len(laid_product(product, (code,), "a5").pages) == 1


def test_pages_have_the_size_of_their_paper() -> None:
    for paper in ("a4", "letter", "a5"):
        on = paper_by_name(paper)
        assert on is not None
        box = reader_of(printed_product("reference", ("ro",), paper)).pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx((on.width * POINTS, on.height * POINTS), abs=0.1)


def test_cards_for_a_print_shop_are_one_a_page_with_bleed() -> None:
    pages = reader_of(printed_pieces("hu", purpose="press")).pages
    assert len(pages) == 2 * len(pieces_in("hu"))
    for page in (pages[0], pages[1]):
        assert float(page.mediabox.width) == pytest.approx(69 * POINTS, abs=0.1)
        assert float(page.trimbox.width) == pytest.approx(63 * POINTS, abs=0.1)
        assert float(page.trimbox.height) == pytest.approx(88 * POINTS, abs=0.1)


def _size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_pictures_have_three_hundred_dots_an_inch() -> None:
    (page,) = printed_product("summary", ("en",), "a5", "png").content
    assert _size_of(page) == pytest.approx((148 / 25.4 * 300, 210 / 25.4 * 300), abs=1)


def test_a_virtual_tabletop_gets_one_picture_of_ten_columns() -> None:
    (sheet,) = printed_pieces("en", form="png", purpose="table").content
    width, height = _size_of(sheet)
    assert width <= 4096
    assert width / height == pytest.approx((10 * 63) / (5 * 88), abs=0.01)


def test_pictures_of_pages_are_drawings_too() -> None:
    pages = printed_product("reference", ("ro",), "a5", "svg").content
    assert len(pages) == len(laid_product("reference", ("ro",), "a5").pages)
    assert all(page.startswith(b"<svg") for page in pages)


def test_nine_cards_lie_on_a_sheet_and_backs_are_mirrored() -> None:
    card, sheet = paper_by_name("poker"), paper_by_name("a4")
    assert card is not None
    assert sheet is not None
    fronts, backs = duplex_card_sheets([(at, 100 + at) for at in range(9)], card, sheet)
    where = {slot.side: (slot.x, slot.y) for slot in fronts.slots}
    assert len(where) == 9
    assert len(fronts.marks) == 2 * (4 + 4)
    for slot in backs.slots:
        x, y = where[slot.side - 100]
        assert slot.y == y
        assert slot.x + card.width == pytest.approx(sheet.width - x)


def test_two_languages_stand_back_to_back() -> None:
    laid = laid_product("reference", ("ro", "hu"), "poker")
    made = render_page_layout(laid, job("pdf", "press"))
    pages = reader_of(made).pages
    assert len(pages) == 2 * len(laid.pages)
    assert reader_of(made).trailer["/Root"]["/Lang"] == "ro"
    assert b"/Lang(hu)" in made.content[0]
    assert "Fișă de referință" in pages[0].extract_text()
    assert "Játékossegédlet" in pages[1].extract_text()
    assert made.faults == ()


def test_cards_may_have_backs_in_another_language() -> None:
    pages = reader_of(printed_pieces("en", "hu")).pages
    assert "Coal" in pages[0].extract_text()
    assert "Erőmű" in pages[1].extract_text()
    assert "Power plant" not in pages[1].extract_text()


def test_the_same_data_give_the_same_bytes() -> None:
    laid = laid_product("setup", ("hu",), "a5")
    for form in ("pdf", "png", "svg"):
        assert render_page_layout(laid, job(form)) == render_page_layout(laid, job(form))
    paper = paper_by_name("poker")
    assert paper is not None
    one, two = (
        render_card_sheets(faces_of(pieces_in("ro")[:3], "ro"), faces_of(()), {}, paper, job()) for _ in range(2)
    )
    assert one == two


def test_nothing_of_what_is_said_is_read_as_code() -> None:
    """Every sign that means something to Typst stands on the page as it is."""
    evil = '#panic("no") $x$ *a* _b_ `c` @d <e> \\ [f] "g" // h /* i */ ~ = - + 1. #{'
    data = {
        "title": evil,
        "room": 400.0,
        "widths": {"wide": 400.0, "narrow": 400.0},
        "gutter": 0.0,
        "size": 9.0,
        "bleed": 0.0,
        "icons": {},
        "faces": [{"lang": "en", "units": [{"kind": "title", "part": "", "name": evil, "head": []}]}],
        "sides": [
            {
                "kind": "page", "face": 0, "width": 210.0, "height": 297.0, "margin": 10.0, "number": 1, "count": 1,
                "bands": [{"columns": [[0]], "wide": True, "height": 700.0, "gap": 0.0}],
            }
        ],
        "sheets": [{"width": 210.0, "height": 297.0, "bleed": 0.0, "slots": [{"side": 0, "x": 0.0, "y": 0.0}], "marks": []}],
    }  # fmt: skip
    heading = "".join(evil.split())
    assert heading in "".join(words_on(PrintedSheets(render_typst_template("sheet.typ", data, "pdf"), ())).split())


@pytest.mark.parametrize("form", PAGES)
def test_a_letter_without_a_glyph_is_refused_in_every_form(form: PrintForm) -> None:
    laid = laid_product("summary", ("en",), "a5")
    odd = lay_out_columns([replace(laid.faces[0], name="A ⌘ 木", head=(), sections=(), foot=())], laid.paper)
    assert odd is not None
    with pytest.raises(TypstRefusal, match=r"no font of Source Sans Pro has '⌘' \(U\+2318\), which stands in 'A ⌘ 木'"):
        render_page_layout(odd, job(form))

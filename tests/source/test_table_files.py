"""Tables: what spreadsheets of any country save is read alike, and what is wrong is one finding with its cell."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest

from reguli.source.diagnostic import Bag, finding_as_json, finding_sentence, render_with_excerpt
from reguli.source.source_excerpt import Sources, Span
from reguli.source.spreadsheet_files import MOST_ROWS, pack_workbook
from reguli.source.table_files import Table, make_table, match_head, read_rows

KNOWN = ("id", "name", "cost", "copies", "number")


def read(raw: bytes | str, file: str = "cards.csv", bag: Bag | None = None, sources: Sources | None = None) -> Table:
    """Read a table in which nothing is wrong, or add what is wrong to ``bag``."""
    found = Bag() if bag is None else bag
    file, _, sheet = file.partition(":")
    raw = raw.encode() if isinstance(raw, str) else raw
    name, rows = read_rows(raw, file, found, sources or Sources(), sheet or None)
    table = None if rows is None else make_table(rows, Span(name, 0, 0, 0, 0), found)
    assert bag is not None or not found, [finding_sentence(one) for one in found]
    return table or Table(Span(name, 0, 0, 0, 0), (), ())


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in (table.heads, *table.rows)]


def told(raw: bytes | str, file: str = "cards.csv") -> list[tuple[str, str]]:
    bag = Bag()
    read(raw, file, bag)
    return [(one.code, str(one.span)) for one in bag]


def workbook(*rows: tuple[object, ...], title: str = "Cards") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return pack_workbook(book)


SAME = [["id", "name", "cost"], ["elf", "Elf", "2"], ["dwarf", "Dwarf; big", "2,5"]]
WRITTEN = {
    "plain": 'id,name,cost\nelf,Elf,2\ndwarf,Dwarf; big,"2,5"\n',
    "byte order mark": '\ufeffid,name,cost\nelf,Elf,2\ndwarf,Dwarf; big,"2,5"',
    "semicolons": 'id;name;cost\r\nelf;Elf;2\r\ndwarf;"Dwarf; big";2,5\r\n',
    "tabs": "id\tname\tcost\nelf\tElf\t2\ndwarf\tDwarf; big\t2,5\n",
    "spare columns, blank rows and blanks": ' id ,name,cost,,\n,,,,\nelf, Elf ,2,,\n\n   \ndwarf,Dwarf; big,"2,5",,\n,,,,\n',
    "every cell quoted": '"id","name","cost"\n"elf","Elf","2"\n"dwarf","Dwarf; big","2,5"\n',
    "a blank before a quote": 'id, name, cost\nelf, Elf, 2\ndwarf, "Dwarf; big", "2,5"\n',
    "the delimiter told": 'sep=;\nid;name;cost\nelf;Elf;2\ndwarf;"Dwarf; big";2,5\n',
    "old line ends": 'id;name;cost\relf;Elf;2\rdwarf;"Dwarf; big";2,5\r',
    "a row that ends early": 'id,name,cost,,\nelf,Elf,2\ndwarf,Dwarf; big,"2,5"\n',
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_spreadsheets_of_any_country_save_is_read_alike(name: str) -> None:
    assert texts(read(WRITTEN[name])) == SAME


def test_a_workbook_says_the_same() -> None:
    rows = (("id", "name", None, "cost"), (), ("elf", "Elf", None, 2), ("dwarf", "Dwarf; big", None, "2,5"))
    assert texts(read(workbook(*rows), "cards.xlsx")) == SAME
    assert texts(read(workbook(*rows), "cards.xlsx:Cards")) == SAME


def test_a_quoted_cell_may_have_line_ends_and_doubled_quotes() -> None:
    table = read('id,text\nelf,"line one\r\nsays ""hello"""\ndwarf,5" nail\n')
    assert texts(table)[1:] == [["elf", 'line one\nsays "hello"'], ["dwarf", '5" nail']]
    assert (str(table.rows[0][1].span), str(table.rows[1][0].span)) == ("cards.csv:2:5", "cards.csv:4:1")


def test_a_line_end_in_a_cell_of_a_workbook_stays_and_its_place_names_sheet_row_and_column() -> None:
    table = read(workbook(("id", "text"), ("elf", "one\ntwo")), "my/cards.xlsx")
    assert (table.rows[0][1].text, str(table.rows[0][1].span)) == ("one\ntwo", "my/cards.xlsx:Cards!B2")


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        *[("ID", "id"), ("Name", "name"), (" Cost ", "cost"), ("number", "number"), ("Artist", "Artist")],
        *[(head, "copies") for head in ("Qty", "COUNT", "Quantity", "#", "Copies", "Bucăți", "darab", "Példány")],
        *[("Nume", "name"), ("NÉV", "name"), ("Number", "number")],
    ],
)
def test_heads_are_known_by_any_case_and_by_their_usual_names(head: str, wanted: str) -> None:
    assert match_head(head, KNOWN) == wanted


def test_a_field_of_the_kind_comes_before_a_usual_name() -> None:
    assert (match_head("Number", ("id", "copies")), match_head("Number", KNOWN)) == ("copies", "number")


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("id,name;note\nash,Oak;old\n", ("R388", "cards.csv:1:1")),
        ("id|name\nash|Oak\n", ("R389", "cards.csv:1:1")),
        ('id,name\nash,"Oak\nelm,Elm\n', ("R390", "cards.csv:2:5")),
        ('id,name\nash,"Oak" old\n', ("R116", "cards.csv:2:11")),
        ("id,name\nash,Oak,old\n", ("R391", "cards.csv:2:9")),
        ("id,,name\nash,old,Oak\n", ("R391", "cards.csv:2:5")),
        ("\ufeff,,\n", ("R393", "cards.csv:0:0")),
        ("id,name\nash,O\u202eak\n", ("Y107", "cards.csv:2:5")),
        ("id\n" + "," * 300, ("Y116", "cards.csv:0:0")),
        ("id,name\n" + ",\n" * 300_000, ("Y116", "cards.csv:0:0")),
        ("x" * 2_000_001, ("Y104", "cards.csv:0:0")),
        ("id,name\nș,ő\n".encode("utf-16"), ("Y113", "cards.csv:0:0")),
        ("id,name\nash,țăț\n".encode("iso8859-16"), ("Y113", "cards.csv:2:1")),
        ("id,name\nash,Őrült\n".encode("cp1250"), ("Y113", "cards.csv:2:1")),
        (workbook(("id",), ("ash",)), ("Y113", "cards.csv:0:0")),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_text_table_is_one_finding(raw: bytes | str, wanted: tuple[str, str]) -> None:
    assert told(raw) == [wanted]


def test_what_is_wrong_with_a_workbook_is_one_finding() -> None:
    assert told(b"no workbook", "cards.xlsx") == [("Y114", "cards.xlsx:0:0")]
    assert told(workbook(("id",), ("ash", "x")), "cards.xlsx") == [("R391", "cards.xlsx:Cards!B2")]
    assert told(workbook(("id",), ("=A1*2",)), "cards.xlsx") == [("R392", "cards.xlsx:Cards!A2")]
    assert told(workbook(("id",), ("ash",)), "cards.xlsx:Cords") == [("Y115", "cards.xlsx:0:0")]
    many = [("id",), *[("ash",)] * MOST_ROWS]
    assert [code for code, _ in told(workbook(*many), "cards.xlsx")] == ["Y116"]


def test_the_name_of_another_sheet_gives_the_one_meant() -> None:
    bag = Bag()
    read(workbook(("id",), ("ash",)), "cards.xlsx:Cords", bag)
    assert [one.near for one in bag] == ["Cards"]


def test_a_formula_has_the_value_last_computed() -> None:
    raw, written = workbook(("id", "cost"), ("ash", "=1+2"), ("elm", 4)), BytesIO()
    with ZipFile(BytesIO(raw)) as packed, ZipFile(written, "w") as saved:
        for name in packed.namelist():
            part = packed.read(name).replace(b"<v></v>", b"<v>3</v>").replace(b"<v />", b"<v>3</v>")
            saved.writestr(name, part)
    assert texts(read(written.getvalue(), "cards.xlsx")) == [["id", "cost"], ["ash", "3"], ["elm", "4"]]


def test_a_formula_that_gave_an_empty_text_is_an_empty_cell() -> None:
    raw, written = workbook(("id", "note"), ("ash", '=IF(A2="x","y","")')), BytesIO()
    with ZipFile(BytesIO(raw)) as packed, ZipFile(written, "w") as saved:
        for name in packed.namelist():
            saved.writestr(name, packed.read(name).replace(b'<c r="B2"', b'<c r="B2" t="str"'))
    assert texts(read(written.getvalue(), "cards.xlsx")) == [["id", "note"], ["ash", ""]]


def test_an_error_of_the_spreadsheet_is_no_value() -> None:
    bag = Bag()
    read(workbook(("id", "cost"), ("ash", "#REF!")), "cards.xlsx", bag)
    assert [(str(one.span), "#REF!" in finding_sentence(one)) for one in bag] == [("cards.xlsx:Cards!B2", True)]


def test_a_finding_in_a_workbook_shows_its_row_and_its_cell() -> None:
    bag, sources = Bag(), Sources()
    table = read(workbook(("id", "text"), ("ash", "one\ntwo")), "cards.xlsx", sources=sources)
    bag.add("R105", table.rows[0][1].span, what="x", found="2", low=0, high=1)
    shown = render_with_excerpt(bag.diagnostics[0], sources).split("\n")
    assert shown[0].startswith("cards.xlsx:Cards!B2 R105 ")
    assert shown[1:3] == ["    2 | ash | one two", "      |       ^^^^^^^"]
    place = finding_as_json(bag.diagnostics[0])["place"]
    assert place == {"file": "cards.xlsx", "sheet": "Cards", "line": 2, "column": 2, "end_line": 2, "end_column": 3}

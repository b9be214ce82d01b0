"""The output formats: one row each, with the outputs it is available for and the library that writes it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Use: TypeAlias = Literal["card", "book", "gallery", "facts", "rows", "report", "matrix", "wordings"]
"""What is written: a product on cards or leaves, a book, what is shown of every product, an empty form of facts, rows of games, a report, its matrix, wordings."""
Writer: TypeAlias = Literal["text", "template", "typst", "csv", "openpyxl", "pyarrow"]


class Format(NamedTuple):
    """An output format: its id (also the file extension), the outputs it is available for, and the library that writes it."""

    id: str
    uses: tuple[Use, ...]
    writer: Writer


FORMATS: Final = (
    Format("text", ("report",), "text"),
    Format("json", ("report",), "text"),
    Format("md", ("card", "book", "gallery"), "template"),
    Format("html", ("card", "book", "gallery", "report"), "template"),
    Format("pdf", ("card", "book", "gallery"), "typst"),
    Format("png", ("card",), "typst"),
    Format("svg", ("card",), "typst"),
    Format("csv", ("facts", "rows"), "csv"),
    Format("xlsx", ("facts", "matrix", "wordings"), "openpyxl"),
    Format("yaml", ("facts",), "text"),
    Format("jsonl", ("rows",), "text"),
    Format("parquet", ("rows",), "pyarrow"),
)


def list_formats(use: Use, writer: Writer | None = None) -> tuple[str, ...]:
    """Return all output formats, or those of one writer."""
    return tuple(one.id for one in FORMATS if use in one.uses and writer in (None, one.writer))


def usual_card_formats(use: str) -> tuple[str, ...]:
    """Return the formats of cards for a use where none is named: texts, pictures for tabletops, and PDF to print."""
    return {"home": list_formats("card", "template"), "table": ("png",), "tts": ("png",), "images": ("png",)}.get(
        use, ("pdf",)
    )


def file_endings(use: Use) -> tuple[str, ...]:
    """Return the file name extensions for an output, such as ``.csv``."""
    return tuple(f".{name}" for name in list_formats(use))

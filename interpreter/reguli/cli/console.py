"""The output streams of a command: results on stdout, everything else on stderr, limited to characters the console can show."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final, TextIO

from reguli.shipped_files import shipped_folder
from reguli.source.finding_catalogue import Translation
from reguli.words.catalogue.interface_texts import ENGLISH, InterfaceTexts

PLAIN_LETTERS: Final[Mapping[str, str]] = {
    "–": "-",
    "—": "-",
    "…": "...",
    "→": "->",
    "←": "<-",
    "×": "x",
    "·": "-",
    "“": '"',
    "”": '"',
    "„": '"',
    "’": "'",
    "‘": "'",
    "ß": "ss",
    "ł": "l",
    "Ł": "L",
    "ø": "o",
    "Ø": "O",
    "æ": "ae",
    "đ": "d",
    "\u00a0": " ",
}
"""Letters that no accent can be taken off, and what stands for them where they cannot be shown."""
LONGEST_LINE: Final = 10_000
"""Letters of what a person types that are read at once."""


def transliterate(text: str, encoding: str) -> str:
    """Return a text in an encoding's character set: accents dropped, typographic characters simplified, others by their number."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_fitting_letter(letter, encoding) for letter in text)
    except LookupError:
        return text.encode("ascii", "backslashreplace").decode("ascii")
    return text


def _fitting_letter(letter: str, encoding: str) -> str:
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    for tried in (letter, PLAIN_LETTERS.get(letter, bare), bare):
        with suppress(UnicodeEncodeError):
            if tried and tried.encode(encoding):
                return tried
    return letter.encode("ascii", "backslashreplace").decode("ascii")


class UnwritableOutput(Exception):  # noqa: N818 - it says what cannot be done
    """An error raised when the output accepts no more data: its disk is full or its terminal is gone. The cause is an ``OSError``."""


@dataclass(frozen=True, slots=True)
class Console:
    """The three streams of a command and its language; a closed stream accepts all output and shows nothing."""

    source: TextIO | None
    out: TextIO | None
    err: TextIO | None
    environment: Mapping[str, str]
    interface: InterfaceTexts = ENGLISH

    def say(self, text: str, /, **args: str | int) -> str:
        """Return a message of the code in the user's language."""
        return self.interface.say(text, **args)

    def count(self, one: str, many: str, number: int, /, **args: str | int) -> str:
        """Return a count of things in the user's language: ``count("{n} move", "{n} moves", 3)``."""
        return self.interface.count(one, many, number, **args)

    def findings(self, number: int) -> str:
        """Return the number of findings as text."""
        return self.count("{n} finding", "{n} findings", number) if number else self.say("no findings")

    @property
    def translation(self) -> Translation:
        """Return the translation used for findings; the catalogue is read again each time."""
        # The catalogue of findings costs 20 ms, and only who has something to find fault with needs it.
        from reguli.words.catalogue.finding_texts import messages_of

        return messages_of(self.interface.code, shipped_folder("locales"))

    def print(self, text: str = "") -> None:
        """Write a result."""
        _write(self.out, text + "\n")

    def note(self, text: str = "") -> None:
        """Write output that is not a result: findings, progress, summaries."""
        _flush(self.out)
        _write(self.err, text + "\n")

    def tell(self, text: str, /, **args: str | int) -> None:
        """Write a message of the code in the user's language, as ``note`` does."""
        self.note(self.say(text, **args))

    def ask(self, question: str) -> str | None:
        """Prompt on stderr and read one line; return None at the end of the input."""
        self.flush()
        _write(self.err, question)
        _flush(self.err)
        try:
            line = "" if self.source is None else self.source.readline(LONGEST_LINE)
        except UnicodeDecodeError:
            line = "?\n"
        if not line:
            _write(self.err, "\n")
        return line.rstrip("\r\n") if line else None

    def progress(self, text: str) -> None:
        """Show progress in place, only on a terminal. An empty text removes it."""
        if self.err is not None and _is_terminal(self.err):
            _write(self.err, f"\r\x1b[K{text}")
            _flush(self.err)

    def clear(self) -> None:
        """Clear the screen and its scrollback; write a blank line if there is no screen."""
        self.print("\x1b[2J\x1b[3J\x1b[H" if _is_terminal(self.out) else "")

    @property
    def colour(self) -> bool:
        """Whether notes may be coloured: on a terminal, unless NO_COLOR or a dumb terminal says otherwise."""
        return self._coloured(self.err)

    @property
    def colours_results(self) -> bool:
        """Whether results may be coloured, by the same rule."""
        return self._coloured(self.out)

    def _coloured(self, stream: TextIO | None) -> bool:
        wanted = not self.environment.get("NO_COLOR") and self.environment.get("TERM") != "dumb"
        return wanted and _is_terminal(stream)

    def flush(self) -> None:
        """Flush all streams."""
        for stream in (self.out, self.err):
            _flush(stream)


def make_process_console() -> Console:
    """Return a console for the current state of this process."""
    return Console(_open(sys.stdin), _open(sys.stdout), _open(sys.stderr), os.environ)


def _open(stream: TextIO | None) -> TextIO | None:
    """Return a usable stream; None for one that was closed before the process began."""
    return None if stream is None or stream.closed else stream


def _write(stream: TextIO | None, text: str) -> None:
    if stream is not None:
        with _writable():
            stream.write(transliterate(text, stream.encoding or "utf-8"))


def _flush(stream: TextIO | None) -> None:
    if stream is not None:
        with _writable():
            stream.flush()


@contextmanager
def _writable() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableOutput from error


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()

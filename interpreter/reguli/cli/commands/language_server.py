"""``reguli lsp``: the language server, which an editor starts."""

from __future__ import annotations

import argparse

from reguli.app.errors import make_refusal
from reguli.cli.arguments import argument, declare_arguments
from reguli.cli.console import Console


@declare_arguments(
    argument("--stdio", "speak over stdin and stdout; there is no other way, and editors say so"),
)
def run_lsp(given: argparse.Namespace, console: Console) -> int:
    """Answer an editor until it ends the conversation; in its own language, unless another one is asked for."""
    try:
        from reguli.editor.language_server import run_language_server  # the extra `editor`
    except ModuleNotFoundError as missing:
        raise make_refusal("X184", name=str(missing.name)) from None
    run_language_server(given.lang)
    return 0

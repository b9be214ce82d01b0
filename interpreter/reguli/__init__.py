"""Board-game rules as data: one source is played, printed and verified.

``reguli.load(name_or_path, options)`` gives a game; see ``reguli.api`` for everything a program may use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reguli.api import *  # noqa: F403 - every public name; what is public is said there
    from reguli.api.lazy_exports import *  # noqa: F403 - part of the same


FUNCTIONS = ("from_json", "load", "load_save")


def _is_public(name: str) -> bool:
    """Return whether a name is public: no package, no special name of Python."""
    return name[0].isupper() or name in FUNCTIONS


def __getattr__(name: str) -> object:
    """Return a public name: one of ``reguli.api``, or of ``reguli.api.lazy_exports``."""
    if name == "__all__":
        return __dir__()
    if _is_public(name):
        # Loaded late: the parser and the libraries behind it take longer than the command's --version may.
        from reguli import api

        if hasattr(api, name):
            return getattr(api, name)
        # Grammars and catalogues cost 0.3 s, and only who asks for words needs them.
        from reguli.api import lazy_exports as worded

        if hasattr(worded, name):
            return getattr(worded, name)
    raise AttributeError(f"module 'reguli' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    # As above.
    from reguli import api
    from reguli.api import lazy_exports as worded

    return sorted(filter(_is_public, (*vars(api), *vars(worded))))

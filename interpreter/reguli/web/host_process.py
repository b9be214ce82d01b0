"""A host in a process of its own: one request a line on its input, one answer a line on its output.

The process bounds itself before it reads anything of the ruleset. Whatever a ruleset does to it, its parent can kill it and
start another; games are recorded by the parent.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress
from typing import Final

from reguli.web.served_host import ServedHost

MOST_MEMORY: Final = 2 << 30
"""Bytes of address space that a host may use."""


def bound_memory() -> None:
    """Bound the memory of this process, on a system that can (Windows cannot)."""
    try:
        import resource  # Windows has none
    except ModuleNotFoundError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer requests until the input ends."""
    # Nothing that the rules or a library print may come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)
    bound_memory()
    gc.set_threshold(50_000, 10, 10)
    host = ServedHost(sys.argv[1])
    with suppress(BrokenPipeError, KeyboardInterrupt):  # the server has ended, or somebody ends it
        for line in sys.stdin:
            answers.write(json.dumps(host.answer(json.loads(line)), ensure_ascii=False, separators=(",", ":")) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()

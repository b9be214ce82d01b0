"""A host in a process of its own: one request a line on its input, one answer a line on its output.

The process bounds itself before it reads anything of the ruleset. Whatever a ruleset does to it, its parent can kill it and
start another; games are recorded by the parent.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from typing import Final

from reguli.web.table_host import TableHost

MOST_MEMORY: Final = 2 << 30
"""Bytes of address space that a host may use."""


def main() -> None:
    """Answer requests until the input ends."""
    # Nothing that the rules or a library print may come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.set_threshold(50_000, 10, 10)
    host = TableHost(sys.argv[1])
    for line in sys.stdin:
        answers.write(json.dumps(host.answer(json.loads(line)), ensure_ascii=False, separators=(",", ":")) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()

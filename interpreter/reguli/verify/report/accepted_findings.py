"""What a designer decided, in ``verify.yaml`` beside the rules: which findings stand, and why.

    accept:
      S-3fa92c: the two readings are the same, for nobody has money left here
      rule:define.worth: no example is needed, the rulebook prints a table of it

    undecided:
      S-0b41d2: no statement says whether a pass lasts the phase or the round

A finding is named by its id. What no statement of the rulebook decides is accepted by nobody: it becomes an open question of the report. The id of a rule accepts every gap that is said of this rule. What a variant is a variant of has answers, too, and
they hold for the variant; one that fits no finding any more is a finding in the folder that gives it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from reguli.ruleset.folder_contents import ANSWERS, Folder
from reguli.ruleset.kind_nodes import Written
from reguli.ruleset.variant_layers import Layers
from reguli.schema.mapping_shapes import Field, Group
from reguli.schema.node_reader import LONGEST_ID
from reguli.schema.scalar_shapes import NOTE, TEXT, matching
from reguli.schema.value_shapes import MapOf
from reguli.source.diagnostic import Bag, Diagnostic, finding
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.source.yaml_nodes import Scalar
from reguli.verify.report.finding_types import LETTERS, RED, Found

FOUND_ID: Final = re.compile(rf"[{''.join(LETTERS.values())}]-[0-9a-f]{{6}}")
"""The id of a finding."""
RULE_ID: Final = re.compile(r"[a-z_]+:[^\s:][^\s]*")
"""The id of a rule, as ``reguli trace`` says it: ``rule:define.worth``, ``constant:fee``."""


@kept
class Answer(Written):
    """A finding, or all gaps of a rule, that is accepted, and why; ``own`` where the highest folder says so.

    ``undecided``: it is not accepted, since no statement says which is right; ``because`` is the question.
    """

    id: str
    because: str
    own: bool = True
    undecided: bool = False


@kept
class AnswersFile(Kept):
    """What one file says."""

    accept: tuple[Answer, ...]
    undecided: tuple[Answer, ...]


@kept
class Answers(Kept):
    """All that was answered about a ruleset, by id; of two answers with one id that of the variant counts."""

    by_id: Mapping[str, Answer]

    @property
    def accepted(self) -> frozenset[str]:
        """Give the ids that are accepted."""
        return frozenset(name for name, one in self.by_id.items() if not one.undecided)

    def to(self, found: Found) -> Answer | None:
        """Give the answer to a finding, if there is one: what is wrong or changed is no question."""
        own = self.by_id.get(found.id) or (
            self.by_id.get(found.rule) if found.severity == "gap" and found.rule else None
        )
        return None if own is not None and own.undecided and found.severity in RED else own


def _answer(key: Scalar, name: str, because: str) -> Answer:
    return Answer(key.span, name, because)


def _question(key: Scalar, name: str, because: str) -> Answer:
    return Answer(key.span, name, because, undecided=True)


ACCEPTED: Final = matching(re.compile(f"{FOUND_ID.pattern}|{RULE_ID.pattern}"), "V601", LONGEST_ID * 4, given="name")
DOCUMENT: Final = Group(
    AnswersFile,
    (
        Field("accept", MapOf(ACCEPTED, TEXT, "part.name_of_finding", "part.why_accepted", _answer), default=()),
        Field("undecided", MapOf(ACCEPTED, TEXT, "part.name_of_finding", "part.question", _question), default=()),
        NOTE,
    ),
)


def load_answers(layers: Layers, bag: Bag, sources: Sources | None = None) -> Answers:
    """Read the answers of a ruleset and of what it is a variant of."""
    known = Sources() if sources is None else sources
    found: dict[str, Answer] = {}
    for path in reversed(layers.folders):
        folder = Folder(path, bag, known)
        read = folder.read(ANSWERS, DOCUMENT, Said("part.named", name=ANSWERS), needed=False)
        own = path == layers.folders[0]
        written = () if read is None else (*read.accept, *read.undecided)
        found.update((one.id, Answer(one.span, one.id, one.because, own, one.undecided)) for one in written)
    return Answers(found)


def gone(
    answers: Answers, found: Iterable[Found], finished: Collection[str], rules: Collection[str]
) -> tuple[Diagnostic, ...]:
    """Find answers of a ruleset's own that answer nothing any more.

    ``finished`` are the letters of parts that ran and left nothing out: what another part might still find is not gone. ``rules`` are the ids of
    all rules, of which one that is accepted must be.
    """
    seen = {one.id for one in found if answers.to(one) is not None}
    missing = []
    for answer in answers.by_id.values():
        if not answer.own:
            continue
        if FOUND_ID.fullmatch(answer.id):
            if answer.id[0] in finished and answer.id not in seen:
                missing.append(finding("V602", answer.span, name=answer.id, because=answer.because))
        elif answer.id not in rules:
            missing.append(finding("V603", answer.span, name=answer.id))
    return tuple(missing)


def with_answer(text: str, name: str, because: str, *, undecided: bool = False) -> str:
    """Write an answer into the text of ``verify.yaml``, in place of an older one to the same; the rest of the text stays as it is."""
    lines, head = _without(text.splitlines(), name), "undecided" if undecided else "accept"
    line = f"  {name}: {_quoted(because)}"
    begun = next((at for at, one in enumerate(lines) if _begins(one) == head), None)
    if begun is None:
        return "\n".join([*lines, f"{head}:", line]) + "\n"
    lines[begun] = f"{head}:"
    lines.insert(begun + 1, line)
    return "\n".join(lines) + "\n"


def _without(lines: list[str], name: str) -> list[str]:
    """Give the lines without an older answer to the same, and without the head of answers where that was the only one."""
    known = re.compile(rf"\s+['\"]?{re.escape(name)}['\"]?:")
    older = next((at for at, one in enumerate(lines) if known.match(one)), None)
    if older is None:
        return lines
    end = next((at for at in range(older + 1, len(lines)) if not lines[at].startswith("   ")), len(lines))
    alone = _begins(lines[older - 1]) and not (end < len(lines) and lines[end].startswith("  "))
    return [*lines[: older - bool(alone)], *lines[end:]]


def _begins(line: str) -> str:
    """Give the head that a line begins answers with, if it does."""
    head = line.partition("#")[0].rstrip().removesuffix(" {}")
    return head.removesuffix(":") if head in ("accept:", "undecided:") else ""


def _quoted(text: str) -> str:
    """Write a text on one line of YAML, between single quotes, in which only these need care."""
    return "'" + " ".join(text.split()).replace("'", "''") + "'"

"""Realised faces of pieces: each face as one line, for comparison with another ruleset, and selections of pieces."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import ChangeEntry, ChangeListBlock, PrintedCard, TextLine
from reguli.publish.document.inline_nodes import JoinedInline, LiteralValue, Sayable, find_blocks, replace_leaves
from reguli.publish.paper.paper_sizes import POKER
from reguli.publish.products.piece_planner import PlannedPieces, plan_pieces, plan_single_line
from reguli.publish.products.reference_card import CardSource, require_language
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.translation.translation_workspace import RulesetRealiser, open_ruleset_realiser


@frozen_class
class PieceFace(FrozenValue):
    """The face of a piece: its text, its other visible parts, icons and back, and the digest of the pictures of its icons."""

    read: TextLine
    seen: TextLine
    drawn: str = ""


def printed_faces(planned: PlannedPieces | None, tongue: RulesetRealiser) -> Mapping[str, PieceFace]:
    """Return the face of every piece, by its place in the ruleset (``KIND.ELEMENT``); missing words are marked."""
    if planned is None:
        return {}
    faces = tuple(
        ChangeEntry[Sayable](planned.place(one), plan_single_line(one), _seen(one, planned)) for one in planned.pieces
    )
    (section,) = planned.plan.sections
    plan = replace(planned.plan, sections=(replace(section, blocks=(ChangeListBlock(faces),)),))
    said = realise_plan(plan, tongue, Bag(), draft=True)
    rows = {planned.place(one): [row.icon for row in one.icons] for one in planned.pieces}
    return {
        one.label: PieceFace(
            one.before, one.after, _drawn([*rows[one.label], *(run.icon for run in one.before.runs)], planned)
        )
        for one in find_blocks(said, ChangeEntry)
        if one.before and one.after
    }


def changed_faces(before: Mapping[str, PieceFace], after: Mapping[str, PieceFace]) -> tuple[str, ...]:
    """Return the places of the pieces whose faces differ, or that only one side has."""
    return tuple(one for one in dict.fromkeys((*before, *after)) if _text(before.get(one)) != _text(after.get(one)))


def changed_pieces(compared: tuple[CardSource, CardSource], code: str, sources: Sources) -> tuple[str, ...]:
    """Return the places of the pieces whose printed faces differ between two rulesets in a given language."""
    old, new = (_faces_of(one, code, sources) for one in compared)
    redrawn = (one for one, face in new.items() if one in old and old[one].drawn != face.drawn)
    return tuple(dict.fromkeys((*changed_faces(old, new), *redrawn)))


def _faces_of(source: CardSource, code: str, sources: Sources) -> Mapping[str, PieceFace]:
    planned = None if source.pieces is None else plan_pieces(source.ruleset, source.pieces, Bag(), source.folders)
    name = source.ruleset.documents.game.words
    return printed_faces(planned, open_ruleset_realiser(require_language(code), name, source.places, Bag(), sources))


def face_difference(face: PieceFace | None, other: PieceFace | None) -> TextLine | None:
    """Return the part of a face that differs from another: its text, or the other visible parts where the texts are equal."""
    if face is None:
        return None
    return face.seen if other is not None and face.read.text == other.read.text else face.read


def filter_pieces(planned: PlannedPieces, places: Collection[str]) -> PlannedPieces:
    """Return the plan with only the pieces at the given places."""

    def kept_alone(piece: PrintedCard[Sayable]) -> tuple[PrintedCard[Sayable], ...]:
        return (piece,) if planned.place(piece) in places else ()

    return replace(planned, plan=replace_leaves(planned.plan, (PrintedCard,), kept_alone))


def _seen(piece: PrintedCard[Sayable], planned: PlannedPieces) -> Sayable:
    """Return the icons of a piece, each with its number of repetitions, its picture and size where it has them, and its back."""
    icons = tuple(JoinedInline((LiteralValue(one.times), LiteralValue(one.icon)), " × ") for one in piece.icons)
    picture = planned.pictures.get(piece.picture)
    digest = () if picture is None else (hashlib.sha256(picture.png).hexdigest()[:8],)
    besides = (piece.picture, *digest, "" if piece.size == POKER else piece.size.id)
    names = tuple(LiteralValue(ProperName(one)) for one in besides if one)
    return JoinedInline((*icons, *names, piece.back[1]), "; ")


def _drawn(icons: Iterable[str], planned: PlannedPieces) -> str:
    shown = [planned.icons[icon].svg for icon in icons if icon in planned.icons]
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


def _text(face: PieceFace | None) -> tuple[str, str] | None:
    return None if face is None else (face.read.text, face.seen.text)

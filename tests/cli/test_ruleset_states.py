"""A digest in the small print names a state of the rules: in the git history of the folder, or of a kept baseline."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from command_runs import Run

from reguli.api import load
from reguli.app import git_revisions
from reguli.app.errors import Refused
from reguli.app.git_revisions import GIT
from reguli.app.loading import open_ruleset

pytestmark = pytest.mark.skipif(shutil.which("git") is None or os.name != "posix", reason="needs git and pipes")


def git(folder: Path, *words: str) -> str:
    """Run git as the person whose repository it is."""
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_DIR": str(folder / GIT)}
    who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    told = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, env=os.environ | own)
    return told.stdout.decode().strip()


def commit(folder: Path, rounds: int) -> str:
    """Write another number of rounds, commit it, and return the digest."""
    file = folder / "constants.yaml"
    file.write_text(re.sub("value: [0-9]+", f"value: {rounds}", file.read_text()))
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", str(rounds))
    return load(folder).digest


@pytest.fixture
def game(reguli: Run, tmp_path: Path) -> Path:
    """A game in a repository, without a commit."""
    assert reguli("new", "mine", "--folder", str(tmp_path)).code == 0
    git(tmp_path / "mine", "init", "--quiet", "--initial-branch=main")
    return tmp_path / "mine"


def printed(reguli: Run, game: Path, product: str, language: str, form: str = "md") -> str:
    """The small print of a product."""
    words = ("book", str(game)) if product == "book" else ("card", str(game), "--product", product)
    out = game.parent / "out"
    assert reguli(*words, "--lang", language, "--format", form, "--folder", str(out)).code == 0
    stem = {"reference": "card"}.get(product, product)
    (found,) = re.findall(r"\b([0-9a-f]{8}-[0-9a-f]{4})\b", (out / "mine" / f"{stem}.{language}.{form}").read_text())
    return str(found)


LANGUAGES, PRODUCTS, FORMS = ("en", "ro", "hu"), ("reference", "book", "glossary"), ("md", "html")


@pytest.mark.parametrize(
    ("form", "product", "language"),
    [
        pytest.param(form, product, language, marks=[pytest.mark.night] * ((at + of + by) % 3 != 0))
        for at, form in enumerate(FORMS)
        for of, product in enumerate(PRODUCTS)
        for by, language in enumerate(LANGUAGES)
    ],
)
def test_the_digest_is_in_the_small_print(reguli: Run, game: Path, product: str, language: str, form: str) -> None:
    """By day each product in each form, and in two languages."""
    assert printed(reguli, game, product, language, form)[:8] == load(game).digest[:8]


def test_the_mark_behind_the_digest_is_that_of_the_words(reguli: Run, game: Path) -> None:
    """Other words are other digits at the end, in their language only; other rules are other digits at the beginning."""
    before = {code: printed(reguli, game, "reference", code) for code in ("en", "ro")}
    wordings = game / "words" / "ro" / "wordings.po"
    wordings.write_text(wordings.read_text().replace("Jocul se încheie", "Partida se încheie"))
    after = {code: printed(reguli, game, "reference", code) for code in ("en", "ro")}
    assert after["en"] == before["en"]
    assert (after["ro"][:8], after["ro"] != before["ro"]) == (before["ro"][:8], True)


def test_reports_name_the_digest(reguli: Run, game: Path) -> None:
    short = load(game).digest[:8]
    assert short in reguli("verify", str(game), "--only", "static", "--budget", "2").out
    assert short in reguli("info", str(game)).out
    assert short in reguli("simulate", str(game), "--games", "1").err


def test_an_earlier_state_is_found_by_its_printed_digest(reguli: Run, game: Path) -> None:
    first = commit(game, 3)
    small_print = printed(reguli, game, "reference", "en")
    commit(game, 4)
    (game / "examples").mkdir()
    (game / "examples" / "none.yaml").write_text("examples: []\n")
    commit(game, 5)
    for said in (small_print, first[:8], first):
        words = ("book", str(game), "--product", "changes", "--against", said, "--format", "md")
        assert reguli(*words, "--folder", str(game.parent / "out")).code == 0
        text = (game.parent / "out" / "mine" / "changes.en.md").read_text()
        assert f"compared with Mine ({first[:8]})" in text
        assert "| number of the last round | 3 | 5 |" in text
    assert "before '3', now '5'" in reguli("compare", str(game), first[:10], "--budget", "2").out


def test_the_present_state_and_revisions_are_known(reguli: Run, game: Path) -> None:
    digest = commit(game, 3)
    assert (
        reguli(
            "book", str(game), "--product", "changes", "--against", digest[:8], "--folder", str(game.parent / "out")
        ).code
        == 0
    )
    commit(game, 4)
    revision = git(game, "rev-parse", "HEAD~1")[:9]
    assert (
        reguli(
            "book", str(game), "--product", "changes", "--against", revision, "--folder", str(game.parent / "out")
        ).code
        == 0
    )


def test_a_variant_is_found_with_the_rules_below_it(reguli: Run, game: Path) -> None:
    """Both lie in one repository, and either may have changed."""
    (game / "variants").mkdir()
    inside = game / "variants" / "longer"
    inside.mkdir()
    (inside / "variant.yaml").write_text("variant: longer\nof: ../..\nname: Longer\nset: {constants.last_round: 9}\n")
    commit(game, 3)
    first = load(inside).digest
    commit(game, 4)
    assert load(inside).digest != first
    words = ("book", str(inside), "--product", "changes", "--against", first[:8], "--format", "md")
    assert reguli(*words, "--folder", str(game.parent / "out")).code == 0


@pytest.mark.parametrize("has_commits", [True, False])
def test_an_unknown_digest_is_a_finding(reguli: Run, game: Path, has_commits: bool) -> None:
    """It says where it looked, and names what is known."""
    first = commit(game, 3) if has_commits else load(game).digest
    slip = first[:7] + ("0" if first[7] != "0" else "1")
    ran = reguli("book", str(game), "--product", "changes", "--against", slip, "--folder", str(game.parent / "out"))
    assert (ran.code, ran.err.startswith("X178")) == (2, True)
    assert f"did you mean '{first[:8]}'?" in ran.err
    assert ("states of the rules compared: 1, revisions of its folder read: 1" in ran.err) is has_commits
    assert ("lies in no git repository" in ran.err) is not has_commits


def test_a_state_of_which_a_baseline_is_kept(reguli: Run, game: Path) -> None:
    assert reguli("baseline", str(game)).code == 0
    first = load(game).digest
    commit(game, 4)
    ran = reguli(
        "book", str(game), "--product", "changes", "--against", first[:8], "--folder", str(game.parent / "out")
    )
    assert (ran.code, ran.err.startswith("X179")) == (2, True)
    ran = reguli("verify", str(game), "--against", first[:8], "--only", "regression", "--budget", "2")
    assert "constants.last_round" in ran.out


def test_a_long_history_is_searched_for_a_bounded_time(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A revision that changes nothing in play is not read; what was not searched is said."""
    commit(game, 3)
    for number in range(20):
        (game / "notes.md").write_text(str(number))
        git(game, "commit", "--quiet", "--all", "--allow-empty", "--message", "note")
    seen: list[tuple[int, int]] = []
    with pytest.raises(Refused) as none:
        git_revisions.resolve_state(open_ruleset(str(game), {}), "0" * 8, lambda *told: seen.append(told))
    assert seen == [(1, 0), *((number, 1) for number in range(2, 22))]
    monkeypatch.setattr(git_revisions, "TIME", -1.0)
    with pytest.raises(Refused) as none:
        git_revisions.resolve_state(open_ruleset(str(game), {}), "0" * 8)
    assert "the search was ended there" in str(none.value)


def test_no_program_of_a_repository_is_run_in_the_search(reguli: Run, game: Path) -> None:
    """Filters, hooks and a monitor of the file system are programs that a repository names."""
    first, trap = commit(game, 3), game.parent / "trap"
    commit(game, 4)
    for key in ("core.fsmonitor", "filter.evil.smudge", "diff.evil.textconv", "core.pager"):
        git(game, "config", key, f"touch {trap}")
    (game / GIT / "info" / "attributes").write_text("* filter=evil diff=evil\n")
    assert (
        reguli(
            "book", str(game), "--product", "changes", "--against", first[:8], "--folder", str(game.parent / "out")
        ).code
        == 0
    )
    assert not trap.exists()

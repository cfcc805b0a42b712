"""One table of words: no view says another, no exit code contradicts it, and a word that is none is refused."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast, get_args

import pytest

from derive.derivation import Derivation, Step
from derive.derivation.step import Kind
from derive.errors import ForgeryError, UnknownWordError
from derive.judge.line import Checked, Line, Part, exit_code
from derive.verdict import Counterexample, issue
from derive.views.checked import FORMS, written
from derive.views.crosscheck import CheckView, crosscheck_page
from derive.words import ROWS, SCHEMA, TABLE, Level, View, Word, row_of, said_by, weakest
from numeric.crosscheck.row import OUTCOMES
from numeric.verify import sandbox
from numeric.verify.as_json import verification_json
from numeric.verify.display import SAYS, html, panel
from numeric.verify.errors import WrongGradientError
from numeric.verify.result import Verification
from tests import samples
from tests.checked_views import disagreeing
from tests.house.files import ROOT
from tests.samples import data, run

LIES = ("fine", "Proved", "not-proved", "right", "ok", "")
CODES: dict[Level, int] = {"none": 0, "note": 0, "warning": 3, "error": 1}
SEEN = Counterexample({}, {}, {}, 1.0, 2.0)


def test_the_table_is_closed() -> None:
    """A row for each word, each with a name of its own; every other word is refused."""
    assert [*TABLE] == [*get_args(Word)]
    assert len({row.json for row in ROWS}) == len(ROWS) == len({row.means for row in ROWS})
    assert {view for row in ROWS for view in row.said_by} == {*get_args(View)}
    marks = [row.mark for row in ROWS if row.claims]
    assert len(set(marks)) == len(marks)
    assert all("-" not in word and word.islower() for word in TABLE)
    for lie in LIES:
        with pytest.raises(UnknownWordError, match="no verdict is called so"):
            _ = row_of(lie)


def test_what_follows_from_a_word_fits_together() -> None:
    """Nothing passes that is wrong or open, and what is only tried or only agrees with digits is not proved."""
    for row in ROWS:
        assert (row.exit_code, row.passes, row.wrong) == (
            CODES[row.level],
            row.exit_code == 0,
            row.exit_code == 1,
        )
        assert (row.colour == "good") == (row.claims and row.holds), row
    assert {row.word for row in ROWS if not row.claims} == {*get_args(Kind), "condition"} - {"claim"}
    assert [row.word for row in ROWS if row.claims and not row.holds and row.passes] == ["sampled"]


ORDER = ("proved", "proved for larger sizes", "agrees to the digits", "sampled", "undecided", "refuted")


def test_the_weakest_part_counts() -> None:
    """Each of these is weaker than those before it, in any order of the parts."""
    for place, weaker in enumerate(ORDER):
        for other in ORDER[: place + 1]:
            assert weakest([other, weaker, "given"]) == weakest([weaker, other]) == weaker
    with pytest.raises(UnknownWordError):
        _ = weakest(["proved", "fine"])


def document(word: str) -> Checked:
    """Return a judged document with one line."""
    line = Line(line=3, column=1, left="x", sign="=", right="y", verdict=word)
    return Checked(file="a.md", lines=(line,), parts=(Part(kind="line", text="x = y", line=3, judged=(0,)),))


@pytest.mark.parametrize("word", said_by("check"))
def test_every_view_of_a_document_says_the_word(word: Word) -> None:
    """In all forms; the exit code is that of the table, and Gradescope passes what may pass."""
    row, judged = row_of(word), document(word)
    assert disagreeing(judged) == []
    assert (judged.exit_code, exit_code([judged])) == (row.exit_code, row.exit_code)
    assert (judged.first_wrong is not None) == row.wrong
    assert json.loads(written([judged], "json"))["schema"] == SCHEMA
    (test,) = json.loads(written([judged], "gradescope"))["tests"]
    assert (test.get("status") == "passed") == (row.claims and row.passes)
    assert (test["score"] == 0) == (row.wrong or not row.claims)


@pytest.mark.parametrize("form", FORMS)
def test_no_view_of_a_document_says_another_word(form: str) -> None:
    """A word that is none is refused by each, and so is its exit code."""
    for lie in LIES:
        with pytest.raises(UnknownWordError):
            _ = written([document(lie)], form, every=True)
        with pytest.raises(UnknownWordError):
            _ = document(lie).exit_code


def views(found: Verification) -> dict[str, str]:
    """Return all that is shown of a verification."""
    return {
        "text": str(found),
        "html": html(found),
        "panel": str(panel(found).renderable),
        "json": verification_json(found)["verdict"],
    }


@pytest.mark.parametrize("word", said_by("verify"))
def test_every_view_of_a_gradient_says_the_word(word: Word, monkeypatch: pytest.MonkeyPatch) -> None:
    """In text, HTML, JSON and on a terminal; the exit code is that of the table, and what is wrong raises."""
    row, found = row_of(word), Verification(word, "by hand")
    shown = views(found)
    assert (shown.pop("json"), verification_json(found)["schema"]) == (row.json, SCHEMA)
    assert [view for view, text in shown.items() if f"{word}: {SAYS[word]}" not in text] == []
    answer = sandbox.Answer(verification_json(found), str(found))
    monkeypatch.setattr(sandbox, "run", lambda _: answer)
    assert run("verify", "model.py:grad").exit_code == row.exit_code
    assert data("verify", "model.py:grad", "--format", "json")["verdict"] == row.json
    if row.wrong:
        with pytest.raises(WrongGradientError):
            _ = found.raise_if_wrong()
    else:
        assert found.raise_if_wrong() is found


def test_no_view_of_a_gradient_says_another_word() -> None:
    """The sentences are those of the table, and a word that is none is refused."""
    assert set(SAYS) == set(said_by("verify"))
    for lie in LIES:
        with pytest.raises((UnknownWordError, KeyError)):
            _ = views(Verification(cast("Any", lie), "by hand"))


PARTS: dict[str, dict[str, Any]] = {"refuted": {"counterexample": SEEN}, "proved for larger sizes": {"least": {"N": 2}}}


def test_prove_says_its_words_and_no_others() -> None:
    """Each can be issued, with the parts that belong to it; the words of other views cannot."""
    for word in said_by("prove"):
        verdict = issue(word, "by hand", reason="why", **PARTS.get(word, {}))
        assert (verdict.status, str(verdict).startswith(verdict.word)) == (word, True)
    for lie in (*LIES, *(word for word in TABLE if word not in said_by("prove"))):
        with pytest.raises(ForgeryError, match="no such status"):
            _ = issue(cast("Any", lie), "by hand", reason="why")


@pytest.mark.slow  # four commands, one of which writes notes
def test_the_commands_of_derivations_end_as_the_table_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """`show` in every form, and `notes`: 1 for what is refuted, 3 for what is open; nothing is decided otherwise."""
    samples.install(monkeypatch, (samples.TOLD,), told=lambda: samples.told([kind]))
    for kind in ("proved", "sampled", "refuted", "undecided"):
        code = row_of(kind).exit_code
        answers = (run("show", "told"), run("show", "told", "--json"), run("show", "told", "--format", "markdown"))
        written_to = run("notes", "told", "--jobs", "1", "--out", tmp_path / "told.md")
        assert [answer.exit_code for answer in (*answers, written_to)] == [code] * 4, kind
        shown = data("show", "told", "--json")
        assert (shown["schema"], shown["status"], shown["steps"][0]["verdict"]) == (SCHEMA, kind, kind)


def test_a_line_for_larger_sizes_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the word, in every form; it is no problem, and no proof for all sizes."""
    verdict = issue("proved for larger sizes", "by hand", least={"N": 2})
    line = Step("==", samples.t, samples.z, "why", verdict=verdict)
    samples.install(monkeypatch, (samples.TOLD,), told=lambda: Derivation("told", "Told", (), (line,), line))
    told = data("show", "told", "--json")["steps"][0]
    assert (told["verdict"], told["taking"], told["problem"]) == ("proved-for-larger-sizes", ["N >= 2"], "")
    for form, said in {"text": "N >= 2", "html": "<mi>N</mi>", "markdown": r"for $N \ge$ 2"}.items():
        output = run("show", "told", "--format", form).output
        assert "proved for larger sizes" in output
        assert said in output


def test_the_cross_check_says_its_words() -> None:
    """Numbers prove nothing: what agrees is sampled."""
    assert set(OUTCOMES.values()) == set(said_by("cross-check"))
    row = CheckView("svm", "weak duality", "theorem", "it holds", "runs", "sampled", "5 of 5 runs")
    assert "| sampled |" in crosscheck_page([row])
    with pytest.raises(UnknownWordError):
        _ = crosscheck_page([replace(row, outcome="right")])


CALLS = {"issue", "Verification", "Traced"}
"""What takes a word as its first argument."""
KEYWORDS = {"verdict", "outcome"}


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield the words that a program gives to results."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "")
            given = [node.args[0]] if name in CALLS and node.args else []
            given += [keyword.value for keyword in node.keywords if keyword.arg in KEYWORDS]
            yield from (str(each.value) for each in given if isinstance(each, ast.Constant))
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            held = [value for key, value in pairs if isinstance(key, ast.Constant) and key.value in KEYWORDS]
            yield from (str(each.value) for each in held if isinstance(each, ast.Constant))


def test_the_code_says_no_other_word() -> None:
    """Every word that is given to a result in the code is in the table."""
    files = [file for room in ("derive", "numeric") for file in (ROOT / room).rglob("*.py")]
    found = {word for file in files for word in literals(ast.parse(file.read_text(encoding="utf-8")))}
    assert {"proved", "refuted", "not understood", "sampled"} <= found <= set(TABLE)
    lie = 'issue("right", "by hand"); Finding(verdict="fine"); {"verdict": "good"}'
    assert {*literals(ast.parse(lie))} == {"right", "fine", "good"}

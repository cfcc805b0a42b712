"""Notations are data: the profiles of the lectures, files of one's own, and what is refused."""

from __future__ import annotations

import pickle
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sympy import IndexedBase, Sum, log, symbols

from derive import sigmoid, size
from derive.latex.formulas import latex
from derive.latex.notation import (
    BadNotationError,
    Notation,
    NotationClashError,
    notation_from,
    notation_named,
    profiles,
    read_notation,
)
from derive.latex.notation.load import KEYS, PROFILES
from derive.latex.notation.model import CHOICES, MEANINGS
from derive.latex.write import page_for
from derive.notes.as_latex import text_latex
from derive.notes.build import note_of
from derive.notes.model import Paragraph
from tests.house.files import ROOT
from tests.noted import derivation

N, D = size("N"), size("D")
i, d, k = symbols("i d k", integer=True)
X, w, y, theta = IndexedBase("X"), IndexedBase("w"), IndexedBase("y"), IndexedBase("theta")
LOSS = -Sum(y[i] * log(sigmoid(Sum(w[d] * X[i, d], (d, 1, D)))), (i, 1, N))

AS_LECTURED = {
    "neutral": r"-\sum_{i=1}^N y_i \log \sigma(w^\top x_i)",
    "l7": r"-\sum_l Y^l \ln \sigma\left( \sum_i w_i X_i^l \right)",
    "m146": r"-\sum_{j=1}^N y_j \log \sigma(w^T x_j)",
    "cls": r"-\sum_{i=1}^N y_i \ln \sigma(\mathbf{w}^T \mathbf{x}_i)",
    "cs4602": r"-\sum_{n=1}^N y_n \log \sigma(\mathbf{w}^T \mathbf{x}_n)",
    "cse422": r"-\sum_{i=1}^n y^{(i)} \log g(\theta^\top x^{(i)})",
}


@pytest.mark.parametrize("name", AS_LECTURED)
def test_a_loss_as_each_lecture_writes_it(name: str) -> None:
    """One expression, six notations."""
    assert latex(LOSS, notation_named(name)) == AS_LECTURED[name]


def test_there_is_a_profile_for_each_lecture() -> None:
    """The neutral one is the default of every key."""
    assert set(profiles()) == set(AS_LECTURED)
    assert notation_named("neutral") == Notation()


def test_every_key_is_explained() -> None:
    """What may be written in a file has a meaning, and every choice belongs to a key."""
    assert set(MEANINGS) == set(KEYS)
    assert set(CHOICES) < set(KEYS)


def test_the_page_lists_every_key() -> None:
    """With its values and its meaning, as the program has them."""
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE))
    assert set(rows) == {*KEYS, "based_on"}
    for key, row in rows.items():
        values, meaning = row.split(" | ")
        assert meaning == MEANINGS.get(key, meaning)
        assert values == ", ".join(CHOICES.get(key, [values]))


@pytest.mark.parametrize("path", sorted(PROFILES.glob("*.toml")), ids=lambda path: path.stem)
def test_profiles_hold_no_key_in_vain(path: Path) -> None:
    """A profile says only what differs from the neutral one."""
    held = tomllib.loads(path.read_text(encoding="utf-8"))
    assert {key for key, value in held.items() if key != "title" and value == getattr(Notation(), key)} == set()


def test_a_notation_travels_between_processes() -> None:
    """Tasks carry it."""
    assert pickle.loads(pickle.dumps(notation_named("cse422"))) == notation_named("cse422")  # noqa: S301, TID251 -- made in this line


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """It is based on a profile, and changes what it says."""
    path = tmp_path / "mine.toml"
    _ = path.write_text('based_on = "cls"\nlog = "log"\n[names]\nw = "beta"\n[indices]\ni = "n"\n')
    assert latex(LOSS, notation_named(str(path))) == (
        r"-\sum_{n=1}^N y_n \log \sigma(\boldsymbol{\beta}^T \mathbf{x}_n)"
    )


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"transpos": "T"}, "no such key", "Did you mean transpose?"),
    ({"transpose": "*"}, "none of the choices", "Use one of top, T, t"),
    ({"names": "w"}, "a table is wanted", "Write [names]"),
    ({"names": {"w": 3}}, "no name", "Write a name as SymPy does"),
    ({"names": {"w": "\\input{x}"}}, "no name", "Write a name as SymPy does"),
    ({"examples": "N"}, "a list is wanted", 'Write examples = ["N"]'),
    ({"log": 3}, "no name", "Write a name"),
    ({"based_on": "l8"}, "names no profile", "Name one of neutral"),
]


@pytest.mark.parametrize(("held", "reason", "way_out"), BAD, ids=[str(held) for held, *_ in BAD])
def test_a_bad_value_is_refused_with_the_way_out(held: dict[str, Any], reason: str, way_out: str) -> None:
    """The message names the value, the file, the reason and what may be written."""
    with pytest.raises(BadNotationError) as caught:
        _ = notation_from(held, "mine.toml")
    assert reason in str(caught.value)
    assert way_out in str(caught.value)
    assert "mine.toml" in str(caught.value)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """No file, no TOML, no text."""
    with pytest.raises(BadNotationError, match="cannot be read"):
        _ = read_notation(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    _ = broken.write_bytes(b"\xff = 1")
    with pytest.raises(BadNotationError, match="no TOML"):
        _ = read_notation(broken)
    with pytest.raises(BadNotationError, match="Try cse422"):
        _ = notation_named("cse42")


def test_a_name_that_clashes_is_an_error() -> None:
    """Two different tensors, or a tensor and an index, would be printed alike."""
    with pytest.raises(NotationClashError, match="y and w would both be written"):
        _ = latex(LOSS, Notation(names={"y": "w"}))
    with pytest.raises(NotationClashError):
        _ = latex(LOSS, Notation(names={"d": "i"}))
    with pytest.raises(NotationClashError):
        _ = latex(symbols("x1") + symbols("z"), Notation(names={"z": "x_1"}))


def test_a_preferred_name_gives_way() -> None:
    """What is only preferred is left where it would clash, and so is what would then clash with it."""
    both = LOSS + theta[d]
    assert page_for([both], Notation(prefer={"w": "theta"})).label("w") == "w"
    chain = Notation(prefer={"w": "y", "y": "X", "X": "theta"})
    labels = page_for([both], chain).labels
    assert len(set(labels.values())) == len(labels)


def test_names_may_change_places() -> None:
    """A renaming is simultaneous."""
    assert latex(w[i] + y[k], Notation(names={"w": "y", "y": "w"})) in {"y_i + w_k", "w_k + y_i"}


def test_the_sigmoid_of_a_score_may_be_a_hypothesis() -> None:
    """h_theta(x) stands for g(theta.x) where a notation wants it, and only for that."""
    wanted = replace(notation_named("cse422"), hypothesis="h")
    score = Sum(w[d] * X[i, d], (d, 1, D))

    def over_all(body: Any) -> str:
        """Return what stands under the sum over all examples."""
        return latex(Sum(body, (i, 1, N)), wanted).partition("^n ")[2]

    assert over_all(sigmoid(score)) == r"h_\theta(x^{(i)})"
    assert over_all(sigmoid(score + 1)) == r"g(1 + \theta^\top x^{(i)})"
    assert over_all(sigmoid(score) * symbols("h")) == r"h g(\theta^\top x^{(i)})"
    told = [
        s for s in note_of(derivation("logistic-hessian"), wanted, rechecked=False).sections if isinstance(s, Paragraph)
    ]
    assert text_latex(told[1].text) == r"$h_\theta(x) = g(\theta^\top x)$."


def test_the_sigmoid_gives_way_to_a_sigma() -> None:
    """A standard deviation sigma and the function sigma would look alike."""
    assert latex(symbols("sigma") * sigmoid(symbols("z"))) == r"\sigma g(z)"

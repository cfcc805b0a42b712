"""Notations are data: *expression, notation, LaTeX*; files of one's own, and what is refused in them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sympy import IndexedBase, MatrixSymbol, Sum, Symbol, exp, log, symbols

from derive import sigmoid, size
from derive.formula.formulas import latex
from derive.formula.notation import (
    CHOICES,
    KEYS,
    MEANINGS,
    BadNotationError,
    Notation,
    NotationClashError,
    notation_from,
    notation_named,
    profiles,
    read_notation,
)
from tests.house.files import ROOT

N, D = size("N"), size("D")
n, d, k, i = symbols("n d k i", integer=True)
X, w, y, z, theta = (IndexedBase(name) for name in ("X", "w", "y", "z", "theta"))
M, W, Y = MatrixSymbol("M", N, D), MatrixSymbol("w", D, 1), MatrixSymbol("y", N, 1)
score = Sum(w[d] * X[n, d], (d, 1, D))
half = Sum((score - y[n]) ** 2, (n, 1, N)) / 2
LOSS = -Sum(y[i] * log(sigmoid(Sum(w[d] * X[i, d], (d, 1, D)))), (i, 1, N))
PENALISED = Sum(log(sigmoid(score)) + exp(-z[k]), (n, 1, N))
UNDER = Sum(w[d] * X[i, d], (d, 1, D))
HYPOTHESIS = replace(notation_named("cse422"), hypothesis="h")
NOTATIONS: list[tuple[Any, Notation, str]] = [
    (LOSS, notation_named("neutral"), r"-\sum_{i=1}^N y_i \log \sigma(w^\top x_i)"),
    (LOSS, notation_named("l7"), r"-\sum_l Y^l \ln \sigma\left( \sum_i w_i X_i^l \right)"),
    (LOSS, notation_named("m146"), r"-\sum_{j=1}^N y_j \log \sigma(w^T x_j)"),
    (LOSS, notation_named("cls"), r"-\sum_{i=1}^N y_i \ln \sigma(\mathbf{w}^T \mathbf{x}_i)"),
    (LOSS, notation_named("cs4602"), r"-\sum_{n=1}^N y_n \log \sigma(\mathbf{w}^T \mathbf{x}_n)"),
    (LOSS, notation_named("cse422"), r"-\sum_{i=1}^n y^{(i)} \log g(\theta^\top x^{(i)})"),
    (half, Notation(form="matrix"), r"\frac{1}{2} \lVert Xw - y \rVert^2"),
    (half, Notation(form="index"), r"\frac{1}{2} \sum_{n=1}^N \left( \sum_{d=1}^D w_d x_{nd} - y_n \right)^2"),
    (PENALISED, Notation(), r"\sum_{n=1}^N (\log \sigma(w^\top x_n) + e^{-z_k})"),
    (PENALISED, Notation(example="upper-brackets"), r"\sum_{n=1}^N (\log \sigma(w^\top x^{(n)}) + e^{-z_k})"),
    (PENALISED, Notation(transpose="T"), r"\sum_{n=1}^N (\log \sigma(w^T x_n) + e^{-z_k})"),
    (PENALISED, Notation(log="ln"), r"\sum_{n=1}^N (\ln \sigma(w^\top x_n) + e^{-z_k})"),
    (PENALISED, Notation(exp="function"), r"\sum_{n=1}^N (\log \sigma(w^\top x_n) + \exp(-z_k))"),
    (PENALISED, Notation(bounds="none"), r"\sum_n (\log \sigma(w^\top x_n) + e^{-z_k})"),
    (PENALISED, Notation(brackets="braces"), r"\sum_{n=1}^N \lbrace \log \sigma(w^\top x_n) + e^{-z_k} \rbrace"),
    (PENALISED, Notation(vectors="bold"), r"\sum_{n=1}^N (\log \sigma(\mathbf{w}^\top \mathbf{x}_n) + e^{-z_k})"),
    (PENALISED, Notation(rows="same"), r"\sum_{n=1}^N (\log \sigma(w^\top X_n) + e^{-z_k})"),
    (PENALISED, Notation(sigmoid="g"), r"\sum_{n=1}^N (\log g(w^\top x_n) + e^{-z_k})"),
    (M * W - Y, Notation(names={"M": "X"}), "Xw - y"),
    (M * W - Y, notation_named("cse422"), r"M \theta - y"),
    # A renaming is simultaneous; a name that is only preferred is left where it would clash, and so is the next.
    (w[i] + 2 * y[k], Notation(names={"w": "y", "y": "w"}), "y_i + 2 w_k"),
    (LOSS + theta[d], Notation(prefer={"w": "theta"}), r"\theta_d - \sum_{i=1}^N y_i \log \sigma(w^\top x_i)"),
    (
        LOSS + theta[d],
        Notation(prefer={"w": "y", "y": "X", "X": "theta"}),
        r"\theta_d - \sum_{i=1}^N y_i \log \sigma(w^\top x_i)",
    ),
    # h_theta(x) stands for g(theta.x) where a notation wants it, and only for that.
    (Sum(sigmoid(UNDER), (i, 1, N)), HYPOTHESIS, r"\sum_{i=1}^n h_\theta(x^{(i)})"),
    (Sum(sigmoid(UNDER + 1), (i, 1, N)), HYPOTHESIS, r"\sum_{i=1}^n g(1 + \theta^\top x^{(i)})"),
    (Sum(sigmoid(UNDER) * Symbol("h"), (i, 1, N)), HYPOTHESIS, r"\sum_{i=1}^n h g(\theta^\top x^{(i)})"),
]


def test_one_formula_in_many_notations() -> None:
    """As each lecture writes it, and with each choice of a notation changed alone."""
    found = [(told, latex(expr, notation)) for expr, notation, told in NOTATIONS]
    assert [(told, got) for told, got in found if told != got] == []


@pytest.mark.parametrize(
    ("expr", "names"),
    [
        (LOSS, {"y": "w"}),
        (LOSS, {"d": "i"}),
        (Symbol("x1") + Symbol("z"), {"z": "x_1"}),
        (Symbol("x_1") + Symbol("z"), {"z": "x1"}),
    ],
    ids=str,
)
def test_a_name_that_clashes_is_refused(expr: Any, names: dict[str, str]) -> None:
    """Two different tensors, a tensor and an index, or two numbers would be printed alike."""
    with pytest.raises(NotationClashError, match="would both be written like this"):
        _ = latex(expr, Notation(names=names))


def test_there_is_a_profile_for_each_lecture() -> None:
    """The neutral one is the default of every key."""
    assert set(profiles()) == {"neutral", "l7", "m146", "cls", "cs4602", "cse422"}
    assert notation_named("neutral") == Notation()


def test_the_page_lists_every_key() -> None:
    """With its values and its meaning, as the program has them; every choice belongs to a key."""
    assert set(MEANINGS) == set(KEYS) > set(CHOICES)
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE))
    assert set(rows) == {*KEYS, "based_on"}
    for key, row in rows.items():
        values, meaning = row.split(" | ")
        assert meaning == MEANINGS.get(key, meaning)
        assert values == ", ".join(CHOICES.get(key, [values]))


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
    told = str(caught.value)
    assert [part for part in (reason, way_out, "mine.toml") if part not in told] == []


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

"""Wrong gradients are refuted, and each slip is called by its name, at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from numeric.verify import Verification, verify_gradient
from tests import slips
from tests.slips import POINT, SLIPS, Slip, W, X, Y, by_square, square

Function = Callable[..., Any]


def label(found: Verification) -> str | None:
    """Return the label of a refuted gradient, or else the verdict."""
    named = found.diagnosis.label if found.diagnosis is not None else None
    return named if found.verdict == "refuted" else found.verdict


SENTENCES = {
    "its form": "right at lam = 0, else the term in lam has another form",
    "data": "the data term has the wrong sign, the term in lam is right",
    "data summed": "the data term is N times what it should be, the term in lam is right",
    "an offset": "only the gradient of b is wrong; the others are right",
    "swap": "the gradients of p[0] and p[1] are exchanged",
    "its zero": "w[0] is 0; all others are right",
    "some": "w[0], w[1] is off by a relative 1; all others are right",
    "zeros": "some coordinates are 0: w[0], w[1]; all others are right",
    "data turned": "a transpose is missing in the derivative of matmul by its argument (parameter w) in `X @ w`",
    "bias zero": "the gradient of b is 0",
    "bias minus": "the sign of the gradient of b is flipped, the rest is right",
    "bias doubled": "single parameters are scaled: b: it is twice the right one: a factor 2 too much",
    "bias penalised": "b is regularised: its gradient has 2 lam b too much",
    "unpenalised": "the term in lam is missing",
    "penalty twice": "the term in lam is 2 times what it should be, the rest is right",
    "penalty minus": "the term in lam has the wrong sign",
    "slightly": "w[2] is off by a relative 0.0001; all others are right",
}
"""What is said of a slip, as a whole."""


@pytest.mark.parametrize("slip", SLIPS, ids=lambda s: s.name)
def test_a_slip_is_named(slip: Slip) -> None:
    """By label and place, and in a sentence that holds what it is about; where it is no known slip, in symbols."""
    found = verify_gradient(slip.loss, slip.slope, *slip.inputs, trace=slip.label == "other")
    assert (label(found), str(found.where)) == (slip.label, slip.place), str(found)
    assert found.diagnosis is not None
    assert slip.says in found.diagnosis.sentence
    assert found.diagnosis.sentence == SENTENCES.get(slip.name, found.diagnosis.sentence)
    assert found.counterexample is not None
    if slip.loss is slips.network:
        assert 'the derivative of `np.tanh(X @ p["W"])` by `X @ p["W"]`' in found.diagnosis.sentence


RIGHT: tuple[tuple[Function, Function, tuple[Any, ...]], ...] = (
    (slips.ranking, slips.by_ranking(), (W, X, (Y > 0) * 1.0)),
    (slips.recurrent, slips.by_recurrent(), slips.TIMES),
    (slips.counts, slips.by_counts(), (W, np.round(X**2))),
    (slips.smoothed, slips.by_smoothed, slips.CLASSES),
    (slips.fixed_ridge, slips.by_fixed_ridge(), slips.PAIR),
    (slips.leaky, slips.by_leaky(0.1), POINT),
    (slips.scaled, slips.by_scaled, slips.AFFINE),
    (square, lambda w, X, y: by_square(w, X, y).tolist(), POINT),
    (slips.logistic, slips.by_logistic(), slips.LOGIT),
)


def test_what_is_right_is_not_blamed() -> None:
    """The gradients without their slips agree with the numbers; one of them is a list."""
    found = {loss.__name__: verify_gradient(loss, slope, *inputs, trace=False) for loss, slope, inputs in RIGHT}
    assert {name: str(one) for name, one in found.items() if one.verdict != "sampled"} == {}


def test_a_matrix_that_happens_to_be_symmetric() -> None:
    """A transpose that is missing shows at the second example, where the matrix is not symmetric."""
    A, w = X[:3] + X[:3].T, W
    form: Function = lambda w, A: 0.5 * w @ A @ w  # noqa: E731 -- one line each
    found = verify_gradient(form, lambda w, A: A @ w, w, A, inputs=[(w, X[:3])], trace=False)
    assert label(found) == "data-symmetry"
    # to turn: at all symmetric matrices that are made it is right, so it ought to be proved for these alone.
    assert label(verify_gradient(form, lambda w, A: A @ w, w, A)) == "sampled"


def test_kinks_excuse_nothing_but_kinks() -> None:
    """At a kink every slope between the sides is right, and none outside; beside it there is one."""
    data = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])

    def at_kink(slope: float) -> str | None:
        hinge = lambda w, X: np.sum(np.maximum(0, X @ w))  # noqa: E731 -- one line each
        choice = lambda w, X: X.T @ np.where(X @ w == 0, slope, (X @ w > 0) * 1.0)  # noqa: E731 -- one line each
        return label(verify_gradient(hinge, choice, np.zeros(2), data, trace=False))

    assert [at_kink(slope) for slope in (-1.0, 0.0, 0.5, 1.0, 2.0)] == ["kink", *["sampled"] * 3, "kink"]


@pytest.mark.parametrize(("times", "named"), [(1.0, "reg-bias"), (-1.0, "missing-reg"), (0.0, "proved")])
def test_a_first_row_is_a_bias_too(times: float, named: str) -> None:
    """The rows of a matrix are named by their slice, and a penalty that is missing is told from one too many."""

    def loss(W: Any, X: Any, Y: Any) -> Any:
        return 0.5 * np.mean(np.sum((X @ W[1:] + W[0] - Y) ** 2, axis=1)) + 0.05 * np.sum(W[1:] ** 2) / len(X)

    def slope(W: Any, X: Any, Y: Any) -> Any:
        off = (X @ W[1:] + W[0] - Y) / len(X)
        return np.vstack([off.sum(0) + times * 0.1 * W[0], X.T @ off + 0.1 * W[1:] / len(X)])

    rng = np.random.default_rng(3)
    found = verify_gradient(loss, slope, rng.normal(size=(5, 2)), rng.normal(size=(7, 4)), rng.normal(size=(7, 2)))
    assert label(found) == named
    assert found.diagnosis is None or f"W[0, :] too {'much' if times > 0 else 'little'}" in found.diagnosis.sentence


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g, *_: g / 2, "your gradient of w[d] is 1/2 times what it should be"),
        (lambda g, w, y: g * len(y) / len(w), "your gradient of w[d] is N/D times what it should be"),
        (lambda g, w, _: g + w, "your gradient of w[d] has w[d] too much"),
        (lambda g, w, _: g - 3 * w + w**2, "your gradient of w[d] has w[d]**2 too much and lacks 3*w[d]"),
        (lambda g, w, _: g + sum(w**n for n in range(5, 20)), "and 8 more terms too much"),
    ],
)
def test_what_is_wrong_is_told_in_symbols(change: Function, told: str) -> None:
    """A multiple as such, and anything else as the term that is too much; a long sum is shortened."""
    found = verify_gradient(square, lambda w, X, y: change(by_square(w, X, y), w, y), *POINT)
    assert found.diagnosis is not None
    assert told in found.diagnosis.term


def test_a_part_of_an_array_has_the_name_that_the_code_gives_it() -> None:
    """The bias is a place of the weights, whose penalty is too much."""

    def slope(w: Any, X: Any, y: Any, lam: Any) -> Any:
        r = X @ w[1:] + w[0] - y
        return np.concatenate([[2 * r.sum()], 2 * X.T @ r]) + 2 * lam * w

    loss: Function = lambda w, X, y, lam: np.sum((X @ w[1:] + w[0] - y) ** 2) + lam * np.sum(w[1:] ** 2)  # noqa: E731
    found = verify_gradient(loss, slope, np.append(W, 0.5), X, Y, 0.2)
    assert found.diagnosis is not None
    assert (label(found), found.diagnosis.term) == ("reg-bias", "your gradient of w[0] has 2*lam*w[0] too much")


@pytest.mark.parametrize(("size", "at"), [(4, 1), (24, 0), (30_000, 21_415)])
def test_one_wrong_coordinate_among_many(size: int, at: int) -> None:
    """Off by a ten-thousandth, it is found and located in few evaluations, however many there are."""
    rng = np.random.default_rng(0)
    many = rng.standard_normal(size), rng.standard_normal((8, size)) / np.sqrt(size), rng.standard_normal(8)

    def wrong(w: Any, X: Any, y: Any) -> Any:
        return by_square(w, X, y) * (1 + 1e-4 * (np.arange(len(w)) == at % len(w)))

    found = verify_gradient(square, wrong, *many, trace=False)
    assert (label(found), str(found.where)) == ("one-coord", f"w[{at}]")
    assert found.evaluations <= 350


TERMS = (
    lambda p, d: np.mean(np.logaddexp(0, d["X"] @ p["w"])) + np.linalg.norm(p["w"]),
    lambda p, d: np.sum(np.exp(-((d["X"] - p["w"]) ** 2))) / len(d["X"]),
    lambda p, d: np.log(np.sum(np.exp((d["X"] * p["w"]).sum(axis=1)))),
    lambda p, d: np.einsum("ij,j,i->", d["X"], np.tanh(p["w"]), d["X"] @ p["w"]),
    lambda p, d: np.var(np.maximum(d["X"] @ np.outer(p["w"], p["w"]), 0.1), axis=0).sum(),
    lambda p, _d: (np.concatenate([p["w"], p["w"][::-1]]) ** 3).reshape(2, -1).T.max(axis=1).sum(),
    lambda p, _d: np.sqrt(1 + np.abs(p["w"])).prod() / (1 + p["w"] @ p["w"]),
    lambda p, d: np.where(p["w"] > 0, p["w"] ** 2, -p["w"]).sum() + np.clip(d["X"] @ p["w"], -1, 1).mean(),
    lambda p, _d: np.linalg.slogdet(np.eye(len(p["w"])) + np.outer(p["w"], p["w"]))[1],
)


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_a_term_that_is_lost_is_named(number: int) -> None:
    """Of two terms one has no share: a term, a penalty, or data that nothing else uses."""
    rng = np.random.default_rng(number)
    p, d = {"w": rng.standard_normal(3)}, {"X": rng.standard_normal((5, 3))}

    def loss(p: Any, d: Any) -> Any:
        return TERMS[number](p, d) + np.sum(np.exp(p["w"]))

    found = verify_gradient(loss, lambda p, _: {"w": np.exp(p["w"])}, p, d, trace=False)
    assert found.diagnosis is not None
    assert found.diagnosis.label in {"missing-term", "missing-input", "missing-reg"}, str(found)


def test_every_label_of_the_page_has_a_row() -> None:
    """Of the labels that are documented, each is asked for above; those that only a framework shows, beside it."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "labels.md").read_text().partition("## In code")[2]
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    documented = {part for cell in cells for part in cell.split("`")[1::2]}
    rows = {slip.label for slip in SLIPS}
    assert documented - rows == {"kink", "data-symmetry", "differences-loss"}
